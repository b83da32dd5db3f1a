// The page of `hrfcheck serve` in a browser: what the tests of it say and look at.
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "./webdriver.mjs";

// Nothing is waited for so long; it is what ends a test that hangs.
export const kPatience = Number(process.env.SERVE_PATIENCE || 300) * 1000;
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The processes that a server has started and that still run. */
export function workersOf(server) {
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

export class Page {
  failures = 0;
  addresses = [];  // of all servers

  static async start({ chromedriver, chromium, hrfcheck, folder }) {
    const page = new Page();
    Object.assign(page, { hrfcheck, folder });
    // What is asked of it has answers, however busy the machine is.
    const { process: server, address } = await page.serve("--timeout", "240");
    Object.assign(page, { server, address, browser: await Browser.start(chromedriver, chromium) });
    return page;
  }

  /** A server, and where its page is. */
  async serve(...options) {
    const process = spawn(this.hrfcheck, ["serve", "--port", "0", "--corpus", "litmus", ...options], { stdio: ["ignore", "pipe", "inherit"] });
    const address = await new Promise((resolve, reject) => {
      let said = "";
      process.stdout.on("data", (chunk) => {
        said += chunk;
        const found = /http:\S+/.exec(said);
        if (found) resolve(found[0]);
      });
      process.on("exit", (code) => reject(new Error(`hrfcheck serve ended with ${code}: ${said}`)));
    });
    this.addresses.push(address);
    return { process, address };
  }

  async check(name, test) {
    if (process.env.SERVE_ONLY && !name.includes(process.env.SERVE_ONLY)) return;
    try {
      await test();
      console.log(`ok      ${name}`);
    } catch (error) {
      ++this.failures;
      console.log(`FAILED  ${name}\n${error.stack}`);
      await this.screenshot(`failed-${this.failures}`);
    }
  }

  run(script, ...args) { return this.browser.run(script, ...args); }
  text(selector) { return this.run("const e = document.querySelector(arguments[0]); return e && e.textContent;", selector); }
  count(selector) { return this.run("return document.querySelectorAll(arguments[0]).length;", selector); }
  source() { return this.run("return document.getElementById('editor-text').value;"); }
  click(selector) { return this.run("document.querySelector(arguments[0]).click();", selector); }
  clickText(selector, wanted) { return this.run("const e = [...document.querySelectorAll(arguments[0])].find((e) => e.textContent.includes(arguments[1])); if (!e) throw new Error('no ' + arguments[1]); e.click();", selector, wanted); }
  box(selector) { return this.run("const { left, top, right, bottom, width, height } = document.querySelector(arguments[0]).getBoundingClientRect(); return { left, top, right, bottom, width, height };", selector); }

  /** Until a condition in the page holds. */
  async until(what, script, ...args) {
    const end = Date.now() + kPatience;
    for (;;) {
      const found = await this.run(script, ...args);
      if (found) return found;
      if (Date.now() > end) throw new Error(`not within ${kPatience} ms: ${what}; state: ${await this.text("#state")}`);
      await pause(50);
    }
  }
  answered() { return this.until("an answer", "return document.getElementById('cancel-button').hidden && / in [0-9.]+ s$/.test(document.getElementById('state').textContent);"); }
  present(selector) { return this.until(selector, "return document.querySelector(arguments[0]) !== null;", selector); }
  shown(what, selector, pattern) { return this.until(what, "return new RegExp(arguments[1]).test(document.querySelector(arguments[0])?.textContent || '');", selector, pattern); }

  /** Types over a text, and waits for the answer. */
  async write(value, selector = "#editor-text") {
    await this.run("const a = document.querySelector(arguments[0]); a.value = arguments[1]; a.dispatchEvent(new Event('input'));", selector, value);
    await this.until("asked", "return document.getElementById('state').textContent !== '' && document.getElementById('cancel-button').hidden;");
  }
  async fill(id, value) {
    await this.run("const e = document.getElementById(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('change'));", id, value);
    await this.until("asked", "return document.getElementById('state').textContent !== '' && document.getElementById('cancel-button').hidden;");
  }
  async open(address) {
    await this.browser.open("about:blank");
    await this.browser.open(address);
    await this.present("#questions [aria-selected=true]");
  }
  openTest(path, wanted = "", at = this.address) { return this.open(`${at}#test=${path}${wanted}`); }
  async openModel(name) {
    await this.until(name, "return [...document.querySelectorAll('#models button.model')].some((b) => b.textContent === arguments[0]);", name);
    await this.run("[...document.querySelectorAll('#models button.model')].find((b) => b.textContent === arguments[0]).click();", name);
    await this.present("#detail-panel");
  }
  part(name) { return this.click(`#part-${name}`); }
  /** The words of a model's row: "racy", "Sometimes *". */
  rowOf(name) { return this.run("const r = [...document.querySelectorAll('#models tbody tr')].find((r) => r.querySelector('button.model')?.textContent === arguments[0]); return r && [...r.cells].map((c) => c.textContent);", name); }
  raceWord(name, word) { return this.until(`${name} ${word}`, "return [...document.querySelectorAll('#models tbody tr:not(.kept)')].some((r) => r.querySelector('button.model')?.textContent === arguments[0] && r.cells[1].textContent === arguments[1]);", name, word); }

  async darkScheme(dark) {
    await this.browser.command("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    await this.until("the theme", "return document.documentElement.dataset.theme === arguments[0];", dark ? "dark" : "light");
  }
  size(width, height) { return this.browser.command("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false }); }
  async screenshot(name) { writeFileSync(join(this.folder, `${name}.png`), await this.browser.screenshot()); }
  /** A finger's tap in the middle of an element that can be seen. */
  async tap(selector) {
    const { left, top, width, height } = await this.box(selector);
    const point = { x: left + Math.min(width, 60) / 2, y: top + height / 2 };
    await this.browser.command("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
    await this.browser.command("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
  /** Moves the mouse to the middle of an element. */
  async point(selector) {
    const { left, top, width, height } = await this.box(selector);
    await this.browser.command("Input.dispatchMouseEvent", { type: "mouseMoved", x: left + width / 2, y: top + height / 2 });
  }

  async stop() {
    await this.browser.stop();
    await this.check("Ctrl-C ends the server", async () => {
      this.server.removeAllListeners("exit");
      const status = new Promise((resolve) => this.server.once("exit", (code, signal) => resolve([code, signal])));
      this.server.kill("SIGINT");
      assert.deepEqual(await status, [0, null]);
    });
    if (this.server.exitCode === null) this.server.kill("SIGKILL");
  }
}
