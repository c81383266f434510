// Shared by all pages: access to elements, and the choice of language and theme.

import { reader, remember, remembered } from "./reader.js";
import { commonWords } from "./words.js";

/**
 * Returns an element that must exist on the page.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Returns a button or field that must exist on the page.
 * @param {string} id
 */
export const control = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/**
 * Returns the focused element if it is inside the given one.
 * @param {HTMLElement} element
 */
export const focusedIn = (element) => (element.contains(document.activeElement) ? /** @type {HTMLInputElement} */ (document.activeElement) : null);

/**
 * Returns the first element inside another one that matches a selector.
 * @type {(element: HTMLElement, selector: string) => HTMLElement | null}
 */
export const find = (element, selector) => element.querySelector(selector);

/** @type {(id: string, selector: string) => void} */
export const focusIn = (id, selector) => find(byId(id), selector)?.focus();

/**
 * Replaces the content of an element. An element inside that has the focus gives it to the one that takes its place or,
 * if none does, to `rest`.
 * @param {HTMLElement} box
 * @param {string} html
 */
export function fill(box, html, rest = box) {
  const focus = focusedIn(box);
  const isInside = focus !== null && focus !== box;
  box.innerHTML = html;
  if (!isInside) return;
  const data = [...focus.attributes].filter(({ name }) => name.startsWith("data-")).map(({ name, value }) => `[${name}="${CSS.escape(value)}"]`).join("");
  const next = focus.id ? find(box, `#${focus.id}`) : data ? find(box, data) : null;
  if (next && !(/** @type {HTMLButtonElement} */ (next).disabled)) return next.focus({ preventScroll: true });
  if (rest.tabIndex < 0) rest.tabIndex = -1;
  rest.focus({ preventScroll: true });
}

/**
 * Returns the nearest element, from the target of an event outwards, that matches a selector.
 * @param {Event} event
 * @param {string} selector
 */
export const targetIn = ({ target }, selector) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;

/**
 * Returns the field that is the target of an event.
 * @param {Event} event
 */
export const fieldOf = ({ target }) => /** @type {HTMLInputElement} */ (target);

/**
 * Returns the value chosen in a form for the field with this name.
 * @type {(form: string, name: string) => string}
 */
export const chosenIn = (form, name) => String(new FormData(/** @type {HTMLFormElement} */ (byId(form))).get(name));

/**
 * Returns the data embedded in a self-contained page.
 * @returns {any}
 */
export const pageData = () => JSON.parse(byId("data").textContent || "null");

// Sets the notation that the reader has chosen or, without a choice, the usual notation for the language.
function settleNotation() {
  reader.notation = remembered("notation") || (reader.language === "zh" ? "chinese" : "wxf");
}

/** @param {"light" | "dark"} name */
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  byId("theme").textContent = name === "dark" ? "☀" : "☾";
}

/**
 * Gives buttons that show only a symbol a label that names their action.
 * @param {Record<string, unknown>} words
 * @param {string[]} ids
 */
export function label(words, ids) {
  for (const id of ids) {
    const word = String(words[id.replace(/-(.)/, (_, c) => c.toUpperCase())]);
    byId(id).title = word;
    byId(id).setAttribute("aria-label", word);
  }
}

export function drawSwitches() {
  document.documentElement.lang = reader.language === "zh" ? "zh-CN" : "en";
  byId("language").textContent = commonWords().other;
  label(commonWords(), ["theme"]);
}

/**
 * Starts the switches for theme and language. `draw` redraws everything.
 * @param {() => void} draw
 */
export function startSwitches(draw) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => setTheme(remembered("theme") || (dark.matches ? "dark" : "light"));
  follow();
  dark.addEventListener("change", follow);
  byId("theme").addEventListener("click", () => {
    remember("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    follow();
  });
  byId("about").addEventListener("click", () => byId("about").classList.toggle("open"));
  byId("language").addEventListener("click", () => {
    reader.language = reader.language === "en" ? "zh" : "en";
    remember("language", reader.language);
    settleNotation();
    draw();
  });
  reader.language = (remembered("language") || document.documentElement.lang).startsWith("zh") ? "zh" : "en";
  settleNotation();
  draw();
}
