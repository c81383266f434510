// A position set up by hand.

import { ask } from "./connection.js";
import { button, fenOf, startActions } from "./common.js";
import * as table from "./table.js";

const RUBBER = "x";
const KINDS = `KABNRCP${RUBBER}kabnrcp`;
const CHECK_MS = 200;
const USUAL = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

// The pieces while a position is being set up, else null; `brush` is the piece that taps put, or the rubber, or null.
let pieces = null;
let side = "red";
let brush = null;
let lifted = null;
let waits = 0;
let owner = null;

export const isOpen = () => pieces !== null;

const fen = () => fenOf(pieces, side);

export function open(from, toMove) {
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

// Puts a piece on a point, or off the board.
function put(from, to) {
  const piece = pieces.get(from);
  pieces.delete(from);
  if (to) pieces.set(to, piece);
  changed();
}

function tap(at) {
  if (brush === RUBBER) pieces.delete(at);
  else if (brush) {
    if (pieces.get(at) === brush) pieces.delete(at);
    else pieces.set(at, brush);
  } else if (lifted) {
    if (lifted !== at) put(lifted, at);
    lifted = null;
  } else if (pieces.has(at)) {
    lifted = at;
  }
  changed();
}

export function draw() {
  table.show({ pieces, marks: lifted ? corners(lifted, "#1f7a3d") : "", free: { put, tap } });
}

// Asks whether the position can be played on, a moment after the last change.
function changed() {
  owner.changed();
  byId("fen").value = fen();
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
    problem = error.message;
  }
  if (!isOpen()) return null;
  byId("problem").textContent = problem;
  byId("problem").classList.toggle("alert", !answer);
  byId("use").disabled = !answer;
  return answer;
}

// The text of the field becomes the position, if it is one.
async function typed() {
  const answer = await check(byId("fen").value);
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
  const face = (kind) => (kind === RUBBER ? "✕" : `<svg viewBox="-50 -50 100 100" aria-hidden="true"><use href="#disc-${kind}"/></svg>`);
  const name = (kind) => (kind === RUBBER ? words().eraser : words().pieces[kind]);
  const kinds = [...KINDS].map((kind) => `<button type="button" data-do="brush" data-kind="${kind}" aria-pressed="${kind === brush}" aria-label="${name(kind)}" title="${name(kind)}">${face(kind)}</button>`);
  const option = (value) => `<option value="${value}" ${value === side ? "selected" : ""}>${sideName(value)}</option>`;
  byId("setup").innerHTML = `<h2>${words().setUp}</h2><p class="faint">${words().setupHelp}</p>
    <div id="palette" role="group" aria-label="${words().setUp}">${kinds.join("")}</div>
    <div class="actions"><label>${words().toMove} <select id="to-move">${option("red")}${option("black")}</select></label>
      ${button("clear", words().clear)}${button("usual", words().startPosition)}</div>
    <p class="field tall"><label for="fen">${words().fen}</label><input id="fen" spellcheck="false" autocomplete="off"></p>
    <p id="problem" role="status"></p>
    <div class="actions"><button type="submit" id="use" class="main">${words().use}</button>${button("cancel", words().cancel)}</div>`;
  byId("fen").value = fen();
}

const actions = {
  brush(pressed) {
    brush = brush === pressed.dataset.kind ? null : pressed.dataset.kind;
    lifted = null;
    for (const other of byId("palette").children) other.setAttribute("aria-pressed", String(other.dataset.kind === brush));
    draw();
  },
  clear() { pieces = new Map(); changed(); },
  usual() { pieces = piecesOf(USUAL); side = "red"; drawForm(); changed(); },
  cancel() { close(); owner.changed(); },
};

// `owner.changed` draws everything anew, `owner.use` takes the position.
export function start(whose) {
  owner = whose;
  startActions(byId("setup"), actions);
  byId("setup").addEventListener("change", (event) => {
    if (event.target.id === "to-move") { side = event.target.value; changed(); }
    if (event.target.id === "fen") typed();
  });
  byId("setup").addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await check(byId("fen").value);
    if (answer) owner.use(answer.fen);
  });
}
