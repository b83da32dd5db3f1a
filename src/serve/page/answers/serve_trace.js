// A trace of a machine, step by step: the contents of its caches, and what a step has changed.
import { make } from "./serve_dom.js";
import { stepper } from "./serve_steps.js";

const entriesOf = (node) => [...node.lines.map((l) => `${l.location}=${l.value}${l.dirty ? "*" : ""}`), ...(node.fifo?.length ? [`queue: ${node.fifo.join(" ")}`] : []),
  ...(node.stalledBy?.length ? [`stalled by ${node.stalledBy.join(" ")}`] : []), ...(node.locks?.length ? node.locks.map((l) => `${l.location} locked by ${l.by}`) : [])];

/** What is there now; what is new is marked, what is gone struck out. */
function contentsCell(before, now) {
  const [old, entries] = [entriesOf(before), entriesOf(now)];
  const gone = old.filter((entry) => !entries.includes(entry)).map((entry) => make("del", {}, entry));
  const here = entries.map((entry) => old.includes(entry) ? make("span", {}, entry) : make("ins", {}, entry));
  return make("td", { class: "contents" }, ...(gone.length + here.length > 0 ? [...gone, ...here].map((part) => make("code", {}, part)) : [make("span", { class: "faint" }, "empty")]));
}

export function traceView(trace) {
  const names = trace.initial.map((node) => node.node);
  const contents = (count) => {
    const now = new Map(trace.initial.map((node) => [node.node, node]));
    for (const step of trace.steps.slice(0, count)) step.changed.forEach((node) => now.set(node.node, node));
    return now;
  };
  const label = (i) => {
    const step = trace.steps[i];
    return [make("span", { class: "who" }, step.instruction || step.node || ""), step.text, step.target ? make("span", { class: "faint" }, ` ${step.node} → ${step.target}`) : "",
      i === trace.badStep ? make("span", { class: "badge racy" }, "this is where it goes wrong") : ""];
  };
  const show = (i) => {
    const step = trace.steps[i];
    const [before, now] = [contents(i), contents(i + 1)];
    const changed = new Set(step.changed.map((node) => node.node));
    const row = (name) => make("tr", { class: changed.has(name) ? "acts" : "" }, make("th", { scope: "row" }, name), contentsCell(before.get(name), now.get(name)),
      make("td", {}, name === step.node && step.target ? "sends" : name === step.target ? "receives" : ""));
    return make("div", { class: "state" }, make("table", { class: "threads" }, make("caption", { class: "faint" }, `After: ${step.rule}. A star marks a dirty line.`), make("tbody", {}, ...names.map(row))),
      i === trace.badStep && trace.badText ? make("p", {}, trace.badText) : "");
  };
  return [make("p", {}, trace.finalState ? ["A trace to ", make("code", {}, trace.finalState)] : "A trace to a deadlock", `, ${trace.steps.length} steps${trace.shortest ? "; none is shorter" : ""}.`),
    stepper({ steps: trace.steps.length, labelOf: label, show, label: "The trace", linesOf: (i) => [trace.steps[i].line] })];
}
