// Uses the playground as a reader does, and compares what it answers with the program.
//
//   node playground_test.mjs CHROMEDRIVER CHROMIUM HRFCHECK SITE FOLDER     (in the source folder; screenshots go to FOLDER)
import { strict as assert } from "node:assert";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brokenLinks, documentationPages, openedBy } from "./playground_pages.mjs";
import { hostFolder } from "./static_host.mjs";
import { Browser } from "./webdriver.mjs";

const [chromedriver, chromium, hrfcheck, site, folder] = process.argv.slice(2);
// Nothing is waited for so long; it is what ends a test that hangs.
const kPatience = Number(process.env.SERVE_PATIENCE || 300) * 1000;
const kSeconds = 60;  // for one answer that is to be complete, however busy the machine is

const host = await hostFolder(site, "/some/where/playground/");
const browser = await Browser.start(chromedriver, chromium);
let failures = 0;
let passed = 0;

async function check(name, test) {
  try {
    await test();
    ++passed;
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failures;
    console.log(`FAILED  ${name}\n${error.stack}`);
    writeFileSync(join(folder, `failed-${failures}.png`), await browser.screenshot());
  }
}

const run = (script, ...args) => browser.run(script, ...args);
const text = (selector) => run("return document.querySelector(arguments[0])?.textContent;", selector);
async function until(what, script, ...args) {
  const end = Date.now() + kPatience;
  for (;;) {
    const found = await run(script, ...args);
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${kPatience} ms: ${what}; state: ${await text("#state")}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
async function openAt(hash = "") {
  await browser.open("about:blank");
  await browser.open(`${host.address}${hash}`);
  await until("the page", "return document.querySelector('#questions [aria-selected=true]') !== null;");
}
const write = (value) => run("const a = document.getElementById('editor-text'); a.value = arguments[0]; a.dispatchEvent(new Event('input'));", value);

/** What the page's own server says to a question, however long it takes: scripts of WebDriver have a time limit of their own. */
async function ask(command, question) {
  await run(`
    window.replied = null;
    fetch("/api/" + arguments[0], { method: "POST", body: JSON.stringify(arguments[1]) }).then((r) => r.json()).then((reply) => { window.replied = reply; });`,
  command, question);
  return until(`a reply to '${command}'`, "return window.replied;");
}

/** What the program answers. */
function native(words, input) {
  const result = spawnSync(hrfcheck, [...words, "-"], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (result.error) throw result.error;
  return { status: result.status, output: result.stdout, errors: result.stderr };
}

await check("the page opens below any path of a host, and checks its example", async () => {
  await openAt();
  await until("an answer", "return document.querySelectorAll('#models tbody tr').length > 5;");
  assert.match(await text("#models"), /hrf-direct.*racy/);
  assert.match(await text("#playground-note"), /hrfcheck runs in your browser, and no text leaves it/);
  assert.ok(host.asked.every((path) => path === "/favicon.ico" || path.startsWith("/some/where/playground/")), String(host.asked));
  writeFileSync(join(folder, "example.png"), await browser.screenshot());
});

await check("a link opens a test of the corpus", async () => {
  await openAt("#test=litmus/hrf/t02-mp-wg-two-groups.litmus");
  await until("its text", "return document.getElementById('editor-text').value.includes('T02-MP-wg-two-groups');");
  await until("an answer", "return /hrf-direct/.test(document.querySelector('#models')?.textContent);");
  assert.equal(await run("return document.getElementById('editor-text').value;"), readFileSync("litmus/hrf/t02-mp-wg-two-groups.litmus", "utf8"));
});

const kCompared = [
  ["hrf/t01-mp-wg-same-group", "hrf-direct"], ["hrf/t02-mp-wg-two-groups", "all"], ["hrf/t10-chain-wg-cmp-wg", "hrf-indirect"],
].map(([name, model]) => [`litmus/${name}.litmus`, model]);

/** Fixes of races are looked for during two seconds: whether they are found depends on how busy the machine is. */
const kTimed = new Set(["fix", "fixUpToBound", "edits", "changes"]);
const withoutTimed = (value) => JSON.parse(JSON.stringify(value, (key, inside) => (kTimed.has(key) ? undefined : inside)));

/** Values out of thin air are looked for by the solver alone. */
const isOpen = (result) => result.notes.some((note) => note.includes("reads justify each other in a cycle"));

/** @returns how many results the playground may leave open; all others must be the same */
function compareAnswers(path, found, expected) {
  if (found.answer === null || expected.answer === null) {
    assert.deepEqual([found.status, found.answer], [expected.status, expected.answer], `${path}: ${found.errors}${found.ended}`);
    return 0;
  }
  const [answered, native] = [found.answer, expected.answer].map(withoutTimed);
  assert.equal(answered.results.length, native.results.length, path);
  let open = 0;
  answered.results.forEach((result, at) => {
    const other = native.results[at];
    if (!isOpen(result) && !isOpen(other)) {
      assert.deepEqual(result, other, path);
      return;
    }
    ++open;
    assert.equal(result.model, other.model, path);
    assert.ok([other.raceStatus, "undecided"].includes(result.raceStatus), `${path}: ${result.model}`);
    assert.ok([other.condition?.status, "undecided"].includes(result.condition?.status), `${path}: ${result.model}`);
  });
  if (open === 0) assert.equal(found.status, expected.status, path);
  return open;
}

await check("tests of the corpus are answered as by the program", async () => {
  const about = JSON.parse(readFileSync(join(site, "about.json"), "utf8"));
  // Every so many of each family, so that all dialects are among them; large ones are for the time limit.
  const byFamily = families(about.tests);
  const chosen = [...byFamily.values()].flatMap((tests) => [tests[0], tests[Math.floor(tests.length / 2)]]).filter(({ file, test }) => test === "" && readFileSync(file).length < 900);
  const compared = [...kCompared.filter(([path]) => about.tests.some((one) => one.path === path)), ...chosen.map(({ path }) => [path, "all"])];
  assert.ok(compared.length >= 20, `only ${compared.length} tests`);
  let results = 0;
  let open = 0;
  for (const [path, model] of compared) {
    const source = readFileSync(path, "utf8");
    const expected = native(["check", "--format=json", "--progress=off", `--timeout=${kSeconds}`, `--model=${model}`, "--engine=explicit"], source);
    const found = await ask("check", { text: source, models: [model], engine: "explicit", seconds: kSeconds });
    open += compareAnswers(path, found, { ...expected, answer: expected.output === "" ? null : JSON.parse(expected.output) });
    results += found.answer?.results.length ?? 0;
  }
  assert.ok(results >= 60 && open < results / 10, `${results} results, of which ${open} are left open`);
  console.log(`        ${compared.length} tests, ${results} verdicts, ${open} of them left open`);
});

function families(tests) {
  const byFamily = new Map();
  for (const test of tests) {
    const family = test.path.split("/").slice(0, 2).join("/");
    byFamily.set(family, [...(byFamily.get(family) ?? []), test]);
  }
  return byFamily;
}

const withoutFixes = (text) => text.replace(/^ +would (be ordered|not race) if .*\n/gm, "");

await check("the other questions are answered as by the program", async () => {
  const path = "litmus/hrf/t02-mp-wg-two-groups.litmus";
  const source = readFileSync(path, "utf8");
  const limit = `--timeout=${kSeconds}`;
  for (const [command, words, question] of [
    ["explain-text", ["explain", "--format=text", limit, "--model=hrf-direct"], { model: "hrf-direct" }],
    ["convert", ["convert", "--to=OPENCL"], { to: "OPENCL" }],
  ]) {
    const expected = native(words, source);
    const found = await ask(command, { text: source, seconds: kSeconds, ...question });
    assert.equal(found.status, expected.status, command);
    assert.equal(withoutFixes(found.answer), withoutFixes(expected.output), command);
  }
  const progress = readFileSync("litmus/progress/barrier-central-3.litmus", "utf8");
  const expected = native(["progress", "--format=json", limit], progress);
  assert.deepEqual((await ask("progress", { text: progress, seconds: kSeconds })).answer, JSON.parse(expected.output));
  const repair = await ask("repair", { text: source, model: "hrf-direct", seconds: kSeconds });
  assert.equal(repair.ended, null);
  assert.deepEqual([repair.answer.status, repair.answer.cost, repair.answer.optimal], ["edits", 8, true]);
});

await check("pictures of executions are drawn", async () => {
  const source = readFileSync("litmus/hrf/t02-mp-wg-two-groups.litmus", "utf8");
  const found = await ask("graph", { text: source, model: "hrf-direct", seconds: kSeconds });
  assert.equal(found.status, 0, `${found.errors}${found.ended}`);
  assert.match(found.answer, /^<\?xml[^]*<svg[^]*<\/svg>/);
  assert.doesNotMatch(found.answer, /<!--/);
  await openAt("#test=litmus/hrf/t02-mp-wg-two-groups.litmus&m=hrf-direct");
  await until("a picture", "return document.querySelectorAll('#answer svg, #detail svg, main svg').length > 0;");
  writeFileSync(join(folder, "picture.png"), await browser.screenshot());
});

await check("a kernel in OpenCL C, with its launch", async () => {
  const source = readFileSync("kernels/message-passing.cl", "utf8");
  const expected = native(["check", "--format=json", "--progress=off", `--timeout=${kSeconds}`, "--model=opencl", "--engine=explicit", "--language=opencl"], source);
  const found = await ask("check", { text: source, models: ["opencl"], engine: "explicit", language: "opencl", seconds: kSeconds });
  assert.deepEqual(found.answer, JSON.parse(expected.output));
  assert.deepEqual(found.answer.results.map(({ test }) => test), ["publish-device", "publish-work-group"]);
});

await check("what needs a compiler is refused with a reason", async () => {
  const found = await ask("check", { text: "__global__ void k(int* x) { *x = 1; }\n", models: ["all"], language: "cuda" });
  assert.match(JSON.stringify(found), /CUDA C\+\+ is read by way of a compiler, and there is none in a browser/);
});

await check("a question that takes too long is ended, and the page goes on", async () => {
  // A worker that hears nothing is one that never answers.
  const ended = await run(`
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) { if (message.compiled) post.call(this, message); };
    const text = document.getElementById("editor-text").value;
    return fetch("/api/check", { method: "POST", body: JSON.stringify({ text, models: ["all"], seconds: 0.1 }) })
      .then((r) => r.json()).finally(() => { Worker.prototype.postMessage = post; });`);
  assert.equal(ended.ended, "time limit");
  assert.equal(ended.answer, null);
  const source = readFileSync("litmus/hrf/t02-mp-wg-two-groups.litmus", "utf8");
  const next = await ask("check", { text: source, models: ["hrf-direct"], seconds: kSeconds });
  assert.equal(next.answer.results[0].raceStatus, "racy");
});

await check("a question that is left is ended, and gives its worker back", async () => {
  const why = await run(`
    const left = new AbortController();
    const text = document.getElementById("editor-text").value;
    const asked = [...Array(12)].map(() => fetch("/api/check", { method: "POST", body: JSON.stringify({ text, models: ["all"] }), signal: left.signal }));
    left.abort();
    return Promise.allSettled(asked).then((all) => all.map((one) => one.reason?.name ?? one.status));`);
  assert.deepEqual(why, Array(12).fill("AbortError"));
  const source = readFileSync("litmus/hrf/t02-mp-wg-two-groups.litmus", "utf8");
  const answers = await run(`return Promise.all([...Array(8)].map(() => fetch("/api/check", { method: "POST", body: JSON.stringify({ text: arguments[0], models: ["hrf-direct"], seconds: arguments[1] }) }).then((r) => r.json())));`, source, kSeconds);
  assert.ok(answers.every(({ answer }) => answer?.results[0].raceStatus === "racy"));
});

await check("what is no question is refused", async () => {
  assert.match((await ask("check", { text: "", models: ["/etc/passwd"] })).error, /is not a value of 'models'/);
  assert.match((await ask("check", { text: "", nothing: 1 })).error, /there is no field 'nothing'/);
  assert.match((await ask("check", { text: "x".repeat((256 << 10) + 1) })).error, /is longer than/);
});

await check("hostile texts are text", async () => {
  await openAt();
  await write('HSA <img src=x onerror="window.hacked=1">\n{ x=0; }\n P0@wg 0 ;\n st x, <script>window.hacked=2</script> ;\nexists (x=1)\n');
  await until("a message", "return document.querySelector('#messages li') !== null;");
  assert.equal(await run("return window.hacked ?? null;"), null);
  for (const name of ["%3Cimg%20src=x%20onerror=window.hacked=3%3E", "../../../etc/passwd", "litmus/../about.json"]) {
    await openAt();
    const refused = await run("return fetch('/api/test?path=' + arguments[0]).then((r) => r.status);", name);
    assert.equal(refused, 404);
  }
  assert.equal(await run("return window.hacked ?? null;"), null);
});

await check("every page of the documentation leads to the playground, and no link of it nowhere", async () => {
  const pages = documentationPages(site);
  assert.ok(pages.length >= 50, `${pages.length} pages`);
  assert.deepEqual(pages.filter(({ path, links }) => !links.includes("../".repeat(path.split("/").length - 1))), []);
  assert.deepEqual(brokenLinks(site, pages), []);
  const opened = openedBy(pages);
  const { tests } = JSON.parse(readFileSync(join(site, "about.json"), "utf8"));
  const known = new Set(tests.map(({ path }) => path));
  assert.deepEqual(opened.filter(({ test }) => test && !known.has(test)), []);
  const tested = opened.filter(({ test }) => test).length;
  const texts = opened.length - tested;
  assert.ok(tested >= 100 && texts >= 20, `${tested} tests, ${texts} texts`);
  console.log(`        ${pages.length} pages, ${tested} tests of the corpus, ${texts} texts`);
});

await check("the texts that the documentation shows are read", async () => {
  const texts = openedBy(documentationPages(site)).filter(({ state }) => state && !state.t.startsWith("LISA"));  // for which no model is installed
  let refused = 0;
  for (const { page, state } of texts) {
    const found = await ask("check", { text: state.t, ...state.k });
    if (found.ended === "time limit" || found.answer?.results.length > 0) continue;
    // Some are there to be refused.
    const expected = native(["check", ...(state.k ? [`--language=${state.k.language}`] : [])], state.t);
    assert.equal(found.errors, expected.errors, `${page}: ${found.ended}`);
    ++refused;
  }
  assert.ok(refused < texts.length / 3, `${refused} of ${texts.length} are refused`);
});

await check("an example of the documentation opens in the playground", async () => {
  await browser.open(`${host.address}documentation/docs/litmus.html`);
  writeFileSync(join(folder, "documentation.png"), await browser.screenshot());
  await run("document.querySelector('.open a').click();");
  await until("its text", "return document.getElementById('editor-text')?.value.includes('HSA Fig14-case2');");
  await until("an answer", "return /hrf-direct/.test(document.querySelector('#models')?.textContent);");
});

await check("nothing is asked of others, and nothing is complained of", async () => {
  const complaints = (await browser.log("browser")).filter(({ message }) => !message.includes("favicon.ico"));
  assert.deepEqual(complaints.filter(({ message }) => !/404 \(Not Found\)/.test(message)), []);
  const asked = (await browser.log("performance")).map(({ message }) => JSON.parse(message).message)
    .filter(({ method }) => method === "Network.requestWillBeSent").map(({ params }) => params.request.url);
  assert.deepEqual(asked.filter((url) => !url.startsWith(host.address) && !/^(data|blob|about|chrome):/.test(url)), []);
});

await browser.stop();
host.stop();
console.log(`${passed} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
