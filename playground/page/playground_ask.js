// The server of a page that has none: requests to /api/ (serve_openapi.json) are answered by hrfcheck in workers of this
// page, and by files beside it. Loaded before everything else; only the playground has it (docs/serve.md).

const kWorkers = Math.max(1, Math.min(navigator.hardwareConcurrency || 2, 4));
const kToReport = 1500;  // ms that a command may take beyond its time limit, to say what it has found
const fetched = globalThis.fetch.bind(globalThis);
const beside = (path) => new URL(path, document.baseURI);

async function json(path) {
  const response = await fetched(beside(path));
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  return response.json();
}

const about = json("about.json");

/** Compiled once, for all workers; hosts that do not call it application/wasm are no hindrance. */
async function compile() {
  const response = await fetched(beside("hrfcheck.wasm"));
  if (!response.ok) throw new Error(`hrfcheck.wasm: HTTP status ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
const compiled = compile();

// ---- Workers: as many as there are cores, and questions that wait for one.

const idle = [];
const waiting = [];
let started = 0;

async function newWorker() {
  try {
    const message = { compiled: await compiled };
    const worker = new Worker(beside("playground_worker.js"));
    worker.postMessage(message);
    return worker;
  } catch (error) {
    leave(null);
    throw error;
  }
}

/** A worker, for as long as it is not given back. */
function enter(signal) {
  if (idle.length > 0) return idle.pop();
  if (started < kWorkers) {
    ++started;
    return newWorker();
  }
  return new Promise((resolve, reject) => {
    const turn = { resolve };
    waiting.push(turn);
    signal?.addEventListener("abort", () => {
      const at = waiting.indexOf(turn);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal.reason);
    }, { once: true });
  });
}

/** @param worker that is free; null where it was ended */
function leave(worker) {
  const turn = waiting.shift();
  if (turn) turn.resolve(worker ?? newWorker());
  else if (worker) idle.push(worker);
  else --started;
}

const lost = (ended, seconds) => JSON.stringify({ status: 0, ended, seconds, errors: "", answer: null });

async function asked(command, body, signal) {
  const { seconds, longest } = await about;
  const limit = Math.min(Number(JSON.parse(body).seconds) || seconds, longest);
  signal?.throwIfAborted();
  const worker = await enter(signal);
  return new Promise((resolve, reject) => {
    let clock;
    const finish = (free, settle) => {
      clearTimeout(clock);
      signal?.removeEventListener("abort", cancel);
      worker.onmessage = worker.onerror = null;
      if (!free) worker.terminate();
      leave(free ? worker : null);
      settle();
    };
    const cancel = () => finish(false, () => reject(signal.reason));
    worker.onmessage = ({ data }) => finish(true, () => resolve(data));
    worker.onerror = (event) => finish(false, () => resolve(lost(event.message || "the worker could not be started", 0)));
    clock = setTimeout(() => finish(false, () => resolve(lost("time limit", limit))), limit * 1000 + kToReport);
    signal?.addEventListener("abort", cancel);
    if (signal?.aborted) cancel();
    else worker.postMessage({ command, body });
  });
}

// ---- Requests.

const reply = (text, status = 200) => new Response(text, { status, headers: { "Content-Type": "application/json" } });
const refused = (error, status) => reply(JSON.stringify({ error }), status);

const withoutTexts = (named) => named.map(({ text, ...rest }) => rest);

async function aboutPage() {
  const { tests, models, machines, longest, ...rest } = await about;
  return reply(JSON.stringify({ ...rest, models: withoutTexts(models), machines: withoutTexts(machines), corpus: tests.map(({ path }) => path) }));
}

async function test(path) {
  const found = (await about).tests.find((one) => one.path === path);
  if (!found) return refused("there is no such test in the corpus", 404);
  const response = await fetched(beside(`tests/${found.file.split("/").map(encodeURIComponent).join("/")}`));
  if (!response.ok) return refused(`the test cannot be fetched: HTTP status ${response.status}`, 404);
  return reply(JSON.stringify({ path, test: found.test, text: await response.text() }));
}

async function namedText(kind, name) {
  const found = (await about)[kind].find((one) => one.name === name);
  return found ? reply(JSON.stringify({ name, text: found.text })) : refused("nothing of that name is installed", 404);
}

async function answer(url, { body, signal } = {}) {
  const command = url.pathname.replace(/^.*\/api\//, "");
  switch (command) {
    case "about": return aboutPage();
    case "test": return test(url.searchParams.get("path"));
    case "model": return namedText("models", url.searchParams.get("name"));
    case "machine": return namedText("machines", url.searchParams.get("name"));
    case "cancel": return reply('{"cancelled":0}');  // who aborts a request has ended its worker
    default: break;
  }
  const text = await asked(command, body, signal);
  const { refused: status, error } = JSON.parse(text);
  return status ? refused(error, status) : reply(text);
}

globalThis.fetch = (resource, options) =>
  typeof resource === "string" && resource.startsWith("/api/") ? answer(new URL(resource, location.href), options) : fetched(resource, options);
