import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { arrow, edge, pieceOf, place, piecesOf, play } from "../../shared/board.js";
import { glyphText, isBad, moveList, numberText } from "../../shared/game.js";
import { escapeText, reader } from "../../shared/reader.js";
import { pointText } from "../../page/words.js";
import { START, fenOf, isText, kingOf, piecesAfter, short } from "../../page/common.js";

afterEach(() => Object.assign(reader, { language: "en", notation: "chinese", flipped: false }));

test("pieces are read from a FEN and written as one", () => {
  const pieces = piecesOf(START);
  assert.equal(pieces.size, 32);
  assert.deepEqual([pieces.get("e0"), pieces.get("h9"), pieces.get("b2"), pieces.get("e4")], ["K", "n", "C", undefined]);
  assert.equal(fenOf(pieces, "red"), START);
  assert.equal(kingOf(pieces, "black"), "e9");
  assert.equal(kingOf(new Map(), "black"), null);
});

test("a move captures the piece on its destination", () => {
  const pieces = piecesOf(START);
  play(pieces, "b2b9");
  assert.deepEqual([pieces.get("b9"), pieces.get("b2"), pieces.size], ["C", undefined, 31]);
  const after = piecesAfter(START, [{ move: "h2e2" }, { move: "h9g7" }]);
  assert.equal(fenOf(after, "red"), "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1");
});

test("a turned board has Black at the bottom", () => {
  assert.deepEqual([place("a0"), place("i9")], [[0, 900], [800, 0]]);
  assert.match(arrow("a0a2", "#000", "x"), /translate\(0 900\) rotate\(-90.00\)/);
  reader.flipped = true;
  assert.deepEqual([place("a0"), place("i9")], [[800, 0], [0, 900]]);
  assert.match(arrow("a0a2", "#000", "x"), /translate\(800 0\) rotate\(90.00\)/);
});

test("the labels at the edge match the notation of the moves", () => {
  const names = () => [...edge().matchAll(/y="([^"]+)"[^>]*>([^<]+)</g)].reduce((rows, [, y, name]) => rows.set(y, (rows.get(y) || "") + name), new Map());
  const [top, bottom] = ["-61", "981"];
  assert.deepEqual([names().get(top), names().get(bottom), names().size], ["１２３４５６７８９", "九八七六五四三二一", 2]);
  reader.flipped = true;
  assert.deepEqual([names().get(top), names().get(bottom)], ["九八七六五四三二一", "１２３４５６７８９"]);
  reader.notation = "wxf";
  assert.deepEqual([names().get(top), names().get(bottom)], ["987654321", "123456789"]);
  Object.assign(reader, { notation: "move", flipped: false });
  assert.deepEqual([names().get(top), names().get(bottom), names().get("910"), names().size], ["abcdefghi", "abcdefghi", "00", 12]);
});

test("points are named as the edge of the board names them", () => {
  const named = () => ["e0", "a9"].map(pointText);
  assert.deepEqual(named(), ["file 5, rank 1", "file 9, rank 10"]);
  reader.flipped = true;
  assert.deepEqual(named(), ["file 5, rank 10", "file 1, rank 1"]);
  reader.notation = "move";
  assert.deepEqual(named(), ["e0", "a9"]);
});

test("an arrow over one point is as long as the piece leaves it, and ends in the middle of its target", () => {
  assert.match(arrow("a0a1", "#000", "x"), /d="M46 -7H62V-20L100 0L/);
});

test("only some pieces differ in a simplified set", () => {
  assert.deepEqual(["K", "C", "c"].map((piece) => pieceOf(piece, "simplified")), ["#simplified-K", "#disc-C", "#simplified-c"]);
});

test("numbers precede Red's moves and the first move of a line", () => {
  const black = START.replace(" w ", " b ").replace(/1$/, "12");
  assert.deepEqual([0, 1, 2].map((at) => numberText(START, at, at === 0)), ["1. ", "", "2. "]);
  assert.deepEqual([0, 1, 2].map((at) => numberText(black, at, at === 0)), ["12… ", "13. ", ""]);
});

test("a list of moves uses the reader's notation, and begins with a gap if Black moves first", () => {
  const moves = [{ move: "h9g7", wxf: "H8+7", chinese: "马８进７", glyphs: [1] }, { move: "h2e2", wxf: "C2.5", chinese: "炮二平五" }];
  const html = moveList(moves, START.replace(" w ", " b "), ({ wxf }) => `[${wxf}]`);
  assert.match(html, /^<span class="number">1\.<\/span><span><\/span><button type="button" data-ply="1"><span>马８进７<span class="glyph">!<\/span><\/span>\[H8\+7\]/);
  assert.match(html, /<span class="number">2\.<\/span><button type="button" data-ply="2"><span>炮二平五/);
  reader.notation = "wxf";
  assert.match(moveList(moves, START, () => ""), /<span>H8\+7</);
});

test("glyphs and bad moves", () => {
  assert.equal(glyphText({ glyphs: [4, 6, 16, 99] }), "???!±");
  assert.deepEqual(["best", "inaccuracy", "mistake", "missed_mate"].map((name) => isBad({ class: name })), [false, false, true, true]);
});

test("escaping, short numbers, and text files", () => {
  assert.equal(escapeText('<b a="c">&'), "&#60;b a=&#34;c&#34;&#62;&#38;");
  assert.deepEqual([999.6, 12_345, 3_210_000].map(short), ["1000", "12 k", "3.2 M"]);
  assert.equal(isText(new TextEncoder().encode("象棋")), "象棋");
  assert.equal(isText(Uint8Array.of(0xcf, 0xf3)), null);
  assert.equal(isText(Uint8Array.of(0x58, 0)), null);
});
