// Shows the addresses that can be sent to others: the address of the current page, and that of the line on the board.

import { byId } from "../shared/frame.js";
import { escapeText } from "../shared/reader.js";
import { START, copyText, notify } from "./common.js";
import * as modes from "./modes.js";
import { openSheet } from "./sheet.js";
import { words } from "./words.js";

// The place of a line in the analysis mode, with its start, its moves, and the number of moves on the board.
/** @type {(start: string, moves: string[], at: number) => Place} */
export const linePlace = (start, moves, at) => ({ fen: start === START ? "" : start, moves: moves.join(","), ply: at === moves.length ? "" : at });

const row = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string} */ value) => `<p class="field tall"><label for="${id}">${text}</label>
  <span class="copied"><input id="${id}" readonly value="${escapeText(value)}"><button type="button" data-copy="${id}">${words().copy}</button></span></p>`;

// Shows the addresses. `line` is the place, in the analysis, of the line on the board.
export function share(/** @type {Place} */ line) {
  const base = location.href.split("#")[0];
  const own = base + modes.addressOf(modes.modeName(), modes.mode().where());
  const analysis = base + modes.addressOf("analyse", line);
  const rows = [row("share-page", words().sharePage, own)];
  if (analysis !== own) rows.push(row("share-line", words().shareLine, analysis));
  openSheet(words().share, `${rows.join("")}<p class="faint">${words().shareHelp}</p>`);
  for (const button of byId("sheet-body").querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const field = /** @type {HTMLInputElement} */ (byId(/** @type {HTMLElement} */ (button).dataset.copy ?? ""));
      const isCopied = await copyText(field.value, field);
      notify(isCopied ? words().copied : words().cannotCopy);
    });
  }
}
