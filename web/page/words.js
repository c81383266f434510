// The texts of the page for xiangqi, and functions that put them together.

import { format, texts } from "../shared/words.js";

export const words = texts("common", "annotation", "page", "friend");

// A level from 0 to 20 with its name and, unless it is the highest, its rating.
export function levelText(/** @type {number} */ n) {
  const name = words().levels[Math.floor(n / 4)];
  return n < 20 ? format(words().levelRated, { n, name, elo: 500 + 100 * n }) : format(words().levelNamed, { n, name });
}

// The length of a game: in English in moves by both sides, in Chinese in moves by either side.
export const moveCount = (/** @type {number} */ plies) => format(words().moveCount, { n: Math.ceil(plies / 2), plies });

// The current move of a game in progress.
export const moveNumber = (/** @type {number} */ plies) => (plies ? format(words().moveNumber, { n: Math.ceil(plies / 2) }) : words().moveNone);
