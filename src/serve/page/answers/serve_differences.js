// Two answers side by side: what one allows or calls a race, and the other does not.
import { make } from "./serve_dom.js";
import { isOpen, placeText, stateText, stateWord } from "./serve_verdict.js";

const states = (r) => new Map(r.outcomes.map((o) => [stateWord(o.state), stateText(o.state)]));
const pairs = (r) => new Map(r.races.map((race) => [`${race.first.name} ${race.second.name}`, `${placeText(race.first)} and ${placeText(race.second)}`]));
const only = (a, b) => [...a].filter(([key]) => !b.has(key)).map(([, text]) => make("li", {}, make("code", {}, text)));
const list = (items) => items.length > 0 ? make("ul", {}, ...items) : make("span", { class: "faint" }, "none");

/** @param nameA, nameB what the two are called: "hsa", "the kept version" */
export function differences(a, nameA, b, nameB) {
  const row = (title, facts) => make("tr", {}, make("th", { scope: "row" }, title), make("td", {}, list(only(facts(a), facts(b)))), make("td", {}, list(only(facts(b), facts(a)))));
  const head = make("tr", {}, make("td"), make("th", { scope: "col" }, `only ${nameA}`), make("th", { scope: "col" }, `only ${nameB}`));
  const open = [[a, nameA], [b, nameB]].filter(([r]) => isOpen(r)).map(([, name]) => name);
  return [make("table", { class: "beside" }, make("thead", {}, head), make("tbody", {}, row("Final states", states), row("Races", pairs))),
    open.length > 0 ? make("p", { class: "faint" }, `Not everything is known of ${open.join(" and ")}.`) : ""];
}
