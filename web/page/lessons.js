// How each piece moves: a small board for each, with the points to which it can go.

import { pieceOf, piecesOf, square } from "../shared/board.js";
import { openSheet } from "./sheet.js";
import { words } from "./words.js";

// For each piece, in the order of the texts: a position, the points to which it moves, those where it captures, and the
// part of the board shown, from its left and top line to its right and bottom line.
/** @type {[fen: string, goals: string, captures: string, view: [number, number, number, number]][]} */
const LESSONS = [
  ["9/9/9/9/9/9/9/9/4K4/9", "e0 e2 d1 f1", "", [2, 6, 6, 9]],
  ["9/9/9/9/9/9/9/9/4A4/9", "d0 f0 d2 f2", "", [2, 6, 6, 9]],
  ["9/9/9/9/9/9/3p5/4B4/9/9", "c0 g0 g4", "", [1, 4, 7, 9]],
  ["9/9/9/9/4p4/4N4/9/9/9/9", "c3 c5 g3 g5 d2 f2", "", [1, 3, 7, 7]],
  ["9/9/9/9/9/2R3p2/9/9/9/9", "a4 b4 d4 e4 f4 c3 c2 c5 c6", "g4", [0, 3, 7, 7]],
  ["9/9/9/9/9/1C2P2p1/9/9/9/9", "a4 c4 d4 b3 b2 b5 b6", "h4", [0, 3, 8, 7]],
  ["9/9/9/5P3/9/9/3P5/9/9/9", "d4 f7 e6 g6", "", [2, 2, 7, 7]],
];

const at = (/** @type {string} */ point) => {
  const { file, rank } = square(point);
  return [file * 100, (9 - rank) * 100];
};

// A part of the board with Red at the bottom.
function picture(/** @type {typeof LESSONS[number]} */ [fen, goals, captures, [left, top, right, bottom]]) {
  const discs = [...piecesOf(fen)].map(([point, piece]) => {
    const [x, y] = at(point);
    return `<use href="${pieceOf(piece)}" x="${x}" y="${y}"/>`;
  });
  const mark = (/** @type {string} */ point, /** @type {string} */ drawn) => {
    const [x, y] = at(point);
    return `<circle cx="${x}" cy="${y}" ${drawn}/>`;
  };
  const marks = [
    ...goals.split(" ").map((point) => mark(point, 'r="17" fill="#1f7a3d" fill-opacity="0.8"')),
    ...captures.split(" ").filter(Boolean).map((point) => mark(point, 'r="49" fill="none" stroke="#1f7a3d" stroke-width="8"')),
  ];
  return `<svg viewBox="${left * 100 - 60} ${top * 100 - 60} ${(right - left) * 100 + 120} ${(bottom - top) * 100 + 120}" aria-hidden="true"><use href="#ground"/>${discs.join("")}${marks.join("")}</svg>`;
}

// Shows all lessons.
export function showLessons() {
  const figures = LESSONS.map((lesson, index) => {
    const [name, text] = words().lessons[index];
    return `<figure>${picture(lesson)}<figcaption><b>${name}</b> ${text}</figcaption></figure>`;
  });
  return openSheet(words().lessonsTitle, `<p>${words().lessonsAim}</p><div class="lessons">${figures.join("")}</div>`);
}
