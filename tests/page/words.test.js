import assert from "node:assert/strict";
import { test } from "node:test";
import { WORDS as ANNOTATION_WORDS } from "#annotation/words.js";
import { COMMON_WORDS, reader } from "#picture/reader.js";
import { PUZZLE_WORDS } from "#puzzles/words.js";
import { WORDS as BOARD_WORDS } from "#serve/board-words.js";
import { WORDS, words } from "#serve/words.js";

/** The structure of a set of texts: names, numbers of parameters, and lengths of lists. */
function shape(word) {
  if (typeof word === "function") return `(${word.length})`;
  if (Array.isArray(word)) return word.map(shape);
  if (typeof word !== "object") return typeof word;
  return Object.fromEntries(Object.keys(word).sort().map((name) => [name, shape(word[name])]));
}

for (const [name, { en, zh }] of Object.entries({ COMMON_WORDS, ANNOTATION_WORDS, PUZZLE_WORDS, BOARD_WORDS, WORDS })) {
  test(`${name} has the same structure in both languages`, () => assert.deepEqual(shape(en), shape(zh)));
}

test("texts are in the reader's language", () => {
  reader.language = "zh";
  assert.equal(words().stop, "停止");
  reader.language = "en";
  assert.equal(words().stop, "Stop");
  assert.equal(words().openingRow("C2.5", 1, "50 %", [50, 25, 25], "", ""), "C2.5: 1 game, 50 %; won 50 %, drawn 25 %, lost 25 %");
});
