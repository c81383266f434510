// The engines' searches of the position that the analysis shows: one engine, or two side by side. This module shows
// their lines, and the controls with which they are chosen.

import { arrow } from "../shared/board.js";
import { byId, fill } from "../shared/frame.js";
import { ARROWS, numberText } from "../shared/game.js";
import { escapeText, reader, remembered } from "../shared/reader.js";
import { scoreText } from "../shared/score.js";
import { format } from "../shared/words.js";
import { button, notify, refusal, short } from "./common.js";
import { ask } from "./connection.js";
import * as engines from "./engines.js";
import { icon } from "./icons.js";
import * as lookup from "./lookup.js";
import { words } from "./words.js";

const LINE_PLIES = 24;
// No engine is chosen.
export const NONE = "-";
// The colours of the arrows of each engine's best line and of its other lines.
const COLOURS = [[ARROWS.best, ARROWS.good], [ARROWS.missed_mate, ARROWS.mistake]];

/** @typedef {{ use: string, key: number | null, found: Found | null, waits: number | null, failure: string }} Search */

const search = (/** @type {string} */ use) => ({ use, key: null, found: null, waits: null, failure: "" });
/** @type {[Search, Search]} */
export const searches = [search("analyse"), search("second")];
export const engine = { isOn: false };

// The indices of searches and lines that are shown in full.
/** @type {Set<string>} */
const whole = new Set();
// What is shown: the position, its FEN, and whether lines must not change now.
/** @type {() => { fen: string, verdict: string | null, isHeld: boolean }} */
let shown;

// The name of the engine in a place: an empty string for chuhe, or null for none.
/** @type {(at: number) => string | null} */
export function nameAt(at) {
  if (at === 0) return engines.chosen("analyse");
  const name = remembered("engines")?.second ?? NONE;
  const isFine = engines.hasOthers() && name !== NONE && name === engines.chosen("second") && name !== nameAt(0);
  return isFine ? name : null;
}

export const at = (/** @type {number} */ key) => searches.findIndex((search) => search.key !== null && search.key === key);

// Forgets the results, which are those of another position.
export function forget() {
  for (const search of searches) Object.assign(search, { found: null, waits: null, failure: "" });
}

// Forgets the searches, which have ended.
export const forgetKeys = () => searches.forEach((search) => { search.key = null; });

export async function stop() {
  if (searches.every(({ key }) => key === null)) return;
  forgetKeys();
  await ask("analyse.stop").catch(() => null);
}

// Starts the searches of the position that was set last. An engine that cannot search does not hold up the other one.
export async function start(/** @type {boolean} */ isAlone) {
  for (const [place, search] of searches.entries()) {
    const name = nameAt(place);
    if (name === null || (place && isAlone)) continue;
    try {
      await engines.learn(name);
      const { key } = await ask("analyse.start", { ...engines.options(name), ...engines.field(name), ...(place && { second: true }) });
      Object.assign(search, { key, failure: "" });
    } catch (error) {
      fail(search, refusal(error).text);
    }
  }
}

// Shows why an engine does not search: below its name, or over the page if only chuhe can be chosen.
export function fail(/** @type {Search} */ search, /** @type {string} */ text) {
  search.failure = text;
  if (!engines.hasOthers()) notify(text);
  else drawLines();
}

export const moves = (/** @type {{ place: number, line: number, count: number }} */ { place, line, count }) => searches[place].found?.lines[line]?.moves.slice(0, count);

// The arrows of all engines. Best lines are drawn last, so that they are on top. The rim of an arrow of the first engine
// shows that the second one has the same move.
export function marks() {
  const [own, other] = searches.map(({ found }, place) => (found && nameAt(place) !== null ? found.lines.filter((line) => line.moves.length).map((line) => line.moves[0].move) : []));
  const color = (/** @type {number} */ place, /** @type {number} */ index) => COLOURS[place][index ? 1 : 0];
  const drawn = own.map((move, index) => arrow(move, color(0, index), `line-${index + 1}`, other.includes(move) ? color(1, other.indexOf(move)) : undefined));
  other.forEach((move, index) => { if (!own.includes(move)) drawn.push(arrow(move, color(1, index), `line-second-${index + 1}`)); });
  return drawn.reverse().join("");
}

function lineHtml(/** @type {AnalysedLine} */ line, /** @type {number} */ index, /** @type {number} */ place) {
  const bound = line.bound ? { lower: "≥ ", upper: "≤ " }[line.bound] : "";
  const buttons = line.moves.slice(0, LINE_PLIES).map((move, at) => `<button type="button" data-place="${place}" data-line="${index}" data-count="${at + 1}">${numberText(shown().fen, at, at === 0)}${move[reader.notation]}</button>`);
  const isWhole = whole.has(`${place} ${index}`);
  return `<li class="${isWhole ? "whole" : ""}"><b class="worth">${bound}${scoreText(line.red_score)}</b><span class="pv">${buttons.join("")}</span>${button("whole", isWhole ? "▴" : "▾", `data-at="${place} ${index}" aria-expanded="${isWhole}" aria-label="${words().wholeLine}" title="${words().wholeLine}"`)}</li>`;
}

export function toggle(/** @type {string} */ line) {
  if (!whole.delete(line)) whole.add(line);
  drawLines();
}

// The element of a place; the ids in the first place have no number.
const part = (/** @type {string} */ name, /** @type {number} */ place) => byId(place ? `${name}-2` : name);

export function drawLines() {
  if (!byId("lines") || shown().isHeld) return;
  searches.forEach(drawSearch);
  // The height of this zone depends on the number of lines wanted, and not on those found.
  const rows = searches.map((_, place) => nameAt(place)).reduce((sum, name, place) => sum + (name === null ? 0 : engines.options(name).multipv + Number(place > 0)), 0);
  byId("right").style.setProperty("--engine-rows", String(rows));
}

function drawSearch(/** @type {Search} */ { found, waits, failure }, /** @type {number} */ place) {
  const { verdict } = shown();
  const name = nameAt(place);
  part("search", place).hidden = name === null;
  if (name === null) return;
  let facts = engine.isOn ? words().searching : words().noLines;
  if (waits !== null) facts = `${words().waiting} ${format(words().queue, { n: waits })}`;
  else if (found && engine.isOn) facts = `${words().depth} ${found.depth}/${found.seldepth} · ${short(found.nodes)} ${words().nodes} · ${short(found.nps)}/s`;
  if (verdict) facts = verdict;
  const isFailed = failure !== "" && engine.isOn && engines.hasOthers();
  // A failure names the engine itself.
  const title = engines.hasOthers() ? `<b class="by by-${place + 1}">${isFailed ? "" : escapeText(engines.title(name))}</b> ` : "";
  part("facts", place).innerHTML = title + (isFailed ? `<span class="alert">${escapeText(failure)}</span>` : escapeText(facts));
  const list = part("lines", place);
  part("search", place).style.setProperty("--rows", String(engines.options(name).multipv));
  fill(list, engine.isOn && found && !verdict ? found.lines.map((line, index) => lineHtml(line, index, place)).join("") : "");
}

function select(/** @type {string} */ id, /** @type {string} */ text, /** @type {number[]} */ values, /** @type {number} */ chosen) {
  const options = values.map((value) => `<option value="${value}" ${value === chosen ? "selected" : ""}>${value}</option>`);
  return `<label>${text} <select id="${id}">${options.join("")}</select></label>`;
}

// The choice of a second engine, and a button for the options of each.
function choices(/** @type {number} */ place) {
  const name = nameAt(place);
  const label = place ? words().secondEngine : words().engine;
  const chooser = place ? engines.chooser("engine-second", label, name ?? NONE, words().noEngine) : engines.chooser("engine-first", label, name ?? "");
  const options = name === null ? "" : button("options", icon("settings"), `data-place="${place}" aria-label="${escapeText(format(words().optionsOf, { engine: name || "chuhe" }))}" title="${escapeText(format(words().optionsOf, { engine: name || "chuhe" }))}" aria-haspopup="dialog"`);
  return `<span class="chosen-engine">${place ? `<label for="engine-second">${label}</label> ` : ""}${chooser}${options}</span>`;
}

export function draw() {
  const first = nameAt(0) ?? "";
  const numbers = Array.from({ length: engines.linesMax(first) }, (_, at) => at + 1);
  byId("engine").innerHTML = `<div class="actions">
      ${button("engine", engine.isOn ? words().engineOff : words().engineOn, `id="engine-switch" aria-pressed="${engine.isOn}" class="main"`)}
      ${select("line-count", words().linesWord, numbers, engines.options(first).multipv)}
      ${engines.hasOthers() ? choices(0) + choices(1) : ""}
    </div><div id="search"><p id="facts" class="faint"></p><ol id="lines" class="lines"></ol></div>
    <div id="search-2" hidden><p id="facts-2" class="faint"></p><ol id="lines-2" class="lines"></ol></div><div id="known"></div>`;
  drawLines();
  lookup.draw();
}

export function startWith(/** @type {typeof shown} */ getter) {
  shown = getter;
}
