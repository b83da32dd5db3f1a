// Machines: the final states that one reaches, beside what a model allows; a trace as messages between its nodes.
import { make } from "./serve_dom.js";
import { stepper } from "./serve_steps.js";

const kStanding = { allowed: ["free", "allowed"], "not-allowed": ["racy", "not allowed"], unknown: ["undecided", "unknown"] };
const kAnswer = {
  sound: ["free", "keeps the promise"], broken: ["racy", "breaks the promise"], "nothing-promised": ["plain", "nothing is promised"], undecided: ["undecided", "undecided"],
};

const nodeText = (node) => [...node.lines.map((l) => `${l.location}=${l.value}${l.dirty ? "*" : ""}`), ...(node.fifo?.length ? [`queue: ${node.fifo.join(" ")}`] : []),
  ...(node.stalledBy?.length ? [`stalled by ${node.stalledBy.join(" ")}`] : []), ...(node.locks?.length ? node.locks.map((l) => `${l.location} locked by ${l.by}`) : [])].join("  ") || "empty";

function tracePart(trace) {
  const nodes = trace.initial.map((node) => node.node);
  const contents = (i) => {
    const now = new Map(trace.initial.map((node) => [node.node, node]));
    for (const step of trace.steps.slice(0, i + 1)) step.changed.forEach((node) => now.set(node.node, node));
    return now;
  };
  const label = (i) => {
    const step = trace.steps[i];
    return [make("span", { class: "who" }, step.instruction || step.node || ""), step.text, step.target ? make("span", { class: "faint" }, ` ${step.node} → ${step.target}`) : "",
      i === trace.badStep ? make("span", { class: "badge racy" }, "this is where it goes wrong") : ""];
  };
  const show = (i) => {
    const step = trace.steps[i];
    const changed = new Set(step.changed.map((node) => node.node));
    const now = contents(i);
    return make("div", {}, make("table", { class: "threads" }, make("caption", { class: "faint" }, `After: ${step.rule}. A star marks a dirty line.`), make("tbody", {}, ...nodes.map((name) =>
      make("tr", { class: changed.has(name) ? "acts" : "" }, make("th", { scope: "row" }, name), make("td", {}, make("code", {}, nodeText(now.get(name)))),
        make("td", {}, name === step.node && step.target ? "sends" : name === step.target ? "receives" : ""))))), i === trace.badStep && trace.badText ? make("p", {}, trace.badText) : "");
  };
  return [make("p", {}, trace.finalState ? ["A trace to ", make("code", {}, trace.finalState)] : "A trace to a deadlock", `, ${trace.steps.length} steps${trace.shortest ? "; none is shorter" : ""}.`),
    stepper({ steps: trace.steps.length, labelOf: label, show, label: "The trace" })];
}

function machinePart(machine, against) {
  const [kind, word] = machine.answer ? kAnswer[machine.answer] : ["plain", "explored"];
  return [make("h4", {}, make("span", { class: `badge ${kind}` }, word), ` ${machine.machine}${against ? ` against ${against.model}` : ""}`),
    make("p", { class: "faint" }, `${machine.states} states${machine.complete ? "" : `, not all: ${machine.incomplete}`}${machine.deadlock ? "; a deadlock is reached" : ""}.`),
    make("ul", { class: "plain-list" }, ...machine.finalStates.map(({ state, standing }) => make("li", {}, make("code", {}, state || "(nothing is observed)"), standing ? make("span", { class: `badge ${kStanding[standing][0]}` }, kStanding[standing][1]) : ""))),
    machine.notReached?.length ? make("p", { class: "faint" }, `Allowed, and not reached: ${machine.notReached.join("; ")}.`) : "",
    ...(machine.trace ? tracePart(machine.trace) : [])];
}

export function machinePanel(answer) {
  return answer.tests.flatMap((test) => [test.filterLeftOut ? make("p", { class: "faint" }, "The filter of the test does not apply to machines.") : "",
    ...test.machines.flatMap((machine) => machinePart(machine, test.against))]);
}
