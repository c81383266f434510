// The board of a reviewed game, on which any move can be tried.

import { pointAt } from "../shared/board.js";
import { byId, find } from "../shared/frame.js";
import { fenOf } from "./common.js";
import { legalIn } from "./review-game.js";
import * as trying from "./review-try.js";
import { briefHtml } from "./story.js";
import * as table from "./table.js";

const PHONE = "(max-width: 780px) and (orientation: portrait)";

/** @type {{ game: () => trying.Game | null, drawn: () => void }} */
let owner;
// The points with pieces that may move.
/** @type {Set<string>} */
const own = new Set();

// Shows a position of the game or of a line.
export function show(/** @type {Pieces} */ pieces, /** @type {string | null | undefined} */ last, /** @type {string} */ marks) {
  const game = owner.game();
  if (!game) return;
  const { start, at } = game.lineShown();
  const side = (start.split(" ")[1] === "b") === (at % 2 === 0) ? "black" : "red";
  const legal = legalIn(fenOf(pieces, side), () => owner.game()?.drawBoard());
  own.clear();
  for (const [at, piece] of pieces) if ((piece < "a") === (side === "red")) own.add(at);
  table.show({ pieces, last, marks, legal, onMove });
  owner.drawn();
}

// Plays a move in the position shown: the next one of the line, or a try.
function onMove(/** @type {string} */ move) {
  const game = owner.game();
  if (!game) return;
  const { moves, at } = game.lineShown();
  if (moves[at]?.move === move) game.step(1);
  else trying.play(game, move, () => { if (owner.game() === game) game.draw(); });
}

// What is shown in place of the comments on a position: the verdict on a try or, at the start on a phone, the story.
export function insteadOf(/** @type {trying.Game["shown"]} */ shown) {
  const game = owner.game();
  if (!game) return "";
  if (shown.line) return trying.verdictHtml(game, shown);
  return shown.ply === 0 && matchMedia(PHONE).matches ? briefHtml(game) : "";
}

// Swipes and taps on the board step through the game, except where they move a piece.
function startSteps() {
  const board = byId("board");
  /** @type {{ x: number, y: number } | null} */
  let press = null;
  // In the capturing phase, the board has not reacted yet.
  board.addEventListener("pointerdown", (event) => {
    const at = pointAt(event);
    const isFree = !find(board, "[data-goal]") && !(at && own.has(at));
    press = owner.game() && !event.button && isFree ? { x: event.clientX, y: event.clientY } : null;
  }, true);
  board.addEventListener("pointerup", (event) => {
    const game = owner.game();
    if (!press || !game) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    press = null;
    const { left, width } = board.getBoundingClientRect();
    if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) game.step(dx < 0 ? 1 : -1);
    else if (Math.hypot(dx, dy) < 10) game.step(event.clientX > left + width / 2 ? 1 : -1);
  });
}

// `whose.game` returns the game if it is shown; `whose.drawn` is called when its board was drawn.
export function start(/** @type {typeof owner} */ whose) {
  owner = whose;
  startSteps();
}
