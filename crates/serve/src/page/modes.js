// What can be done on the page, one mode at a time. A mode has `enter(what)`, `leave()`, `draw()`, the actions of its
// `keys`, and `step(by)`, `goto(end)` for the buttons below the board.

import { byId } from "#picture/frame.js";

/** @type {Map<string, Mode>} */
const modes = new Map();
let current = "";

export const mode = () => /** @type {Mode} */ (modes.get(current));
export const modeName = () => current;

export function add(/** @type {string} */ name, /** @type {Mode} */ actions) {
  modes.set(name, actions);
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
  try {
    history.replaceState(null, "", `#${name}`);
  } catch {
    // The address stays as it is.
  }
  mode().enter(what);
  mode().draw();
}
