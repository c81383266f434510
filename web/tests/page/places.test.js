import assert from "node:assert/strict";
import { test } from "node:test";
import { reader } from "../../shared/reader.js";
import { addressOf, readAddress } from "../../page/modes.js";
import { folderForPeople, nameForPeople, playerForPeople, playersForPeople } from "../../page/people.js";
import { exercises, gameOf, sideOfPerson } from "../../page/review-game.js";
import { dayText } from "../../shared/words.js";
import { linePlace } from "../../page/share.js";
import * as tree from "../../page/tree.js";

const FEN = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1";

test("an address contains every part of a place that is set, and nothing else", () => {
  const place = linePlace(FEN, ["a1a9", "d9d8"], 1);
  const address = addressOf("analyse", place);
  assert.equal(address, "#analyse?fen=3k5/9/9/9/9/9/9/9/R8/4K4+w+-+-+0+1&moves=a1a9,d9d8&ply=1");
  assert.deepEqual(readAddress(address), { name: "analyse", place: { fen: FEN, moves: "a1a9,d9d8", ply: "1" } });
  assert.equal(addressOf("watch", { match: "", game: null, ply: undefined }), "#watch");
  assert.deepEqual(readAddress(addressOf("play", { game: "马, 炮 & 100%" })).place, { game: "马, 炮 & 100%" });
  assert.deepEqual(readAddress("#nonsense=?").name, "");
});

test("automatic names of games are shown in words", () => {
  for (const language of ["en", "zh"]) {
    reader.language = language;
    assert.match(nameForPeople("game 2026-01-31 120000 c0ffee"), /2026/);
    assert.doesNotMatch(nameForPeople("analysis 2026-01-31 120000 c0ffee"), /120000|c0ffee/);
    assert.equal(nameForPeople("game of mine"), "game of mine");
  }
  reader.language = "en";
});

test("players and dates are shown in words", () => {
  const shown = () => [
    playerForPeople("chuhe 0.1.0 level 3"), playerForPeople("level 3"), playerForPeople("chuhe 0.1.0 rating 1500"), playersForPeople("Person", "chuhe 0.1.0 level 3"), playersForPeople("?", "Li"),
    dayText("2026.01.31"), dayText("2026.01.??"), dayText("2026.??.??"), dayText("1982年"),
  ];
  reader.language = "zh";
  assert.deepEqual(shown(), ["楚河（3 级）", "楚河（3 级）", "楚河（等级分 1500）", "你 – 楚河（3 级）", "红方 – Li", "2026年1月31日", "2026年1月", "2026年", "1982年"]);
  reader.language = "en";
  assert.deepEqual(shown(), ["chuhe, level 3", "chuhe, level 3", "chuhe, Elo 1500", "You – chuhe, level 3", "Red – Li", "31 Jan 2026", "Jan 2026", "2026", "1982年"]);
  assert.deepEqual(["?", "????.??.??", null].map(dayText), ["", "", ""]);
  assert.deepEqual([playersForPeople("Person", "Person"), playersForPeople("?", "?"), playerForPeople("Fairy-Stockfish 11")], ["", "", "Fairy-Stockfish 11"]);
  assert.deepEqual(["matches/2026-01-31 120000 c0ffee", "matches/mine"].map(folderForPeople), ["", "matches/mine"]);
});

test("moves are followed in the tree; unknown moves lead nowhere", () => {
  const root = tree.newRoot();
  tree.addLine(root, { moves: [{ move: { move: "h2e2" }, variations: [{ moves: [{ move: { move: "b2e2" } }] }] }] });
  assert.equal(tree.walk(root, ["b2e2"]), root.children[1]);
  assert.equal(tree.walk(root, []), root);
  assert.equal(tree.walk(root, ["h2e2", "h9g7"]), null);
});

const BEST = { move: "h2e2", wxf: "C2.5", chinese: "炮二平五" };
const graded = (ply, loss, more) => ({ ply, loss, move: "a0a1", wxf: "a0a1", chinese: "a0a1", side: "red", forced: false, class: "good", ...more });
const positionsOf = (count) => Array.from({ length: count }, (_, at) => ({ fen: `fen ${at}`, best_line: [BEST] }));

test("exercises are the worst moves of one side for which there was a better one", () => {
  const moves = [graded(1, 3), graded(2, 20), graded(3, 50), graded(4, 50, { forced: true }), graded(5, 50, { move: "h2e2" }), graded(6, 4.9), graded(7, 90, { side: "black" })];
  const game = { moves, positions: positionsOf(8), tags: { Red: "Li" } };
  const made = exercises(game, "red");
  assert.deepEqual(made.map(({ fen, solution, blunder }) => [fen, solution, blunder]), [["fen 1", [BEST], "a0a1"], ["fen 2", [BEST], "a0a1"]]);
  assert.equal(made[1].goal.better.than.ply, 3);
  assert.deepEqual(exercises(game, "black").map(({ fen, side }) => [fen, side]), [["fen 6", "black"]]);
});

test("the person's side is known in games against the program only", () => {
  const sides = [["Person", "chuhe 0.1.0 level 5"], ["chuhe 0.1.0 level 5", "Person"], ["Li", "Wang"], ["chuhe a", "chuhe b"]].map(([Red, Black]) => sideOfPerson({ Red, Black }));
  assert.deepEqual([...sides, sideOfPerson({})], ["red", "black", null, null, null]);
});

test("a reviewed game keeps its names, comments, variations and grades in the analysis", () => {
  const side = { ...BEST, comment: "instead" };
  const moves = [
    graded(1, 30, { class: "blunder", comment: "hm", drawings: "[%cal Gh2e2]", variations: [{ comment: "or", moves: [side] }] }),
    graded(2, 12, { class: "mistake", side: "black", glyphs: [3, 10] }),
  ];
  const told = gameOf({ tags: { Red: "Li" }, result: "0-1", comment: "A game", positions: positionsOf(3), moves });
  assert.deepEqual([told.tags, told.result, told.start, told.tree.comment], [{ Red: "Li" }, "0-1", "fen 0", "A game"]);
  const root = tree.newRoot();
  tree.addLine(root, told.tree);
  const [first, other] = root.children;
  assert.deepEqual([first.comment, first.glyphs, other.before, other.comment, other.move.move], ["[%cal Gh2e2] hm", [4], "or", "instead", "h2e2"]);
  assert.deepEqual(first.children[0].glyphs, [3, 10], "a glyph in the file comes first");
});
