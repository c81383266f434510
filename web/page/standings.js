// Shows the results of a match: the engines, the pairings, and the finished games.

import { escapeText } from "../shared/reader.js";
import { format, outcomeText } from "../shared/words.js";
import { button, short } from "./common.js";
import { signed } from "./llr.js";
import { moveCount, words } from "./words.js";

const share = (/** @type {GameCounts} */ { wins, draws, losses }) => (wins + draws / 2) / Math.max(wins + draws + losses, 1);
const percent = (/** @type {number} */ value) => `${(value * 100).toFixed(1)} %`;
const wdl = (/** @type {GameCounts} */ { wins, draws, losses }) => `+${wins} =${draws} −${losses}`;

// The Elo difference, with half the width of its 95 % interval. The difference is infinite for an engine that has won
// or lost every game.
function eloText(/** @type {Elo} */ elo, /** @type {GameCounts} */ games) {
  if (!elo) return "–";
  const [value, low, high] = elo;
  if (value === null) return share(games) < 0.5 ? "−∞" : "+∞";
  if (low === null || high === null) return signed(value);
  return `${signed(value)} ± ${((high - low) / 2).toFixed(0)}`;
}

const known = (/** @type {number | null} */ value, /** @type {(value: number) => string} */ text) => (value === null ? "–" : text(value));

// The table of all engines, best first.
export function tableHtml(/** @type {MatchTable} */ table, /** @type {string[]} */ names) {
  const heads = words().columns;
  const order = table.engines.map((_, at) => at).sort((a, b) => share(table.engines[b].games) - share(table.engines[a].games));
  const rows = order.map((at) => {
    const { games, elo, nps, depth, ms_per_move: ms, slowest_ms: slowest, faults, limits } = table.engines[at];
    const cells = [
      wdl(games), percent(share(games)), eloText(elo, games), known(nps, short), known(depth, String),
      known(ms, (/** @type {number} */ value) => value.toFixed(value < 10 ? 1 : 0)), slowest.toFixed(0), String(faults),
    ];
    return `<tr><th scope="row"><span class="engine">${escapeText(names[at])}</span><span class="faint">${escapeText(limits)}</span></th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  const head = heads.map(([name, title]) => `<th scope="col" title="${title}">${name}</th>`).join("");
  return `<div class="wide-table" tabindex="0" role="region" aria-label="${words().table}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

// The results of a pairing, in a sentence.
export function encounterText(/** @type {EncounterRow} */ { engines, games, forfeits, elo, los }, /** @type {string[]} */ names) {
  const [one, other] = engines.map((at) => names[at]);
  const facts = [`${wdl(games)} (${percent(share(games))})`, ...forfeits];
  if (elo) facts.push(`Elo ${eloText(elo, games)}`);
  if (los !== null) facts.push(format(words().los, { share: percent(los) }));
  return `${one} – ${other}${words().colon}${facts.join(words().comma)}`;
}

// The results of pairs of games, the results by colour, and how games ended.
export function factsHtml(/** @type {MatchTable} */ table) {
  const { pairs } = table.encounters[0] || {};
  const lines = [];
  if (pairs && table.encounters.length === 1 && Object.values(pairs).some(Boolean)) {
    lines.push(format(words().pairs, { ll: pairs.ll, ld: pairs.ld, even: pairs.dd + pairs.wl, wd: pairs.wd, ww: pairs.ww }));
  }
  if (table.played) lines.push(`${format(words().redScores, { wdl: wdl(table.by_color) })}${words().semicolon}${format(words().pliesEach, { n: Math.round(table.plies / table.played) })}`);
  if (table.endings.length) lines.push(table.endings.map(({ text, games }) => `${escapeText(text)} ${games}`).join(words().comma));
  const note = table.overload ? `<p>${escapeText(table.overload)}</p>` : "";
  return note + lines.map((line) => `<p class="faint">${line}</p>`).join("");
}

// The list of finished games. `list` has the rows, whether there are newer and older games, and the total number.
export function gamesHtml(/** @type {{ rows: GameRow[], isNewest: boolean, hasOlder: boolean, total: number }} */ { rows, isNewest, hasOlder, total }, /** @type {string[]} */ names, /** @type {number | null} */ chosen) {
  const row = (/** @type {GameRow} */ { number, engines, result, ending, plies }) => {
    const [red, black] = engines.map((/** @type {number} */ at) => escapeText(names[at]));
    return `<li><button type="button" data-game="${number}" ${number === chosen ? 'aria-current="true"' : ""}><span class="number">${number}.</span>
      <span>${red} – ${black}</span><b>${outcomeText(result)}</b><span class="faint">${escapeText(ending)}${words().comma}${moveCount(plies)}</span></button></li>`;
  };
  const off = (/** @type {boolean | null | undefined} */ is) => (is ? "disabled" : "");
  return `<h2>${total ? format(words().gamesOver, { n: total }) : words().gamesOverNone}</h2>
    ${rows.length ? `<ul class="list games">${rows.map(row).join("")}</ul>` : `<p class="faint">${words().noneOver}</p>`}
    <div class="actions">${button("newer", words().newer, off(isNewest))}${button("older", words().older, off(!hasOlder))}
      <label class="find">${words().gameByNumber} <input id="game-number" type="number" min="1" inputmode="numeric"></label>${button("find", words().open)}</div>`;
}
