// Matches of engines: their list, and one of them with its boards, its table and its games, while it runs and after.

import { boardsHtml, clockOf, scoreAt, takeBoards } from "./boards.js";
import { attempt, button, expectation, notify, piecesAfter, scoreText, setBar, startActions } from "./common.js";
import { ask, on } from "./connection.js";
import { drawCurve, testAbout, testText } from "./llr.js";
import * as modes from "./modes.js";
import { encounterText, factsHtml, gamesHtml, tableHtml } from "./standings.js";
import * as table from "./table.js";
import { say } from "./table.js";

const LIST_EVERY_MS = 4000;
// How many games the server gives at a time.
const PAGE = 50;
// How long the end of a game stays before the next one is followed.
const END_STAYS_MS = 3000;

// The matches, and the folder of the one that is open.
let list = null;
let folder = null;
let match = null;
// The game that is shown large, and the ply that is looked at (null: the last one).
let game = null;
let looksAt = null;
// Whether the next game is to be followed when this one is over.
let follows = true;
let waits = 0;
// The game that was looked at before another mode came in between.
let wanted = null;

const NEW = () => ({ key: null, names: [], table: null, llr: [], total: 0, rows: [], before: null, after: 0, boards: new Map(), numbers: [], more: 0, problem: "" });
const isShown = () => modes.modeName() === "watch";
const total = () => (game ? game.moves.length : 0);
const ply = () => Math.min(looksAt ?? total(), total());
const nameOf = (side) => (game ? match.names[game.engines[side === "red" ? 0 : 1]] : "");

// Writes into an element only what is new, and leaves the focus where it was.
function refill(element, html) {
  if (element.filled === html) return;
  element.filled = html;
  const { dataset, id } = element.contains(document.activeElement) ? document.activeElement : {};
  const typed = id ? document.activeElement.value : null;
  element.innerHTML = html;
  if (id && byId(id)) {
    byId(id).value = typed;
    byId(id).focus();
  } else if (dataset) {
    const [name, value] = Object.entries(dataset).find(([key]) => ["do", "board", "game", "folder", "ply"].includes(key)) || [];
    if (name) element.querySelector(`[data-${name}="${CSS.escape(value)}"]`)?.focus({ preventScroll: true });
  }
}

// What the server says.

async function open(name) {
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
    // Without a connection it is opened when there is one.
    if (!error.code || folder !== name) return;
    notify(error.message);
    close();
    return;
  }
  if (folder !== name) return;
  match.key = answer.key;
  try {
    history.replaceState(null, "", `#watch=${encodeURIComponent(name)}`);
  } catch {
    // The address stays as it is.
  }
}

function close() {
  if (match && match.key !== null) attempt(() => ask("watch.close"));
  folder = null;
  match = null;
  game = null;
  modes.enter("watch");
}

// The folder that the address names.
function folderOf(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}

async function readList() {
  const answer = await attempt(() => ask("watch.list"));
  if (!answer) return;
  list = answer.matches;
  if (isShown() && !folder) drawList();
}

function hear(notice) {
  if (!match || notice.key !== match.key) return;
  const before = match.table;
  if (notice.begins) {
    const isSame = notice.begins.names.join("\n") === match.names.join("\n");
    match = { ...NEW(), key: match.key, names: notice.begins.names };
    if (!isSame) {
      game = null;
      clearTimeout(waits);
      waits = 0;
    } else if (game && !game.isLive) {
      // The same match is told in another language.
      attempt(() => loadGame(game.number, true));
    }
  }
  if (notice.table) match.table = notice.table;
  if (notice.llr) match.llr = [...match.llr.slice(0, notice.llr.from), ...notice.llr.points];
  if (notice.games) takeGames(notice.games);
  if ("problem" in notice) match.problem = notice.problem;
  let slides = null;
  if (notice.boards) slides = takeNews(notice.boards);
  if (before && before.sprt && !before.sprt.accepted && match.table && match.table.sprt && match.table.sprt.accepted) {
    say(testText(match.table.sprt, match.table.played, true)[0]);
  }
  if (!game && !waits) chooseSome();
  else if (game && follows && !game.isLive && !waits && match.numbers.length) followNext();
  if (isShown()) draw(slides);
}

function takeGames({ total: all, new: fresh }) {
  match.total = all;
  if (match.before === null) {
    match.rows = [...fresh, ...match.rows].slice(0, PAGE);
    match.after = Math.max(0, all - PAGE);
  }
  // The game that was followed is over: its end is shown for a while.
  if (game && game.isLive) {
    const row = fresh.find(({ number }) => number === game.number);
    if (row) endGame(row);
  }
}

async function endGame({ number, result, ending }) {
  game = { ...game, isLive: false, result, ending };
  say([words().gameNumber(number), words().outcome(result), ending].join(words().comma));
  attempt(() => loadGame(number, true));
  clearTimeout(waits);
  waits = follows ? setTimeout(() => { waits = 0; followNext(); }, END_STAYS_MS) : 0;
}

function takeNews(news) {
  match.numbers = takeBoards(match.boards, news);
  match.more = news.more;
  const board = game && game.isLive && match.boards.get(game.number);
  if (!board) return null;
  const isStep = board.moves.length === game.moves.length + 1 && looksAt === null;
  game = { ...board, isLive: true };
  return isStep ? board.moves[board.moves.length - 1].move : null;
}

// Follows a running game.
function follow(number) {
  clearTimeout(waits);
  waits = 0;
  game = { ...match.boards.get(number), isLive: true };
  looksAt = null;
  follows = true;
}

function followNext() {
  if (!match) return;
  const next = match.numbers.find((number) => number > (game ? game.number : 0)) ?? match.numbers[0];
  if (next !== undefined) follow(next);
  if (isShown()) draw();
}

// At first a running game, or else the newest one.
function chooseSome() {
  if (wanted !== null && match.total) {
    follows = false;
    attempt(() => loadGame(wanted));
    wanted = null;
  } else if (match.numbers.length) follow(match.numbers[0]);
  else if (match.table && !match.table.loading && match.rows.length) {
    follows = match.table.stage === "running";
    attempt(() => loadGame(match.rows[0].number));
  }
}

// Shows a game that is over, from its last move or, if it is `kept`, where it is.
async function loadGame(number, kept = false) {
  const { key } = match;
  const answer = await ask("watch.game", { number });
  if (!match || match.key !== key || (kept && (!game || game.number !== number))) return;
  const told = answer.game;
  const moves = told.tree.moves.map(({ move }) => move);
  const engines = [told.tags.Red, told.tags.Black].map((name) => match.names.indexOf(name));
  game = { number, engines, start: told.start, moves, scores: answer.scores, result: told.result, ending: answer.ending, tree: told.tree, tags: told.tags, isLive: false };
  if (!kept) looksAt = null;
  if (isShown()) draw();
}

async function readPage(before) {
  const { rows, before: next } = await ask("watch.games", { before: before ?? match.total });
  Object.assign(match, { rows, before, after: next });
  draw();
}

// Drawing.

const stageText = (it) => words().stages[it];

function drawList() {
  const rows = (list || []).map((it) => {
    const played = it.scheduled === null ? (it.played === null ? "" : words().gameCount(it.played)) : words().gamesOf(it.played ?? "?", it.scheduled);
    const day = new Date(it.changed * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const facts = [it.running ? `<b class="live">${words().stages.running}</b>` : "", played, escapeText(day), escapeText(it.folder)].filter(Boolean).join(" · ");
    return `<li><button type="button" data-folder="${escapeText(it.folder)}"><b>${it.names.map(escapeText).join(" – ")}</b><span class="faint">${facts}</span></button></li>`;
  });
  const none = list ? `<p>${words().noMatches}</p><p class="faint">${words().noMatchesHelp}</p>` : `<p class="faint">${words().connecting}</p>`;
  refill(byId("matches"), `<h2>${words().matches}</h2>${rows.length ? `<ul class="list">${rows.join("")}</ul>` : none}`);
}

function drawBoard(slides) {
  if (!game) {
    table.show({ pieces: piecesOf("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR") });
    setBar(null, true);
    return;
  }
  const at = ply();
  const played = game.moves[at - 1];
  table.show({ pieces: piecesAfter(game.start, game.moves.slice(0, at)), slides: at === total() ? slides : null, last: played && played.move });
  setBar(scoreAt(game.scores, at), true);
}

function drawPlayers() {
  const sides = flipped ? ["red", "black"] : ["black", "red"];
  ["players-top", "players-bottom"].forEach((id, index) => {
    const side = sides[index];
    byId(id).dataset.side = side;
    const isTurn = game && game.isLive && game.side === side && ply() === total();
    byId(id).classList.toggle("turn", Boolean(isTurn));
    byId(id).innerHTML = `<span class="name">${escapeText(nameOf(side) || sideName(side))}</span><span class="clock" data-clock="${side}"></span>`;
  });
  drawClocks();
}

function clockText(ms) {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

function drawClocks() {
  if (!isShown() || !game || !game.isLive) return;
  for (const side of ["red", "black"]) {
    const clock = document.querySelector(`[data-clock="${side}"]`);
    if (!clock) continue;
    const { left, thinks } = clockOf(game, side);
    clock.textContent = left !== null ? clockText(left) : thinks !== null ? clockText(thinks) : "";
    clock.title = left === null && thinks !== null ? words().thinkingFor : "";
    clock.classList.toggle("runs", thinks !== null);
  }
}

function drawHead() {
  const { names, table: result, problem } = match;
  let html = `<p class="lead">${names.map(escapeText).join(" – ") || escapeText(folder)}</p>`;
  if (result) {
    const played = result.scheduled === null ? words().gameCount(result.played) : words().gamesOf(result.played, result.scheduled);
    html += `<p>${[result.loading ? words().loading : stageText(result.stage), played].join(words().comma)}</p>`;
    if (result.damage) html += `<p class="alert">${escapeText(result.damage)}</p>`;
  } else if (!problem) {
    html += `<p class="faint">${words().loading}</p>`;
  }
  if (problem) html += `<p class="alert">${escapeText(problem)}</p>`;
  refill(byId("match"), `<div>${html}</div><p class="actions">${button("close", words().allMatches)}</p>`);
}

function drawGame() {
  byId("shown-game").hidden = !game;
  byId("moves").hidden = !total();
  byId("graph").classList.toggle("useless", !game || game.scores.filter(Boolean).length < 2);
  if (!game) return;
  const state = game.isLive
    ? `<b class="live">${words().live}</b> ${words().moveNumber(Math.ceil(total() / 2))}`
    : [words().outcome(game.result), game.ending].filter(Boolean).map(escapeText).join(words().comma);
  const live = !game.isLive && match.numbers.length ? button("next", words().nextLive, 'class="main"') : "";
  refill(byId("shown-game"), `<div><p class="lead">${words().gameNumber(game.number)} · ${state}</p></div>
    <p class="actions">${live}${button("analyse", words().toAnalysis)}</p>`);
  const moves = game.moves.map((move, at) => ({ ...move, worth: game.scores[at] }));
  refill(byId("moves"), moveList(moves, game.start, ({ worth }) => (worth ? `<span class="worth faint">${scoreText(worth)}</span>` : "")));
  markMove(byId("moves"), ply());
  const values = [null, ...game.scores.map((score) => (score ? expectation(score) : null))];
  if (!byId("graph").classList.contains("useless")) drawExpectations(byId("graph"), values, [], ply());
}

function drawBoards() {
  byId("boards").hidden = !match.numbers.length;
  byId("boards").setAttribute("aria-label", words().liveBoards);
  const more = match.more ? `<p class="faint">${words().moreBoards(match.more)}</p>` : "";
  refill(byId("boards"), boardsHtml(match.boards, match.numbers, match.names, game && game.isLive ? game.number : null) + more);
}

function drawTest() {
  const sprt = match.table && match.table.sprt;
  byId("test").hidden = !sprt;
  if (!sprt) return;
  const isOver = match.table.stage === "over";
  const text = testText(sprt, match.table.played, isOver);
  refill(byId("test-text"), `<h2>${words().test}</h2><p class="lead">${escapeText(text[0])}</p><p>${escapeText(text[1])}</p><p class="faint">${escapeText(testAbout(sprt, match.names))}</p>`);
  drawCurve(byId("llr"), match.llr, sprt);
  byId("llr").setAttribute("aria-label", `${words().llrCurve} ${text.join(" ")}`);
}

function drawStandings() {
  const result = match.table;
  byId("standings").hidden = !result;
  byId("match-games").hidden = !result;
  if (!result) return;
  const pairings = result.encounters.filter(({ games }) => games.wins + games.draws + games.losses);
  const texts = pairings.map((it) => `<p>${escapeText(encounterText(it, match.names))}</p>`);
  const many = texts.length > 1 ? `<details><summary>${words().pairings}</summary>${texts.join("")}</details>` : texts.join("");
  refill(byId("standings"), `<h2>${words().table}</h2>${tableHtml(result, match.names)}${many}${factsHtml(result)}`);
  const { rows, before, after, total: all } = match;
  refill(byId("match-games"), gamesHtml({ rows, isNewest: before === null, hasOlder: after > 0, total: all }, match.names, game && !game.isLive ? game.number : null));
}

function draw(slides) {
  if (!isShown()) return;
  document.body.classList.toggle("lists-matches", !folder);
  byId("matches").hidden = Boolean(folder);
  byId("match").hidden = !folder;
  byId("keys").textContent = folder ? words().keysWatch : "";
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

// What can be done.

function goto(at) {
  if (!game) return;
  looksAt = at >= total() ? null : Math.max(at, 0);
  // Who looks back wants this game, not the next.
  follows = looksAt === null && game.isLive;
  clearTimeout(waits);
  waits = 0;
  draw();
}

function openGame(number) {
  clearTimeout(waits);
  waits = 0;
  follows = false;
  return attempt(async () => {
    await loadGame(number);
    byId("left").scrollIntoView({ block: "nearest" });
  });
}

function analyse() {
  if (!game) return;
  const { start, moves, tree } = game;
  const tags = { Red: nameOf("red"), Black: nameOf("black"), ...game.tags };
  modes.enter("analyse", tree ? { start, tree, tags, at: ply() } : { start, moves, tags, at: ply() });
}

const actions = {
  close,
  analyse,
  next: followNext,
  newer: () => readPage(match.before + PAGE >= match.total ? null : match.before + PAGE),
  older: () => readPage(match.after),
  find: () => Number(byId("game-number").value) > 0 && openGame(Number(byId("game-number").value)),
};

modes.add("watch", {
  enter(what) {
    // Other modes have written here, too.
    byId("moves").filled = null;
    if (what && folderOf(what.address)) open(folderOf(what.address));
    else if (folder) open(folder);
    else readList();
  },
  leave() {
    document.body.classList.remove("lists-matches");
    byId("graph").classList.remove("useless");
    setBar(null);
    clearTimeout(waits);
    waits = 0;
    if (match && match.key !== null) {
      match.key = null;
      attempt(() => ask("watch.close"));
    }
  },
  draw: () => draw(),
  turned: () => draw(),
  step: (by) => goto(ply() + by),
  goto: (end) => goto(end ? total() : 0),
  // A file is a game to be looked at.
  drop(file) {
    modes.enter("analyse");
    return modes.mode().drop(file);
  },
  paste(text) {
    modes.enter("analyse");
    return modes.mode().paste(text);
  },
  keys: { n: () => folder && followNext(), a: analyse, Escape: () => folder && close() },
});

// The connection is there again; the server no longer knows what was watched.
export function resume() {
  if (!isShown()) return;
  if (folder) open(folder);
  else readList();
}

export function start() {
  for (const id of ["match", "shown-game", "match-games"]) startActions(byId(id), actions);
  byId("matches").addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-folder]");
    if (pressed) open(pressed.dataset.folder);
  });
  byId("boards").addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-board]");
    if (!pressed) return;
    follow(Number(pressed.dataset.board));
    draw();
  });
  byId("match-games").addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-game]");
    if (pressed) openGame(Number(pressed.dataset.game));
  });
  byId("match-games").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.id === "game-number") actions.find();
  });
  byId("moves").addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-ply]");
    if (pressed && isShown()) goto(Number(pressed.dataset.ply));
  });
  byId("graph").addEventListener("click", (event) => {
    if (isShown() && game) goto(graphPly(event, total()));
  });
  on("watch", hear);
  setInterval(drawClocks, 200);
  setInterval(() => { if (isShown() && !folder && !document.hidden) readList(); }, LIST_EVERY_MS);
}
