// How a kernel is launched and with what, beside what its text says: fields above the text.
import { byId } from "./serve_dom.js";

const kFields = ["launch", "kernel", "subGroup", "init", "defines", "unroll"];
const kKernel = /\b(?:__kernel|kernel|__global__)\b/;

let offered = false;  // to the text that is edited

const language = byId("language-choice");
const box = byId("launch");
const input = (name) => byId(`launch-${name}`);

function summarize() {
  const said = [language.value && language.selectedOptions[0].textContent, input("launch").value && `launch ${input("launch").value}`, input("init").value, input("defines").value,
    input("unroll").value && `${input("unroll").value} rounds`].filter(Boolean);
  byId("launch-summary").textContent = said.length > 0 ? said.join(" · ") : "";
}

export const launch = {
  /** As fields of a question; without those that say nothing. */
  get fields() {
    const of = (name) => input(name).value.trim();
    const defines = of("defines").split(/\s+/).filter(Boolean);
    return {
      ...(language.value ? { language: language.value } : {}),
      ...Object.fromEntries(["launch", "kernel", "subGroup", "init"].filter(of).map((name) => [name, of(name)])),
      ...(defines.length > 0 ? { defines } : {}),
    };
  },
  /** Of questions whose answers depend on a bound of loops. */
  get bound() {
    const rounds = input("unroll").value.trim();
    return /^\d+$/.test(rounds) ? { unroll: Number(rounds) } : {};
  },
  /** What the address says of it: the texts of fields that are not empty. */
  get state() {
    return Object.fromEntries([["language", language.value], ...kFields.map((name) => [name, input(name).value])].filter(([, value]) => value !== ""));
  },
  set state(said) {
    for (const name of kFields) input(name).value = typeof said?.[name] === "string" ? said[name] : "";
    language.value = typeof said?.language === "string" ? said.language : "";
    if (language.selectedIndex < 0) language.value = "";
    offered = false;
    box.open = kFields.some((name) => input(name).value !== "");
    summarize();
  },
  /** Shows the fields, once, for a kernel that says nowhere how it is launched. */
  offer(text) {
    if (offered || !kKernel.test(text) || /\blaunch\b/.test(text)) return;
    offered = true;
    box.open = true;
  },
  onChange(call) {
    for (const element of [language, ...kFields.map(input)]) {
      element.addEventListener("change", () => {
        summarize();
        call();
      });
    }
  },
};
