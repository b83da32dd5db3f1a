// Controls.
function buildModels() {
  const choices = byId("models").querySelector(".choices");
  choices.replaceChildren(...models.map((m) => {
    const box = make("input", { type: "checkbox" });
    box.checked = !hidden.has(m);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(m);
      else hidden.add(m);
      countModels();
      refresh();
    });
    return make("label", {}, box, modelName(m));
  }));
  countModels();
}
function countModels() {
  byId("models").querySelector("summary").textContent = `Models (${models.length - hidden.size} of ${models.length})`;
}

byId("kinds").append(...Object.entries(data.kinds).map(([kind, [letter, meaning]]) =>
  make("li", {}, make("span", { class: `chip ${kind}` }, ["free", "plain", "seen", "unchecked"].includes(kind) ? "always …" : kind === "inapplicable" ? "· n/a" : kind === "removed" ? "– removed" : `${letter} ${kind}`), meaning)),
  make("li", {}, make("span", { class: "chip" }, "✘"), "an expectation failed"),
  make("li", {}, make("span", { class: "chip" }, "✓ expected …"), "the answer is as expected"),
  make("li", {}, make("span", { class: "chip" }, "…?"), "the search was not complete; what was found is valid"),
  make("li", {}, make("span", { class: "chip" }, "always …"), "always, sometimes, never: how often the test's condition holds (A, S, N where there is little room)"));

byId("controls").addEventListener("submit", (event) => event.preventDefault());
byId("search").addEventListener("input", refresh);
byId("filter").addEventListener("change", refresh);

addEventListener("keydown", (event) => {
  const typing = event.target.closest && event.target.closest("input, select, textarea");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    byId("search").focus();
    byId("search").select();
  } else if (event.key === "Escape") {
    const menu = document.querySelector("details[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    } else if (!close() && event.target === byId("search") && byId("search").value) {
      byId("search").value = "";
      refresh();
    }
  }
});
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// Menus stay inside of the window, wherever their buttons stand.
function placeMenus() {
  for (const details of document.querySelectorAll("details[open]")) {
    const menu = details.querySelector(".choices, .legend");
    menu.style.left = "0px";
    const kEdge = 12;
    const box = menu.getBoundingClientRect();
    const right = Math.min(0, document.documentElement.clientWidth - kEdge - box.right);
    menu.style.left = `${Math.max(right, kEdge - box.left)}px`;
  }
}
for (const details of document.querySelectorAll("details")) {
  details.addEventListener("toggle", () => {
    placeMenus();
    if (details.open) details.querySelector(".choices, .legend").scrollIntoView({ block: "nearest" });
  });
}
addEventListener("resize", placeMenus);

byId("controls").hidden = false;
buildModels();
refresh();
followHash();
