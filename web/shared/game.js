// Shows a game: the signs and colours of grades, the list of moves, and the graph of winning chances.

import { byId, find, targetIn } from "./frame.js";
import { reader } from "./reader.js";
import { sideName } from "./words.js";

/** @type {Record<Class, string>} */
export const SIGNS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??", missed_mate: "#?" };
/** @type {Class[]} */
export const CLASSES = ["best", "good", "inaccuracy", "mistake", "blunder", "missed_mate"];
/** @param {{ class: Class }} move */
export const isBad = (move) => CLASSES.indexOf(move.class) >= 3;

// The colours of arrows do not depend on the theme, because the board looks the same in every theme.
/** @type {Record<Class, string>} */
export const ARROWS = {
  best: "#1f7a3d", good: "#1d5fbf", inaccuracy: "#b98a00", mistake: "#d0660a", blunder: "#c81e1e", missed_mate: "#8637b4",
};

/**
 * The signs of numeric annotation glyphs.
 * @type {Record<number, string>}
 */
const GLYPHS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 8: "□", 10: "=", 11: "=", 12: "=", 13: "∞", 14: "+=", 15: "=+",
  16: "±", 17: "∓", 18: "+−", 19: "−+", 20: "+−", 21: "−+", 22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "↑", 37: "↑", 40: "→",
  41: "→", 44: "=∞", 45: "=∞", 132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 146: "N",
};
/** @param {{ glyphs?: number[] }} move */
export const glyphText = (move) => (move.glyphs || []).map((glyph) => GLYPHS[glyph] || "").join("");

/**
 * The move number to write before a move; empty for Black's moves, except the first of a line. The move is preceded by
 * `at` others in a line that begins with `fen`.
 * @type {(fen: string, at: number, isFirst: boolean) => string}
 */
export function numberText(fen, at, isFirst) {
  const [, side, , , , number] = fen.split(" ");
  const ply = (side === "w" ? 0 : 1) + at;
  const full = (Number(number) || 1) + Math.floor(ply / 2);
  return ply % 2 === 0 ? `${full}. ` : isFirst ? `${full}… ` : "";
}

/**
 * Returns the moves in a game that begins with `fen` as buttons in two columns. `sign` returns the text that follows a
 * move. @template {Move & { glyphs?: number[] }} M @param {M[]} moves @param {string} fen @param {(move: M) => string}
 * sign
 */
export function moveList(moves, fen, sign) {
  const side = fen.split(" ")[1];
  let html = "";
  moves.forEach((move, index) => {
    const isRed = (side === "w") === (index % 2 === 0);
    if (isRed || index === 0) html += `<span class="number">${parseInt(numberText(fen, index, true), 10)}.</span>`;
    if (!isRed && index === 0) html += "<span></span>";
    html += `<button type="button" data-ply="${index + 1}"><span>${move[reader.notation]}<span class="glyph">${glyphText(move)}</span></span>${sign(move)}</button>`;
  });
  return html;
}

/**
 * Highlights, in a list of moves, the move that led to the position after `ply` moves, and scrolls the list to show it.
 * @type {(list: HTMLElement, ply: number) => void}
 */
export function markMove(list, ply) {
  const chosen = find(list, `[data-ply="${ply}"]`);
  for (const button of list.querySelectorAll('[aria-current="true"]')) button.removeAttribute("aria-current");
  // The list is one stop for the Tab key; arrow keys step through the moves.
  const stop = chosen ?? find(list, "[data-ply]");
  for (const button of list.querySelectorAll("[data-ply]")) button.setAttribute("tabindex", button === stop ? "0" : "-1");
  if (!chosen) {
    list.scrollTop = list.scrollLeft = 0;
    return;
  }
  chosen.setAttribute("aria-current", "true");
  // The list may also be a strip.
  const [left, right] = [chosen.offsetLeft, chosen.offsetLeft + chosen.offsetWidth];
  if (left < list.scrollLeft || right > list.scrollLeft + list.clientWidth) list.scrollLeft = (left + right - list.clientWidth) / 2;
  const [top, bottom] = [chosen.offsetTop, chosen.offsetTop + chosen.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top - 4;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 4;
}

const GRAPH_SIDE = 8;

/** @typedef {{ ply: number, radius: number, color: string, title: string }} Mark */

/**
 * Draws Red's expectation, from 0 to 100, after each ply; null where it is unknown. `marks` are dots on the curve; the
 * cursor is drawn at the ply `shown`. @type {(name: string, expectations: (number | null)[], marks: Mark[], shown:
 * number) => void}
 */
export function drawExpectations(name, expectations, marks, shown) {
  const graph = byId("graph");
  const width = graph.clientWidth || 600;
  const height = graph.clientHeight || 130;
  const last = expectations.length - 1;
  const x = (/** @type {number} */ ply) => GRAPH_SIDE + (ply / Math.max(last, 1)) * (width - 2 * GRAPH_SIDE);
  const y = (/** @type {number} */ expectation) => 6 + ((100 - expectation) / 100) * (height - 12);
  graph.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const known = expectations.flatMap((value, ply) => (value === null ? [] : [{ value, ply }]));
  const points = known.map(({ value, ply }) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`);
  let html = "";
  if (known.length) {
    const [first, end] = [known[0], known[known.length - 1]];
    const left = first.ply === 0 ? 0 : x(first.ply);
    const right = end.ply === last && last > 0 ? width : x(end.ply);
    html += `<polygon fill="var(--graph-red)" points="${left},${height} ${left},${y(first.value)} ${points.join(" ")} ${right},${y(end.value)} ${right},${height}"/>`;
  }
  html += `<line x1="0" x2="${width}" y1="${y(50)}" y2="${y(50)}" stroke="#888" stroke-dasharray="4 4"/>`;
  html += `<polyline fill="none" stroke="var(--graph-line)" stroke-width="1.6" points="${points.join(" ")}"/>`;
  for (const { ply, radius, color, title } of marks) {
    html += `<circle data-ply="${ply}" cx="${x(ply).toFixed(1)}" cy="${y(expectations[ply] ?? 50).toFixed(1)}" r="${radius}"
      fill="${color}" stroke="#fff" stroke-width="1.2"><title>${title}</title></circle>`;
  }
  html += `<line id="cursor" x1="${x(shown)}" x2="${x(shown)}" y1="0" y2="${height}" stroke="#2f8fe0" stroke-width="2"/>`;
  html += `<text x="6" y="14">${sideName("black")}</text><text x="6" y="${height - 6}">${sideName("red")}</text>`;
  graph.innerHTML = html;
  graph.setAttribute("aria-label", name);
}

/**
 * Returns the ply that a click on the graph refers to: the ply of a mark if the click is on a mark, otherwise the
 * nearest ply.
 * @type {(event: MouseEvent, last: number) => number}
 */
export function graphPly(event, last) {
  const box = byId("graph").getBoundingClientRect();
  const at = targetIn(event, "[data-ply]")?.dataset.ply;
  const ply = Math.round(((event.clientX - box.left - GRAPH_SIDE) / (box.width - 2 * GRAPH_SIDE)) * last);
  return at ? Number(at) : Math.min(Math.max(ply, 0), last);
}

/**
 * Lets the reader step through the game by swiping on the board or tapping one of its halves.
 * @type {(step: (by: number) => void) => void}
 */
export function startSteps(step) {
  const board = byId("board");
  /** @type {{ x: number, y: number } | null} */
  let press = null;
  board.addEventListener("pointerdown", (event) => { press = { x: event.clientX, y: event.clientY }; });
  board.addEventListener("pointerup", (event) => {
    if (!press) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    press = null;
    if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) {
      step(dx < 0 ? 1 : -1);
    } else if (Math.hypot(dx, dy) < 10) {
      const box = board.getBoundingClientRect();
      step(event.clientX > box.left + box.width / 2 ? 1 : -1);
    }
  });
}
