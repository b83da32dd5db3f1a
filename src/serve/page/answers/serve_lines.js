// Lines of the text and events of the picture that is shown: who points at one, sees the other.
import { editor } from "./serve_editor.js";

const lineOf = new Map();  // "P1:0" -> 7
let nodes = [];            // {element, line} of the picture

/** What results of `check` say of the places of instructions. */
export function learnLines(results) {
  lineOf.clear();
  const learn = ({ name, instruction, line }) => line && lineOf.set(name || instruction, line);
  for (const result of results) {
    for (const witness of [...result.outcomes, ...result.races].map((one) => one.witness)) witness?.events.forEach(learn);
    for (const race of result.races) [race.first, race.second].forEach(learn);
  }
}

/** "P1:0", and "P1:0 (2)" for what is executed again. */
const nameOf = (element) => (element.querySelector("title")?.textContent || "").replace(/ \(\d+\)$/, "");

export function linkPicture(svg) {
  nodes = [...svg.querySelectorAll("g.node")].map((element) => ({ element, line: lineOf.get(nameOf(element)) })).filter(({ line }) => line);
  for (const { element, line } of nodes) {
    element.classList.add("linked");
    element.addEventListener("pointerenter", () => {
      element.classList.add("lit");
      editor.point(line);
    });
    element.addEventListener("pointerleave", () => {
      element.classList.remove("lit");
      editor.point(null);
    });
    element.addEventListener("click", () => editor.goTo(line));
  }
}

editor.onPoint((line) => {
  for (const { element, line: at } of nodes) element.classList.toggle("lit", at === line);
});
