import assert from "node:assert/strict";
import { test } from "node:test";
import { reader } from "../../shared/reader.js";
import { puzzleBook } from "../../shared/solving.js";

const written = (move) => ({ move, wxf: move, chinese: move });
const PUZZLE = {
  fen: "3k5/8R/9/9/9/9/9/9/R8/4K4 w - - 0 1", side: "red", goal: { mate: { moves: 2 } }, level: 2, themes: ["check"],
  solution: ["i8i9", "d9d8", "a1a8"].map(written), other_mates: ["a1d1"], line: [], blunder: "e9d9",
  source: { file: "games.pgn", game: 3, ply: 40, red: "<A>", black: null, event: null, date: null },
};
const OTHER = { ...PUZZLE, side: "black", goal: { win: { won: ["rook"], lost: [] } } };

test("a puzzle is solved move by move", () => {
  const book = puzzleBook([PUZZLE, OTHER]);
  book.go(0);
  assert.equal(book.lastMove(), "e9d9");
  book.tryMove("a1a9");
  assert.equal(book.shown.said, "wrong");
  assert.deepEqual(book.moves(), []);
  book.tryMove("i8i9");
  assert.equal(book.shown.said, "right");
  assert.deepEqual(book.moves(), ["i8i9", "d9d8"]);
  assert.equal(book.pieces().get("d8"), "k");
  book.tryMove("a1a8");
  assert.ok(book.isDone() && book.shown.said === "solved");
  assert.match(book.listHtml(), /class="solved">1✓/);
});

test("another mate also solves a puzzle, but only as the last move", () => {
  const book = puzzleBook([PUZZLE]);
  book.go(0);
  book.tryMove("a1d1");
  assert.equal(book.shown.said, "wrong");
  book.tryMove("i8i9");
  book.tryMove("a1d1");
  assert.deepEqual([book.shown.said, book.lastMove()], ["solved", "a1d1"]);
});

test("another move that is as good solves an exercise", () => {
  const exercise = { ...PUZZLE, solution: PUZZLE.solution.slice(0, 1), line: PUZZLE.solution, other_mates: [] };
  const book = puzzleBook([exercise]);
  book.go(0);
  book.tryMove("a1a9");
  assert.deepEqual([book.isRight("a1a9"), book.shown.said, book.isDone()], [false, "wrong", false]);
  book.tryMove("a1a9", true);
  assert.deepEqual([book.shown.said, book.moves(), book.isDone()], ["good", ["a1a9"], true]);
  assert.match(book.taskHtml(), /Just as good.*Solution: <b>i8i9<\/b>/);
  assert.doesNotMatch(book.taskHtml(), /then/, "the engine's line follows its own move");
  assert.match(book.listHtml(), /class="solved">1✓/);
  book.go(0);
  book.tryMove("i8i9", true);
  assert.equal(book.shown.said, "solved");
});

test("hints name the piece, then the destination; a puzzle whose solution was shown does not count as solved", () => {
  const book = puzzleBook([PUZZLE]);
  book.go(0);
  assert.equal(book.marks(), "");
  book.hint();
  assert.match(book.taskHtml(), /Move the rook\./);
  assert.equal(book.marks().match(/<path/g).length, 1);
  book.hint();
  book.hint();
  assert.equal(book.marks().match(/<path/g).length, 2);
  book.tell();
  assert.match(book.taskHtml(), /Solution: <b>i8i9 d9d8 a1a8<\/b>/);
  book.tryMove("i8i9");
  book.tryMove("a1a8");
  assert.doesNotMatch(book.listHtml(), /✓/);
});

test("a task states the side to move and the source of the puzzle", () => {
  const book = puzzleBook([PUZZLE, OTHER]);
  book.go(-5);
  assert.match(book.taskHtml(), /1\/2\. Red to move: mate in 2/);
  assert.match(book.taskHtml(), /&#60;A&#62; – Black; games\.pgn, game 3, ply 40/);
  assert.equal(reader.flipped, false);
  book.go(99);
  assert.match(book.taskHtml(), /2\/2\. Black to move: win a rook/);
  assert.ok(reader.flipped && book.isLast() && !book.isFirst());
});
