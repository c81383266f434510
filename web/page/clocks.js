// Clocks, as text.

import { words } from "./words.js";

const two = (/** @type {number} */ value) => String(value).padStart(2, "0");

// The time that a side has left, such as `9:58` or `1:02:03`.
export function clockText(/** @type {number} */ ms) {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// A time control for people, such as `10 min + 5 s`.
export const controlText = (/** @type {string} */ control) => (control ? control.replace("m", " min").replace("s", " s").replace("+", " + ") : words().noClock);
