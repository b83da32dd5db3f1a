// The panel with one result.
const linkOf = (test, model) =>
  `#${test.path.split("/").map(encodeURIComponent).join("/")}/${encodeURIComponent(data.models[model])}`;

function openActive() {
  const test = shown[active.row];
  const model = test && isOfFile(test) ? kFile : columns[active.column];
  if (test && test.cells.has(model)) open(test, model);
}

function fact(list, name, value) {
  if (value) list.append(make("dt", {}, name), make("dd", {}, value));
}

function reportText(test, model, cell) {
  return (cell.h ? `${test.path}  ·  ${data.models[model]}  ·  ` : "") + data.texts[cell.b];
}

function expectationsOf(cell) {
  const signs = { met: ["✓", "met"], failed: ["✘", "failed"], undecided: ["?", "undecided"], unsupported: ["–", "unsupported"], "not-asked": ["–", "not asked"] };
  return make("ul", { class: "expectations" }, ...cell.x.map(([outcome, source, property, scheduler, message]) => {
    const [sign, word] = signs[outcome];
    const item = make("li", { class: outcome }, make("span", { class: "sign", "aria-hidden": "true" }, sign),
      `${word}: ${property}${scheduler ? ` (scheduler ${scheduler})` : ""}${data.texts[source] === property ? "" : `, from ${data.texts[source]}`}`);
    if (data.texts[message]) item.append(make("span", { class: "message" }, data.texts[message]));
    return item;
  }));
}

function pictureOf(test, model, cell) {
  const card = make("div", { class: "picture", tabindex: "0" });
  const svg = document.importNode(new DOMParser().parseFromString(data.pictures[cell.p], "image/svg+xml").documentElement, true);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `An execution of ${test.path} under ${modelName(model)}; the text report contains the same information`);
  card.append(svg);
  const button = make("button", { type: "button" }, "Full size");
  const showWhole = (whole) => {
    card.classList.toggle("whole", whole);
    button.setAttribute("aria-pressed", String(whole));
  };
  button.addEventListener("click", () => showWhole(!card.classList.contains("whole")));
  // Many threads side by side would be too small to read.
  const kReadable = 0.6;
  const width = innerWidth <= 900 ? innerWidth : Math.min(Math.max(420, innerWidth * 0.52), 980);  // as panel.css has it
  showWhole(svg.viewBox.baseVal.width * 4 / 3 * kReadable > width);
  return [make("div", { class: "picture-head" }, make("h3", {}, "An execution"), button), card];
}

/** "race-free: the condition holds sometimes". */
function meaningOf(cell) {
  const answered = ["free", "plain", "seen", "unchecked"].includes(cell.k);
  const holds = answered ? `; the condition ${cell.w === "answered" || cell.o === "not checked" ? "was not checked" : `holds ${cell.w}`}` : "";
  return data.kinds[cell.k][1] + holds;
}

/** Why the final states are not all that can happen. */
function doubtOf(cell) {
  const open = cell.k === "undecided" || cell.q ? ", as far as found" : "";
  return cell.k === "racy" || cell.k === "undefined" ? `${open} among the consistent executions, not guaranteed` : open;
}

const kLeftOut = "They are not on this page, because this result needs no attention. A run with --details has those of all results.";

function fill(test, model, cell) {
  const parts = [];
  const verdict = make("p", {}, make("span", { class: `verdict ${cell.k}` }, cell.w + (cell.q ? " (search not complete)" : "")), ` ${meaningOf(cell)}`);
  const facts = make("dl", { class: "facts" });
  fact(facts, "Test", test.path);
  fact(facts, "Model", data.models[model]);
  if (cell.s !== "answered") fact(facts, "Status", cell.s);
  fact(facts, "Reason", cell.y !== undefined && data.texts[cell.y]);
  if (cell.k === "undecided") fact(facts, "Races", cell.r);
  fact(facts, "Expected", cell.a);
  if (cell.z) fact(facts, "Earlier run", changeText(cell));
  if (cell.c !== undefined) fact(facts, "Condition", `${data.texts[cell.c]}: ${cell.o}${doubtOf(cell)}`);
  facts.append(make("dt", {}, "Link"), make("dd", {}, make("a", { href: linkOf(test, model) }, "to this result")));
  parts.push(verdict, facts);
  if (cell.x) parts.push(make("h3", {}, "Expectations"), expectationsOf(cell));
  parts.push(...sourceOf(cell));
  if (cell.j) parts.push(make("h3", {}, "Report and picture"), make("p", { class: "note" }, kLeftOut));
  if (cell.b !== undefined) parts.push(make("h3", {}, "Report"), make("pre", { tabindex: "0", class: "report" }, reportText(test, model, cell)));
  if (cell.v !== undefined) parts.push(make("h3", {}, "Repair"), make("pre", { tabindex: "0", class: "report" }, data.texts[cell.v]));
  if (cell.p !== undefined) parts.push(...pictureOf(test, model, cell));
  else if (cell.e) parts.push(make("h3", {}, "An execution"), make("p", { class: "note" }, `No picture (${cell.e}).`));
  if (cell.g !== undefined) parts.push(make("h3", {}, "Schedulers"), make("pre", { tabindex: "0", class: "states" }, data.texts[cell.g]));
  if (cell.n !== undefined) parts.push(make("h3", {}, `Final states: ${cell.n}${doubtOf(cell)}`), make("pre", { tabindex: "0", class: "states" }, data.texts[cell.t] || "none"));
  byId("panel-body").replaceChildren(...parts);
}

function open(test, model, quietly) {
  opened = { test, model };
  byId("panel-title").textContent = `${test.name} · ${modelName(model)}`;
  fill(test, model, test.cells.get(model));
  byId("panel").hidden = false;
  byId("panel").scrollTop = 0;
  showMarks();
  const cell = markOpened();
  if (cell) reveal(cell);  // the matrix has become narrower
  byId("panel-title").focus({ preventScroll: true });
  if (!quietly) setHash(linkOf(test, model));
}

function close() {
  if (byId("panel").hidden) return false;
  const back = opened;
  opened = null;
  byId("panel").hidden = true;
  markOpened();
  setHash("");
  const row = shown.indexOf(back.test);
  const column = columnOf(back.model);
  if (row >= 0 && column >= 0) moveTo(row, column);
  else byId("search").focus();
  return true;
}
byId("close").addEventListener("click", close);

function setHash(hash) {
  try {
    history.replaceState(null, "", hash || location.pathname + location.search);
  } catch (e) {
    if (hash) location.hash = hash;
  }
}

/** Opens what the address names: #path/of/the.litmus/model. */
function followHash() {
  const hash = location.hash.slice(1);
  const slash = hash.lastIndexOf("/");
  if (slash < 0) return;
  let path, model;
  try {
    path = decodeURIComponent(hash.slice(0, slash));
    model = data.models.indexOf(decodeURIComponent(hash.slice(slash + 1)));
  } catch (e) {
    return;
  }
  const test = tests.find((t) => t.path === path && t.cells.has(model));
  if (!test) return;
  if (!shown.includes(test) || hidden.has(model)) {
    byId("search").value = "";
    byId("filter").value = test.cells.get(model).k === "removed" ? "removed" : "all";
    if (hidden.delete(model)) buildModels();
    refresh();
  }
  moveTo(shown.indexOf(test), columnOf(model));
  open(test, model, true);
}
addEventListener("hashchange", followHash);

