// The details beside the answer. Where there is no room beside it, they are a sheet over the page.
import { byId } from "./serve_dom.js";

const pane = byId("detail");
const content = byId("detail-content");
const narrow = matchMedia("(max-width: 780px)");
let opener = null;  // what the focus returns to
let closed = null;  // what else is done when the reader closes them

export const details = {
  /** Whether there is room for details beside the answer. */
  get beside() { return !narrow.matches; },
  get isSheet() { return narrow.matches && pane.classList.contains("open"); },
  /** @param asked the reader has asked for it: then a sheet opens, and has the focus */
  show(nodes, { asked = false, onClose = null } = {}) {
    content.replaceChildren(...[nodes].flat().filter((node) => node !== ""));
    closed = onClose;
    pane.classList.toggle("closable", onClose !== null);
    pane.classList.toggle("filled", content.childElementCount > 0);
    pane.scrollTop = 0;
    if (!asked) return;
    opener = document.activeElement;
    pane.classList.add("open");
    if (narrow.matches) byId("detail-close").focus();
  },
  clear() { this.show([]); this.fold(); },
  /** Lets a sheet go, and keeps what it shows. */
  fold() { pane.classList.remove("open"); },
  /** As the reader does. @returns whether there was something to close */
  close() {
    if (!pane.classList.contains("open")) return false;
    this.fold();
    opener?.isConnected && opener.focus({ preventScroll: narrow.matches });
    closed?.();
    return true;
  },
};

byId("detail-close").addEventListener("click", () => details.close());
