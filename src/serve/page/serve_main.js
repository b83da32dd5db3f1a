// The page: what is edited, what is asked of it, and what the address says.
import { askAbout, askTest } from "./serve_ask.js";
import { askModels, showMessages } from "./serve_answer.js";
import { corpus } from "./serve_corpus.js";
import { byId, counted, make } from "./serve_dom.js";
import { editor } from "./serve_editor.js";
import { formsPanel } from "./serve_forms.js";
import { startControls } from "./serve_controls.js";
import { launch } from "./serve_launch.js";
import { setAddress, stateOfAddress } from "./serve_link.js";
import { askMachines } from "./serve_machine.js";
import { own } from "./serve_own.js";
import { details } from "./serve_pane.js";
import { askSchedulers } from "./serve_progress.js";
import { subject } from "./serve_subject.js";
import { badgeOf } from "./serve_verdict.js";
import { diffView, versions } from "./serve_versions.js";

const kPause = 400;       // ms without a key before the text is checked
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

let about = { models: [], machines: [], dialects: [], platforms: [], corpus: [], seconds: 10 };
let path = null;       // of the test in the corpus, while the text is as it stands there
let loaded = "";       // that text
let question = "models";
let report = null;     // what all models say, as `check` reports it
let running = new AbortController();
const opened = { model: null, part: "states", scheduler: null, machine: null };
const kOpened = { models: "model", progress: "scheduler", machines: "machine" };  // what of it belongs to a question

const say = (text) => { byId("state").textContent = text; };
const panel = () => byId("question-panel");
const titleOf = () => path ? path.slice(path.lastIndexOf("/") + 1) : "A test of your own";
const fileName = () => (path ? titleOf() : "test").replace(/\.litmus$/, "").replace(/[^\w.-]+/g, "-");

function restart() {
  running.abort();
  running = new AbortController();
  return running.signal;
}

function busy(on) {
  byId("cancel-button").hidden = !on;
  panel().setAttribute("aria-busy", String(on));
}

/** What is shown is the answer to an older text, or to none. */
function outdated(on) {
  byId("stale").hidden = !on;
  for (const id of ["question-panel", "detail-content"]) byId(id).classList.toggle("outdated", on);
}

// ---- What the text is asked.

const seconds = (begun) => `${((performance.now() - begun) / 1000).toFixed(2)} s`;
const wanted = (field) => (name) => {
  opened[field] = name;
  remember();
};

const kQuestions = [
  ["models", "Models", async (signal, begun) => {
    const view = await askModels({ about, signal, panel: panel(), opened, say, onOpen: remember });
    report = { format: "hrfcheck-report", version: 2, results: view.results, notApplicable: view.skipped, diagnostics: view.diagnostics };
    const badge = badgeOf(view.results);
    if (path && badge && editor.text === loaded) corpus.badge(path, ...badge);
    say(`${counted(view.results.length, "answer")} in ${seconds(begun)}`);
  }],
  ["progress", "Progress", async (signal, begun) => {
    const word = await askSchedulers({ platforms: about.platforms, signal, panel: panel(), scheduler: opened.scheduler, onOpen: wanted("scheduler"), onAnswer: showMessages });
    say(`${word} in ${seconds(begun)}`);
  }],
  ["machines", "Machines", async (signal, begun) => {
    const word = await askMachines({ about, signal, panel: panel(), machine: opened.machine, onOpen: wanted("machine"), onAnswer: showMessages, again: run });
    say(`${word} in ${seconds(begun)}`);
  }],
  ["forms", "Other forms", async (signal) => {
    details.clear();
    panel().replaceChildren(...formsPanel({ dialects: about.dialects, signal, report: () => report, name: fileName(), edit: startAnew }));
    say("");
  }],
];

const isQuestion = (name) => kQuestions.some(([key]) => key === name);

async function run() {
  const signal = restart();
  const [, , asks] = kQuestions.find(([key]) => key === question);
  busy(true);
  say("Asking…");
  const begun = performance.now();
  const clock = setInterval(() => {
    if (performance.now() - begun > 800 && !byId("state").textContent.includes(" of ")) say(`Asking for ${((performance.now() - begun) / 1000).toFixed(0)} s…`);
  }, 500);
  const fresh = new MutationObserver(() => outdated(false));  // the first rows of the new answer
  fresh.observe(panel(), { childList: true });
  try {
    await asks(signal, begun);
  } catch (error) {
    if (signal.aborted) return;
    details.clear();
    panel().replaceChildren(make("p", { class: "failure" }, error.message));
    say("No answer");
  } finally {
    clearInterval(clock);
    fresh.disconnect();
    if (running.signal === signal) {
      outdated(false);
      busy(false);
    }
  }
}

function cancel() {
  if (byId("cancel-button").hidden) return;
  restart();
  busy(false);
  say("Cancelled");
}

// ---- The address.

/** Of the launch, what the name of the file does not say. */
function launchSaid() {
  const { language, ...others } = launch.state;
  return path && editor.text === loaded && (language || "") === languageOf(path) ? others : launch.state;
}

const remember = () => setAddress({
  path: path && editor.text === loaded ? path : undefined, t: editor.text, q: question === "models" ? undefined : question, m: opened[kOpened[question]] || undefined,
  k: launchSaid(), o: own.state, v: versions.state,
}).catch(() => {});

function title() {
  byId("editor-title").textContent = path && editor.text === loaded ? titleOf() : path ? `${titleOf()}, edited` : "A test of your own";
  document.title = `${titleOf()} · hrfcheck`;
  versions.draw(editor.text, { onShow: showDiff, onReturn: goBack, onDrop: dropKept });
}

/** The language that the name of a kernel's file says. */
function languageOf(file) {
  const ending = /\.(cl|cuh?|hip)(?::[^/]*)?$/.exec(file)?.[1];
  return ending === undefined ? "" : ending === "cl" ? "opencl" : ending === "hip" ? "hip" : "cuda";
}

function show(text, test, view) {
  report = null;
  const key = isQuestion(view.q) ? view.q : "models";
  if (view.m !== undefined) opened[kOpened[key]] = typeof view.m === "string" ? view.m : null;
  editor.load(text);
  subject.test = test;
  showMessages([]);
  own.showTest();
  launch.offer(text);
  title();
  choose(key);
}

/** @param view what the address, or the tour, says of how it is shown */
async function loadTest(from, view = {}) {
  const { text, test } = await askTest(from);
  path = from;
  loaded = text;
  launch.state = { language: languageOf(from), ...view.k };
  corpus.mark(path);
  show(text, test, view);
}

/** A text of the reader's own. */
function startAnew(text) {
  path = null;
  corpus.mark(null);
  launch.state = {};
  show(text, "", {});
}

function choose(key) {
  question = key;
  for (const tab of byId("questions").children) {
    tab.setAttribute("aria-selected", String(tab.dataset.key === key));
    tab.tabIndex = tab.dataset.key === key ? 0 : -1;
  }
  panel().setAttribute("aria-labelledby", `question-${key}`);
  panel().replaceChildren();
  editor.step([]);
  details.clear();
  outdated(false);
  remember();
  run();
}

async function follow() {
  const state = await stateOfAddress();
  own.state = state?.o;
  versions.state = state?.v;
  if (state?.path) {
    await loadTest(state.path, { m: null, ...state });
    return;
  }
  path = null;
  launch.state = state?.k;
  show(state ? state.t : kExample, "", { m: null, ...state });
}

// ---- The version that is kept.

function keep() {
  versions.keep(subject.fields, launch.state);
  title();
  remember();
  if (question === "models") run();
}

const showDiff = () => details.show([make("h3", { id: "detail-title", tabindex: "-1" }, "The text, and the version that is kept"), diffView(editor.text)], { asked: true });

function goBack() {
  launch.state = versions.kept.launch;
  editor.replace(versions.kept.fields.text);
}

function dropKept() {
  versions.drop();
  title();
  remember();
  run();
}

// ----

let pause;
/** A text has changed: what is shown is about an older one. */
function changed() {
  restart();
  busy(false);
  say("");
  outdated(panel().childElementCount > 0);
  editor.step([]);
  title();
  clearTimeout(pause);
  pause = setTimeout(() => {
    remember();
    run();
  }, kPause);
}

startControls({ questions: kQuestions.map(([key, text]) => [key, text]), choose, run, cancel, keep, say, remember });
addEventListener("hashchange", () => follow().catch((error) => say(error.message)));
addEventListener("pagehide", () => running.abort());
launch.onChange(changed);
editor.onChange(() => {
  showMessages([]);
  launch.offer(editor.text);
  changed();
});
try {
  about = { ...about, ...await askAbout() };
  own.start(about, changed);
  corpus.start(about.corpus, (from, view) => loadTest(from, view).catch((error) => say(error.message)));
  await follow();
} catch (error) {
  say(error.message);
}
