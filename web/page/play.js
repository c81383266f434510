// The mode for games against the engine.

import { arrow, corners, eachPlayer, ends, play } from "../shared/board.js";
import { byId, targetIn } from "../shared/frame.js";
import { ARROWS, markMove, moveList, numberText } from "../shared/game.js";
import { escapeText, reader } from "../shared/reader.js";
import { scoreText } from "../shared/score.js";
import { format, openingName, outcomeText, sideName } from "../shared/words.js";
import { capturedHtml } from "./captured.js";
import * as clocks from "./clocks.js";
import { attempt, button, chooseFile, download, fileFields, kingOf, lineText, notify, piecesAfter, refusal, startActions } from "./common.js";
import { ask, invites, isConnected, on } from "./connection.js";
import * as engines from "./engines.js";
import { icon } from "./icons.js";
import { showLessons } from "./lessons.js";
import * as modes from "./modes.js";
import * as newGame from "./newgame.js";
import { choices, drawForm, readForm } from "./newgame.js";
import { engineForPeople, nameForPeople, playersForPeople } from "./people.js";
import * as saved from "./saved.js";
import { usePieces } from "./settings.js";
import { linePlace, share } from "./share.js";
import { answers, askText, menu, openSheet } from "./sheet.js";
import * as sounds from "./sounds.js";
import * as table from "./table.js";
import { say } from "./table.js";
import * as waiting from "./waiting.js";
import { moveCount, pointText, words } from "./words.js";

// The last state of the game from the server, further messages to show, and the ply shown (null for the last one).
/** @type {PlayState | null} */
let state = null;
// The state, in places where there is always one.
const playing = () => /** @type {PlayState} */ (state);
let heard = 0;
/** @type {Warning | null} */
let warning = null;
/** @type {HintReport | null} */
let hint = null;
let said = "";
/** @type {number | null} */
let looksAt = null;
// Whether the board waits for a new game.
let isNew = true;
// A move that was made before the user's turn.
/** @type {string | null} */
let ahead = null;
// The move that the user has made and that is not part of the game yet: the server has not answered, the coach is
// checking it, or warns against it. Its piece stays where it was put.
/** @type {string | null} */
let laid = null;
// Whether a move has been sent and not answered yet.
let isSending = false;
// The fields with which the game was started.
/** @type {NewGame | undefined} */
let begun;
// On a phone, whether the user has closed the sheet with the message.
let isRead = false;
// The name of the game that another page has taken over.
/** @type {string | null} */
let taken = null;
// The game that the address requested before there was a connection.
/** @type {Place | null} */
let wanted = null;

const total = () => (state ? state.moves.length : 0);
const ply = () => looksAt ?? total();
const isLive = () => state && !isNew && !state.finish && ply() === total();
// The name of the game to which the user can go back.
const unfinished = () => (state?.finish ? null : state?.saved);
// If two people play, Red is at the bottom.
const isBlackBelow = () => !playing().both && playing().side === "black";
const other = (/** @type {Side} */ side) => (side === "red" ? "black" : "red");

function take(/** @type {PlayState} */ next) {
  const before = state;
  const slides = before && next.moves.length === before.moves.length + 1 ? next.moves[next.moves.length - 1].move : null;
  const isSame = before && before.moves.length === next.moves.length && before.start === next.start;
  warning = next.warning ?? null;
  // A move that is still on its way to the server stays.
  if (!isSame || !isSending) laid = next.held ?? null;
  if (!isSame) {
    hint = null;
    looksAt = null;
    said = "";
    isRead = false;
  }
  if (next.finish && !before?.finish) {
    isRead = false;
    sounds.play("end");
  }
  if (next.finish || (before && next.moves.length < before.moves.length)) ahead = null;
  taken = null;
  state = next;
  heard = performance.now();
  if (slides) announce();
  if (state.finish && !(before && before.finish)) say([state.finish.headline, ...state.finish.reasons].join(" "));
  if (modes.modeName() === "play") draw(isNew ? null : slides);
  playAhead();
}

// Plays the move that was made ahead of the turn, if it is legal now.
function playAhead() {
  if (!ahead || isSending || !isLive() || playing().position.side !== playing().side) return;
  const move = ahead;
  ahead = null;
  if (playing().position.legal.includes(move)) sendMove(move);
}

// Sends a move, whose piece is put on its point at once. A move made before the server has answered is kept in `ahead`
// until the next turn.
async function sendMove(/** @type {string} */ move) {
  isSending = true;
  laid = move;
  if (modes.modeName() === "play") draw(move);
  const answer = await send("play.move", { move });
  isSending = false;
  // A move that was refused is taken back; the coach may still be checking it.
  laid = answer ? playing().held ?? null : null;
  playAhead();
  if (modes.modeName() === "play") drawBoard();
}

function announce() {
  const move = playing().moves[total() - 1];
  const mover = other(playing().position.side);
  say(format(words().played, { side: sideName(mover), text: move[reader.notation] }) + (playing().position.check ? `${words().comma}${words().check}` : ""));
}

/** @template {CommandName} Name */
const send = (/** @type {Name} */ name, /** @type {Fields<Name>} */ ...fields) => attempt(async () => {
  const answer = await ask(name, ...fields);
  if (answer.position) take(answer);
  return answer;
});

// The board.

function drawBoard(/** @type {string | null} */ slides = null) {
  const isOver = Boolean(state && !isNew && state.finish && ply() === total());
  byId("table").classList.toggle("over", isOver);
  // No game can begin while one is about to be opened.
  if (!state || isNew) return waiting.show(isNew && !wanted?.game ? begin : null, draw, slides);
  const at = ply();
  const pieces = piecesAfter(state.start, state.moves.slice(0, at));
  const tried = isLive() ? laid : null;
  if (tried) play(pieces, tried);
  const isTurn = isLive() && state.position.side === state.side && !laid && !warning && state.thinks !== "check" && !isSending;
  let marks = "";
  if (warning && isLive()) {
    if (warning.refutation[0]) marks += arrow(warning.refutation[0].move, ARROWS.blunder, "refutation");
  } else if (hint && isLive()) {
    const [from, to] = ends(hint.move.move);
    if (hint.step === "move") marks += arrow(hint.move.move, ARROWS.best, "hint");
    else marks += corners(from, ARROWS.missed_mate) + (hint.step === "point" ? corners(to, ARROWS.missed_mate) : "");
  }
  if (ahead && isLive()) marks += arrow(ahead, ARROWS.missed_mate, "ahead");
  const played = state.moves[at - 1];
  table.show({
    pieces, marks, slides, last: tried ?? (played && played.move),
    check: at === total() && !tried && state.position.check ? kingOf(pieces, state.position.side) : null,
    legal: isTurn ? state.position.legal : [],
    ahead: isLive() && !state.both && !warning && !isTurn && state.thinks !== "check" ? state.side : null,
    onMove: (move) => {
      if (isTurn) return sendMove(move);
      ahead = move;
      draw();
    },
  });
  table.setBar(state.coach && state.evaluation && at === total() ? state.evaluation.red_score : null, state.coach);
}

function playerName(/** @type {Side} */ side) {
  if (state && !isNew) {
    if (state.both) return sideName(side);
    return side === state.side ? words().you : state.engine ?? engineForPeople(state.strength);
  }
  if (choices.side !== "red" && choices.side !== "black") return sideName(side);
  return side === choices.side ? words().you : newGame.opponentName();
}

function drawPlayers() {
  eachPlayer((id, side) => {
    byId(id).dataset.side = side;
    const name = playerName(side);
    const isTurn = isLive() && playing().position.side === side;
    byId(id).classList.toggle("turn", Boolean(isTurn));
    const gone = state && !isNew ? capturedHtml(state.start, piecesAfter(state.start, state.moves.slice(0, ply())), side) : "";
    byId(id).innerHTML = `<span class="name">${escapeText(name)}</span>${gone}<span class="clock" data-clock="${side}"></span>`;
  });
  drawClocks();
}

function drawClocks() {
  if (state && !isNew && modes.modeName() === "play") clocks.drawClocks(state, heard);
}

// Messages.

const paragraph = (/** @type {string} */ text, name = "") => `<p class="${name}">${text}</p>`;

function turnText() {
  if (ply() !== total()) return words().earlier;
  if (laid && !warning && playing().coach) return words().thinks.check;
  const { thinks, queue, engine } = playing();
  if (thinks) {
    return (thinks === "move" && engine ? format(words().thinksOther, { engine }) : words().thinks[thinks]) + (queue ? ` ${format(words().queue, { n: queue })}` : "");
  }
  if (playing().both) return format(words().turnOf, { side: sideName(playing().side) });
  if (playing().position.side === playing().side) return words().yourMove;
  return engine ? format(words().thinksOther, { engine }) : words().thinks.move;
}

// Points are named only if the edge of the board shows their names, or if the text is spoken.
function hintText(/** @type {HintReport} */ hint, isHeard = reader.notation === "move") {
  const [from, to] = ends(hint.move.move);
  const piece = words().pieces[piecesAfter(playing().start, playing().moves).get(from) ?? ""];
  const points = { piece, from: pointText(from), to: pointText(to) };
  if (hint.step === "piece") return format(isHeard ? words().hintPieceOn : words().hintPiece, points);
  if (hint.step === "point") return format(isHeard ? words().hintPointOn : words().hintPoint, points);
  const line = lineText(hint.line.slice(1), 4);
  return format(line ? words().hintLine : words().hintMove, { move: hint.move[reader.notation], line });
}

// Who won, for the user.
function headline() {
  const { finish, both, side } = playing();
  if (!finish || both) return finish?.headline ?? "";
  return words().outcomeForYou[finish.winner === null ? 1 : finish.winner === side ? 0 : 2];
}

function drawStatus() {
  byId("status").hidden = isNew || (!state && !taken);
  byId("status").classList.remove("sheet", "asks");
  if (taken) {
    byId("status").innerHTML = `${paragraph(words().taken, "lead")}${paragraph(escapeText(format(words().takenWhere, { name: nameForPeople(taken) })))}
      <p class="actions">${button("takeBack", words().takeBack, 'class="main"')}</p>`;
  }
  if (!state || isNew) return;
  let html = "";
  if (state.finish) {
    html += paragraph(escapeText(headline()), "lead");
    html += state.finish.reasons.map((reason) => paragraph(escapeText(reason))).join("");
    if (state.finish.moves.length) {
      const buttons = state.finish.moves.map((at) => button("ply", `${numberText(playing().start, at - 1, true)}${playing().moves[at - 1][reader.notation]}`, `data-at="${at}"`));
      html += `<p class="line">${words().decidedBy}${words().colon}${buttons.join("")}</p>`;
    }
  } else if (warning) {
    html += paragraph(words().warning, "lead alert");
    html += paragraph(escapeText(warning.text));
    if (warning.refutation.length) html += paragraph(`${words().refuted}${words().colon}${lineText(warning.refutation, 4)}`, "faint");
    html += `<p class="actions">${button("drop", words().takeItBack, 'class="main"')}${button("anyway", words().anyway)}</p>`;
  } else {
    const inCheck = isLive() && state.position.check && state.position.side === state.side ? `${words().inCheck} ` : "";
    html += paragraph(escapeText(inCheck + turnText()), "lead");
    if (ply() !== total()) html += `<p class="actions">${button("latest", words().backToGame, 'class="main"')}</p>`;
  }
  if (hint && isLive() && !warning) html += paragraph(`${words().hint}${words().colon}${hintText(hint)}`);
  if (said) html += paragraph(escapeText(said));
  if (state.opening) html += paragraph(escapeText(openingName(state.opening)), "faint");
  if (state.coach && state.evaluation && isLive()) {
    const judge = state.engine ? " (chuhe)" : "";
    html += paragraph(`${words().evaluation}${judge} ${scoreText(state.evaluation.red_score)}`, "faint");
  }
  // On a phone, an unread message is shown as a sheet over the bottom of the page.
  const isSheet = Boolean(ply() === total() && (state.finish || warning || hint || said) && (warning || !isRead));
  if (isSheet && !warning) html = `${button("dismiss", icon("x"), `class="close" aria-label="${words().close}"`)}${html}`;
  byId("status").classList.toggle("sheet", isSheet);
  byId("status").classList.toggle("asks", isSheet && warning !== null);
  if (byId("status").innerHTML !== html) byId("status").innerHTML = html;
}

// Draws the actions available now; the menu contains all others.
function drawActions() {
  const off = (/** @type {boolean | null | undefined} */ is) => (is ? "disabled" : "");
  /** @type {string[]} */
  let html = [];
  if (state && !isNew && state.finish) {
    html = [button("review", words().reviewThis, `class="main" ${off(!total())}`), button("rematch", words().rematch), button("new", words().newGame), more()];
  } else if (state && !isNew) {
    const hasMoved = total() > (state.both || state.side === "red" ? 0 : 1);
    html = [button("undo", words().undo, off(!hasMoved)), button("hint", words().hint, off(state.position.side !== state.side)), button("askResign", words().resign), more()];
  } else {
    if (state) html.push(button("close", words().backToGame));
    if (taken && !isNew) html.push(button("new", words().newGame));
    if (invites) html.push(button("invite", words().inviteFriend));
    html.push(button("open", words().openFile), button("games", words().savedGames), button("puzzles", words().bundledPuzzles));
  }
  byId("play-actions").innerHTML = html.join("");
  byId("new-game").hidden = !isNew || Boolean(wanted?.game);
  waiting.drawOffers(isNew, unfinished());
  byId("other-games").hidden = !isNew;
  document.body.classList.toggle("begins", isNew);
}

const more = () => button("more", icon("ellipsis"), `aria-label="${words().more}" title="${words().more}" aria-haspopup="dialog"`);

async function showMenu() {
  const { finish, coach, thinks } = playing();
  /** @type {[string, string, boolean?][]} */
  const items = finish ? [] : [["draw", playing().both ? words().agreeDraw : words().draw, thinks === "draw"], ["coach", coach ? words().coachOff : words().coachOn]];
  items.push(["analyse", words().toAnalysis], ["share", words().share], ["save", words().saveAs, !total()], ["file", words().file]);
  if (finish) items.push(["undo", words().undo, !total()]);
  else items.push(["new", words().newGame]);
  items.push(["games", words().savedGames], ["open", words().openFile], ["lessons", words().lessonsTitle]);
  const chosen = await menu(nameForPeople(playing().saved ?? words().newGame), items);
  if (chosen) await actions[chosen](byId("play-actions"));
}

async function chooseSaved() {
  const name = await saved.choose({
    shelf: "games", title: words().savedGames, none: words().noGames,
    facts(game) {
      const result = game.result === "*" ? words().unfinished : outcomeText(game.result);
      const place = !game.own ? words().readOnly : game.open && game.name !== state?.saved ? words().inUse : "";
      return [playersForPeople(game.red, game.black), moveCount(game.plies), result, place];
    },
    renamed(name, to) {
      if (state?.saved === name) state.saved = to;
      waiting.rename(name, to);
      draw();
    },
    gone(name) {
      if (state?.saved === name) [state, isNew] = [null, true];
      draw();
    },
  });
  if (name !== null) await load({ name });
}

function drawMoves() {
  byId("moves").hidden = isNew || !total();
  byId("moves").innerHTML = state && !isNew ? moveList(state.moves, state.start, () => "") : "";
  if (state && !isNew && state.finish) {
    for (const at of state.finish.moves) byId("moves").querySelector(`[data-ply="${at}"]`)?.classList.add("decided");
  }
  markMove(byId("moves"), ply());
}

function draw(/** @type {string | null} */ slides = null) {
  drawBoard(slides);
  drawPlayers();
  drawStatus();
  drawActions();
  drawMoves();
  byId("keys").textContent = words().keysPlay;
  modes.settle();
}

// Actions.

function goto(/** @type {number} */ at) {
  if (isNew) return;
  looksAt = at >= total() ? null : Math.max(at, 0);
  draw();
}

// Starts a game, with the move that the user has made on the waiting board, if any.
async function begin(fields = readForm()) {
  // A program may take long to start, and the session does nothing else once the game is requested.
  const isKnown = !fields.engine || await attempt(() => engines.learn(fields.engine ?? "")) !== null;
  if (!isKnown || !await send("play.new", fields)) {
    waiting.takeFirst();
    if (isNew) wait();
    return false;
  }
  begun = fields;
  isNew = false;
  reader.flipped = isBlackBelow();
  const { legal, side } = playing().position;
  const made = waiting.takeFirst();
  if (made && side === playing().side && legal.includes(made)) sendMove(made);
  else ahead = made;
  show();
  return true;
}

// Shows the board on which a game can begin.
function wait() {
  isNew = true;
  reader.flipped = choices.side === "black";
  drawForm();
  draw();
}

// Shows a game that has just begun or been opened.
function show() {
  if (modes.modeName() !== "play") return;
  reader.flipped = isBlackBelow();
  draw();
  scrollTo(0, 0);
}

// Starts another game with the same settings and the sides exchanged.
async function rematch() {
  choices.side = playing().both ? "both" : other(playing().side);
  drawForm();
  await begin();
}

// Continues a game. The game of someone else is shown in the analysis. Returns whether there is a game now.
async function load(/** @type {FileFields} */ fields) {
  try {
    take(await ask("play.load", fields));
    isNew = false;
  } catch (error) {
    if (refusal(error).code !== "not-yours") throw error;
    modes.redirect("analyse", { game: fields.name });
    return false;
  }
  show();
  return true;
}

// Continues a copy of someone else's game, which is saved at once.
async function copy(/** @type {GameFile} */ { name, text }) {
  if (await load({ name, text })) playing().saved = (await ask("play.save")).name;
  show();
}

async function askHint() {
  const answer = await ask("play.hint");
  if (!answer.hint) return;
  hint = answer.hint;
  isRead = false;
  draw();
  say(hintText(answer.hint, true));
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  undo: () => send("play.undo"),
  hint: askHint,
  draw: async () => {
    if (playing().both && !await openSheet(words().reallyDraw, answers([["agree", words().agreeDraw], ["", words().cancel]]))) return;
    await send("play.draw");
  },
  askResign: async () => {
    const sure = await openSheet(playing().both ? format(words().resigns, { side: sideName(playing().side) }) : words().reallyResign, answers([["resign", words().resign], ["", words().cancel]]));
    if (sure) await send("play.resign");
  },
  coach: () => send("play.coach", { on: !playing().coach }),
  anyway: () => { warning = null; return send("play.anyway"); },
  drop: async () => {
    const back = laid && laid.slice(2) + laid.slice(0, 2);
    if (await send("play.drop")) draw(back);
    byId("board").focus({ preventScroll: true });
  },
  dismiss: () => { isRead = true; hint = null; said = ""; draw(); },
  takeBack: () => taken && load({ name: taken }),
  analyse: async () => {
    const { name, text } = await ask("play.file");
    const { games } = await ask("read", { name, text });
    modes.enter("analyse", { ...games[0], at: ply() });
  },
  review: async () => modes.enter("review", await ask("play.file")),
  rematch,
  share: () => share(linePlace(playing().start, playing().moves.map(({ move }) => move), ply())),
  save: async () => {
    const name = await askText(words().saveName, nameForPeople(playing().saved ?? ""));
    if (name === null || name === nameForPeople(playing().saved ?? "")) return;
    const answer = await ask("play.save", { name });
    if (state) state.saved = answer.name;
    notify(format(words().saved, { name: nameForPeople(answer.name) }));
    draw();
  },
  file: async () => download(await ask("play.file")),
  new: () => {
    choices.begins = "usual";
    wait();
    waiting.recall().then(() => draw());
    scrollTo(0, 0);
    byId("board").focus({ preventScroll: true });
  },
  close: () => { isNew = false; show(); },
  latest: () => goto(total()),
  more: showMenu,
  settings: newGame.showMore,
  lessons: showLessons,
  pieces: (pressed) => usePieces(pressed.dataset.set ?? ""),
  goOn: () => load({ name: waiting.memory(unfinished()).unfinished?.name }),
  reviewLast: async () => {
    if (await load({ name: waiting.memory(unfinished()).last?.name })) modes.enter("review", await ask("play.file"));
  },
  invite: () => modes.enter("friend"),
  puzzles: () => modes.enter("review", { bundled: true }),
  games: chooseSaved,
  open: async () => load(await fileFields(await chooseFile())),
  ply: (pressed) => goto(Number(pressed.dataset.at)),
};

// Goes to the game and move in the address.
async function goTo(/** @type {Place} */ place) {
  if (place.game && place.game !== state?.saved) {
    if (!isConnected()) { wanted = place; return; }
    if (!await load({ name: place.game })) return;
  }
  isNew = !place.game && !state;
  if (isNew) wait();
  else if (place.ply) goto(Number(place.ply));
  else goto(total());
}

modes.add("play", {
  where: () => wanted ?? (isNew || !state?.saved ? {} : { game: state.saved, ply: looksAt ?? "" }),
  enter(what) {
    if (what && what.file) attempt(() => copy(what.file));
    if (what && what.address) attempt(() => goTo(what.address));
    if (what && what.fen) {
      choices.fen = what.fen;
      choices.begins = "analysis";
      wait();
    }
    reader.flipped = state && !isNew ? isBlackBelow() : choices.side === "black";
  },
  leave() {
    table.setBar(null);
    byId("table").classList.remove("over");
    document.body.classList.remove("begins");
  },
  draw: () => { drawForm(); draw(); },
  turned: () => draw(),
  step: (by) => goto(ply() + by),
  // In time trouble, nobody wants to leave the position by mistake.
  wheel: (by) => { if (!isLive() || !playing().clocks) goto(ply() + by); },
  goto: (end) => goto(end ? total() : 0),
  drop: async (file) => load(await fileFields(file)),
  paste: (text) => load({ text }),
  keys: { u: () => state && !isNew && send("play.undo"), "?": showLessons, h: () => isLive() && attempt(askHint) },
});

// Called when the connection is restored, with the old session or a new one. In a new session, the saved game is
// loaded. Returns whether that succeeded.
export async function resume(/** @type {any} */ session) {
  const place = wanted;
  wanted = null;
  if (session && session.play) {
    // The user may have asked for a new game already.
    if (!state) isNew = waiting.hasFirst();
    take(session.play);
    if (modes.modeName() === "play") reader.flipped = isBlackBelow();
  } else if (state && isNew) {
    // The game is saved, and can be continued from there.
    state = null;
  } else if (state && !state.finish) {
    // A game is saved from its first move on. Before, it can be started again.
    const [{ saved }, fields] = [state, begun];
    if (saved) return attempt(() => load({ name: saved }));
    if (fields) return begin(fields);
    state = null;
    wait();
  }
  const isThere = !place || await attempt(async () => { await goTo(place); return true; });
  if (waiting.hasFirst()) await begin();
  if (isNew) await waiting.recall();
  if (modes.modeName() === "play") draw();
  return Boolean(isThere);
}

export function start() {
  for (const id of ["status", "play-actions", "new-game", "offer", "memory"]) startActions(byId(id), actions);
  newGame.start(() => {
    reader.flipped = choices.side === "black";
    drawForm();
    draw();
  });
  byId("new-game").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => begin());
  });
  byId("moves").addEventListener("click", (event) => {
    const pressed = targetIn(event, "[data-ply]");
    if (pressed && modes.modeName() === "play") goto(Number(pressed.dataset.ply));
  });
  on("play", (notice) => {
    if (notice.state) take(notice.state);
    if (notice.warning) [warning, laid] = [notice.warning, notice.warning.move.move];
    if ("draw" in notice) said = notice.draw ? words().drawTaken : words().drawDeclined;
    if (notice.unsaved) said = notice.unsaved;
    if (notice.failure) said = notice.failure;
    if (notice.note) notify(notice.note);
    if (notice.taken) {
      taken = notice.taken;
      state = null;
      isNew = false;
    }
    if (!notice.state) isRead = false;
    if (!notice.state && modes.modeName() === "play") draw();
    if (notice.warning) say(`${words().warning}${words().colon}${notice.warning.text}`);
  });
  setInterval(drawClocks, 200);
}
