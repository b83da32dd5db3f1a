// Keys, names, contrast, and what is where at each width.
import { strict as assert } from "node:assert";
import { keys } from "./webdriver.mjs";

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
    if (!node.textContent.trim() || e.closest("script, svg, noscript, textarea, option, dialog:not([open]), :disabled") || !e.getClientRects().length) continue;
    const a = luminance(parse(getComputedStyle(e).color)), b = luminance(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    ++looked;
    if (ratio < 4.5) weak.add(node.textContent.trim() + ": " + ratio.toFixed(2));
  }
  return { weak: [...weak], looked };`;

/** What sticks out of the window or of its pane, panes that overlap, and words that lie over each other. */
const kCutOff = `
  const out = [];
  const wide = document.documentElement.clientWidth;
  const named = (e) => e.tagName + " " + e.textContent.trim().slice(0, 40);
  for (const e of document.querySelectorAll("header *, main button, main h2, main h3, main p, main td, main th, main label, main .badge")) {
    const box = e.getBoundingClientRect();
    if (!box.width || e.closest(".scroll, .canvas, .editor, .steps, [hidden]")) continue;
    if (box.right > wide + 1 || box.left < -1) out.push(named(e) + " " + Math.round(box.left) + ".." + Math.round(box.right));
    const pane = e.closest("main > section")?.getBoundingClientRect();
    if (pane && (box.right > pane.right + 1 || box.left < pane.left - 1)) out.push(named(e) + " sticks out of its pane");
  }
  for (const e of document.querySelectorAll("#models td, #models th, .verdicts td, .verdicts th")) if (e.getClientRects().length && e.scrollWidth > e.clientWidth + 1) out.push(named(e) + " is wider than its cell");
  for (const table of document.querySelectorAll("#models, .verdicts")) if (table.getClientRects().length && table.scrollWidth > table.closest(".scroll").clientWidth + 1) out.push("#" + table.id + " is " + table.scrollWidth + " wide in " + table.closest(".scroll").clientWidth);
  if (document.documentElement.scrollWidth > wide + 1) out.push("the page is " + document.documentElement.scrollWidth + " wide");
  const sections = [...document.querySelectorAll("main > section")].filter((s) => s.getClientRects().length && getComputedStyle(s).position === "static").map((s) => s.getBoundingClientRect());
  for (const [i, a] of sections.entries()) for (const b of sections.slice(i + 1))
    if (a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1) out.push("two panes overlap");
  const buttons = [...document.querySelectorAll("header button, .bar button, .bar label, [role=tab], #state")].filter((e) => e.getClientRects().length && !e.closest("dialog")).map((e) => [e, e.getBoundingClientRect()]);
  for (const [i, [e, a]] of buttons.entries()) for (const [f, b] of buttons.slice(i + 1))
    if (!e.contains(f) && !f.contains(e) && e.closest("main > section") === f.closest("main > section") && a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1 && !e.closest(".close") && !f.closest(".close")) out.push(named(e) + " and " + named(f) + " overlap");
  return out;`;

const kSizes = [["wide", 1440, 900], ["laptop", 1280, 800], ["middle", 1000, 800], ["tablet", 768, 1024], ["phone", 390, 844]];

/** A view, a test, the model that is open, and a part of it; without a part, a question. */
const kViews = [
  ["matrix", "litmus/rsp/fig14-case2.litmus", "", "matrix"], ["states", "litmus/rsp/fig14-case2.litmus", "rsp", "states"],
  ["races", "litmus/rsp/fig14-case2.litmus", "hrf-direct", "races"], ["progress", "litmus/progress/barrier-central-3.litmus"],
  ["machines", "litmus/machines/b3-own-group.litmus"],
];

export async function layoutTests(page) {
  const test = page.check.bind(page);

  await test("keys", async () => {
    await page.openTest("litmus/rsp/fig14-case2.litmus");
    await page.answered();
    await page.run("document.activeElement.blur();");
    await page.browser.press("?");
    assert.equal(await page.run("return document.getElementById('help').open;"), true);
    await page.browser.press(keys.escape);
    assert.equal(await page.run("return document.getElementById('help').open;"), false);
    await page.run("document.activeElement.blur();");
    await page.browser.press("m");
    const first = await page.run("return document.activeElement.textContent;");
    await page.browser.press(keys.down);
    assert.notEqual(await page.run("return document.activeElement.textContent;"), first);
    await page.browser.press(keys.enter);
    await page.present("#detail-panel");
    await page.run("document.activeElement.blur();");
    await page.browser.press("/");
    assert.equal(await page.run("return document.activeElement.id;"), "corpus-search");
    await page.browser.press(keys.escape);
    await page.browser.press("e");
    assert.equal(await page.run("return document.activeElement.id;"), "editor-text");
    assert.notEqual(await page.run("return getComputedStyle(document.querySelector('.editor')).boxShadow;"), "none");
    await page.browser.press(keys.escape);
    await page.browser.press("k");
    await page.until("a version that is kept", "return !document.getElementById('kept-bar').hidden;");
    await page.browser.press("2");
    assert.equal(await page.text("#questions [aria-selected=true]"), "Progress");
    await page.answered();
  });

  await test("names for screen readers", async () => {
    await page.openTest("litmus/rsp/fig14-case2.litmus");
    await page.answered();
    await page.openModel("rsp");
    await page.present(".canvas svg");
    const { nodes } = await page.browser.command("Accessibility.getFullAXTree", {});
    const unnamed = nodes.filter((n) => !n.ignored && ["button", "textbox", "searchbox", "tab", "link", "checkbox", "combobox", "image", "dialog", "tabpanel"].includes(n.role?.value) && !n.name?.value);
    assert.deepEqual(unnamed.map((n) => `${n.role.value} ${JSON.stringify(n.properties)}`), []);
    assert.ok(nodes.filter((n) => n.role?.value === "button").length > 20);
  });

  for (const [view, path, model, part] of kViews) {
    await test(`nothing is cut off or faint at any width: ${view}`, async () => {
      await page.size(...kSizes[0].slice(1));
      await page.openTest(path, part ? "" : `&q=${view}`);
      await page.answered();
      if (model) {
        await page.openModel(model);
        await page.part(part);
        await page.present(part === "states" ? ".canvas svg" : ".races");
      } else if (part) {
        await page.click("#overview-button");
      } else {
        await page.click("#question-panel tr.open button.model");  // which opens the sheet, where there is one
      }
      await page.until("all answers", "return !document.querySelector('.asked[aria-busy]');");
      for (const [name, pixels, height] of kSizes) {
        await page.size(pixels, height);
        await page.until(name, "return innerWidth === arguments[0];", pixels);
        for (const dark of [false, true]) {
          await page.darkScheme(dark);
          assert.deepEqual(await page.run(kCutOff), [], name);
          const contrast = await page.run(kWeakTexts);
          assert.ok(contrast.looked > 50);
          assert.deepEqual(contrast.weak, [], `${name}, ${dark ? "dark" : "light"}`);
          await page.screenshot(`${view}-${name}-${dark ? "dark" : "light"}`);
        }
      }
    });
  }

  await test("details are beside the table where there is room, and the picture is seen at once", async () => {
    for (const [name, pixels, height] of kSizes.filter(([, width]) => width > 780)) {
      await page.size(pixels, height);
      await page.openTest("litmus/rsp/fig14-case2.litmus");
      await page.answered();
      await page.openModel("rsp");
      await page.part("states");
      await page.present(".canvas svg");
      const [answer, detail, svg] = [await page.box("#answer"), await page.box("#detail"), await page.box(".canvas svg")];
      assert.ok(detail.left >= answer.right - 1, name);
      assert.ok(detail.bottom <= height + 1, name);
      assert.ok(svg.top > detail.top && svg.bottom <= height, `${name}: the picture is at ${svg.top}..${svg.bottom}`);
      assert.ok(svg.height > 200, `${name}: ${svg.height}`);
      // Also after another state is chosen.
      if ((await page.count("#detail-panel .steps li")) > 1) {
        const before = await page.text(".canvas svg");
        await page.click("#detail-panel .steps li:nth-child(2) button");
        await page.until("another picture", "const s = document.querySelector('.canvas svg'); return s && s.textContent !== arguments[0];", before);
        const again = await page.box(".canvas svg");
        assert.ok(again.top > 0 && again.bottom <= height, `${name}: ${again.top}..${again.bottom}`);
      }
    }
  });

  for (const [name, pixels, height] of kSizes.filter(([, width]) => width <= 780)) {
    await test(`a tap on a row shows its details: ${name}`, async () => {
      await page.size(pixels, height);
      await page.browser.command("Emulation.setTouchEmulationEnabled", { enabled: true });
      try {
        await page.openTest("litmus/rsp/fig14-case2.litmus");
        await page.answered();
        assert.equal(await page.run("return document.getElementById('detail').getClientRects().length;"), 0);
        await page.run("document.querySelector('#models button.model').scrollIntoView({ block: 'center' });");
        await page.tap("#models button.model");
        await page.present("#detail-panel");
        await page.part("states");
        await page.present(".canvas svg");
        const sheet = await page.box("#detail");
        assert.ok(sheet.top >= 0 && sheet.top < height / 2 && sheet.bottom <= height + 1 && sheet.width === pixels, JSON.stringify(sheet));
        const heading = await page.box("#detail-title");
        assert.ok(heading.top >= sheet.top && heading.bottom < height);
        await page.screenshot(`sheet-${name}`);
        await page.tap("#detail-close");
        await page.until("closed", "return document.getElementById('detail').getClientRects().length === 0;");
        await page.run("document.querySelector('#models tbody tr:last-child').scrollIntoView({ block: 'center' });");
        await page.tap("#models tbody tr:nth-last-child(2) td.number");
        await page.until("a sheet again", "return document.getElementById('detail').getClientRects().length > 0;");
        await page.browser.press(keys.escape);
        await page.until("closed", "return document.getElementById('detail').getClientRects().length === 0;");
      } finally {
        await page.browser.command("Emulation.setTouchEmulationEnabled", { enabled: false });
      }
    });
  }

  await test("on a phone names of schedulers are written upwards, and a tap on a mark says why", async () => {
    await page.size(390, 844);
    await page.openTest("litmus/progress/barrier-central-3.litmus", "&q=progress");
    await page.answered();
    assert.equal(await page.run("return document.getElementById('schedulers').getClientRects().length;"), 0);
    const name = await page.box("#scheduler-matrix .upright span");
    assert.ok(name.height > 1.5 * name.width, JSON.stringify(name));
    assert.match(await page.text("#scheduler-matrix thead"), /weak.*cuda/);
    await page.run("[...document.querySelectorAll('#scheduler-matrix button')].find((b) => b.textContent === 'N').click();");
    await page.shown("why", "#detail .why", "for ever");
    await page.screenshot("schedulers-phone");
    await page.openTest("litmus/rsp/fig14-case2.litmus");
    await page.answered();
    await page.click("#overview-button");
    const model = await page.box("#detail .matrix .upright > *");
    assert.ok(model.height > 1.2 * model.width, JSON.stringify(model));
  });

  await test("on a phone the corpus opens over the page, and closes", async () => {
    await page.size(390, 844);
    await page.openTest("litmus/rsp/fig14-case2.litmus");
    await page.answered();
    assert.equal(await page.run("return document.getElementById('corpus').getClientRects().length;"), 0);
    await page.click("#corpus-button");
    assert.equal((await page.box("#corpus")).width, 390);
    await page.screenshot("corpus-phone");
    await page.browser.press(keys.escape);
    assert.equal(await page.run("return document.getElementById('corpus').getClientRects().length;"), 0);
  });
}
