// Models and machines of the reader's own: texts beside the test, in tabs above it.
import { askMachineText, askModelText } from "./serve_ask.js";
import { byId, make, rove } from "./serve_dom.js";
import { createEditor, drawMessages, editorBox } from "./serve_editor.js";

const kEndings = { model: ".cat", machine: ".machine" };
const kName = /^[A-Za-z0-9][\w-]{0,39}$/;

const texts = [];  // {kind, name, editor, tab, panel, messages}
let installed = { model: [], machine: [] };
let changed = () => {};

const tabs = byId("texts");
const testTab = make("button", { role: "tab", id: "text-tab-test", "aria-controls": "text-test", click: () => choose(null) }, "Test");
const titleOf = ({ kind, name }) => `${name}${kEndings[kind]}`;

function choose(wanted) {
  for (const one of [null, ...texts]) {
    const [tab, panel] = one ? [one.tab, one.panel] : [testTab, byId("text-test")];
    tab.setAttribute("aria-selected", String(one === wanted));
    tab.tabIndex = one === wanted ? 0 : -1;
    panel.hidden = one !== wanted;
  }
}

function remove(one) {
  texts.splice(texts.indexOf(one), 1);
  one.tab.remove();
  one.panel.remove();
  choose(null);
  testTab.focus();
  changed();
}

function add(kind, name, text) {
  const id = `text-${kind}-${name}`;
  const messages = make("ul", { class: "messages", id: `${id}-messages`, "aria-label": `Messages about ${name}`, role: "status" });
  const box = editorBox(`The ${kind} ${name}`, messages.id);
  const one = { kind, name, editor: createEditor(box), messages };
  one.tab = make("button", { role: "tab", id: `text-tab-${kind}-${name}`, "aria-controls": id, click: () => choose(one) }, titleOf(one));
  one.panel = make("div", { class: "document", id, role: "tabpanel", "aria-labelledby": one.tab.id },
    make("div", { class: "bar" }, make("span", { class: "faint grow" }, kind === "model" ? "Your model; it may include others." : "Your machine; it may be like another."),
      make("button", { click: () => remove(one) }, "Remove")), box, messages);
  tabs.append(one.tab);
  byId("editor").append(one.panel);
  one.editor.load(text);
  one.editor.onChange(() => {
    complain(one, []);
    changed();
  });
  texts.push(one);
  return one;
}

function complain(one, diagnostics) {
  one.editor.mark(diagnostics.filter((d) => d.line).map((d) => ({ line: d.line, column: d.column, kind: d.severity })));
  drawMessages(one.messages, one.editor, diagnostics);
  const wrong = diagnostics.some((d) => d.severity === "error");
  one.tab.classList.toggle("wrong", wrong);
  one.tab.title = wrong ? "It has mistakes" : "";
}

const ofKind = (kind) => texts.filter((one) => one.kind === kind);
const asField = (kind) => Object.fromEntries(ofKind(kind).map((one) => [one.name, one.editor.text]));

/** Why a text cannot have this name; empty where it can. */
function mistakeOfName(kind, name) {
  if (!kName.test(name) || name === "all") return "A name has letters, digits, - and _, and at most 40 of them.";
  if (installed[kind].some((one) => one.name === name)) return `${name} is installed: choose another name.`;
  if (ofKind(kind).some((one) => one.name === name)) return `There is a ${kind} of this name.`;
  return ofKind(kind).length >= 8 ? `There are eight ${kind}s already.` : "";
}

async function addChosen() {
  const [kind, from] = byId("own-source").value.split(" ");
  const name = byId("own-name").value.trim();
  const mistake = mistakeOfName(kind, name);
  byId("own-message").textContent = mistake;
  if (mistake) return;
  try {
    const { text } = await (kind === "model" ? askModelText(from) : askMachineText(from));
    const one = add(kind, name, kind === "machine" ? text.replace(/^machine\s+\S+/m, `machine ${name}`) : text);
    byId("own").close();
    choose(one);
    changed();
  } catch (error) {
    byId("own-message").textContent = error.message;
  }
}

const suggest = () => {
  const [kind, from] = byId("own-source").value.split(" ");
  let name = `my-${from}`.slice(0, 36);
  for (let i = 2; ofKind(kind).some((one) => one.name === name); ++i) name = `my-${from}-${i}`;
  byId("own-name").value = name;
  byId("own-message").textContent = "";
};

/** What the reader looks at: a machine or a model, or the first that the test was asked. */
function likely() {
  const nameIn = (table) => (document.querySelector(`${table} tr.open button.model`) || document.querySelector(`${table} button.model`))?.firstChild.textContent;
  return nameIn("#machines") ? ["machine", nameIn("#machines")] : ["model", nameIn("#models")];
}

export const own = {
  /** @param onChange called when a text changes, comes or goes */
  start({ models, machines }, onChange) {
    installed = { model: models, machine: machines };
    changed = onChange;
    const group = (label, kind, list) => make("optgroup", { label }, ...list.map(({ name }) => make("option", { value: `${kind} ${name}` }, name)));
    byId("own-source").replaceChildren(group("the model", "model", models), group("the machine", "machine", machines));
    byId("own-source").addEventListener("change", suggest);
    byId("own-button").addEventListener("click", () => {
      const [kind, from] = likely();
      if (installed[kind].some((one) => one.name === from)) byId("own-source").value = `${kind} ${from}`;
      suggest();
      byId("own").showModal();
    });
    byId("own-add").addEventListener("click", addChosen);
    byId("own-name").addEventListener("keydown", (event) => event.key === "Enter" && addChosen());
    byId("own-cancel").addEventListener("click", () => byId("own").close());
  },
  /** As fields of a question: {name: text}. */
  get models() { return asField("model"); },
  get machines() { return asField("machine"); },
  get modelNames() { return ofKind("model").map((one) => one.name); },
  get machineNames() { return ofKind("machine").map((one) => one.name); },
  /** What the address says of them. */
  get state() { return texts.length > 0 ? texts.map((one) => [one.kind, one.name, one.editor.text]) : undefined; },
  set state(list) {
    for (const one of [...texts]) {
      one.tab.remove();
      one.panel.remove();
    }
    texts.length = 0;
    for (const said of Array.isArray(list) ? list : []) {
      const [kind, name, text] = Array.isArray(said) ? said : [];
      if (kEndings[kind] && typeof name === "string" && typeof text === "string" && !mistakeOfName(kind, name)) add(kind, name, text);
    }
    choose(null);
  },
  /** Shows what was said of a text, below it. */
  complain(kind, name, diagnostics) {
    const one = texts.find((text) => text.kind === kind && text.name === name);
    if (one) complain(one, diagnostics);
  },
  showTest() { choose(null); },
};

tabs.append(testTab);
rove(tabs, "[role=tab]", ["ArrowLeft", "ArrowRight"], (tab) => tab.click());
choose(null);
