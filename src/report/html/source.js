// The source of a test, with what was found in it: racing instructions, faults, errors.

/** The parts of a text that findings are about: each once, with the numbers of its findings; none overlaps another. */
function partsOf(cell, text) {
  const parts = new Map();
  for (const [finding, ofText, begin, length] of cell.m || []) {
    if (ofText !== text) continue;
    const key = `${begin} ${length}`;
    if (!parts.has(key)) parts.set(key, { begin, end: begin + length, findings: [] });
    if (!parts.get(key).findings.includes(finding)) parts.get(key).findings.push(finding);
  }
  let end = 0;
  return [...parts.values()].sort((a, b) => a.begin - b.begin || b.end - a.end).filter((part) => {
    const apart = part.begin >= end;
    if (apart) end = part.end;
    return apart;
  });
}

/** "race 1", "race 1, race 3". */
function namesOf(cell, findings) {
  return findings.map((finding) => `${cell.d[finding][0].toLowerCase()} ${finding + 1}`).join(", ");
}

function markOf(cell, part, text) {
  const name = namesOf(cell, part.findings);
  return make("mark", { title: name }, text,
    make("span", { class: "badge", "aria-hidden": "true" }, part.findings.map((finding) => finding + 1).join(",")),
    make("span", { class: "unseen" }, ` (${name}) `));
}

/** A line of the source; `begin` is where it begins in the text. */
function lineOf(cell, parts, line, number, begin) {
  const element = make("span", { class: "line", "data-number": number });
  let at = begin;
  for (const part of parts) {
    if (part.end <= begin || part.begin >= begin + line.length) continue;
    const from = Math.max(part.begin, begin), to = Math.min(part.end, begin + line.length);
    element.append(line.slice(at - begin, from - begin), markOf(cell, part, line.slice(from - begin, to - begin)));
    element.classList.add("found");
    at = to;
  }
  element.append(line.slice(at - begin));
  return element;
}

function fileOf(cell, index) {
  const [name, text] = data.files[cell.u[index]];
  const parts = partsOf(cell, index);
  const code = make("code", {});
  let begin = 0;
  text.replace(/\n$/, "").split("\n").forEach((line, i) => {
    code.append(lineOf(cell, parts, line, i + 1, begin));
    begin += line.length + 1;
  });
  return [make("h3", {}, cell.u.length > 1 ? `Source: ${name}` : "Source"), make("pre", { class: "source", tabindex: "0" }, code)];
}

/** What was found, with the numbers that the source has. */
function findingsOf(cell) {
  const items = (cell.d || []).map(([word, place, message], i) => make("li", {},
    make("span", { class: "badge" }, String(i + 1)), ` ${word}, ${data.texts[place]}: ${data.texts[message]}`));
  if (cell.i) items.push(make("li", { class: "note" }, `and ${cell.i} more`));
  return items.length ? [make("ul", { class: "findings" }, ...items)] : [];
}

function sourceOf(cell) {
  if (!cell.u) return cell.d ? [make("h3", {}, "Findings"), ...findingsOf(cell)] : [];
  return [...cell.u.flatMap((_, i) => fileOf(cell, i)), ...findingsOf(cell)];
}

/** The first mark of a long source comes into sight. */
function showMarks() {
  for (const source of document.querySelectorAll("pre.source")) {
    const mark = source.querySelector("mark");
    if (!mark) continue;
    const box = mark.getBoundingClientRect(), frame = source.getBoundingClientRect();
    source.scrollTop = Math.max(0, box.top - frame.top - 60);
    source.scrollLeft = Math.max(0, box.right - frame.right + 24);
  }
}

