// Puts the playground together: the page of src/serve/page, what answers its questions in the browser, the module, and
// the tests that it can read.
//
//   node make_site.mjs SOURCE MODULE-FOLDER SITE
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const [source, moduleFolder, site] = process.argv.slice(2);
const pageFolder = join(source, "src/serve/page");
const ownFolder = join(source, "playground/page");

/** Files below a folder, as paths from there. */
function filesBelow(folder, path = "") {
  return readdirSync(join(folder, path)).sort().flatMap((name) => {
    const inside = path ? `${path}/${name}` : name;
    return statSync(join(folder, inside)).isDirectory() ? filesBelow(folder, inside) : [inside];
  });
}

/** The module, with the files of the corpus in its file system. */
async function loadedModule() {
  const wasm = readFileSync(join(moduleFolder, "hrfcheck.wasm"));
  const hrfcheck = createRequire(import.meta.url)(join(moduleFolder, "hrfcheck.js"));
  const module = await hrfcheck({ wasmBinary: wasm });
  for (const folder of ["litmus", "kernels"]) {
    for (const file of filesBelow(join(source, folder))) {
      const path = `/${folder}/${file}`;
      module.FS.mkdirTree(dirname(path));
      module.FS.writeFile(path, readFileSync(join(source, path)));
    }
  }
  return module;
}

/** A piece of the page, which must be there, replaced. */
function replaced(text, piece, by) {
  if (text.split(piece).length !== 2) throw new Error(`serve.html: '${piece}' is not there once`);
  return text.replace(piece, by);
}

const kPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
  + "connect-src 'self'; base-uri 'none'; form-action 'none'";
const kNotice = "This is the playground: hrfcheck runs in your browser, and no text leaves it. CUDA C++, PTX and SPIR-V of compilers, and kernels "
  + "that need a preprocessor are not read here, and there is no solver, so that large tests may stay undecided where "
  + "hrfcheck on your machine decides them. <a href=\"documentation.html\">Tests that the documentation shows</a>";

function pageText() {
  let text = readFileSync(join(pageFolder, "serve.html"), "utf8");
  text = replaced(text, '<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${kPolicy}">`);
  text = replaced(text, '<script type="module" src="serve_main.js"></script>',
    '<script type="module" src="playground_ask.js"></script>\n<script type="module" src="serve_main.js"></script>');
  return replaced(text, "</header>", `</header>\n<p class="note" id="playground-note">${kNotice}</p>`);
}

// ---- The tests that the documentation shows.

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Tests that a page names by their paths, in the order in which it does. */
function testsNamed(text, known) {
  const named = text.match(/\b(litmus|kernels)\/[\w./+-]+\.(litmus|cl|hip)(:[\w.-]+)?/g) ?? [];
  const all = named.flatMap((path) => (known.has(path) ? [path] : [...known].filter((one) => one.startsWith(`${path}:`))));
  return [...new Set(all)];
}

function documentationPage(tests) {
  const known = new Set(tests.map(({ path }) => path));
  const pages = ["README.md", ...filesBelow(join(source, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];
  const parts = pages.map((page) => [page, readFileSync(join(source, page), "utf8")]).map(([page, text]) => {
    const title = /^# (.*)$/m.exec(text)?.[1] ?? page;
    const items = testsNamed(text, known).map((path) => `<li><a href="./#test=${path.split("/").map(encodeURIComponent).join("/")}">${escaped(path)}</a></li>`);
    return items.length > 0 ? `<h2>${escaped(title)} <small>${page}</small></h2>\n<ul>\n${items.join("\n")}\n</ul>` : "";
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tests that the documentation shows · hrfcheck</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="playground_documentation.css">
</head>
<body>
<h1>Tests that the documentation shows</h1>
<p>Each opens in <a href="./">the playground</a>.</p>
${parts.filter(Boolean).join("\n")}
</body>
</html>
`;
}

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
const module = await loadedModule();
const about = JSON.parse(module.ccall("hrfcheck_about", "string", [], []));
const corpus = JSON.parse(module.ccall("hrfcheck_corpus", "string", [], []));
for (const folder of [pageFolder, ownFolder]) {
  for (const file of filesBelow(folder).filter((name) => /\.(js|css)$/.test(name))) copyFileSync(join(folder, file), join(site, basename(file)));
}
for (const file of ["hrfcheck.js", "hrfcheck.wasm"]) copyFileSync(join(moduleFolder, file), join(site, file));
for (const { file } of corpus) cpSync(join(source, file), join(site, "tests", file));
writeFileSync(join(site, "about.json"), JSON.stringify({ ...about, tests: corpus }));
writeFileSync(join(site, "documentation.html"), documentationPage(corpus));
writeFileSync(join(site, "index.html"), pageText());  // last: it is what the build looks for
console.log(`${site}: ${corpus.length} tests`);
