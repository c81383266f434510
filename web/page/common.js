// Shared by all modes: actions, files, the clipboard, and positions.

import { piecesOf, play, pointName } from "../shared/board.js";
import { byId, targetIn } from "../shared/frame.js";
import { escapeText, reader } from "../shared/reader.js";
import { commonWords } from "../shared/words.js";
import { icon } from "./icons.js";

// The usual start position.
export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

// How long a text stays: long enough to be read.
const SAID_MS = 4000;
const SAID_MS_PER_LETTER = 60;

// Shows a text over the page until it has been read or, if `lasting`, until the next one. It can be closed.
/** @type {ReturnType<typeof setTimeout> | number} */
let sayingUntil = 0;
export function notify(/** @type {string} */ text, lasting = false) {
  byId("about").textContent = text;
  clearTimeout(sayingUntil);
  if (!text) return;
  byId("about").append(pushButton(icon("x"), () => notify(""), commonWords().close));
  if (!lasting) sayingUntil = setTimeout(() => notify(""), SAID_MS + SAID_MS_PER_LETTER * text.length);
}

// A button, which shows an icon if it has a label.
function pushButton(/** @type {string} */ html, /** @type {() => void} */ act, label = "") {
  const button = document.createElement("button");
  button.type = "button";
  button.innerHTML = html;
  if (label) {
    button.className = "close";
    button.setAttribute("aria-label", label);
  }
  button.addEventListener("click", act);
  return button;
}

// Shows a text with a button over the page, lasting or for some time.
/** @type {(text: string, name: string, act: () => void, forMs?: number) => void} */
export function offer(text, name, act, forMs) {
  notify(`${text} `, true);
  byId("about").lastElementChild?.before(pushButton(escapeText(name), act));
  if (forMs) sayingUntil = setTimeout(() => notify(""), forMs);
}

// The text and the code of a refusal. An error of another kind has no code.
export const refusal = (/** @type {any} */ error) => ({ text: String(error.message), code: /** @type {string | undefined} */ (error.code) });

// Runs work that may fail, and shows the reason if it does.
/**
 * @template T
 * @param {() => T} work
 * @returns {Promise<Awaited<T> | null>}
 */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    notify(refusal(error).text);
    return null;
  }
}

export const short = (/** @type {number} */ number) => (number >= 1e6 ? `${(number / 1e6).toFixed(1)} M` : number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(Math.round(number)));

export const lineText = (/** @type {Move[]} */ moves, most = 8) => moves.slice(0, most).map((move) => move[reader.notation]).join(" ");

export const button = (/** @type {string} */ id, /** @type {string} */ text, attributes = "") => `<button type="button" data-do="${id}" ${attributes}>${text}</button>`;

// Binds the buttons in an element to `actions`, by the name in their `data-do`. An action is called with the button.
export function startActions(/** @type {HTMLElement} */ element, /** @type {Record<string, (pressed: HTMLElement) => unknown>} */ actions) {
  element.addEventListener("click", (event) => {
    const pressed = targetIn(event, "[data-do]");
    const action = actions[pressed?.dataset.do ?? ""];
    if (pressed && action) attempt(async () => action(pressed));
  });
}

export function isText(/** @type {Uint8Array} */ bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

// A file in the form that the server expects: text if it is UTF-8, otherwise Base64.
export async function fileFields(/** @type {File} */ file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = isText(bytes);
  if (text !== null) return { name: file.name, text };
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return { name: file.name, base64: btoa(binary) };
}

// Offers a file as a download.
export function download(/** @type {GameFile} */ { name, text, base64 }) {
  const content = base64 === undefined ? text ?? "" : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Copies a text. It is also shown in a field, for browsers that do not let pages copy. Returns whether copying
// succeeded.
export async function copyText(/** @type {string} */ text, /** @type {HTMLInputElement} */ field) {
  field.hidden = false;
  field.value = text;
  field.select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

// Lets the user choose files. The file input is created here rather than shown on the page, so the button that opens it
// looks like all others.
/** @returns {Promise<File[]>} */
export function chooseFiles(multiple = true) {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = multiple;
    input.addEventListener("change", () => { if (input.files?.length) resolve([...input.files]); });
    input.click();
  });
}
export const chooseFile = async () => (await chooseFiles(false))[0];

// The pieces on the board after moves from a position.
export function piecesAfter(/** @type {string} */ fen, /** @type {{ move: string }[]} */ moves) {
  const pieces = piecesOf(fen);
  for (const { move } of moves) play(pieces, move);
  return pieces;
}

export function kingOf(/** @type {Pieces} */ pieces, /** @type {Side} */ side) {
  const letter = side === "red" ? "K" : "k";
  for (const [at, piece] of pieces) if (piece === letter) return at;
  return null;
}

// The FEN of pieces and a side to move, with default values for the move counters.
export function fenOf(/** @type {Pieces} */ pieces, /** @type {Side} */ side) {
  const rows = [];
  for (let rank = 9; rank >= 0; rank--) {
    let row = "";
    let gap = 0;
    for (let file = 0; file < 9; file++) {
      const piece = pieces.get(pointName(file, rank));
      if (!piece) { gap++; continue; }
      row += (gap || "") + piece;
      gap = 0;
    }
    rows.push(row + (gap || ""));
  }
  return `${rows.join("/")} ${side === "red" ? "w" : "b"} - - 0 1`;
}
