// What the page asks about: the text, how it is launched, and models of the reader's own.
import { editor } from "./serve_editor.js";
import { launch } from "./serve_launch.js";
import { own } from "./serve_own.js";

let test = "";  // which one, of a file of the corpus with several

export const subject = {
  set test(name) { test = name; },
  /** What every question begins with. */
  get fields() { return { text: editor.text, ...(test ? { test } : {}), ...launch.fields }; },
  /** Of a question about models. */
  get bounded() { return { ...this.fields, ...launch.bound }; },
  get boundedBy() { return launch.bound; },
  /** The field that goes with a model, where it is the reader's own. */
  ownModels: (name) => own.modelNames.includes(name) ? { ownModels: own.models } : {},
  ownMachines: (name) => own.machineNames.includes(name) ? { ownMachines: own.machines } : {},
};
