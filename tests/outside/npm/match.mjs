// A match in Node between the package and fairy-stockfish-nnue.wasm (with its classical evaluation), with one thread
// each and equal time per move. Run it in a folder in which both are installed:
//
//     npm install chuhe-VERSION.tgz fairy-stockfish-nnue.wasm && node …/match.mjs [GAMES] [MILLISECONDS]

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [games = 100, time = 100] = process.argv.slice(2).map(Number);
const require = createRequire(pathToFileURL(`${process.cwd()}/`));
const { Board, lines, load } = await import(pathToFileURL(require.resolve("chuhe")).href);
await load();

const PLIES_MAX = 300;
const OPENINGS = [
  "h2e2 h9g7 h0g2", "h2e2 b9c7 h0g2", "h2e2 h7e7 h0g2", "b2e2 h9g7 b0c2", "c3c4 g6g5 h2e2", "g0e2 h7f7 h0g2",
  "b0c2 c6c5 h2e2", "h2d2 b9c7 h0g2", "h2e2 b7e7 b0c2", "g3g4 c6c5 b2e2",
];

// Wraps an engine as a function that sends lines and resolves to the first answer that matches a pattern.
function talk(engine) {
  return (line, form) => new Promise((resolve) => {
    engine.addMessageListener(function hear(said) {
      if (!form.test(said)) return;
      engine.removeMessageListener(hear);
      resolve(said);
    });
    for (const part of [line].flat()) engine.postMessage(part);
  });
}

const own = talk(lines());
// If `fetch` exists, the loader of fairy-stockfish-nnue.wasm assumes that it runs in a browser.
const { fetch } = globalThis;
globalThis.fetch = undefined;
const Fairy = require("fairy-stockfish-nnue.wasm/stockfish.js");
const other = talk(await Fairy());
globalThis.fetch = fetch;
await own("uci", /^uciok/);
await own(["setoption name Hash value 16", "isready"], /^readyok/);
await other("uci", /^uciok/);
// Fairy-Stockfish counts ranks from 1, so moves are converted for it.
await other(["setoption name Use NNUE value false", "setoption name UCI_Variant value xiangqi", "setoption name Hash value 16", "setoption name Threads value 1", "isready"], /^readyok/);
const shifted = (move, by) => move.replace(/\d+/g, (rank) => String(Number(rank) + by));

async function play(opening, ownIsRed) {
  const board = new Board();
  board.play(opening);
  await own(["ucinewgame", "isready"], /^readyok/);
  await other(["ucinewgame", "isready"], /^readyok/);
  for (let ply = 3; ply < PLIES_MAX; ply++) {
    const { over, winner } = board.judge();
    if (over) return winner === null ? 0.5 : (winner === "red") === ownIsRed ? 1 : 0;
    const isOwn = (board.turn === "red") === ownIsRed;
    const moves = board.game.moves.map((move) => (isOwn ? move : shifted(move, 1))).join(" ");
    const said = await (isOwn ? own : other)([`position startpos moves ${moves}`, `go movetime ${time}`], /^bestmove/);
    const move = said.split(" ")[1];
    board.play(isOwn ? move : shifted(move, -1));
  }
  return 0.5;
}

let [won, drawn, lost] = [0, 0, 0];
for (let game = 0; game < games; game++) {
  const points = await play(OPENINGS[(game >> 1) % OPENINGS.length], game % 2 === 0);
  if (points === 1) won++;
  else if (points === 0) lost++;
  else drawn++;
  console.log(`game ${game + 1}: +${won} =${drawn} -${lost}`);
}
process.exit(0);
