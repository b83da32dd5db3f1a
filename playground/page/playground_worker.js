// Answers one question at a time, in an instance of the module of its own. The page ends this worker where a question
// takes too long.
importScripts("hrfcheck.js");

let compiled;
let graphviz;

function instance() {
  return self.hrfcheck({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then((made) => done(made, compiled));
      return {};
    },
  });
}

/** Why the module gave up, in words. */
function reasonOf(error) {
  if (error instanceof RangeError) return "it goes deeper than the stack of a browser's worker";
  return String(error?.message ?? error);
}

async function asked(command, body) {
  const module = await instance();
  const question = module.allocateUTF8(body);  // not on the stack, where a long text would have no place
  return module.ccall("hrfcheck_answer", "string", ["string", "number"], [command, question]);
}

/** Graphviz, which lays out pictures; a site that was made without it says so. */
function drawer() {
  if (!graphviz) {
    try {
      importScripts("viz-standalone.js");
    } catch {
      throw new Error("this playground was made without Graphviz, which lays out pictures");
    }
    graphviz = self.Viz.instance();
  }
  return graphviz;
}

/** A question for a picture: the module writes it in Graphviz's language. */
async function drawn(body) {
  const question = JSON.parse(body);
  if ((question.format ?? "svg") !== "svg") return asked("graph", body);
  const text = await asked("graph", JSON.stringify({ ...question, format: "dot" }));
  const found = JSON.parse(text);
  if (typeof found.answer !== "string" || !found.answer.includes("digraph")) return text;
  const picture = (await drawer()).renderString(found.answer, { format: "svg" }).replace(/<!--[^]*?-->\n?/g, "");
  return JSON.stringify({ ...found, answer: picture });
}

async function answer(command, body) {
  const begun = performance.now();
  try {
    return await (command === "graph" ? drawn(body) : asked(command, body));
  } catch (error) {
    return JSON.stringify({ status: 0, ended: reasonOf(error), seconds: (performance.now() - begun) / 1000, errors: "", answer: null });
  }
}

onmessage = async ({ data }) => {
  if (data.compiled) compiled = data.compiled;
  else postMessage(await answer(data.command, data.body));
};
