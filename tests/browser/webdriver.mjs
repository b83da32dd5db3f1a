// A small client of the W3C WebDriver protocol, for what the page test needs; Node's own modules only.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const kElement = "element-6066-11e4-a52e-4f735466cecf";
export const keys = {
  enter: "\uE007", escape: "\uE00C", left: "\uE012", up: "\uE013", right: "\uE014", down: "\uE015", end: "\uE010",
  home: "\uE011", tab: "\uE004", control: "\uE009", pageDown: "\uE00F",
};

export class Browser {
  /** Starts chromedriver and in it a browser without a window. */
  static async start(chromedriver, chromium) {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), "hrfcheck-browser-"));
    browser.driver = spawn(chromedriver, ["--port=0"], { stdio: ["ignore", "pipe", "pipe"] });
    try {
      const port = await browser.#portOf(browser.driver);
      browser.address = `http://127.0.0.1:${port}/session`;
      const session = await browser.#call("POST", "", {
        capabilities: {
          alwaysMatch: {
            "goog:chromeOptions": {
              binary: chromium,
              args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1500,950",
                "--hide-scrollbars", `--user-data-dir=${browser.profile}`],
            },
            "goog:loggingPrefs": { browser: "ALL", performance: "ALL" },
          },
        },
      });
      browser.address += `/${session.sessionId}`;
      return browser;
    } catch (error) {
      await browser.stop();
      throw error;
    }
  }

  #portOf(driver) {
    return new Promise((resolve, reject) => {
      let said = "";
      const listen = (chunk) => {
        said += chunk;
        const found = /started successfully on port (\d+)/.exec(said);
        if (found) resolve(found[1]);
      };
      driver.stdout.on("data", listen);
      driver.stderr.on("data", listen);
      driver.on("error", reject);
      driver.on("exit", (code) => reject(new Error(`chromedriver ended with ${code}: ${said}`)));
      setTimeout(() => reject(new Error(`chromedriver does not start: ${said}`)), 30000).unref();
    });
  }

  async #call(method, path, body) {
    const response = await fetch(this.address + path, {
      method, body: body === undefined ? undefined : JSON.stringify(body), signal: AbortSignal.timeout(120000),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  open(url) { return this.#call("POST", "/url", { url }); }
  /** Runs the body of a function in the page, and returns what it returns. */
  run(script, ...args) { return this.#call("POST", "/execute/sync", { script, args }); }
  log(type) { return this.#call("POST", "/se/log", { type }); }
  async screenshot() { return Buffer.from(await this.#call("GET", "/screenshot"), "base64"); }
  /** A command of the Chrome DevTools protocol. */
  command(cmd, params) { return this.#call("POST", "/goog/cdp/execute", { cmd, params }); }

  async click(selector) {
    const element = await this.#call("POST", "/element", { using: "css selector", value: selector });
    await this.#call("POST", `/element/${element[kElement]}/click`, {});
  }

  /** Keys pressed one after the other where the focus is; an array is a chord. */
  async press(...pressed) {
    const actions = [];
    for (const one of pressed) {
      const chord = Array.isArray(one) ? one : [one];
      for (const value of chord) actions.push({ type: "keyDown", value });
      for (const value of [...chord].reverse()) actions.push({ type: "keyUp", value });
    }
    await this.#call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }
  type(text) { return this.press(...text); }

  async stop() {
    try {
      if (this.address && this.address.split("/session/").length > 1) await this.#call("DELETE", "");
    } catch (error) {
      // It is killed below.
    }
    if (this.driver && this.driver.exitCode === null) {
      const ended = new Promise((resolve) => this.driver.once("exit", resolve));
      this.driver.kill("SIGTERM");
      await ended;
    }
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
