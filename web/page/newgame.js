// The form for a new game. The choices are kept for the next game.

import { byId, chosenIn, control } from "../shared/frame.js";
import { escapeText, remember, remembered } from "../shared/reader.js";
import { format, sideName } from "../shared/words.js";
import * as engines from "./engines.js";
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

function clockText(/** @type {string} */ clock) {
  return clock === "" ? words().noClock : clock === "other" ? words().otherClock : clock.replace("m", " min").replace("s", " s").replace("+", " + ");
}

function keep() {
  const value = (/** @type {string} */ id) => control(id).value;
  // Changing the strength switches the coach to its default for that strength.
  if (value("strength") !== choices.strength) control("coach").checked = isCoached(value("strength"));
  Object.assign(choices, {
    side: chosenIn("new-game", "side"), strength: value("strength"), clock: value("clock"), otherClock: value("other-clock"),
    coach: control("coach").checked, begins: byId("begins") ? value("begins") : "usual", rules: value("rules"),
  });
  byId("other-clock").hidden = choices.clock !== "other";
  if (byId("opponent")) engines.choose("play", value("opponent"));
  // If two people play, neither opponent nor coach applies. Only chuhe has levels.
  const isShared = choices.side === "both";
  const hide = (/** @type {string} */ id, /** @type {boolean} */ isOff) => byId(id)?.closest("p")?.toggleAttribute("hidden", isOff);
  hide("opponent", isShared);
  hide("strength", isShared || engines.chosen("play") !== "");
  hide("coach", isShared);
  remember("game", choices);
}

export function drawForm() {
  const sides = SIDES.map((side) => `<label class="choice"><input type="radio" name="side" value="${side}" ${side === choices.side ? "checked" : ""}><span>${side === "red" || side === "black" ? sideName(side) : words()[side === "both" ? "both" : "random"]}</span></label>`);
  const begins = choices.fen && field("begins", words().beginAt, `<select id="begins">${option("usual", words().usualStart, choices.begins)}${option("analysis", words().fromAnalysis, choices.begins)}</select>`);
  byId("new-game").innerHTML = `<h2>${words().newGame}</h2>
    <div class="field tall" role="radiogroup" aria-labelledby="your-side"><span id="your-side">${words().yourSide}</span><span class="choices sides">${sides.join("")}</span></div>
    ${engines.hasOthers() ? field("opponent", words().opponent, engines.chooser("opponent", words().opponent, engines.chosen("play")), choices.side === "both") : ""}
    ${field("strength", words().strength, strengths(), choices.side === "both" || engines.chosen("play") !== "")}
    ${field("clock", words().clocks, `<span><select id="clock">${CLOCKS.map((clock) => option(clock, clockText(clock), choices.clock)).join("")}</select>
      <input id="other-clock" size="8" aria-label="${words().clocks}" title="${words().clockHelp}" value="${escapeText(choices.otherClock)}" ${choices.clock === "other" ? "" : "hidden"}></span>`)}
    ${field("rules", words().rules, `<select id="rules">${RULES.map((name) => option(name, words().ruleNames[name], choices.rules)).join("")}</select>`)}
    ${begins}
    <p ${choices.side === "both" ? "hidden" : ""}><label class="check"><input type="checkbox" id="coach" ${choices.coach ? "checked" : ""}><span>${words().coach}</span></label></p>
    <p><button type="submit" class="main wide">${words().begin}</button></p>`;
  byId("new-game").onchange = keep;
}

// The choices in the form that the server expects.
export function readForm() {
  keep();
  const [kind, value] = choices.strength.split(" ");
  /** @type {NewGame} */
  const fields = { side: /** @type {SideChoice} */ (choices.side), coach: choices.coach, rules: /** @type {RuleSetName} */ (choices.rules) };
  const engine = choices.side === "both" ? "" : engines.chosen("play");
  Object.assign(fields, engine ? { engine } : { [kind]: Number(value) });
  if (choices.side === "both") fields.coach = false;
  const clock = choices.clock === "other" ? choices.otherClock.trim() : choices.clock;
  if (clock) fields.clock = clock;
  if (choices.begins === "analysis" && choices.fen) fields.fen = choices.fen;
  return fields;
}
