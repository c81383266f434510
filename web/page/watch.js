// The mode for watching matches between engines: shows the list of matches, or an open match with its boards, table and
// games.

import { eachPlayer, piecesOf } from "../shared/board.js";
import { byId, control, fieldOf, find, focusedIn, targetIn } from "../shared/frame.js";
import { drawExpectations, graphPly, markMove, moveList } from "../shared/game.js";
import { escapeText } from "../shared/reader.js";
import { expectation, scoreText } from "../shared/score.js";
import { format, outcomeText, sideName } from "../shared/words.js";
import { boardsHtml, clockOf, scoreAt, takeBoards } from "./boards.js";
import { START, attempt, button, notify, piecesAfter, refusal, startActions } from "./common.js";
import { ask, curve, on, playsMatches } from "./connection.js";
import * as contest from "./contest.js";
import { drawCurve, testAbout, testText } from "./llr.js";
import * as modes from "./modes.js";
import { dateForPeople, folderForPeople, playerForPeople } from "./people.js";
import { linePlace, share } from "./share.js";
import { answers, openSheet } from "./sheet.js";
import { encounterText, factsHtml, gamesHtml, tableHtml } from "./standings.js";
import * as table from "./table.js";
import { say } from "./table.js";
import { moveNumber, words } from "./words.js";

const LIST_EVERY_MS = 4000;
// The number of games that the server sends at a time.
const PAGE = 50;
// How long the final position in a game is shown before the page follows the next game.
const END_STAYS_MS = 3000;

// The list of matches, and the folder of the open match.
/** @type {ListedMatch[] | null} */
let list = null;
/** @type {string | null} */
let folder = null;
/** @type {Match | null} */
let match = null;
// The match, in places where there is always one.
const opened = () => /** @type {Match} */ (match);
// The game on the large board, and the ply shown (null for the last one).
/** @type {WatchedGame | null} */
let game = null;
/** @type {number | null} */
let looksAt = null;
// Whether to follow the next game when this one ends.
let follows = true;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waits;
// The number of the game to show again after a visit to another mode.
/** @type {number | null} */
let wanted = null;

/** @type {() => Match} */
const NEW = () => ({ key: null, names: [], own: false, resumes: false, table: null, llr: [], total: 0, rows: [], before: null, after: 0, boards: new Map(), numbers: [], more: 0, problem: "" });
const isShown = () => modes.modeName() === "watch";
const total = () => (game ? game.moves.length : 0);
const ply = () => Math.min(looksAt ?? total(), total());
const named = () => opened().names.map(playerForPeople);
const nameOf = (/** @type {Side} */ side) => (game ? named()[game.engines[side === "red" ? 0 : 1]] : "");

// The HTML that each element shows.
/** @type {Map<HTMLElement, string>} */
const filled = new Map();

// Updates an element only if its HTML has changed, and keeps the focus.
function refill(/** @type {HTMLElement} */ element, /** @type {string} */ html) {
  if (filled.get(element) === html) return;
  filled.set(element, html);
  const focus = focusedIn(element);
  element.innerHTML = html;
  if (focus?.id && byId(focus.id)) {
    control(focus.id).value = focus.value;
    byId(focus.id).focus();
  } else if (focus) {
    const [name, value = ""] = Object.entries(focus.dataset).find(([key]) => ["do", "board", "game", "folder", "ply"].includes(key)) || [];
    if (name) find(element, `[data-${name}="${CSS.escape(value)}"]`)?.focus({ preventScroll: true });
  }
}

async function open(/** @type {string} */ name) {
  if (name !== folder) wanted = null;
  else if (game && !game.isLive) wanted = game.number;
  folder = name;
  match = NEW();
  game = null;
  looksAt = null;
  follows = true;
  draw();
  let answer;
  try {
    answer = await ask("watch.open", { folder: name });
  } catch (error) {
    // If the connection is lost, the match is opened once the connection is restored.
    if (!refusal(error).code || folder !== name) return;
    notify(refusal(error).text);
    close();
    return;
  }
  if (folder !== name) return;
  match.key = answer.key;
}

function close() {
  if (match && match.key !== null) attempt(() => ask("watch.close"));
  folder = null;
  match = null;
  game = null;
  modes.enter("watch");
}

// Goes to the match, finished game and move in the address.
function goTo(/** @type {Place} */ place) {
  if (!place.match) {
    if (folder) close();
    else readList();
    return;
  }
  if (place.match !== folder || !match) open(place.match);
  looksAt = place.ply ? Number(place.ply) : null;
  const number = Number(place.game);
  if (!number || (game && !game.isLive && game.number === number)) return;
  follows = false;
  if (match?.key != null) attempt(() => loadGame(number, true, looksAt));
  else wanted = number;
}

async function readList() {
  const answer = await attempt(() => ask("watch.list"));
  if (!answer) return;
  list = answer.matches;
  if (isShown() && !folder) drawList();
}

function hear(/** @type {WatchNotice} */ notice) {
  if (!match || notice.key !== match.key) return;
  const before = match.table;
  if (notice.begins) {
    const isSame = notice.begins.names.join("\n") === match.names.join("\n");
    match = { ...NEW(), key: match.key, names: notice.begins.names, own: notice.begins.own, resumes: notice.begins.resumes };
    if (!isSame) {
      game = null;
      clearTimeout(waits);
      waits = undefined;
    } else if (game && !game.isLive) {
      // The server sends the same match again, in another language.
      const { number } = game;
      attempt(() => loadGame(number, true));
    }
  }
  if (notice.table) match.table = notice.table;
  if (notice.llr) match.llr = [...match.llr.slice(0, notice.llr.from), ...notice.llr.points];
  if (notice.games) takeGames(notice.games);
  if (notice.problem !== undefined) match.problem = notice.problem;
  let slides = null;
  if (notice.boards) slides = takeNews(notice.boards);
  if (before && before.sprt && !before.sprt.accepted && match.table && match.table.sprt && match.table.sprt.accepted) {
    say(testText(match.table.sprt, match.table.played, true)[0]);
  }
  if (!game && !waits) chooseSome();
  else if (game && follows && !game.isLive && !waits && match.numbers.length) followNext();
  if (isShown()) draw(slides);
}

function takeGames(/** @type {{ total: number, new: GameRow[] }} */ { total: all, new: fresh }) {
  opened().total = all;
  if (opened().before === null) {
    opened().rows = [...fresh, ...opened().rows].slice(0, PAGE);
    opened().after = Math.max(0, all - PAGE);
  }
  // The game on the large board has ended; its final position is shown for `END_STAYS_MS`.
  if (game && game.isLive) {
    const shown = game;
    const row = fresh.find(({ number }) => number === shown.number);
    if (row) endGame(shown, row);
  }
}

async function endGame(/** @type {WatchedGame} */ shown, /** @type {GameRow} */ { number, result, ending }) {
  game = { ...shown, isLive: false, result, ending };
  say([format(words().gameNumber, { n: number }), outcomeText(result), ending].join(words().comma));
  attempt(() => loadGame(number, true));
  clearTimeout(waits);
  waits = follows ? setTimeout(() => { waits = undefined; followNext(); }, END_STAYS_MS) : undefined;
}

function takeNews(/** @type {BoardsNews} */ news) {
  opened().numbers = takeBoards(opened().boards, news);
  opened().more = news.more;
  const board = game && game.isLive && opened().boards.get(game.number);
  if (!board) return null;
  const isStep = board.moves.length === total() + 1 && looksAt === null;
  game = { ...board, isLive: true };
  return isStep ? board.moves[board.moves.length - 1].move : null;
}

// Follows a game in progress.
function follow(/** @type {number} */ number) {
  clearTimeout(waits);
  waits = undefined;
  const board = opened().boards.get(number);
  if (!board) return;
  game = { ...board, isLive: true };
  looksAt = null;
  follows = true;
}

function followNext() {
  if (!match) return;
  const next = match.numbers.find((number) => number > (game ? game.number : 0)) ?? match.numbers[0];
  if (next !== undefined) follow(next);
  if (isShown()) draw();
}

// Chooses the first game to show: one in progress or, without one, the newest.
function chooseSome() {
  if (wanted !== null && opened().total) {
    follows = false;
    const number = wanted;
    wanted = null;
    attempt(() => loadGame(number));
  } else if (opened().numbers.length) follow(opened().numbers[0]);
  else if (opened().table?.loading === false && opened().rows.length) {
    follows = opened().table?.stage === "running";
    attempt(() => loadGame(opened().rows[0].number));
  }
}

// Shows a finished game at its last move or, if it is `kept`, at the current one.
async function loadGame(/** @type {number} */ number, kept = false, /** @type {number | null} */ at = null) {
  const { key } = opened();
  const answer = await ask("watch.game", { number });
  if (!match || match.key !== key || (kept && at === null && (!game || game.number !== number))) return;
  /** @type {{ tree: TreeLine, tags: Record<string, string>, start: string, result: string }} */
  const told = answer.game;
  const moves = told.tree.moves.map(({ move }) => move);
  const engines = [told.tags.Red, told.tags.Black].map((name) => opened().names.indexOf(name));
  game = { number, engines, start: told.start, moves, scores: answer.red_scores, result: told.result, ending: answer.ending, tree: told.tree, tags: told.tags, isLive: false };
  if (!kept) looksAt = null;
  if (isShown()) draw();
}

async function readPage(/** @type {number | null} */ before) {
  const { rows, before: next } = await ask("watch.games", { before: before ?? opened().total });
  Object.assign(opened(), { rows, before, after: next });
  draw();
}

// Drawing.

function drawList() {
  const rows = (list || []).map((it) => {
    const played = it.scheduled === null ? (it.played === null ? "" : format(words().gameCount, { n: it.played })) : format(words().gamesOf, { played: it.played ?? "?", n: it.scheduled });
    const day = dateForPeople(new Date(it.changed * 1000));
    const facts = [it.running ? `<b class="live">${words().stages.running}</b>` : "", played, escapeText(day), escapeText(folderForPeople(it.folder))].filter(Boolean).join(" · ");
    return `<li><button type="button" data-folder="${escapeText(it.folder)}"><b>${it.names.map((name) => escapeText(playerForPeople(name))).join(" – ")}</b><span class="faint">${facts}</span></button></li>`;
  });
  const none = list ? `<p>${words().noMatches}</p><p class="faint">${words().noMatchesHelp}</p>` : `<p class="faint">${words().connecting}</p>`;
  const begin = playsMatches ? `<p class="actions">${button("begin", words().beginMatch, 'class="main"')}</p>` : "";
  refill(byId("matches"), `<h2>${words().matches}</h2>${begin}${rows.length ? `<ul class="list">${rows.join("")}</ul>` : none}`);
}

function drawBoard(/** @type {string | null} */ slides = null) {
  if (!game) {
    table.show({ pieces: piecesOf(START) });
    table.setBar(null, true);
    return;
  }
  const at = ply();
  const played = game.moves[at - 1];
  table.show({ pieces: piecesAfter(game.start, game.moves.slice(0, at)), slides: at === total() ? slides : null, last: played && played.move });
  table.setBar(scoreAt(game.scores, at), true);
}

function drawPlayers() {
  eachPlayer((id, side) => {
    byId(id).dataset.side = side;
    const isTurn = game && game.isLive && game.side === side && ply() === total();
    byId(id).classList.toggle("turn", Boolean(isTurn));
    byId(id).innerHTML = `<span class="name">${escapeText(nameOf(side) || sideName(side))}</span><span class="clock" data-clock="${side}"></span>`;
  });
  drawClocks();
}

function clockText(/** @type {number} */ ms) {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

function drawClocks() {
  if (!isShown() || !game || !game.isLive) return;
  for (const side of /** @type {const} */ (["red", "black"])) {
    const clock = find(document.body, `[data-clock="${side}"]`);
    if (!clock) continue;
    const { left, thinks } = clockOf(game, side);
    clock.textContent = left !== null ? clockText(left) : thinks !== null ? clockText(thinks) : "";
    clock.title = left === null && thinks !== null ? words().thinkingFor : "";
    clock.classList.toggle("runs", thinks !== null);
  }
}

function drawHead() {
  const { table: result, problem } = opened();
  let html = `<p class="lead">${named().map(escapeText).join(" – ") || escapeText(folderForPeople(folder ?? ""))}</p>`;
  if (result) {
    const played = result.scheduled === null ? format(words().gameCount, { n: result.played }) : format(words().gamesOf, { played: result.played, n: result.scheduled });
    html += `<p>${[result.loading ? words().loading : words().stages[result.stage], played].join(words().comma)}</p>`;
    if (result.damage) html += `<p class="alert">${escapeText(result.damage)}</p>`;
  } else if (!problem) {
    html += `<p class="faint">${words().loading}</p>`;
  }
  if (problem) html += `<p class="alert">${escapeText(problem)}</p>`;
  refill(byId("match"), `<div>${html}</div><p class="actions">${result?.stage === "running" && opened().own ? button("stop", words().stopMatch) : ""}${result?.stage === "stopped" && opened().resumes ? button("resume", words().resumeMatch, 'class="main"') : ""}${button("close", words().allMatches)}</p>`);
}

function drawGame() {
  byId("shown-game").hidden = !game;
  byId("moves").hidden = !total();
  byId("graph").classList.toggle("useless", !game || game.scores.filter(Boolean).length < 2);
  if (!game) return;
  const state = game.isLive
    ? `<b class="live">${words().live}</b> ${moveNumber(total())}`
    : [outcomeText(game.result), game.ending].filter(Boolean).map(escapeText).join(words().comma);
  const live = !game.isLive && opened().numbers.length ? button("next", words().nextLive, 'class="main"') : "";
  refill(byId("shown-game"), `<div><p class="lead">${format(words().gameNumber, { n: game.number })} · ${state}</p></div>
    <p class="actions">${live}${button("analyse", words().toAnalysis)}${button("share", words().share)}</p>`);
  const { scores } = game;
  const moves = game.moves.map((move, at) => ({ ...move, worth: scores[at] }));
  refill(byId("moves"), moveList(moves, game.start, ({ worth }) => (worth ? `<span class="worth">${scoreText(worth)}</span>` : "")));
  markMove(byId("moves"), ply());
  const values = [null, ...game.scores.map((score) => (score ? expectation(score, curve) : null))];
  if (!byId("graph").classList.contains("useless")) drawExpectations(words().graph, values, [], ply());
}

function drawBoards() {
  byId("boards").hidden = !opened().numbers.length;
  byId("boards").setAttribute("aria-label", words().liveBoards);
  const more = opened().more ? `<p class="faint">${format(words().moreBoards, { n: opened().more })}</p>` : "";
  refill(byId("boards"), boardsHtml(opened().boards, opened().numbers, named(), game && game.isLive ? game.number : null) + more);
}

function drawTest() {
  const { table: result, llr } = opened();
  const names = named();
  const sprt = result && result.sprt;
  byId("test").hidden = !sprt;
  if (!sprt) return;
  const text = testText(sprt, result.played, result.stage === "over");
  refill(byId("test-text"), `<h2>${words().test}</h2><p class="lead">${escapeText(text[0])}</p><p>${escapeText(text[1])}</p><p class="faint">${escapeText(testAbout(sprt, names))}</p>`);
  drawCurve(byId("llr"), llr, sprt);
  byId("llr").setAttribute("aria-label", `${words().llrCurve} ${text.join(" ")}`);
}

function drawStandings() {
  const result = opened().table;
  byId("standings").hidden = !result;
  byId("match-games").hidden = !result;
  if (!result) return;
  const pairings = result.encounters.filter(({ games }) => games.wins + games.draws + games.losses);
  const texts = pairings.map((it) => `<p>${escapeText(encounterText(it, named()))}</p>`);
  const many = texts.length > 1 ? `<details><summary>${words().pairings}</summary>${texts.join("")}</details>` : texts.join("");
  refill(byId("standings"), `<h2>${words().table}</h2>${tableHtml(result, named())}${many}${factsHtml(result)}`);
  const { rows, before, after, total: all } = opened();
  refill(byId("match-games"), gamesHtml({ rows, isNewest: before === null, hasOlder: after > 0, total: all }, named(), game && !game.isLive ? game.number : null));
}

function draw(/** @type {string | null} */ slides = null) {
  if (!isShown()) return;
  document.body.classList.toggle("lists-matches", !folder);
  byId("matches").hidden = Boolean(folder);
  byId("match").hidden = !folder;
  byId("keys").textContent = folder ? words().keysWatch : "";
  modes.settle();
  if (!folder) {
    for (const id of ["moves", "shown-game", "boards", "test", "standings", "match-games"]) byId(id).hidden = true;
    byId("graph").classList.add("useless");
    drawList();
    return;
  }
  drawBoard(slides);
  drawPlayers();
  drawHead();
  drawGame();
  drawBoards();
  drawTest();
  drawStandings();
}

// Actions.

function goto(/** @type {number} */ at) {
  if (!game) return;
  looksAt = at >= total() ? null : Math.max(at, 0);
  // A user who steps back wants to stay with this game.
  follows = looksAt === null && game.isLive;
  clearTimeout(waits);
  waits = undefined;
  draw();
}

function openGame(/** @type {number} */ number) {
  clearTimeout(waits);
  waits = undefined;
  follows = false;
  return attempt(async () => {
    await loadGame(number);
    byId("left").scrollIntoView({ block: "nearest" });
  });
}

function analyse() {
  if (!game) return;
  const { start, moves } = game;
  const { tree = undefined, tags: known = {}, result = undefined } = game.isLive ? {} : game;
  const tags = { Red: nameOf("red"), Black: nameOf("black"), ...known };
  modes.enter("analyse", { start, tags, result, at: ply(), ...(tree ? { tree } : { moves }) });
}

function findGame() {
  const number = Number(control("game-number").value);
  return number > 0 && openGame(number);
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  begin: async () => {
    const begun = await contest.begin();
    if (begun) open(begun);
  },
  stop: async () => {
    const sure = folder && await openSheet(words().reallyStop, answers([["stop", words().stopMatch], ["", words().cancel]]));
    if (folder && sure) await contest.stop(folder);
  },
  resume: async () => {
    if (folder) open((await contest.resume(folder)).folder);
  },
  close,
  analyse,
  share: () => game && share(linePlace(game.start, game.moves.map(({ move }) => move), ply())),
  next: followNext,
  newer: () => {
    const before = (opened().before ?? 0) + PAGE;
    return readPage(before >= opened().total ? null : before);
  },
  older: () => readPage(opened().after),
  find: findGame,
};

modes.add("watch", {
  where: () => ({ match: folder ?? "", game: game && !game.isLive ? game.number : "", ply: game && !game.isLive ? looksAt ?? "" : "" }),
  enter(what) {
    // Other modes may have changed this element.
    filled.delete(byId("moves"));
    if (what && what.address) goTo(what.address);
    else if (folder) open(folder);
    else readList();
  },
  leave() {
    document.body.classList.remove("lists-matches");
    byId("graph").classList.remove("useless");
    table.setBar(null);
    clearTimeout(waits);
    waits = undefined;
    if (match && match.key !== null) {
      match.key = null;
      attempt(() => ask("watch.close"));
    }
  },
  draw: () => draw(),
  turned: () => draw(),
  step: (by) => goto(ply() + by),
  goto: (end) => goto(end ? total() : 0),
  // A dropped file is a game to analyse.
  drop(file, files) {
    modes.enter("analyse");
    return modes.mode().drop(file, files);
  },
  paste(text) {
    modes.enter("analyse");
    return modes.mode().paste(text);
  },
  keys: { n: () => folder && followNext(), a: analyse, Escape: () => folder && close() },
});

// Called when the connection is restored. The server no longer knows which match was watched.
export function resume() {
  if (!isShown()) return;
  if (folder) open(folder);
  else readList();
}

export function start() {
  for (const id of ["matches", "match", "shown-game", "match-games"]) startActions(byId(id), actions);
  byId("matches").addEventListener("click", (event) => {
    const pressed = targetIn(event, "[data-folder]");
    if (pressed?.dataset.folder) open(pressed.dataset.folder);
  });
  byId("boards").addEventListener("click", (event) => {
    const pressed = targetIn(event, "[data-board]");
    if (!pressed) return;
    follow(Number(pressed.dataset.board));
    draw();
  });
  byId("match-games").addEventListener("click", (event) => {
    const pressed = targetIn(event, "[data-game]");
    if (pressed) openGame(Number(pressed.dataset.game));
  });
  byId("match-games").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && fieldOf(event).id === "game-number") findGame();
  });
  byId("moves").addEventListener("click", (event) => {
    const pressed = targetIn(event, "[data-ply]");
    if (pressed && isShown()) goto(Number(pressed.dataset.ply));
  });
  byId("graph").addEventListener("click", (event) => {
    if (isShown() && game) goto(graphPly(event, total()));
  });
  on("watch", hear);
  setInterval(drawClocks, 200);
  setInterval(() => { if (isShown() && !folder && !document.hidden) readList(); }, LIST_EVERY_MS);
}
