// What the saved games tell about their player: the unfinished game, the last finished one, and the results against
// each opponent. Nothing else is stored for it.

import { escapeText } from "../shared/reader.js";
import { format } from "../shared/words.js";
import { button } from "./common.js";
import { opponentOf, playerForPeople } from "./people.js";
import { moveCount, words } from "./words.js";

/** @typedef {{ unfinished: SavedGame | null, last: SavedGame | null, results: { name: string, counts: [won: number, drawn: number, lost: number] }[] }} Memory */

// The outcome of a game for its player: 0 for a win, 1 for a draw, 2 for a loss.
const outcomeFor = (/** @type {Side} */ side, /** @type {string} */ result) => (result === "1/2-1/2" ? 1 : (result === "1-0") === (side === "red") ? 0 : 2);

// `games` are saved games, newest first.
/** @returns {Memory} */
export function memoryOf(/** @type {SavedGame[]} */ games) {
  const own = games.filter((game) => game.own);
  const finished = own.filter(({ result }) => result !== "*");
  /** @type {Map<string, { rank: number, counts: [number, number, number] }>} */
  const found = new Map();
  for (const { red, black, result } of finished) {
    const opponent = opponentOf(red, black);
    if (!opponent) continue;
    // Versions of chuhe are not told apart.
    const name = playerForPeople(opponent.name);
    const row = found.get(name) ?? { rank: opponent.rank, counts: [0, 0, 0] };
    row.counts[outcomeFor(opponent.against, result)]++;
    found.set(name, row);
  }
  const rows = [...found].sort(([, one], [, other]) => one.rank - other.rank);
  return {
    unfinished: own.find(({ result }) => result === "*") ?? null,
    last: finished.find(({ plies }) => plies > 0) ?? null,
    results: rows.map(([name, { counts }]) => ({ name, counts })),
  };
}

// A game in a few words, such as “lost to chuhe, level 5, in 34 moves”.
export function gameText(/** @type {SavedGame} */ { red, black, result, plies }) {
  const opponent = opponentOf(red, black);
  const n = moveCount(plies);
  if (!opponent) return format(words().gameOfTwo, { n });
  return format(words().gameAgainst[result === "*" ? 3 : outcomeFor(opponent.against, result)], { name: playerForPeople(opponent.name), n });
}

export function memoryHtml(/** @type {Memory} */ { unfinished, last, results }) {
  const line = (/** @type {string} */ lead, /** @type {SavedGame | null} */ game, /** @type {string} */ act, /** @type {string} */ text) =>
    (game ? `<p class="remembered"><span><b>${lead}</b> ${escapeText(gameText(game))}</span>${button(act, text)}</p>` : "");
  const rows = results.map(({ name, counts }) => `<tr><th scope="row">${escapeText(name)}</th>${counts.map((count) => `<td>${count || "–"}</td>`).join("")}</tr>`);
  const table = rows.length ? `<table class="record"><caption>${words().resultsTitle}</caption><thead><tr><td></td>${words().resultHeads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>` : "";
  return line(words().leftOff, unfinished, "goOn", words().goOn) + line(words().lastGame, last, "reviewLast", words().reviewIt) + table;
}
