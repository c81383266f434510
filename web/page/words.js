// The texts of the page for xiangqi, and functions that put them together.

import { square } from "../shared/board.js";
import { reader } from "../shared/reader.js";
import { format, texts } from "../shared/words.js";

export const words = texts("common", "annotation", "page", "friend");

// A level from 0 to 20 with its name and, unless it is the highest, its rating.
export function levelText(/** @type {number} */ n) {
  const name = words().levels[Math.floor(n / 4)];
  return n < 20 ? format(words().levelRated, { n, name, elo: 500 + 100 * n }) : format(words().levelNamed, { n, name });
}

// A point in words, as the edge of the board names it: with its letter, or by file and row as at the bottom edge.
export function pointText(/** @type {string} */ at) {
  if (reader.notation === "move") return at;
  const { file, rank } = square(at);
  const [fromRight, fromBelow] = reader.flipped ? [file, 9 - rank] : [8 - file, rank];
  return format(words().point, { file: fromRight + 1, row: fromBelow + 1 });
}

// The length of a game: in English in moves by both sides, in Chinese in moves by either side.
export const moveCount = (/** @type {number} */ plies) => format(words().moveCount, { n: Math.ceil(plies / 2), plies });

// The current move of a game in progress.
export const moveNumber = (/** @type {number} */ plies) => (plies ? format(words().moveNumber, { n: Math.ceil(plies / 2) }) : words().moveNone);
