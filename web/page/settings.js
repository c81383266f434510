// The user's choices for the whole page: pieces, board, sounds, notation, language and theme.

import { drawNotations, startNotations } from "../shared/board.js";
import { byId, control, fieldOf, focusIn, targetIn } from "../shared/frame.js";
import { reader, remember, remembered } from "../shared/reader.js";
import { limits } from "./connection.js";
import { icon } from "./icons.js";
import { PIECES, addPieces, setHtml } from "./pieces.js";
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

// A choice between looks, each with a picture of it.
const looks = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string[]} */ names, /** @type {(name: string) => string} */ picture, /** @type {string} */ chosen) =>
  `<fieldset class="looks"><legend>${text}</legend>${names.map((name) => `<label class="look"><input type="radio" name="${id}" value="${name}" ${name === chosen ? "checked" : ""}><span>${picture(name)}</span></label>`).join("")}</fieldset>`;
const boardHtml = (/** @type {string} */ name) => `<svg class="preview" data-board="${name}" viewBox="0 0 300 104" aria-hidden="true"><rect class="board-ground" width="300" height="104"/><path class="board-lines" d="M0 32H300M0 72H300M60 0V104M150 0V32M150 72V104M240 0V104"/></svg><span>${words().boards[name]}</span>`;

// The options for a numeric setting: 0 for automatic, and the powers of two up to `most`.
function numbers(/** @type {number} */ most) {
  const values = ["0"];
  for (let value = 1; value <= most; value *= 2) values.push(String(value));
  return values;
}

export function draw() {
  byId("choices-title").textContent = words().settings;
  byId("choices-close").setAttribute("aria-label", words().close);
  byId("chosen-looks").innerHTML = (isXiangqi() ? looks("chosen-pieces", words().piecesWord, PIECES, setHtml, reader.pieces) : "")
    + looks("chosen-board", words().boardWord, BOARDS, boardHtml, document.documentElement.dataset.board ?? "wood")
    + (isXiangqi() ? select("chosen-threads", words().threads, numbers(limits?.threads ?? 1), { 0: words().most }, String(remembered("engine")?.threads ?? 0))
      + select("chosen-hash", words().hash, numbers(limits?.hash ?? 16), { 0: words().most }, String(remembered("engine")?.hash ?? 0)) : "")
    + `<p><label class="check"><input type="checkbox" id="chosen-sound" ${sounds.isOn() ? "checked" : ""}><span>${words().sound}</span></label></p>`;
  if (!isXiangqi()) return;
  byId("notations-name").textContent = words().notations;
  byId("notations").setAttribute("aria-label", words().notations);
  drawNotations();
}

/** @type {() => void} */
let redraw = () => {};

// Chooses a set of pieces.
export function usePieces(/** @type {string} */ set) {
  reader.pieces = set;
  remember("pieces", set);
  redraw();
}

// `changed` redraws everything.
export function start(/** @type {() => void} */ changed) {
  redraw = changed;
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
    const { id, name, value } = fieldOf(event);
    if (name === "chosen-pieces") {
      usePieces(value);
    } else if (name === "chosen-board") {
      document.documentElement.dataset.board = value;
      remember("board", value);
    } else if (id === "chosen-threads" || id === "chosen-hash") {
      remember("engine", { ...remembered("engine"), [id.slice(7)]: Number(value) });
    } else {
      sounds.turn(control("chosen-sound").checked);
    }
    changed();
    focusIn("chosen-looks", id ? `#${id}` : `[name="${name}"]:checked`);
  });
}
