// Tests both interfaces in Node, with the build for Node and the one that works everywhere.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { annotate, Board, convert, Engine, lines, load } from "../../npm/src/index.js";

// The node count of the native program, from the last row of the ledger whose change was accepted.
const LEDGER = readFileSync(new URL("../../../docs/inside/strength.md", import.meta.url), "utf8");
const BENCH = [...LEDGER.matchAll(/^\| \d{4}-\d\d-\d\d \| \w+ \| (\d+) \|(?!.*\| left out)/gm)].at(-1)?.[1];
const BUILDS = /** @type {("plain" | "asyncify")[]} */ (["plain", "asyncify"]);
const MATE_IN_ONE = "4k4/4a4/9/9/9/9/9/9/9/R3K4 w - - 0 1";

before(load);

/** @returns {Promise<string>} */
function heard(/** @type {import("../../npm/src/index.js").Lines} */ talk, /** @type {RegExp} */ line) {
  return new Promise((resolve) => {
    talk.addMessageListener(function hear(said) {
      if (!line.test(said)) return;
      talk.removeMessageListener(hear);
      resolve(said);
    });
  });
}

for (const build of BUILDS) {
  test(`${build}: the bench of the native program`, { timeout: 300_000 }, async () => {
    const talk = lines({ build });
    talk.postMessage("bench");
    const said = await heard(talk, /^Nodes searched/);
    // A worker that continues after a failure would keep the tests from ending.
    talk.terminate();
    assert.match(said, new RegExp(`\\b${BENCH}\\b`));
  });

  test(`${build}: a search is heard, stopped and ponders`, { timeout: 60_000 }, async () => {
    const talk = lines({ build });
    talk.postMessage("uci");
    await heard(talk, /^uciok$/);
    talk.postMessage("go infinite");
    await heard(talk, /^info depth 5 /);
    talk.postMessage("isready");
    await heard(talk, /^readyok$/);
    talk.postMessage("stop");
    await heard(talk, /^bestmove [a-i]\d[a-i]\d/);
    talk.postMessage(`position fen ${MATE_IN_ONE}\ngo ponder depth 3`);
    talk.postMessage("isready");
    await heard(talk, /^readyok$/);
    talk.postMessage("ponderhit");
    assert.equal(await heard(talk, /^bestmove/), "bestmove a0a9");
    talk.postMessage("quit");
  });

  test(`${build}: an analysis is iterated, left and followed by another`, { timeout: 60_000 }, async () => {
    const engine = await Engine.start({ build });
    const board = new Board();
    board.play("炮二平五 H8+7");
    const depths = [];
    for await (const { depth, score, pv } of engine.analyse(board, { depth: 6 })) {
      depths.push(depth);
      assert.ok(board.legal.includes(pv[0]));
      assert.equal(score.wdl[0] + score.wdl[1] + score.wdl[2], 1000);
    }
    assert.deepEqual(depths, [1, 2, 3, 4, 5, 6]);
    const endless = engine.analyse(board);
    for await (const { depth } of endless) if (depth >= 4) break;
    assert.ok(board.legal.includes((await endless.best).move ?? ""));
    // A later request replaces the running search.
    const [first, second] = [engine.analyse(board), engine.analyse({ fen: MATE_IN_ONE }, { depth: 3 })];
    assert.equal((await second.best).move, "a0a9");
    await first.best;
    await assert.rejects(engine.analyse({ fen: "nothing" }).best, /./);
    engine.end();
  });
}

test("programs end when their work is done", { timeout: 120_000 }, () => {
  const readme = readFileSync(new URL("../../npm/README.md", import.meta.url), "utf8");
  const sample = readme.match(/```js\n(import \{ lines \}[^`]*)```/)?.[1] ?? "";
  const values = `import { Engine } from "chuhe";
    const engine = await Engine.start();
    console.log("bestmove", (await engine.analyse({}, { depth: 3 }).best).move);`;
  for (const program of [sample, values]) {
    const code = program.replace('"chuhe"', JSON.stringify(new URL("../../npm/src/index.js", import.meta.url).href));
    const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8", timeout: 60_000 });
    assert.equal(ended.status, 0, ended.stderr);
    assert.match(ended.stdout, /bestmove/);
  }
});

test("a board knows moves, notations and the law of repetition", () => {
  const board = new Board();
  assert.equal(board.legal.length, 44);
  assert.deepEqual(board.play("h2e2 马8进7"), ["h2e2", "h9g7"]);
  assert.equal(board.played()[0].chinese, "炮二平五");
  assert.throws(() => board.play("h9g7 a0a1"), /move 1/);
  assert.equal(board.undo(), "h9g7");
  assert.equal(board.turn, "black");
  const copy = board.copy();
  copy.play("h9g7");
  assert.equal(board.game.moves.length, 1);
  const check = new Board("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1");
  check.play("a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9");
  const { over, winner, reason, cycle } = check.judge();
  assert.deepEqual([over, winner, reason, cycle?.red], [true, "black", "perpetual_check", "perpetual_check"]);
  assert.throws(() => new Board("nothing"), /./);
});

test("games are converted, bytes too", async () => {
  const pgn = '[Red "A"]\n\n1. h2e2 h9g7 *';
  const { from, games } = await convert(pgn, "moves-chinese");
  assert.deepEqual([from, games[0].text?.trim()], ["pgn", "炮二平五 马８进７"]);
  const { bytes } = (await convert(pgn, "xqf")).games[0];
  if (!bytes) throw new Error("no bytes");
  assert.equal((await convert(bytes, "moves", { name: "a.xqf" })).games[0].text?.trim(), "h2e2 h9g7");
  await assert.rejects(convert("", "pgn"), /no game/);
});

test("a game is annotated, and an annotation ends when it is not wanted", { timeout: 120_000 }, async () => {
  const pgn = "1. h2e2 h9g7 2. h0g2 i9h9 *";
  const told = /** @type {number[]} */ ([]);
  const found = await annotate(pgn, { nodes: 2000, progress: (done) => void told.push(done) });
  assert.deepEqual(told, [1, 2, 3, 4, 5]);
  assert.deepEqual([found.moves.length, found.positions.length, found.moves[0].chinese], [4, 5, "炮二平五"]);
  assert.match(found.pgn, /H2-E2/);
  const leaves = new AbortController();
  const long = annotate(pgn, { nodes: 1e9, signal: leaves.signal });
  setTimeout(() => leaves.abort(), 300);
  await assert.rejects(long, { name: "AbortError" });
});
