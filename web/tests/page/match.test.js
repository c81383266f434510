import assert from "node:assert/strict";
import { test } from "node:test";
import { clockOf, scoreAt, takeBoards } from "../../page/boards.js";
import { drawCurve, signed, testAbout, testText } from "../../page/llr.js";
import { encounterText, factsHtml, gamesHtml, tableHtml } from "../../page/standings.js";

const SPRT = { elo0: 0, elo1: 2.5, model: "normalized", llr: 1.5, lower: -2.94, upper: 2.94, accepted: null };

test("the state of a sequential test in words", () => {
  const first = (changes, isOver = false) => testText({ ...SPRT, ...changes }, 200, isOver)[0];
  assert.equal(first({}), "Undecided after 200 games; 51 % of the way to H1 (+2.5 Elo).");
  assert.equal(first({ llr: -1.47 }), "Undecided after 200 games; 50 % of the way to H0 (0 Elo).");
  assert.equal(first({}, true), "Ended undecided after 200 games.");
  assert.equal(first({ accepted: "H1" }), "H1 accepted after 200 games: +2.5 Elo rather than 0.");
  assert.equal(first({ accepted: "H0" }), "H0 accepted after 200 games: 0 Elo rather than +2.5.");
  assert.match(testText(SPRT, 1, false)[1], /1\.50.*−2\.94.*2\.94/);
  assert.match(testAbout(SPRT, ["new", "old"]), /^Is new stronger than old by 0 .*normalized/);
  assert.deepEqual([signed(3), signed(-3), signed(-0.04, 1)], ["+3", "−3", "−0.0"]);
});

test("the curve of a sequential test lies between the bounds", () => {
  const svg = { clientWidth: 600, clientHeight: 150, innerHTML: "", setAttribute() {} };
  drawCurve(svg, [[10, 0.5], [20, 1.5]], SPRT);
  const y = (name) => Number(svg.innerHTML.match(new RegExp(`data-bound="${name}"[^>]* y1="([\\d.]+)"`))[1]);
  const points = svg.innerHTML.match(/<polyline[^>]* points="([^"]*)"/)[1].split(" ").map((point) => point.split(",").map(Number));
  assert.deepEqual(points.map(([x]) => x), [8, 300, 592]);
  assert.ok(y("upper") < points[2][1] && points[2][1] < points[1][1] && points[1][1] < points[0][1] && points[0][1] < y("lower"));
});

const engine = (changes) => ({
  limits: "10+0.1", games: { wins: 0, draws: 0, losses: 0 }, elo: null, nps: 1_250_000, depth: 14.5, ms_per_move: 3.25, slowest_ms: 907.4, faults: 0, ...changes,
});
const cells = (html) => [...html.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, text]) => text.replaceAll(/<[^>]*>/g, "|"));

test("the table lists the best engine first, with half the interval after its Elo", () => {
  const table = {
    engines: [
      engine({ games: { wins: 1, draws: 1, losses: 4 }, elo: [-70, -120, -20], nps: null }),
      engine({ games: { wins: 4, draws: 1, losses: 1 }, elo: [70, 20, 120] }),
      engine({ games: { wins: 0, draws: 0, losses: 2 }, elo: [null, null, -10] }),
    ],
  };
  const html = tableHtml(table, ["a", "<b>", "c"]);
  const rows = html.split("<tbody>")[1].split("</tr>").slice(0, 3).map(cells);
  assert.deepEqual(rows.map((row) => row[0]), ["|&#60;b&#62;||10+0.1|", "|a||10+0.1|", "|c||10+0.1|"]);
  assert.deepEqual(rows[0].slice(1), ["+4 =1 −1", "75.0 %", "+70 ± 50", "1.3 M", "14.5", "3.3", "907", "0"]);
  assert.deepEqual(rows.map((row) => row[3]), ["+70 ± 50", "−70 ± 50", "−∞"]);
  assert.equal(rows[1][4], "–");
});

test("a pairing in a sentence, and further facts about a match", () => {
  const games = { wins: 3, draws: 2, losses: 1 };
  const encounter = { engines: [1, 0], games, forfeits: [], elo: [120, null, null], los: 0.841, pairs: { ll: 0, ld: 1, dd: 1, wl: 1, wd: 0, ww: 0 } };
  assert.equal(encounterText(encounter, ["a", "b"]), "b – a: +3 =2 −1 (66.7 %), Elo +120, likelihood of superiority (LOS) 84.1 %");
  const forfeits = ["2 games lost on time by a"];
  assert.match(encounterText({ ...encounter, forfeits }, ["a", "b"]), /^b – a: \+3 =2 −1 \(66.7 %\), 2 games lost on time by a, Elo/);
  const table = { encounters: [encounter], played: 6, by_color: games, plies: 600, endings: [{ text: "<mate>", games: 4 }], overload: null };
  const facts = factsHtml(table);
  assert.ok(factsHtml({ ...table, overload: "a < b" }).startsWith("<p>a &#60; b</p>"));
  assert.match(facts, /one lost and one drawn 1, even 2/);
  assert.match(facts, /Red scores \+3 =2 −1; 100 plies per game/);
  assert.match(facts, /&#60;mate&#62; 4/);
});

test("the list of games marks the game shown", () => {
  const rows = [{ number: 7, engines: [0, 1], result: "1-0", ending: "checkmate", plies: 61 }];
  const html = gamesHtml({ rows, isNewest: true, hasOlder: false, total: 1 }, ["a", "b"], 7);
  assert.match(html, /data-game="7" aria-current="true".*a – b.*1-0.*checkmate, 31 moves/s);
  assert.match(html, /data-do="newer" disabled/);
  assert.match(gamesHtml({ rows: [], isNewest: false, hasOlder: true, total: 0 }, [], null), /No games have finished yet/);
});

test("boards are updated with new moves, and removed when their games are over", () => {
  const boards = new Map();
  const clocks = { red_ms: 5000, black_ms: null, thinks_ms: 1000 };
  const change = (number, more) => ({ number, from: 0, moves: [], red_scores: [], side: "red", clocks, ...more });
  const begins = { engines: [0, 1], start: "fen" };
  assert.deepEqual(takeBoards(boards, { games: [3, 4, 5], changes: [change(3, { begins }), change(4, { begins }), change(5)] }), [3, 4]);
  takeBoards(boards, { games: [3, 4], changes: [change(3, { moves: ["a", "b"], red_scores: [{ cp: 1 }, null] })] });
  takeBoards(boards, { games: [3, 4], changes: [change(3, { from: 1, moves: ["c", "d"], red_scores: [{ cp: 2 }, null] })] });
  assert.deepEqual(boards.get(3).moves, ["a", "c", "d"]);
  assert.deepEqual(boards.get(3).start, "fen");
  assert.deepEqual([0, 1, 2, 3].map((ply) => scoreAt(boards.get(3).scores, ply)), [null, { cp: 1 }, { cp: 2 }, { cp: 2 }]);
  assert.deepEqual(takeBoards(boards, { games: [4], changes: [] }), [4]);
  assert.deepEqual([...boards.keys()], [4]);
});

test("only the clock of the side to move runs", () => {
  const board = { side: "red", clocks: { red_ms: 5000, black_ms: 700, thinks_ms: 1000 }, heard: performance.now() - 500 };
  const red = clockOf(board, "red");
  assert.ok(red.thinks >= 1500 && red.thinks < 2500 && Math.abs(red.left - (5000 - red.thinks)) < 1);
  assert.deepEqual(clockOf(board, "black"), { left: 700, thinks: null });
  assert.equal(clockOf({ ...board, clocks: { ...board.clocks, red_ms: 100 } }, "red").left, 0);
  assert.equal(clockOf({ ...board, clocks: { ...board.clocks, red_ms: null } }, "red").left, null);
});
