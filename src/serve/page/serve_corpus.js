// The tests of the corpus, by family, and what this page has learned of them.
import { byId, counted, make } from "./serve_dom.js";

const kMostShown = 400;
const badges = new Map();  // path -> [class, text]
const families = new Map();  // family -> {details, fill}, as they are shown
let paths = [];
let chosen = null;
let choose = () => {};

const familyOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1).replace(/\.litmus$/, "");

function item(path) {
  const badge = badges.get(path);
  return make("li", {}, make("button", { class: "test", "data-path": path, "aria-current": path === chosen ? "true" : undefined, click: () => choose(path) },
    make("span", { class: "name" }, nameOf(path)), badge ? make("span", { class: `badge ${badge[0]}` }, badge[1]) : ""));
}

function draw() {
  const wanted = byId("corpus-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = paths.filter((path) => wanted.every((word) => path.toLowerCase().includes(word)));
  const byFamily = new Map();
  for (const path of found) {
    if (!byFamily.has(familyOf(path))) byFamily.set(familyOf(path), []);
    byFamily.get(familyOf(path)).push(path);
  }
  families.clear();
  byId("corpus-count").textContent = paths.length === 0 ? "No corpus is served: name folders with --corpus."
    : found.length === paths.length ? counted(paths.length, "test") : `${found.length} of ${counted(paths.length, "test")}`;
  byId("corpus-list").replaceChildren(...[...byFamily].map(([family, tests]) => {
    const list = make("ul");
    const details = make("details", {}, make("summary", {}, family || "tests", make("span", { class: "faint" }, ` ${tests.length}`)), list);
    const fill = () => {
      if (!list.firstChild) list.append(...tests.slice(0, kMostShown).map(item), tests.length > kMostShown ? make("li", { class: "faint" }, `and ${tests.length - kMostShown} more: search for them`) : "");
    };
    details.addEventListener("toggle", fill);
    families.set(family, { details, fill });
    if ((wanted.length > 0 && found.length <= kMostShown) || tests.includes(chosen)) {
      details.open = true;
      fill();
    }
    return details;
  }));
}

/** Each stop: the end of a path of the corpus, what it shows, the question and the model it opens with. */
const kTour = [
  ["hrf/t02-mp-wg-two-groups.litmus", "A message at the wrong scope: synchronization among one work-group does not reach another, so the data races.", {}],
  ["hrf/t10-chain-wg-cmp-wg.litmus", "Transitivity: two steps of different scopes order a pair under HRF-indirect, and race under HRF-direct.", {}],
  ["rsp/fig14-case2.litmus", "Remote scope promotion: the thread that takes over promotes a release that another made at a narrow scope.", { m: "rsp" }],
  ["progress/barrier-central-3.litmus", "A hang: a barrier among three, under a scheduler that keeps only as many threads resident as have begun.", { q: "progress" }],
  ["machines/b3-own-group.litmus", "A bug of a machine: remote-scope promotion, built as it is written, reads a stale value.", { q: "machines" }],
];

export const corpus = {
  start(list, onChoose) {
    paths = list;
    choose = onChoose;
    const stops = kTour.map(([ending, text, view]) => [paths.find((path) => path.endsWith(`/${ending}`)), text, view]).filter(([path]) => path);
    byId("tour").hidden = stops.length === 0;
    byId("tour-list").replaceChildren(...stops.map(([path, text, view]) => make("li", {}, make("button", { class: "stop", click: () => choose(path, view) }, text))));
    byId("corpus-search").addEventListener("input", draw);
    draw();
  },
  mark(path) {
    chosen = path;
    const family = path && families.get(familyOf(path));
    if (family) {
      family.details.open = true;
      family.fill();
    }
    for (const button of document.querySelectorAll("#corpus-list .test")) {
      if (button.dataset.path === path) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  },
  badge(path, kind, text) {
    badges.set(path, [kind, text]);
    const button = document.querySelector(`#corpus-list .test[data-path="${CSS.escape(path)}"]`);
    if (button) button.parentElement.replaceWith(item(path));
  },
};
