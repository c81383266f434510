// The interactive board: moves by click, drag, touch and keyboard, and announcements for screen readers.

import { arrow, boardFrame, corners, drawPosition, ends, pieceOf, place, pointAt, pointName, square } from "../shared/board.js";
import { byId } from "../shared/frame.js";
import { reader } from "../shared/reader.js";
import { certainText, expectation, scoreText } from "../shared/score.js";
import { format } from "../shared/words.js";
import { curve } from "./connection.js";
import * as sounds from "./sounds.js";
import { pointText, words } from "./words.js";

const PICKED = "#1f7a3d";
/** @type {Table} */
const NOTHING = { pieces: new Map(), last: null, marks: "", legal: [], onMove: () => {}, free: null, check: null, ahead: null };

// The contents of the board. `legal` contains the allowed moves. If `free` is set instead, any piece may be put
// anywhere: `free.put(from, to)` is called for each piece moved, with null for a place off the board, and
// `free.tap(at)` for each tap. `ahead` is the side whose moves are accepted before its turn. `drawn` contains drawings
// that stay, and `onDrawn` is called with all of them after a change; `draws` is whether any pointer draws.
let table = { ...NOTHING };
/** @type {string | null} */
let picked = null;
let cursor = "e0";
/** @type {string | null | undefined} */
let lastShown = null;
// The last move that was animated, while it is the last on the board. It may be shown again once it is confirmed.
/** @type {string | null} */
let landed = null;
// Where the user let go of a piece, in the units of the board drawing.
/** @type {{ to: string, x: number, y: number } | null} */
let dropped = null;
/** @type {{ at: string | null, x: number, y: number, isDragging: boolean, wasPicked: boolean } | null} */
let press = null;

// Shows a score next to the board. Without a score, the bar is hidden or, if `keepsRoom` is set, shows an even score.
export function setBar(/** @type {Score | null | undefined} */ score, keepsRoom = false) {
  byId("bar").hidden = !score && !keepsRoom;
  const red = score ? Math.min(Math.max(expectation(score, curve), 3), 97) : 50;
  const text = score ? scoreText(score) : "";
  byId("bar").classList.toggle("turned", reader.flipped);
  byId("bar-red").style.height = `${red.toFixed(1)}%`;
  byId("bar-score").textContent = score ? certainText(score) ?? ("mate" in score ? `#${Math.abs(score.mate)}` : scoreText(score, "cp" in score && Math.abs(score.cp) >= 1000 ? 0 : 1)) : "";
  byId("bar").setAttribute("aria-label", `${words().evaluation} ${text || "–"}`);
}

export function say(/** @type {string} */ text) {
  byId("live").textContent = "";
  setTimeout(() => { byId("live").textContent = text; }, 30);
}

// The drawings that the user made with the right mouse button: arrows as moves, and rings as points, after the letter of
// their colour. `drawsFrom` is the point where the button was pressed.
/** @type {Set<string>} */
const drawn = new Set();
/** @type {string | null} */
let drawsFrom = null;
/** @type {Record<string, string>} */
const DRAWN = { Y: "#d07a00", R: "#c81e1e", G: "#2b8a3e", B: "#1d5fbf" };
const colorOf = (/** @type {string} */ what) => DRAWN[what[0]] ?? DRAWN.Y;

const ring = (/** @type {string} */ at, /** @type {string} */ color) => {
  const [x, y] = place(at);
  return `<circle data-ring="${at}" cx="${x}" cy="${y}" r="48" fill="none" stroke="${color}" stroke-width="8" stroke-opacity="0.85"/>`;
};

// Draws from one point to another, or erases what is drawn there in the same colour.
function toggleDrawn(/** @type {string} */ from, /** @type {string} */ to, /** @type {Partial<MouseEvent>} */ { shiftKey, altKey, ctrlKey } = {}) {
  const at = from === to ? to : from + to;
  const what = (shiftKey ? "R" : altKey ? "B" : ctrlKey ? "G" : "Y") + at;
  const isNew = !drawn.has(what);
  for (const other of drawn) if (other.slice(1) === at) drawn.delete(other);
  if (isNew) drawn.add(what);
  if (table.onDrawn) table.onDrawn([...drawn]);
  else draw();
}

const isAhead = (/** @type {string} */ at) => table.ahead !== null && sideOf(table.pieces.get(at)) === table.ahead;
const sideOf = (/** @type {string | undefined} */ piece) => (!piece ? null : piece === piece.toUpperCase() ? "red" : "black");

const goals = (/** @type {string} */ from) => table.legal.filter((move) => move.startsWith(from)).map((move) => move.slice(2, 4));
const canPick = (/** @type {string} */ at) => (table.free ? table.pieces.has(at) : goals(at).length > 0 || isAhead(at));
// Whether a piece may be moved to a point. Before its side's turn, any point not occupied by that side is accepted.
const canGo = (/** @type {string} */ from, /** @type {string} */ to) => goals(from).includes(to) || (isAhead(from) && from !== to && !isAhead(to));
const pieceName = (/** @type {string} */ at) => words().pieces[table.pieces.get(at) ?? ""] || words().empty;

function goalMark(/** @type {string} */ at) {
  const [x, y] = place(at);
  if (table.pieces.has(at)) return `<circle cx="${x}" cy="${y}" r="48" fill="none" stroke="${PICKED}" stroke-width="7" data-goal="${at}"/>`;
  return `<circle cx="${x}" cy="${y}" r="15" fill="${PICKED}" fill-opacity="0.75" data-goal="${at}"/>`;
}

function draw() {
  let marks = table.marks;
  if (table.check) {
    const [x, y] = place(table.check);
    marks = `<circle cx="${x}" cy="${y}" r="49" fill="none" stroke="#d3131f" stroke-width="7"/>${marks}`;
  }
  byId("pieces").querySelector("[opacity]")?.removeAttribute("opacity");
  if (picked) marks += corners(picked, PICKED) + (table.free ? "" : goals(picked).map(goalMark).join(""));
  for (const what of drawn) marks += what.length === 5 ? arrow(what.slice(1), colorOf(what), "drawn") : ring(what.slice(1), colorOf(what));
  const [x, y] = place(cursor);
  marks += `<rect id="walker" x="${x - 50}" y="${y - 50}" width="100" height="100" rx="10" fill="none" stroke="#0b57d0" stroke-width="6"/>`;
  drawPosition(table.pieces, table.last, marks);
  byId("board").setAttribute("aria-label", `${words().boardHelp} ${pointText(cursor)}${words().comma}${pieceName(cursor)}`);
}

// Animates the last move: the piece slides from its origin, or settles from where it was dropped.
function slide(/** @type {string} */ move) {
  const [from, to] = ends(move);
  const disc = byId("pieces").querySelector(`[data-at="${to}"]`);
  const [toX, toY] = place(to);
  const isDropped = dropped?.to === to;
  const [x, y] = dropped && isDropped ? [dropped.x, dropped.y] : place(from);
  dropped = null;
  disc?.animate([{ transform: `translate(${x - toX}px, ${y - toY}px)${isDropped ? " scale(1.08)" : ""}` }, { transform: "none" }], { duration: isDropped ? 110 : 160, easing: "ease-out" });
}

// Lets a captured piece fade under the piece that captures it.
function fade(/** @type {string} */ at, /** @type {string} */ piece) {
  const [x, y] = place(at);
  byId("pieces").insertAdjacentHTML("beforebegin", `<use class="gone" href="${pieceOf(piece)}" x="${x}" y="${y}"/>`);
  const gone = byId("pieces").previousElementSibling;
  const fades = gone?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 260, easing: "ease-in" });
  fades?.addEventListener("finish", () => gone?.remove());
}

// Animates the last move, unless the user prefers less motion.
function moveDisc(/** @type {string} */ move, /** @type {Pieces} */ before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [, to] = ends(move);
  const captured = before.get(to);
  if (captured && sideOf(captured) !== sideOf(table.pieces.get(to))) fade(to, captured);
  slide(move);
}

// Shows a position. Omitted properties have the values for an empty board. `slides` is the move to animate, if any.
export function show(/** @type {Partial<Table>} */ what) {
  const before = table.pieces;
  table = { ...NOTHING, ...what };
  if (table.drawn || table.last !== lastShown) drawn.clear();
  table.drawn?.forEach((mark) => drawn.add(mark));
  lastShown = table.last;
  if (landed !== table.last) landed = null;
  const isNew = Boolean(table.slides && table.slides !== landed);
  if (table.slides && (isNew || table.check)) sounds.play(table.check ? "check" : before.has(table.slides.slice(2)) ? "capture" : "move");
  if (picked && !canPick(picked)) picked = null;
  if (press && press.isDragging) return;
  draw();
  if (!table.slides || !isNew) return;
  landed = table.slides;
  moveDisc(table.slides, before);
}

function pick(/** @type {string | null} */ at) {
  picked = at;
  draw();
  if (at) say(format(words().picked, { what: pieceName(at), n: goals(at).length }));
}

// Handles a tap on a point, or Enter.
function tap(/** @type {string | null} */ at) {
  if (!at) return pick(null);
  if (table.free) return table.free.tap(at);
  if (table.draws) {
    if (drawsFrom) toggleDrawn(drawsFrom, at);
    drawsFrom = drawsFrom ? null : at;
    return;
  }
  if (picked && canGo(picked, at)) return move(picked, at);
  pick(at !== picked && canPick(at) ? at : null);
}

function move(/** @type {string} */ from, /** @type {string} */ to) {
  picked = null;
  draw();
  table.onMove(from + to);
}

// The position of the pointer, in the units of the board drawing.
function pointer(/** @type {PointerEvent} */ event) {
  const box = byId("board").getBoundingClientRect();
  const [left, top, width] = boardFrame();
  const scale = width / box.width;
  return [left + (event.clientX - box.left) * scale, top + (event.clientY - box.top) * scale];
}

function drag(/** @type {PointerEvent} */ event) {
  const [x, y] = pointer(event);
  /** @type {Element | null} */
  let ghost = document.getElementById("ghost");
  if (!ghost) {
    const disc = byId("pieces").querySelector(`[data-at="${press?.at}"]`);
    if (!disc) return;
    ghost = /** @type {Element} */ (disc.cloneNode());
    ghost.id = "ghost";
    disc.setAttribute("opacity", "0.3");
    byId("marks").append(ghost);
  }
  ghost.setAttribute("x", String(x));
  ghost.setAttribute("y", String(y));
}

function release(/** @type {PointerEvent} */ event) {
  if (!press) return;
  const { at, isDragging, wasPicked } = press;
  press = null;
  if (at === null) return pick(null);
  if (!isDragging) {
    if (wasPicked || at !== picked || table.free) tap(at);
    return;
  }
  const to = pointAt(event);
  const [x, y] = pointer(event);
  dropped = to ? { to, x, y } : null;
  if (table.free) {
    picked = null;
    draw();
    table.free.put(at, to);
  } else if (to && canGo(at, to)) {
    move(at, to);
  } else {
    pick(null);
  }
}

/** @type {Record<string, number[]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function walk(/** @type {number[]} */ [files, ranks]) {
  const turn = reader.flipped ? -1 : 1;
  const { file, rank } = square(cursor);
  const within = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(value, 0), most);
  cursor = pointName(within(file + files * turn, 8), within(rank + ranks * turn, 9));
  draw();
  const goal = picked && goals(picked).includes(cursor) ? words().goalHere : "";
  say([pointText(cursor), pieceName(cursor), goal].filter(Boolean).join(words().comma));
}

// Whether the keys move the cursor on the board when it has the focus. After a click on the board, they step through the
// game instead.
let walks = true;

function setWalking(/** @type {boolean} */ is) {
  walks = is;
  byId("board").classList.toggle("walks", is);
}

export function start() {
  const board = byId("board");
  board.setAttribute("role", "application");
  setWalking(true);
  addEventListener("pointerdown", () => setWalking(false), true);
  addEventListener("keydown", ({ key }) => { if (key === "Tab") setWalking(true); }, true);
  board.addEventListener("pointerdown", (event) => {
    const at = pointAt(event);
    if (event.button === 2 || (table.draws && !event.button)) drawsFrom = at;
    if (event.button || table.draws) return;
    if (drawn.size && !table.drawn) {
      drawn.clear();
      draw();
    }
    dropped = null;
    press = { at, x: event.clientX, y: event.clientY, isDragging: false, wasPicked: at === picked };
    if (at) cursor = at;
    if (at && canPick(at)) {
      board.setPointerCapture(event.pointerId);
      if (!table.free && !(picked && canGo(picked, at))) pick(at);
    }
  });
  board.addEventListener("pointermove", (event) => {
    if (!press || !press.at || !canPick(press.at)) return;
    if (!press.isDragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) < 8) return;
    press.isDragging = true;
    drag(event);
  });
  board.addEventListener("pointerup", (event) => {
    const to = pointAt(event);
    const from = drawsFrom;
    if (event.button === 2 || table.draws) drawsFrom = null;
    else release(event);
    if (from && to && !drawsFrom) toggleDrawn(from, to, event);
  });
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  board.addEventListener("pointercancel", () => { press = drawsFrom = null; pick(null); });
  // A finger drags pieces that can move; elsewhere, it scrolls the page.
  board.addEventListener("touchstart", (event) => {
    const at = event.touches.length === 1 && pointAt(event.touches[0]);
    if (at && (table.draws || canPick(at))) event.preventDefault();
  }, { passive: false });
  board.addEventListener("keydown", (event) => {
    if (!walks || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in STEPS) walk(STEPS[event.key]);
    else if (event.key === "Enter" || event.key === " ") tap(cursor);
    else if (event.key === "Escape" && picked) { pick(null); say(words().putBack); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
