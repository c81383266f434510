// Gomoku and draughts: a game between a user and the program. The page stores the moves between visits; the server
// judges them and chooses the program's moves. Each game has its own module for its rules and board.

import { boardFrame } from "../shared/board.js";
import { byId, chosenIn, control, drawSwitches, focusIn, label, startSwitches, targetIn } from "../shared/frame.js";
import { escapeText, reader } from "../shared/reader.js";
import { format } from "../shared/words.js";
import { words } from "./board-words.js";
import { words as pageWords } from "./words.js";
import { attempt, button, copyText, notify, refusal, startActions } from "./common.js";
import { post } from "./connection.js";
import { icon } from "./icons.js";
import * as settings from "./settings.js";
import * as sounds from "./sounds.js";
import * as draughts from "./draughts.js";
import * as gomoku from "./gomoku.js";

/** @type {Kind<any>} */
const kind = /\/draughts(\.html)?$/.test(location.pathname) ? draughts : gomoku;
/** @type {Color[]} */
const SIDES = ["black", "white"];
const KEPT = `chuhe-${kind.name}`;

// The choices in the form.
let form = { ...kind.usual };
let isNew = true;
// The game, if there is one: its `choices` from the form, the side of the `person`, the `seed` of the program's
// mistakes, and `answer`, the server's last answer plus the moves that the user has played since.
/** @type {BoardGame<any> | null} */
let game = null;
// The game, in places where there is always one.
const begun = () => /** @type {BoardGame<any>} */ (game);
// The pending request.
/** @type {AbortController | null} */
let asking = null;
// Why the last request failed.
let problem = "";
// The earlier position shown: the number of moves that led to it, and the server's answer about it; null for the last
// position.
/** @type {{ count: number, answer: any } | null} */
let seen = null;
let cursor = { column: 0, row: 0 };
/** @type {Cell | null} */
let aim = null;

const isPersons = (/** @type {number} */ index) => (index % 2 === 0) === (kind.firstOf(begun().choices) === begun().person);
const isTurn = () => Boolean(game && !seen && !asking && !problem && game.answer.side === game.person);

function say(/** @type {string} */ text) {
  byId("live").textContent = "";
  setTimeout(() => { byId("live").textContent = text; }, 30);
}

// Storage.

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ form, game: game && { choices: game.choices, person: game.person, seed: game.seed, moves: game.answer.moves } }));
  } catch {
    // Without storage, the game lasts only until the page is closed.
  }
}

// The choices, completed by defaults, or null if the form does not allow them.
function checked(/** @type {any} */ choices) {
  const isFine = choices && Object.entries(kind.values).every(([field, known]) => known.includes(choices[field]));
  return isFine ? { ...kind.usual, ...choices } : null;
}

function recall() {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    // Without usable storage, the page starts as if nothing had been stored.
  }
  form = checked(kept?.form) || form;
  const old = kept?.game;
  const choices = checked(old?.choices);
  const isMove = (/** @type {string} */ move) => /^[0-9A-Za-z-]{2,99}$/.test(move);
  if (!choices || !SIDES.includes(old.person) || !Array.isArray(old.moves) || !old.moves.every(isMove)) return;
  game = { choices, person: old.person, seed: Number(old.seed) || 0, answer: { ...kind.begun(choices), moves: old.moves } };
  isNew = false;
  ask(!isPersons(old.moves.length));
}

// Requests.

// Has the server judge the game and, if it is the program's turn, choose a move.
async function ask(/** @type {boolean} */ wantsMove) {
  asking?.abort();
  const own = new AbortController();
  asking = own;
  problem = "";
  const { choices, seed, answer: { moves } } = begun();
  const level = kind.name === "draughts" ? Number(choices.level) : choices.level;
  const fields = { ...kind.request(choices), moves: moves.join(" "), seed, ...(wantsMove && { level }) };
  draw();
  try {
    const answer = await post(kind.address, fields, own.signal);
    if (asking !== own) return;
    asking = null;
    take(answer);
  } catch (error) {
    if (asking !== own) return;
    asking = null;
    const { code, text } = refusal(error);
    if (code && ["illegal", "malformed", "bad-value"].includes(code)) {
      game = null;
      isNew = true;
      keep();
      notify(`${words().forgotten} ${text}`);
    } else {
      problem = code === "busy" ? words().busy : words().unreachable;
    }
    draw();
  }
}

function take(/** @type {any} */ answer) {
  begun().answer = answer;
  if (answer.played) sounds.play("move");
  if (!answer.side) sounds.play("end");
  kind.putBack();
  keep();
  draw();
  if (answer.played) say(format(words().played, { side: "chuhe", text: answer.played }));
}

// Playing.

function play(/** @type {string} */ move) {
  kind.putBack();
  aim = null;
  sounds.play("move");
  begun().answer = kind.after(begun().answer, move, begun().person, begun());
  keep();
  ask(true);
}

function tap(/** @type {Cell} */ cell) {
  cursor = cell;
  if (!isTurn()) {
    draw();
    return;
  }
  const meant = kind.tap(begun(), cell);
  if (meant.move) {
    play(meant.move);
    return;
  }
  if (meant.problem) notify(meant.problem);
  draw();
  const said = meant.said || meant.problem;
  if (said) say(said);
}

function lastOwn() {
  for (let index = (game ? game.answer.moves.length : 0) - 1; index >= 0; index--) if (isPersons(index)) return index;
  return -1;
}

function openForm() {
  isNew = !isNew;
  draw();
  if (isNew) focusIn("new-game", "input, select");
}

// Goes to an earlier position, which is requested from the server.
async function goto(/** @type {number} */ count) {
  if (!game || asking) return;
  const { choices, seed, answer: { moves } } = game;
  kind.putBack();
  if (count >= moves.length) {
    seen = null;
    return draw();
  }
  const at = Math.max(count, 0);
  const answer = at ? await post(kind.address, { ...kind.request(choices), moves: moves.slice(0, at).join(" "), seed }) : kind.begun(choices);
  seen = { count: at, answer: { ...answer, side: null } };
  draw();
}
const here = () => seen?.count ?? game?.answer.moves.length ?? 0;

function undo() {
  const at = lastOwn();
  if (at < 0) return;
  seen = null;
  kind.putBack();
  begun().answer = { ...begun().answer, moves: begun().answer.moves.slice(0, at) };
  keep();
  ask(false);
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  new: openForm,
  undo,
  again: () => ask(!isPersons(begun().answer.moves.length)),
  choose: (pressed) => isTurn() && play(pressed.dataset.move ?? ""),
  copy: async () => {
    const isDone = await copyText(kind.written(begun().answer, begun().person), control("copied"));
    notify(isDone ? words().copied : words().cannotCopy);
  },
};

function begin(/** @type {Event} */ event) {
  event.preventDefault();
  remember();
  const person = SIDES.find((side) => side === form.side) ?? SIDES[Math.floor(Math.random() * 2)];
  game = { choices: { ...form }, person, seed: Math.floor(Math.random() * 2 ** 32), answer: kind.begun(form) };
  kind.putBack();
  isNew = false;
  seen = null;
  cursor = kind.middle(game);
  keep();
  ask(kind.firstOf(form) !== person);
  byId("board").focus({ preventScroll: true });
}

// Drawing.

// The HTML that each element shows. An element that already shows the right HTML is left alone, so it keeps the focus.
const shownHtml = new Map();
function put(/** @type {string} */ id, /** @type {string} */ html) {
  if (shownHtml.get(id) !== html) byId(id).innerHTML = html;
  shownHtml.set(id, html);
}

const option = (/** @type {string} */ field, /** @type {string} */ value) => `<option value="${value}" ${value === form[field] ? "selected" : ""}>${kind.valueName(field, value)}</option>`;
const choices = (/** @type {string} */ field) => `<p class="field"><label for="${field}">${kind.fieldName(field)}</label>
  <select id="${field}">${kind.values[field].map((value) => option(field, value)).join("")}</select></p>`;

function drawForm() {
  const known = `${isNew} ${reader.language}`;
  if (byId("new-game").dataset.shows === known) return;
  byId("new-game").dataset.shows = known;
  byId("new-game").hidden = !isNew;
  const side = (/** @type {string} */ value) => `<label class="choice"><input type="radio" name="side" value="${value}" ${value === form.side ? "checked" : ""}><span>${value === "black" || value === "white" ? words()[value] : words().random}</span></label>`;
  byId("new-game").innerHTML = `<h2>${words().newGame}</h2>
    <div class="field" role="radiogroup" aria-labelledby="your-side"><span id="your-side">${words().yourSide}</span><span class="choices">${[...SIDES, "random"].map(side).join("")}</span></div>
    ${Object.keys(kind.values).map(choices).join("")}
    <p><button type="submit" class="main wide">${words().begin}</button></p>`;
}

function remember() {
  form.side = chosenIn("new-game", "side");
  for (const field of Object.keys(kind.values)) form[field] = control(field).value;
  keep();
}

const stateText = () => [words().yourMove, kind.state(begun())].filter(Boolean).join(words().gap);

function endText() {
  const { winner } = begun().answer;
  const head = winner ? words()[winner === begun().person ? "won" : "lost"] : words().drawn;
  return `${head}${words().gap}${kind.ending(begun().answer)}`;
}

function drawStatus() {
  byId("status").hidden = !game;
  if (!game) return;
  const isOver = !asking && !problem && !game.answer.side;
  let html = "";
  if (problem) html = `<p class="lead">${problem}</p><div class="actions">${button("again", words().again, 'class="main"')}</div>`;
  else if (asking) html = `<p class="lead">${isPersons(game.answer.moves.length) ? words().waits : words().thinks}</p>`;
  else if (seen) html = `<p class="lead">${words().earlier}</p>`;
  else if (isOver) html = `<p class="lead">${endText()}</p>`;
  else html = `<p class="lead">${stateText()}</p>${kind.choiceHtml(game)}`;
  put("status", html);
}

function drawRecord() {
  byId("record").hidden = !game;
  if (!game) return;
  const { moves } = game.answer;
  const rows = [];
  for (let at = 0; at < moves.length; at += 2) {
    const pair = moves.slice(at, at + 2).map((/** @type {string} */ move, /** @type {number} */ index) => `<span ${at + index === here() - 1 ? 'class="newest"' : ""}>${escapeText(move)}</span>`);
    rows.push(`<li><span class="number">${at / 2 + 1}.</span>${pair.join(" ")}</li>`);
  }
  put("record", `<h2>${words().record}</h2>${rows.length ? `<ol tabindex="0" aria-label="${words().record}">${rows.join("")}</ol>` : `<p class="faint">${words().noMoves}</p>`}
    <div class="actions">${button("copy", words().copy[kind.name], moves.length && !asking ? "" : "disabled")}</div>
    <textarea id="copied" rows="3" readonly hidden aria-label="${words().copy[kind.name]}"></textarea>`);
  const list = byId("record").querySelector("ol");
  if (list) list.scrollTop = list.scrollHeight;
}

function drawPlayers() {
  const person = game ? game.person : form.side === "white" ? "white" : "black";
  const other = person === "black" ? "white" : "black";
  const level = game ? kind.valueName("level", game.choices.level) : "";
  for (const [id, side, player] of /** @type {const} */ ([["players-top", other, `chuhe <span class="faint">${level}</span>`], ["players-bottom", person, words().you]])) {
    byId(id).dataset.side = side;
    const isNext = game && (asking ? (isPersons(game.answer.moves.length) ? game.person : other) : game.answer.side) === side;
    byId(id).classList.toggle("turn", Boolean(isNext));
    byId(id).innerHTML = `<span class="name">${player}</span><span class="faint">${words()[side]}</span>`;
  }
}

// The game to draw; before the first game, an empty board.
const shownGame = () => (game && seen ? { ...game, answer: seen.answer } : game) || { choices: form, person: form.side === "white" ? "white" : "black", seed: 0, answer: kind.begun(form) };

function drawBoard() {
  const shown = shownGame();
  const board = byId("board");
  board.setAttribute("viewBox", kind.frame(shown).join(" "));
  board.classList.toggle("aims", isTurn() && kind === gomoku);
  const [x, y] = kind.center(cursor);
  const walker = `<rect id="walker" x="${x - 47}" y="${y - 47}" width="94" height="94" rx="10" fill="none" stroke="#0b57d0" stroke-width="8"/>`;
  board.innerHTML = kind.draw(shown, { aim: isTurn() ? aim : null }) + walker;
  board.setAttribute("aria-label", `${words().boardHelp} ${kind.describe(shown, cursor)}`);
}

function draw() {
  document.body.classList.toggle("begins", isNew && !game);
  drawBoard();
  drawPlayers();
  drawStatus();
  drawForm();
  drawRecord();
  byId("steps").hidden = !game;
  control("first").disabled = control("back").disabled = !here();
  control("forward").disabled = control("end").disabled = !seen;
  byId("actions").hidden = !game;
  put("actions", button("undo", words().undo, lastOwn() < 0 ? "disabled" : "") + button("new", isNew ? words().cancel : words().newGame));
}

function drawAll() {
  drawSwitches();
  settings.draw();
  label(pageWords(), ["settings", ...Object.keys(STEP_ICONS)]);
  byId("steps").setAttribute("aria-label", pageWords().steps);
  byId("title").textContent = words()[kind.name];
  document.title = `${words()[kind.name]} · 楚河 chuhe`;
  byId("kinds").setAttribute("aria-label", words().kinds);
  for (const [at, link] of [...byId("kinds").querySelectorAll("a")].entries()) {
    link.textContent = words().kindNames[at];
    if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
  }
  byId("keys").textContent = words().keys;
  draw();
}

// Pointer and keyboard input.

function cellAt(/** @type {PointerEvent} */ event) {
  const box = byId("board").getBoundingClientRect();
  const [left, top, width] = boardFrame();
  const scale = width / box.width;
  const cell = { column: Math.round((left + (event.clientX - box.left) * scale) / 100), row: Math.round((top + (event.clientY - box.top) * scale) / 100) };
  const { columns, rows } = kind.grid(shownGame());
  return cell.column >= 0 && cell.row >= 0 && cell.column < columns && cell.row < rows ? cell : null;
}

function aimAt(/** @type {Cell | null} */ cell) {
  if (aim?.column === cell?.column && aim?.row === cell?.row) return;
  aim = cell;
  drawBoard();
}

/** @type {Record<string, number[]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function walk(/** @type {number[]} */ [columns, rows]) {
  const size = kind.grid(shownGame());
  const within = (/** @type {number} */ value, /** @type {number} */ count) => Math.min(Math.max(value, 0), count - 1);
  cursor = { column: within(cursor.column + columns, size.columns), row: within(cursor.row + rows, size.rows) };
  drawBoard();
  say(kind.describe(shownGame(), cursor));
}

function startBoard() {
  const board = byId("board");
  /** @type {number | null} */
  let pressed = null;
  const release = () => {
    pressed = null;
    board.classList.remove("pressed");
    aimAt(null);
  };
  board.addEventListener("pointerdown", (event) => {
    if (event.button || pressed !== null) return;
    pressed = event.pointerId;
    board.setPointerCapture(event.pointerId);
    board.classList.add("pressed");
    aimAt(cellAt(event));
  });
  board.addEventListener("pointermove", (event) => {
    if (event.pointerId === pressed || (pressed === null && event.pointerType === "mouse")) aimAt(cellAt(event));
  });
  // The finger may slide to the intended point, or off the board.
  board.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pressed) return;
    const cell = cellAt(event);
    release();
    if (cell) tap(cell);
  });
  board.addEventListener("pointercancel", release);
  board.addEventListener("pointerleave", () => { if (pressed === null) aimAt(null); });
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in STEPS) walk(STEPS[event.key]);
    else if (event.key === "Enter" || event.key === " ") tap(cursor);
    else if (event.key === "Escape" && kind.putBack()) { draw(); say(words().putBack || ""); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** @type {Record<string, string>} */
const STEP_ICONS = { first: "chevron-first", back: "chevron-left", forward: "chevron-right", end: "chevron-last" };
/** @type {Actions} */
const KEYS = {
  u: undo, n: openForm, ArrowLeft: () => attempt(() => goto(here() - 1)), ArrowRight: () => attempt(() => goto(here() + 1)),
  Home: () => attempt(() => goto(0)), End: () => attempt(() => goto(Infinity)),
};
/** @type {Actions} */
const CLICKS = { first: KEYS.Home, back: KEYS.ArrowLeft, forward: KEYS.ArrowRight, end: KEYS.End };

document.addEventListener("keydown", (event) => {
  const action = KEYS[event.key];
  if (!action || !game || event.ctrlKey || event.altKey || event.metaKey || settings.isOpen() || targetIn(event, "input, select, textarea")) return;
  event.preventDefault();
  action();
});
for (const id of ["status", "actions", "record"]) startActions(byId(id), actions);
byId("new-game").addEventListener("change", () => { remember(); if (!game) { drawBoard(); drawPlayers(); } });
byId("new-game").addEventListener("submit", (event) => attempt(async () => begin(event)));
for (const [id, name] of Object.entries(STEP_ICONS)) {
  byId(id).innerHTML = icon(name);
  byId(id).addEventListener("click", CLICKS[id]);
}
settings.start(drawAll);
cursor = kind.middle(shownGame());
startBoard();
startSwitches(drawAll);
recall();
