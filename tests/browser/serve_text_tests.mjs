// Texts: the test, its errors, the corpus, links, launches, models and machines of one's own, versions.
import { strict as assert } from "node:assert";
import { keys } from "./webdriver.mjs";

const kKernel = `kernel void publish(global int* data, global atomic_int* flag, global int* result) {
  if (get_global_id(0) == 0) {
    data[0] = N;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else {
    if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) result[0] = data[0];
  }
}
`;

export async function textTests(page) {
  const { check } = page;
  const test = check.bind(page);

  await test("a test of one's own is checked as the page opens, and its racing lines are marked", async () => {
    await page.open(page.address);
    await page.answered();
    assert.ok((await page.count("#models tbody tr")) > 5);
    assert.equal(await page.text("#models caption"), "exists (1:r0=1 /\\ 1:r1=0)");
    assert.ok((await page.count(".mark.race")) >= 2);
    assert.ok((await page.count(".gutter .race")) >= 2);
    assert.equal((await page.rowOf("hrf-direct"))[1], "racy");
    // Of a racy test nothing is promised, and the table says so.
    assert.equal(await page.run("return [...document.querySelectorAll('#models tbody tr')].every((r) => /racy/.test(r.cells[1].textContent) === /\\*/.test(r.cells[2].textContent));"), true);
    assert.match(await page.text("#question-panel"), /any outcome is possible/);
  });

  await test("the answer follows the text, and no mark of the older text stays", async () => {
    const before = await page.source();
    await page.write(before.replace("st.rel.wg", "st.rel.cmp").replace("ld.acq.wg", "ld.acq.cmp"));
    await page.raceWord("hrf-direct", "race-free");
    assert.equal(await page.count(".mark.race"), 0);
  });

  await test("an error stands at its place, and goes with the text that it is about", async () => {
    const right = await page.source();
    await page.write(right.replace("ld r1, data", "lod r1, data"));
    await page.present("#messages .error");
    assert.match(await page.run("return document.querySelector('.caret.error').getAttribute('style');"), /--line: 6/);
    await page.click("#messages .place");
    assert.equal(await page.run("const a = document.getElementById('editor-text'); return a.value.slice(a.selectionStart, a.selectionStart + 3);"), "lod");
    // As soon as the text is another one, whatever is asked about it.
    const left = await page.run("const a = document.getElementById('editor-text'); a.value = arguments[0]; a.dispatchEvent(new Event('input')); return [document.querySelectorAll('#messages li').length, document.querySelectorAll('.caret').length];", right);
    assert.deepEqual(left, [0, 0]);
    await page.answered();
    assert.equal(await page.count("#messages .error"), 0);
    await page.write(right.replace("ld r1, data", "lod r1, data"));
    await page.click("#question-progress");
    await page.present("#messages .error");
    await page.openTest("litmus/progress/barrier-central-3.litmus", "&q=progress");
    await page.answered();
    assert.equal(await page.count("#messages .error"), 0);
  });

  await test("an answer to the text before the last change says so until the new one comes", async () => {
    await page.openTest("litmus/rsp/fig14-case2.litmus");
    await page.answered();
    assert.equal(await page.run("return document.getElementById('stale').hidden;"), true);
    const [shown, faint] = await page.run("const a = document.getElementById('editor-text'); a.value += '\\n'; a.dispatchEvent(new Event('input')); return [!document.getElementById('stale').hidden, document.getElementById('question-panel').classList.contains('outdated')];");
    assert.deepEqual([shown, faint], [true, true]);
    await page.answered();
    assert.equal(await page.run("return document.getElementById('stale').hidden && !document.querySelector('.outdated');"), true);
  });

  await test("the corpus: families, search, and what is known of a test", async () => {
    await page.openTest("litmus/hrf/t02-mp-wg-two-groups.litmus");
    await page.answered();
    assert.equal(await page.text("#editor-title"), "t02-mp-wg-two-groups.litmus");
    assert.equal(await page.count("#tour-list li"), 5);
    assert.equal(await page.text("#corpus-list .test[aria-current] .name"), "t02-mp-wg-two-groups");
    assert.match(await page.text("#corpus-list .test[aria-current] .badge"), /racy/);
    await page.run("const s = document.getElementById('corpus-search'); s.value = 'rsp fig14'; s.dispatchEvent(new Event('input'));");
    assert.ok((await page.count("#corpus-list .test")) > 0);
    assert.equal(await page.run("return [...document.querySelectorAll('#corpus-list .test')].every((t) => t.dataset.path.includes('rsp') && t.dataset.path.includes('fig14'));"), true);
  });

  await test("a link holds the text", async () => {
    await page.open(page.address);
    await page.answered();
    const mine = (await page.source()).replace("HSA MP", "HSA Größe<b>☃");
    await page.write(mine);
    const link = await page.until("a link", "return location.hash.startsWith('#t=') && location.href;");
    await page.open(link);
    await page.until("the text", "return document.getElementById('editor-text').value.includes('☃');");
    assert.equal(await page.source(), mine);
    await page.browser.open("about:blank");
    await page.browser.open(`${page.address}#t=AAAA`);
    await page.until("a complaint", "return document.getElementById('state').textContent !== '';");
  });

  await test("a kernel: its launch, inputs and constants are fields, and part of the link", async () => {
    await page.open(page.address);
    await page.answered();
    await page.write(kKernel);
    assert.match(await page.text("#messages"), /not launched/);
    assert.equal(await page.run("return document.getElementById('launch').open;"), true);
    await page.fill("launch-launch", "2x1");
    await page.fill("launch-defines", "N=4");
    await page.fill("launch-init", "data = 7; result = 42");
    await page.answered();
    await page.raceWord("opencl", "race-free");
    await page.openModel("opencl");
    await page.part("states");
    assert.match(await page.text("#detail-panel .steps"), /result(\[0\])?=42/);
    assert.match(await page.text("#detail-panel .steps"), /result(\[0\])?=4\b/);
    const link = await page.run("return location.href;");
    await page.open(link);
    await page.answered();
    assert.deepEqual(await page.run("return ['launch', 'defines', 'init'].map((name) => document.getElementById('launch-' + name).value);"), ["2x1", "N=4", "data = 7; result = 42"]);
    assert.equal((await page.rowOf("opencl"))[1], "race-free");
    // Another test begins without them.
    await page.openTest("litmus/hrf/t01-mp-wg.litmus");
    await page.answered();
    assert.equal(await page.run("return document.getElementById('launch-launch').value;"), "");
  });

  const addOwn = async (source, name) => {
    await page.click("#own-button");
    await page.run("const s = document.getElementById('own-source'); s.value = arguments[0]; s.dispatchEvent(new Event('change'));", source);
    await page.run("document.getElementById('own-name').value = arguments[0];", name);
    await page.click("#own-add");
  };

  await test("a model of one's own is a row beside the installed ones, and in the link", async () => {
    await page.openTest("litmus/hrf/t02-mp-wg-two-groups.litmus");
    await page.answered();
    await addOwn("model sc", "sc");
    assert.match(await page.text("#own-message"), /is installed/);
    await page.run("document.getElementById('own-name').value = 'mine';");
    await page.click("#own-add");
    await page.present("#text-model-mine textarea");
    await page.answered();
    assert.match((await page.run("return document.querySelector('#models tbody tr').cells[0].textContent;")), /^mine yours$/);
    await page.openModel("mine");
    await page.part("states");
    await page.present(".canvas svg");
    // A weaker model allows more.
    const states = async () => Number((await page.rowOf("mine"))[3]);
    const strong = await states();
    await page.write('"nothing is forbidden"\n', "#text-model-mine textarea");
    await page.answered();
    assert.ok((await states()) > strong);
    const link = await page.run("return location.href;");
    await page.open(link);
    await page.answered();
    assert.equal(await page.text("#editor-title"), "t02-mp-wg-two-groups.litmus");
    assert.ok((await states()) > strong);
  });

  await test("a mistake in a model of one's own stands below it, and costs no other row", async () => {
    const rows = await page.count("#models tbody tr[data-key]");
    await page.write('"mine"\nlet a = rf | | co\nacyclic a', "#text-model-mine textarea");
    await page.present("#text-model-mine .messages .error");
    assert.match(await page.text("#text-model-mine .messages"), /line 2:/);
    assert.equal(await page.count("#messages .error"), 0);
    assert.match(await page.run("return document.querySelector('#text-model-mine .caret.error').getAttribute('style');"), /--line: 1/);
    await page.answered();
    assert.equal(await page.count("#models tbody tr[data-key]"), rows - 1);
    await page.write('"mine"\ninclude "/etc/passwd"', "#text-model-mine textarea");
    await page.present("#text-model-mine .messages .error");
    assert.doesNotMatch(await page.text("#text-model-mine .messages"), /root/);
    await page.clickText("#text-model-mine button", "Remove");
    await page.answered();
    assert.equal(await page.count("#models tbody tr[data-key]"), rows - 1);
    assert.equal(await page.run("return location.hash.startsWith('#test=');"), true);
  });

  await test("a machine of one's own is a row beside the installed ones", async () => {
    await page.openTest("litmus/machines/b3-own-group.litmus", "&q=machines");
    await page.answered();
    await addOwn("machine rsp-fix", "mine");
    await page.present("#text-machine-mine textarea");
    await page.answered();
    const row = () => page.run("const r = document.querySelector('#machines tbody tr'); return [...r.cells].map((c) => c.textContent);");
    assert.equal((await row())[0], "mine yours");
    assert.match((await row())[1], /keeps the promise/);
    await page.write("machine mine\nlike rsp-fix\nwithout no-such-rule", "#text-machine-mine textarea");
    await page.present("#text-machine-mine .messages .error");
    assert.match(await page.text("#text-machine-mine .messages"), /line 3:/);
    await page.answered();
  });

  await test("two versions: rows of both where they differ, what changed, and back", async () => {
    await page.open(page.address);
    await page.answered();
    const first = await page.source();
    await page.click("#keep-button");
    await page.answered();
    assert.match(await page.text("#kept-bar"), /as it was kept/);
    assert.match(await page.text("#question-panel"), /No answer differs/);
    await page.write(first.replace("st.rel.wg", "st.rel.cmp").replace("ld.acq.wg", "ld.acq.cmp"));
    await page.answered();
    await page.present("#models tr.kept");
    assert.match(await page.text("#kept-bar"), /4 lines changed/);
    const [now, kept] = await page.run("const r = [...document.querySelectorAll('#models tbody tr')].find((r) => r.querySelector('button.model')?.textContent === 'hrf-direct'); return [r, r.nextSibling].map((r) => r.cells[1].textContent);");
    assert.deepEqual([now, kept], ["race-free", "racy"]);
    await page.click("#only-changed");
    assert.equal(await page.run("return [...document.querySelectorAll('#models tbody tr')].every((r) => r.classList.contains('changed') === (r.getClientRects().length > 0));"), true);
    await page.openModel("hrf-direct");
    await page.part("beside");
    assert.match(await page.text(".beside"), /only now.*only in the kept version/);
    assert.match(await page.text(".beside"), /st data, 1/);
    await page.clickText("#kept-bar button", "Show");
    assert.equal(await page.count("#detail .diff .added"), 2);
    assert.equal(await page.count("#detail .diff .removed"), 2);
    const link = await page.run("return location.href;");
    await page.open(link);
    await page.answered();
    await page.present("#models tr.kept");
    await page.clickText("#kept-bar button", "Go back");
    await page.raceWord("hrf-direct", "racy");
    assert.equal(await page.source(), first);
    await page.clickText("#kept-bar button", "Stop comparing");
    await page.answered();
    assert.equal(await page.run("return document.getElementById('kept-bar').hidden;"), true);
  });

  await test("hostile texts are text", async () => {
    await page.open(page.address);
    await page.answered();
    for (const hostile of ["<img src=x onerror=document.title='broken'><script>document.title='broken'</script>", "HSA </textarea><script>document.title='broken'</script>\n{ x=0; }\n P0@wg 0 ;\n st x, 1 ;\nexists (x=1)", "\u0000\u202e", "(*".repeat(20000), "x".repeat(300000)]) {
      await page.write(hostile);
      assert.equal(await page.count("main script, main img"), 0);
      assert.notEqual(await page.run("return document.title;"), "broken");
    }
    assert.match(await page.text("#question-panel"), /longer than 262144 bytes/);
    await page.run("document.getElementById('editor-text').focus();");
    await page.browser.press([keys.control, "z"]);
  });
}
