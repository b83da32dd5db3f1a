// Answers one question at a time, in an instance of the module of its own. The page ends this worker where a question
// takes too long.
importScripts("hrfcheck.js");

let compiled;

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

async function answer(command, body) {
  const begun = performance.now();
  try {
    const module = await instance();
    const question = module.allocateUTF8(body);  // not on the stack, where a long text would have no place
    return module.ccall("hrfcheck_answer", "string", ["string", "number"], [command, question]);
  } catch (error) {
    return JSON.stringify({ status: 0, ended: reasonOf(error), seconds: (performance.now() - begun) / 1000, errors: "", answer: null });
  }
}

onmessage = async ({ data }) => {
  if (data.compiled) compiled = data.compiled;
  else postMessage(await answer(data.command, data.body));
};
