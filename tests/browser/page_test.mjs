// Opens report pages from disk in a real browser and uses them as a reader does.
//
//   node page_test.mjs CHROMEDRIVER CHROMIUM FOLDER      (FOLDER as hrfcheck-browser-pages makes it)
import { strict as assert } from "node:assert";
import {
  browser, check, checkContrast, count, darkScheme, finish, focused, frames, page, panelOpen, screenshot, setFilter, setSearch,
  shownTests, text,
} from "./reader.mjs";
import { keys } from "./webdriver.mjs";

const withGraphviz = await (async () => {
  await browser.open("about:blank");
  await browser.log("performance");  // what the browser itself loads for its first page
  await browser.open(page("results.html"));
  return browser.run("return JSON.parse(document.getElementById('data').textContent).pictures.length > 0;");
})();

await check("opens from disk, with all tests", async () => {
  assert.equal(await text("h1"), "Corpus <hrf> & rsp");
  const total = await browser.run("return JSON.parse(document.getElementById('data').textContent).tests.length;");
  assert.equal(await shownTests(), total);
  assert.equal(await browser.run("return document.title;"), "Corpus <hrf> & rsp");
});

await check("names are text, whatever they look like", async () => {
  await setSearch("odd/");
  assert.equal(await shownTests(), 4);
  assert.equal(await count("#matrix img, #matrix script"), 0);
  assert.ok((await text("#matrix tbody")).includes("größe ☃ x.litmus"));
  await setSearch("odd/<");
  await browser.click("#matrix td.undecided");
  assert.ok((await text("pre.report")).includes("</pre><script>document.title='broken'</script>"));
  assert.equal(await count("#panel img, #panel script"), 0);
  await browser.press(keys.escape);
  await setSearch("");
});

await check("search and filter narrow the matrix", async () => {
  const all = await shownTests();
  await setSearch("T01-mp");
  assert.equal(await shownTests(), 1);
  assert.equal(await count("#matrix tbody tr:not(.folder)"), 1);
  await setSearch("");
  const counts = {};
  for (const filter of ["failed", "racy", "undecided", "differ", "broken", "unsupported"]) {
    await setFilter(filter);
    counts[filter] = await shownTests();
    assert.ok(counts[filter] > 0 && counts[filter] < all, `${filter}: ${counts[filter]} of ${all}`);
  }
  assert.equal(counts.failed, 2);
  assert.equal(counts.undecided, 1);
  assert.equal(counts.unsupported, 1);
  assert.equal(counts.broken, 3);
  await setFilter("racy");
  assert.equal(await browser.run("return [...document.querySelectorAll('#matrix tbody tr:not(.folder)')].every((r) => r.querySelector('td.racy'));"), true);
  await setSearch("nothing is named so");
  assert.equal(await shownTests(), 0);
  assert.equal(await browser.run("return document.getElementById('nothing').hidden;"), false);
  await setSearch("");
  await setFilter("all");
  assert.equal(await shownTests(), all);
});

await check("models can be hidden", async () => {
  const columns = await count("#matrix thead th");
  await browser.click("#models summary");
  await browser.click("#models label:nth-child(2) input");
  assert.equal(await count("#matrix thead th"), columns - 1);
  assert.ok(!(await text("#matrix thead")).includes("hrf-indirect-relaxed"));
  await browser.click("#models label:nth-child(2) input");
  await browser.press(keys.escape);
  assert.equal(await browser.run("return document.getElementById('models').open;"), false);
  assert.equal(await count("#matrix thead th"), columns);
});

await check("a click opens the result with its report and picture", async () => {
  await setSearch("fig14-case2");
  await browser.click("#matrix td.racy");
  assert.equal(await panelOpen(), true);
  assert.ok((await text("#panel-title")).includes("fig14-case2.litmus"));
  const report = await text("pre.report");
  assert.ok(report.startsWith("litmus/rsp/fig14-case2.litmus  ·  hrf-direct  ·  RACY"), report);
  assert.ok(report.includes("not ordered:"));
  assert.ok((await text("#panel .facts")).includes("Never among the consistent executions, not guaranteed"));
  assert.equal(await focused(), "panel-title");
  if (withGraphviz) {
    const picture = await browser.run(
      "const s = document.querySelector('.picture svg'); const b = s.getBoundingClientRect(); return [s.viewBox.baseVal.width, b.width, b.height, s.textContent];");
    assert.ok(picture[0] > 100 && picture[1] > 100 && picture[2] > 100, picture.slice(0, 3).join());
    assert.ok(picture[3].includes("race"));
    const inside = await browser.run(
      "const c = document.querySelector('.picture'); return c.scrollWidth <= c.clientWidth + 1;");
    assert.equal(inside, true);
  }
  assert.equal(await browser.run("return decodeURIComponent(location.hash);"), "#litmus/rsp/fig14-case2.litmus/hrf-direct");
  await browser.press(keys.escape);
  assert.equal(await panelOpen(), false);
  assert.equal(await browser.run("return location.hash;"), "");
  await setSearch("");
});

await check("a failed expectation is marked, and explained", async () => {
  await setFilter("failed");
  assert.ok((await text("#matrix td.fails .word")).startsWith("✘"));
  assert.ok((await browser.run("return document.querySelector('#matrix td.fails').getAttribute('aria-label');")).includes("failed expectation"));
  await browser.click("#matrix td.fails");
  assert.ok((await text("#panel .expectations .failed")).includes("expected 2 states, found 3"));
  await browser.press(keys.escape);
  await setFilter("all");
});

await check("keys: / searches, arrows move, Enter opens, Esc closes", async () => {
  await browser.run("document.activeElement.blur();");
  await browser.press("/");
  assert.equal(await focused(), "search");
  await browser.type("rsp/");
  assert.equal(await browser.run("return document.getElementById('search').value;"), "rsp/");
  await browser.run("document.querySelector('#matrix td[tabindex=\"0\"]').focus();");
  assert.equal(await focused(), "0,0");
  assert.equal(await count('#matrix td[tabindex="0"]'), 1);
  await browser.press(keys.down, keys.down, keys.right);
  assert.equal(await focused(), "2,1");
  assert.equal(await count('#matrix td[tabindex="0"]'), 1);
  await browser.press(keys.up, keys.left, keys.left);
  assert.equal(await focused(), "1,0");
  await browser.press(keys.enter);
  assert.equal(await panelOpen(), true);
  await browser.press(keys.escape);
  assert.equal(await panelOpen(), false);
  assert.equal(await focused(), "1,0");
  await browser.press(keys.end);
  assert.equal(Number((await focused()).split(",")[1]), await count("#matrix thead th") - 2);
  await browser.press([keys.control, keys.end]);
  assert.equal(Number((await focused()).split(",")[0]), await shownTests() - 1);
  await browser.press([keys.control, keys.home]);
  assert.equal(await focused(), "0,0");
  const ring = await browser.run("return getComputedStyle(document.activeElement).outlineWidth;");
  assert.equal(ring, "3px");
  await setSearch("");
});

await check("an address with a result opens it", async () => {
  await browser.open("about:blank");
  await browser.open(`${page("results.html")}#litmus/hrf/t01-mp-wg.litmus/rsp`);
  assert.equal(await panelOpen(), true);
  assert.equal(await text("#panel-title"), "t01-mp-wg.litmus · rsp");
  await browser.run("location.hash = '#odd/gr%C3%B6%C3%9Fe%20%E2%98%83%20x.litmus/rsp';");
  await frames();
  assert.equal(await text("#panel-title"), "größe ☃ x.litmus · rsp");
  assert.ok((await text("#panel .facts")).includes("killed by signal 9"));
});

await check("contrast in light and dark; the reader can choose", async () => {
  await browser.open("about:blank");
  await browser.open(`${page("results.html")}#litmus/hrf/acquire-is-no-fence.litmus/hrf-indirect-relaxed`);
  for (const search of ["", "odd/"]) {
    await setSearch(search);
    await checkContrast(false);
    await checkContrast(true);
  }
  await darkScheme(false);
  await browser.click("#theme");
  await browser.click("#theme");
  assert.equal(await browser.run("return document.documentElement.dataset.theme;"), "dark");
  await browser.click("#theme");
  assert.equal(await browser.run("return document.documentElement.dataset.theme;"), "light");
  await setSearch("");
});

/** What of the page or of its menus reaches out of the window, in pixels; 0 where all is in sight. */
const kOverhang = `
  const menu = document.querySelector("details[open] > :not(summary)");
  const box = menu ? menu.getBoundingClientRect() : { left: 0, right: 0 };
  return [Math.max(0, -box.left), Math.max(0, box.right - innerWidth),
          Math.max(0, document.documentElement.scrollWidth - innerWidth)].map(Math.round);`;

await check("menus and page stay inside of every window", async () => {
  await browser.open("about:blank");
  await browser.open(page("results.html"));
  for (const [width, height] of [[1366, 768], [1024, 768], [768, 1024], [375, 667], [320, 568]]) {
    await browser.command("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 });
    await frames();
    assert.equal(await browser.run("return innerWidth;"), width);
    assert.deepEqual(await browser.run(kOverhang), [0, 0, 0], `closed at ${width}`);
    for (const menu of ["legend", "models"]) {
      await browser.click(`#${menu} summary`);
      await frames();
      assert.deepEqual(await browser.run(kOverhang), [0, 0, 0], `${menu} at ${width}`);
      if (menu === "legend") await screenshot(`legend-${width}.png`);
      await browser.press(keys.escape);
    }
  }
  await browser.command("Emulation.clearDeviceMetricsOverride", {});
});

await check("what is said of a file has no column of its own", async () => {
  await browser.open("about:blank");
  await browser.open(page("results.html"));
  const heads = await browser.run("return [...document.querySelectorAll('#matrix thead th')].map((h) => h.textContent);");
  assert.deepEqual(heads, ["Test", "hrf-direct", "hrf-indirect-relaxed", "rsp"]);
  assert.equal(await text("#models summary"), "Models (3 of 3)");
  assert.equal(await count("#models input"), 3);
  await setSearch("odd/unreadable");
  assert.equal(await browser.run("return document.querySelector('#matrix td.error').colSpan;"), 3);
  assert.equal(await count("#matrix tbody td"), 1);
  await browser.click("#matrix td.error");
  assert.equal(await text("#panel-title"), "unreadable.litmus · the file itself");
  await browser.press(keys.escape);
  assert.equal(await focused(), "0,0");
  await setSearch("odd/");
  await browser.run("document.querySelector('#matrix td[tabindex=\"0\"]').focus();");
  await browser.press(keys.right, keys.down, keys.down, keys.enter);
  assert.equal(await panelOpen(), true);
  await browser.press(keys.escape);
  await setSearch("");
});

await check("screenshots", async () => {
  for (const dark of [false, true]) {
    const name = dark ? "dark" : "light";
    await darkScheme(dark);
    await browser.open("about:blank");
    await browser.open(page("results.html"));
    await screenshot(`matrix-${name}.png`);
    await browser.open(`${page("results.html")}#litmus/rsp/fig14-case2.litmus/hrf-indirect-relaxed`);
    await frames();
    assert.equal(await panelOpen(), true);
    await screenshot(`result-${name}.png`);
    if (withGraphviz) {
      await browser.run("document.querySelector('.picture-head').scrollIntoView();");
      await screenshot(`picture-${name}.png`);
    }
    await setSearch("odd");
    await browser.click("#matrix td.orphan");
    await screenshot(`odd-${name}.png`);
    await browser.click("#legend summary");
    await screenshot(`legend-${name}.png`);
    await browser.open(page("wide.html"));
    await screenshot(`wide-${name}.png`);
  }
  await darkScheme(false);
});

await check("many models: letters in place of words, the whole word for those who hear it", async () => {
  await browser.open(page("wide.html"));
  const cell = await browser.run(
    "const c = document.querySelector('#matrix td'); return [c.innerText, c.getAttribute('aria-label')];");
  assert.deepEqual(cell, ["R", "family-00/test-00000.litmus, a-model-of-number-0: racy"]);
  const width = await browser.run("return document.getElementById('matrix').offsetWidth - innerWidth;");
  assert.ok(width < 0);
});

await check("10,000 tests", async () => {
  await browser.open(page("many.html"));
  assert.equal(await shownTests(), 10000);
  const built = await count("#matrix tbody tr");
  assert.ok(built > 20 && built < 1000, `${built} rows are built at first`);
  await setSearch("test-09999");
  assert.equal(await shownTests(), 1);
  await browser.click("#matrix tbody td");
  assert.ok((await text("pre.report")).startsWith("family-39/test-09999.litmus  ·  hrf-direct  ·  "));
  await browser.press(keys.escape);
  await setSearch("");
  await browser.run("document.querySelector('#pane').scrollTop = 1e9;");
  await frames();
  assert.ok(await count("#matrix tbody tr") > built);
  await browser.run("document.querySelector('#matrix td[tabindex=\"0\"]').focus();");
  await browser.press([keys.control, keys.end]);
  assert.equal(await focused(), "9999,2");
  await setFilter("racy");
  const racy = await shownTests();
  assert.ok(racy > 3000 && racy < 6000, `${racy} racy`);
});

await check("nothing on the console, nothing loaded but the pages", async () => {
  const messages = await browser.log("browser");
  assert.deepEqual(messages.map((m) => `${m.level}: ${m.message}`), []);
  const requests = (await browser.log("performance")).map((entry) => JSON.parse(entry.message).message)
    .filter((m) => m.method === "Network.requestWillBeSent").map((m) => m.params.request.url.split("#")[0]);
  assert.ok(requests.length > 0);
  const pages = new Set([page("results.html"), page("many.html"), page("wide.html"), "about:blank"]);
  assert.deepEqual(requests.filter((url) => !pages.has(url)), []);
});

await finish();
