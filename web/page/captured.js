// The captured pieces, drawn next to the players' names.

import { pieceOf, piecesOf } from "../shared/board.js";
import { format } from "../shared/words.js";
import { words } from "./words.js";

const ORDER = "rncbapRNCBAP";

// The pieces that `side` has captured since the position `fen`, as a picture.
export function capturedHtml(/** @type {string} */ fen, /** @type {Pieces} */ now, /** @type {Side} */ side) {
  const isTheirs = (/** @type {string} */ piece) => (piece === piece.toUpperCase()) === (side === "black");
  const left = [...now.values()];
  const gone = [...piecesOf(fen).values()].filter(isTheirs).filter((piece) => {
    const at = left.indexOf(piece);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  gone.sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
  const discs = gone.map((piece, at) => `<use href="${pieceOf(piece)}" x="${at * 62}"/>`);
  const width = 62 * gone.length + 38;
  return gone.length ? `<svg class="captured" viewBox="-50 -50 ${width} 100" role="img" aria-label="${format(words().captured, { n: gone.length })}">${discs.join("")}</svg>` : "";
}
