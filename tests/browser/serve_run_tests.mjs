// Hangs and traces, step by step; other forms.
import { strict as assert } from "node:assert";

export async function runTests(page) {
  const test = page.check.bind(page);
  const lineOfStep = () => page.run("return [...document.querySelectorAll('.mark.step')].map((m) => Number(m.dataset.line));");

  await test("progress: why a hang happens, and its schedule with the lines of the text", async () => {
    await page.openTest("litmus/progress/barrier-central-3.litmus", "&q=progress");
    await page.answered();
    assert.match(await page.text("#schedulers"), /obe.*may hang/);
    assert.match(await page.text("#detail .why"), /spins on .* for ever/);
    assert.match(await page.text("#detail .why"), /owed a step/);
    const steps = await page.count(".steps li");
    assert.equal(await page.text(".stepper .faint"), `step 1 of ${steps}`);
    const [first] = await lineOfStep();
    const instruction = await page.text(".steps [aria-current] code");
    assert.ok((await page.source()).split("\n")[first - 1].includes(instruction), instruction);
    await page.run("document.activeElement.blur();");
    await page.browser.press("]");
    assert.match(await page.text(".stepper .faint"), /^step 2 of/);
    await page.browser.press("[");
    assert.match(await page.text(".stepper .faint"), /^step 1 of/);
    assert.ok((await page.count(".threads:not(.memory) tr")) >= 3);
    // What a step has written is marked, and was something else before.
    for (let i = 1; i < steps && (await page.count(".memory ins")) === 0; ++i) await page.browser.press("]");
    assert.equal(await page.count(".memory tr.acts"), 1);
    assert.notEqual(await page.text(".memory ins"), await page.text(".memory del"));
    await page.click("#question-models");
    await page.until("no step", "return document.querySelector('.mark.step') === null;");
  });

  await test("progress: what platforms promise, and a scheduler that is chosen is in the link", async () => {
    await page.openTest("litmus/progress/cuda-two-clusters.litmus", "&q=progress");
    await page.answered();
    await page.present("#platforms");
    assert.match(await page.text("#platforms"), /cudamay hang.*cuda-cooperativeterminates/);
    await page.run("[...document.querySelectorAll('#platforms button.model')].find((b) => b.textContent === 'cuda').click();");
    await page.shown("the hang", "#detail .why", "not owed a step|owed");
    assert.match(await page.text("#detail-title"), /may hang cuda/);
    const link = await page.run("return location.href;");
    assert.match(link, /m=cuda$/);
    await page.open(link);
    await page.answered();
    assert.match(await page.text("#detail-title"), /may hang cuda/);
    await page.run("[...document.querySelectorAll('#platforms button.model')].find((b) => b.textContent === 'cuda-cooperative').click();");
    assert.match(await page.text("#detail"), /Every schedule that this scheduler may choose/);
  });

  await test("machines: rows as they come, and the step after which it goes wrong", async () => {
    await page.openTest("litmus/machines/b3-own-group.litmus", "&q=machines");
    await page.answered();
    assert.ok((await page.count("#machines tbody tr[data-key]")) > 3);
    await page.run("[...document.querySelectorAll('#machines button.model')].find((b) => b.textContent === 'rsp-lit').click();");
    await page.shown("the machine", "#detail-title", "breaks the promise rsp-lit against rsp");
    assert.match(await page.text(".steps"), /here it goes wrong/);
    assert.equal((await lineOfStep()).length, 1);
    await page.run("document.activeElement.blur();");
    for (let i = 0; (await page.count(".contents ins")) === 0 && i < (await page.count(".steps li")); ++i) await page.browser.press("]");
    assert.ok((await page.count(".contents ins")) > 0);
    assert.ok((await page.count("#detail tr.acts")) > 0);
    await page.run("[...document.querySelectorAll('#machines button.model')].find((b) => b.textContent === 'rsp-fix').click();");
    await page.shown("another machine", "#detail-title", "keeps the promise rsp-fix");
    await page.run("const s = document.getElementById('against-choice'); s.value = 'sc'; s.dispatchEvent(new Event('change'));");
    await page.until("another model", "return /against sc/.test(document.getElementById('detail-title')?.textContent || '');");
    await page.answered();
  });

  await test("other forms: another dialect", async () => {
    await page.openTest("litmus/hrf/t20s-sb-sc.litmus", "&q=forms");
    await page.clickText("#question-panel button", "ptx");
    await page.present("#detail pre.report");
    assert.match(await page.text("#detail pre.report"), /^PTX/);
    await page.clickText("#detail button", "Edit this");
    assert.match(await page.source(), /^PTX/);
    await page.answered();
  });
}
