// The board before a game, on which a move starts one, and what is offered meanwhile: a set of pieces to choose on the
// first visit, the unfinished game, the last game, and the results so far.

import { piecesOf, play } from "../shared/board.js";
import { byId } from "../shared/frame.js";
import { remembered } from "../shared/reader.js";
import { START, attempt } from "./common.js";
import { ask, isConnected } from "./connection.js";
import { memoryHtml, memoryOf } from "./memory.js";
import { chooseSide, choices, startOf } from "./newgame.js";
import { offerHtml } from "./pieces.js";
import { isDeleted } from "./saved.js";
import * as table from "./table.js";

// The usual first moves, which are known before there is a connection: each piece of Red, and where it can go.
const FROM = "a0:a1a2 b0:a2c2 c0:a2e2 d0:e1 e0:e1 f0:e1 g0:e2i2 h0:g2i2 i0:i1i2 b2:b1b3b4b5b6b9a2c2d2e2f2g2 h2:h1h3h4h5h6h9i2g2f2e2d2c2 a3:a4 c3:c4 e3:e4 g3:g4 i3:i4";
const FIRST = FROM.split(" ").flatMap((from) => (from.slice(3).match(/../g) ?? []).map((to) => from.slice(0, 2) + to));
const mirrored = (/** @type {string} */ move) => move.replace(/\d/g, (rank) => String(9 - Number(rank)));

// The legal moves of a side in the usual start position, if it moves first.
export const firstMoves = (/** @type {Side} */ side = "red") => (side === "red" ? FIRST : FIRST.map(mirrored));

// The move with which the user begins the game, until the game has begun.
/** @type {string | null} */
let first = null;
export const hasFirst = () => first !== null;
export function takeFirst() {
  const made = first;
  first = null;
  return made;
}

// The legal moves in the position from the analysis with which the next game begins.
const known = { fen: "", moves: /** @type {string[]} */ ([]) };
// The saved games, newest first, as far as they are known.
/** @type {SavedGame[]} */
let games = [];

const fenNow = () => startOf() ?? START;
const legalNow = () => (fenNow() === START ? firstMoves() : known.fen === fenNow() ? known.moves : []);

/** @returns {Side} */
function sideAt(/** @type {string} */ point) {
  const piece = piecesOf(fenNow()).get(point) ?? "";
  return piece === piece.toUpperCase() ? "red" : "black";
}

async function learnMoves(/** @type {string} */ fen, /** @type {() => void} */ learned) {
  Object.assign(known, { fen, moves: [] });
  const answer = await attempt(() => ask("analyse.check", { fen }));
  if (!answer || known.fen !== fen) return;
  known.moves = answer.legal;
  learned();
}

// Shows the board. `begin` starts the game, and is null if none can start; `redraw` draws everything again.
/** @type {(begin: (() => unknown) | null, redraw: (slides: string | null) => void, slides?: string | null) => void} */
export function show(begin, redraw, slides = null) {
  const fen = fenNow();
  const pieces = piecesOf(fen);
  const legal = legalNow();
  if (fen !== START && fen !== known.fen && isConnected()) learnMoves(fen, () => redraw(null));
  // Black's pieces can be moved as well: the move is played once Red has moved.
  const later = fen === START && choices.side !== "both" ? firstMoves("black") : [];
  const isPlayed = first !== null && legal.includes(first);
  if (first && isPlayed) play(pieces, first);
  table.show({
    pieces, slides, last: isPlayed ? first : null, legal: first || !begin ? [] : [...legal, ...later],
    onMove(move) {
      first = move;
      const side = sideAt(move.slice(0, 2));
      if (choices.side !== "both" && choices.side !== side) chooseSide(side);
      redraw(legal.includes(move) ? move : null);
      // Without a connection, the game begins as soon as there is one.
      return isConnected() && begin?.();
    },
  });
  table.setBar(null);
}

// Learns which games have been saved.
export async function recall() {
  games = (await attempt(() => ask("play.games")))?.games ?? [];
}

export function rename(/** @type {string} */ name, /** @type {string} */ to) {
  for (const game of games) if (game.name === name) game.name = to;
}

// What the saved games tell, without the game that is `open`.
export const memory = (/** @type {string | null | undefined} */ open) => memoryOf(games.filter(({ name }) => name !== open && !isDeleted("games", name)));

// Draws the offers, which are shown only before a game.
export function drawOffers(/** @type {boolean} */ isShown, /** @type {string | null | undefined} */ open) {
  const offer = isShown && remembered("pieces") === undefined ? offerHtml() : "";
  for (const [id, html] of [["offer", offer], ["memory", isShown ? memoryHtml(memory(open)) : ""]]) {
    byId(id).hidden = !html;
    if (byId(id).dataset.drawn !== html) byId(id).innerHTML = html;
    byId(id).dataset.drawn = html;
  }
}
