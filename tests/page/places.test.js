import assert from "node:assert/strict";
import { test } from "node:test";
import { reader } from "#picture/reader.js";
import { exercises } from "#serve/exercises.js";
import { addressOf, readAddress } from "#serve/modes.js";
import { nameForPeople } from "#serve/people.js";
import { linePlace } from "#serve/share.js";
import * as tree from "#serve/tree.js";

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

test("moves are followed in the tree; unknown moves lead nowhere", () => {
  const root = tree.newRoot();
  tree.addLine(root, { moves: [{ move: { move: "h2e2" }, variations: [{ moves: [{ move: { move: "b2e2" } }] }] }] });
  assert.equal(tree.walk(root, ["b2e2"]), root.children[1]);
  assert.equal(tree.walk(root, []), root);
  assert.equal(tree.walk(root, ["h2e2", "h9g7"]), null);
});

test("exercises are the worst moves of a game for which there was a better one", () => {
  const best = { move: "h2e2", wxf: "C2.5", chinese: "炮二平五" };
  const move = (ply, loss, more) => ({ ply, loss, move: "a0a1", side: "red", forced: false, ...more });
  const moves = [move(1, 3), move(2, 20), move(3, 50), move(4, 50, { forced: true }), move(5, 50, { move: "h2e2" })];
  const positions = [0, 1, 2, 3, 4, 5].map((at) => ({ fen: `fen ${at}`, best_line: [best] }));
  const made = exercises({ moves, positions, tags: { Red: "Li" } });
  assert.deepEqual(made.map(({ fen, solution, blunder }) => [fen, solution, blunder]), [["fen 1", [best], "a0a1"], ["fen 2", [best], "a0a1"]]);
  assert.equal(made[1].goal.better.than.ply, 3);
});
