// The cheapest edits, found by `repair` or `narrow`, and a button that makes them.
import { asked } from "./serve_asked.js";
import { counted, make } from "./serve_dom.js";
import { editor } from "./serve_editor.js";
import { patched } from "./serve_diff.js";

export function advicePart(title, ask, question, signal) {
  const box = make("div");
  const button = make("button", {
    click: () => {
      button.hidden = true;
      box.append(asked(signal, ask, question, (envelope) => adviceAnswer(envelope.answer)));
    },
  }, title);
  box.append(button);
  return box;
}

function adviceAnswer(answer) {
  if (answer.answer !== "edits") {
    const kWords = { "nothing-to-do": answer.command === "narrow" ? "No order and no scope is stronger than it needs to be." : "Nothing needs to be changed.", impossible: "Impossible with these edits: none of them, alone or together, makes this test race-free.", "not-found": `Not found${answer.stopped ? ` (${answer.stopped})` : ""}: neither a repair, nor a proof that there is none among these edits.` };
    return make("p", {}, kWords[answer.answer] || answer.answer);
  }
  const before = editor.text;
  const after = patched(before, answer.diff);
  const message = make("p", { role: "status" });
  const apply = make("button", {
    class: "main",
    click: () => {
      if (after === null || editor.text !== before) message.textContent = "The text has changed since: search again.";
      else editor.replace(after);
    },
  }, "Apply");
  return [make("p", {}, `${counted(answer.edits.length, "edit")}, cost ${answer.cost}${answer.optimal ? "; none is cheaper" : "; not proved to be the cheapest"}:`),
    make("pre", { class: "diff" }, ...diffLines(answer.diff)), make("div", { class: "bar" }, apply), message];
}

const diffLines = (diff) => diff.split("\n").filter((line) => !/^(---|\+\+\+|@@)/.test(line)).map((line) =>
  make("span", { class: line[0] === "+" ? "added" : line[0] === "-" ? "removed" : "" }, `${line}\n`));
