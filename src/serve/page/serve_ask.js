// Questions to the server (serve_openapi.json).

const token = new URLSearchParams(location.search).get("token");
const headers = () => ({ "Content-Type": "application/json", ...(token ? { "Hrfcheck-Token": token } : {}) });

async function answerOf(response) {
  const body = await response.json().catch(() => ({ error: `HTTP status ${response.status}` }));
  if (!response.ok) throw new Error(body.error || `HTTP status ${response.status}`);
  return body;
}

/** @returns what is served at an address */
export async function get(path) {
  return answerOf(await fetch(path, { headers: headers() }));
}

const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");

/** Asks a question. When `signal` is aborted, its process is ended, too. */
export async function ask(command, question, signal) {
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

/** Why there is no answer, in words; empty where there is one. */
export function failure(envelope) {
  if (envelope.ended === "time limit") return "Undecided: the time limit was reached.";
  if (envelope.ended === "cancelled") return "Cancelled.";
  if (envelope.ended) return `The process that worked on it ended: ${envelope.ended}.`;
  if (envelope.answer === null || envelope.answer === "") return envelope.errors.trim() || `There is no answer (status ${envelope.status}).`;
  return "";
}
