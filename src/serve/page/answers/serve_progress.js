// Whether every thread ends, under each scheduler, and under what each platform promises in writing.
import { askProgress, failure } from "./serve_ask.js";
import { details } from "./serve_pane.js";
import { make, rove } from "./serve_dom.js";
import { messagesIn } from "./serve_errors.js";
import { verdictDetail } from "./serve_lasso.js";
import { subject } from "./serve_subject.js";

const kClass = { terminates: "free", "may hang": "racy", undecided: "undecided" };
const kMark = { terminates: "Y", "may hang": "N", undecided: "?" };
const kKept = new Map();  // what platforms answer, by the words of the question

/** Platforms promise something to groups, which not every test has: then each is asked by itself. */
async function askPlatforms(names, signal) {
  const ask = async (schedulers) => askProgress({ ...subject.fields, schedulers, noModel: true }, signal);
  const together = await ask(names);
  if (together.answer?.results.length > 0 && !together.answer.diagnostics.some((d) => d.severity === "error")) return together.answer.results;
  const alone = await Promise.all(names.map(async (name) => (await ask([name])).answer?.results || []));
  const merged = [];
  for (const result of alone.flat()) {
    const known = merged.find((one) => one.test === result.test && one.simt === result.simt);
    if (known) known.verdicts.push(...result.verdicts);
    else merged.push(result);
  }
  return merged;
}

const expected = (verdict) => verdict.expected ? make("span", { class: `badge ${verdict.expectation === "failed" ? "racy" : "plain"}` }, verdict.expectation === "met" ? "as expected" : `expected: ${verdict.expected}`) : "";

/** @param own whether there is a column for what the test's own lines say */
function rowsOf(result, open, own) {
  return result.verdicts.map((verdict) => make("tr", { "data-key": keyOf(result, verdict), click: (event) => event.target.closest("button") || open(result, verdict, true) },
    make("th", { scope: "row" }, make("button", { class: "model", tabindex: "-1", "aria-expanded": "false", click: () => open(result, verdict, true) }, verdict.scheduler)),
    make("td", {}, make("span", { class: `badge ${kClass[verdict.answer]}` }, verdict.answer), verdict.lasso ? make("span", { class: "faint" }, ` ${verdict.lasso.kind}`) : verdict.reason ? ` ${verdict.reason}` : ""), own ? make("td", {}, expected(verdict)) : ""));
}

/** On phones: a column for each scheduler, its name written from bottom to top. */
function matrixOf(results, open) {
  const names = [...new Set(results.flatMap((r) => r.verdicts.map((v) => v.scheduler)))];
  const cell = (result, name) => {
    const verdict = result.verdicts.find((v) => v.scheduler === name);
    return make("td", {}, verdict ? make("button", { class: `answer-mark ${kClass[verdict.answer]}`, "aria-label": `${name}: ${verdict.answer}`, click: () => open(result, verdict, true) }, kMark[verdict.answer]) : "");
  };
  const side = (text) => results.length > 1 ? [make("th", { scope: "row" }, text)] : [];
  return make("div", { class: "phones" }, make("p", { class: "faint" }, "Y: every thread ends; N: may hang; ?: undecided. Tap for the reasons."), make("div", { class: "scroll" }, make("table", { class: "matrix", id: "scheduler-matrix" },
    make("thead", {}, make("tr", {}, ...side(""), ...names.map((name) => make("th", { scope: "col", class: "upright" }, make("span", {}, name))))),
    make("tbody", {}, ...results.map((r) => make("tr", {}, ...side(r.test), ...names.map((name) => cell(r, name))))))));
}

const keyOf = (result, verdict) => `${result.test} ${result.simt || ""} ${verdict.scheduler}`;
const verdictsOf = (results) => results.flatMap((result) => result.verdicts.map((verdict) => ({ result, verdict })));

/** The tables, of which one row at most is open. */
class Schedulers {
  constructor(panel, onOpen) {
    this.panel = panel;
    this.onOpen = onOpen;
    this.shown = null;  // key of the row whose details are shown
    this.open = (result, verdict, asked = true) => {
      this.shown = keyOf(result, verdict);
      this.mark();
      if (asked) onOpen(verdict.scheduler);
      details.show(verdictDetail(result, verdict), { asked });
    };
  }

  mark() {
    for (const row of this.panel.querySelectorAll("tr[data-key]")) {
      row.classList.toggle("open", row.dataset.key === this.shown);
      row.querySelector("button").setAttribute("aria-expanded", String(row.dataset.key === this.shown));
    }
  }

  table(id, caption, results) {
    const own = verdictsOf(results).some(({ verdict }) => verdict.expected);
    const title = (r) => make("tr", {}, make("th", { colspan: own ? "3" : "2", scope: "rowgroup", class: "faint" }, r.simt && r.simt !== "none" ? `${r.test}, lanes: ${r.simt}` : r.test));
    const body = make("tbody", {}, ...results.flatMap((r) => [results.length > 1 ? title(r) : "", ...rowsOf(r, this.open, own)]));
    body.querySelector("button.model")?.setAttribute("tabindex", "0");
    rove(body, "button.model", ["ArrowUp", "ArrowDown"]);
    const head = make("tr", {}, ...["Scheduler", "Every thread", ...(own ? ["The test's own lines"] : [])].map((text) => make("th", { scope: "col" }, text)));
    return make("div", { class: "scroll not-phones" }, make("table", { id, class: "verdicts" }, make("caption", {}, caption), make("thead", {}, head), body));
  }

  /** @param platforms results for them, or null while they are under way */
  draw(answer, platforms) {
    const { results } = answer;
    const counted = results.length === 1 ? `${results[0].states} states${results[0].explored ? "" : ", and more"}` : "";
    const also = (r) => (platforms || []).filter((p) => p.test === r.test && p.simt === r.simt).flatMap((p) => p.verdicts);
    const columns = results.map((r) => ({ ...r, verdicts: [...r.verdicts, ...also(r).filter((v) => !r.verdicts.some((own) => own.scheduler === v.scheduler))] }));
    this.panel.replaceChildren(this.table("schedulers", counted, results), matrixOf(columns, this.open),
      ...(platforms === null ? [make("p", { class: "faint" }, "The platforms are asked…")]
        : platforms.length > 0 ? [this.table("platforms", "What platforms promise in writing", platforms)] : []));
    this.mark();
  }
}

/**
 * @param scheduler the one to begin with; or null
 * @param onOpen (scheduler) when the reader has chosen one
 * @param onAnswer (diagnostics)
 */
export async function askSchedulers({ platforms, signal, panel, scheduler, onOpen, onAnswer }) {
  const fields = subject.fields;
  const envelope = await askProgress(fields, signal);
  const { answer } = envelope;
  onAnswer(answer ? answer.diagnostics : messagesIn(envelope.errors));
  if (!answer || answer.results.length === 0) {
    details.clear();
    panel.replaceChildren(answer ? make("p", { class: "faint" }, "The text cannot be read: see the messages below it.") : make("pre", { class: "failure" }, failure(envelope)));
    return "No answer";
  }
  const view = new Schedulers(panel, onOpen);
  view.draw(answer, null);
  const all = verdictsOf(answer.results);
  const wanted = all.find(({ verdict }) => verdict.scheduler === scheduler);
  // Else a hang under the scheduler that promises most.
  const begin = wanted || all.findLast(({ verdict }) => verdict.lasso) || all[0];
  if (begin) view.open(begin.result, begin.verdict, false);
  const key = JSON.stringify(fields);
  if (!kKept.has(key)) {
    const found = await askPlatforms(platforms, signal);
    kKept.clear();
    kKept.set(key, found);
  }
  view.draw(answer, kKept.get(key));
  const later = !wanted && verdictsOf(kKept.get(key)).find(({ verdict }) => verdict.scheduler === scheduler);
  if (later) view.open(later.result, later.verdict, false);
  return "Answered";
}
