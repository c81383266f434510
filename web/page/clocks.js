// The clocks of a game.

import * as sounds from "./sounds.js";

// The remaining time, in milliseconds, below which a clock is shown as low.
const LOW_MS = 30_000;

function clockText(/** @type {number} */ ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// Draws the clocks as they are now; `heard` is when the state arrived. A user whose time becomes low is warned.
export function drawClocks(/** @type {PlayState} */ { clocks, both, side: own }, /** @type {number} */ heard) {
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
