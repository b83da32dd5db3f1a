// Which tests are shown, and in which order: the counts in the head of the page are buttons, the list has them all.

const isAnswer = (cell) => ["racy", "undefined", "free", "plain", "unchecked"].includes(cell.k);
const isBroken = (cell) => ["crashed", "error", "orphan"].includes(cell.k);
const isOpen = (cell) => isUndecided(cell) || cell.k === "crashed";
const changeOf = (cell) => cell.z && cell.z[0];

/** Models of one test give different answers. */
function differ(cells) {
  const answers = cells.filter((cell) => cell.g === undefined && isAnswer(cell));
  return new Set(answers.map((cell) => `${cell.w} ${cell.t}`)).size > 1 ||
    new Set(answers.map((cell) => cell.k).filter((kind) => kind !== "plain" && kind !== "unchecked")).size > 1;
}

/** By name: the words, and whether the cells of a test fit. */
const filters = new Map([
  ["all", ["all tests", (cells) => cells.some((cell) => cell.k !== "removed")]],
  ["failed", ["failed expectations", (cells) => cells.some(hasFailure)]],
  ...data.filters.map(([name, words]) => [name, [words, (cells) => cells.some((cell) => cell.k === name || changeOf(cell) === name)]]),
  ["differ", ["models differ", differ]],
  ["broken", ["crashed, or cannot be read", (cells) => cells.some(isBroken)]],
  ["open", ["undecided, vacuous, cut short", (cells) => cells.some(isOpen)]],
]);

/** Tests that need attention come first, each kind under its own heading. */
const sections = ["newly failing", "failing", "crashed, or cannot be read", ""];
function sectionOf(cells) {
  return cells.some((cell) => changeOf(cell) === "newly-failing") ? 0 : cells.some(hasFailure) ? 1 : cells.some(isBroken) ? 2 : 3;
}

for (const [name, [words]] of filters) byId("filter").append(make("option", { value: name }, words));

const chosenFilter = () => filters.has(byId("filter").value) ? byId("filter").value : "all";

function chooseFilter(name) {
  byId("filter").value = name;
  byId("filter").dispatchEvent(new Event("change"));
}

// Without this script the counts are text.
for (const text of document.querySelectorAll("[data-filter]:not([data-filter=''])")) {
  const button = make("button", { type: "button", class: text.className, "data-filter": text.dataset.filter, "aria-pressed": "false" }, text.textContent);
  button.addEventListener("click", () => chooseFilter(button.getAttribute("aria-pressed") === "true" ? "all" : button.dataset.filter));
  text.replaceWith(button);
}

function markFilter() {
  for (const button of document.querySelectorAll("button[data-filter]")) {
    button.setAttribute("aria-pressed", String(button.dataset.filter === chosenFilter()));
  }
  byId("everything").hidden = chosenFilter() === "all" && !byId("search").value;
}
byId("everything").addEventListener("click", () => {
  byId("search").value = "";
  chooseFilter("all");
  byId("search").focus();
});

