// Puts the playground together: the page of src/serve/page, what answers its questions in the browser, the module, the
// tests that it can read, and the documentation.
//
//   node make_site.mjs SOURCE MODULE-FOLDER GRAPHVIZ SITE      GRAPHVIZ: viz-standalone.js; without it there are no pictures
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Documentation } from "./documentation.mjs";

const [source, moduleFolder, graphviz, site] = process.argv.slice(2);
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
const kNotice = "hrfcheck runs in your browser, and no text leaves it. Litmus tests are read here, and kernels in OpenCL C and HIP; "
  + "there is no solver, so that large tests may stay undecided. <a href=\"documentation/docs/README.html\">Documentation</a>";

function pageText() {
  let text = readFileSync(join(pageFolder, "serve.html"), "utf8");
  text = replaced(text, '<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${kPolicy}">`);
  text = replaced(text, '<script type="module" src="serve_main.js"></script>',
    '<script type="module" src="playground_ask.js"></script>\n<script type="module" src="serve_main.js"></script>');
  return replaced(text, "</header>", `</header>\n<p class="note" id="playground-note">${kNotice}</p>`);
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
if (existsSync(graphviz)) copyFileSync(graphviz, join(site, "viz-standalone.js"));
for (const { file } of corpus) cpSync(join(source, file), join(site, "tests", file));
writeFileSync(join(site, "about.json"), JSON.stringify({ ...about, tests: corpus }));
const pages = new Documentation(source, join(site, "documentation"), corpus).write();
writeFileSync(join(site, "index.html"), pageText());  // last: it is what the build looks for
console.log(`${site}: ${corpus.length} tests, ${pages} pages of documentation`);
