// The answer of all models: rows as they come, the marks in the text, and the details of the model that is open.
import { checkModels } from "./serve_checking.js";
import { detailOf } from "./serve_detail.js";
import { byId, counted, make } from "./serve_dom.js";
import { drawMessages, editor } from "./serve_editor.js";
import { learnLines } from "./serve_lines.js";
import { statesMatrix } from "./serve_matrix.js";
import { modelsTable } from "./serve_models.js";
import { own } from "./serve_own.js";
import { details } from "./serve_pane.js";
import { subject } from "./serve_subject.js";
import { versions } from "./serve_versions.js";

let keptAnswer = null;  // {key, view}: what models say of the kept version

/** Messages about the test below it, those about the reader's own models below these. */
export function showMessages(diagnostics) {
  const ofOwn = (d) => own.modelNames.find((name) => d.file === `${name}.cat`);
  for (const name of own.modelNames) own.complain("model", name, diagnostics.filter((d) => ofOwn(d) === name));
  drawMessages(byId("messages"), editor, diagnostics.filter((d) => !ofOwn(d)));
  editor.mark(diagnostics.filter((d) => d.line && !ofOwn(d)).map((d) => ({ line: d.line, column: d.column, kind: d.severity })));
}

/** Mistakes, and lines that race under the model that is open, or else under most of them. */
function marksOf({ results, diagnostics }, model) {
  const marks = diagnostics.filter((d) => d.line && !/\.cat$/.test(d.file || "")).map((d) => ({ line: d.line, column: d.column, kind: d.severity }));
  const chosen = results.filter((r) => r.model === model);
  const asked = (chosen.length > 0 ? chosen : results).filter((r) => r.raceStatus !== "not-defined");
  const votes = new Map();
  for (const result of asked) {
    for (const line of new Set(result.races.flatMap((race) => [race.first.line, race.second.line]))) votes.set(line, (votes.get(line) || 0) + 1);
  }
  for (const [line, models] of votes) if (line && models * 2 > asked.length) marks.push({ line, kind: "race" });
  return marks;
}

async function askKept(about, signal) {
  const asks = { subject: { ...versions.kept.fields, ...subject.boundedBy }, models: about.models.map((m) => m.name), ownModels: own.models };
  const key = JSON.stringify(asks);
  if (keptAnswer?.key !== key) {
    const view = await checkModels({ ...asks, seconds: about.seconds, signal, onRows: () => {}, onWait: () => {} });
    keptAnswer = { key, view };
  }
  return keptAnswer.view;
}

/**
 * @param about what is installed
 * @param opened {model, part}: what the reader has open, which this changes
 * @param say (text) says how far it is
 * @param onOpen called when the reader opens another model
 * @returns the view of checkModels
 */
export async function askModels({ about, signal, panel, opened, say, onOpen }) {
  let view = null;
  let kept = null;
  let open = null;  // the result whose details are shown
  const sameTest = (r) => (one) => one.model === r.model && (kept.byModel || one.test === r.test);
  const show = (result, { asked = false, at } = {}) => {
    open = result;
    table.choose(result);
    const before = kept?.results.find(sameTest(result));
    details.show(detailOf({ result, others: view.results, before, signal, opened, at }), { asked, onClose: close });
  };
  const choose = (result, at) => {
    opened.model = result.model;
    if (at !== undefined) opened.part = "states";
    show(result, { asked: true, at });
    editor.mark(marksOf(view, opened.model));
    onOpen();
  };
  const close = () => {
    open = null;
    opened.model = null;
    table.choose(null);
    overview(false);
    editor.mark(marksOf(view, null));
    onOpen();
  };
  const overview = (asked) => {
    if (asked) {
      open = null;
      opened.model = null;
      table.choose(null);
      onOpen();
    }
    details.show(statesMatrix(view.results, choose), { asked });
  };
  const table = modelsTable({ titles: new Map(about.models.map((m) => [m.name, m.title])), own: own.modelNames, onOpen: (result) => choose(result), overview });
  let drawn = false;
  const draw = (now) => {
    view = now;
    learnLines(view.results);
    showMessages(view.diagnostics);
    editor.mark(marksOf(view, opened.model));
    if (view.results.length + view.lost.length === 0) return;
    table.show(view, kept);
    if (!drawn) panel.replaceChildren(...table.nodes);
    drawn = true;
    const wanted = view.results.find((r) => r.model === opened.model);
    if (wanted && open?.model !== wanted.model) show(wanted);
    else if (!wanted) details.show(statesMatrix(view.results, choose));
  };
  let how = "";
  const known = (now) => now.results.length + now.lost.length + now.skipped.length;
  draw(await checkModels({
    subject: subject.bounded, models: about.models.map((m) => m.name), ownModels: own.models, seconds: about.seconds, signal,
    onRows: (now) => {
      draw(now);
      say(`${known(now)} of ${counted(now.total, "model")}${how}…`);
    },
    onWait: () => {
      how = ", one by one";
    },
  }));
  if (!drawn) {
    details.clear();
    panel.replaceChildren(make("p", { class: "faint" }, "The text cannot be read: see the messages below it."));
  } else if (versions.kept) {
    const { results } = await askKept(about, signal);
    kept = { results, byModel: ![...results, ...view.results].some((r) => r.several) };
    table.show(view, kept);
    if (open) show(open);
  }
  return view;
}
