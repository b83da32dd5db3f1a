// The pages of documentation of the playground (playground/documentation.mjs), as files.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { inflateRawSync } from "node:zlib";

const plain = (text) => text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** All of them, by their paths in the site: {path, links, names}. */
export function documentationPages(site) {
  const files = readdirSync(join(site, "documentation"), { recursive: true }).filter((file) => file.endsWith(".html")).sort();
  return files.map((file) => {
    const path = `documentation/${file}`;
    const text = readFileSync(join(site, path), "utf8");
    return {
      path,
      links: [...text.matchAll(/<(?:a|link|img) [^>]*?(?:href|src)="([^"]*)"/g)].map(([, address]) => plain(address)),
      names: new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, name]) => name)),
    };
  });
}

/** What opens in the playground, as {page, test} of the corpus or {page, state} with a text. */
export function openedBy(pages) {
  return pages.flatMap(({ path: page, links }) => [...new Set(links)].flatMap((address) => {
    const [, hash] = /^(?:\.\.\/)+#(.*)$/.exec(address) ?? [];
    if (hash === undefined) return [];
    if (hash.startsWith("test=")) return [{ page, test: decodeURIComponent(hash.slice("test=".length)) }];
    return [{ page, state: JSON.parse(inflateRawSync(Buffer.from(hash.slice("t=".length), "base64url"))) }];
  }));
}

/** Links that lead to no file or heading of the site. */
export function brokenLinks(site, pages) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap(({ path, links }) => links.filter((address) => {
    if (/^(https?|mailto|data):/.test(address)) return false;
    const [to, fragment] = address.split("#");
    const file = to === "" ? path : posix.normalize(posix.join(posix.dirname(path), to));
    if (file === "./" || file === ".") return !existsSync(join(site, "index.html"));
    if (!existsSync(join(site, file))) return true;
    return fragment !== undefined && byPath.has(file) && !byPath.get(file).names.has(fragment);
  }).map((address) => `${path}: ${address}`));
}
