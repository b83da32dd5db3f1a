"use strict";
(() => {
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
  const models = data.models.map((_, m) => m).filter((m) => m !== kFile);
  const modelName = (m) => data.models[m] || "the file itself";
  const hidden = new Set();
  const hasFailure = (cell) => cell.f === 1;
  const isUndecided = (cell) => cell.k === "undecided" || cell.k === "vacuous" || cell.q === 1;

  const filters = {
    all: () => true,
    failed: (cells) => cells.some(hasFailure),
    undecided: (cells) => cells.some(isUndecided),
    racy: (cells) => cells.some((cell) => cell.k === "racy"),
    differ: (cells) => {
      const answers = cells.filter((cell) => cell.g === undefined && ["racy", "undefined", "free", "plain", "unchecked"].includes(cell.k));
      return new Set(answers.map((cell) => `${cell.w} ${cell.t}`)).size > 1 ||
        new Set(answers.map((cell) => cell.k).filter((kind) => kind !== "plain" && kind !== "unchecked")).size > 1;
    },
    broken: (cells) => cells.some((cell) => ["crashed", "error", "orphan"].includes(cell.k)),
    unsupported: (cells) => cells.some((cell) => cell.k === "unsupported"),
  };

  // The matrix: rows are built as the reader comes to them.
  const kChunk = 150;
  const pane = byId("pane");
  const matrix = byId("matrix");
  let columns = [];   // models shown
  let shown = [];     // tests shown
  let built = 0;      // of these, rows that are there
  let lines = [];     // their row elements
  let body = null;
  let active = { row: 0, column: 0 };
  let opened = null;  // { test, model }

  function letterOf(cell) {
    return data.kinds[cell.k][0] || cell.w.charAt(0).toUpperCase();
  }

  function describe(test, model, cell) {
    if (!cell) return `${test.path}, ${modelName(model)}: not run`;
    const parts = [cell.w];
    if (cell.k === "free") parts.push("race-free");
    if (cell.q) parts.push("search not complete");
    if (cell.f) parts.push("failed expectation");
    return `${test.path}, ${modelName(model)}: ${parts.join(", ")}`;
  }

  function buildCell(test, model, rowIndex, columnIndex) {
    const cell = test.cells.get(model);
    const span = model === kFile ? Math.max(1, columns.length) : undefined;
    const td = make("td", { role: "gridcell", tabindex: "-1", colspan: span, "aria-label": describe(test, model, cell), "aria-colindex": columnIndex + 2 });
    td.dataset.row = rowIndex;
    td.dataset.column = columnIndex;
    if (!cell) {
      td.className = "none";
      td.textContent = " ";
      return td;
    }
    td.className = cell.k + (cell.f ? " fails" : "");
    td.title = meaningOf(cell) + (cell.f ? "; an expectation failed" : "");
    const before = cell.f ? "✘ " : "";
    const after = cell.q ? " ?" : "";
    td.append(make("span", { class: "word" }, before + cell.w + after), make("span", { class: "letter" }, before.trim() + letterOf(cell) + after.trim()));
    return td;
  }

  function buildMore(upTo) {
    const end = Math.min(shown.length, upTo);
    const fragment = document.createDocumentFragment();
    for (; built < end; ++built) {
      const test = shown[built];
      if (built === 0 || shown[built - 1].folder !== test.folder) {
        const count = folderCounts.get(test.folder);
        fragment.append(make("tr", { class: "folder", role: "row" },
          make("th", { colspan: columns.length + 1, scope: "rowgroup", role: "rowheader" },
            make("span", {}, `${test.folder || "."}/  (${count})`))));
      }
      const tr = make("tr", { role: "row", "aria-rowindex": built + 2 }, make("th", { scope: "row", role: "rowheader", "aria-colindex": 1, title: test.path }, test.name));
      if (isOfFile(test)) tr.append(buildCell(test, kFile, built, 0));
      else columns.forEach((model, c) => tr.append(buildCell(test, model, built, c)));
      lines.push(tr);
      fragment.append(tr);
    }
    body.append(fragment);
  }

  let folderCounts = new Map();

  function select() {
    const text = byId("search").value.trim().toLowerCase();
    const fits = filters[byId("filter").value];
    columns = models.filter((m) => !hidden.has(m));
    shown = tests.filter((test) => (!text || test.lowered.includes(text)) &&
      fits([kFile, ...columns].map((m) => test.cells.get(m)).filter((cell) => cell)));
    folderCounts = new Map();
    for (const test of shown) folderCounts.set(test.folder, (folderCounts.get(test.folder) || 0) + 1);
  }

  function buildHead() {
    const row = make("tr", { role: "row", "aria-rowindex": 1 }, make("th", { scope: "col", role: "columnheader", "aria-colindex": 1 }, "Test"));
    columns.forEach((m, c) => row.append(make("th", { scope: "col", role: "columnheader", "aria-colindex": c + 2 }, modelName(m))));
    matrix.tHead.replaceChildren(row);
    matrix.classList.toggle("narrow", columns.length > 8);
    matrix.setAttribute("aria-rowcount", shown.length + 1);
    matrix.setAttribute("aria-colcount", columns.length + 1);
  }

  function refresh() {
    select();
    buildHead();
    if (body) body.remove();
    body = make("tbody");
    matrix.append(body);
    built = 0;
    lines = [];
    pane.scrollTop = 0;
    buildMore(kChunk);
    byId("nothing").hidden = shown.length > 0;
    byId("shown").textContent = `${shown.length} of ${tests.length} tests shown`;
    active = { row: 0, column: 0 };
    const at = opened && shown.indexOf(opened.test);
    if (opened && at >= 0 && at < built && columnOf(opened.model) >= 0) active = { row: at, column: columnOf(opened.model) };
    markActive();
    markOpened();
  }

  /** The one cell of a file stands in the first column. */
  const columnOf = (model) => model === kFile ? 0 : columns.indexOf(model);

  function cellAt(row, column) {
    return lines[row] ? lines[row].children[isOfFile(shown[row]) ? 1 : column + 1] : undefined;
  }

  /** One cell of the matrix can be reached with Tab; the arrow keys move that. */
  function markActive() {
    for (const old of matrix.querySelectorAll('td[tabindex="0"]')) old.tabIndex = -1;
    const cell = cellAt(active.row, active.column);
    if (cell) cell.tabIndex = 0;
  }

  function markOpened() {
    for (const old of matrix.querySelectorAll("td.open")) old.classList.remove("open");
    if (!opened) return undefined;
    const row = shown.indexOf(opened.test);
    const column = columnOf(opened.model);
    const cell = row >= 0 && column >= 0 ? cellAt(row, column) : undefined;
    if (cell) cell.classList.add("open");
    return cell;
  }

  function moveTo(row, column) {
    if (!shown.length) return;
    row = Math.max(0, Math.min(shown.length - 1, row));
    column = Math.max(0, Math.min(columns.length - 1, column));  // in a line about a file: where one came from
    if (row >= built) buildMore(row + kChunk);
    active = { row, column };
    markActive();
    const cell = cellAt(row, column);
    if (!cell) return;  // no model is shown
    cell.focus({ preventScroll: true });
    reveal(cell);
  }

  /** Into sight, and not below the header cells that stay. */
  function reveal(cell) {
    const box = cell.getBoundingClientRect();
    const frame = pane.getBoundingClientRect();
    const top = frame.top + matrix.tHead.getBoundingClientRect().height + 4;
    const left = frame.left + cell.parentElement.firstChild.getBoundingClientRect().width + 4;
    if (box.top < top) pane.scrollTop -= top - box.top + box.height;
    else if (box.bottom > frame.bottom - 20) pane.scrollTop += box.bottom - frame.bottom + 20 + box.height;
    if (box.left < left) pane.scrollLeft -= left - box.left;
    else if (box.right > frame.right - 20) pane.scrollLeft += box.right - frame.right + 20;
  }

  matrix.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || !event.target.closest("td")) return;
    const page = Math.max(1, Math.floor(pane.clientHeight / 32) - 2);
    const { row, column } = active;
    const moves = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      PageUp: [row - page, column], PageDown: [row + page, column],
      Home: [event.ctrlKey ? 0 : row, 0], End: [event.ctrlKey ? shown.length - 1 : row, columns.length - 1],
    };
    if (moves[event.key]) {
      moveTo(...moves[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      openActive();
    } else {
      return;
    }
    event.preventDefault();
  });

  matrix.addEventListener("click", (event) => {
    const cell = event.target.closest("td");
    if (!cell) return;
    moveTo(Number(cell.dataset.row), Number(cell.dataset.column));
    openActive();
  });

  pane.addEventListener("scroll", () => {
    if (built < shown.length && pane.scrollTop + pane.clientHeight > pane.scrollHeight - 1200) buildMore(built + kChunk);
  }, { passive: true });
  addEventListener("resize", () => pane.dispatchEvent(new Event("scroll")));

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
    showWhole(svg.viewBox.baseVal.width * 4 / 3 * kReadable > Math.min(innerWidth, Math.max(420, innerWidth * 0.52), 980));
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

  function fill(test, model, cell) {
    const parts = [];
    const verdict = make("p", {}, make("span", { class: `verdict ${cell.k}` }, cell.w + (cell.q ? " (search not complete)" : "")), ` ${meaningOf(cell)}`);
    const facts = make("dl", { class: "facts" });
    fact(facts, "Test", test.path);
    fact(facts, "Model", data.models[model]);
    if (cell.s !== "answered") fact(facts, "Status", cell.s);
    fact(facts, "Reason", cell.y !== undefined && data.texts[cell.y]);
    if (cell.k === "undecided") fact(facts, "Races", cell.r);
    if (cell.c !== undefined) fact(facts, "Condition", `${data.texts[cell.c]}: ${cell.o}${doubtOf(cell)}`);
    facts.append(make("dt", {}, "Link"), make("dd", {}, make("a", { href: linkOf(test, model) }, "to this result")));
    parts.push(verdict, facts);
    if (cell.x) parts.push(make("h3", {}, "Expectations"), expectationsOf(cell));
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
      byId("filter").value = "all";
      if (hidden.delete(model)) buildModels();
      refresh();
    }
    moveTo(shown.indexOf(test), columnOf(model));
    open(test, model, true);
  }
  addEventListener("hashchange", followHash);

  // Controls.
  function buildModels() {
    const choices = byId("models").querySelector(".choices");
    choices.replaceChildren(...models.map((m) => {
      const box = make("input", { type: "checkbox" });
      box.checked = !hidden.has(m);
      box.addEventListener("change", () => {
        if (box.checked) hidden.delete(m);
        else hidden.add(m);
        countModels();
        refresh();
      });
      return make("label", {}, box, modelName(m));
    }));
    countModels();
  }
  function countModels() {
    byId("models").querySelector("summary").textContent = `Models (${models.length - hidden.size} of ${models.length})`;
  }

  byId("kinds").append(...Object.entries(data.kinds).map(([kind, [letter, meaning]]) =>
    make("li", {}, make("span", { class: `chip ${kind}` }, ["free", "plain", "seen", "unchecked"].includes(kind) ? "always …" : kind === "inapplicable" ? "· n/a" : `${letter} ${kind}`), meaning)),
    make("li", {}, make("span", { class: "chip" }, "✘"), "an expectation failed"),
    make("li", {}, make("span", { class: "chip" }, "…?"), "the search was not complete; what was found is valid"),
    make("li", {}, make("span", { class: "chip" }, "always …"), "always, sometimes, never: how often the test's condition holds (A, S, N where there is little room)"));

  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  byId("search").addEventListener("input", refresh);
  byId("filter").addEventListener("change", refresh);

  addEventListener("keydown", (event) => {
    const typing = event.target.closest && event.target.closest("input, select, textarea");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      byId("search").focus();
      byId("search").select();
    } else if (event.key === "Escape") {
      const menu = document.querySelector("details[open]");
      if (menu) {
        menu.open = false;
        menu.querySelector("summary").focus();
      } else if (!close() && event.target === byId("search") && byId("search").value) {
        byId("search").value = "";
        refresh();
      }
    }
  });
  addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  // Menus stay inside of the window, wherever their buttons stand.
  function placeMenus() {
    for (const details of document.querySelectorAll("details[open]")) {
      const menu = details.querySelector(".choices, .legend");
      menu.style.left = "0px";
      const kEdge = 12;
      const box = menu.getBoundingClientRect();
      const right = Math.min(0, document.documentElement.clientWidth - kEdge - box.right);
      menu.style.left = `${Math.max(right, kEdge - box.left)}px`;
    }
  }
  for (const details of document.querySelectorAll("details")) details.addEventListener("toggle", placeMenus);
  addEventListener("resize", placeMenus);

  byId("controls").hidden = false;
  buildModels();
  refresh();
  followHash();
})();
