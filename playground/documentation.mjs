// The documentation as pages beside the playground, so that its tests and kernels open there: README.md, everything in
// docs/, and what these link to.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { deflateRawSync } from "node:zlib";

const { marked } = createRequire(import.meta.url)("marked");

const kShown = /\.(svg|png|json)$/;  // what a browser shows under its own name
const kText = /\b(?:litmus|kernels|docs)\/[\w./+-]+\.(?:litmus|cl|hip)(?::[\w.-]+)?/g;
const kLanguages = { cl: "opencl", hip: "hip" };

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const up = (page) => "../".repeat(page.split("/").length);
const pageOf = (file) => file.replace(/\.md$/, ".html");

/** The page's state in its address, as src/serve/page/serve_link.js reads it. */
const withText = (t, k) => `#t=${deflateRawSync(JSON.stringify(k ? { t, k } : { t })).toString("base64url")}`;
const withTest = (path) => `#test=${encodeURIComponent(path).replaceAll("%2F", "/").replaceAll("%3A", ":")}`;

export class Documentation {
  /**
   * @param source the source folder
   * @param folder where pages are written to, in a folder of the site
   * @param tests {path, file, test} that the playground has
   */
  constructor(source, folder, tests) {
    this.source = source;
    this.folder = folder;
    this.tests = new Map(tests.map(({ path }) => [path, path]));
    for (const { path, file } of tests) if (!this.tests.has(file)) this.tests.set(file, path);  // a file stands for its first kernel
    this.written = new Set();
    this.waiting = [];
  }

  /** @returns how many pages there are */
  write() {
    this.ask("README.md");
    for (const file of readdirSync(join(this.source, "docs"), { recursive: true }).sort()) {
      if (file.endsWith(".md")) this.ask(`docs/${file}`);
    }
    let pages = 0;
    for (let file; (file = this.waiting.shift()); ++pages) this.writePage(file);
    return pages;
  }

  ask(file) {
    if (this.written.has(file)) return;
    this.written.add(file);
    this.waiting.push(file);
  }

  /** The address in the playground of a test or a kernel of the source folder; null if there is none. */
  opened(path) {
    const known = this.tests.get(path);
    if (known) return withTest(known);
    const [, file, kernel] = /^(.*?)(?::([\w.-]+))?$/.exec(path);
    const whole = join(this.source, file);
    if (!existsSync(whole) || !statSync(whole).isFile()) return null;
    const language = kLanguages[file.slice(file.lastIndexOf(".") + 1)];
    return withText(readFileSync(whole, "utf8"), language && { language, ...(kernel ? { kernel } : {}) });
  }

  writePage(file) {
    const page = pageOf(file);
    const text = readFileSync(join(this.source, file), "utf8");
    const title = /^# (.*)$/m.exec(text)?.[1].replaceAll("`", "") ?? file;
    const inLinks = new Set();
    const walkTokens = (token) => {
      if (token.type === "link") {
        for (const inside of token.tokens) inLinks.add(inside);
        const href = this.target(token.href, file);
        Object.assign(token, href === null ? { type: "html", text: marked.parseInline(token.text) } : { href });
      } else if (token.type === "image") {
        token.href = this.target(token.href, file);
      } else if (token.type === "code") {
        Object.assign(token, { type: "html", pre: false, text: this.block(token, page) });
      } else if (token.type === "codespan" && !inLinks.has(token)) {
        this.span(token, page);
      }
    };
    const body = marked.parse(text, { walkTokens });
    const target = join(this.folder, page);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · hrfcheck</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up(page)}playground_documentation.css">
</head>
<body>
<nav aria-label="hrfcheck"><a href="${up(page)}">Playground</a> <a href="${posix.relative(dirname(page), "README.html")}">hrfcheck</a>
<a href="${posix.relative(dirname(page), "docs/README.html")}">All pages</a></nav>
<main>
${body.replaceAll("<table>", '<div class="wide"><table>').replaceAll("</table>", "</table></div>")}</main>
</body>
</html>
`);
  }

  /** What a link of a page leads to; null where that is not in the site: then it is text. */
  target(href, from) {
    if (/^([a-z]+:|#)/.test(href)) return href;
    const [path, fragment] = href.split("#");
    const file = posix.normalize(posix.join(dirname(from), path)).replace(/\/$/, "");
    const whole = join(this.source, file);
    if (file.startsWith("..") || !existsSync(whole)) throw new Error(`${from}: ${href} leads nowhere`);
    if (statSync(whole).isDirectory()) return existsSync(join(whole, "README.md")) ? this.target(`${path.replace(/\/$/, "")}/README.md`, from) : null;
    const test = this.tests.get(file);
    if (test) return `${up(pageOf(from))}${withTest(test)}`;
    const beside = (name) => posix.relative(dirname(from), name) + (fragment ? `#${fragment}` : "");
    if (file.endsWith(".md")) {
      this.ask(file);
      return beside(pageOf(file));
    }
    const copy = kShown.test(file) ? file : `${file}.txt`;
    mkdirSync(dirname(join(this.folder, copy)), { recursive: true });
    copyFileSync(whole, join(this.folder, copy));
    return beside(copy);
  }

  /** A block of code, with links below it to the tests that are in it. */
  block({ text, lang }, page) {
    const links = [];
    if (lang === "litmus") links.push(["this test", withText(`${text}\n`)]);
    if (lang === "console") {
      const commands = text.split("\n").filter((line) => line.startsWith("$ hrfcheck")).join("\n");
      for (const path of new Set(commands.match(kText) ?? [])) {
        const address = this.opened(path);
        if (address) links.push([path, address]);
      }
    }
    const open = links.map(([name, address]) => `<a href="${up(page)}${escaped(address)}">${escaped(name)}</a>`);
    return `<pre><code>${escaped(text)}\n</code></pre>\n${open.length > 0 ? `<p class="open">Open in the playground: ${open.join(", ")}</p>\n` : ""}`;
  }

  /** The path of a test in the text is a link to it. */
  span(token, page) {
    const path = this.tests.get(token.text);
    if (path) Object.assign(token, { type: "html", text: `<a href="${up(page)}${escaped(withTest(path))}"><code>${token.text}</code></a>` });
  }
}
