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
  parts.push(...besides(cell));
  return `${test.path}, ${modelName(model)}: ${parts.join(", ")}`;
}

/** What was expected and what it was before, beside the answer. */
function besides(cell) {
  const parts = [];
  if (cell.a) parts.push(`expected ${cell.a}`);
  if (cell.z) parts.push(changeText(cell));
  return parts;
}

/** "was never", "new". */
function changeText(cell) {
  const [kind, answer, ...notes] = cell.z;
  const was = answer.replace(/^(Always|Sometimes|Never|Undecided)/, (word) => word.toLowerCase());
  const text = kind === "new" ? "new" : was === cell.w ? `was ${was}, too` : `was ${was}`;
  return [text, ...notes].join("; ");
}

/** Every expectation that was asked is met. */
function isMet(cell) {
  return cell.x !== undefined && cell.x.some(([outcome]) => outcome === "met") && cell.x.every(([outcome]) => outcome === "met" || outcome === "not-asked");
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
  for (const text of besides(cell)) {
    td.append(make("span", { class: "beside" }, isMet(cell) && text.startsWith("expected") ? `✓ ${text}` : text));
  }
  return td;
}

function buildMore(upTo) {
  const end = Math.min(shown.length, upTo);
  const fragment = document.createDocumentFragment();
  for (; built < end; ++built) {
    const test = shown[built];
    if (built === 0 || groupOf(shown[built - 1]) !== groupOf(test)) {
      const section = sections[test.section];
      fragment.append(make("tr", { class: section ? "folder trouble" : "folder", role: "row" },
        make("th", { colspan: columns.length + 1, scope: "rowgroup", role: "rowheader" },
          make("span", {}, `${section ? `✘ ${section}: ` : ""}${test.folder || "."}/  (${groupCounts.get(groupOf(test))})`))));
    }
    const tr = make("tr", { role: "row", "aria-rowindex": built + 2 }, make("th", { scope: "row", role: "rowheader", "aria-colindex": 1, title: test.path }, test.name));
    if (isOfFile(test)) tr.append(buildCell(test, kFile, built, 0));
    else columns.forEach((model, c) => tr.append(buildCell(test, model, built, c)));
    lines.push(tr);
    fragment.append(tr);
  }
  body.append(fragment);
}

let groupCounts = new Map();
const groupOf = (test) => `${test.section} ${test.folder}`;

function select() {
  const text = byId("search").value.trim().toLowerCase();
  const [, fits] = filters.get(chosenFilter());
  columns = models.filter((m) => !hidden.has(m) && (asked.has(m) || chosenFilter() === "removed"));
  shown = [];
  groupCounts = new Map();
  for (const test of tests) {
    const cells = [kFile, ...columns].map((m) => test.cells.get(m)).filter((cell) => cell);
    if ((text && !test.lowered.includes(text)) || !fits(cells)) continue;
    test.section = sectionOf(cells);
    shown.push(test);
    groupCounts.set(groupOf(test), (groupCounts.get(groupOf(test)) || 0) + 1);
  }
  shown.sort((a, b) => a.section - b.section || a.index - b.index);
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
  markFilter();
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

