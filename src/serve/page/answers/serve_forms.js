// The test in other forms: another dialect, and files to keep.
import { askConversion, failure } from "./serve_ask.js";
import { download, make } from "./serve_dom.js";
import { editor } from "./serve_editor.js";
import { details } from "./serve_pane.js";
import { subject } from "./serve_subject.js";

export function formsPanel({ dialects, signal, report, name, edit }) {
  const result = make("div");
  const convert = async (to) => {
    details.show(result, { asked: true });
    result.replaceChildren(make("p", { class: "faint" }, "Asking…"));
    try {
      const envelope = await askConversion({ ...subject.fields, to }, signal);
      const failed = envelope.status !== 0 ? envelope.errors.trim() || failure(envelope) : failure(envelope);
      result.replaceChildren(...(failed ? [make("pre", { class: "failure" }, failed)] : [
        make("div", { class: "bar" }, make("button", { class: "main", click: () => edit(envelope.answer) }, "Edit this"), make("button", { click: () => download(`${name}-${to}.litmus`, "text/plain", envelope.answer) }, "Download")),
        make("pre", { class: "report", id: "detail-title", tabindex: "-1" }, envelope.answer)]));
    } catch (error) {
      if (!signal.aborted) result.replaceChildren(make("p", { class: "failure" }, error.message));
    }
  };
  return [make("h3", {}, "In another dialect"),
    make("div", { class: "choices" }, ...dialects.map((to) => make("button", { click: () => convert(to) }, to))),
    make("h3", {}, "To keep"),
    make("div", { class: "choices" }, make("button", { click: () => download(`${name}.litmus`, "text/plain", editor.text) }, "Test"),
      make("button", { disabled: !report(), click: () => report() && download(`${name}.json`, "application/json", JSON.stringify(report(), null, 1)) }, "Answers as JSON")),
    make("p", { class: "faint" }, "Pictures can be saved where they are shown, as SVG or PNG.")];
}
