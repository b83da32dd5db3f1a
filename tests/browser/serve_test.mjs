// Uses the page of `hrfcheck serve` as a reader does.
//
//   node serve_test.mjs CHROMEDRIVER CHROMIUM HRFCHECK FOLDER      (in the source folder; screenshots go to FOLDER)
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser, keys } from "./webdriver.mjs";

const [chromedriver, chromium, hrfcheck, folder] = process.argv.slice(2);
// Nothing is waited for so long; it is what ends a test that hangs.
const kPatience = Number(process.env.SERVE_PATIENCE || 300) * 1000;

const ours = [];
/** A server, and where its page is. */
async function serve(...options) {
  const process = spawn(hrfcheck, ["serve", "--port", "0", "--corpus", "litmus", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let said = "";
    process.stdout.on("data", (chunk) => {
      said += chunk;
      const found = /http:\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    process.on("exit", (code) => reject(new Error(`hrfcheck serve ended with ${code}: ${said}`)));
  });
  ours.push(address);
  return { process, address };
}
// What is asked of it has answers, however busy the machine is.
const { process: server, address } = await serve("--timeout", "240");
const browser = await Browser.start(chromedriver, chromium);
let failures = 0;

async function check(name, test) {
  try {
    await test();
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failures;
    console.log(`FAILED  ${name}\n${error.stack}`);
    writeFileSync(join(folder, `failed-${failures}.png`), await browser.screenshot());
  }
}

const run = (script, ...args) => browser.run(script, ...args);
const text = (selector) => run("const e = document.querySelector(arguments[0]); return e && e.textContent;", selector);
const count = (selector) => run("return document.querySelectorAll(arguments[0]).length;", selector);
const source = () => run("return document.getElementById('editor-text').value;");
const click = (selector) => run("document.querySelector(arguments[0]).click();", selector);
const clickText = (selector, wanted) => run("const e = [...document.querySelectorAll(arguments[0])].find((e) => e.textContent.includes(arguments[1])); if (!e) throw new Error('no ' + arguments[1]); e.click();", selector, wanted);

/** The processes that a server has started and that still run. */
function workersOf(server) {
  const parentOf = (pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
      return fields[0] === "Z" ? 0 : Number(fields[1]);
    } catch (error) {
      return 0;  // it has ended meanwhile
    }
  };
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === server.pid).map(Number);
}

/** Until a condition in the page holds. */
async function until(what, script, ...args) {
  const end = Date.now() + kPatience;
  for (;;) {
    const found = await run(script, ...args);
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${kPatience} ms: ${what}; state: ${await text("#state")}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
const answered = () => until("an answer", "return document.getElementById('cancel-button').hidden && /answer|Answered/.test(document.getElementById('state').textContent);");
const present = (selector) => until(selector, "return document.querySelector(arguments[0]) !== null;", selector);
async function write(value) {
  await run("const a = document.getElementById('editor-text'); document.getElementById('state').textContent = ''; a.value = arguments[0]; a.dispatchEvent(new Event('input'));", value);
  await until("asked", "return !/^$/.test(document.getElementById('state').textContent) && document.getElementById('cancel-button').hidden;");
}
async function openTest(path, wanted = "", at = address) {
  await browser.open("about:blank");
  await browser.open(`${at}#test=${path}${wanted}`);
  await present("#questions [aria-selected=true]");
}
async function openModel(name) {
  await run("[...document.querySelectorAll('#models button.model')].find((b) => b.textContent === arguments[0]).click();", name);
  await present("#detail-panel");
}
async function part(name) {
  await click(`#part-${name}`);
}
async function darkScheme(dark) {
  await browser.command("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
  await until("the theme", "return document.documentElement.dataset.theme === arguments[0];", dark ? "dark" : "light");
}
const width = (pixels, height = 900) => browser.command("Emulation.setDeviceMetricsOverride", { width: pixels, height, deviceScaleFactor: 1, mobile: false });
async function screenshot(name) {
  writeFileSync(join(folder, `${name}.png`), await browser.screenshot());
}

await check("a test of one's own is checked as the page opens, and its racing lines are marked", async () => {
  await browser.open(address);
  await answered();
  assert.ok((await count("#models tbody tr")) > 5);
  assert.equal(await text("#models caption"), "exists (1:r0=1 /\\ 1:r1=0)");
  assert.ok((await count(".mark.race")) >= 2);
  assert.ok((await count(".gutter .race")) >= 2);
  assert.match(await text("#models"), /hrf-direct.*racy/);
  // Of a racy test nothing is promised, and the table says so.
  assert.equal(await run("return [...document.querySelectorAll('#models tbody tr')].every((r) => /racy/.test(r.cells[1].textContent) === /\\*/.test(r.cells[2].textContent));"), true);
  assert.match(await text("#question-panel"), /any outcome is possible/);
});

await check("the answer follows the text", async () => {
  const before = await source();
  await write(before.replace("st.rel.wg", "st.rel.cmp").replace("ld.acq.wg", "ld.acq.cmp"));
  await until("race-free", "return /hrf-directrace-free/.test(document.querySelector('#models')?.textContent.replace(/\\s/g, '') || '');");
  assert.equal(await count(".mark.race"), 0);
});

await check("an error stands at its place", async () => {
  await write((await source()).replace("ld r1, data", "lod r1, data"));
  await until("a message", "return document.querySelector('#messages .error') !== null;");
  const mark = await run("return document.querySelector('.caret.error').getAttribute('style');");
  assert.match(mark, /--line: 6/);
  await click("#messages .place");
  const at = await run("const a = document.getElementById('editor-text'); return a.value.slice(a.selectionStart, a.selectionStart + 3);");
  assert.equal(at, "lod");
});

await check("the corpus: families, search, and what is known of a test", async () => {
  await openTest("litmus/hrf/t02-mp-wg-two-groups.litmus");
  await answered();
  assert.equal(await text("#editor-title"), "t02-mp-wg-two-groups.litmus");
  assert.equal(await count("#tour-list li"), 5);
  assert.equal(await text("#corpus-list .test[aria-current] .name"), "t02-mp-wg-two-groups");
  assert.match(await text("#corpus-list .test[aria-current] .badge"), /racy/);
  await run("const s = document.getElementById('corpus-search'); s.value = 'rsp fig14'; s.dispatchEvent(new Event('input'));");
  assert.ok((await count("#corpus-list .test")) > 0);
  assert.equal(await run("return [...document.querySelectorAll('#corpus-list .test')].every((t) => t.dataset.path.includes('rsp') && t.dataset.path.includes('fig14'));"), true);
});

await check("a model: final states with pictures, arrows switched off", async () => {
  await openTest("litmus/rsp/fig14-case2.litmus");
  await answered();
  await openModel("rsp");
  await part("states");
  await present(".canvas svg");
  assert.ok((await count(".canvas svg g.edge")) > 2);
  assert.equal(await count(".canvas svg script, .canvas svg a, .canvas svg [style]"), 0);
  const first = await text(".canvas svg");
  if ((await count(".steps li")) > 1) {
    await clickText(".stepper button", "Next");
    await until("another picture", "const s = document.querySelector('.canvas svg'); return s && s.textContent !== arguments[0];", first);
  }
  const label = await text(".switches label");
  await click(".switches input");
  assert.ok((await count(".canvas .off")) > 0, label);
  await click(".switches input");
  assert.equal(await count(".canvas .off"), 0);
});

await check("a model: races with reasons, and a repair that a click applies", async () => {
  await openModel("hrf-direct");
  await part("races");
  await present(".races li");
  assert.match(await text(".races"), /st\.rel\.wg L, 0/);
  assert.match(await text(".races"), /released to wg 0/);
  await clickText("#detail-panel button", "Find the cheapest repair");
  await present(".diff");
  const before = await source();
  await clickText("#detail-panel button", "Apply");
  const after = await source();
  assert.notEqual(after, before);
  assert.match(after, /st\.rel\.cmp L, 0/);
  await until("race-free", "return /hrf-directrace-free/.test(document.querySelector('#models')?.textContent.replace(/\\s/g, '') || '');");
  assert.equal(await text("#editor-title"), "fig14-case2.litmus, edited");
  await run("document.getElementById('editor-text').focus();");
  await browser.press([keys.control, "z"]);
  assert.equal(await source(), before);
});

await check("a model: weaker orders and scopes that do, and why a final state is allowed", async () => {
  await openTest("litmus/rsp/fig14-case2.litmus");
  await answered();
  await openModel("rsp");
  await part("races");
  await clickText("#detail-panel button", "Find weaker orders");
  await until("an answer", "return /cost|No order and no scope/.test(document.getElementById('detail-panel').textContent);");
  await part("states");
  await clickText("#detail-panel summary", "Why this final state");
  await present("#detail-panel details[open] pre.report");
  assert.match(await text("#detail-panel details pre.report"), /allowed/);
});

await check("a model: why, and beside another", async () => {
  await openTest("litmus/rsp/fig14-case2.litmus");
  await answered();
  await until("racy again", "return /hrf-directracy/.test(document.querySelector('#models')?.textContent.replace(/\\s/g, '') || '');");
  await openModel("hsa");
  await part("why");
  await present("pre.report");
  assert.match(await text("pre.report"), /1:r0=0/);
  await part("beside");
  await run("const s = document.getElementById('beside'); s.value = 'hrf-direct'; s.dispatchEvent(new Event('change'));");
  assert.match(await text(".beside"), /only hsa.*only hrf-direct/);
  assert.match(await text(".beside"), /1:r0=0 {2}1:r1=0/);
});

await check("progress: a hang is stepped through", async () => {
  await openTest("litmus/progress/barrier-central-3.litmus", "&q=progress");
  await present("#schedulers");
  assert.match(await text("#schedulers"), /obe.*may hang/);
  assert.equal(await text(".stepper .faint"), "step 1 of " + await count(".steps li"));
  await run("document.activeElement.blur();");
  await browser.press("]");
  assert.match(await text(".stepper .faint"), /^step 2 of/);
  await browser.press("[");
  assert.match(await text(".stepper .faint"), /^step 1 of/);
  assert.ok((await count(".threads tr")) >= 3);
});

await check("machines: the step after which it goes wrong", async () => {
  await openTest("litmus/machines/b3-own-group.litmus", "&q=machines");
  await present(".stepper");
  assert.match(await text("#question-panel"), /rsp-lit against rsp-incl/);
  assert.match(await text("#question-panel"), /breaks the promise/);
  assert.match(await text(".steps"), /here it goes wrong/);
  await run("document.getElementById('machine-choice').value = 'rsp-fix';");
  await clickText("#question-panel button", "Ask");
  await until("another machine", "return /keeps the promise/.test(document.getElementById('question-panel').textContent);");
});

await check("other forms: another dialect", async () => {
  await openTest("litmus/hrf/t20s-sb-sc.litmus", "&q=forms");
  await clickText("#question-panel button", "ptx");
  await present("pre.report");
  assert.match(await text("pre.report"), /^PTX/);
  await clickText("#question-panel button", "Edit this");
  assert.match(await source(), /^PTX/);
});

await check("a test that takes long: model by model, a worker that is killed is one row, and Cancel ends the others", async () => {
  const hasty = await serve("--timeout", "2");
  const workers = () => workersOf(hasty.process);
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  try {
    await openTest("litmus/simt/listing09-warp-lock.litmus", "", hasty.address);
    // A worker may have answered already when it is killed: then it is tried again.
    for (let tries = 1; ; ++tries) {
      await until("single models", "return / of \\d+ models/.test(document.getElementById('state').textContent);");
      for (let killed = false; !killed && !(await run("return document.getElementById('cancel-button').hidden;"));) {
        const before = workers();
        await pause(50);
        const working = workers().find((pid) => before.includes(pid));
        if (working !== undefined) {
          process.kill(working, "SIGKILL");
          killed = true;
        }
      }
      await answered();
      if (/signal 9/.test(await text("#models"))) break;
      assert.ok(tries < 10, "no worker was at work when it was killed");
      await click("#check-button");
    }
    assert.ok((await count("#models tbody tr[data-key]")) > 5);
    await click("#check-button");
    await until("workers", "return !document.getElementById('cancel-button').hidden;");
    while (workers().length === 0) await pause(20);
    await click("#cancel-button");
    assert.equal(await text("#state"), "Cancelled");
    for (const end = Date.now() + kPatience; workers().length > 0;) {
      assert.ok(Date.now() < end, "workers go on");
      await pause(50);
    }
  } finally {
    hasty.process.removeAllListeners("exit");
    hasty.process.kill("SIGKILL");
  }
});

await check("a link holds the text", async () => {
  await browser.open(address);
  await answered();
  const mine = (await source()).replace("HSA MP", "HSA Größe<b>☃");
  await write(mine);
  const link = await until("a link", "return location.hash.startsWith('#t=') && location.href;");
  await browser.open("about:blank");
  await browser.open(link);
  await until("the text", "return document.getElementById('editor-text').value.includes('☃');");
  assert.equal(await source(), mine);
  await browser.open("about:blank");
  await browser.open(`${address}#t=AAAA`);
  await until("a complaint", "return document.getElementById('state').textContent !== '';");
});

await check("hostile texts are text", async () => {
  await browser.open(address);
  await answered();
  for (const hostile of ["<img src=x onerror=document.title='broken'><script>document.title='broken'</script>", "HSA </textarea><script>document.title='broken'</script>\n{ x=0; }\n P0@wg 0 ;\n st x, 1 ;\nexists (x=1)", "\u0000\u202e", "(*".repeat(20000), "x".repeat(300000)]) {
    await write(hostile);
    assert.equal(await count("main script, main img"), 0);
    assert.notEqual(await run("return document.title;"), "broken");
  }
  assert.match(await text("#question-panel"), /longer than 262144 bytes/);
});

await check("keys", async () => {
  await openTest("litmus/rsp/fig14-case2.litmus");
  await answered();
  await run("document.activeElement.blur();");
  await browser.press("?");
  assert.equal(await run("return document.getElementById('help').open;"), true);
  await browser.press(keys.escape);
  assert.equal(await run("return document.getElementById('help').open;"), false);
  await run("document.activeElement.blur();");
  await browser.press("m");
  const first = await run("return document.activeElement.textContent;");
  await browser.press(keys.down);
  assert.notEqual(await run("return document.activeElement.textContent;"), first);
  await browser.press(keys.enter);
  await present("#detail-panel");
  await run("document.activeElement.blur();");
  await browser.press("/");
  assert.equal(await run("return document.activeElement.id;"), "corpus-search");
  await browser.press(keys.escape);
  await browser.press("e");
  assert.equal(await run("return document.activeElement.id;"), "editor-text");
  const ring = await run("return getComputedStyle(document.querySelector('.editor')).boxShadow;");
  assert.notEqual(ring, "none");
  await browser.press(keys.escape);
  await browser.press("2");
  assert.equal(await text("#questions [aria-selected=true]"), "Progress");
});

await check("names for screen readers", async () => {
  await openTest("litmus/rsp/fig14-case2.litmus");
  await answered();
  await openModel("rsp");
  await present(".canvas svg");
  const { nodes } = await browser.command("Accessibility.getFullAXTree", {});
  const unnamed = nodes.filter((n) => !n.ignored && ["button", "textbox", "searchbox", "tab", "link", "checkbox", "combobox", "image", "dialog", "tabpanel"].includes(n.role?.value) && !n.name?.value);
  assert.deepEqual(unnamed.map((n) => `${n.role.value} ${JSON.stringify(n.properties)}`), []);
  assert.ok(nodes.filter((n) => n.role?.value === "button").length > 20);
});

/** The texts of the page whose contrast to what is behind them is below 4.5 (WCAG 2.1, 1.4.3). */
const kWeakTexts = `
  const channel = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = (s) => (s.match(/[\\d.]+/g) || []).map(Number);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const weak = new Set();
  let looked = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const e = node.parentElement;
    if (!node.textContent.trim() || e.closest("script, svg, noscript, textarea, dialog:not([open]), :disabled") || !e.getClientRects().length) continue;
    const a = luminance(parse(getComputedStyle(e).color)), b = luminance(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    ++looked;
    if (ratio < 4.5) weak.add(node.textContent.trim() + ": " + ratio.toFixed(2));
  }
  return { weak: [...weak], looked };`;

/** What sticks out of the window, or of a box that neither scrolls nor wraps. */
const kCutOff = `
  const out = [];
  const wide = document.documentElement.clientWidth;
  for (const e of document.querySelectorAll("header *, main button, main h2, main h3, main p, main td, main th, main label, main .badge")) {
    const box = e.getBoundingClientRect();
    if (!box.width || e.closest(".scroll, .canvas, .editor, .steps, [hidden]")) continue;
    if (box.right > wide + 1 || box.left < -1) out.push(e.tagName + " " + e.textContent.trim().slice(0, 40) + " " + Math.round(box.left) + ".." + Math.round(box.right));
  }
  if (document.documentElement.scrollWidth > wide + 1) out.push("the page is " + document.documentElement.scrollWidth + " wide");
  const sections = [...document.querySelectorAll("main > section")].filter((s) => s.getClientRects().length && getComputedStyle(s).position === "static").map((s) => s.getBoundingClientRect());
  for (const [i, a] of sections.entries()) for (const b of sections.slice(i + 1))
    if (a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1) out.push("two panes overlap");
  return out;`;

for (const [name, pixels, height] of [["wide", 1500, 950], ["middle", 1000, 800], ["phone", 390, 844]]) {
  for (const dark of [false, true]) {
    await check(`nothing is cut off or faint: ${name}, ${dark ? "dark" : "light"}`, async () => {
      await width(pixels, height);
      await darkScheme(dark);
      for (const [view, path, model, shown] of [["states", "litmus/rsp/fig14-case2.litmus", "rsp", "states"], ["races", "litmus/rsp/fig14-case2.litmus", "hrf-direct", "races"], ["progress", "litmus/progress/barrier-central-3.litmus"], ["machines", "litmus/machines/b3-own-group.litmus"]]) {
        await openTest(path, model ? "" : `&q=${view}`);
        if (model) {
          await answered();
          await openModel(model);
          await part(shown);
          await present(shown === "states" ? ".canvas svg" : ".races");
        } else {
          await present(".stepper");
        }
        assert.deepEqual(await run(kCutOff), [], view);
        const contrast = await run(kWeakTexts);
        assert.ok(contrast.looked > 50);
        assert.deepEqual(contrast.weak, [], view);
        await screenshot(`${view}-${name}-${dark ? "dark" : "light"}`);
      }
    });
  }
}

await check("on a phone the corpus opens over the page, and closes", async () => {
  await width(390, 844);
  assert.equal(await run("return document.getElementById('corpus').getClientRects().length;"), 0);
  await click("#corpus-button");
  assert.equal(await run("return document.getElementById('corpus').getBoundingClientRect().width;"), 390);
  await screenshot("corpus-phone");
  await browser.press(keys.escape);
  assert.equal(await run("return document.getElementById('corpus').getClientRects().length;"), 0);
});

await check("nothing came from elsewhere, and nothing was refused by the page's own policy", async () => {
  const requested = (await browser.log("performance")).map((entry) => JSON.parse(entry.message).message)
    .filter((m) => m.method === "Network.requestWillBeSent").map((m) => m.params.request.url).filter((url) => /^(?:https?|wss?|ftp):/.test(url));
  assert.ok(requested.length > 20);
  assert.deepEqual(requested.filter((url) => !ours.some((address) => url.startsWith(address))), []);
  const complaints = (await browser.log("browser")).map((entry) => entry.message).filter((m) => /Content Security Policy|Uncaught|TypeError|ReferenceError/.test(m));
  assert.deepEqual(complaints, []);
});

await browser.stop();
await check("Ctrl-C ends the server", async () => {
  server.removeAllListeners("exit");
  const status = new Promise((resolve) => server.once("exit", (code, signal) => resolve([code, signal])));
  server.kill("SIGINT");
  assert.deepEqual(await status, [0, null]);
});
if (server.exitCode === null) server.kill("SIGKILL");
console.log(failures === 0 ? "all passed" : `${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
