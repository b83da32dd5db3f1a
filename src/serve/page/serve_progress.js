// Whether every thread ends, under each scheduler; hangs step by step.
import { make } from "./serve_dom.js";
import { stepper } from "./serve_steps.js";

const kClass = { terminates: "free", "may hang": "racy", undecided: "undecided" };

function lassoPart(lasso) {
  const steps = [...lasso.stem.map((step) => ({ step, loop: false })), ...lasso.loop.map((step) => ({ step, loop: true }))];
  const threads = [...new Set([...steps.map(({ step }) => step.thread), ...lasso.unfinished])].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const label = (i) => {
    const { step, loop } = steps[i];
    return [make("span", { class: "who" }, step.thread), make("code", {}, step.text), step.read !== undefined ? make("span", { class: "faint" }, ` reads ${step.read}`) : "",
      step.written !== undefined ? make("span", { class: "faint" }, ` writes ${step.written}`) : "", loop ? make("span", { class: "badge racy" }, "for ever") : ""];
  };
  const show = (i) => make("table", { class: "threads" }, make("tbody", {}, ...threads.map((thread) => {
    const last = steps.slice(0, i + 1).filter(({ step }) => step.thread === thread).at(-1);
    return make("tr", { class: steps[i].step.thread === thread ? "acts" : "" }, make("th", { scope: "row" }, thread), make("td", {}, last ? make("code", {}, `${last.step.instruction}  ${last.step.text}`) : make("span", { class: "faint" }, "has not begun")),
      make("td", {}, lasso.starved.includes(thread) ? "starved" : lasso.blocked.includes(thread) ? "blocked" : lasso.unfinished.includes(thread) ? "never ends" : ""));
  })));
  return [make("p", {}, make("strong", {}, lasso.kind), ": ", make("code", {}, lasso.schedule)),
    steps.length > 0 ? stepper({ steps: steps.length, labelOf: label, show, label: "The schedule" }) : make("p", {}, "No thread can take a step.")];
}

function resultPart(result) {
  const below = make("div", { role: "region", "aria-label": "A hang, step by step" });
  const open = (verdict) => below.replaceChildren(make("h4", {}, `A hang under ${verdict.scheduler}`), ...lassoPart(verdict.lasso));
  const rows = result.verdicts.map((verdict) => make("tr", {}, make("th", { scope: "row" }, verdict.scheduler),
    make("td", {}, make("span", { class: `badge ${kClass[verdict.answer]}` }, verdict.answer), verdict.reason ? ` ${verdict.reason}` : ""),
    make("td", {}, verdict.expected ? make("span", { class: `badge ${verdict.expectation === "failed" ? "racy" : "plain"}` }, verdict.expectation === "met" ? "as expected" : `expected: ${verdict.expected}`) : ""),
    make("td", {}, verdict.lasso ? make("button", { click: () => open(verdict) }, "Show") : "")));
  const first = result.verdicts.findLast((verdict) => verdict.lasso);  // under the one that promises most
  if (first) open(first);
  return [make("div", { class: "scroll" }, make("table", { id: "schedulers" }, make("caption", {}, `${result.test}: ${result.states} states${result.explored ? "" : ", and more"}`),
    make("thead", {}, make("tr", {}, ...["Scheduler", "Every thread", "The test's own lines", ""].map((title) => make("th", { scope: "col" }, title)))), make("tbody", {}, ...rows))),
    ...result.models.map((m) => make("p", { class: "faint" }, `${m.exact ? "Exact" : "Conditional"}${m.model ? ` under ${m.model}` : ""}: ${m.why}.`)),
    ...(result.mayHang || []).filter((m) => !m.certain).map((m) => make("p", { class: "faint" }, `May hang, conditional${m.model ? ` under ${m.model}` : ""}: ${m.why}.`)),
    ...(result.causes || []).map((cause) => make("p", {}, cause.text)), below];
}

export function progressPanel(answer) {
  const errors = answer.diagnostics.filter((d) => d.severity === "error").map((d) => make("p", { class: "failure" }, d.message));
  return [...errors, ...(answer.results || []).flatMap(resultPart)];
}
