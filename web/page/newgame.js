// The strip with the settings of the next game, and the sheet with the rest of them. The choices are kept.

import { byId, chosenIn, control, fieldOf } from "../shared/frame.js";
import { escapeText, remember, remembered } from "../shared/reader.js";
import { format, sideName } from "../shared/words.js";
import { controlText } from "./clocks.js";
import { button } from "./common.js";
import * as engines from "./engines.js";
import { engineForPeople } from "./people.js";
import { answers, openSheet } from "./sheet.js";
import { levelText, words } from "./words.js";

const CLOCKS = ["", "1m+1s", "3m+2s", "5m+3s", "10m+5s", "20m+10s", "other"];
const SIDES = ["red", "black", "random", "both"];
const RULES = ["asian", "chinese", "computer"];

// Up to this level, the coach is on by default, because the user is likely to be learning.
const COACHED_LEVEL = 7;

export const choices = { side: "red", strength: "level 5", clock: "", otherClock: "15m+10s", coach: true, rules: "asian", ...remembered("game"), begins: "usual", fen: "" };

const isCoached = (/** @type {string} */ strength) => {
  const [kind, value] = strength.split(" ");
  return Number(value) <= (kind === "level" ? COACHED_LEVEL : 500 + 100 * COACHED_LEVEL);
};

const option = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ chosen) => `<option value="${value}" ${value === chosen ? "selected" : ""}>${text}</option>`;
const field = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string} */ control, isOff = false) => `<p class="field" ${isOff ? "hidden" : ""}><label for="${id}">${text}</label>${control}</p>`;

function strengths() {
  const levels = Array.from({ length: 21 }, (_, level) => option(`level ${level}`, levelText(level), choices.strength));
  const ratings = Array.from({ length: 20 }, (_, step) => 500 + 100 * step).map((elo) => option(`elo ${elo}`, format(words().elo, { n: elo }), choices.strength));
  return `<select id="strength"><optgroup label="${words().levelWord}">${levels.join("")}</optgroup><optgroup label="${words().eloWord}">${ratings.join("")}</optgroup></select>`;
}

const clockText = (/** @type {string} */ clock) => (clock === "other" ? words().otherClock : controlText(clock));

// Called with the field that the user has changed.
function keep(/** @type {Event} */ event) {
  const { id, value } = fieldOf(event);
  // Changing the strength switches the coach to its default for that strength.
  if (id === "strength") Object.assign(choices, { strength: value, coach: isCoached(value) });
  else if (id === "coach") choices.coach = control("coach").checked;
  else if (id === "opponent") engines.choose("play", value);
  else if (id === "other-clock") choices.otherClock = value;
  else if (id === "clock" || id === "begins" || id === "rules") choices[id] = value;
  else choices.side = chosenIn("new-game", "side");
  const { begins, fen, ...kept } = choices;
  remember("game", kept);
}

// The user has chosen a side by moving one of its pieces.
export function chooseSide(/** @type {string} */ side) {
  const { begins, fen, ...kept } = Object.assign(choices, { side });
  remember("game", kept);
}

// The position in which the next game begins, or null for the usual one.
export const startOf = () => (choices.begins === "analysis" && choices.fen ? choices.fen : null);

// The opponent's name, as far as it is known before the game.
export function opponentName() {
  const [kind, value] = choices.strength.split(" ");
  return engines.chosen("play") || engineForPeople(kind === "elo" ? { elo: value } : { level: value });
}

export function drawForm() {
  const sides = SIDES.map((side) => `<label class="choice"><input type="radio" name="side" value="${side}" ${side === choices.side ? "checked" : ""}><span>${side === "red" || side === "black" ? sideName(side) : words()[side === "both" ? "both" : "random"]}</span></label>`);
  const begins = choices.fen && field("begins", words().beginAt, `<select id="begins">${option("usual", words().usualStart, choices.begins)}${option("analysis", words().fromAnalysis, choices.begins)}</select>`);
  // If two people play, neither opponent nor coach applies. Only chuhe has levels.
  const isShared = choices.side === "both";
  const hint = isShared ? words().beginsShared : choices.side === "black" ? words().beginsBlack : words().beginsByMove;
  byId("new-game").innerHTML = `
    ${engines.hasOthers() ? field("opponent", words().opponent, engines.chooser("opponent", words().opponent, engines.chosen("play")), isShared) : ""}
    ${field("strength", words().levelWord, strengths(), isShared || engines.chosen("play") !== "")}
    ${field("clock", words().clocks, `<span><select id="clock">${CLOCKS.map((clock) => option(clock, clockText(clock), choices.clock)).join("")}</select>
      <input id="other-clock" size="8" aria-label="${words().clocks}" title="${words().clockHelp}" value="${escapeText(choices.otherClock)}" ${choices.clock === "other" ? "" : "hidden"}></span>`)}
    <div class="field sides" role="radiogroup" aria-label="${words().yourSide}"><span class="choices">${sides.join("")}</span></div>
    ${begins}
    <p class="actions"><button type="submit" class="main">${words().begin}</button>${button("lessons", words().lessonsShort)}${button("settings", words().moreChoices, 'aria-haspopup="dialog"')}</p>
    <p class="faint" id="begin-hint">${hint}</p>`;
}

// Shows the rest of the settings.
export async function showMore() {
  const given = openSheet(words().newGame, `<p ${choices.side === "both" ? "hidden" : ""}><label class="check"><input type="checkbox" id="coach" ${choices.coach ? "checked" : ""}><span>${words().coach}</span></label></p>
    ${field("rules", words().rules, `<select id="rules">${RULES.map((name) => option(name, words().ruleNames[name], choices.rules)).join("")}</select>`)}
    ${answers([["done", words().done]])}`);
  for (const id of ["coach", "rules"]) byId(id).addEventListener("change", keep);
  await given;
}

// `changed` is called when the user has changed a setting of the strip.
export function start(/** @type {() => void} */ changed) {
  byId("new-game").addEventListener("change", (event) => {
    keep(event);
    changed();
  });
}

// The choices in the form that the server expects.
export function readForm() {
  const [kind, value] = choices.strength.split(" ");
  /** @type {NewGame} */
  const fields = { side: /** @type {SideChoice} */ (choices.side), coach: choices.coach, rules: /** @type {RuleSetName} */ (choices.rules) };
  const engine = choices.side === "both" ? "" : engines.chosen("play");
  Object.assign(fields, engine ? { engine } : { [kind]: Number(value) });
  if (choices.side === "both") fields.coach = false;
  const clock = choices.clock === "other" ? choices.otherClock.trim() : choices.clock;
  if (clock) fields.clock = clock;
  const fen = startOf();
  if (fen) fields.fen = fen;
  return fields;
}
