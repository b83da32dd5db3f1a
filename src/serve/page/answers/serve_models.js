// The table of models, whose rows come one after the other.
import { make, rove } from "./serve_dom.js";
import { isChanged } from "./serve_versions.js";
import { conditionOf, isOpen, promisesNothing, racesOf } from "./serve_verdict.js";

const keyOf = (r) => `${r.test} ${r.model}`;
const cell = ([kind, word]) => make("td", {}, make("span", { class: `badge ${kind}` }, word));
const cells = (result) => [cell(racesOf(result)), cell(conditionOf(result)), make("td", { class: "number" }, `${result.outcomes.length}${isOpen(result) ? "+" : ""}`)];

/**
 * @param titles what the models are, by name
 * @param own names of the reader's own models
 * @param onOpen (result) when a row is chosen
 * @param overview shows what all models say; (asked) => void
 * @returns {nodes, show(view), choose(key)}: the view is that of checkModels, and `kept` the same of the version that is kept
 */
export function modelsTable({ titles, own, onOpen, overview }) {
  const caption = make("caption");
  const body = make("tbody");
  const table = make("table", { id: "models" }, caption,
    make("thead", {}, make("tr", {}, ...["Model", "Races", "Condition", "States"].map((title) => make("th", { scope: "col" }, title)))), body);
  const notes = make("div", { class: "notes" });
  const all = make("button", { id: "overview-button", click: () => overview(true) }, "All models × states");
  const onlyChanged = make("input", { type: "checkbox", id: "only-changed", change: () => body.classList.toggle("only-changed", onlyChanged.checked) });
  const filter = make("label", { class: "only-changed", hidden: true }, onlyChanged, " only what changed");
  const nodes = [make("div", { class: "bar tools" }, all, filter), make("div", { class: "scroll" }, table), notes];
  let chosen = null;
  rove(body, "button.model", ["ArrowUp", "ArrowDown"]);

  const mark = () => {
    for (const row of body.rows) {
      const on = row.dataset.key !== undefined && row.dataset.key === chosen;
      row.classList.toggle("open", on);
      row.querySelector("button.model")?.setAttribute("aria-expanded", String(on));
    }
  };
  const rowOf = (result, first, before) => {
    const changed = before !== undefined && isChanged(before, result);
    const row = make("tr", { "data-key": keyOf(result), class: changed ? "changed" : "", click: (event) => event.target.closest("button") || onOpen(result) },
      make("th", { scope: "row" }, make("button", { class: "model", tabindex: first ? "0" : "-1", "aria-expanded": "false", title: titles.get(result.model), click: () => onOpen(result) },
        result.model, result.several ? make("span", { class: "faint" }, ` ${result.test}`) : ""), own.includes(result.model) ? make("span", { class: "faint" }, " yours") : ""),
      ...cells(result));
    if (!changed) return [row];
    return [row, make("tr", { class: "kept changed" }, make("th", { scope: "row" }, make("span", { class: "faint" }, "kept")), ...cells(before))];
  };

  return {
    nodes,
    show(view, kept = null) {
      const focused = document.activeElement?.closest?.("#models tr")?.dataset.key;
      const before = new Map((kept?.results || []).map((r) => [kept.byModel ? r.model : keyOf(r), r]));
      const condition = view.results[0]?.condition.text;
      caption.replaceChildren(condition ? make("code", {}, condition) : "No condition");
      const lost = view.lost.map(({ model, ended }) => make("tr", {}, make("th", { scope: "row" }, model), make("td", { colspan: "3" }, make("span", { class: "badge undecided" }, ended))));
      const [mine, others] = [true, false].map((of) => lost.filter((row) => own.includes(row.cells[0].textContent) === of));
      body.replaceChildren(...mine, ...view.results.flatMap((result, i) => rowOf(result, i === 0, before.get(kept?.byModel ? result.model : keyOf(result)))), ...others);
      mark();
      if (focused !== undefined) [...body.rows].find((row) => row.dataset.key === focused)?.querySelector("button.model").focus({ preventScroll: true });
      filter.hidden = kept === null;
      if (kept === null) body.classList.remove("only-changed");
      all.hidden = view.results.length === 0;
      const unchanged = kept !== null && view.results.length > 0 && !body.querySelector("tr.changed");
      notes.replaceChildren(...[unchanged ? make("p", { class: "faint" }, "No answer differs from that of the kept version.") : "",
        view.results.some(promisesNothing) ? make("p", { class: "faint" }, "* Racy or undefined: any outcome is possible. The condition is that of the consistent executions.") : "",
        view.skipped.length > 0 ? make("p", { class: "faint" }, `Not for this test: ${view.skipped.map((s) => s.model).join(", ")}.`) : ""].filter(Boolean));
    },
    choose(result) {
      chosen = result && keyOf(result);
      mark();
      const row = [...body.rows].find((r) => r.dataset.key === chosen);
      row?.scrollIntoView({ block: "nearest" });
    },
  };
}
