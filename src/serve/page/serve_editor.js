// The text of a test: an ordinary text area, with its words painted behind it and marks at lines.
import { byId, make } from "./serve_dom.js";

const kWords = new RegExp([
  /(?<comment>\(\*[^]*?\*\)|\/\*[^]*?\*\/|\/\/[^\n]*)/, /(?<string>"[^"\n]*")/,
  /(?<claim>~?\b(?:exists|forall|locations|filter|terminates|expect|scopeTree|init)\b)/,
  /(?<number>\b\d+\b)/, /(?<word>[A-Za-z_][\w.]*)/,
].map((r) => r.source).join("|"), "g");
const kOrders = /^(?:.*[._])?(?:rlx|relaxed|acq|acquire|rel|release|ar|acq_rel|sc|seq_cst|rm_acq|rm_rel|rm_ar)(?:[._].*)?$/;

const area = byId("editor-text");
const paint = document.querySelector(".paint");
const gutter = document.querySelector(".gutter");
const marks = document.querySelector(".marks");
const language = byId("language-choice");
let test = "";   // which one, of a file of the corpus with several
let noted = [];  // {line, column?, kind: "error" | "warning" | "race", text}

const kindOf = (match) => {
  const groups = match.groups;
  const kind = ["comment", "string", "claim", "number"].find((name) => groups[name] !== undefined);
  return kind || (kOrders.test(match[0]) ? "order" : "");
};

function painted(text) {
  const parts = [];
  let done = 0;
  for (const match of text.matchAll(kWords)) {
    const kind = kindOf(match);
    if (!kind) continue;
    if (match.index > done) parts.push(text.slice(done, match.index));
    parts.push(make("span", { class: kind }, match[0]));
    done = match.index + match[0].length;
  }
  parts.push(text.slice(done), "\n");
  return parts;
}

const offsetOf = (line, column) => {
  const lines = area.value.split("\n");
  let offset = 0;
  for (let i = 0; i < Math.min(line - 1, lines.length); ++i) offset += lines[i].length + 1;
  return Math.min(area.value.length, offset + Math.max(0, column - 1));
};

function drawMarks() {
  const worst = new Map();
  for (const { line, kind } of noted) {
    if (line && (!worst.has(line) || kind === "error")) worst.set(line, kind);
  }
  const lines = area.value.split("\n").length;
  gutter.replaceChildren(...Array.from({ length: lines }, (_, i) =>
    make("span", { class: worst.has(i + 1) ? `line ${worst.get(i + 1)}` : "line" }, `${i + 1}\n`)));
  marks.replaceChildren(...[...worst].filter(([line]) => line <= lines).map(([line, kind]) => {
    const mark = make("div", { class: `mark ${kind}` });
    mark.style.setProperty("--line", line - 1);
    return mark;
  }), ...noted.filter((n) => n.column && n.kind !== "race" && n.line <= lines).map((n) => {
    const from = offsetOf(n.line, n.column);
    const word = /^(?:[\w.]+|[^\w\s])/.exec(area.value.slice(from));
    const caret = make("div", { class: `caret ${n.kind}` });
    caret.style.setProperty("--line", n.line - 1);
    caret.style.setProperty("--column", n.column - 1);
    caret.style.setProperty("--length", word ? word[0].length : 1);
    return caret;
  }));
}

function draw() {
  paint.replaceChildren(...painted(area.value));
  drawMarks();
}

export const editor = {
  get text() { return area.value; },
  /** What every question begins with. */
  get subject() {
    return { text: area.value, ...(test ? { test } : {}), ...(language.value ? { language: language.value } : {}) };
  },
  /** Of a kernel: "hip", or "" where its words decide. */
  get language() { return language.value; },
  onLanguage(call) { language.addEventListener("change", call); },
  /** Replaces all of it; the browser's undo leads back. */
  replace(text) {
    if (text === area.value) return;
    area.focus({ preventScroll: true });
    area.select();
    // The only way to change a text so that it can be undone.
    if (!document.execCommand("insertText", false, text) || area.value !== text) area.value = text;
    area.setSelectionRange(0, 0);
    draw();
  },
  /** Another test than before. */
  load(text, name = "", ofKernel = "") {
    area.value = text;
    language.value = ofKernel;
    if (language.selectedIndex < 0) language.value = "";
    test = name;
    noted = [];
    draw();
    area.closest(".editor").scrollTo(0, 0);
  },
  mark(list) {
    noted = list;
    drawMarks();
  },
  goTo(line, column = 1) {
    const at = offsetOf(line, column);
    area.focus();
    area.setSelectionRange(at, at);
    marks.style.setProperty("--line", line - 1);
  },
  focus() { area.focus(); },
  onChange(call) {
    area.addEventListener("input", () => {
      draw();
      call();
    });
  },
};
