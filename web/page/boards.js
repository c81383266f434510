// The games in progress in a match: what is known about each, and its small board.

import { lastMarks, pieceOf, place } from "../shared/board.js";
import { byId } from "../shared/frame.js";
import { escapeText, reader } from "../shared/reader.js";
import { scoreText } from "../shared/score.js";
import { format } from "../shared/words.js";
import { piecesAfter } from "./common.js";
import { moveNumber, words } from "./words.js";

// Updates the known boards, keyed by number, from a notice. Returns their numbers in order.
export function takeBoards(/** @type {Map<number, LiveBoard>} */ boards, /** @type {BoardsNews} */ news) {
  for (const change of news.changes) {
    const known = change.begins ? { ...change.begins, number: change.number, moves: [], scores: [] } : boards.get(change.number);
    if (!known) continue;
    /** @type {<T>(list: T[], more: T[]) => T[]} */
    const begin = (list, more) => [...list.slice(0, change.from), ...more];
    boards.set(change.number, {
      ...known,
      moves: begin(known.moves, change.moves),
      scores: begin(known.scores, change.red_scores),
      side: change.side,
      clocks: change.clocks,
      heard: performance.now(),
    });
  }
  for (const number of [...boards.keys()]) if (!news.games.includes(number)) boards.delete(number);
  return news.games.filter((number) => boards.has(number));
}

// A side's remaining time and current thinking time in a game in progress, in milliseconds; null where unknown.
export function clockOf(/** @type {LiveBoard} */ board, /** @type {Side} */ side) {
  const left = board.clocks[`${side}_ms`];
  const thought = board.side === side ? board.clocks.thinks_ms : null;
  const thinks = thought === null ? null : thought + performance.now() - board.heard;
  return { left: left === null ? null : Math.max(0, left - (thinks || 0)), thinks };
}

// The latest score of a game up to a ply, or null if there is none.
export function scoreAt(/** @type {(Score | null)[]} */ scores, /** @type {number} */ ply) {
  for (let at = ply - 1; at >= 0; at--) if (scores[at]) return scores[at];
  return null;
}

// A small picture of a position, with a move marked and further marks as SVG.
export function smallBoard(/** @type {Pieces} */ pieces, /** @type {string | undefined} */ last, marks = "") {
  const frame = byId("board").getAttribute("viewBox");
  let discs = "";
  for (const [at, piece] of pieces) {
    const [x, y] = place(at);
    discs += `<use href="${pieceOf(piece)}" x="${x}" y="${y}"/>`;
  }
  return `<svg viewBox="${frame}" aria-hidden="true"><use href="#ground"/>${last ? lastMarks(last) : ""}${discs}${marks}</svg>`;
}

// The HTML of the small boards, which are buttons. `chosen` is the number of the game on the large board.
export function boardsHtml(/** @type {Map<number, LiveBoard>} */ boards, /** @type {number[]} */ numbers, /** @type {string[]} */ names, /** @type {number | null} */ chosen) {
  return numbers.map((number) => {
    const board = boards.get(number);
    if (!board) return "";
    const [red, black] = board.engines.map((at) => escapeText(names[at]));
    const moves = moveNumber(board.moves.length);
    const score = scoreAt(board.scores, board.moves.length);
    const facts = [format(words().gameNumber, { n: number }), moves, score ? scoreText(score) : ""].filter(Boolean);
    const label = [`${red} – ${black}`, ...facts].join(words().comma);
    return `<button type="button" data-board="${number}" aria-pressed="${number === chosen}" aria-label="${label}">
      <span class="side" data-side="${reader.flipped ? "red" : "black"}">${reader.flipped ? red : black}</span>${smallBoard(piecesAfter(board.start, board.moves), board.moves.at(-1)?.move)}
      <span class="side" data-side="${reader.flipped ? "black" : "red"}">${reader.flipped ? black : red}</span>
      <span class="faint">${facts.join(" · ")}</span></button>`;
  }).join("");
}
