// Elements made of text; nothing here or elsewhere reads text as HTML.

export const byId = (id) => document.getElementById(id);

/** An element with attributes (functions listen: `click`), and children: nodes or texts. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ""));
  return element;
}

export const counted = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/** Lets the arrow keys move among elements of which one at a time can be reached by Tab. */
export function rove(list, selector, keys, activate) {
  list.addEventListener("keydown", (event) => {
    const step = { [keys[0]]: -1, [keys[1]]: 1 }[event.key];
    const all = [...list.querySelectorAll(selector)];
    const at = all.indexOf(event.target.closest(selector));
    if (at < 0) return;
    let to = at;
    if (step) to = Math.min(all.length - 1, Math.max(0, at + step));
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = all.length - 1;
    else return;
    event.preventDefault();
    for (const other of all) other.tabIndex = -1;
    all[to].tabIndex = 0;
    all[to].focus();
    if (activate) activate(all[to]);
  });
}

/** A file for the reader to keep. */
export function download(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
