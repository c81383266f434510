import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { decisive, ordinal, sentence } from "../../page/story.js";
import { isNearlyEqual } from "../../page/review-game.js";
import { classOf } from "../../page/review-try.js";
import { reader } from "../../shared/reader.js";

afterEach(() => Object.assign(reader, { language: "en", notation: "chinese" }));

const move = (name) => ({ move: name, wxf: name.toUpperCase(), chinese: name });
const FEN = "4k4/9/9/9/9/9/9/9/9/4K4";
const GAME = {
  moments: [{ ply: 1, by: null }, { ply: 3, by: move("a0a9") }, { ply: 4, by: null }, { ply: 6, by: null }],
  moves: [8, 0, 40, 25, 0, 30].map((loss, at) => ({ ...move(`a0b${at}`), ply: at + 1, loss, side: at % 2 ? "black" : "red" })),
  positions: Array.from({ length: 7 }, (_, at) => ({ fen: `${FEN} ${at % 2 ? "b" : "w"} - - 0 ${11 + (at >> 1)}`, best_line: [move(at === 2 ? "a0a9" : "c0c9")] })),
};

test("the three moments in which most was lost are told in the order of the game", () => {
  assert.deepEqual(decisive(GAME).map(({ ply, index }) => [ply, index]), [[3, 1], [4, 2], [6, 3]]);
  assert.deepEqual(decisive({ moments: [], moves: [] }), []);
});

test("a moment is told in a sentence, with the better move unless it is named already", () => {
  reader.notation = "move";
  assert.equal(sentence(GAME, 3, "loses a rook"), "Black's 13th move, a0b5, loses a rook. c0c9 was better.");
  assert.equal(sentence(GAME, 1, "misses a0a9"), "Red's 12th move, a0b2, misses a0a9.");
  reader.language = "zh";
  assert.equal(sentence(GAME, 3, "失车"), "第 13 回合黑方a0b5：失车。应走c0c9。");
});

test("ordinal numbers", () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 21, 112].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "112th"]);
});

test("a nearly equal move is accepted from either side", () => {
  assert.deepEqual([isNearlyEqual(60, 56, "red"), isNearlyEqual(60, 55, "red"), isNearlyEqual(40, 44, "black"), isNearlyEqual(40, 45, "black"), isNearlyEqual(40, 10, "black")], [true, false, true, false, true]);
  assert.deepEqual([0, 4.9, 5, 10, 15].map(classOf), ["good", "good", "inaccuracy", "mistake", "blunder"]);
});
