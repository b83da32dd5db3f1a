// The playground's own server (playground/page/playground_ask.js) with workers and a host that are made up here: who
// gets a worker, what ends one, what is refused. Time passes when the test says so.
//
//   node playground_ask_test.mjs
import { strict as assert } from "node:assert";

const kAbout = {
  version: "1", seconds: 10, longest: 60, dialects: ["HSA"], platforms: [],
  models: [{ name: "m", title: "A model", text: "the model" }], machines: [{ name: "k", title: "A machine", model: "m", text: "the machine" }],
  tests: [{ path: "litmus/a b.litmus", file: "litmus/a b.litmus", test: "" }, { path: "kernels/q.cl:two", file: "kernels/q.cl", test: "two" }],
};

const kModule = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);  // the smallest one

const workers = [];
class FakeWorker {
  constructor(url) {
    this.url = String(url);
    this.questions = [];
    this.ended = false;
    workers.push(this);
  }
  postMessage(message) {
    if (message.compiled) this.compiled = true;
    else this.questions.push(message);
  }
  terminate() { this.ended = true; }
  answer(text) { this.onmessage({ data: JSON.stringify({ status: 0, ended: null, seconds: 0, errors: "", answer: text }) }); }
  get busy() { return !this.ended && Boolean(this.onmessage); }
}

const clocks = new Map();
let lastClock = 0;
Object.assign(globalThis, {
  Worker: FakeWorker,
  document: { baseURI: "http://host/below/playground/index.html" },
  location: { href: "http://host/below/playground/index.html" },
  setTimeout: (run, after) => { clocks.set(++lastClock, { run, after }); return lastClock; },
  clearTimeout: (clock) => clocks.delete(clock),
});
Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 2 }, configurable: true });
const fetched = [];
globalThis.fetch = async (url) => {
  fetched.push(String(url));
  const path = String(url).replace("http://host/below/playground/", "");
  if (path === "about.json") return new Response(JSON.stringify(kAbout));
  if (path === "hrfcheck.wasm") return new Response(kModule);
  if (path === "tests/litmus/a%20b.litmus") return new Response("the text");
  return new Response("", { status: 404 });
};
await import("../../playground/page/playground_ask.js");

/** Until something holds, however long it takes. */
async function until(holds) {
  while (!holds()) await new Promise((done) => setImmediate(done));
}
const ask = (body = {}, signal = undefined) => fetch("/api/check", { method: "POST", body: JSON.stringify(body), signal }).then((r) => r.json());
const busy = () => workers.filter((worker) => worker.busy);

let passed = 0;
async function check(name, test) {
  await test();
  ++passed;
  console.log(`ok      ${name}`);
}

await check("what the page begins with, without the texts", async () => {
  const about = await (await fetch("/api/about")).json();
  assert.deepEqual(about.models, [{ name: "m", title: "A model" }]);
  assert.deepEqual(about.machines, [{ name: "k", title: "A machine", model: "m" }]);
  assert.deepEqual(about.corpus, ["litmus/a b.litmus", "kernels/q.cl:two"]);
  assert.equal(about.tests, undefined);
  assert.equal(about.longest, undefined);
});

await check("tests, models and machines by name, and no others", async () => {
  assert.deepEqual(await (await fetch("/api/test?path=litmus%2Fa%20b.litmus")).json(), { path: "litmus/a b.litmus", test: "", text: "the text" });
  assert.deepEqual(await (await fetch("/api/model?name=m")).json(), { name: "m", text: "the model" });
  assert.deepEqual(await (await fetch("/api/machine?name=k")).json(), { name: "k", text: "the machine" });
  for (const path of ["test?path=../about.json", "test?path=kernels/q.cl:two", "test", "model?name=k", "machine?name=m"]) {
    assert.equal((await fetch(`/api/${path}`)).status, 404, path);
  }
});

await check("no more workers than cores, and questions wait for one", async () => {
  const answers = [1, 2, 3].map((n) => ask({ text: String(n) }));
  await until(() => busy().length === 2);
  assert.equal(workers.length, 2);
  assert.ok(workers.every(({ compiled, url }) => compiled && url === "http://host/below/playground/playground_worker.js"));
  assert.deepEqual(workers.map(({ questions }) => JSON.parse(questions[0].body).text), ["1", "2"]);
  workers[0].answer("first");
  await until(() => workers[0].questions.length === 2);
  assert.equal(JSON.parse(workers[0].questions[1].body).text, "3");
  workers[0].answer("third");
  workers[1].answer("second");
  assert.deepEqual((await Promise.all(answers)).map(({ answer }) => answer), ["first", "second", "third"]);
  assert.equal(clocks.size, 0);
});

await check("a question beyond its time is ended with its worker, and the next one has another", async () => {
  const late = ask({ text: "late", seconds: 3 });
  await until(() => busy().length === 1);
  const [worker] = busy();
  const [[clock, { run, after }]] = clocks;
  assert.equal(after, 4500);
  clocks.delete(clock);
  run();
  assert.deepEqual(await late, { status: 0, ended: "time limit", seconds: 3, errors: "", answer: null });
  assert.ok(worker.ended);
  const next = [ask({ text: "next" }), ask({ text: "next" })];
  await until(() => busy().length === 2);
  assert.ok(!busy().includes(worker));
  busy().forEach((one) => one.answer("answered"));
  assert.deepEqual((await Promise.all(next)).map(({ answer }) => answer), ["answered", "answered"]);
});

await check("nobody has longer than the longest time, and who says nothing the usual one", async () => {
  const two = [ask({ seconds: 1e9 }), ask({})];
  await until(() => busy().length === 2);
  assert.deepEqual([...clocks.values()].map(({ after }) => after).sort(), [11500, 61500]);
  busy().forEach((one) => one.answer("answered"));
  await Promise.all(two);
});

await check("questions that are left: those that wait are forgotten, those at work are ended", async () => {
  const left = new AbortController();
  const asked = [1, 2, 3, 4].map(() => ask({ text: "left" }, left.signal));
  await until(() => busy().length === 2);
  const atWork = busy();
  left.abort();
  for (const { reason } of await Promise.allSettled(asked)) assert.equal(reason.name, "AbortError");
  assert.ok(atWork.every(({ ended }) => ended));
  await assert.rejects(ask({}, left.signal), { name: "AbortError" });
  const after = ask({ text: "after" });
  await until(() => busy().length === 1);
  busy()[0].answer("answered");
  assert.equal((await after).answer, "answered");
});

await check("a worker that breaks is one answer that says so", async () => {
  const broken = ask({ text: "broken" });
  await until(() => busy().length === 1);
  const [worker] = busy();
  worker.onerror({ message: "it broke" });
  assert.equal((await broken).ended, "it broke");
  assert.ok(worker.ended);
});

await check("what the module refuses is refused", async () => {
  const refused = fetch("/api/check", { method: "POST", body: "{}" });
  await until(() => busy().length === 1);
  busy()[0].onmessage({ data: JSON.stringify({ refused: 413, error: "too long" }) });
  const response = await refused;
  assert.equal(response.status, 413);
  assert.deepEqual(await response.json(), { error: "too long" });
});

await check("other requests go where they went", async () => {
  await fetch("http://host/below/playground/serve.css");
  assert.equal(fetched.at(-1), "http://host/below/playground/serve.css");
});
console.log(`${passed} passed, 0 failed`);
