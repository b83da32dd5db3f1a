// What the other scripts share: the data, elements, the theme, the tests.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

/** An element with attributes and children; text never becomes markup. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

// The theme: as the system has it until the reader chooses.
const systemDark = matchMedia("(prefers-color-scheme: dark)");
let theme = "auto";
try { theme = localStorage.getItem("hrfcheck-theme") || "auto"; } catch (e) { /* no storage for files */ }
function applyTheme() {
  const dark = theme === "dark" || (theme === "auto" && systemDark.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const button = byId("theme");
  button.textContent = `Colours: ${theme}`;
  button.setAttribute("aria-label", `Colours: ${theme === "auto" ? "system default" : theme}. Change`);
}
byId("theme").addEventListener("click", () => {
  theme = { auto: "light", light: "dark", dark: "auto" }[theme] || "auto";
  try { localStorage.setItem("hrfcheck-theme", theme); } catch (e) { /* the choice lasts for this visit */ }
  applyTheme();
});
systemDark.addEventListener("change", applyTheme);
applyTheme();

// Tests: path, folder, name, and the cells by model.
const tests = data.tests.map((entry, index) => {
  const path = entry[0];
  const slash = path.lastIndexOf("/");
  const cells = new Map();
  for (let i = 1; i < entry.length; i += 2) cells.set(entry[i], data.cells[entry[i + 1]]);
  return {
    index, path, cells, lowered: path.toLowerCase(),
    folder: slash < 0 ? "" : path.slice(0, slash), name: path.slice(slash + 1),
  };
});
// Rows without a model are about a file: it cannot be read, say. They have no column, their cell spans all.
const kFile = data.models.indexOf("");
const isOfFile = (test) => test.cells.has(kFile);
/** Models that were asked; others have only rows of an earlier run. */
const asked = new Set(tests.flatMap((test) => [...test.cells].filter(([, cell]) => cell.k !== "removed").map(([m]) => m)));
const models = data.models.map((_, m) => m).filter((m) => m !== kFile);
const modelName = (m) => data.models[m] || "the file itself";
const hidden = new Set();
const hasFailure = (cell) => cell.f === 1;
const isUndecided = (cell) => cell.k === "undecided" || cell.k === "vacuous" || cell.q === 1;
