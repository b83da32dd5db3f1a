// Keys, buttons and the theme.
import { byId, make, rove } from "./serve_dom.js";
import { editor } from "./serve_editor.js";
import { own } from "./serve_own.js";
import { details } from "./serve_pane.js";
import { stepBack, stepForth } from "./serve_steps.js";

const kTyping = "input:not([type=checkbox]), select, textarea";

function showCorpus(shown) {
  byId("corpus").classList.toggle("shown", shown);
  byId("corpus-button").setAttribute("aria-expanded", String(shown));
  if (!shown && byId("corpus").contains(document.activeElement)) {
    document.activeElement.blur();
    byId("corpus-button").focus();  // where it can be seen
  }
}

function theme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  byId("theme-button").textContent = dark ? "Light" : "Dark";
}

function escape(cancel) {
  if (byId("corpus").classList.contains("shown")) showCorpus(false);
  else if (details.isSheet) details.close();
  else if (!byId("cancel-button").hidden) cancel();
  else if (document.activeElement !== document.body) document.activeElement.blur();
  else details.close();
}

async function copyLink(say, remember) {
  await remember();
  const link = location.href.replace(/\?token=[^#]*/, "");
  const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  say(copied ? "The link is copied; it holds the test." : "The link is the address of this page.");
}

/** @param questions [key, title] of each tab */
export function startControls({ questions, choose, run, cancel, keep, say, remember }) {
  const prefers = matchMedia("(prefers-color-scheme: dark)");
  theme(prefers.matches);
  prefers.addEventListener("change", () => theme(prefers.matches));
  byId("theme-button").addEventListener("click", () => theme(document.documentElement.dataset.theme !== "dark"));
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  byId("corpus-button").addEventListener("click", () => showCorpus(!byId("corpus").classList.contains("shown")));
  byId("check-button").addEventListener("click", run);
  byId("cancel-button").addEventListener("click", cancel);
  byId("keep-button").addEventListener("click", keep);
  byId("link-button").addEventListener("click", () => copyLink(say, remember));
  byId("corpus").addEventListener("click", (event) => event.target.closest("button.test, button.stop") && showCorpus(false));
  byId("questions").append(...questions.map(([key, text], i) => make("button", {
    role: "tab", id: `question-${key}`, "data-key": key, "aria-controls": "question-panel", "aria-keyshortcuts": String(i + 1), click: () => choose(key),
  }, text)));
  rove(byId("questions"), "[role=tab]", ["ArrowLeft", "ArrowRight"], (tab) => tab.click());
  const actions = {
    "/": () => { showCorpus(true); byId("corpus-search").focus(); }, "?": () => byId("help").showModal(), "[": stepBack, "]": stepForth, k: keep,
    e: () => { own.showTest(); editor.focus(); },
    m: () => document.querySelector("#question-panel button.model[tabindex='0']")?.focus(),
    ...Object.fromEntries(questions.map(([key], i) => [String(i + 1), () => choose(key)])),
  };
  addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    } else if (event.key === "Escape") {
      escape(cancel);
    } else if (actions[event.key] && !event.target.closest?.(kTyping) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      actions[event.key]();
    }
  });
}
