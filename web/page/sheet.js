// The page's only dialog, for questions, lists, the menu and the settings. On a phone it rises from the bottom.

import { byId, targetIn } from "../shared/frame.js";
import { escapeText } from "../shared/reader.js";
import { words } from "./words.js";

const box = () => /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
/** @type {(answer: string | null) => void} */
let answer = () => {};

function close(/** @type {string | null} */ given) {
  if (box().open) box().close();
  const last = answer;
  answer = () => {};
  last(given);
}

// Shows a dialog until a button with `data-answer` is pressed, its form is submitted, or it is dismissed, in which case
// the answer is null. `title` is text; `html` is the content below it.
/** @type {(title: string, html: string) => Promise<string | null>} */
export function openSheet(title, html) {
  close(null);
  byId("sheet-title").textContent = title;
  byId("sheet-close").setAttribute("aria-label", words().close);
  byId("sheet-body").innerHTML = html;
  box().showModal();
  return new Promise((resolve) => { answer = resolve; });
}

// A row of buttons, the first of which is the usual choice.
/** @type {(buttons: [string, string][]) => string} */
export const answers = (buttons) => `<p class="actions">${buttons.map(([name, text], at) => `<button type="button" data-answer="${name}" class="${at ? "" : "main"}">${text}</button>`).join("")}</p>`;

// Shows a menu. Each item has a name, a text, and whether it is disabled.
/** @type {(title: string, items: [string, string, boolean?][]) => Promise<string | null>} */
export function menu(title, items) {
  const rows = items.map(([name, text, isOff]) => `<button type="button" data-answer="${name}" ${isOff ? "disabled" : ""}>${escapeText(text)}</button>`);
  return openSheet(title, `<div class="menu">${rows.join("")}</div>`);
}

// Asks for a text. Returns null if the dialog is dismissed.
/** @type {(title: string, text: string, button?: string) => Promise<string | null>} */
export function askText(title, text, button = words().save) {
  const given = openSheet(title, `<p class="field tall"><input id="sheet-text" aria-label="${escapeText(title)}" autocomplete="off" value="${escapeText(text)}"></p>
    <p class="actions"><button type="submit" class="main">${button}</button></p>`);
  const field = /** @type {HTMLInputElement} */ (document.getElementById("sheet-text"));
  field.focus();
  field.select();
  return given;
}

export const isOpen = () => box().open;
export const closeSheet = () => close(null);

export function start() {
  box().addEventListener("click", (event) => {
    const pressed = targetIn(event, "[data-answer]");
    // A click on the backdrop has the dialog itself as its target.
    if (pressed) close(pressed.dataset.answer ?? null);
    else if (event.target === box() || targetIn(event, "#sheet-close")) close(null);
  });
  box().addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("sheet-text"));
    close(field?.value.trim() || null);
  });
  // The event arrives late, so another question may already be shown.
  box().addEventListener("close", () => { if (!box().open) close(null); });
}
