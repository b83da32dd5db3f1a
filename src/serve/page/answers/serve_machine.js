// Machines: whether each keeps the promise of a model, a row for each as its answer comes.
import { askMachine, failure } from "./serve_ask.js";
import { make, rove } from "./serve_dom.js";
import { messagesIn, onlyOnce } from "./serve_errors.js";
import { own } from "./serve_own.js";
import { details } from "./serve_pane.js";
import { subject } from "./serve_subject.js";
import { traceView } from "./serve_trace.js";

const kStanding = { allowed: ["free", "allowed"], "not-allowed": ["racy", "not allowed"], unknown: ["undecided", "unknown"] };
const kAnswer = {
  sound: ["free", "keeps the promise"], broken: ["racy", "breaks the promise"], "nothing-promised": ["plain", "nothing is promised"], undecided: ["undecided", "undecided"],
};
const kItsOwn = "";  // the model that each machine is intended for
let against = kItsOwn;

const wordOf = (machine) => machine.answer ? kAnswer[machine.answer] : ["plain", "explored"];

function detailOf(machine, test) {
  const [kind, word] = wordOf(machine);
  const states = machine.finalStates.map(({ state, standing }) => make("li", {}, make("code", {}, state || "(nothing is observed)"), standing ? make("span", { class: `badge ${kStanding[standing][0]}` }, kStanding[standing][1]) : ""));
  return [make("h3", { id: "detail-title", tabindex: "-1" }, make("span", { class: `badge ${kind}` }, word), ` ${machine.machine}${test.against ? ` against ${test.against.model}` : ""}`),
    make("p", { class: "faint" }, `${machine.states} states${machine.complete ? "" : `, not all: ${machine.incomplete}`}${machine.deadlock ? "; a deadlock is reached" : ""}.`,
      test.filterLeftOut ? " The filter of the test does not apply to machines." : ""),
    ...(machine.trace ? traceView(machine.trace) : []), make("h4", {}, "Final states"), make("ul", { class: "plain-list" }, ...states),
    machine.notReached?.length ? make("p", { class: "faint" }, `Allowed, and not reached: ${machine.notReached.join("; ")}.`) : ""];
}

/** The rows, one for each machine and test, of which one at most is open. */
class Machines {
  constructor(names, titles, { machine, onOpen }) {
    this.names = names;
    this.titles = titles;
    this.wanted = machine;
    this.onOpen = onOpen;
    this.answers = new Map();  // name -> {tests} | {failed}
    this.shown = null;
    this.body = make("tbody");
    rove(this.body, "button.model", ["ArrowUp", "ArrowDown"]);
    this.notes = make("div");
    const head = make("tr", {}, ...["Machine", "Answer", "Against", "States"].map((text) => make("th", { scope: "col" }, text)));
    this.nodes = [make("div", { class: "scroll" }, make("table", { id: "machines", class: "verdicts" }, make("caption", {}, "Final states that machines reach, against those that a model allows"), make("thead", {}, head), this.body)), this.notes];
  }

  open(name, test, machine, asked) {
    this.shown = `${test.test} ${name}`;
    this.mark();
    if (asked) this.onOpen(name);
    details.show(detailOf(machine, test), { asked });
  }

  mark() {
    for (const row of this.body.rows) {
      row.classList.toggle("open", row.dataset.key === this.shown);
      row.querySelector("button")?.setAttribute("aria-expanded", String(row.dataset.key === this.shown));
    }
  }

  rowsOf(name) {
    const answer = this.answers.get(name);
    const head = (...inside) => make("th", { scope: "row" }, ...inside, own.machineNames.includes(name) ? make("span", { class: "faint" }, " yours") : "");
    if (!answer) return [make("tr", { class: "waiting" }, head(name), make("td", { colspan: "3", class: "faint" }, "…"))];
    if (answer.failed) return own.machineNames.includes(name) || answer.ended ? [make("tr", {}, head(name), make("td", { colspan: "3" }, make("span", { class: "badge undecided", title: answer.failed }, answer.ended || "see its messages")))] : [];
    return answer.tests.flatMap((test) => test.machines.map((machine) => {
      const open = () => this.open(name, test, machine, true);
      const [kind, word] = wordOf(machine);
      return make("tr", { "data-key": `${test.test} ${name}`, click: (event) => event.target.closest("button") || open() },
        head(make("button", { class: "model", tabindex: "-1", "aria-expanded": "false", title: this.titles.get(name), click: open }, name), answer.tests.length > 1 ? make("span", { class: "faint" }, ` ${test.test}`) : ""),
        make("td", {}, make("span", { class: `badge ${kind}` }, word)), make("td", {}, test.against?.model || ""), make("td", { class: "number" }, `${machine.finalStates.length}${machine.complete ? "" : "+"}`));
    }));
  }

  draw() {
    const focused = document.activeElement?.closest?.("#machines tr")?.dataset.key;
    this.body.replaceChildren(...this.names.flatMap((name) => this.rowsOf(name)));
    this.body.querySelector("button.model")?.setAttribute("tabindex", "0");
    if (focused !== undefined) [...this.body.rows].find((row) => row.dataset.key === focused)?.querySelector("button").focus({ preventScroll: true });
    const unfit = this.names.filter((name) => this.answers.has(name)).map((name) => [name, this.answers.get(name)]).filter(([name, answer]) => answer.failed && !answer.ended && !own.machineNames.includes(name));
    this.notes.replaceChildren(unfit.length > 0 ? make("p", { class: "faint", title: unfit[0][1].failed }, `Not for this test: ${unfit.map(([name]) => name).join(", ")}. (${unfit[0][0]}: ${unfit[0][1].failed})`) : "");
    this.mark();
  }

  take(name, answer) {
    this.answers.set(name, answer);
    this.draw();
    // What the reader had open, or else the first that breaks its promise.
    const [test] = answer.tests || [];
    const broken = test?.machines.find((machine) => machine.answer === "broken");
    if (test && (name === this.wanted || (!this.wanted && this.shown === null && broken))) this.open(name, test, broken || test.machines[0], false);
  }
}

/**
 * @param about what is installed
 * @param machine the one to begin with; or null
 */
export async function askMachines({ about, signal, panel, machine, onOpen, onAnswer, again }) {
  const names = [...own.machineNames, ...about.machines.map((m) => m.name)];
  const view = new Machines(names, new Map(about.machines.map((m) => [m.name, m.title])), { machine, onOpen });
  const models = [...own.modelNames, ...about.models.map((m) => m.name)];
  const select = make("select", { id: "against-choice", change: (event) => { against = event.target.value; again(); } },
    make("option", { value: kItsOwn }, "its own model"), ...models.map((name) => make("option", { value: name, selected: name === against }, name)));
  if (!models.includes(against)) against = kItsOwn;
  details.clear();
  panel.replaceChildren(make("div", { class: "bar tools" }, make("label", {}, "Against ", select)), ...view.nodes);
  view.draw();
  const said = [];  // of the test, by one machine or another
  const intended = new Map(about.machines.map((m) => [m.name, m.model]));
  await Promise.all(names.map(async (name) => {
    const mine = own.machineNames.includes(name);
    const model = against || intended.get(name) || /^model\s+(\S+)/m.exec(mine ? own.machines[name] : "")?.[1] || intended.get(/^like\s+(\S+)/m.exec(mine ? own.machines[name] : "")?.[1]);
    const envelope = await askMachine({ ...subject.fields, machines: [name], ...(model ? { against: model, ...subject.ownModels(model) } : {}), ...subject.ownMachines(name) }, signal);
    const messages = messagesIn(envelope.errors);
    const errors = messages.filter((m) => m.severity === "error");
    if (mine) own.complain("machine", name, messages.filter((m) => m.file === `${name}.machine`));
    said.push(...messages.filter((m) => m.line && !/\.(?:machine|cat)$/.test(m.file)));
    const whole = envelope.answer?.tests?.some((test) => test.machines.length > 0);
    view.take(name, whole ? { tests: envelope.answer.tests } : { failed: errors[0]?.message || failure(envelope) || "no answer", ended: envelope.ended });
  }));
  // What is wrong with the text, all of them say.
  const wrong = onlyOnce(said).filter((one) => said.filter((m) => m.message === one.message && m.line === one.line).length >= about.machines.length);
  onAnswer(wrong);
  if (view.body.rows.length === 0) view.notes.replaceChildren(make("p", { class: "faint" }, wrong.length > 0 ? "The text cannot be read: see the messages below it." : "No machine executes this test."), ...(wrong.length > 0 ? [] : view.notes.childNodes));
  return "Answered";
}
