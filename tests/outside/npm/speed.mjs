// Measures how fast the library searches and counts in Node, compared with other builds of it, alternating between
// them:
//
//     node tests/outside/npm/speed.mjs LIBRARY.wasm … [--rounds N]
//
// Times are processor time, which other load on the machine affects little.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { positionals, values: { rounds } } = parseArgs({ allowPositionals: true, options: { rounds: { type: "string", default: "5" } } });
const PERFT = 3290240;

const builds = positionals.map((path) => {
  /** @type {string[]} */
  const said = [];
  const text = (at, bytes) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, bytes));
  const host = { now: () => performance.timeOrigin + performance.now(), pause: () => {}, line: (at, bytes) => said.push(text(at, bytes)), event: () => {}, fail: (at, bytes) => console.error(text(at, bytes)) };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), { host });
  exports.start(false);
  const ask = (line) => {
    const bytes = new TextEncoder().encode(line);
    const at = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const begin = process.cpuUsage();
    exports.line(at, bytes.length);
    while (exports.has_work()) exports.work();
    const { user, system } = process.cpuUsage(begin);
    return { ms: (user + system) / 1000, said: said.splice(0).join("\n") };
  };
  ask("uci");
  return { path, ask, bench: [], perft: [], memory: () => exports.memory.buffer.byteLength };
});

/** @type {Record<string, number>} */
const nodes = {};
for (let round = 0; round < Number(rounds); round++) {
  for (const { ask, bench, perft, path } of builds) {
    const searched = ask("bench");
    nodes[path] = Number(/Nodes searched *: (\d+)/.exec(searched.said)?.[1]);
    if (!nodes[path]) throw new Error(`${path}: ${searched.said}`);
    bench.push(nodes[path] / searched.ms);
    ask("position startpos");
    const counted = ask("go perft 4");
    if (!counted.said.includes(String(PERFT))) throw new Error(`${path}: ${counted.said}`);
    perft.push(PERFT / counted.ms);
  }
}
const middle = (numbers) => Math.round(numbers.sort((one, other) => one - other)[numbers.length >> 1]);
for (const { path, bench, perft, memory } of builds) {
  console.log(`${path}: bench ${nodes[path]}, ${middle(bench)} kn/s; perft 4 ${PERFT}, ${middle(perft)} kn/s; ${memory() >> 20} MiB`);
}
