// The mode for a game with a friend at another device: the invitation, the game, and what spectators see.

import { eachPlayer, piecesOf } from "../shared/board.js";
import { byId, chosenIn, control } from "../shared/frame.js";
import { markMove, moveList } from "../shared/game.js";
import { escapeText, reader, remember, remembered } from "../shared/reader.js";
import { format, openingName, sideName } from "../shared/words.js";
import { capturedHtml } from "./captured.js";
import { controlText, drawClocks as drawBothClocks } from "./clocks.js";
import { START, attempt, button, copyText, kingOf, notify, piecesAfter, refusal, startActions } from "./common.js";
import { ask, isConnected, on } from "./connection.js";
import * as modes from "./modes.js";
import { answers, openSheet } from "./sheet.js";
import * as sounds from "./sounds.js";
import * as table from "./table.js";
import { say } from "./table.js";
import { words } from "./words.js";

const SIDES = ["red", "black", "random"];
const CLOCKS = ["", "3m+2s", "5m+3s", "10m+5s", "20m+10s"];
// The margin of a QR code, in squares.
const QR_MARGIN = 4;

const choices = { name: "", side: "random", clock: "10m+5s", ...remembered("friend") };

/** @type {FriendState | null} */
let state = null;
// When the clocks in `state` were true.
let heard = 0;
// The ply shown; null for the last one.
/** @type {number | null} */
let looksAt = null;
// The code of the game to join once there is a connection.
/** @type {string | null} */
let wanted = null;
// Why the game cannot be joined.
let problem = "";
let isSending = false;

const isShown = () => modes.modeName() === "friend";
const total = () => state?.moves.length ?? 0;
const ply = () => Math.min(looksAt ?? total(), total());
const isOpen = () => Boolean(state && !state.finish && state.red.joined && state.black.joined);
const isTurn = () => isOpen() && state?.side === state?.position.side && ply() === total();

function take(/** @type {FriendState} */ next) {
  const before = state;
  const isNext = before?.code === next.code && next.moves.length === before.moves.length + 1;
  const slides = isNext ? next.moves[next.moves.length - 1].move : null;
  if (before?.code !== next.code) reader.flipped = next.side === "black";
  if (before?.code !== next.code || before.moves.length !== next.moves.length) looksAt = null;
  state = next;
  heard = performance.now();
  wanted = null;
  problem = "";
  if (before && !before.finish && next.finish) sounds.play("end");
  if (next.unsaved) notify(next.unsaved);
  if (!isShown()) return;
  if (slides) announce();
  const { proposal, finish } = next;
  if (finish && !before?.finish) say([finish.headline, ...finish.reasons].join(" "));
  else if (proposal && proposal.by !== next.side && before?.proposal?.what !== proposal.what) say(proposalText());
  draw(slides);
}

function announce() {
  if (!state) return;
  const mover = state.position.side === "red" ? "black" : "red";
  const text = format(words().played, { side: sideName(mover), text: state.moves[total() - 1][reader.notation] });
  say(text + (state.position.check ? `${words().comma}${words().check}` : ""));
}

/** @template {CommandName} Name */
const send = (/** @type {Name} */ name, /** @type {Fields<Name>} */ ...fields) => attempt(async () => {
  const answer = await ask(name, ...fields);
  if (answer.position) take(answer);
  return answer;
});

async function sendMove(/** @type {string} */ move) {
  isSending = true;
  await send("friend.move", { move });
  isSending = false;
  if (isShown()) draw();
}

// Joins the game with a code.
async function join(/** @type {string} */ code) {
  wanted = code;
  if (!isConnected()) return;
  try {
    take(await ask("friend.join", { code, ...(choices.name && { name: choices.name }) }));
  } catch (error) {
    if (!refusal(error).code) return;
    [wanted, state, problem] = [null, null, refusal(error).text];
    if (isShown()) draw();
  }
}

const nameOf = (/** @type {Side} */ side) => (side === state?.side ? words().you : state?.[side].name || words().friend);

// Drawing.

function drawBoard(/** @type {string | null} */ slides = null) {
  table.setBar(null);
  if (!state) {
    table.show({ pieces: piecesOf(START) });
    return;
  }
  const pieces = piecesAfter(state.start, state.moves.slice(0, ply()));
  const isLast = ply() === total();
  table.show({
    pieces, slides, last: state.moves[ply() - 1]?.move ?? null,
    check: isLast && state.position.check ? kingOf(pieces, state.position.side) : null,
    legal: isTurn() && !isSending ? state.position.legal : [],
    onMove: sendMove,
  });
}

function drawPlayers() {
  eachPlayer((id, side) => {
    byId(id).dataset.side = side;
    byId(id).classList.toggle("turn", isOpen() && state?.position.side === side && ply() === total());
    const isAway = state?.[side].joined && !state[side].present;
    const name = !state ? sideName(side) : state[side].joined ? nameOf(side) : words().waitsForFriend;
    const gone = state ? capturedHtml(state.start, piecesAfter(state.start, state.moves.slice(0, ply())), side) : "";
    byId(id).innerHTML = `<span class="name">${escapeText(name)}${isAway ? ` <span class="faint">${words().away}</span>` : ""}</span>${gone}<span class="clock" data-clock="${side}"></span>`;
  });
  drawClocks();
}

function drawClocks() {
  if (state && isShown()) drawBothClocks(state, heard);
}

const paragraph = (/** @type {string} */ text, name = "") => `<p class="${name}">${escapeText(text)}</p>`;

// The QR code of an address as a picture, from its rows of dark and light squares.
export function qrSvg(/** @type {string[]} */ rows, /** @type {string} */ label) {
  const size = rows.length + 2 * QR_MARGIN;
  const dark = rows.map((row, y) => [...row.matchAll(/1+/g)].map((run) => `M${run.index + QR_MARGIN} ${y + QR_MARGIN}h${run[0].length}v1h-${run[0].length}z`).join("")).join("");
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${escapeText(label)}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark}" fill="#000"/></svg>`;
}

function invitationHtml(/** @type {Invitation} */ { link, qr }) {
  return `${paragraph(words().inviteHow, "lead")}
    ${qr.length ? qrSvg(qr, words().qrLabel) : ""}
    <p class="copied"><input id="invitation" readonly aria-label="${words().inviteLink}" value="${escapeText(link)}">${button("copy", words().copy, 'class="main"')}</p>
    ${paragraph(words().inviteNote, "faint")}`;
}

function proposalText() {
  const { proposal, side } = state ?? {};
  if (!proposal) return "";
  if (proposal.by === side) return words().proposedByYou[proposal.what];
  return format(words().proposedBy[proposal.what], { name: nameOf(proposal.by) });
}

function drawStatus() {
  if (!state) {
    byId("friend-status").hidden = !problem;
    byId("friend-status").innerHTML = paragraph(problem, "lead");
    return;
  }
  const { finish, invitation, proposal, side, opening, spectators } = state;
  let html = "";
  if (invitation) html += invitationHtml(invitation);
  else if (finish) html += paragraph(finish.headline, "lead") + finish.reasons.map((reason) => paragraph(reason)).join("");
  else if (ply() !== total()) html += `${paragraph(words().earlier, "lead")}<p class="actions">${button("latest", words().backToGame, 'class="main"')}</p>`;
  else if (isTurn()) html += paragraph(`${state.position.check ? `${words().inCheck} ` : ""}${words().yourMove}`, "lead");
  else html += paragraph(format(words().turnOf, { side: nameOf(state.position.side) }), "lead");
  if (proposal) {
    html += paragraph(proposalText(), "lead");
    if (side) {
      const agree = proposal.by === side ? "" : button("agree", words().agree, 'class="main"');
      html += `<p class="actions">${agree}${button("decline", proposal.by === side ? words().withdraw : words().decline)}</p>`;
    }
  }
  if (!side && !invitation) html += paragraph(words().spectating, "faint");
  if (opening) html += paragraph(openingName(opening), "faint");
  if (spectators) html += paragraph(format(words().spectators, { n: spectators }), "faint");
  byId("friend-status").hidden = false;
  // The address may be selected.
  if (byId("friend-status").innerHTML !== html) byId("friend-status").innerHTML = html;
}

function drawForm() {
  const sides = SIDES.map((side) => `<label class="choice"><input type="radio" name="friend-side" value="${side}" ${side === choices.side ? "checked" : ""}><span>${side === "random" ? words().random : sideName(/** @type {Side} */ (side))}</span></label>`);
  byId("friend-form").innerHTML = `<h2>${words().inviteFriend}</h2>
    <p class="field"><label for="friend-name">${words().yourName}</label><input id="friend-name" maxlength="40" autocomplete="nickname" value="${escapeText(choices.name)}"></p>
    <div class="field tall" role="radiogroup" aria-labelledby="friend-sides"><span id="friend-sides">${words().yourSide}</span><span class="choices sides">${sides.join("")}</span></div>
    <p class="field"><label for="friend-clock">${words().clocks}</label><select id="friend-clock">${CLOCKS.map((clock) => `<option value="${clock}" ${clock === choices.clock ? "selected" : ""}>${controlText(clock)}</option>`).join("")}</select></p>
    <p><button type="submit" class="main wide">${words().makeInvitation}</button></p>`;
}

function drawActions() {
  const off = (/** @type {boolean} */ is) => (is ? "disabled" : "");
  /** @type {string[]} */
  const html = [];
  if (state?.side && state.finish) html.push(button("rematch", words().rematch, `class="main" ${off(state.proposal?.by === state.side)}`));
  else if (state?.side && !state.invitation) html.push(button("undo", words().undo, off(!total())), button("draw", words().draw), button("resign", words().resign));
  if (state && total()) html.push(button("analyse", words().toAnalysis));
  if (state) html.push(button("leave", state.invitation ? words().cancel : words().leaveGame));
  byId("friend-actions").innerHTML = html.join("");
}

function draw(/** @type {string | null} */ slides = null) {
  byId("friend-form").hidden = state !== null || wanted !== null;
  document.body.classList.toggle("invites", !state?.red.joined || !state.black.joined);
  drawBoard(slides);
  drawPlayers();
  drawStatus();
  drawActions();
  byId("moves").hidden = !total();
  byId("moves").innerHTML = state ? moveList(state.moves, state.start, () => "") : "";
  markMove(byId("moves"), ply());
  byId("keys").textContent = words().keysFriend;
  modes.settle();
}

// Actions.

function goto(/** @type {number} */ at) {
  looksAt = at >= total() ? null : Math.max(at, 0);
  draw();
}

async function invite() {
  Object.assign(choices, { name: control("friend-name").value.trim(), side: chosenIn("friend-form", "friend-side"), clock: control("friend-clock").value });
  remember("friend", choices);
  /** @type {NewFriendGame} */
  const fields = { side: /** @type {SideChoice} */ (choices.side) };
  if (choices.name) fields.name = choices.name;
  if (choices.clock) fields.clock = choices.clock;
  await send("friend.invite", fields);
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  copy: async () => {
    const isCopied = await copyText(state?.invitation?.link ?? "", /** @type {HTMLInputElement} */ (byId("invitation")));
    notify(isCopied ? words().copied : words().cannotCopy);
  },
  agree: () => state?.proposal && send("friend.propose", { what: state.proposal.what }),
  decline: () => send("friend.decline"),
  undo: () => send("friend.propose", { what: "undo" }),
  draw: () => send("friend.propose", { what: "draw" }),
  rematch: () => send("friend.propose", { what: "rematch" }),
  resign: async () => {
    if (await openSheet(words().reallyResign, answers([["resign", words().resign], ["", words().cancel]]))) await send("friend.resign");
  },
  analyse: () => state && modes.enter("analyse", { start: state.start, moves: state.moves, at: ply(), tags: { Red: state.red.name || "?", Black: state.black.name || "?" } }),
  latest: () => goto(total()),
  leave: async () => {
    await attempt(() => ask("friend.leave"));
    [state, problem] = [null, ""];
    modes.enter("play");
  },
};

// Called when the connection is restored.
export function resume() {
  const code = wanted ?? state?.code;
  if (code) join(code);
}

modes.add("friend", {
  where: () => (state ? { code: state.code, ply: looksAt ?? "" } : wanted ? { code: wanted } : {}),
  enter(what) {
    const { code, ply: at } = what?.address ?? {};
    if (code && code !== state?.code) join(code);
    else if (code) looksAt = at ? Number(at) : null;
    drawForm();
    if (state) reader.flipped = state.side === "black";
  },
  leave: () => document.body.classList.remove("invites"),
  draw: () => {
    if (!byId("friend-form").contains(document.activeElement)) drawForm();
    draw();
  },
  turned: () => draw(),
  step: (by) => goto(ply() + by),
  // In a game with clocks, nobody wants to leave the position by mistake.
  wheel: (by) => { if (!isTurn() || !state?.clocks) goto(ply() + by); },
  goto: (end) => goto(end ? total() : 0),
  drop: (file) => { modes.enter("analyse"); return modes.mode().drop(file, [file]); },
  paste: (text) => { modes.enter("analyse"); return modes.mode().paste(text); },
  keys: {},
});

export function start() {
  for (const id of ["friend-status", "friend-actions"]) startActions(byId(id), actions);
  byId("friend-form").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(invite);
  });
  byId("moves").addEventListener("click", (event) => {
    const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-ply]"));
    if (pressed && isShown()) goto(Number(pressed.dataset.ply));
  });
  on("friend", take);
  setInterval(drawClocks, 200);
}
