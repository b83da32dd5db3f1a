// The page: what is edited, what is asked of it, and what the address says.
import { askAbout, askCheck, askMachine as askSimulation, askProgress, askTest, failure } from "./serve_ask.js";
import { corpus } from "./serve_corpus.js";
import { byId, counted, make, rove } from "./serve_dom.js";
import { editor } from "./serve_editor.js";
import { formsPanel } from "./serve_forms.js";
import { setAddress, stateOfAddress } from "./serve_link.js";
import { machinePanel } from "./serve_machine.js";
import { modelsPanel } from "./serve_models.js";
import { progressPanel } from "./serve_progress.js";
import { stepBack, stepForth } from "./serve_steps.js";
import { badgeOf } from "./serve_verdict.js";

const kPause = 400;       // ms without a key before the text is checked
const kTogether = 2;      // seconds for all models in one process, before each is asked alone
const kExample = `HSA MP
"A message at the wrong scope: change wg to cmp"
{ data=0; flag=0; }
 P0@wg 0            | P1@wg 1            ;
 st data, 1         | ld.acq.wg r0, flag ;
 st.rel.wg flag, 1  | bne r0, 1, END     ;
                    | ld r1, data        ;
                    | END:               ;
exists (1:r0=1 /\\ 1:r1=0)
`;

let about = { models: [], machines: [], dialects: [], corpus: [], seconds: 10 };
let path = null;       // of the test in the corpus, while the text is as it stands there
let loaded = "";       // that text
let question = "models";
let report = null;     // the last answer of `check`
let running = new AbortController();
const opened = { key: null, model: null, part: "states" };

const say = (text) => { byId("state").textContent = text; };
const panel = () => byId("question-panel");
const titleOf = () => path ? path.slice(path.lastIndexOf("/") + 1) : "A test of your own";

function restart() {
  running.abort();
  running = new AbortController();
  return running.signal;
}

function busy(on) {
  byId("cancel-button").hidden = !on;
  panel().setAttribute("aria-busy", String(on));
}

// ---- What the text is asked.

/** All models in one process; where that fails, each in one of its own, so that one model costs one row. */
async function checkAll(subject, signal) {
  const together = await askCheck({ ...subject, models: ["all"], seconds: kTogether }, signal);
  if (together.answer) return { report: together.answer, lost: [] };
  if (!together.ended) throw new Error(failure(together));
  say(`The models are checked one by one (together: ${together.ended})…`);
  const merged = { format: "hrfcheck-report", version: 2, results: [], notApplicable: [], diagnostics: [] };
  const lost = [];
  let done = 0;
  await Promise.all(about.models.map(async ({ name }) => {
    const one = await askCheck({ ...subject, models: [name], seconds: about.seconds }, signal);
    say(`${++done} of ${counted(about.models.length, "model")}…`);
    if (!one.answer) {
      lost.push({ model: name, ended: one.ended || "no answer" });
      return;
    }
    merged.results.push(...one.answer.results);
    merged.notApplicable.push(...one.answer.notApplicable);
    if (one.answer.notApplicable.length === 0) merged.diagnostics.push(...one.answer.diagnostics);
  }));
  merged.results.sort((a, b) => a.model.localeCompare(b.model));
  const seen = new Set();
  merged.diagnostics = merged.diagnostics.filter((d) => !seen.has(JSON.stringify(d)) && seen.add(JSON.stringify(d)));
  return { report: merged, lost };
}

function drawMessages(diagnostics) {
  byId("messages").replaceChildren(...diagnostics.map((d) => make("li", { class: d.severity },
    d.line ? make("button", { class: "place", click: () => editor.goTo(d.line, d.column || 1) }, `line ${d.line}${d.column ? `:${d.column}` : ""}`) : "",
    ` ${d.message}`, d.hint ? make("span", { class: "faint" }, ` ${d.hint}`) : "")));
}

/** Mistakes, and lines that race under the model that is open, or else under most of them. */
function marksOf({ results, diagnostics }) {
  const marks = diagnostics.filter((d) => d.line).map((d) => ({ line: d.line, column: d.column, kind: d.severity }));
  const chosen = results.filter((r) => r.model === opened.model);
  const asked = (chosen.length > 0 ? chosen : results).filter((r) => r.raceStatus !== "not-defined");
  const votes = new Map();
  for (const result of asked) {
    for (const line of new Set(result.races.flatMap((race) => [race.first.line, race.second.line]))) votes.set(line, (votes.get(line) || 0) + 1);
  }
  for (const [line, models] of votes) if (line && models * 2 > asked.length) marks.push({ line, kind: "race" });
  return marks;
}

async function askModels(subject, signal) {
  const begun = performance.now();
  const { report: found, lost } = await checkAll(subject, signal);
  report = found;
  const several = new Set(found.results.map((r) => r.test)).size > 1;
  for (const result of found.results) result.several = several;
  drawMessages(found.diagnostics);
  editor.mark(marksOf(found));
  const badge = badgeOf(found.results);
  if (path && badge) corpus.badge(path, ...badge);
  const titles = new Map(about.models.map((m) => [m.name, m.title]));
  const drawn = modelsPanel({ results: found.results, lost, skipped: found.notApplicable, titles }, opened, signal, () => {
    editor.mark(marksOf(found));
    remember();
  });
  panel().replaceChildren(...(found.results.length + lost.length > 0 ? drawn : [make("p", { class: "faint" }, "The text cannot be read: see the messages below it.")]));
  say(`${counted(found.results.length, "answer")} in ${((performance.now() - begun) / 1000).toFixed(2)} s`);
}

async function askOther(question, body, draw, signal) {
  const begun = performance.now();
  const envelope = await question(body, signal);
  const why = failure(envelope);
  panel().replaceChildren(...(why ? [make("pre", { class: "failure" }, why)] : draw(envelope.answer)));
  say(`${why ? "No answer" : "Answered"} in ${((performance.now() - begun) / 1000).toFixed(2)} s`);
}

/** Choices that belong to a question, above its answer. */
function withChoices(choices, run) {
  const below = make("div", { class: "below" });
  return [make("div", { class: "choices" }, ...choices, make("button", { class: "main", click: run }, "Ask")), below];
}

const choice = (label, id, options, value) => make("label", {}, `${label} `, make("select", { id }, ...options.map((name) => make("option", { value: name, selected: name === value }, name))));

async function askMachine(subject, signal) {
  const machine = byId("machine-choice")?.value || "rsp-lit";
  const against = byId("against-choice")?.value || "rsp-incl";
  const names = about.models.map((m) => m.name);
  const envelope = await askSimulation({ ...subject, machines: [machine], against }, signal);
  const why = failure(envelope);
  const [choices, below] = withChoices([choice("Machine", "machine-choice", about.machines.map((m) => m.name), machine), choice("against", "against-choice", names, against)], () => run());
  below.replaceChildren(...(why || !envelope.answer ? [make("pre", { class: "failure" }, why || envelope.errors)] : machinePanel(envelope.answer)));
  panel().replaceChildren(choices, below);
  say("");
}

const kQuestions = [
  ["models", "Models", askModels],
  ["progress", "Progress", (subject, signal) => askOther(askProgress, subject, progressPanel, signal)],
  ["machines", "Machines", askMachine],
  ["forms", "Other forms", async (_, signal) => {
    const name = (path ? titleOf() : "test").replace(/\.litmus$/, "").replace(/[^\w.-]+/g, "-");
    panel().replaceChildren(...formsPanel({ dialects: about.dialects, signal, report: () => report, name, edit: (text) => startAnew(text) }));
    say("");
  }],
];

const isQuestion = (name) => kQuestions.some(([key]) => key === name);

async function run() {
  const signal = restart();
  const subject = editor.subject;
  const [, , asks] = kQuestions.find(([key]) => key === question);
  busy(true);
  say("Asking…");
  const begun = performance.now();
  const clock = setInterval(() => {
    if (performance.now() - begun > 800 && !byId("state").textContent.includes(" of ")) say(`Asking for ${((performance.now() - begun) / 1000).toFixed(0)} s…`);
  }, 500);
  try {
    await asks(subject, signal);
  } catch (error) {
    if (signal.aborted) return;
    panel().replaceChildren(make("p", { class: "failure" }, error.message));
    say("No answer");
  } finally {
    clearInterval(clock);
    if (running.signal === signal) busy(false);
  }
}

function cancel() {
  if (byId("cancel-button").hidden) return;
  restart();
  busy(false);
  say("Cancelled");
}

// ---- The address.

const remember = () => setAddress({
  path: path && editor.text === loaded ? path : undefined, t: editor.text, l: editor.language || undefined,
  q: question === "models" ? undefined : question, m: opened.model || undefined,
}).catch(() => {});

function title() {
  byId("editor-title").textContent = path && editor.text === loaded ? titleOf() : path ? `${titleOf()}, edited` : "A test of your own";
  document.title = `${titleOf()} · hrfcheck`;
}

/** The language that the name of a kernel's file says. */
function languageOf(file) {
  const ending = /\.(cl|cuh?|hip)(?::[^/]*)?$/.exec(file)?.[1];
  return ending === undefined ? "" : ending === "cl" ? "opencl" : ending === "hip" ? "hip" : "cuda";
}

async function loadTest(wanted, view = {}) {
  const { text, test } = await askTest(wanted);
  path = wanted;
  loaded = text;
  report = null;
  opened.key = null;
  opened.model = view.m || opened.model;
  editor.load(text, test, languageOf(wanted));
  corpus.mark(path);
  title();
  choose(isQuestion(view.q) ? view.q : "models");
}

/** A text of the reader's own. */
function startAnew(text) {
  path = null;
  corpus.mark(null);
  editor.load(text);
  title();
  choose("models");
}

function choose(key) {
  question = key;
  for (const tab of byId("questions").children) {
    tab.setAttribute("aria-selected", String(tab.dataset.key === key));
    tab.tabIndex = tab.dataset.key === key ? 0 : -1;
  }
  panel().setAttribute("aria-labelledby", `question-${key}`);
  panel().replaceChildren();
  remember();
  run();
}

async function follow() {
  const state = await stateOfAddress();
  if (state?.path) {
    await loadTest(state.path, { q: state.q, m: state.m });
    return;
  }
  path = null;
  opened.model = typeof state?.m === "string" ? state.m : null;
  editor.load(state ? state.t : kExample, "", state?.l);
  title();
  choose(isQuestion(state?.q) ? state.q : "models");
}

// ---- Keys and buttons.

const kTyping = "input:not([type=checkbox]), select, textarea";

function onKey(event) {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    run();
  } else if (event.key === "Escape" && !byId("help").open) {
    if (byId("corpus").classList.contains("shown")) showCorpus(false);
    else if (!byId("cancel-button").hidden) cancel();
    else document.activeElement.blur();
  } else if (!event.target.closest?.(kTyping) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const actions = {
      "/": () => { showCorpus(true); byId("corpus-search").focus(); }, e: () => editor.focus(), "?": () => byId("help").showModal(), "[": stepBack, "]": stepForth,
      m: () => document.querySelector("#models button.model[tabindex='0']")?.focus(),
      ...Object.fromEntries(kQuestions.map(([key], i) => [String(i + 1), () => choose(key)])),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }
}

function showCorpus(shown) {
  byId("corpus").classList.toggle("shown", shown);
  byId("corpus-button").setAttribute("aria-expanded", String(shown));
  if (!shown && byId("corpus").contains(document.activeElement)) {
    document.activeElement.blur();
    byId("corpus-button").focus();  // where it can be seen
  }
}

function theme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  byId("theme-button").textContent = dark ? "Light" : "Dark";
}

function start() {
  const prefers = matchMedia("(prefers-color-scheme: dark)");
  theme(prefers.matches);
  prefers.addEventListener("change", () => theme(prefers.matches));
  byId("theme-button").addEventListener("click", () => theme(document.documentElement.dataset.theme !== "dark"));
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  byId("corpus-button").addEventListener("click", () => showCorpus(!byId("corpus").classList.contains("shown")));
  byId("check-button").addEventListener("click", run);
  byId("cancel-button").addEventListener("click", cancel);
  byId("link-button").addEventListener("click", async () => {
    await remember();
    const link = location.href.replace(/\?token=[^#]*/, "");
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    say(copied ? "The link is copied; it holds the test." : "The link is the address of this page.");
  });
  byId("questions").append(...kQuestions.map(([key, text], i) => make("button", {
    role: "tab", id: `question-${key}`, "data-key": key, "aria-controls": "question-panel", "aria-keyshortcuts": String(i + 1), click: () => choose(key),
  }, text)));
  rove(byId("questions"), "[role=tab]", ["ArrowLeft", "ArrowRight"], (tab) => tab.click());
  addEventListener("keydown", onKey);
  addEventListener("hashchange", () => follow().catch((error) => say(error.message)));
  addEventListener("pagehide", () => running.abort());
  let pause;
  const again = () => {
    remember();
    run();
  };
  editor.onLanguage(again);
  editor.onChange(() => {
    title();
    clearTimeout(pause);
    pause = setTimeout(again, kPause);
  });
}

start();
try {
  about = await askAbout();
  corpus.start(about.corpus, (wanted, view) => {
    showCorpus(false);
    loadTest(wanted, view).catch((error) => say(error.message));
  });
  await follow();
} catch (error) {
  say(error.message);
}
