// The head of a report page and its details in a real browser: counts that filter, what fails first, banners, the earlier run,
// marks in sources, pictures in the dark, and every width.
//
//   node changed_test.mjs CHROMEDRIVER CHROMIUM FOLDER      (FOLDER as hrfcheck-browser-pages makes it)
import { strict as assert } from "node:assert";
import {
  browser, check, checkContrast, count, darkScheme, finish, frames, page, panelOpen, screenshot, setSearch, shownTests,
  text,
} from "./reader.mjs";
import { keys } from "./webdriver.mjs";

const button = (name) => `button[data-filter="${name}"]`;
const pressed = (name) => browser.run("return document.querySelector(arguments[0]).getAttribute('aria-pressed');", button(name));
const headings = () => browser.run("return [...document.querySelectorAll('#matrix tr.folder')].map((r) => r.textContent);");
const names = () => browser.run("return [...document.querySelectorAll('#matrix tbody tr:not(.folder) th')].map((h) => h.title);");
const kRace = `${page("results.html")}#litmus/rsp/fig14-case2.litmus/hrf-direct`;
async function openFresh(name) {
  await browser.open("about:blank");
  await browser.open(page(name));
}

await check("a click on a count filters the table, another shows all again", async () => {
  await openFresh("results.html");
  const all = await shownTests();
  await browser.click(button("racy"));
  assert.equal(await pressed("racy"), "true");
  const racy = await shownTests();
  assert.ok(racy > 0 && racy < all, `${racy} of ${all}`);
  assert.equal(await browser.run("return [...document.querySelectorAll('#matrix tbody tr:not(.folder)')].every((r) => r.querySelector('td.racy'));"), true);
  await browser.click(button("failed"));
  assert.equal(await pressed("racy"), "false");
  assert.equal(await shownTests(), 2);
  await browser.click(button("failed"));
  assert.equal(await shownTests(), all);
  await browser.click(button("crashed"));
  assert.equal(await shownTests(), 1);
  await browser.click("#everything");
  assert.equal(await shownTests(), all);
  assert.equal(await browser.run("return document.getElementById('everything').hidden;"), true);
});

await check("filters are reached and used with the keyboard", async () => {
  await browser.run("document.getElementById('theme').focus();");
  for (let i = 0; i < 20 && await browser.run("return document.activeElement.dataset.filter;") !== "racy"; ++i) await browser.press(keys.tab);
  assert.equal(await browser.run("return getComputedStyle(document.activeElement).outlineStyle;"), "solid");
  await browser.press(" ");
  assert.equal(await pressed("racy"), "true");
  await browser.press(keys.enter);
  assert.equal(await pressed("racy"), "false");
  await browser.press(keys.tab);
  assert.equal(await browser.run("return document.activeElement.hasAttribute('data-filter');"), true);
});

await check("what fails comes first, under its own heading", async () => {
  await openFresh("results.html");
  const [first, second] = await headings();
  assert.equal(first, "✘ failing: litmus/hrf/  (1)");
  assert.equal(second, "✘ failing: odd/expected/  (1)");
  assert.equal((await names())[0], "litmus/hrf/acquire-is-no-fence.litmus");
  assert.ok((await headings()).includes("✘ crashed, or cannot be read: odd/  (2)"));
});

await check("the expected answer stands beside the found one", async () => {
  assert.deepEqual(await browser.run("const c = document.querySelector('#matrix td.fails'); return [...c.querySelectorAll('.beside')].map((s) => s.textContent);"),
    ["expected always"]);
  assert.ok((await browser.run("return document.querySelector('#matrix td.fails').getAttribute('aria-label');")).includes("expected always"));
  await browser.click("#matrix td.fails");
  assert.ok((await text("#panel .facts")).includes("Expectedalways"));
  await browser.press(keys.escape);
});

await check("the head says what was run", async () => {
  const run = await text("dl.run");
  for (const part of ["2026-01-31 12:00 UTC", "hrfcheck 0.2.0", "hrf-direct, hrf-indirect-relaxed, rsp", "13 s", "--html report"]) {
    assert.ok(run.includes(part), `${part} in ${run}`);
  }
});

await check("what has no answer is told at the top, and shown by a click", async () => {
  assert.ok((await text(".notices")).includes("1 result is undecided: time limit (1)"));
  await browser.click(".notices button[data-filter='undecided']");
  assert.equal(await shownTests(), 1);
  await browser.click("#everything");
});

await check("the source has both instructions of a race marked", async () => {
  await browser.open("about:blank");
  await browser.open(kRace);
  assert.equal(await panelOpen(), true);
  const marks = await browser.run("return [...document.querySelectorAll('pre.source mark')].map((m) => [m.title, m.firstChild.textContent]);");
  assert.ok(marks.length >= 2, JSON.stringify(marks));
  const finding = await text(".findings li");
  for (const [title, code] of marks.filter(([title]) => /\brace 1\b/.test(title))) {
    assert.ok(title.startsWith("race 1"), title);
    assert.ok(finding.includes(code.replace(/\s+/g, " ")), `${code} in ${finding}`);
  }
  assert.ok(marks.filter(([title]) => /\brace 1\b/.test(title)).length >= 2);
  const lines = await browser.run("return [...document.querySelectorAll('pre.source .line')].map((l) => l.dataset.number);");
  assert.equal(lines[0], "1");
  await browser.press(keys.escape);
});

await check("a page that was interrupted says so, and what has changed", async () => {
  await openFresh("changed.html");
  assert.ok((await text(".incomplete")).includes("4,152 of 4,321 tests were not run: interrupted"));
  const changes = await text(".changes");
  assert.ok(changes.includes("Since results of <yesterday>.jsonl (hrfcheck 0.1.0):"), changes);
  for (const part of ["1 newly failing", "1 changed", "2 new", "1 removed"]) assert.ok(changes.includes(part), `${part} in ${changes}`);
  assert.equal((await headings())[0], "✘ newly failing: litmus/hrf/  (1)");
  await browser.click(button("changed"));
  assert.equal(await shownTests(), 1);
  assert.ok((await text("#matrix .beside")).length > 0);
  await browser.click(button("removed"));
  assert.deepEqual(await names(), ["odd/gone.litmus"]);
  await browser.click("#matrix td.removed");
  assert.ok((await text("#panel .facts")).includes("Earlier run"));
  await browser.press(keys.escape);
  await browser.click(button("new"));
  assert.equal(await shownTests(), 2);
  await browser.click("#everything");
});

await check("a page without the details of all results says where they are", async () => {
  await setSearch("t01-mp-wg.litmus");
  await browser.click("#matrix td.free");
  assert.ok((await text("#panel-body")).includes("A run with --details has those of all results"));
  assert.equal(await count("pre.report"), 0);
  assert.equal(await count("pre.source"), 1);
  await browser.press(keys.escape);
  await setSearch("");
});

await check("pictures follow the colours of the page", async () => {
  await browser.open("about:blank");
  await browser.open(kRace);
  if (await count(".picture svg") === 0) return;  // no Graphviz
  const filter = "return getComputedStyle(document.querySelector('.picture svg')).filter;";
  await darkScheme(false);
  assert.equal(await browser.run(filter), "none");
  await darkScheme(true);
  assert.ok((await browser.run(filter)).includes("invert"));
  await darkScheme(false);
});

await check("contrast of the head, the changes and a source with marks", async () => {
  await openFresh("changed.html");
  for (const dark of [false, true]) await checkContrast(dark);
  await browser.open(kRace);
  for (const dark of [false, true]) await checkContrast(dark);
  await darkScheme(false);
});

/** How far the page, an open menu or the panel reach out of the window to the right. */
const kWide = `
  const boxes = [...document.querySelectorAll("details[open] > :not(summary), #panel:not([hidden]), header, dl.run, .counts, .notices")]
    .map((e) => e.getBoundingClientRect());
  return Math.round(Math.max(document.documentElement.scrollWidth, ...boxes.map((b) => b.right)) - innerWidth);`;

await check("three widths, light and dark", async () => {
  for (const [width, height] of [[360, 740], [800, 1000], [1400, 900]]) {
    await browser.command("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 });
    for (const dark of [false, true]) {
      const name = `${width}-${dark ? "dark" : "light"}`;
      await darkScheme(dark);
      await openFresh("changed.html");
      await screenshot(`head-${name}.png`);
      assert.ok(await browser.run(kWide) <= 0, `page at ${width}`);
      await browser.click("#legend summary");
      await frames();
      await screenshot(`legend-${name}.png`);
      assert.ok(await browser.run(kWide) <= 0, `legend at ${width}`);
      await browser.press(keys.escape);
      await browser.open("about:blank");
      await browser.open(kRace);
      await screenshot(`panel-${name}.png`);
      await browser.run("document.querySelector('pre.source').scrollIntoView();");
      await screenshot(`source-${name}.png`);
      if (await count(".picture") > 0) {
        await browser.run("document.querySelector('.picture-head').scrollIntoView();");
        await screenshot(`picture-${name}.png`);
      }
      assert.ok(await browser.run(kWide) <= 0, `panel at ${width}`);
    }
  }
  await browser.command("Emulation.clearDeviceMetricsOverride", {});
  await darkScheme(false);
});

await finish();
