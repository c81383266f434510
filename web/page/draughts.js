// Draughts on the page for the board games: its form, its board, and the meaning of a tap.

import { format } from "../shared/words.js";
import { words } from "./board-words.js";

/** @typedef {BoardGame<DraughtsAnswer>} Game */

/** @type {Kind<DraughtsAnswer>["name"]} */
export const name = "draughts";
export const address = "/api/draughts/move";
/** @type {Choices} */
export const usual = { side: "white", variant: "international", level: "3" };
/** @type {Record<string, string[]>} */
export const values = { variant: ["international", "english", "source"], level: Array.from({ length: 10 }, (_, at) => String(at + 1)) };

export const valueName = (/** @type {string} */ field, /** @type {string} */ value) => (field === "variant" ? words().variants[value] : format(words().level, { n: value }));
export const fieldName = (/** @type {string} */ field) => words()[field === "level" ? "strength" : "variant"];
export const request = (/** @type {Choices} */ { variant }) => ({ variant });
/** @type {(choices: Choices) => Color} */
export const firstOf = ({ variant }) => (variant === "english" ? "black" : "white");

// Squares are numbered from 1, row by row from Black's side.
const rows = (/** @type {Game} */ game) => (game.choices.variant === "english" ? 8 : 10);
export const grid = (/** @type {Game} */ game) => ({ columns: rows(game), rows: rows(game) });
/** @type {(cell: Cell) => [number, number]} */
export const center = ({ column, row }) => [column * 100, row * 100];
export const frame = (/** @type {Game} */ game) => [-50, -50, rows(game) * 100, rows(game) * 100];
const isTurned = (/** @type {Game} */ game) => game.person === "black";

function cellOf(/** @type {Game} */ game, /** @type {number} */ square) {
  const count = rows(game);
  const row = Math.floor((square - 1) / (count / 2));
  const column = 2 * ((square - 1) % (count / 2)) + (row % 2 ? 0 : 1);
  return isTurned(game) ? { column: count - 1 - column, row: count - 1 - row } : { column, row };
}

function squareAt(/** @type {Game} */ game, /** @type {Cell} */ cell) {
  const last = rows(game) - 1;
  const { column, row } = isTurned(game) ? { column: last - cell.column, row: last - cell.row } : cell;
  return (row + column) % 2 ? (row * rows(game)) / 2 + Math.floor(column / 2) + 1 : null;
}

// The pieces by square: w and b for men, W and B for kings.
function piecesOf(/** @type {string} */ fen) {
  const pieces = new Map();
  for (const part of fen.split(":").slice(1)) {
    const letter = part[0].toLowerCase();
    for (const word of part.slice(1).split(",").filter(Boolean)) {
      if (word[0] === "K") pieces.set(Number(word.slice(1)), letter.toUpperCase());
      else pieces.set(Number(word), letter);
    }
  }
  return pieces;
}

const piecesIn = (/** @type {DraughtsAnswer} */ answer) => answer.pieces || piecesOf(answer.fen ?? "");
const isWhite = (/** @type {string} */ piece) => piece.toLowerCase() === "w";
const pieceName = (/** @type {string} */ piece) => words()[piece === piece.toUpperCase() ? "kings" : "men"][isWhite(piece) ? "white" : "black"];

/** @type {(choices: Choices) => DraughtsAnswer} */
export function begun(choices) {
  const count = choices.variant === "english" ? 8 : 10;
  const men = (count / 2) * (choices.variant === "international" ? 4 : 3);
  const squares = (count * count) / 2;
  /** @type {(from: number, letter: string) => [number, string][]} */
  const range = (from, letter) => Array.from({ length: men }, (_, at) => [from + at, letter]);
  const pieces = new Map([...range(1, "b"), ...range(squares - men + 1, "w")]);
  return { moves: [], played: null, pieces, side: null, legal: [], last: null, winner: null, ending: null, pdn: "" };
}

export function middle(/** @type {Game} */ game) {
  return { column: 1, row: rows(game) - (rows(game) === 10 ? 4 : 2) };
}

// The presumed answer after a move, until the server's answer arrives.
export function after(/** @type {DraughtsAnswer} */ answer, /** @type {string} */ move, /** @type {Color} */ mover, /** @type {Game} */ game) {
  const made = answer.legal.find((it) => it.move === move);
  if (!made) return answer;
  const { ways, captured } = made;
  const pieces = new Map(piecesIn(answer));
  const [from, to] = [ways[0][0], ways[0][ways[0].length - 1]];
  const far = mover === "white" ? to <= rows(game) / 2 : to > (rows(game) * (rows(game) - 1)) / 2;
  const man = pieces.get(from) ?? "";
  const piece = far ? man.toUpperCase() : man;
  pieces.delete(from);
  for (const square of captured) pieces.delete(square);
  pieces.set(to, piece);
  return { ...answer, moves: [...answer.moves, move], pieces, legal: [], last: { move, ways, captured }, side: mover === "white" ? "black" : "white" };
}

// The squares tapped so far: the piece, then squares of the move, in any order.
/** @type {number[]} */
let tapped = [];

const passes = (/** @type {DraughtsMove} */ move, /** @type {number[]} */ [from, ...others]) =>
  move.ways.some((/** @type {number[]} */ way) => way[0] === from && others.every((square) => way.slice(1).includes(square) || move.captured.includes(square)));
const open = (/** @type {Game} */ game) => (tapped.length ? game.answer.legal.filter((/** @type {DraughtsMove} */ move) => passes(move, tapped)) : []);
const capturers = (/** @type {Game} */ game) => new Set(game.answer.legal.filter((move) => move.captured.length).map((move) => move.ways[0][0]));

export function putBack() {
  const had = tapped.length > 0;
  tapped = [];
  return had;
}

export function describe(/** @type {Game} */ game, /** @type {Cell} */ cell) {
  const square = squareAt(game, cell);
  if (!square) return "";
  const piece = piecesIn(game.answer).get(square);
  const isGoal = open(game).some(({ ways }) => ways.some((/** @type {number[]} */ way) => way[way.length - 1] === square));
  return [square, piece ? pieceName(piece) : words().empty, isGoal && words().goalHere].filter(Boolean).join(words().comma);
}

function pick(/** @type {Game} */ game, /** @type {number} */ square) {
  const pieces = piecesIn(game.answer);
  tapped = [square];
  const found = open(game);
  if (found.length) return { said: format(words().picked, { what: pieceName(pieces.get(square)), n: found.length }) };
  tapped = [];
  const piece = pieces.get(square);
  if (!piece || isWhite(piece) !== (game.person === "white")) return {};
  return { problem: capturers(game).size ? words().othersCapture : format(words().cannotMove, { square }) };
}

// Interprets a tap on a cell: a move, a step toward one, or a problem.
/** @type {(game: Game, cell: Cell) => Tap} */
export function tap(/** @type {Game} */ game, /** @type {Cell} */ cell) {
  const square = squareAt(game, cell);
  if (!square) return { said: putBack() ? words().putBack : "" };
  if (!tapped.length) return pick(game, square);
  const next = game.answer.legal.filter((/** @type {DraughtsMove} */ move) => passes(move, [...tapped, square]));
  if (next.length === 1) {
    tapped = [];
    return { move: next[0].move };
  }
  if (next.length) {
    tapped = [...tapped, square];
    return { said: words().several };
  }
  if (square === tapped[0]) return { said: putBack() ? words().putBack : "" };
  const piece = piecesIn(game.answer).get(square);
  if (piece) return pick(game, square);
  return { problem: words().notThere };
}

// Buttons for moves that the taps so far do not distinguish.
export function choiceHtml(/** @type {Game} */ game) {
  if (tapped.length < 2) return "";
  const buttons = open(game).map(({ move }) => `<button type="button" data-do="choose" data-move="${move}">${move}</button>`);
  return `<p>${words().several}${words().colon}</p><div class="actions">${buttons.join("")}</div>`;
}

export const state = (/** @type {Game} */ game) => (capturers(game).size ? words().mustCapture : "");
export const ending = (/** @type {DraughtsAnswer} */ answer) => words().draughtsEndings[answer.ending ?? ""];
export const written = (/** @type {DraughtsAnswer} */ answer, /** @type {Color} */ person) => {
  const players = person === "white" ? ["You", "chuhe"] : ["chuhe", "You"];
  return `[White "${players[0]}"]\n[Black "${players[1]}"]\n${answer.pdn}`;
};

function ground(/** @type {Game} */ game) {
  const count = rows(game);
  let dark = "";
  let numbers = "";
  for (let square = 1; square <= (count * count) / 2; square++) {
    const [x, y] = center(cellOf(game, square));
    dark += `M${x - 50} ${y - 50}h100v100h-100z`;
    numbers += `<text x="${x - 48}" y="${y - 33}">${square}</text>`;
  }
  return `<rect x="-50" y="-50" width="${count * 100}" height="${count * 100}" class="wood" fill="#f0dcb6"/><path d="${dark}" class="dark-square" fill="#8f6034"/><g font-size="20" fill="#fff3dc">${numbers}</g>`;
}

function disc(/** @type {string} */ piece, /** @type {number[]} */ [x, y], /** @type {number} */ square) {
  const [fill, edge, rim, crown] = isWhite(piece) ? ["#fbf6ea", "#5d4a2c", "#c9b893", "#9a6a00"] : ["#2b2624", "#000", "#6b625c", "#f2c14e"];
  const king = piece === piece.toUpperCase()
    ? `<path transform="translate(${x} ${y})" d="M-24 18L-29 -14L-12 1L0 -22L12 1L29 -14L24 18Z" fill="${crown}"/>`
    : `<circle cx="${x}" cy="${y}" r="25" fill="none" stroke="${rim}" stroke-width="3"/>`;
  return `<g data-at="${square}" data-piece="${piece}"><circle cx="${x}" cy="${y}" r="38" fill="${fill}" stroke="${edge}" stroke-width="4"/>${king}</g>`;
}

const PICKED = "#39b36a";

function lastMarks(/** @type {Game} */ game, /** @type {DraughtsMove} */ { ways, captured }) {
  const place = (/** @type {number} */ square) => center(cellOf(game, square));
  const [way] = ways;
  const path = way.map((square) => place(square).join(" ")).join("L");
  const ends = [way[0], way[way.length - 1]].map(place).map(([x, y]) => `<rect x="${x - 48}" y="${y - 48}" width="96" height="96" fill="none" stroke="#4aa3ff" stroke-width="6"/>`);
  const gone = captured.map(place).map(([x, y]) => `<path d="M${x - 22} ${y - 22}L${x + 22} ${y + 22}M${x + 22} ${y - 22}L${x - 22} ${y + 22}" stroke="#4aa3ff" stroke-width="8" stroke-linecap="round"/>`);
  return `<g id="last">${ends.join("")}<path d="M${path}" fill="none" stroke="#4aa3ff" stroke-width="6" stroke-opacity="0.7"/>${gone.join("")}</g>`;
}

function openMarks(/** @type {Game} */ game) {
  const place = (/** @type {number} */ square) => center(cellOf(game, square));
  const found = open(game);
  const goals = new Set(found.flatMap(({ ways }) => ways.map((/** @type {number[]} */ way) => way[way.length - 1])));
  const between = new Set(found.length > 1 ? found.flatMap(({ ways }) => ways.flatMap((/** @type {number[]} */ way) => way.slice(1, -1))) : []);
  const dot = (/** @type {number} */ radius, /** @type {string} */ kind) => (/** @type {number} */ square) => {
    const [x, y] = place(square);
    return `<circle data-${kind}="${square}" cx="${x}" cy="${y}" r="${radius}" fill="${PICKED}" fill-opacity="0.9"/>`;
  };
  const victims = new Set(found.flatMap(({ captured }) => captured));
  const ring = (/** @type {number} */ square, /** @type {string} */ color) => {
    const [x, y] = place(square);
    return `<circle cx="${x}" cy="${y}" r="42" fill="none" stroke="${color}" stroke-width="7"/>`;
  };
  return tapped.map((square) => ring(square, PICKED)).join("") + [...victims].map((square) => ring(square, "#ff5a4f")).join("")
    + [...between].filter((square) => !goals.has(square)).map(dot(9, "way")).join("") + [...goals].map(dot(18, "goal")).join("");
}

export function draw(/** @type {Game} */ game) {
  const { answer, person } = game;
  const place = (/** @type {number} */ square) => center(cellOf(game, square));
  const pieces = [...piecesIn(answer)].map(([square, piece]) => disc(piece, place(square), square)).join("");
  let marks = answer.last ? lastMarks(game, answer.last) : "";
  if (answer.side === person && !tapped.length) {
    marks += [...capturers(game)].map((square) => {
      const [x, y] = place(square);
      return `<circle data-must="${square}" cx="${x}" cy="${y}" r="42" fill="none" stroke="#ffc533" stroke-width="7"/>`;
    }).join("");
  }
  return ground(game) + pieces + marks + openMarks(game);
}
