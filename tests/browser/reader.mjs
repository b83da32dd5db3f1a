// What the tests of report pages share: a browser, and what a reader sees and does.
import { strict as assert } from "node:assert";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser } from "./webdriver.mjs";

const [chromedriver, chromium, folderArgument] = process.argv.slice(2);
const folder = resolve(folderArgument);
export const page = (name) => pathToFileURL(join(folder, name)).href;
export const browser = await Browser.start(chromedriver, chromium);
let failures = 0;

/** Runs one check; after one that failed the next begins afresh with a page. */
export async function check(name, test) {
  try {
    await test();
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failures;
    console.log(`FAILED  ${name}\n${error.stack}`);
    await browser.open("about:blank");
    await browser.open(page("results.html"));
  }
}

/** Ends the browser and the program. */
export async function finish() {
  await browser.stop();
  console.log(failures === 0 ? "all well" : `${failures} failed`);
  process.exit(failures === 0 ? 0 : 1);
}

export const text = (selector) => browser.run("const e = document.querySelector(arguments[0]); return e && e.textContent;", selector);
export const count = (selector) => browser.run("return document.querySelectorAll(arguments[0]).length;", selector);
export const panelOpen = () => browser.run("return !document.getElementById('panel').hidden;");
export const focused = () => browser.run("const d = document.activeElement; return d.dataset.row === undefined ? d.id : `${d.dataset.row},${d.dataset.column}`;");
export const shownTests = async () => Number((await text("#shown")).split(" ")[0]);

export async function setSearch(value) {
  await browser.run("const s = document.getElementById('search'); s.value = arguments[0]; s.dispatchEvent(new Event('input'));", value);
}
export async function setFilter(value) {
  await browser.run("const s = document.getElementById('filter'); s.value = arguments[0]; s.dispatchEvent(new Event('change'));", value);
}
export async function screenshot(name) {
  const file = join(folder, name);
  writeFileSync(file, await browser.screenshot());
  assert.ok(existsSync(file));
}
/** Until the page has seen what happened. */
export const frames = () => browser.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));");
export async function darkScheme(dark) {
  await browser.command("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }],
  });
  await frames();
}

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
  const weak = [];
  let looked = 0;
  for (const menu of document.querySelectorAll("details")) menu.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const e = node.parentElement;
    if (!node.textContent.trim() || e.closest("script, svg, noscript") || !e.getClientRects().length) continue;
    const a = luminance(parse(getComputedStyle(e).color)), b = luminance(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    ++looked;
    if (ratio < 4.5) weak.push(node.textContent.trim() + ": " + ratio.toFixed(2));
  }
  for (const menu of document.querySelectorAll("details")) menu.open = false;
  return { weak, looked, background: getComputedStyle(document.body).backgroundColor };`;

export async function checkContrast(dark) {
  await darkScheme(dark);
  const result = await browser.run(kWeakTexts);
  assert.ok(result.looked > 100, `only ${result.looked} texts`);
  assert.deepEqual(result.weak, []);
  const [red] = result.background.match(/\d+/g).map(Number);
  assert.equal(red < 128, dark);
}

