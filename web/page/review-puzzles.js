// The puzzles of a review, to be solved on the board.

import { eachPlayer, play } from "../shared/board.js";
import { byId, fill } from "../shared/frame.js";
import { reader } from "../shared/reader.js";
import { puzzleBook } from "../shared/solving.js";
import { puzzleWords, sideName } from "../shared/words.js";
import { attempt, fenOf } from "./common.js";
import * as modes from "./modes.js";
import { isAsGood, legalIn } from "./review-game.js";
import * as table from "./table.js";
import { words } from "./words.js";

/** @type {Puzzle[]} */
let puzzles = [];
let book = puzzleBook(puzzles);
let isShown = () => false;
let hasDrawn = () => {};
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

export const isDone = () => book.isDone();
export const solved = () => book.solved();
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

// The move that the engine is judging.
/** @type {string | null} */
let judged = null;

function drawBoard(/** @type {string | null} */ slides = null) {
  const pieces = book.pieces();
  if (judged) play(pieces, judged);
  const isOver = book.isDone() || judged !== null;
  table.show({
    pieces, slides, last: judged ?? book.lastMove(), marks: judged ? "" : book.marks(),
    legal: isOver ? [] : legalIn(fenOf(pieces, book.puzzle().side), () => { if (isShown()) drawBoard(); }),
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
  byId("task").innerHTML = judged ? `<p class="task">${words().judging}</p>` : book.taskHtml();
  fill(byId("list"), book.listHtml());
  hasDrawn();
  modes.settle();
}

// Tries a move. In an exercise, any move that is as good as the engine's choice solves it.
async function tryMove(/** @type {string} */ move) {
  const [puzzle, isKnown] = [book.puzzle(), book.isRight(move)];
  /** @type {boolean | null} */
  let isGood = false;
  if (puzzle.goal.better && !isKnown) {
    judged = move;
    draw(move);
    isGood = await attempt(() => isAsGood(puzzle, move));
    judged = null;
    if (!isShown() || book.puzzle() !== puzzle) return;
    // Without a verdict, the move is put back.
    if (isGood === null) return draw();
  }
  book.tryMove(move, isGood);
  const last = book.moves();
  draw(book.shown.said === "wrong" || isGood ? null : last[last.length - 1]);
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

// `drawn` is called when the puzzle is drawn.
export function start(/** @type {() => boolean} */ isThere, /** @type {() => void} */ drawn) {
  isShown = isThere;
  hasDrawn = drawn;
}
