// A version of the text that is kept, and what differs from it.
import { byId, counted, make } from "./serve_dom.js";
import { racesOf, conditionOf, stateWord } from "./serve_verdict.js";

const kMostCells = 4e6;  // of a comparison line by line
let kept = null;  // {fields: of a question, launch: as the address has it}

/** @returns [" " | "-" | "+", line] for each line of two texts */
export function lineDiff(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) ++head;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) ++tail;
  const [x, y] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const same = (line) => [" ", line];
  return [...a.slice(0, head).map(same), ...middle(x, y), ...a.slice(a.length - tail).map(same)];
}

function middle(x, y) {
  if (x.length * y.length > kMostCells) return [...x.map((line) => ["-", line]), ...y.map((line) => ["+", line])];
  // longest[i][j]: of the common lines of what is left.
  const longest = Array.from({ length: x.length + 1 }, () => new Uint32Array(y.length + 1));
  for (let i = x.length - 1; i >= 0; --i) {
    for (let j = y.length - 1; j >= 0; --j) longest[i][j] = x[i] === y[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
  }
  const result = [];
  for (let i = 0, j = 0; i < x.length || j < y.length;) {
    if (i < x.length && j < y.length && x[i] === y[j]) {
      result.push([" ", x[i]]);
      ++i;
      ++j;
    } else if (j >= y.length || (i < x.length && longest[i + 1][j] >= longest[i][j + 1])) {
      result.push(["-", x[i++]]);
    } else {
      result.push(["+", y[j++]]);
    }
  }
  return result;
}

const kClass = { "-": "removed", "+": "added", " ": "" };

/** A diff of the text that is kept and the present one. */
export const diffView = (text) => make("pre", { class: "diff" }, ...lineDiff(kept.fields.text, text).map(([kind, line]) => make("span", { class: kClass[kind] }, `${kind} ${line}\n`)));

const statesOf = (result) => result.outcomes.map((o) => stateWord(o.state)).sort().join("; ");

/** Whether two versions have different answers under a model. */
export const isChanged = (before, now) => racesOf(before)[1] !== racesOf(now)[1] || conditionOf(before)[1] !== conditionOf(now)[1] || statesOf(before) !== statesOf(now);

export const versions = {
  get kept() { return kept; },
  keep(fields, launch) { kept = { fields, launch }; },
  drop() { kept = null; },
  /** As the address has it. */
  get state() { return kept ?? undefined; },
  set state(said) {
    kept = null;
    if (typeof said?.fields?.text === "string") kept = { fields: said.fields, launch: said.launch };
  },
  /** The line above the text that says with what it is compared. */
  draw(text, { onShow, onReturn, onDrop }) {
    const bar = byId("kept-bar");
    bar.hidden = kept === null;
    if (kept === null) return;
    const differing = lineDiff(kept.fields.text, text).filter(([kind]) => kind !== " ").length;
    bar.replaceChildren(make("span", { class: "grow" }, differing === 0 ? "The text is as it was kept." : `${counted(differing, "line")} changed since it was kept.`),
      make("button", { disabled: differing === 0, click: onShow }, "Show"), make("button", { disabled: differing === 0, click: onReturn }, "Go back to it"), make("button", { click: onDrop }, "Stop comparing"));
  },
};
