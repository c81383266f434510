// Draws the board of a page.

import { byId, targetIn } from "./frame.js";
import { reader, remember } from "./reader.js";

// A point is written as `e0`, a move as `e0e1`.

/** @param {string} text */
export const square = (text) => ({ file: text.charCodeAt(0) - 97, rank: Number(text[1]) });
/** @type {(file: number, rank: number) => string} */
export const pointName = (file, rank) => `${String.fromCharCode(97 + file)}${rank}`;
/** @type {(move: string) => [string, string]} */
export const ends = (move) => [move.slice(0, 2), move.slice(2, 4)];
/** @type {(at: string) => [number, number]} */
export const place = (at) => {
  const { file, rank } = square(at);
  return reader.flipped ? [(8 - file) * 100, rank * 100] : [file * 100, (9 - rank) * 100];
};

/** @param {string} fen */
export function piecesOf(fen) {
  /** @type {Pieces} */
  const pieces = new Map();
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "9") file += Number(c);
      else pieces.set(pointName(file++, 9 - index), c);
    }
  });
  return pieces;
}

/** @type {(pieces: Pieces, move: string) => void} */
export function play(pieces, move) {
  const [from, to] = ends(move);
  pieces.set(to, pieces.get(from) || "");
  pieces.delete(from);
}

/**
 * Draws corner marks around a point.
 * @type {(at: string, color: string) => string}
 */
export function corners(at, color) {
  const [x, y] = place(at);
  let path = "";
  for (const [side, rise] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
    const [cx, cy] = [x + side * 47, y + rise * 47];
    path += `M${cx - side * 18} ${cy}H${cx}V${cy - rise * 18}`;
  }
  return `<path fill="none" stroke="${color}" stroke-width="6" stroke-linejoin="round" d="${path}"/>`;
}

// The distance of an arrow's beginning from the centre of its point, and the length of its head, in picture units.
const ARROW_BEGIN = 46;
const ARROW_HEAD = 38;

/** @type {(move: string, color: string, name: string, rim?: string) => string} */
export function arrow(move, color, name, rim = "#fff") {
  const [[x, y], [toX, toY]] = ends(move).map(place);
  const length = Math.hypot(toX - x, toY - y);
  const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  // The arrow runs from the rim of the moving piece to the middle of its target, so it is seen even over one point.
  const neck = length - ARROW_HEAD;
  return `<path data-arrow="${name}" transform="translate(${x} ${y}) rotate(${angle.toFixed(2)})" fill="${color}"
    fill-opacity="0.82" stroke="${rim}" stroke-width="${rim === "#fff" ? 2.5 : 7}" stroke-linejoin="round"
    d="M${ARROW_BEGIN} -7H${neck}V-20L${length} 0L${neck} 20V7H${ARROW_BEGIN}Z"/>`;
}

/** @type {(side: Side, file: number) => string} */
function fileName(side, file) {
  if (reader.notation === "move") return String.fromCharCode(97 + file);
  const number = side === "red" ? 9 - file : file + 1;
  if (reader.notation === "chinese") return (side === "red" ? "一二三四五六七八九" : "１２３４５６７８９")[number - 1];
  return String(number);
}

// The distance of the labels' centres from the outermost lines, and of a label's centre from its baseline.
const EDGE = 71;
const EDGE_BASE = 10;

/** The labels at the edges, as in the chosen notation: files counted from each side's right, or letters and ranks. */
export function edge() {
  const bottom = reader.flipped ? "black" : "red";
  const top = reader.flipped ? "red" : "black";
  /** @type {(x: number, y: number, name: string) => string} */
  const text = (x, y, name) => `<text x="${x}" y="${y + EDGE_BASE}">${name}</text>`;
  let names = "";
  for (let file = 0; file < 9; file++) {
    const [x] = place(pointName(file, 0));
    names += text(x, 900 + EDGE, fileName(bottom, file)) + text(x, -EDGE, fileName(top, file));
  }
  for (let rank = 0; rank < 10 && reader.notation === "move"; rank++) {
    const [, y] = place(pointName(0, rank));
    names += text(-EDGE, y, String(rank)) + text(800 + EDGE, y, String(rank));
  }
  return names;
}

// The pieces with characters of their own in the simplified set; the others look the same in both sets.
const SIMPLIFIED = "KNRknrc";

/** The drawing of a piece in a set, usually the chosen one. @param {string} piece */
export const pieceOf = (piece, set = reader.pieces) => `#${set === "simplified" && !SIMPLIFIED.includes(piece) ? "disc" : set}-${piece}`;

/** Marks the origin of the last move, and draws a ring around the piece that moved. @param {string} move */
export function lastMarks(move) {
  const [[x, y], [toX, toY]] = ends(move).map(place);
  return `<circle cx="${x}" cy="${y}" r="27" fill="#1c6fb8" fill-opacity="0.3"/>${corners(ends(move)[0], "#1c6fb8")}
    <circle cx="${toX}" cy="${toY}" r="50" fill="#1c6fb8" fill-opacity="0.35" stroke="#1c6fb8" stroke-width="7"/>`;
}

// The pieces as drawn last. Unless they change, their elements stay, so that a motion is not cut short.
let piecesDrawn = "";

/**
 * Draws the pieces, the last move, if any, and marks given as SVG.
 * @type {(pieces: Pieces, lastMove: string | null | undefined, marks: string) => void}
 */
export function drawPosition(pieces, lastMove, marks) {
  let discs = "";
  for (const [at, piece] of pieces) {
    const [x, y] = place(at);
    discs += `<use href="${pieceOf(piece)}" data-at="${at}" x="${x}" y="${y}"/>`;
  }
  byId("last").innerHTML = lastMove ? lastMarks(lastMove) : "";
  if (discs !== piecesDrawn) byId("pieces").innerHTML = discs;
  piecesDrawn = discs;
  byId("marks").innerHTML = marks;
  byId("edge").innerHTML = edge();
  byId("edge").dataset.below = reader.flipped ? "black" : "red";
}

/**
 * Calls `draw` for each of the two player labels next to the board, with the side shown there.
 * @param {(id: string, side: Side) => void} draw
 */
export function eachPlayer(draw) {
  draw("players-top", reader.flipped ? "red" : "black");
  draw("players-bottom", reader.flipped ? "black" : "red");
}

// The visible part of the board drawing.
export const boardFrame = () => (byId("board").getAttribute("viewBox") || "").split(" ").map(Number);

/**
 * The point of the board nearest to a click or touch, or null if it is outside the board.
 * @param {{ clientX: number, clientY: number }} event
 */
export function pointAt(event) {
  const box = byId("board").getBoundingClientRect();
  const [left, top, width, height] = boardFrame();
  const x = Math.round((left + ((event.clientX - box.left) / box.width) * width) / 100);
  const y = Math.round((top + ((event.clientY - box.top) / box.height) * height) / 100);
  if (x < 0 || x > 8 || y < 0 || y > 9) return null;
  return reader.flipped ? pointName(8 - x, y) : pointName(x, 9 - y);
}

export function drawNotations() {
  for (const button of byId("notations").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.notation === reader.notation));
  }
}

/**
 * Starts the notation buttons. `draw` redraws everything.
 * @param {() => void} draw
 */
export function startNotations(draw) {
  byId("notations").addEventListener("click", (event) => {
    const chosen = targetIn(event, "[data-notation]")?.dataset.notation;
    if (!chosen) return;
    reader.notation = /** @type {Notation} */ (chosen);
    remember("notation", chosen);
    draw();
  });
}

/**
 * Binds actions to keys, by name, and to buttons, by id. `draw` redraws everything.
 * @type {(keys: Actions, clicks: Actions, draw: () => void) => void}
 */
export function startBoard(keys, clicks, draw) {
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
  for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener("click", action);
  startNotations(draw);
}

// The number after the # in the address, or 0 if there is none.
export const numberInAddress = () => Number(location.hash.slice(1)) || 0;
/** @param {number} number */
export function setNumberInAddress(number) {
  try {
    history.replaceState(null, "", `#${number}`);
  } catch {
    // Some browsers do not allow pages from files to change the history.
  }
}
