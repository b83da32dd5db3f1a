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
  if (typeof state !== "object" || state === null || (typeof state.t !== "string" && typeof state.path !== "string")) throw new Error("the link cannot be read");
  return state;
}

const kLaunch = ["language", "launch", "kernel", "subGroup", "init", "defines", "unroll"];

/**
 * What the address says; null where it says nothing: {t: text} or {path: of the corpus}, and beside it q: the question,
 * m: what is open in its answer, k: the launch, o: models and machines of one's own, v: the version that is kept.
 */
export async function stateOfAddress() {
  const hash = location.hash.slice(1);
  if (hash.startsWith("t=")) return unpacked(hash.slice(2));
  if (!hash.startsWith("test=")) return null;
  const said = new URLSearchParams(hash);
  const of = (names) => Object.fromEntries(names.filter((name) => said.get(name)).map((name) => [name, said.get(name)]));
  return { path: said.get("test"), ...of(["q", "m"]), k: of(kLaunch) };
}

export async function setAddress({ path, t, q, m, k, o, v }) {
  let hash;
  if (path && !o && !v) {
    hash = `test=${encodeURIComponent(path).replaceAll("%2F", "/").replaceAll("%3A", ":")}`;
    for (const [name, value] of [["q", q], ["m", m], ...kLaunch.map((name) => [name, k[name]])]) {
      if (value) hash += `&${name}=${encodeURIComponent(value)}`;
    }
  } else {
    hash = `t=${await packed({ ...(path ? { path } : { t }), q, m, ...(Object.keys(k).length > 0 ? { k } : {}), o, v })}`;
  }
  history.replaceState(null, "", `${location.pathname}${location.search}#${hash}`);
}
