// A game against the engine.

import { openingName } from "#annotation/words.js";
import { arrow, corners, eachPlayer, ends, piecesOf } from "#picture/board.js";
import { byId, focusIn, targetIn } from "#picture/frame.js";
import { ARROWS, markMove, moveList, numberText } from "#picture/game.js";
import { escapeText, reader, sideName } from "#picture/reader.js";
import { scoreText } from "#picture/score.js";
import { START, attempt, button, chooseFile, download, fileFields, kingOf, lineText, notify, piecesAfter, startActions } from "./common.js";
import { ask, on } from "./connection.js";
import * as modes from "./modes.js";
import { choices, drawForm, readForm } from "./newgame.js";
import * as table from "./table.js";
import { say } from "./table.js";
import { words } from "./words.js";

// The state that the server told last, what else is to be said, and the ply that is looked at (null: the last one).
/** @type {Play | null} */
let state = null;
// The same where there is one.
const playing = () => /** @type {Play} */ (state);
let heard = 0;
/** @type {Warning | null} */
let warning = null;
/** @type {Hint | null} */
let hint = null;
let said = "";
/** @type {number | null} */
let looksAt = null;
let asksToResign = false;
let isNew = true;
/** @type {SavedGame[] | null} */
let saved = null;

const total = () => (state ? state.moves.length : 0);
const ply = () => looksAt ?? total();
const isLive = () => state && !state.finish && ply() === total();
const other = (/** @type {Side} */ side) => (side === "red" ? "black" : "red");

function take(/** @type {Play} */ next) {
  const before = state;
  const slides = before && next.moves.length === before.moves.length + 1 ? next.moves[next.moves.length - 1].move : null;
  const isSame = before && before.moves.length === next.moves.length && before.start === next.start;
  if (!isSame) {
    warning = null;
    hint = null;
    looksAt = null;
    said = "";
    asksToResign = false;
  }
  state = next;
  heard = performance.now();
  isNew = false;
  if (slides) announce();
  if (state.finish && !(before && before.finish)) say([state.finish.headline, ...state.finish.reasons].join(" "));
  if (modes.modeName() === "play") draw(slides);
}

function announce() {
  const move = playing().moves[total() - 1];
  const mover = other(playing().position.side);
  say(words().played(sideName(mover), move[reader.notation]) + (playing().position.check ? `${words().comma}${words().check}` : ""));
}

const send = (/** @type {string} */ command, fields = {}) => attempt(async () => {
  const answer = await ask(command, fields);
  if (answer.position) take(answer);
  return answer;
});

// The board.

function drawBoard(/** @type {string | null} */ slides = null) {
  if (!state) {
    table.show({ pieces: piecesOf(START) });
    table.setBar(null);
    return;
  }
  const at = ply();
  const pieces = piecesAfter(state.start, state.moves.slice(0, at));
  const isTurn = isLive() && state.position.side === state.side && !warning && state.thinks !== "check";
  let marks = "";
  if (warning && isLive()) {
    marks += arrow(warning.move.move, ARROWS.blunder, "warning");
    if (warning.refutation[0]) marks += arrow(warning.refutation[0].move, ARROWS.good, "refutation");
  } else if (hint && isLive()) {
    const [from, to] = ends(hint.move.move);
    if (hint.step === "move") marks += arrow(hint.move.move, ARROWS.best, "hint");
    else marks += corners(from, ARROWS.missed_mate) + (hint.step === "point" ? corners(to, ARROWS.missed_mate) : "");
  }
  const played = state.moves[at - 1];
  table.show({
    pieces, marks, slides, last: played && played.move,
    check: at === total() && state.position.check ? kingOf(pieces, state.position.side) : null,
    legal: isTurn ? state.position.legal : [],
    onMove: (move) => send("play.move", { move }),
  });
  table.setBar(state.coach && state.evaluation && at === total() ? state.evaluation.score : null);
}

function clockText(/** @type {number} */ ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function strengthText() {
  const { level, elo } = playing().strength;
  return level === undefined ? words().elo(elo ?? 0) : words().level(level);
}

function drawPlayers() {
  eachPlayer((id, side) => {
    byId(id).dataset.side = side;
    let name = sideName(side);
    if (state) name = side === state.side ? words().you : `chuhe ${strengthText()}`;
    const isTurn = isLive() && playing().position.side === side;
    byId(id).classList.toggle("turn", Boolean(isTurn));
    byId(id).innerHTML = `<span class="name">${escapeText(name)}</span><span class="clock" data-clock="${side}"></span>`;
  });
  drawClocks();
}

function drawClocks() {
  if (!state || !state.clocks || modes.modeName() !== "play") return;
  for (const side of /** @type {const} */ (["red", "black"])) {
    let ms = state.clocks[`${side}_ms`];
    if (state.clocks.runs === side) ms = Math.max(0, ms - (performance.now() - heard));
    const clock = document.querySelector(`[data-clock="${side}"]`);
    if (!clock) continue;
    clock.textContent = clockText(ms);
    clock.classList.toggle("short", ms < 30000);
    clock.classList.toggle("runs", state.clocks.runs === side);
  }
}

// What is said.

const paragraph = (/** @type {string} */ text, name = "") => `<p class="${name}">${text}</p>`;

function turnText() {
  if (ply() !== total()) return words().earlier;
  const { thinks, queue } = playing();
  if (thinks) {
    return words().thinks[thinks] + (queue ? ` ${words().queue(queue)}` : "");
  }
  return playing().position.side === playing().side ? words().yourMove : words().thinks.move;
}

function hintText(/** @type {Hint} */ hint) {
  const [from, to] = ends(hint.move.move);
  const piece = words().pieces[piecesAfter(playing().start, playing().moves).get(from) ?? ""];
  if (hint.step === "piece") return words().hintPiece(piece, from);
  if (hint.step === "point") return words().hintPoint(piece, from, to);
  return words().hintMove(hint.move[reader.notation], lineText(hint.line.slice(1), 4));
}

function drawStatus() {
  byId("status").hidden = !state;
  if (!state) return;
  let html = "";
  if (state.finish) {
    html += paragraph(escapeText(state.finish.headline), "lead");
    html += state.finish.reasons.map((reason) => paragraph(escapeText(reason))).join("");
    if (state.finish.moves.length) {
      const buttons = state.finish.moves.map((at) => button("ply", `${numberText(playing().start, at - 1, true)}${playing().moves[at - 1][reader.notation]}`, `data-at="${at}"`));
      html += `<p class="line">${words().decidedBy}${words().colon}${buttons.join("")}</p>`;
    }
  } else if (warning) {
    html += paragraph(words().warning, "lead alert");
    html += paragraph(escapeText(warning.text));
    if (warning.refutation.length) html += paragraph(`${words().refuted}${words().colon}${lineText(warning.refutation, 4)}`, "faint");
    html += `<p class="actions">${button("drop", words().another, 'class="main"')}${button("anyway", words().anyway)}</p>`;
  } else {
    const inCheck = isLive() && state.position.check && state.position.side === state.side ? `${words().inCheck} ` : "";
    html += paragraph(inCheck + turnText(), "lead");
  }
  if (hint && isLive() && !warning) html += paragraph(`${words().hint}${words().colon}${hintText(hint)}`);
  if (said) html += paragraph(escapeText(said));
  if (asksToResign) html += `<p class="actions">${button("resign", words().reallyResign, 'class="main"')}${button("stay", words().cancel)}</p>`;
  if (state.opening) html += paragraph(escapeText(openingName(state.opening)), "faint");
  if (state.coach && state.evaluation && isLive()) {
    const line = state.evaluation.line.length ? ` · ${words().best}${words().colon}${lineText(state.evaluation.line, 4)}` : "";
    html += paragraph(`${words().evaluation} ${scoreText(state.evaluation.score)}${line}`, "faint");
  }
  if (byId("status").innerHTML !== html) byId("status").innerHTML = html;
}

function drawActions() {
  const goesOn = state && !state.finish;
  const off = (/** @type {boolean | null | undefined} */ is) => (is ? "disabled" : "");
  let html = "";
  if (state && !isNew) {
    const hasMoved = total() > (state.side === "red" ? 0 : 1);
    html += button("undo", words().undo, off(!hasMoved));
    html += button("hint", words().hint, off(!goesOn || state.position.side !== state.side));
    html += button("draw", words().draw, off(!goesOn || state.thinks === "draw"));
    html += button("askResign", words().resign, off(!goesOn));
    html += button("coach", words().coachShort, `aria-pressed="${state.coach}" ${off(!goesOn)}`);
    html += button("analyse", words().toAnalysis);
    html += button("review", words().reviewThis, off(!total()));
    html += button("save", words().save, off(!total()));
    html += button("file", words().file);
    html += button("new", words().newGame);
  } else if (state) {
    html += button("close", words().cancel);
  }
  html += button("games", words().savedGames, `aria-expanded="${saved !== null}"`);
  html += button("open", words().openFile);
  byId("play-actions").innerHTML = html;
  byId("new-game").hidden = !isNew;
  document.body.classList.toggle("begins", isNew);
}

function drawGames() {
  byId("games").hidden = saved === null;
  if (saved === null) return;
  const rows = saved.map((game, index) => {
    const result = game.result === "*" ? words().unfinished : words().outcome(game.result);
    const facts = [game.date, words().moveCount(game.plies), result, game.open ? words().inUse : ""].filter(Boolean).join(" · ");
    return `<li><span><b>${escapeText(game.name)}</b><br><span class="faint">${escapeText(`${game.red} – ${game.black} · ${facts}`)}</span></span>${button("load", game.result === "*" ? words().goOn : words().open, `data-at="${index}" aria-label="${words().open}${words().colon}${escapeText(game.name)}"`)}</li>`;
  });
  byId("games").innerHTML = `<h2>${words().savedGames}</h2>${rows.length ? `<ul class="list">${rows.join("")}</ul>` : paragraph(words().noGames, "faint")}`;
}

function drawMoves() {
  byId("moves").hidden = !total();
  byId("moves").innerHTML = state ? moveList(state.moves, state.start, () => "") : "";
  if (state && state.finish) {
    for (const at of state.finish.moves) byId("moves").querySelector(`[data-ply="${at}"]`)?.classList.add("decided");
  }
  markMove(byId("moves"), ply());
}

function draw(/** @type {string | null} */ slides = null) {
  drawBoard(slides);
  drawPlayers();
  drawStatus();
  drawActions();
  drawGames();
  drawMoves();
  byId("keys").textContent = words().keysPlay;
}

// What can be done.

function goto(/** @type {number} */ at) {
  looksAt = at >= total() ? null : Math.max(at, 0);
  draw();
}

async function begin() {
  const answer = await send("play.new", readForm());
  if (!answer) return;
  reader.flipped = playing().side === "black";
  saved = null;
  draw();
  scrollTo(0, 0);
}

async function load(/** @type {object} */ fields) {
  const answer = await send("play.load", fields);
  if (!answer) return false;
  reader.flipped = playing().side === "black";
  saved = null;
  draw();
  return true;
}

async function askHint() {
  const answer = await ask("play.hint");
  if (!answer.hint) return;
  hint = answer.hint;
  draw();
  say(hintText(answer.hint));
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  undo: () => send("play.undo"),
  hint: askHint,
  draw: () => send("play.draw"),
  askResign: () => { asksToResign = true; draw(); focusIn("status", '[data-do="resign"]'); },
  stay: () => { asksToResign = false; draw(); },
  resign: () => { asksToResign = false; return send("play.resign"); },
  coach: () => send("play.coach", { on: !playing().coach }),
  anyway: () => { warning = null; return send("play.anyway"); },
  drop: async () => { await send("play.drop"); warning = null; draw(); byId("board").focus({ preventScroll: true }); },
  analyse: () => modes.enter("analyse", { start: playing().start, moves: playing().moves, at: ply() }),
  review: async () => modes.enter("review", await ask("play.file")),
  save: async () => {
    const name = prompt(words().saveName, playing().saved || "");
    if (name === null) return;
    const answer = await ask("play.save", name ? { name } : {});
    notify(words().saved(answer.name));
  },
  file: async () => download(await ask("play.file")),
  new: () => { isNew = true; draw(); byId("strength").focus(); },
  close: () => { isNew = false; draw(); },
  games: async () => {
    saved = saved === null ? (await ask("play.games")).games : null;
    draw();
    if (saved !== null) byId("games").scrollIntoView({ block: "nearest" });
  },
  load: (pressed) => load({ name: saved?.[Number(pressed.dataset.at)]?.name }),
  open: async () => load(await fileFields(await chooseFile())),
  ply: (pressed) => goto(Number(pressed.dataset.at)),
};

modes.add("play", {
  enter(what) {
    if (what && what.fen) {
      choices.fen = what.fen;
      choices.begins = "analysis";
      isNew = true;
    }
    if (state && !isNew) reader.flipped = state.side === "black";
  },
  leave() {
    table.setBar(null);
    document.body.classList.remove("begins");
  },
  draw: () => { drawForm(); draw(); },
  turned: () => draw(),
  step: (by) => goto(ply() + by),
  goto: (end) => goto(end ? total() : 0),
  drop: async (file) => load(await fileFields(file)),
  paste: (text) => load({ text }),
  keys: { u: () => state && !isNew && send("play.undo"), h: () => isLive() && attempt(askHint) },
});

// The connection is there again: with the session as it was, or with a new one, in which the game is loaded as it was
// kept. Returns whether that went well.
export async function resume(/** @type {any} */ session) {
  if (session && session.play) {
    take(session.play);
    reader.flipped = playing().side === "black";
  } else if (state && state.saved && !state.finish) {
    return load({ name: state.saved, coach: state.coach });
  }
  return true;
}

export function start() {
  for (const id of ["status", "play-actions", "games"]) startActions(byId(id), actions);
  byId("new-game").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(begin);
  });
  byId("moves").addEventListener("click", (event) => {
    const pressed = targetIn(event, "[data-ply]");
    if (pressed && modes.modeName() === "play") goto(Number(pressed.dataset.ply));
  });
  on("play", (notice) => {
    if (notice.state) take(notice.state);
    if (notice.warning) warning = notice.warning;
    if ("draw" in notice) said = notice.draw ? words().drawTaken : words().drawDeclined;
    if (notice.unsaved) said = notice.unsaved;
    if (notice.failure) said = notice.failure;
    if (!notice.state && modes.modeName() === "play") draw();
    if (notice.warning) byId("status").scrollIntoView({ block: "nearest" });
    if (notice.warning) say(`${words().warning}${words().colon}${notice.warning.text}`);
  });
  setInterval(drawClocks, 200);
}
