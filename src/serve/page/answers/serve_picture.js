// Pictures of executions: the SVG that `graph` draws, with a switch for each kind of arrow.
import { download, make } from "./serve_dom.js";
import { linkPicture } from "./serve_lines.js";

const kElements = new Set(["svg", "g", "path", "polygon", "polyline", "ellipse", "line", "rect", "text", "tspan", "title"]);
const kAttributes = /^(?:id|class|d|points|transform|viewBox|width|height|x|y|x1|y1|x2|y2|cx|cy|rx|ry|fill|fill-opacity|stroke|stroke-width|stroke-dasharray|stroke-opacity|text-anchor|font-family|font-size|font-weight|font-style)$/;

function cleaned(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.nodeValue);
  if (node.nodeType !== Node.ELEMENT_NODE || !kElements.has(node.localName)) return null;
  const copy = document.createElementNS("http://www.w3.org/2000/svg", node.localName);
  for (const { name, value } of node.attributes) {
    if (kAttributes.test(name) && name !== "id") copy.setAttribute(name, value);
  }
  for (const child of node.childNodes) {
    const inside = cleaned(child);
    if (inside) copy.append(inside);
  }
  return copy;
}

/** The elements that draw something, and no others: no script, no link, no style. */
export function parsedSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  if (parsed.querySelector("parsererror") || parsed.documentElement.localName !== "svg") return null;
  return cleaned(parsed.documentElement);
}

const titleOf = (group) => group.querySelector("title")?.textContent || "";
const lookOf = (group) => {
  const line = group.querySelector("path");
  return line ? `${line.getAttribute("stroke")} ${line.getAttribute("stroke-dasharray") || ""} ${line.getAttribute("stroke-width") || ""}` : "";
};

/** By the legend's entries: name, and the arrows that look like it. */
function arrowKinds(svg) {
  const kinds = new Map();
  const edges = [...svg.querySelectorAll("g.edge")];
  for (const edge of edges) {
    const legend = /^legend (.*) from->legend/.exec(titleOf(edge));
    if (legend) kinds.set(lookOf(edge), { text: legend[1], name: legend[1].split(":")[0], edges: [] });
  }
  for (const edge of edges) {
    if (!titleOf(edge).startsWith("legend")) kinds.get(lookOf(edge))?.edges.push(edge);
  }
  return [...kinds.values()].filter((kind) => kind.edges.length > 0);
}

function png(svg, name) {
  const box = svg.viewBox.baseVal;
  const image = new Image();
  const scale = 2;
  image.addEventListener("load", () => {
    const canvas = make("canvas", { width: Math.ceil(box.width * scale * 4 / 3), height: Math.ceil(box.height * scale * 4 / 3) });
    const context = canvas.getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && download(name, "image/png", blob));
  });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
}

/**
 * A figure of an SVG text, with switches and downloads.
 * @param show the relations that are drawn beside the usual ones: "hb,sw"
 * @param onShow (names) draws it again with others
 */
export function picture(text, description, { show, onShow }) {
  const svg = parsedSvg(text);
  if (!svg) return make("p", { class: "failure" }, "The picture cannot be shown.");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", description);
  linkPicture(svg);
  const switches = arrowKinds(svg).map((kind) => make("label", {}, make("input", {
    type: "checkbox", checked: true,
    change: (event) => kind.edges.forEach((edge) => edge.classList.toggle("off", !event.target.checked)),
  }), kind.name));
  const relations = make("input", {
    class: "relations", value: show, placeholder: "relations", "aria-label": "Further relations of the model to draw", title: "Further relations of the model, by name", spellcheck: "false", autocomplete: "off",
    change: (event) => onShow(event.target.value.split(/[\s,]+/).filter(Boolean).join(",")),
  });
  const canvas = make("div", { class: "canvas", tabindex: "0", role: "group", "aria-label": "Scrollable picture" }, svg);
  const whole = make("button", {
    "aria-pressed": "false",
    click: () => whole.setAttribute("aria-pressed", String(canvas.classList.toggle("full"))),
  }, "Full size");
  return make("figure", { class: "picture" },
    make("div", { class: "bar" }, make("fieldset", { class: "switches" }, make("legend", { class: "aside" }, "Arrows"), ...switches, make("label", {}, "and ", relations)),
      make("span", { class: "downloads" }, whole,
        make("button", { click: () => download("execution.svg", "image/svg+xml", text) }, "SVG"),
        make("button", { click: () => png(svg, "execution.png") }, "PNG"))),
    canvas);
}
