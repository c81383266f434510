// What all pages have in common: their elements, the language and the light.

import { commonWords, reader, remember, remembered } from "#picture/reader.js";

/**
 * An element that the page has.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * A button or a field that the page has.
 * @param {string} id
 */
export const control = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/**
 * The element that has the focus, if it is inside another one.
 * @param {HTMLElement} element
 */
export const focusedIn = (element) => (element.contains(document.activeElement) ? /** @type {HTMLInputElement} */ (document.activeElement) : null);

/**
 * An element inside another one.
 * @type {(element: HTMLElement, selector: string) => HTMLElement | null}
 */
export const find = (element, selector) => element.querySelector(selector);

/** @type {(id: string, selector: string) => void} */
export const focusIn = (id, selector) => find(byId(id), selector)?.focus();

/**
 * The element around the target of an event that a selector fits.
 * @param {Event} event
 * @param {string} selector
 */
export const targetIn = ({ target }, selector) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;

/**
 * The field that an event is about.
 * @param {Event} event
 */
export const fieldOf = ({ target }) => /** @type {HTMLInputElement} */ (target);

/**
 * The value that is chosen of those that a form has under a name.
 * @type {(form: string, name: string) => string}
 */
export const chosenIn = (form, name) => String(new FormData(/** @type {HTMLFormElement} */ (byId(form))).get(name));

/**
 * What a self-contained page was made with.
 * @returns {any}
 */
export const pageData = () => JSON.parse(byId("data").textContent || "null");

// Moves are written as people of the language read them, until the reader has chosen.
function settleNotation() {
  reader.notation = remembered("notation") || (reader.language === "zh" ? "chinese" : "wxf");
}

/** @param {"light" | "dark"} name */
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  byId("theme").textContent = name === "dark" ? "☀" : "☾";
}

/**
 * Gives buttons that show a sign the word for what they do.
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
 * The switches of light and language. `draw` writes everything anew.
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
