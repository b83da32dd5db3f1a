// What one model says: final states, races, reasons, and the same beside another model or version.
import { askExplanation, askNarrower, askPicture, askRepair } from "./serve_ask.js";
import { advicePart } from "./serve_advice.js";
import { asked } from "./serve_asked.js";
import { differences } from "./serve_differences.js";
import { make, rove } from "./serve_dom.js";
import { editor } from "./serve_editor.js";
import { picture } from "./serve_picture.js";
import { stepper } from "./serve_steps.js";
import { subject } from "./serve_subject.js";
import { isOpen, placeText, promisesNothing, racesOf, stateText, stateWord } from "./serve_verdict.js";

/** The fields of a question about one result. */
const about = (result) => ({ ...subject.bounded, model: result.model, ...subject.ownModels(result.model), ...(result.several ? { test: result.test } : {}) });

/** A place for pictures; draw(question, description) shows one, and again with other relations where the reader asks for them. */
function pictures(result, signal) {
  const box = make("div", { class: "pictured" });
  let show = "";  // stays from state to state
  const draw = (question, description) => {
    const again = (relations) => {
      show = relations;
      draw(question, description);
    };
    const without = (error) => make("div", {}, error, show ? make("button", { click: () => again("") }, "Draw it without these relations") : "");
    box.replaceChildren(asked(signal, askPicture, { ...about(result), format: "svg", ...question, ...(show ? { show } : {}) },
      (e) => picture(e.answer, description, { show, onShow: again }), { failed: without, before: [...box.querySelectorAll("figure")] }));
  };
  return { box, draw };
}

function statesPart(result, signal, at) {
  if (result.outcomes.length === 0) return [make("p", {}, `There is no final state${result.incomplete ? `: undecided (${result.incomplete})` : ""}.`)];
  const { box, draw } = pictures(result, signal);
  const reasons = make("div");
  const show = (i) => {
    const state = result.outcomes[i].state;
    const outcome = stateWord(state);
    draw(outcome ? { outcome } : {}, `An execution that ends in ${stateText(state) || "the only final state"} under ${result.model}`);
    reasons.replaceChildren(outcome ? asideDetails("Why this final state is allowed", () => asked(signal, askExplanation, { ...about(result), outcome }, (e) => make("pre", { class: "report" }, e.answer))) : "");
    return "";
  };
  const list = stepper({
    steps: result.outcomes.length, label: "Final states", word: "state", show, start: Math.max(0, result.outcomes.findIndex((o) => stateWord(o.state) === at)),
    labelOf: (i) => [make("code", {}, stateText(result.outcomes[i].state) || "(nothing is observed)"),
      result.outcomes[i].satisfiesCondition ? make("span", { class: "badge plain" }, "condition") : ""],
  });
  return [list, box, reasons, promisesNothing(result) ? make("p", { class: "faint" }, "The test is undefined under this model: it may end in other states, too.") : "",
    isOpen(result) ? make("p", { class: "faint" }, `Not all are known: ${result.incomplete || result.standing}.`) : ""];
}

function racesPart(result, signal) {
  const faults = (result.faults || []).map((fault) => make("li", {}, make("p", {}, make("strong", {}, placeText(fault.where))), make("p", {}, fault.explanation)));
  const races = result.races.map((race, i) => make("li", {},
    make("p", {}, lineButton(race.first), " and ", lineButton(race.second)),
    race.followsFrom === undefined ? make("p", {}, race.explanation || "") : make("p", { class: "faint" }, `The fix of race ${race.followsFrom + 1} orders this pair, too.`),
    race.fix ? make("p", { class: "fix" }, `Ordered with ${race.fix.map((f) => `${[f.order && `order ${f.order}`, f.scope && `scope ${f.scope}`].filter(Boolean).join(" and ")} at ${f.instruction}`).join(", ")}${race.fixUpToBound ? " (up to the bound of loops)" : ""}.`) : "",
    i === 0 ? asideDetails("Picture of an execution with this race", () => {
      const { box, draw } = pictures(result, signal);
      draw({ race: true }, `An execution with a race between ${race.first.name} and ${race.second.name}`);
      return box;
    }) : ""));
  if (races.length + faults.length === 0) {
    const [, word] = racesOf(result);
    const narrow = word === "race-free" ? advicePart("Find weaker orders and scopes that do", askNarrower, about(result), signal) : "";
    return [make("p", {}, { "race-free": "No pair of instructions races.", "defines no races": "This model defines no races.", vacuous: "There is no execution that could race." }[word] || `Races: ${word}${result.incomplete ? ` (${result.incomplete})` : ""}.`), narrow];
  }
  return [make("ol", { class: "races" }, ...faults, ...races), races.length > 0 ? advicePart("Find the cheapest repair", askRepair, about(result), signal) : ""];
}

const lineButton = (instruction) => make("button", { class: "place", click: () => editor.goTo(instruction.line || 1, instruction.column || 1) }, placeText(instruction));

function asideDetails(title, fill) {
  const details = make("details", {}, make("summary", {}, title));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(fill());
  });
  return details;
}

const whyPart = (result, signal) => [asked(signal, askExplanation, about(result), (e) => make("pre", { class: "report" }, e.answer))];

/** Two models, or two versions of the text. */
function besidePart(result, others, before) {
  const names = others.filter((r) => r.model !== result.model && r.test === result.test).map((r) => r.model);
  if (names.length === 0 && !before) return [make("p", {}, "There is no other model to compare with.")];
  const box = make("div");
  const compare = (choice) => box.replaceChildren(...(choice === "" ? differences(result, "now", before, "in the kept version")
    : differences(result, result.model, others.find((r) => r.model === choice && r.test === result.test), choice)).filter(Boolean));
  const select = make("select", { id: "beside", change: (event) => compare(event.target.value) },
    ...(before ? [make("option", { value: "" }, "the kept version")] : []), ...names.map((name) => make("option", { value: name }, name)));
  compare(select.value);
  return [make("p", {}, make("label", {}, "Compare with ", select)), box];
}

const kParts = [["states", "Final states"], ["races", "Races"], ["why", "Why"], ["beside", "Beside"]];

/**
 * @param result of `check`
 * @param others all results
 * @param before of the kept version, under the same model; or undefined
 * @param opened {part}: which part, which this changes
 * @param at the final state to begin with
 */
export function detailOf({ result, others, before, signal, opened, at = "" }) {
  const [kind, races] = racesOf(result);
  const panel = make("div", { role: "tabpanel", id: "detail-panel", "aria-labelledby": `part-${opened.part}` });
  const fill = { states: () => statesPart(result, signal, at), races: () => racesPart(result, signal), why: () => whyPart(result, signal), beside: () => besidePart(result, others, before) };
  const show = (key) => {
    opened.part = key;
    panel.setAttribute("aria-labelledby", `part-${key}`);
    panel.replaceChildren(...fill[key]().filter(Boolean));
    for (const tab of tabs.children) {
      tab.setAttribute("aria-selected", String(tab.id === `part-${key}`));
      tab.tabIndex = tab.id === `part-${key}` ? 0 : -1;
    }
  };
  const counts = { states: result.outcomes.length, races: result.races.length || "" };
  const tabs = make("div", { role: "tablist", "aria-label": `What ${result.model} says` }, ...kParts.map(([key, title]) => make("button", {
    role: "tab", id: `part-${key}`, "aria-controls": "detail-panel", click: () => show(key),
  }, `${title} ${counts[key] ?? ""}`.trim())));
  rove(tabs, "[role=tab]", ["ArrowLeft", "ArrowRight"], (tab) => tab.click());
  show(opened.part);
  return [make("h3", { tabindex: "-1", id: "detail-title" }, make("span", { class: `badge ${kind}` }, races), ` ${result.model}`, result.headline !== races ? make("span", { class: "headline" }, ` ${result.headline}`) : ""),
    ...result.notes.map((note) => make("p", { class: "faint remark" }, note)), tabs, panel];
}
