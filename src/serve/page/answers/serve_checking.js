// All models asked about a text, and their answers as they come: the reader's own first, then those that the dialect's tests
// are asked by default, then all others.
import { askCheck, failure } from "./serve_ask.js";
import { messagesIn, onlyOnce } from "./serve_errors.js";

const kTogether = 2;   // seconds for several models in one process, before each is asked alone

const nameOf = (name) => name.replace(/\.cat$/, "");

/** What is known so far: {results, lost: [{model, ended}], skipped: [{model, reason}], diagnostics, done, total}. */
class Answers {
  constructor(first, own, total) {
    this.own = own;
    this.first = first;
    this.total = total;
    this.results = new Map();
    this.lost = new Map();
    this.skipped = new Map();
    this.diagnostics = [];
  }

  take(answer) {
    for (const result of answer.results) this.results.set(`${result.test} ${nameOf(result.model)}`, { ...result, model: nameOf(result.model) });
    for (const { model, reason } of answer.notApplicable) this.skipped.set(nameOf(model), reason);
    this.note(answer.diagnostics.filter((d) => answer.notApplicable.length === 0 || d.line));
  }

  note(diagnostics) { this.diagnostics = onlyOnce([...this.diagnostics, ...diagnostics]); }

  knows(model) {
    return this.lost.has(model) || this.skipped.has(model) || [...this.results.values()].some((r) => r.model === model);
  }

  get view() {
    const rank = (model) => this.own.includes(model) ? 0 : this.first.has(model) ? 1 : 2;
    const results = [...this.results.values()].sort((a, b) => rank(a.model) - rank(b.model) || a.model.localeCompare(b.model) || a.test.localeCompare(b.test));
    const several = new Set(results.map((r) => r.test)).size > 1;
    for (const result of results) result.several = several;
    return {
      results, diagnostics: this.diagnostics, total: this.total,
      lost: [...this.lost].map(([model, ended]) => ({ model, ended })), skipped: [...this.skipped].map(([model, reason]) => ({ model, reason })),
    };
  }
}

/**
 * @param subject the fields of the question
 * @param models names of the installed ones
 * @param ownModels {name: text}
 * @param onRows called with what is known, each time that there is more
 * @returns all of it
 */
export async function checkModels({ subject, models, ownModels, seconds, signal, onRows, onWait }) {
  const own = Object.keys(ownModels);
  const answers = new Answers(new Set(), own, own.length + models.length);
  const report = () => {
    if (!signal.aborted) onRows(answers.view);
  };
  const alone = async (name, extra = {}) => {
    const one = await askCheck({ ...subject, ...extra, models: [name], seconds }, signal);
    if (one.answer) {
      answers.take(one.answer);
    } else {
      answers.lost.set(name, one.ended || (messagesIn(one.errors).length > 0 ? "see its messages" : failure(one)));
      answers.note(messagesIn(one.errors));
    }
    report();
  };
  const others = own.map((name) => alone(name, { ownModels }));
  // Those that tests of the dialect are asked by default.
  const first = await askCheck({ ...subject, seconds: kTogether }, signal);
  if (first.answer) {
    answers.take(first.answer);
    for (const result of first.answer.results) answers.first.add(nameOf(result.model));
  } else if (!first.ended) {
    answers.note(messagesIn(first.errors));
    if (answers.diagnostics.length === 0) throw new Error(failure(first));
  }
  // A text that cannot be read has one answer.
  if (answers.results.size === 0 && answers.diagnostics.some((d) => d.severity === "error" && d.line && !/\.cat$/.test(d.file || ""))) {
    await Promise.all(others);
    return answers.view;
  }
  report();
  const together = first.ended ? first : await askCheck({ ...subject, models: ["all"], seconds: kTogether }, signal);
  if (together.answer) {
    answers.take(together.answer);
    report();
  } else {
    onWait();
    others.push(...models.filter((name) => !answers.knows(name)).map((name) => alone(name)));
  }
  await Promise.all(others);
  return answers.view;
}
