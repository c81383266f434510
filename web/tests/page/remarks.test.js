import assert from "node:assert/strict";
import { test } from "node:test";
import { GLYPHS, drawingsOf, glyphFor, textOf, toggled, withDrawings, withText } from "../../page/remarks.js";
import { glyphText } from "../../shared/game.js";
import { TEXTS } from "../../shared/words.js";

const COMMENT = "[%eval 0.35] [%csl Ge4,Ra0] [%cal Gh2e2,Re2e4] a duel [%clk 0:01:00]";

test("a comment is split into its text and its drawings", () => {
  assert.equal(textOf(COMMENT), "a duel");
  assert.deepEqual(drawingsOf(COMMENT), ["Ge4", "Ra0", "Gh2e2", "Re2e4"]);
  assert.deepEqual([textOf("plain"), textOf(undefined), drawingsOf("plain [%cal"), drawingsOf("[%cal Ge2e, Gz0a0,Ya0a1]")], ["plain", "", [], ["Ya0a1"]]);
  assert.equal(textOf("[% of the games"), "[% of the games");
});

test("what is not changed in a comment stays", () => {
  assert.equal(withText(COMMENT, " quiet "), "[%eval 0.35] [%csl Ge4,Ra0] [%cal Gh2e2,Re2e4] [%clk 0:01:00] quiet");
  assert.equal(withText("", ""), "");
  assert.equal(withDrawings(COMMENT, ["Ya0a1"]), "[%eval 0.35] [%clk 0:01:00] [%cal Ya0a1] a duel");
  assert.equal(withDrawings("a duel", ["Be5"]), "[%csl Be5] a duel");
  assert.equal(withDrawings("[%csl Be5] a duel", []), "a duel");
  const drawn = ["Ge4", "Gh2e2"];
  assert.deepEqual(drawingsOf(withText(withDrawings("", drawn), "text")), drawn);
});

test("glyphs of a move exclude each other, as do those of a position", () => {
  assert.deepEqual(toggled([1, 16, 146], 4), [4, 16, 146]);
  assert.deepEqual(toggled([1, 16], 19), [1, 19]);
  assert.deepEqual(toggled([1, 16], 16), [1]);
  assert.deepEqual(toggled([], 36), [36]);
  assert.deepEqual([glyphFor(36, "red"), glyphFor(36, "black"), glyphFor(16, "black")], [36, 37, 16]);
  for (const glyph of GLYPHS.flat()) {
    assert.ok(glyphText({ glyphs: [glyph] }) && glyphText({ glyphs: [glyphFor(glyph, "black")] }), `${glyph} has a sign`);
    assert.ok(TEXTS.en.page.glyphNames[glyph], `${glyph} has a name`);
  }
});
