// Gomoku on the page for the board games: its form, its board, and the meaning of a tap.

import { format } from "../shared/words.js";
import { words } from "./board-words.js";

/** @typedef {BoardGame<GomokuAnswer>} Game */

/** @type {Kind<GomokuAnswer>["name"]} */
export const name = "gomoku";
export const address = "/api/gomoku/move";
/** @type {Choices} */
export const usual = { side: "black", rule: "freestyle", size: "15", level: "middle" };
/** @type {Record<string, string[]>} */
export const values = { rule: ["freestyle", "standard", "renju"], size: ["15", "20"], level: ["low", "middle", "high", "full"] };

export const valueName = (/** @type {string} */ field, /** @type {string} */ value) =>
  field === "rule" ? words().rules[value] : field === "size" ? `${value}×${value}` : words().gomokuLevels[value];
export const fieldName = (/** @type {string} */ field) => words()[field === "level" ? "strength" : field === "size" ? "size" : "rule"];
export const request = (/** @type {Choices} */ { rule, size }) => ({ rule, size: Number(size) });
/** @type {(choices: Choices) => Color} */
export const firstOf = () => "black";
/** @type {(choices: Choices) => GomokuAnswer} */
export const begun = () => ({ moves: [], played: null, side: null, forbidden: [], winner: null, ending: null, row: [] });

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const side = (/** @type {Game} */ game) => Number(game.choices.size);
export const grid = (/** @type {Game} */ game) => ({ columns: side(game), rows: side(game) });
/** @type {(cell: Cell) => [number, number]} */
export const center = ({ column, row }) => [column * 100, row * 100];
export const frame = (/** @type {Game} */ game) => [-120, -75, side(game) * 100 + 90, side(game) * 100 + 90];
const pointAt = (/** @type {Game} */ game, /** @type {Cell} */ { column, row }) => `${LETTERS[column]}${side(game) - row}`;
const cellOf = (/** @type {Game} */ game, /** @type {string} */ point) => ({ column: LETTERS.indexOf(point[0]), row: side(game) - Number(point.slice(1)) });
const colorOf = (/** @type {number} */ index) => (index % 2 === 0 ? "black" : "white");
const foulAt = (/** @type {Game} */ game, /** @type {string} */ point) => game.answer.forbidden.find((it) => it.point === point);

export function middle(/** @type {Game} */ game) {
  const half = Math.floor(side(game) / 2);
  return { column: half, row: half };
}

// The presumed answer after a move, until the server's answer arrives.
export function after(/** @type {GomokuAnswer} */ answer, /** @type {string} */ move, /** @type {Color} */ mover) {
  return { ...answer, moves: [...answer.moves, move], side: mover === "black" ? "white" : "black", forbidden: [] };
}

export function describe(/** @type {Game} */ game, /** @type {Cell} */ cell) {
  const point = pointAt(game, cell);
  const index = game.answer.moves.indexOf(point);
  const foul = index < 0 && foulAt(game, point);
  return [point, index >= 0 ? words().stones[colorOf(index)] : words().empty, foul && `${words().forbiddenShort} ${words().fouls[foul.foul]}`].filter(Boolean).join(words().comma);
}

// Interprets a tap on a cell: a move, or a problem.
/** @type {(game: Game, cell: Cell) => Tap} */
export function tap(/** @type {Game} */ game, /** @type {Cell} */ cell) {
  const point = pointAt(game, cell);
  const foul = foulAt(game, point);
  if (game.answer.moves.includes(point)) return { problem: format(words().taken, { point }) };
  if (foul) return { problem: format(words().forbidden, { point, foul: words().fouls[foul.foul] }) };
  return { move: point };
}

export const putBack = () => false;
export const choiceHtml = () => "";
export const state = (/** @type {Game} */ game) => (game.answer.forbidden.length ? format(words().forbiddenCount, { n: game.answer.forbidden.length }) : "");
export const ending = (/** @type {GomokuAnswer} */ answer) => words().gomokuEndings[answer.ending ?? ""];
export const written = (/** @type {GomokuAnswer} */ answer) => `${answer.moves.join(" ")}\n`;

function stars(/** @type {number} */ size) {
  const near = size < 17 ? 3 : 5;
  const places = size % 2 ? [near, (size - 1) / 2, size - 1 - near] : [near, size - 1 - near];
  return places.flatMap((x) => places.map((y) => `<circle cx="${x * 100}" cy="${y * 100}" r="12"/>`)).join("");
}

function ground(/** @type {number} */ size) {
  const end = (size - 1) * 100;
  let lines = "";
  let names = "";
  for (let at = 0; at < size; at++) {
    lines += `M0 ${at * 100}H${end}M${at * 100} 0V${end}`;
    names += `<text x="${at * 100}" y="${end + 98}" text-anchor="middle">${LETTERS[at]}</text><text x="-56" y="${at * 100 + 14}" text-anchor="end">${size - at}</text>`;
  }
  return `<rect x="-120" y="-75" width="${end + 190}" height="${end + 190}" class="wood" fill="#e6c07e"/>
    <path d="${lines}" fill="none" stroke="#6a481c" stroke-width="4"/><g fill="#6a481c">${stars(size)}</g><g font-size="42" fill="#4a2f0e">${names}</g>`;
}

const stone = (/** @type {Color} */ color, /** @type {number[]} */ [x, y], attributes = "") => `<circle cx="${x}" cy="${y}" r="46" fill="url(#${color}-stone)" stroke="${color === "black" ? "#000" : "#8b7a5c"}" stroke-width="3" ${attributes}/>`;

const SHADES = `<defs>
  <radialGradient id="black-stone" cx="0.36" cy="0.32" r="0.75"><stop offset="0" stop-color="#6a6662"/><stop offset="0.6" stop-color="#242120"/><stop offset="1" stop-color="#141211"/></radialGradient>
  <radialGradient id="white-stone" cx="0.36" cy="0.32" r="0.8"><stop offset="0" stop-color="#ffffff"/><stop offset="0.7" stop-color="#f1ede2"/><stop offset="1" stop-color="#d8cfba"/></radialGradient></defs>`;

export function draw(/** @type {Game} */ game, /** @type {{ aim: Cell | null }} */ { aim }) {
  const { answer, person } = game;
  const place = (/** @type {string} */ point) => center(cellOf(game, point));
  const stones = answer.moves.map((point, index) => stone(colorOf(index), place(point), `data-at="${point}" data-side="${colorOf(index)}"`)).join("");
  const last = answer.moves[answer.moves.length - 1];
  const crosses = answer.forbidden.map(({ point, foul }) => {
    const [x, y] = place(point);
    return `<path data-foul="${foul}" d="M${x - 24} ${y - 24}L${x + 24} ${y + 24}M${x + 24} ${y - 24}L${x - 24} ${y + 24}" stroke="#c1121f" stroke-width="10" stroke-linecap="round"/>`;
  }).join("");
  let marks = "";
  if (answer.row.length) {
    const [[x, y], [toX, toY]] = [answer.row[0], answer.row[answer.row.length - 1]].map(place);
    marks += `<path id="row" d="M${x} ${y}L${toX} ${toY}" stroke="#1f9d4d" stroke-width="16" stroke-linecap="round" stroke-opacity="0.75"/>`;
    marks += answer.row.map(place).map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="46" fill="none" stroke="#1f9d4d" stroke-width="9"/>`).join("");
  }
  if (last) {
    const [x, y] = place(last);
    marks += `<circle id="last" cx="${x}" cy="${y}" r="15" fill="#e0352b"/>`;
  }
  if (aim && !answer.moves.includes(pointAt(game, aim))) {
    const [x, y] = center(aim);
    const end = (side(game) - 1) * 100;
    marks += `<g id="aim"><path d="M0 ${y}H${end}M${x} 0V${end}" stroke="#0b57d0" stroke-width="6" stroke-opacity="0.55"/>${stone(person, [x, y], 'opacity="0.6"')}</g>`;
  }
  return SHADES + ground(side(game)) + stones + (answer.side === person ? crosses : "") + marks;
}
