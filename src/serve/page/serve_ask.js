// Every question of the page, a function each: plain values in, plain values out (serve_openapi.json). Whoever answers
// them elsewhere than a server does, replaces this file.

const token = new URLSearchParams(location.search).get("token");
const headers = () => ({ "Content-Type": "application/json", ...(token ? { "Hrfcheck-Token": token } : {}) });

async function answerOf(response) {
  const body = await response.json().catch(() => ({ error: `HTTP status ${response.status}` }));
  if (!response.ok) throw new Error(body.error || `HTTP status ${response.status}`);
  return body;
}

const get = async (path) => answerOf(await fetch(path, { headers: headers() }));

const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");

/** Asks for a command of hrfcheck. When `signal` is aborted, its process is ended, too. */
async function post(command, question, signal) {
  const id = newId();
  const cancel = () => {
    fetch("/api/cancel", { method: "POST", headers: headers(), body: JSON.stringify({ id }), keepalive: true }).catch(() => {});
  };
  signal?.throwIfAborted();
  signal?.addEventListener("abort", cancel);
  try {
    const body = JSON.stringify({ ...question, id });
    return await answerOf(await fetch(`/api/${command}`, { method: "POST", headers: headers(), body, signal }));
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

/** {version, models: [{name, title, dialects}], machines: [{name, title, model}], dialects, schedulers, corpus, seconds} */
export const askAbout = () => get("/api/about");
/** {path, test, text} of a test of the corpus. */
export const askTest = (path) => get(`/api/test?path=${encodeURIComponent(path)}`);
/** {name, text} of an installed model. */
export const askModelText = (name) => get(`/api/model?name=${encodeURIComponent(name)}`);
/** {name, text} of an installed machine. */
export const askMachineText = (name) => get(`/api/machine?name=${encodeURIComponent(name)}`);

// Commands. A question is {text, test?, language?, launch?, init?, ..., ownModels?, ownMachines?} with fields of the command's
// own; the answer an envelope {status, ended, seconds, errors, answer}.
export const askCheck = (question, signal) => post("check", question, signal);
export const askExplanation = (question, signal) => post("explain-text", question, signal);
export const askPicture = (question, signal) => post("graph", question, signal);
export const askRepair = (question, signal) => post("repair", question, signal);
export const askNarrower = (question, signal) => post("narrow", question, signal);
export const askProgress = (question, signal) => post("progress", question, signal);
export const askMachine = (question, signal) => post("simulate", question, signal);
export const askConversion = (question, signal) => post("convert", question, signal);

/** Why there is no answer, in words; empty where there is one. */
export function failure(envelope) {
  if (envelope.ended === "time limit") return "Undecided: the time limit was reached.";
  if (envelope.ended === "cancelled") return "Cancelled.";
  if (envelope.ended) return `The process that worked on it ended: ${envelope.ended}.`;
  if (envelope.answer === null || envelope.answer === "") return envelope.errors.trim() || `There is no answer (status ${envelope.status}).`;
  return "";
}
