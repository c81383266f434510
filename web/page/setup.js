// Lets the user set up a position.

import { corners, pieceOf, piecesOf } from "../shared/board.js";
import { byId, control, fieldOf, fill } from "../shared/frame.js";
import { sideName } from "../shared/words.js";
import { START, button, fenOf, refusal, startActions } from "./common.js";
import { ask } from "./connection.js";
import * as table from "./table.js";
import { words } from "./words.js";

const RUBBER = "x";
const KINDS = `KABNRCP${RUBBER}kabnrcp`;
const CHECK_MS = 200;

// The pieces of the position being set up, or null. `brush` is what a tap uses: a piece to put on the board, the eraser
// (`RUBBER`), or null for neither.
/** @type {Pieces | null} */
let pieces = null;
/** @type {Side} */
let side = "red";
/** @type {string | null} */
let brush = null;
/** @type {string | null} */
let lifted = null;
let waits = 0;
/** @type {{ changed: () => void, use: (fen: string) => void }} */
let owner = { changed() {}, use() {} };

const now = () => pieces ?? new Map();
export const isOpen = () => pieces !== null;

const fen = () => fenOf(now(), side);

export function open(/** @type {Pieces} */ from, /** @type {Side} */ toMove) {
  pieces = new Map(from);
  side = toMove;
  brush = null;
  lifted = null;
  drawForm();
  changed();
}

export function close() {
  pieces = null;
}

// Moves a piece to a point, or off the board.
function put(/** @type {string} */ from, /** @type {string | null} */ to) {
  const piece = now().get(from) ?? "";
  now().delete(from);
  if (to) now().set(to, piece);
  changed();
}

function tap(/** @type {string} */ at) {
  if (brush === RUBBER) now().delete(at);
  else if (brush) {
    if (now().get(at) === brush) now().delete(at);
    else now().set(at, brush);
  } else if (lifted) {
    if (lifted !== at) put(lifted, at);
    lifted = null;
  } else if (now().has(at)) {
    lifted = at;
  }
  changed();
}

export function draw() {
  table.show({ pieces: now(), marks: lifted ? corners(lifted, "#1f7a3d") : "", free: { put, tap } });
}

// Checks the position shortly after the last change.
function changed() {
  owner.changed();
  control("fen").value = fen();
  clearTimeout(waits);
  waits = setTimeout(check, CHECK_MS);
}

async function check(text = fen()) {
  let answer = null;
  let problem = "";
  try {
    answer = await ask("analyse.check", { fen: text });
    problem = answer.note || "";
  } catch (error) {
    problem = refusal(error).text;
  }
  if (!isOpen()) return null;
  byId("problem").textContent = problem;
  byId("problem").classList.toggle("alert", !answer);
  control("use").disabled = !answer;
  return answer;
}

// Sets up the position in the text field, if it is valid.
async function typed() {
  const answer = await check(control("fen").value);
  if (!answer || !isOpen()) return;
  pieces = piecesOf(answer.fen);
  side = answer.side;
  drawForm();
  changed();
}

export function drawForm() {
  if (!isOpen()) {
    byId("setup").innerHTML = "";
    return;
  }
  const face = (/** @type {string} */ kind) => (kind === RUBBER ? "✕" : `<svg viewBox="-50 -50 100 100" aria-hidden="true"><use href="${pieceOf(kind)}"/></svg>`);
  const name = (/** @type {string} */ kind) => (kind === RUBBER ? words().eraser : words().pieces[kind]);
  const kinds = [...KINDS].map((kind) => `<button type="button" data-do="brush" data-kind="${kind}" aria-pressed="${kind === brush}" aria-label="${name(kind)}" title="${name(kind)}">${face(kind)}</button>`);
  const option = (/** @type {Side} */ value) => `<option value="${value}" ${value === side ? "selected" : ""}>${sideName(value)}</option>`;
  fill(byId("setup"), `<h2>${words().setUp}</h2><p class="faint">${words().setupHelp}</p>
    <div id="palette" role="group" aria-label="${words().setUp}">${kinds.join("")}</div>
    <div class="actions"><label>${words().toMove} <select id="to-move">${option("red")}${option("black")}</select></label>
      ${button("clear", words().clear)}${button("usual", words().startPosition)}</div>
    <p class="field tall"><label for="fen">${words().fen}</label><input id="fen" spellcheck="false" autocomplete="off"></p>
    <p id="problem" role="status"></p>
    <div class="actions"><button type="submit" id="use" class="main">${words().use}</button>${button("cancel", words().cancel)}</div>`);
  control("fen").value = fen();
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  brush(pressed) {
    const { kind = "" } = pressed.dataset;
    brush = brush === kind ? null : kind;
    lifted = null;
    for (const other of byId("palette").querySelectorAll("button")) other.setAttribute("aria-pressed", String(other.dataset.kind === brush));
    draw();
  },
  clear() { pieces = new Map(); changed(); },
  usual() { pieces = piecesOf(START); side = "red"; drawForm(); changed(); },
  cancel() { close(); owner.changed(); },
};

// `owner.changed` redraws everything; `owner.use` is called with the FEN of the finished position.
export function start(/** @type {typeof owner} */ whose) {
  owner = whose;
  startActions(byId("setup"), actions);
  byId("setup").addEventListener("change", (event) => {
    const { id, value } = fieldOf(event);
    if (id === "to-move") { side = value === "red" ? "red" : "black"; changed(); }
    if (id === "fen") typed();
  });
  byId("setup").addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await check(control("fen").value);
    if (answer) owner.use(answer.fen);
  });
}
