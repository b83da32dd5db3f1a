// The state of the page in its address: "#t=" and a compressed JSON object, or "#test=" and a path of the corpus.

const kLongest = 1 << 19;

async function through(stream, bytes, longest) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let part; !(part = await reader.read()).done;) {
    size += part.value.length;
    if (size > longest) throw new Error("the text in the link is too long");
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const toText = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

export async function packed(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  return toText(await through(new CompressionStream("deflate-raw"), bytes, kLongest));
}

export async function unpacked(text) {
  const bytes = await through(new DecompressionStream("deflate-raw"), toBytes(text), kLongest);
  const state = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof state !== "object" || state === null || typeof state.t !== "string") throw new Error("the link cannot be read");
  return state;
}

/** What the address says: {t: text, ...}, {path: of the corpus, ...}, or null. */
export async function stateOfAddress() {
  const hash = location.hash.slice(1);
  if (hash.startsWith("t=")) return unpacked(hash.slice(2));
  if (!hash.startsWith("test=")) return null;
  const said = new URLSearchParams(hash);
  return { path: said.get("test"), q: said.get("q") || undefined, m: said.get("m") || undefined };
}

export async function setAddress({ path, t, l, q, m }) {
  let hash;
  if (path) {
    hash = `test=${encodeURIComponent(path).replaceAll("%2F", "/").replaceAll("%3A", ":")}`;
    if (q) hash += `&q=${q}`;
    if (m) hash += `&m=${encodeURIComponent(m)}`;
  } else {
    hash = `t=${await packed({ t, l, q, m })}`;
  }
  history.replaceState(null, "", `${location.pathname}${location.search}#${hash}`);
}
