// The puzzles of a review, to be solved on the board.

import { eachPlayer } from "#picture/board.js";
import { byId } from "#picture/frame.js";
import { reader, sideName } from "#picture/reader.js";
import { puzzleBook } from "#puzzles/solving.js";
import { puzzleWords } from "#puzzles/words.js";
import { attempt, fenOf } from "./common.js";
import * as modes from "./modes.js";
import { ask } from "./connection.js";
import * as table from "./table.js";

/** @type {Puzzle[]} */
let puzzles = [];
let book = puzzleBook(puzzles);
let isShown = () => false;
// The legal moves in the position on the board, and the position for which they are known.
/** @type {{ fen: string | null, moves: string[] }} */
const legal = { fen: null, moves: [] };

export const count = () => puzzles.length;

export function clear() {
  learns = false;
  puzzles = [];
  book = puzzleBook(puzzles);
}

// Whether the puzzles shown are exercises from a game.
let learns = false;
export const isLearning = () => learns;
export function learn(/** @type {Puzzle[]} */ made) {
  clear();
  learns = true;
  puzzles.push(...made);
  book.go(0);
}

export const index = () => book.shown.index;

// Adds puzzles, if they are new.
export function add(/** @type {Puzzle[]} */ found) {
  const isFirst = !puzzles.length;
  const known = new Set(puzzles.map(({ fen }) => fen));
  puzzles.push(...found.filter(({ fen }) => !known.has(fen)));
  if (isFirst && puzzles.length) book.go(0);
}

// Turns the board so that the solving side is at the bottom.
export function turn() {
  reader.flipped = book.puzzle().side === "black";
}

async function findLegal(/** @type {string} */ fen) {
  const answer = await attempt(() => ask("analyse.check", { fen }));
  if (!answer || fen !== legal.fen) return;
  legal.moves = answer.legal;
  if (isShown()) drawBoard();
}

function drawBoard(/** @type {string | null} */ slides = null) {
  const pieces = book.pieces();
  const fen = fenOf(pieces, book.puzzle().side);
  if (fen !== legal.fen) {
    Object.assign(legal, { fen, moves: [] });
    if (!book.isDone()) findLegal(fen);
  }
  table.show({
    pieces, slides, last: book.lastMove(), marks: book.marks(),
    legal: book.isDone() ? [] : legal.moves,
    onMove: tryMove,
  });
}

export function draw(/** @type {string | null} */ slides = null) {
  const { side } = book.puzzle();
  eachPlayer((id, here) => {
    byId(id).dataset.side = here;
    byId(id).innerHTML = `<span class="name">${sideName(here)}</span>`;
    byId(id).classList.toggle("turn", here === side && !book.isDone());
  });
  drawBoard(slides);
  byId("task").innerHTML = book.taskHtml();
  byId("list").innerHTML = book.listHtml();
  modes.settle();
}

function tryMove(/** @type {string} */ move) {
  book.tryMove(move);
  const last = book.moves();
  draw(book.shown.said === "wrong" ? null : last[last.length - 1]);
  if (book.shown.said) table.say(puzzleWords()[book.shown.said]);
}

export function goTo(/** @type {number} */ index) {
  if (!puzzles.length) return;
  book.go(index);
  draw();
}

// Goes to the first puzzle from a game, if there is one.
export function goToGame(/** @type {number} */ number) {
  const index = puzzles.findIndex(({ source }) => source.game === number);
  if (index >= 0) book.go(index);
}

export const go = (/** @type {number} */ by) => goTo(book.shown.index + by);

export function hint() {
  book.hint();
  draw();
}

export function solution() {
  book.tell();
  draw();
}

export function again() {
  book.again();
  draw();
}

// The place with which the analysis opens the puzzle.
export const position = () => ({ start: book.puzzle().fen, moves: [], at: 0 });

export function start(/** @type {() => boolean} */ isThere) {
  isShown = isThere;
}
