// Something that goes on step by step: a list of which one entry is the present, and what it shows.
import { make } from "./serve_dom.js";
import { editor } from "./serve_editor.js";

let current = null;  // what [ and ] move

/**
 * @param steps how many
 * @param labelOf (i) => a node for the list
 * @param word what one of them is called
 * @param show (i) => a node that shows the state after step i; or null
 * @param linesOf (i) => the lines of the text that step i is about
 */
export function stepper({ steps, labelOf, show, label, word = "step", start = 0, linesOf = () => [] }) {
  let at = start;
  const entries = Array.from({ length: steps }, (_, i) => make("li", {}, make("button", { class: "step", click: () => go(i) }, labelOf(i))));
  const view = make("div", { class: "view", role: "status" });
  const where = make("span", { class: "faint" });
  const before = make("button", { click: () => go(at - 1), "aria-keyshortcuts": "[" }, "◂ Back");
  const after = make("button", { click: () => go(at + 1), "aria-keyshortcuts": "]" }, "Next ▸");
  const box = make("div", { class: "stepper" }, make("div", { class: "bar" }, before, after, where), make("ol", { class: "steps", "aria-label": label }, ...entries), view);
  function go(to) {
    if (to < 0 || to >= steps) return;
    at = to;
    current = { box, back: () => go(at - 1), forth: () => go(at + 1) };
    entries.forEach((entry, i) => {
      if (i === at) entry.firstChild.setAttribute("aria-current", "step");
      else entry.firstChild.removeAttribute("aria-current");
    });
    editor.step(linesOf(at));
    where.textContent = `${word} ${at + 1} of ${steps}`;
    before.disabled = at === 0;
    after.disabled = at === steps - 1;
    const list = box.querySelector(".steps");
    const entry = entries[at];
    if (list.clientHeight > 0) list.scrollTop += entry.getBoundingClientRect().top - list.getBoundingClientRect().top - (list.clientHeight - entry.clientHeight) / 2;
    if (show) view.replaceChildren(show(at) || "");
  }
  go(at);
  return box;
}

export const stepBack = () => current?.box.isConnected && current.back();
export const stepForth = () => current?.box.isConnected && current.forth();
