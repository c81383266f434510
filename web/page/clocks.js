// The clocks of a game, and clocks as text.

import * as sounds from "./sounds.js";
import { words } from "./words.js";

// The remaining time, in milliseconds, below which a clock is shown as low.
const LOW_MS = 30_000;

const two = (/** @type {number} */ value) => String(value).padStart(2, "0");

// The time that a side has left, such as `9:58` or `1:02:03`.
export function clockText(/** @type {number} */ ms) {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// A time control for people, such as `10 min + 5 s`.
export const controlText = (/** @type {string} */ control) => (control ? control.replace("m", " min").replace("s", " s").replace("+", " + ") : words().noClock);

// Draws the clocks as they are now; `heard` is when the state arrived. A user whose time becomes low is warned.
export function drawClocks(/** @type {{ clocks: Clocks | null, both?: boolean, side: Side | null }} */ { clocks, both, side: own }, /** @type {number} */ heard) {
  if (!clocks) return;
  for (const side of /** @type {const} */ (["red", "black"])) {
    let ms = clocks[`${side}_ms`];
    if (clocks.runs === side) ms = Math.max(0, ms - (performance.now() - heard));
    const clock = document.querySelector(`[data-clock="${side}"]`);
    if (!clock) continue;
    clock.textContent = clockText(ms);
    if ((both || side === own) && clocks.runs === side && ms < LOW_MS && !clock.classList.contains("short") && clock.classList.contains("runs")) sounds.play("low");
    clock.classList.toggle("short", ms < LOW_MS);
    clock.classList.toggle("runs", clocks.runs === side);
  }
}
