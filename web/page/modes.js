// The modes of the page, and its address. A mode has `enter(what)`, `leave()` and `draw()`; `keys`, its actions by key;
// `step(by)` and `goto(end)` for the buttons below the board; and `where()`, which returns its place for the address.
// `enter` later receives this place as `address`.

import { byId } from "../shared/frame.js";

/** @type {Map<string, Mode>} */
const modes = new Map();
let current = "";
// Whether the page is following the address. If so, nothing is added to the history.
let follows = true;

export const mode = () => /** @type {Mode} */ (modes.get(current));
export const modeName = () => current;

export function add(/** @type {string} */ name, /** @type {Mode} */ actions) {
  modes.set(name, actions);
}

// The address of a place in a mode.
export function addressOf(/** @type {string} */ name, /** @type {Place} */ place) {
  const known = Object.entries(place).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const query = new URLSearchParams(known.map(([key, value]) => [key, String(value)])).toString();
  // Left unescaped, these characters keep positions in the address readable.
  return `#${name}${query && `?${query.replaceAll("%2F", "/").replaceAll("%2C", ",")}`}`;
}

// The mode and the place named by an address.
export function readAddress(/** @type {string} */ hash) {
  const [, name = "", query = ""] = hash.match(/^#(\w+)(?:\?(.*))?$/) || [];
  return { name, place: /** @type {Place} */ (Object.fromEntries(new URLSearchParams(query))) };
}

// The part of an address that does not change while stepping through a game.
function steady(/** @type {string} */ hash) {
  const { name, place } = readAddress(hash);
  const { ply, moves, ...rest } = place;
  return addressOf(name, rest);
}

// Updates the page's address. Showing another game adds an entry to the history; another move in the same game does
// not.
export function settle() {
  const next = addressOf(current, mode().where());
  if (next === location.hash) return;
  const isStep = !follows && steady(next) !== steady(location.hash);
  follows = false;
  try {
    if (isStep) history.pushState(null, "", next);
    else history.replaceState(null, "", next);
  } catch {
    // Without a history, the address remains as it is.
  }
}

// Switches to a mode, which initially shows `what`.
export function enter(/** @type {string} */ name, /** @type {unknown} */ what = undefined) {
  if (current && current !== name) mode().leave();
  current = name;
  document.body.dataset.mode = name;
  for (const button of byId("modes").querySelectorAll("button")) {
    if (button.dataset.mode === name) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  mode().enter(what);
  mode().draw();
}

// Goes to a place, whose address replaces the current one.
export function redirect(/** @type {string} */ name, /** @type {Place} */ place) {
  follows = true;
  enter(name, { address: place });
  settle();
  follows = false;
}

// Goes to the place in the address.
export function follow() {
  const { name, place } = readAddress(location.hash);
  redirect(modes.has(name) ? name : "play", place);
}
