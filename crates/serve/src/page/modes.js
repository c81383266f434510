// What can be done on the page, one mode at a time, and the address of what is shown. A mode has `enter(what)`, `leave()`,
// `draw()`, the actions of its `keys`, `step(by)`, `goto(end)` for the buttons below the board, and `where()`, what the
// address says of it; `enter` gets the same as `address`.

import { byId } from "#picture/frame.js";

/** @type {Map<string, Mode>} */
const modes = new Map();
let current = "";
// Whether the address is being followed, so that nothing is added to the history.
let follows = true;

export const mode = () => /** @type {Mode} */ (modes.get(current));
export const modeName = () => current;

export function add(/** @type {string} */ name, /** @type {Mode} */ actions) {
  modes.set(name, actions);
}

// The address of something in a mode.
export function addressOf(/** @type {string} */ name, /** @type {Place} */ place) {
  const known = Object.entries(place).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const query = new URLSearchParams(known.map(([key, value]) => [key, String(value)])).toString();
  // A position can be read in it.
  return `#${name}${query && `?${query.replaceAll("%2F", "/").replaceAll("%2C", ",")}`}`;
}

// The mode and the place that an address names.
export function readAddress(/** @type {string} */ hash) {
  const [, name = "", query = ""] = hash.match(/^#(\w+)(?:\?(.*))?$/) || [];
  return { name, place: /** @type {Place} */ (Object.fromEntries(new URLSearchParams(query))) };
}

// Where a step through a game stays.
function steady(/** @type {string} */ hash) {
  const { name, place } = readAddress(hash);
  const { ply, moves, ...rest } = place;
  return addressOf(name, rest);
}

// Writes what is shown into the address. Another game is a step of the history, another move of it is not.
export function settle() {
  const next = addressOf(current, mode().where());
  if (next === location.hash) return;
  const isStep = !follows && steady(next) !== steady(location.hash);
  follows = false;
  try {
    if (isStep) history.pushState(null, "", next);
    else history.replaceState(null, "", next);
  } catch {
    // The address stays as it is.
  }
}

// Goes over to a mode, which gets `what` it is to begin with.
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

// Goes where the address leads.
export function follow() {
  const { name, place } = readAddress(location.hash);
  follows = true;
  enter(modes.has(name) ? name : "play", { address: place });
  settle();
  follows = false;
}
