// Keeps the keyboard focus on the page: if the focused button or field disappears, the focus goes to what has taken its
// place, to the next button of the same part of the page, or to the board.

import { byId } from "../shared/frame.js";

/** @typedef {{ element: HTMLElement, parts: HTMLElement[], names: string[] }} Focused */

// What had the focus last: on the page, and in the open dialog.
/** @type {Focused | null} */
let onPage = null;
/** @type {Focused | null} */
let inDialog = null;

const NAMED = ["do", "answer", "ply", "mode", "node", "at", "game", "folder"];
const CONTROLS = "button, input, select, textarea, a[href], summary";
// A field would open the keyboard of a phone.
const BUTTONS = "button, a[href], summary";

// Selectors that find an element again after its part of the page was redrawn, the most exact one first.
function namesOf(/** @type {HTMLElement} */ element) {
  const data = NAMED.filter((name) => element.dataset[name] !== undefined).map((name) => `[data-${name}="${CSS.escape(element.dataset[name] ?? "")}"]`);
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  return [element.id && `#${CSS.escape(element.id)}`, data.join(""), name && `[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`].filter(Boolean);
}

const canFocus = (/** @type {Element | null} */ element) => element instanceof HTMLElement && element.isConnected && element.getClientRects().length > 0 && !element.matches(":disabled");

// Returns what can take the focus in place of an element that is gone.
function successor(/** @type {Focused} */ { parts, names }) {
  for (const part of parts) {
    if (!part.isConnected) continue;
    const same = names.flatMap((name) => [...part.querySelectorAll(name)]);
    const found = [...same, ...part.querySelectorAll(BUTTONS)].find(canFocus);
    if (found) return /** @type {HTMLElement} */ (found);
  }
  return null;
}

function repair() {
  if (document.activeElement && document.activeElement !== document.body) return;
  /** @type {HTMLElement | null} */
  const dialog = document.querySelector("dialog[open]");
  if (!dialog) inDialog = null;
  const last = dialog ? inDialog : onPage;
  if (!last || canFocus(last.element)) return;
  const next = successor(last) ?? dialog?.querySelector("h2") ?? byId("board");
  next.focus({ preventScroll: true });
}

export function start() {
  addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) {
      onPage = null;
      return;
    }
    const parts = [];
    for (let part = target.parentElement; part && part !== document.body; part = part.parentElement) if (part.id) parts.push(part);
    const focused = { element: target, parts, names: namesOf(target) };
    if (target.closest("dialog")) inDialog = focused;
    else onPage = focused;
  });
  // A click on nothing takes the focus away on purpose.
  addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Element && !target.closest("dialog") && !target.closest(CONTROLS)) onPage = null;
  }, true);
  for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("close", repair);
  new MutationObserver(repair).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "disabled", "class", "data-mode"] });
}
