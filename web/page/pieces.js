// Piece sets, drawn by this project, for users who do not read Chinese characters: letters and pictures.

import { pieceOf } from "../shared/board.js";
import { byId } from "../shared/frame.js";
import { button } from "./common.js";
import { words } from "./words.js";

// All sets. The page has `disc` and `simplified` from the start; the others are added to it.
export const PIECES = ["disc", "simplified", "letters", "pictures"];

/** @type {Record<string, string>} */
const LETTERS = { k: "K", a: "A", b: "E", n: "H", r: "R", c: "C", p: "P" };

// The pictures, drawn within 60 units of the centre. They show what a piece represents, such as a crown, a fan or an
// elephant's head.
/** @type {Record<string, string>} */
const PICTURES = {
  k: '<path d="M-26 20L-31 -14L-14 0L0 -25L14 0L31 -14L26 20Z"/><path d="M-25 27H25" class="stroke"/>',
  a: '<path d="M0 26L-30 -8A43 43 0 0 1 30 -8Z"/><path d="M0 22L-16 -14M0 22V-18M0 22L16 -14" class="cut"/>',
  b: '<path d="M-14 -20C-36 -24 -36 10 -17 12C-15 17 -11 19 -7 19C-8 26 -3 31 5 30C13 29 15 23 13 19C9 22 5 22 5 17C21 15 30 2 27 -10C24 -24 0 -28 -14 -20Z"/><circle cx="6" cy="-7" r="4" class="cut-fill"/><path d="M-13 -14C-20 -10 -19 2 -12 5" class="cut"/>',
  n: '<path d="M-18 28C-18 10 -8 4 -6 -3C-12 2 -18 6 -24 4C-29 2 -29 -3 -25 -7L-8 -22L-6 -31L3 -23C18 -20 26 -4 25 28Z"/><circle cx="-6" cy="-11" r="3.5" class="cut-fill"/><path d="M9 -14C15 -4 16 8 14 20" class="cut"/>',
  r: '<circle r="25" class="ring"/><path d="M0 -25V25M-25 0H25M-17.7 -17.7L17.7 17.7M-17.7 17.7L17.7 -17.7" class="stroke"/><circle r="8"/>',
  c: '<path d="M-27 8L18 -24L29 -9L-14 22C-24 24 -30 17 -27 8Z"/><circle cx="3" cy="19" r="12" class="wheel"/><circle cx="3" cy="19" r="3.5" class="cut-fill"/>',
  p: '<path d="M0 -33L11 -11L4 -5V31H-4V-5L-11 -11Z"/><path d="M-18 5H18" class="stroke"/>',
};

function disc(/** @type {string} */ set, /** @type {string} */ piece, /** @type {string} */ inner) {
  const side = piece === piece.toUpperCase() ? "red" : "black";
  return `<g id="${set}-${piece}" class="${set} of-${side}"><circle cx="2" cy="4" r="45" fill-opacity="0.3"/><circle r="45" class="rim"/><circle r="39" fill="url(#boxwood)"/><g class="figure">${inner}</g></g>`;
}

// A few pieces of a set, to choose by.
const preview = (/** @type {string} */ set) => `<svg class="preview" viewBox="-50 -50 300 104" aria-hidden="true">${["K", "n", "C"].map((piece, at) => `<use href="${pieceOf(piece, set)}" x="${100 * at}"/>`).join("")}</svg>`;
export const setHtml = (/** @type {string} */ set) => `${preview(set)}<span>${words().pieceSets[set]}</span>`;

// Offers other pieces to a user who has not chosen any.
export const offerHtml = () => `<p>${words().offerPieces}</p>
  <p class="actions">${words().offeredSets.map((set) => button("pieces", setHtml(set), `data-set="${set}" class="look"`)).join("")}</p>`;

// Adds these sets to the drawings on the page.
export function addPieces() {
  const kinds = [...Object.keys(LETTERS), ...Object.keys(LETTERS).map((kind) => kind.toUpperCase())];
  const drawn = kinds.map((piece) => {
    const kind = piece.toLowerCase();
    return disc("letters", piece, `<text y="20" text-anchor="middle">${LETTERS[kind]}</text>`) + disc("pictures", piece, PICTURES[kind]);
  });
  const defs = byId("board").querySelector("defs");
  defs?.insertAdjacentHTML("beforeend", drawn.join(""));
}
