// Starts matches between the program and itself.

import { control } from "../shared/frame.js";
import { remember, remembered } from "../shared/reader.js";
import { format } from "../shared/words.js";
import { ask } from "./connection.js";
import { openSheet } from "./sheet.js";
import { levelText, words } from "./words.js";

const GAMES = [2, 4, 10, 20, 50, 100, 200];
const NODES = [1000, 10_000, 50_000, 200_000];
const TIMES = [100, 500, 1000, 5000];
const usual = { one: 5, other: 8, games: 10, limit: "nodes 10000" };

const select = (/** @type {string} */ id, /** @type {string} */ text, /** @type {(string | number)[][]} */ values, /** @type {string | number} */ chosen) =>
  `<p class="field"><label for="${id}">${text}</label><select id="${id}">${values.map(([value, name]) => `<option value="${value}" ${value === chosen ? "selected" : ""}>${name}</option>`).join("")}</select></p>`;

// Asks for the settings of a match and starts it. Returns the match's folder, or null if no match was started.
/** @returns {Promise<string | null>} */
export async function begin() {
  const chosen = { ...usual, ...remembered("match") };
  const levels = Array.from({ length: 21 }, (_, level) => [level, levelText(level)]);
  const limits = [...NODES.map((nodes) => [`nodes ${nodes}`, format(words().nodesEach, { n: nodes.toLocaleString("en") })]), ...TIMES.map((ms) => [`movetime ${ms}`, format(words().secondsEach, { s: ms / 1000 })])];
  const given = openSheet(words().beginMatch, `${select("match-one", format(words().engineNumber, { n: 1 }), levels, chosen.one)}${select("match-other", format(words().engineNumber, { n: 2 }), levels, chosen.other)}
    ${select("match-count", words().matchGames, GAMES.map((count) => [count, count]), chosen.games)}${select("match-limit", words().matchLimit, limits, chosen.limit)}
    <p class="faint">${words().matchHelp}</p>
    <p class="actions"><button type="button" class="main" data-answer="begin">${words().beginMatch}</button></p>`);
  if (await given !== "begin") return null;
  const value = (/** @type {string} */ id) => control(id).value;
  Object.assign(chosen, { one: Number(value("match-one")), other: Number(value("match-other")), games: Number(value("match-count")), limit: value("match-limit") });
  remember("match", chosen);
  const [limit, most] = chosen.limit.split(" ");
  const { folder } = await ask("watch.start", { levels: [chosen.one, chosen.other], games: chosen.games, [limit]: Number(most) });
  return folder;
}

export const resume = (/** @type {string} */ folder) => ask("watch.resume", { folder });
export const stop = (/** @type {string} */ folder) => ask("watch.stop", { folder });
