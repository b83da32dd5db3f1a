// The answer of all models, and what one of them says.
import { strict as assert } from "node:assert";
import { kPatience, pause, workersOf } from "./serve_page.mjs";
import { keys } from "./webdriver.mjs";

export async function answerTests(page) {
  const test = page.check.bind(page);

  await test("all models × final states, until one of them is chosen", async () => {
    await page.openTest("litmus/rsp/fig14-case2.litmus");
    await page.answered();
    await page.present("#detail .matrix");
    assert.equal(await page.count("#detail .matrix thead th"), await page.run("return [...document.querySelectorAll('#models tbody tr')].filter((r) => r.cells[3] && r.cells[3].textContent !== '0').length;"));
    // A mark opens its model at that state.
    const wanted = await page.run("const cell = [...document.querySelectorAll('.matrix tbody tr')].at(-1).querySelector('.mark-yes'); const state = cell.parentElement.cells[0].textContent; cell.click(); return state;");
    await page.present("#detail-panel .steps [aria-current]");
    assert.equal(await page.text("#detail-panel .steps [aria-current] code"), wanted);
    await page.click("#overview-button");
    await page.present("#detail .matrix");
  });

  await test("a model: final states with pictures, arrows switched off", async () => {
    await page.openTest("litmus/rsp/fig14-case2.litmus");
    await page.answered();
    await page.openModel("rsp");
    await page.part("states");
    await page.present(".canvas svg");
    assert.ok((await page.count(".canvas svg g.edge")) > 2);
    assert.equal(await page.count(".canvas svg script, .canvas svg a, .canvas svg [style]"), 0);
    const first = await page.text(".canvas svg");
    if ((await page.count(".steps li")) > 1) {
      await page.clickText(".stepper button", "Next");
      await page.until("another picture", "const s = document.querySelector('.canvas svg'); return s && s.textContent !== arguments[0];", first);
    }
    const label = await page.text(".switches label");
    await page.click(".switches input");
    assert.ok((await page.count(".canvas .off")) > 0, label);
    await page.click(".switches input");
    assert.equal(await page.count(".canvas .off"), 0);
  });

  await test("a picture with further relations of the model", async () => {
    const before = await page.count(".canvas svg g.edge");
    const show = (names) => page.run("const i = document.querySelector('.relations'); i.value = arguments[0]; i.dispatchEvent(new Event('change'));", names);
    await show("no-such");
    await page.shown("a complaint", ".pictured .failure", "no-such");
    await page.clickText(".pictured button", "without these relations");
    await page.present(".pictured figure");
    await show("so");
    await page.shown("the relation in the legend", ".canvas svg", "\\bso\\b");
    assert.ok((await page.count(".canvas svg g.edge")) >= before);
    // It stays when another state is chosen.
    const first = await page.text(".canvas svg");
    await page.click("#detail-panel .steps button:not([aria-current])");
    await page.until("another picture", "const s = document.querySelector('.canvas svg'); return s && s.textContent !== arguments[0];", first);
    assert.match(await page.text(".canvas svg"), /\bso\b/);
  });

  await test("a line and its events: who points at one, sees the other", async () => {
    await page.openTest("litmus/rsp/fig14-case2.litmus", "&m=rsp");
    await page.answered();
    await page.present(".canvas g.node.linked");
    await page.point(".canvas g.node.linked");
    await page.present(".mark.pointed");
    const line = Number(await page.run("return document.querySelector('.mark.pointed').dataset.line;"));
    const name = await page.text(".canvas g.node.linked title");
    const words = await page.run("return [...document.querySelector('.canvas g.node.linked').querySelectorAll('text')].map((t) => t.textContent.replace(/\\s+/g, ' ').trim());");
    const source = (await page.source()).split("\n")[line - 1];
    assert.ok(words.some((word) => word.length > 1 && source.includes(word.replace(/…$/, ""))), `${name}: ${words} in ${source}`);
    await page.run("const a = document.getElementById('editor-text'); const at = a.value.split('\\n').slice(0, arguments[0] - 1).join('\\n').length + 1; a.focus(); a.setSelectionRange(at, at);", line);
    await page.browser.press(keys.right);
    await page.present(".canvas g.node.lit");
    await page.run("document.activeElement.blur();");
    await page.until("nothing pointed at", "return !document.querySelector('.canvas g.node.lit');");
  });

  await test("a model: races with reasons, and a repair that a click applies", async () => {
    await page.openTest("litmus/rsp/fig14-case2.litmus");
    await page.answered();
    await page.openModel("hrf-direct");
    await page.part("races");
    await page.present(".races li");
    assert.match(await page.text(".races"), /st\.rel\.wg L, 0/);
    assert.match(await page.text(".races"), /released to wg 0/);
    await page.clickText("#detail-panel button", "Find the cheapest repair");
    await page.present(".diff");
    const before = await page.source();
    await page.clickText("#detail-panel button", "Apply");
    const after = await page.source();
    assert.notEqual(after, before);
    assert.match(after, /st\.rel\.cmp L, 0/);
    await page.raceWord("hrf-direct", "race-free");
    assert.equal(await page.text("#editor-title"), "fig14-case2.litmus, edited");
    await page.run("document.getElementById('editor-text').focus();");
    await page.browser.press([keys.control, "z"]);
    assert.equal(await page.source(), before);
    await page.answered();
  });

  await test("a model: weaker orders and scopes that do, and why a final state is allowed", async () => {
    await page.openTest("litmus/rsp/fig14-case2.litmus");
    await page.answered();
    await page.openModel("rsp");
    await page.part("races");
    await page.clickText("#detail-panel button", "Find weaker orders");
    await page.shown("an answer", "#detail-panel", "cost|No order and no scope");
    await page.part("states");
    await page.clickText("#detail-panel summary", "Why this final state");
    await page.present("#detail-panel details[open] pre.report");
    assert.match(await page.text("#detail-panel details pre.report"), /allowed/);
  });

  await test("a model: why, and beside another", async () => {
    await page.openTest("litmus/rsp/fig14-case2.litmus");
    await page.answered();
    await page.openModel("hsa");
    await page.part("why");
    await page.present("pre.report");
    assert.match(await page.text("pre.report"), /1:r0=0/);
    await page.part("beside");
    await page.run("const s = document.getElementById('beside'); s.value = 'hrf-direct'; s.dispatchEvent(new Event('change'));");
    assert.match(await page.text(".beside"), /only hsa.*only hrf-direct/);
    assert.match(await page.text(".beside"), /1:r0=0 {2}1:r1=0/);
  });

  await test("rows come one after the other, those of the default models first", async () => {
    await page.open(page.address);
    await page.answered();
    await page.run(`
      const rows = [];
      window.rowsSeen = rows;
      new MutationObserver(() => {
        const names = [...document.querySelectorAll('#models tbody tr[data-key] button.model')].map((b) => b.textContent);
        if (names.join() !== (rows.at(-1) || []).join()) rows.push(names);
      }).observe(document.getElementById('question-panel'), { childList: true, subtree: true });`);
    await page.click("#check-button");
    await page.answered();
    const seen = (await page.run("return window.rowsSeen;")).filter((names) => names.length > 0);
    assert.ok(seen.length >= 2, JSON.stringify(seen));
    const [first] = seen;
    const last = seen.at(-1);
    assert.ok(first.length < last.length);
    assert.deepEqual(last.slice(0, first.length), first);
  });

  await test("a test that takes long: model by model, a worker that is killed is one row, and Cancel ends the others", async () => {
    const hasty = await page.serve("--timeout", "2");
    const workers = () => workersOf(hasty.process);
    try {
      await page.openTest("litmus/simt/listing09-warp-lock.litmus", "", hasty.address);
      // A worker may have answered already when it is killed: then it is tried again.
      for (let tries = 1; ; ++tries) {
        await page.until("single models", "return /one by one/.test(document.getElementById('state').textContent);");
        for (let killed = false; !killed && !(await page.run("return document.getElementById('cancel-button').hidden;"));) {
          const before = workers();
          await pause(50);
          const working = workers().find((pid) => before.includes(pid));
          if (working !== undefined) {
            process.kill(working, "SIGKILL");
            killed = true;
          }
        }
        await page.answered();
        if (/signal 9/.test(await page.text("#models"))) break;
        assert.ok(tries < 10, "no worker was at work when it was killed");
        await page.click("#check-button");
      }
      assert.ok((await page.count("#models tbody tr[data-key]")) > 5);
      await page.click("#check-button");
      await page.until("workers", "return !document.getElementById('cancel-button').hidden;");
      while (workers().length === 0) await pause(20);
      await page.click("#cancel-button");
      assert.equal(await page.text("#state"), "Cancelled");
      for (const end = Date.now() + kPatience; workers().length > 0;) {
        assert.ok(Date.now() < end, "workers go on");
        await pause(50);
      }
    } finally {
      hasty.process.removeAllListeners("exit");
      hasty.process.kill("SIGKILL");
    }
  });
}
