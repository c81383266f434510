import assert from "node:assert/strict";
import { test } from "node:test";
import { gameText, memoryHtml, memoryOf } from "../../page/memory.js";
import { firstMoves } from "../../page/waiting.js";

test("the first moves of both sides are known without a server", () => {
  assert.equal(new Set(firstMoves()).size, 44);
  assert.ok(["h2e2", "b0c2", "b2b9", "e0e1"].every((move) => firstMoves().includes(move)));
  assert.equal(new Set(firstMoves("black")).size, 44);
  assert.ok(["h7e7", "b9c7", "b7b0", "e9e8"].every((move) => firstMoves("black").includes(move)));
});

const game = (name, red, black, result, more) => ({ name, red, black, result, plies: 68, own: true, open: false, date: "2026.01.31", ...more });
const GAMES = [
  game("f", "Person", "chuhe 0.2.0 level 5", "*", { plies: 12 }),
  game("e", "chuhe 0.2.0 level 5", "Person", "1-0"),
  game("d", "Person", "chuhe 0.1.0 level 5", "1-0"),
  game("c", "Person", "chuhe 0.1.0 level 3", "1/2-1/2"),
  game("b", "Person", "chuhe 0.1.0 rating 1500", "0-1"),
  game("a", "Person", "Person", "1-0"),
  game("of someone else", "Person", "chuhe 0.1.0 level 3", "1-0", { own: false }),
];

test("saved games tell the results by level, the last game, and the one that is unfinished", () => {
  const memory = memoryOf(GAMES);
  assert.deepEqual([memory.unfinished.name, memory.last.name], ["f", "e"]);
  assert.deepEqual(memory.results, [
    { name: "chuhe, level 3", counts: [0, 1, 0] }, { name: "chuhe, level 5", counts: [1, 0, 1] }, { name: "chuhe, Elo 1500", counts: [0, 0, 1] },
  ]);
  assert.deepEqual(memoryOf([]), { unfinished: null, last: null, results: [] });
  assert.equal(memoryHtml(memoryOf([])), "");
});

test("a saved game in a few words", () => {
  const texts = [0, 1, 2, 3, 5].map((at) => gameText(GAMES[at]));
  assert.deepEqual(texts, [
    "against chuhe, level 5, 6 moves", "lost to chuhe, level 5, 34 moves", "won against chuhe, level 5, 34 moves",
    "drawn against chuhe, level 3, 34 moves", "two people, 34 moves",
  ]);
  assert.match(memoryHtml(memoryOf([game("x", "Person", "<i>", "0-1")])), /lost to &#60;i&#62;/);
});
