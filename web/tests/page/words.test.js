import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { rowText } from "../../page/explorer.js";
import { levelText, moveCount, words } from "../../page/words.js";
import { reader } from "../../shared/reader.js";
import { format, TEXTS, verdictText } from "../../shared/words.js";

const isWord = (word) => typeof word === "string" || "other" in word;
const places = (word) => new Set(JSON.stringify(word).match(/\{\w+\}/g));

/** The names of all texts, with the lengths of lists. */
function shape(texts) {
  if (isWord(texts)) return "text";
  if (Array.isArray(texts)) return texts.map(shape);
  return Object.fromEntries(Object.keys(texts).sort().map((name) => [name, shape(texts[name])]));
}

/** Each text in both languages, with its path. */
function pairs(en, zh, path = "") {
  if (isWord(en)) return [[path, en, zh]];
  return Object.keys(en).flatMap((name) => pairs(en[name], zh[name], `${path}${path && "."}${name}`));
}

test("both languages have the same texts with the same places", () => {
  assert.deepEqual(shape(TEXTS.en), shape(TEXTS.zh));
  for (const [path, en, zh] of pairs(TEXTS.en, TEXTS.zh)) {
    // Chinese counts the moves of both sides.
    if (path !== "page.moveCount") assert.deepEqual(places(zh), places(en), path);
  }
});

test("every text is used", () => {
  const files = ["annotated", "page", "shared", "site"].flatMap((folder) => readdirSync(new URL(`../../${folder}/`, import.meta.url)).map((name) => `${folder}/${name}`));
  const source = files.filter((name) => /\.(js|html)$/.test(name)).map((name) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8")).join("\n");
  // The names of labels are those of elements, written with hyphens.
  const used = new Set(source.match(/[\w-]+/g).map((name) => name.replaceAll(/-(.)/g, (_, c) => c.toUpperCase())));
  for (const [section, texts] of Object.entries(TEXTS.en)) {
    for (const name of Object.keys(texts)) assert.ok(used.has(name), `${section}.${name}`);
  }
});

test("texts are in the reader's language", () => {
  const shown = () => [
    words().stop, format(words().queue, { n: 1 }), format(words().queue, { n: 2 }), moveCount(3), levelText(0), levelText(20), verdictText("1-0", "black_loses", "checkmate"), verdictText("*", "ongoing", null),
    rowText("C2.5", 1, "50 %", [50.2, 25, 24.8], "", "2020"),
  ];
  reader.language = "zh";
  assert.deepEqual(shown(), [
    "停止", "前面还有 1 个搜索。", "前面还有 2 个搜索。", "3 着", "0 级：入门（500）", "20 级：全力", "记录的结果：红胜；盘面：红胜（将死）", "结果未记录；盘面：未分胜负",
    "C2.5：1 局，占 50 %；红胜 50 %，和 25 %，黑胜 25 %；最近一局在 2020 年",
  ]);
  reader.language = "en";
  assert.deepEqual(shown(), [
    "Stop", "1 search is ahead of yours.", "2 searches are ahead of yours.", "2 moves", "0: beginner (500)", "20: full strength",
    "result 1-0; final position: Red wins by checkmate", "no result recorded; final position is not decisive",
    "C2.5: 1 game, 50 %; Red won 50 %, drawn 25 %, Black won 25 %; last played 2020",
  ]);
});
