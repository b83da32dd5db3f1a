// Which model allows which final state: a row for each state, a column for each model.
import { make } from "./serve_dom.js";
import { isOpen, promisesNothing, stateText, stateWord } from "./serve_verdict.js";

/** A column head that can be written from bottom to top, where there is little room. */
export const uprightHead = (name, ...attributes) => make("th", { scope: "col", class: "upright" }, make("span", Object.assign({}, ...attributes), name));

function matrixOf(results, open) {
  const states = new Map();  // word -> {text, by: Set of models}
  for (const result of results) {
    for (const { state } of result.outcomes) {
      const word = stateWord(state);
      if (!states.has(word)) states.set(word, { state, by: new Set() });
      states.get(word).by.add(result.model);
    }
  }
  const rows = [...states].sort(([a, x], [b, y]) => y.by.size - x.by.size || a.localeCompare(b));
  const head = (result) => make("th", { scope: "col", class: "upright" }, make("button", { class: "place", click: () => open(result) }, result.model, promisesNothing(result) ? " *" : ""));
  const cell = (result, word, by) => by.has(result.model)
    ? make("td", { class: "mark-yes", click: () => open(result, word) }, make("span", { "aria-label": "allowed" }, "✓"))
    : make("td", { class: "mark-no" }, make("span", { "aria-label": isOpen(result) ? "unknown" : "not allowed" }, isOpen(result) ? "?" : "·"));
  return make("div", { class: "scroll" }, make("table", { class: "matrix" },
    make("caption", {}, results[0].several ? `Final states of ${results[0].test}, by model` : "Final states, by model"),
    make("thead", {}, make("tr", {}, make("td"), ...results.map(head))),
    make("tbody", {}, ...rows.map(([word, { state, by }]) => make("tr", {}, make("th", { scope: "row" }, make("code", {}, stateText(state) || "(nothing is observed)")), ...results.map((r) => cell(r, word, by)))))));
}

/** @param open (result, state?) opens a model, at a final state */
export function statesMatrix(results, open) {
  const tests = [...new Set(results.map((r) => r.test))];
  const drawn = tests.map((test) => results.filter((r) => r.test === test && r.outcomes.length + (isOpen(r) ? 1 : 0) > 0)).filter((of) => of.length > 0).map((of) => matrixOf(of, open));
  if (drawn.length === 0) return [];
  return [make("h3", { id: "detail-title", tabindex: "-1" }, "All models"), ...drawn,
    results.some(promisesNothing) ? make("p", { class: "faint" }, "* Racy or undefined under this model: any other state is possible, too.") : "",
    make("p", { class: "faint" }, "Choose a model for its races, its reasons and its pictures; a mark for the picture of that state.")];
}
