// A part of the page that asks when it is shown, and may be left before the answer comes.
import { failure } from "./serve_ask.js";
import { make } from "./serve_dom.js";

/**
 * @param ask a question of serve_ask.js
 * @param draw (envelope) => what is shown of an answer
 * @param failed (error) => what is shown in the place of a message about what went wrong
 * @param before what is shown while the answer is under way
 */
export function asked(signal, ask, question, draw, { failed = (error) => error, before = [] } = {}) {
  const box = make("div", { class: "asked", "aria-busy": "true" }, ...(before.length > 0 ? before : [make("p", { class: "faint" }, "Asking…")]));
  const fail = (why) => box.replaceChildren(failed(make("p", { class: "failure" }, why)));
  ask(question, signal).then((envelope) => {
    const why = failure(envelope);
    if (why) fail(why);
    else box.replaceChildren(...[draw(envelope)].flat().filter(Boolean));
  }).catch((error) => {
    if (!signal.aborted) fail(error.message);
  }).finally(() => box.removeAttribute("aria-busy"));
  return box;
}
