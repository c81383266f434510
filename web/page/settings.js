// The user's choices for the whole page: pieces, board, sounds, notation, language and theme.

import { drawNotations, startNotations } from "../shared/board.js";
import { byId, control, fieldOf, targetIn } from "../shared/frame.js";
import { reader, remember, remembered } from "../shared/reader.js";
import { limits } from "./connection.js";
import { icon } from "./icons.js";
import { PIECES, addPieces } from "./pieces.js";
import * as sounds from "./sounds.js";
import { words } from "./words.js";

const BOARDS = ["wood", "paper", "green", "night"];
const box = () => /** @type {HTMLDialogElement} */ (document.getElementById("choices"));

export const isOpen = () => box().open;
// The pages of the other games have no piece sets, no notations and no engine settings.
const isXiangqi = () => Boolean(byId("notations"));

const option = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ chosen) => `<option value="${name}" ${name === chosen ? "selected" : ""}>${text}</option>`;
const select = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string[]} */ names, /** @type {Record<string, string>} */ texts, /** @type {string} */ chosen) =>
  `<p class="field"><label for="${id}">${text}</label><select id="${id}">${names.map((name) => option(name, texts[name] ?? name, chosen)).join("")}</select></p>`;

// The options for a numeric setting: 0 for automatic, and the powers of two up to `most`.
function numbers(/** @type {number} */ most) {
  const values = ["0"];
  for (let value = 1; value <= most; value *= 2) values.push(String(value));
  return values;
}

export function draw() {
  byId("choices-title").textContent = words().settings;
  byId("choices-close").setAttribute("aria-label", words().close);
  byId("chosen-looks").innerHTML = (isXiangqi() ? select("chosen-pieces", words().piecesWord, PIECES, words().pieceSets, reader.pieces) : "")
    + select("chosen-board", words().boardWord, BOARDS, words().boards, document.documentElement.dataset.board ?? "wood")
    + (isXiangqi() ? select("chosen-threads", words().threads, numbers(limits?.threads ?? 1), { 0: words().most }, String(remembered("engine")?.threads ?? 0))
      + select("chosen-hash", words().hash, numbers(limits?.hash ?? 16), { 0: words().most }, String(remembered("engine")?.hash ?? 0)) : "")
    + `<p><label class="check"><input type="checkbox" id="chosen-sound" ${sounds.isOn() ? "checked" : ""}><span>${words().sound}</span></label></p>`;
  if (!isXiangqi()) return;
  byId("notations-name").textContent = words().notations;
  byId("notations").setAttribute("aria-label", words().notations);
  drawNotations();
}

// `changed` redraws everything.
export function start(/** @type {() => void} */ changed) {
  if (isXiangqi()) {
    addPieces();
    startNotations(changed);
  }
  const set = remembered("pieces");
  if (PIECES.includes(set)) reader.pieces = set;
  document.documentElement.dataset.board = BOARDS.includes(remembered("board")) ? remembered("board") : "wood";
  byId("settings").innerHTML = icon("settings");
  byId("choices-close").innerHTML = icon("x");
  byId("settings").addEventListener("click", () => box().showModal());
  box().addEventListener("click", (event) => {
    if (event.target === box() || targetIn(event, "#choices-close")) box().close();
  });
  byId("chosen-looks").addEventListener("change", (event) => {
    const { id, value } = fieldOf(event);
    if (id === "chosen-pieces") {
      reader.pieces = value;
      remember("pieces", value);
    } else if (id === "chosen-board") {
      document.documentElement.dataset.board = value;
      remember("board", value);
    } else if (id === "chosen-threads" || id === "chosen-hash") {
      remember("engine", { ...remembered("engine"), [id.slice(7)]: Number(value) });
    } else {
      sounds.turn(control("chosen-sound").checked);
    }
    const focus = id;
    changed();
    byId(focus)?.focus();
  });
}
