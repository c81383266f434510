// What the modes have in common: scores in words, the evaluation bar, files and the clipboard.

// The win-draw-loss model of `Wdl` in src/search/info.rs, in centipawns.
const WIN_AT = 219;
const SPREAD = 129;

// Scores are Red's. One with a `winner`, who may be null, is the end of a game.
export function scoreText(score) {
  if ("winner" in score) return { red: "1–0", black: "0–1" }[score.winner] || "½–½";
  const sign = (value) => (value > 0 ? "+" : value < 0 ? "−" : "");
  if ("cp" in score) return sign(score.cp) + (Math.abs(score.cp) / 100).toFixed(2);
  if ("mate" in score) return sign(score.mate) + words().matesIn(Math.abs(score.mate));
  return sign(score.rule) + words().byRule;
}

// Points of 100 that Red can expect.
export function expectation(score) {
  if ("winner" in score) return { red: 100, black: 0 }[score.winner] ?? 50;
  const wins = (cp) => 100 / (1 + Math.exp((WIN_AT - cp) / SPREAD));
  if ("cp" in score) return 50 + (wins(score.cp) - wins(-score.cp)) / 2;
  return (score.mate ?? score.rule) > 0 ? 100 : 0;
}

// Shows a score beside the board. Without one there is no bar, or a level one if its room is to be kept.
export function setBar(score, keepsRoom = false) {
  byId("bar").hidden = !score && !keepsRoom;
  const red = score ? Math.min(Math.max(expectation(score), 3), 97) : 50;
  const text = score ? scoreText(score) : "";
  byId("bar").classList.toggle("turned", flipped);
  byId("bar-red").style.height = `${red.toFixed(1)}%`;
  byId("bar-score").textContent = text;
  byId("bar").setAttribute("aria-label", `${words().evaluation} ${text || "–"}`);
}

// Says something over the page for a while; something `lasting` until the next.
let sayingUntil = 0;
export function notify(text, lasting = false) {
  byId("about").textContent = text;
  clearTimeout(sayingUntil);
  if (text && !lasting) sayingUntil = setTimeout(() => { byId("about").textContent = ""; }, 6000);
}

// Does something that may fail, and says why if it does.
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    notify(error.message);
    return null;
  }
}

// What a single request is answered with; no WebSocket is needed for it. A refusal is an error with its `code`. `signal` ends
// it.
export async function post(path, fields, signal = null) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields), signal });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.text), { code: answer.code });
  return answer;
}

export const short = (number) => (number >= 1e6 ? `${(number / 1e6).toFixed(1)} M` : number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number));

export const lineText = (moves, most = 8) => moves.slice(0, most).map((move) => move[notation]).join(" ");

export const button = (id, text, attributes = "") => `<button type="button" data-do="${id}" ${attributes}>${text}</button>`;

// The buttons of an element do what `actions` has under the name in their `data-do`; it gets the button.
export function startActions(element, actions) {
  element.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-do]");
    if (pressed && actions[pressed.dataset.do]) attempt(async () => actions[pressed.dataset.do](pressed));
  });
}

export function isText(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

// A file as the server wants it: text where it is UTF-8, else Base64.
export async function fileFields(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = isText(bytes);
  if (text !== null) return { name: file.name, text };
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return { name: file.name, base64: btoa(binary) };
}

// Gives a file to the browser's reader.
export function download({ name, text, base64 }) {
  const content = base64 === undefined ? text : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Copies a text, which is shown in a field as well, for browsers that let no page copy.
export async function copyText(text, field) {
  field.hidden = false;
  field.value = text;
  field.select();
  try {
    await navigator.clipboard.writeText(text);
    notify(words().copied);
  } catch {
    notify(document.execCommand("copy") ? words().copied : words().cannotCopy);
  }
}

// Asks for a file. The input is not part of the page, so that it looks like our own buttons.
export function chooseFile() {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.addEventListener("change", () => resolve(input.files[0]));
    input.click();
  });
}

// The pieces after some moves from a position.
export function piecesAfter(fen, moves) {
  const pieces = piecesOf(fen);
  for (const { move } of moves) play(pieces, move);
  return pieces;
}

export function kingOf(pieces, side) {
  const letter = side === "red" ? "K" : "k";
  for (const [at, piece] of pieces) if (piece === letter) return at;
  return null;
}

// The FEN of pieces with a side to move, as far as a position without a past has one.
export function fenOf(pieces, side) {
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
