// Unified diffs, as `repair` and `narrow` print them.

/** @returns the text after the change, or null where the diff is not of this text */
export function patched(text, diff) {
  const lines = text.split("\n");
  const result = [];
  let at = 0;
  let inside = false;  // of a hunk: before the first there is a header
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(line);
    if (hunk) {
      const from = Number(hunk[1]) - (hunk[2] === "0" ? 0 : 1);
      if (from < at) return null;
      result.push(...lines.slice(at, from));
      at = from;
      inside = true;
    } else if (!inside || line.startsWith("\\")) {
      continue;
    } else if (line.startsWith("+")) {
      result.push(line.slice(1));
    } else if (line.startsWith("-") || line.startsWith(" ")) {
      if (lines[at] !== line.slice(1)) return null;
      if (line[0] === " ") result.push(lines[at]);
      ++at;
    }
  }
  return [...result, ...lines.slice(at)].join("\n");
}
