// A hang: why it may happen, and its schedule step by step.
import { make } from "./serve_dom.js";
import { stepper } from "./serve_steps.js";

/** What is in memory after step i, as far as the steps show it: location -> {value, was?}, `was` where step i has changed it. */
function memoryAfter(steps, i) {
  const memory = new Map();
  steps.slice(0, i + 1).forEach(({ step }, at) => {
    if (step.location === undefined) return;
    const old = step.read ?? memory.get(step.location)?.value;
    const value = step.written ?? old;
    if (value !== undefined) memory.set(step.location, { value, ...(at === i && step.written !== undefined && value !== old ? { was: old ?? "not known" } : {}) });
  });
  return memory;
}

const memoryTable = (memory) => memory.size === 0 ? "" : make("table", { class: "threads memory" }, make("caption", { class: "faint" }, "Memory"), make("tbody", {}, ...[...memory].map(([name, { value, was }]) =>
  make("tr", { class: was !== undefined ? "acts" : "" }, make("th", { scope: "row" }, name), make("td", {}, was !== undefined ? [make("del", {}, was), " → ", make("ins", {}, value)] : value)))));

function threadsTable(threads, steps, i, lasso) {
  const rows = threads.map((thread) => {
    const own = steps.slice(0, i + 1).filter(({ step }) => step.thread === thread);
    const acts = steps[i].step.thread === thread;
    const last = own.at(-1)?.step;
    const before = acts ? own.at(-2)?.step : undefined;
    const where = (step) => make("code", {}, `${step.instruction}  ${step.text}`);
    return make("tr", { class: acts ? "acts" : "" }, make("th", { scope: "row" }, thread),
      make("td", {}, last ? where(last) : make("span", { class: "faint" }, "has not begun"), before && before.instruction !== last.instruction ? make("div", { class: "faint" }, "after ", make("code", {}, before.instruction)) : ""),
      make("td", {}, lasso.starved.includes(thread) ? "starved" : lasso.blocked.includes(thread) ? "blocked" : lasso.unfinished.includes(thread) ? "never ends" : ""));
  });
  return make("table", { class: "threads" }, make("caption", { class: "faint" }, "Threads"), make("tbody", {}, ...rows));
}

function lassoView(lasso) {
  const steps = [...lasso.stem.map((step) => ({ step, loop: false })), ...lasso.loop.map((step) => ({ step, loop: true }))];
  if (steps.length === 0) return make("p", {}, "No thread can take a step.");
  const threads = [...new Set([...steps.map(({ step }) => step.thread), ...lasso.unfinished])].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const label = (i) => {
    const { step, loop } = steps[i];
    return [make("span", { class: "who" }, step.thread), make("code", {}, step.text), step.read !== undefined ? make("span", { class: "faint" }, ` reads ${step.read}`) : "",
      step.written !== undefined ? make("span", { class: "faint" }, ` writes ${step.written}`) : "", loop ? make("span", { class: "badge racy" }, "for ever") : ""];
  };
  return stepper({
    steps: steps.length, labelOf: label, label: "The schedule", linesOf: (i) => [steps[i].step.line],
    show: (i) => make("div", { class: "state" }, memoryTable(memoryAfter(steps, i)), threadsTable(threads, steps, i, lasso)),
  });
}

const kKinds = {
  deadlock: "a deadlock: no thread can take a step", "dead region": "a dead region, from which no schedule leads to the end",
  livelock: "a livelock, in which every enabled thread runs", starvation: "starvation: a thread that could take a step never does",
};
const owed = (lasso) => lasso.loop.length === 0 ? "" : make("p", { class: "faint" }, `Owed a step throughout, and run: ${lasso.fair.join(", ") || "nobody"}.${lasso.starved.length > 0 ? ` Starved: ${lasso.starved.join(", ")}.` : ""}${lasso.blocked.length > 0 ? ` At a barrier: ${lasso.blocked.join(", ")}.` : ""}`);

/** What is to be said of one scheduler. @param result of `progress`, which the verdict is of */
export function verdictDetail(result, verdict) {
  const title = (word, kind) => make("h3", { id: "detail-title", tabindex: "-1" }, make("span", { class: `badge ${kind}` }, word), ` ${verdict.scheduler}`);
  const worth = (list, certain, words) => (list || []).map((m) => make("p", { class: "faint" }, `${certain(m) ? words[0] : words[1]}${m.model ? ` under ${m.model}` : ""}: ${m.why}.`));
  if (verdict.answer === "terminates") {
    return [title("terminates", "free"), make("p", {}, "Every schedule that this scheduler may choose leads all threads to their end."), ...worth(result.models, (m) => m.exact, ["Exact", "Conditional"])];
  }
  if (verdict.answer === "undecided") return [title("undecided", "undecided"), make("p", {}, `Undecided: ${verdict.reason}.`)];
  const { lasso } = verdict;
  return [title("may hang", "racy"), make("p", {}, `${kKinds[lasso.kind][0].toUpperCase()}${kKinds[lasso.kind].slice(1)}.`),
    make("ul", { class: "why" }, ...(lasso.why || []).map((line) => make("li", {}, line)), ...(result.causes || []).map((cause) => make("li", {}, cause.text))),
    lassoView(lasso), owed(lasso), make("p", { class: "faint" }, "For --replay: ", make("code", {}, lasso.schedule)), ...worth(result.mayHang, (m) => m.certain, ["May hang, certain,", "May hang, conditional,"])];
}
