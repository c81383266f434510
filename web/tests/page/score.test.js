import assert from "node:assert/strict";
import { test } from "node:test";
import { reader } from "../../shared/reader.js";
import { certainText, expectation, scoreText } from "../../shared/score.js";

test("scores are written from Red's point of view", () => {
  for (const [score, text] of [
    [{ cp: 31 }, "+0.31"], [{ cp: -205 }, "−2.05"], [{ cp: 0 }, "0.00"], [{ mate: 3 }, "+#3"], [{ mate: -1 }, "−#1"],
    [{ rule: 2 }, "1–0 (rule)"], [{ rule: -2 }, "0–1 (rule)"], [{ winner: "red" }, "1–0"], [{ winner: "black" }, "0–1"], [{ winner: null }, "½–½"],
  ]) assert.equal(scoreText(score), text);
  assert.deepEqual([scoreText({ cp: -205 }, 1), certainText({ rule: -1 }), certainText({ winner: null }), certainText({ cp: 9 })], ["−2.0", "0–1", "½–½", null]);
  reader.language = "zh";
  assert.equal(scoreText({ mate: -2 }), "−2 步杀");
  reader.language = "en";
});

test("Red's expectation follows the server's curve", () => {
  const curve = { win_at: 200, spread: 100 };
  const at = (score) => expectation(score, curve);
  assert.equal(at({ cp: 0 }), 50);
  // Every second game is won, and one in 55 is lost.
  assert.ok(Math.abs(at({ cp: 200 }) - (50 + 100 * (0.5 - 1 / (1 + Math.exp(4))) / 2)) < 1e-9);
  assert.ok(Math.abs(at({ cp: 150 }) + at({ cp: -150 }) - 100) < 1e-9);
  assert.ok(at({ cp: 100 }) > expectation({ cp: 100 }, { ...curve, win_at: 400 }));
  assert.deepEqual([{ mate: 1 }, { mate: -1 }, { rule: 4 }, { rule: -4 }].map(at), [100, 0, 100, 0]);
  assert.deepEqual(["red", "black", null].map((winner) => at({ winner })), [100, 0, 50]);
});
