import assert from "node:assert/strict";
import { test } from "node:test";
import { matches } from "../../page/saved.js";

test("a search finds what contains all of its words", () => {
  assert.ok(["", "li wang", "WANG", "炮"].every((search) => matches("Li – Wang · 中炮 · 12 moves", search)));
  assert.ok(!matches("Li – Wang", "li zhao"));
});
