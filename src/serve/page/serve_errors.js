// What commands print on standard error, as messages with places: "mine.cat:3:5: error: ...", the line, a caret, "hint: ...".

const kFirst = /^(?:(.+?):(\d+)(?::(\d+))?: )?(error|warning): (.*)$/;
const kHint = /^\s*hint: (.*)$/;

/** @returns [{file, line?, column?, severity, message, hint?}] */
export function messagesIn(errors) {
  const found = [];
  for (const line of errors.split("\n")) {
    const first = kFirst.exec(line);
    const hint = kHint.exec(line);
    if (first) {
      const [, file, row, column, severity, message] = first;
      found.push({ severity, message, ...(file ? { file } : {}), ...(row ? { line: Number(row) } : {}), ...(column ? { column: Number(column) } : {}) });
    } else if (hint && found.length > 0) {
      found.at(-1).hint = hint[1];
    }
  }
  return found;
}

/** Each message once: several models say the same of one test. */
export function onlyOnce(diagnostics) {
  const seen = new Set();
  return diagnostics.filter((d) => {
    const key = JSON.stringify([d.file, d.line, d.column, d.message]);
    return !seen.has(key) && seen.add(key);
  });
}
