// Uses the page of `hrfcheck serve` as a reader does.
//
//   node serve_test.mjs CHROMEDRIVER CHROMIUM HRFCHECK FOLDER      (in the source folder; screenshots go to FOLDER)
import { strict as assert } from "node:assert";
import { answerTests } from "./serve_answer_tests.mjs";
import { layoutTests } from "./serve_layout_tests.mjs";
import { Page } from "./serve_page.mjs";
import { runTests } from "./serve_run_tests.mjs";
import { textTests } from "./serve_text_tests.mjs";

const [chromedriver, chromium, hrfcheck, folder] = process.argv.slice(2);
const page = await Page.start({ chromedriver, chromium, hrfcheck, folder });
for (const tests of [textTests, answerTests, runTests, layoutTests]) await tests(page);

await page.check("nothing came from elsewhere, and nothing was refused by the page's own policy", async () => {
  const requested = (await page.browser.log("performance")).map((entry) => JSON.parse(entry.message).message)
    .filter((m) => m.method === "Network.requestWillBeSent").map((m) => m.params.request.url).filter((url) => /^(?:https?|wss?|ftp):/.test(url));
  assert.ok(requested.length > 20);
  assert.deepEqual(requested.filter((url) => !page.addresses.some((address) => url.startsWith(address))), []);
  const complaints = (await page.browser.log("browser")).map((entry) => entry.message).filter((m) => /Content Security Policy|Uncaught|TypeError|ReferenceError/.test(m));
  assert.deepEqual(complaints, []);
});
await page.stop();
console.log(page.failures === 0 ? "all passed" : `${page.failures} failed`);
process.exit(page.failures === 0 ? 0 : 1);
