import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const ROOMS = { picture: "review/src/picture", annotation: "review/src/annotation", puzzles: "review/src/puzzles", serve: "serve/src" };
const read = (room, file) => readFileSync(new URL(`../../crates/${ROOMS[room]}/page/${file}`, import.meta.url), "utf8");

/** The names of the assets of a module and all modules that it imports, directly or indirectly. */
function reached(room, file, names = new Set()) {
  const name = room === "serve" ? file : `${room}-${file}`;
  if (names.has(name)) return names;
  names.add(name);
  for (const [, inner, other] of read(room, file).matchAll(/from "(?:#(\w+)|\.)\/([\w.-]+)"/g)) reached(inner ?? room, other, names);
  return names;
}

for (const [page, script] of [["index.html", "main.js"], ["board-games.html", "board-games.js"]]) {
  test(`${page} requests all of its modules at once`, () => {
    const asked = [...read("serve", page).matchAll(/rel="modulepreload" href="\/assets\/([\w.-]+)"/g)].map(([, name]) => name);
    const needed = [...reached("serve", script)].filter((name) => name !== script);
    assert.deepEqual(asked.sort(), needed.sort());
  });
}
