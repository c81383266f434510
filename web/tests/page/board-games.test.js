import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import * as draughts from "../../page/draughts.js";
import * as gomoku from "../../page/gomoku.js";

afterEach(() => draughts.putBack());

const game = (kind, choices, answer, person) => ({
  choices: { ...kind.usual, ...choices }, person, seed: 0, answer: { ...kind.begun({ ...kind.usual, ...choices }), ...answer },
});

test("a stone can be placed on a free point that is not forbidden", () => {
  const renju = game(gomoku, { rule: "renju" }, { moves: ["h8"], forbidden: [{ point: "j8", foul: "overline" }] }, "black");
  assert.deepEqual(gomoku.tap(renju, { column: 0, row: 0 }), { move: "a15" });
  assert.deepEqual(gomoku.tap(renju, { column: 14, row: 14 }), { move: "o1" });
  assert.match(gomoku.tap(renju, { column: 7, row: 7 }).problem, /h8/);
  assert.match(gomoku.tap(renju, { column: 9, row: 7 }).problem, /j8.*overline/);
  assert.equal(gomoku.describe(renju, gomoku.middle(renju)), "h8, black stone");
  assert.deepEqual(gomoku.after(renju.answer, "a1", "black").moves, ["h8", "a1"]);
});

test("each variant of draughts begins with its own number of men", () => {
  for (const [variant, men] of [["international", 20], ["english", 12], ["source", 15]]) {
    const { pieces } = draughts.begun({ variant });
    assert.deepEqual([...pieces.values()].filter((piece) => piece === "w").length, men, variant);
    assert.equal(pieces.size, 2 * men);
  }
});

const WAYS = [
  { move: "28x19", ways: [[28, 19]], captured: [23] },
  { move: "28x17x6", ways: [[28, 17, 6]], captured: [22, 11] },
];

test("taps on squares select the intended move", () => {
  const shown = game(draughts, {}, { fen: "W:W28,50:B22,23,11", pieces: undefined, side: "white", legal: WAYS }, "white");
  const cell = (square) => ({ column: 2 * ((square - 1) % 5) + (Math.floor((square - 1) / 5) % 2 ? 0 : 1), row: Math.floor((square - 1) / 5) });
  assert.match(draughts.tap(shown, cell(50)).problem, /must capture/);
  assert.match(draughts.tap(shown, cell(28)).said, /white man picked up, 2 moves/);
  assert.match(draughts.describe(shown, cell(19)), /^19, empty, can go here/);
  assert.match(draughts.tap(shown, cell(1)).problem, /cannot go there/);
  assert.deepEqual(draughts.tap(shown, cell(11)), { move: "28x17x6" });
  assert.equal(draughts.putBack(), false);
});

test("a move is shown before the server has answered", () => {
  const { answer, ...rest } = game(draughts, {}, { fen: "W:W28,6:B22,23", pieces: undefined, side: "white", legal: WAYS }, "white");
  const next = draughts.after(answer, "28x19", "white", { ...rest, answer });
  assert.deepEqual([...next.pieces].sort(), [[19, "w"], [22, "b"], [6, "w"]].sort());
  assert.deepEqual([next.side, next.moves], ["black", ["28x19"]]);
});
