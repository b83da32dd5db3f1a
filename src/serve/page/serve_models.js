// The table of models, and what one of them says.
import { askExplanation, askNarrower, askPicture, askRepair, failure } from "./serve_ask.js";
import { counted, make, rove } from "./serve_dom.js";
import { editor } from "./serve_editor.js";
import { patched } from "./serve_diff.js";
import { picture } from "./serve_picture.js";
import { stepper } from "./serve_steps.js";
import { conditionOf, isOpen, placeText, promisesNothing, racesOf, stateText, stateWord } from "./serve_verdict.js";

const kSeconds = 10;

/** A part of the page that asks when it is shown, and may be left before the answer comes. */
function asked(signal, ask, question, draw) {
  const box = make("div", { class: "asked", "aria-busy": "true" }, make("p", { class: "faint" }, "Asking…"));
  ask(question, signal).then((envelope) => {
    const why = failure(envelope);
    box.replaceChildren(...(why ? [make("p", { class: "failure" }, why)] : [draw(envelope)].flat()));
  }).catch((error) => {
    if (!signal.aborted) box.replaceChildren(make("p", { class: "failure" }, error.message));
  }).finally(() => box.removeAttribute("aria-busy"));
  return box;
}

const about = (result) => ({ ...editor.subject, model: result.model, seconds: kSeconds, ...(result.several ? { test: result.test } : {}) });

function outcomesPart(result, signal) {
  if (result.outcomes.length === 0) return [make("p", {}, `There is no final state${result.incomplete ? `: undecided (${result.incomplete})` : ""}.`)];
  const below = make("div");
  const show = (i) => {
    const state = result.outcomes[i].state;
    const outcome = stateWord(state);
    below.replaceChildren(asked(signal, askPicture, { ...about(result), format: "svg", ...(outcome ? { outcome } : {}) }, (e) =>
      picture(e.answer, `An execution that ends in ${stateText(state) || "the only final state"} under ${result.model}`)),
      outcome ? asideDetails("Why this final state is allowed", () => asked(signal, askExplanation, { ...about(result), outcome }, (e) => make("pre", { class: "report" }, e.answer))) : "");
    return "";
  };
  const list = stepper({
    steps: result.outcomes.length, label: "Final states", word: "state", show,
    labelOf: (i) => [make("code", {}, stateText(result.outcomes[i].state) || "(nothing is observed)"),
      result.outcomes[i].satisfiesCondition ? make("span", { class: "badge plain" }, "condition") : ""],
  });
  return [promisesNothing(result) ? make("p", { class: "faint" }, "The test is undefined under this model: it may end in other states, too.") : "",
    isOpen(result) ? make("p", { class: "faint" }, `Not all are known: ${result.incomplete || result.standing}.`) : "", list, below];
}

/** The cheapest edits, found by `repair` or `narrow`, and a button that makes them. */
function advicePart(ask, title, result, signal) {
  const box = make("div");
  const button = make("button", {
    click: () => {
      button.hidden = true;
      box.append(asked(signal, ask, about(result), (envelope) => adviceAnswer(envelope.answer)));
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

function racesPart(result, signal) {
  const faults = (result.faults || []).map((fault) => make("li", {}, make("p", {}, make("strong", {}, placeText(fault.where))), make("p", {}, fault.explanation)));
  const races = result.races.map((race, i) => make("li", {},
    make("p", {}, lineButton(race.first), " and ", lineButton(race.second)),
    race.followsFrom === undefined ? make("p", {}, race.explanation || "") : make("p", { class: "faint" }, `The fix of race ${race.followsFrom + 1} orders this pair, too.`),
    race.fix ? make("p", { class: "fix" }, `Ordered with ${race.fix.map((f) => `${[f.order && `order ${f.order}`, f.scope && `scope ${f.scope}`].filter(Boolean).join(" and ")} at ${f.instruction}`).join(", ")}${race.fixUpToBound ? " (up to the bound of loops)" : ""}.`) : "",
    i === 0 ? asideDetails("Picture of an execution with this race", () => asked(signal, askPicture, { ...about(result), format: "svg", race: true }, (e) =>
      picture(e.answer, `An execution with a race between ${race.first.name} and ${race.second.name}`))) : ""));
  if (races.length + faults.length === 0) {
    const [, word] = racesOf(result);
    const narrow = word === "race-free" ? advicePart(askNarrower, "Find weaker orders and scopes that do", result, signal) : "";
    return [make("p", {}, { "race-free": "No pair of instructions races.", "defines no races": "This model defines no races.", vacuous: "There is no execution that could race." }[word] || `Races: ${word}${result.incomplete ? ` (${result.incomplete})` : ""}.`), narrow];
  }
  return [make("ol", { class: "races" }, ...faults, ...races), races.length > 0 ? advicePart(askRepair, "Find the cheapest repair", result, signal) : ""];
}

const lineButton = (instruction) => make("button", { class: "place", click: () => editor.goTo(instruction.line || 1, instruction.column || 1) }, placeText(instruction));

function asideDetails(title, fill) {
  const details = make("details", {}, make("summary", {}, title));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(fill());
  });
  return details;
}

const explanationPart = (result, signal) => [asked(signal, askExplanation, about(result), (e) => make("pre", { class: "report" }, e.answer))];

/** Two models side by side: what one allows or calls a race, and the other does not. */
function besidePart(result, others) {
  const box = make("div");
  const compare = (name) => {
    const other = others.find((r) => r.model === name);
    const states = (r) => new Map(r.outcomes.map((o) => [stateWord(o.state), stateText(o.state)]));
    const pairs = (r) => new Map(r.races.map((race) => [`${race.first.name} ${race.second.name}`, `${placeText(race.first)} and ${placeText(race.second)}`]));
    const only = (a, b) => [...a].filter(([key]) => !b.has(key)).map(([, text]) => make("li", {}, make("code", {}, text)));
    const list = (items) => items.length > 0 ? make("ul", {}, ...items) : make("span", { class: "faint" }, "none");
    const row = (title, facts) => make("tr", {}, make("th", { scope: "row" }, title), make("td", {}, list(only(facts(result), facts(other)))), make("td", {}, list(only(facts(other), facts(result)))));
    const head = make("tr", {}, make("td"), make("th", { scope: "col" }, `only ${result.model}`), make("th", { scope: "col" }, `only ${name}`));
    const open = [result, other].filter(isOpen).map((r) => r.model);
    box.replaceChildren(make("table", { class: "beside" }, make("thead", {}, head), make("tbody", {}, row("Final states", states), row("Races", pairs))),
      open.length > 0 ? make("p", { class: "faint" }, `Not everything is known of ${open.join(" and ")}.`) : "");
  };
  const names = others.filter((r) => r.model !== result.model && r.test === result.test).map((r) => r.model);
  if (names.length === 0) return [make("p", {}, "There is no other model to compare with.")];
  const select = make("select", { id: "beside", change: (event) => compare(event.target.value) }, ...names.map((name) => make("option", { value: name }, name)));
  compare(names[0]);
  return [make("p", {}, make("label", {}, "Compare with ", select)), box];
}

const kParts = [["states", "Final states", outcomesPart], ["races", "Races", racesPart], ["why", "Why", explanationPart], ["beside", "Beside", null]];

function detail(result, others, signal, opened) {
  const [kind, races] = racesOf(result);
  const panel = make("div", { role: "tabpanel", id: "detail-panel", "aria-labelledby": `part-${opened.part}` });
  const show = (key) => {
    opened.part = key;
    const part = kParts.find(([name]) => name === key);
    panel.setAttribute("aria-labelledby", `part-${key}`);
    panel.replaceChildren(...(part[2] ? part[2](result, signal) : besidePart(result, others)));
    for (const tab of tabs.children) {
      tab.setAttribute("aria-selected", String(tab.id === `part-${key}`));
      tab.tabIndex = tab.id === `part-${key}` ? 0 : -1;
    }
  };
  const tabs = make("div", { role: "tablist", "aria-label": `What ${result.model} says` }, ...kParts.map(([key, title]) => make("button", {
    role: "tab", id: `part-${key}`, "aria-controls": "detail-panel", click: () => show(key),
  }, key === "states" ? `${title} ${result.outcomes.length}` : key === "races" && result.races.length > 0 ? `${title} ${result.races.length}` : title)));
  rove(tabs, "[role=tab]", ["ArrowLeft", "ArrowRight"], (tab) => tab.click());
  const box = make("section", { class: "detail", "aria-label": result.model },
    make("h3", { tabindex: "-1", id: "detail-title" }, make("span", { class: `badge ${kind}` }, races), ` ${result.model}`),
    make("p", {}, result.headline), ...result.notes.map((note) => make("p", { class: "faint" }, note)), tabs, panel);
  show(opened.part);
  return box;
}

/**
 * @param view {results, lost: [{model, ended}], skipped: [{model, reason}], titles: Map}
 * @param opened {key, part}, which this changes
 */
export function modelsPanel(view, opened, signal, onOpen) {
  const below = make("div", { id: "detail" });
  const around = make("div", { class: "scroll" });
  const keyOf = (r) => `${r.test} ${r.model}`;
  const open = (result) => {
    opened.key = keyOf(result);
    opened.model = result.model;
    around.classList.add("opened");
    for (const row of body.rows) row.classList.toggle("open", row.dataset.key === opened.key);
    for (const button of body.querySelectorAll("button.model")) button.setAttribute("aria-expanded", String(button.closest("tr").dataset.key === opened.key));
    const row = [...body.rows].find((r) => r.dataset.key === opened.key);
    around.scrollTop = Math.min(around.scrollTop, row.offsetTop - table.tHead.offsetHeight);
    around.scrollTop = Math.max(around.scrollTop, row.offsetTop + row.offsetHeight - around.clientHeight);
    below.replaceChildren(detail(result, view.results, signal, opened));
    onOpen(result);
  };
  const cell = ([kind, word]) => make("td", {}, make("span", { class: `badge ${kind}` }, word));
  const rowOf = (result, i) => make("tr", { "data-key": keyOf(result), click: (event) => event.target.closest("button") || open(result) },
    make("th", { scope: "row" }, make("button", { class: "model", tabindex: i === 0 ? "0" : "-1", "aria-expanded": "false", title: view.titles.get(result.model), click: () => open(result) },
      result.model, result.several ? make("span", { class: "faint" }, ` ${result.test}`) : "")),
    cell(racesOf(result)), cell(conditionOf(result)), make("td", { class: "number" }, `${result.outcomes.length}${isOpen(result) ? "+" : ""}`));
  const lostRow = ({ model, ended }) => make("tr", {}, make("th", { scope: "row" }, model), make("td", { colspan: "3" }, make("span", { class: "badge undecided" }, ended)));
  const body = make("tbody", {}, ...view.results.map(rowOf), ...view.lost.map(lostRow));
  rove(body, "button.model", ["ArrowUp", "ArrowDown"]);
  const condition = view.results[0]?.condition.text;
  const table = make("table", { id: "models" },
    make("caption", {}, condition ? make("code", {}, condition) : "No condition"),
    make("thead", {}, make("tr", {}, ...["Model", "Races", "Condition", "States"].map((title) => make("th", { scope: "col" }, title)))), body);
  const skipped = view.skipped.length > 0 ? make("p", { class: "faint" }, `Not for this test: ${view.skipped.map((s) => s.model).join(", ")}.`) : "";
  const wanted = view.results.find((r) => keyOf(r) === opened.key) || view.results.find((r) => r.model === opened.model);
  if (wanted) queueMicrotask(() => open(wanted));
  around.append(table);
  const star = view.results.some(promisesNothing) ? make("p", { class: "faint" }, "* Racy or undefined: any outcome is possible. The condition is that of the consistent executions.") : "";
  return [around, star, skipped, below];
}
