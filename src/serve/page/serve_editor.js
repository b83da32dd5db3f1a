// A text: an ordinary text area, with its words painted behind it and marks at lines.
import { byId, make } from "./serve_dom.js";

const kWords = new RegExp([
  /(?<comment>\(\*[^]*?\*\)|\/\*[^]*?\*\/|\/\/[^\n]*)/, /(?<string>"[^"\n]*")/,
  /(?<claim>~?\b(?:exists|forall|locations|filter|terminates|expect|scopeTree|init)\b)/,
  /(?<number>\b\d+\b)/, /(?<word>[A-Za-z_][\w.]*)/,
].map((r) => r.source).join("|"), "g");
const kOrders = /^(?:.*[._])?(?:rlx|relaxed|acq|acquire|rel|release|ar|acq_rel|sc|seq_cst|rm_acq|rm_rel|rm_ar)(?:[._].*)?$/;
const kPadding = 8;   // above the first line, as the style sheet has it
const kLine = 20;     // height of a line, as the style sheet has it

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

const styled = (element, values) => {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(`--${name}`, value);
  return element;
};

/** @param box an element of class "editor", with its parts */
export function createEditor(box) {
  const area = box.querySelector("textarea");
  const paint = box.querySelector(".paint");
  const gutter = box.querySelector(".gutter");
  const marks = box.querySelector(".marks");
  let noted = [];      // {line, column?, kind: "error" | "warning" | "race"}
  let stepped = [];    // lines of the step that is shown
  let pointed = null;  // a line that something elsewhere on the page is about

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
    const classOf = (line) => ["line", worst.get(line), stepped.includes(line) ? "step" : ""].filter(Boolean).join(" ");
    gutter.replaceChildren(...Array.from({ length: lines }, (_, i) => make("span", { class: classOf(i + 1) }, `${i + 1}\n`)));
    const bar = (line, kind) => styled(make("div", { class: `mark ${kind}`, "data-line": line }), { line: line - 1 });
    marks.replaceChildren(...[...worst].filter(([line]) => line <= lines).map(([line, kind]) => bar(line, kind)),
      ...stepped.filter((line) => line <= lines).map((line) => bar(line, "step")),
      pointed !== null && pointed <= lines ? bar(pointed, "pointed") : "",
      ...noted.filter((n) => n.column && n.kind !== "race" && n.line <= lines).map((n) => {
        const word = /^(?:[\w.]+|[^\w\s])/.exec(area.value.slice(offsetOf(n.line, n.column)));
        return styled(make("div", { class: `caret ${n.kind}` }), { line: n.line - 1, column: n.column - 1, length: word ? word[0].length : 1 });
      }));
  }

  function draw() {
    paint.replaceChildren(...painted(area.value));
    drawMarks();
  }

  /** Scrolls the text, and nothing around it, so that a line can be seen. */
  function reveal(line) {
    const top = kPadding + (line - 1) * kLine;
    if (top < box.scrollTop || top + kLine > box.scrollTop + box.clientHeight) box.scrollTop = Math.max(0, top - box.clientHeight / 3);
  }

  const lineAt = (y) => Math.floor((y - marks.getBoundingClientRect().top - kPadding) / kLine) + 1;

  return {
    area,
    get text() { return area.value; },
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
    /** Another text than before. */
    load(text) {
      area.value = text;
      noted = [];
      stepped = [];
      pointed = null;
      draw();
      box.scrollTo(0, 0);
    },
    mark(list) {
      noted = list;
      drawMarks();
    },
    /** Marks the lines of a step that is shown elsewhere. */
    step(lines) {
      if (lines.length === 0 && stepped.length === 0) return;
      stepped = [...new Set(lines.filter(Boolean))];
      drawMarks();
      if (stepped.length > 0) reveal(stepped[0]);
    },
    point(line) {
      if (line === pointed) return;
      pointed = line;
      drawMarks();
      if (line !== null) reveal(line);
    },
    goTo(line, column = 1) {
      const at = offsetOf(line, column);
      area.focus();
      area.setSelectionRange(at, at);
      reveal(line);
    },
    focus() { area.focus(); },
    onChange(call) {
      area.addEventListener("input", () => {
        stepped = [];
        draw();
        call();
      });
    },
    /** Calls with the line that the reader points at, or has the caret in; with null where there is none. */
    onPoint(call) {
      area.addEventListener("mousemove", (event) => call(lineAt(event.clientY)));
      area.addEventListener("mouseleave", () => call(null));
      const atCaret = () => call(area.value.slice(0, area.selectionStart).split("\n").length);
      area.addEventListener("keyup", atCaret);
      area.addEventListener("click", atCaret);
      area.addEventListener("blur", () => call(null));
    },
  };
}

/** The parts of another editor, as the page has them for the test. */
export const editorBox = (label, messages) => make("div", { class: "editor" }, make("pre", { class: "gutter", "aria-hidden": "true" }),
  make("div", { class: "code" }, make("div", { class: "marks", "aria-hidden": "true" }), make("pre", { class: "paint", "aria-hidden": "true" }),
    make("textarea", { "aria-label": label, "aria-describedby": messages, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off" })));

/** The messages below a text, each with a way to its place. */
export function drawMessages(list, editor, diagnostics) {
  list.replaceChildren(...diagnostics.map((d) => make("li", { class: d.severity },
    d.line ? make("button", { class: "place", click: () => editor.goTo(d.line, d.column || 1) }, `line ${d.line}${d.column ? `:${d.column}` : ""}`) : "",
    ` ${d.message}`, d.hint ? make("span", { class: "faint" }, ` ${d.hint}`) : "")));
}

/** The text of the test. */
export const editor = createEditor(byId("text-test").querySelector(".editor"));
