// The review mode, which annotates the games in a file, opens them one at a time, and searches them for puzzles.

import { annotatedGame } from "../shared/annotated.js";
import { piecesOf } from "../shared/board.js";
import { byId, control, fieldOf, fill, focusIn, label, targetIn } from "../shared/frame.js";
import { escapeText } from "../shared/reader.js";
import { format, puzzleWords, sideName } from "../shared/words.js";
import { START, attempt, button, chooseFiles, download, notify, refusal, startActions } from "./common.js";
import { ask, isConnected, on } from "./connection.js";
import * as engines from "./engines.js";
import { together } from "./exchange.js";
import * as explorer from "./explorer.js";
import * as modes from "./modes.js";
import * as list from "./review-list.js";
import * as book from "./review-puzzles.js";
import { exercises, gameOf, sideOfPerson, start as startJudging } from "./review-game.js";
import * as gameBoard from "./review-board.js";
import * as trying from "./review-try.js";
import { fileForPeople, playerForPeople, playersForPeople } from "./people.js";
import * as saved from "./saved.js";
import { linePlace, share } from "./share.js";
import { answers, menu, openSheet } from "./sheet.js";
import { storyHtml } from "./story.js";
import * as table from "./table.js";
import { words } from "./words.js";

// The address of the puzzles that come with the program. The address is read from a link in the page, so that it
// includes the version.
const bundled = () => /** @type {HTMLLinkElement} */ (byId("bundled-puzzles")).href;
/** @type {Record<string, number>} */
const NODES = { quick: 20_000, usual: 200_000, thorough: 500_000 };

// The last state of the review from the server, or null if there is none. `file` is the reviewed file.
/** @type {ReviewState | null} */
let state = null;
// The state, in places where there is always one.
const known = () => /** @type {ReviewState} */ (state);
/** @type {FileFields | null} */
let file = null;
let effort = "usual";
// The current view: the `list` of games in the file, a `game`, or `puzzles`.
let view = "list";
// The game shown, its number, and the number of the game whose annotation is awaited.
/** @type {ReturnType<typeof annotatedGame> | null} */
let game = null;
/** @type {number | null} */
let number = null;
/** @type {number | null} */
let awaited = null;
// The number of puzzles before the last search for more.
let puzzlesBefore = 0;
// The annotated game, from which exercises can be made.
/** @type {AnnotatedGame | null} */
let annotation = null;
// The place that the address requested, until it can be shown.
/** @type {Place | null} */
let wanted = null;

const isHere = () => modes.modeName() === "review";
const holds = (/** @type {number} */ job) => state !== null && job === state.job;

// The file.

// Asks before work is ended, or results are discarded that are not saved. Returns whether to go on.
async function mayReplace() {
  const isWorth = state && (state.games ?? 0) > 1 && ((state.annotated > 0 && !state.saved) || state.work !== null);
  return !isWorth || await openSheet(format(words().reallyDiscard, { name: title() }), answers([["discard", words().discard], ["", words().cancel]])) === "discard";
}

// Reviews other games, unless the user wants to keep the current review.
async function replace(/** @type {FileFields} */ fields) {
  if (await mayReplace()) await begin(fields);
}

async function begin(/** @type {FileFields} */ fields) {
  await engines.learn(engines.chosen("review"));
  const told = await ask("review.start", { ...fields, nodes: NODES[effort], ...engines.field(engines.chosen("review")) });
  file = fields;
  forget();
  take(told);
}

// Opens a saved review.
async function load(/** @type {string} */ name) {
  if (!await mayReplace()) return;
  const told = await ask("review.load", { name });
  file = null;
  forget();
  take(told);
  drawHere();
}

async function chooseSaved() {
  const name = await saved.choose({
    shelf: "reviews", title: words().keptReviews, none: words().noReviews,
    facts({ red, black, review: { file, games, annotated } = { file: "", games: 0, annotated: 0 }, own }) {
      return [fileForPeople(file), games === 1 ? playersForPeople(red, black) : format(words().reviewedOf, { done: annotated, n: games }), own ? "" : words().readOnly];
    },
  });
  if (name !== null) await load(name);
}

const title = () => fileForPeople(state?.name ?? "") || words().pastedGame;

function forget() {
  Object.assign(list.shown, { from: 1, rows: new Map() });
  book.clear();
  [state, game, number, awaited, annotation] = [null, null, null, null, null];
  view = "list";
}

function take(/** @type {ReviewState} */ told) {
  const wasRead = state && state.games !== null;
  const hadWork = state && state.work;
  const wasSaved = state?.saved;
  state = told;
  if (state.games !== null && !wasRead) {
    list.fetch(state).then(drawHere);
    const place = wanted;
    if (place) attempt(() => goTo(place));
    else if (state.games === 1) attempt(() => open(1));
  }
  if (!isHere()) return;
  if (state.saved !== wasSaved) modes.settle();
  if (hadWork && !state.work) {
    table.say(words().workDone);
    if (hadWork.task === "puzzles" && view === "puzzles") {
      if (book.count() && book.count() === puzzlesBefore) notify(puzzleWords().empty);
      draw();
    }
  }
  // Buttons stay in place as long as only the progress changes.
  if (Boolean(hadWork) !== Boolean(state.work) || hadWork?.task !== state.work?.task || hadWork?.game !== state.work?.game) drawHead();
  else if (state.work) drawWork();
}

const drawHere = () => isHere() && draw();

function hear(/** @type {{ job: number, state?: ReviewState, row?: ReviewRow, puzzles?: Puzzle[], failure?: string, unsaved?: string }} */ { job, ...news }) {
  if (!holds(job)) return;
  if (news.state) take(news.state);
  if (news.row) {
    if (list.shown.rows.has(news.row.game)) list.shown.rows.set(news.row.game, news.row);
    if (isHere() && view === "list") drawList();
    if (news.row.game === awaited) arrive(news.row);
  }
  if (news.puzzles) {
    book.add(news.puzzles);
    if (view === "puzzles") drawHere();
  }
  if (news.unsaved) notify(news.unsaved);
  if (news.failure) {
    notify(news.failure);
    if (known().games === null) forget();
    dontWait();
  }
}

// Games.

// Opens a game, after having it annotated if necessary.
async function open(/** @type {number} */ chosen) {
  try {
    return await show(chosen);
  } catch (error) {
    if (refusal(error).code !== "not-now") throw error;
  }
  [awaited, view, game, number] = [chosen, "game", null, chosen];
  drawHere();
  try {
    return await ask("review.annotate", { job: known().job, game: chosen });
  } catch (error) {
    dontWait();
    throw error;
  }
}

// Stops waiting for a game that will not be annotated.
function dontWait() {
  if (awaited !== null && view === "game") view = "list";
  if (awaited !== null) number = null;
  awaited = null;
  drawHere();
}

function arrive(/** @type {ReviewRow} */ row) {
  if (row.review) {
    attempt(() => show(row.game));
  } else {
    notify(row.refused || "");
    dontWait();
  }
}

// The game with the names of its players as people read them.
/** @type {(annotated: AnnotatedGame) => AnnotatedGame} */
const withPeople = (annotated) => {
  const { Red, Black, ...tags } = annotated.tags;
  return { ...annotated, tags: { ...tags, Red: playerForPeople(Red), Black: playerForPeople(Black) } };
};

async function show(/** @type {number} */ chosen) {
  const answer = await ask("review.game", { job: known().job, game: chosen });
  [awaited, view, number] = [null, "game", chosen];
  annotation = answer.annotation;
  trying.clear();
  game = annotatedGame(withPeople(answer.annotation), gameBoard.show, () => isHere() && modes.settle(), gameBoard.insteadOf);
  if (isHere()) {
    scrollTo(0, 0);
    draw();
  }
}

const isGame = () => isHere() && view === "game" && game !== null;

// Drawing.

function drawFile() {
  const efforts = Object.keys(NODES).map((name) => `<option value="${name}" ${name === effort ? "selected" : ""}>${words().efforts[name]}</option>`);
  const typed = byId("review-text") ? control("review-text").value : "";
  byId("review-file").innerHTML = `<h2>${words().mode.review}</h2>
    <p class="faint" id="review-help">${words().reviewHelp}</p>
    <div class="actions">${button("file", words().chooseFile, 'class="main"')}
      <label>${words().effort} <select id="review-effort">${efforts.join("")}</select></label>
      ${engines.hasOthers() ? `<label>${words().engine} ${engines.chooser("review-engine", words().engine, engines.chosen("review"))}</label>` : ""}</div>
    <textarea id="review-text" rows="3" spellcheck="false" aria-label="${words().pasteGame}" placeholder="${words().pasteGame}" aria-describedby="review-help"></textarea>
    <div class="actions">${button("text", words().readIt)}${button("kept", words().keptReviews)}</div>
    <h2>${words().puzzlesWord}</h2><p class="faint">${words().bundledAbout}</p>
    <div class="actions">${button("bundled", words().bundledPuzzles)}</div>`;
  control("review-text").value = typed;
}

function workText(/** @type {ReviewWork} */ { task, game: single, games, games_done: gamesDone, done, of }) {
  if (task === "read") return words().readingFile;
  if (task === "puzzles") return format(words().hunting, { done: gamesDone, n: games });
  if (single !== null) return format(words().reviewingOne, { game: single, done, n: of });
  return format(words().reviewingAll, { done: gamesDone, n: games, part: of ? Math.floor((100 * done) / of) : 0 });
}

// The button that starts the annotation of all games, if any are not annotated yet.
function allButton() {
  const { games, annotated, work } = known();
  const isOpen = view === "list" && games !== null && games > 1 && annotated < games;
  const isUnderWay = work && work.task === "annotate" && work.game === null;
  // During the work, the button stays where it is, so that a second click hits nothing else.
  return isOpen ? button("all", words().reviewAll, isUnderWay ? "disabled" : 'class="main"') : "";
}

// The name of the file, the current work, and links to the list and the puzzles.
function drawHead() {
  byId("review-head").hidden = !state;
  if (!state) return;
  /** @type {[string, string, string, boolean][]} */
  const tabs = [
    ["list", "list", words().gameList, state.games !== null && state.games > 1],
    ["back", "game", format(words().gameNumber, { n: number ?? 0 }), number !== null],
    ["puzzles", "puzzles", words().puzzlesWord, state.games !== null && state.annotated > 0],
  ];
  const html = tabs.filter(([, , , is]) => is).map(([name, shown, text]) => button(name, text, `aria-pressed="${view === shown}"`));
  const engine = engines.hasOthers() && state.engine ? `<p class="faint">${escapeText(format(words().byEngine, { engine: state.engine }))}</p>` : "";
  fill(byId("review-head"), `<p class="name"><b>${escapeText(title())}</b></p>${engine}
    <div class="actions">${html.join("")}${allButton()}${button("other", words().otherFile)}</div>
    <div id="review-work"></div>`);
  drawWork();
}

function drawWork() {
  const { work } = known();
  if (!work) return;
  if (!byId("review-progress")) {
    byId("review-work").innerHTML = `<p><progress id="review-progress"></progress> <span id="review-far"></span></p>${work.task === "read" ? "" : button("stop", words().stop)}`;
  }
  const [done, of] = work.task === "puzzles" ? [work.games_done, work.games] : [work.done, work.of];
  const bar = byId("review-progress");
  if (of) Object.assign(bar, { max: of, value: done });
  else bar.removeAttribute("value");
  bar.setAttribute("aria-label", words().progress);
  byId("review-far").textContent = workText(work);
}

function drawList() {
  const isShown = state !== null && view === "list" && state.games !== null;
  byId("review-list").hidden = !isShown;
  if (isShown) list.draw(known());
  else byId("review-list").textContent = "";
}

function drawActions() {
  const html = [];
  if (view === "game" && game) {
    html.push(button("learn", words().learn, 'class="main"'), button("analyse", words().toAnalysis), button("make", words().makePuzzles), button("share", words().share), button("page", words().pageFile));
  }
  if (view === "puzzles" && book.count()) {
    const isLast = book.index() === book.count() - 1;
    if (book.isDone() && !isLast) html.push(button("next", puzzleWords().next, 'class="main"'));
    if (book.isLearning() && (isLast || !book.isDone())) html.push(button("back", words().backToGame, book.isDone() ? 'class="main"' : ""));
    html.push(button("hint", puzzleWords().hint), button("solution", puzzleWords().solution), button("again", puzzleWords().again));
    html.push(button("analyse", words().toAnalysis), button("share", words().share));
    if (state && !book.isLearning()) html.push(button("puzzlePage", words().pageFile));
  }
  fill(byId("review-actions"), html.join(""));
  byId("review-actions").hidden = !html.length;
}

// Shows the moves played in the current position. A chosen move or game is opened in the analysis.
function drawExplorer() {
  if (!isHere() || view !== "game" || !game) return explorer.show(null);
  const line = game.lineShown();
  const tries = (/** @type {Move} */ move) => modes.enter("analyse", { ...line, tries: [move] });
  const opens = (/** @type {ToldGame} */ told, /** @type {number} */ at) => modes.enter("analyse", { ...told, at });
  explorer.show(explorer.placeAfter(line.start, line.moves.slice(0, line.at), tries, opens));
}

function drawEmptyBoard() {
  for (const id of ["players-top", "players-bottom"]) byId(id).textContent = "";
  table.show({ pieces: piecesOf(START) });
}

function draw() {
  if (!isHere()) return;
  const hasGame = view === "game" && game !== null;
  document.body.classList.toggle("lists", view === "list" || (view === "game" && !game) || (view === "puzzles" && !book.count()));
  document.body.classList.toggle("tells", hasGame);
  for (const id of ["story", "detail", "summary", "note"]) byId(id).hidden = !hasGame;
  for (const id of ["mistake-back", "mistake-next"]) byId(id).hidden = !hasGame;
  for (const id of ["moves", "graph"]) byId(id).classList.toggle("useless", !hasGame);
  for (const id of ["players-top", "players-bottom"]) byId(id).classList.remove("turn");
  for (const id of ["task", "list"]) byId(id).hidden = view !== "puzzles";
  byId("review-file").hidden = state !== null || view === "puzzles";
  modes.settle();
  byId("moves").hidden = false;
  if (!state) drawFile();
  drawHead();
  drawList();
  drawActions();
  label(words(), ["mistake-back", "mistake-next"]);
  byId("keys").textContent = view === "puzzles" ? puzzleWords().keys : words().keys;
  if (hasGame && game) {
    fill(byId("story"), storyHtml(game));
    game.drawAll();
    byId("note").textContent = [game.aboutTexts().join(" · "), ...game.noteTexts()].join("\n");
  } else if (view === "puzzles" && book.count()) {
    book.draw();
    drawExplorer();
  } else {
    drawEmptyBoard();
    drawExplorer();
    const work = state?.work;
    if (view === "puzzles") byId("task").innerHTML = work ? `<p class="task">${workText(work)}</p>` : noPuzzlesHtml();
  }
}

// Explains which positions are puzzles, and offers other exercises.
function noPuzzlesHtml() {
  const nearest = annotation ? button("learn", words().learn, 'class="main"') : "";
  return `<p class="task">${puzzleWords().empty}</p><p>${words().whatQualifies}</p><p class="actions">${nearest}${button("bundled", words().bundledPuzzles)}</p>`;
}

// Actions.

// Opens the puzzles that come with the program.
async function openBundled(index = 0) {
  if (!await mayReplace()) return;
  if (state && state.work) await ask("review.stop", { job: state.job });
  forget();
  wanted = { puzzles: "bundled", puzzle: index + 1 };
  try {
    const response = await fetch(bundled());
    book.clear();
    book.add((await response.json()).puzzles);
    book.goTo(index);
  } finally {
    wanted = null;
  }
  go("puzzles");
}

// Turns the mistakes of one side into exercises: those of the person who played against the program, or else of the side
// that the user chooses.
async function learn() {
  const reviewed = annotation;
  if (!reviewed) return;
  const made = { red: exercises(reviewed, "red"), black: exercises(reviewed, "black") };
  if (!made.red.length && !made.black.length) return notify(words().noMistakes);
  const item = (/** @type {Side} */ side, /** @type {string | undefined} */ name) => {
    const text = name && name !== "?" ? format(words().sideNamed, { side: sideName(side), name }) : sideName(side);
    return /** @type {[string, string, boolean]} */ ([side, format(words().mistakesOf, { side: text, n: made[side].length }), !made[side].length]);
  };
  const { Red, Black } = reviewed.tags;
  /** @type {[string, string, boolean]} */
  const both = ["both", format(words().mistakesOf, { side: words().bothSides, n: made.red.length + made.black.length }), !made.red.length || !made.black.length];
  const own = sideOfPerson(reviewed.tags);
  const side = own && made[own].length ? own : await menu(words().whoseMistakes, [item("red", Red), item("black", Black), both]);
  if (side) practise(side === "both" ? [...made.red, ...made.black].sort((one, other) => one.source.ply - other.source.ply) : made[/** @type {Side} */ (side)]);
}

function practise(/** @type {Puzzle[]} */ made) {
  if (!made.length) return notify(words().noMistakes);
  book.learn(made);
  go("puzzles");
}

// Goes to the place in the address, if the session's review contains it.
async function goTo(/** @type {Place} */ place) {
  wanted = null;
  if (place.puzzles === "bundled") return openBundled(Number(place.puzzle || 1) - 1);
  if (!isConnected() || (state && state.games === null)) {
    wanted = place;
  } else if (place.review && place.review !== state?.saved) {
    await load(place.review);
    if (state?.saved === place.review) wanted = place;
  } else if (state && place.game) {
    if (view !== "game" || number !== Number(place.game) || !game) await open(Number(place.game));
    game?.go(Number(place.ply) || 0);
    if (view !== "game") go("game");
  } else if (state && place.puzzle) {
    if (!book.count()) await makePuzzles(null);
    book.goTo(Number(place.puzzle) - 1);
    go("puzzles");
  } else if (Object.keys(place).length === 0 && !state && view === "puzzles") {
    forget();
    draw();
  } else if (state && (state.games ?? 0) > 1) {
    go("list");
  }
}

// The place for the address.
function where() {
  if (wanted) return wanted;
  /** @type {Place} */
  const place = state?.saved ? { review: state.saved } : {};
  if (view === "puzzles" && book.count() && !book.isLearning()) Object.assign(place, { puzzles: state ? "" : "bundled", puzzle: book.index() + 1 });
  else if (view === "game" && number !== null && game) Object.assign(place, { game: number, ply: game.shown.ply || "" });
  return place;
}

function go(/** @type {string} */ to) {
  view = to;
  scrollTo(0, 0);
  draw();
}

async function goToPart(/** @type {number} */ from) {
  list.shown.from = from;
  await list.fetch(known());
  draw();
  byId("review-list").scrollIntoView({ block: "nearest" });
}

async function makePuzzles(/** @type {number | null} */ chosen) {
  if (book.isLearning()) book.clear();
  puzzlesBefore = book.count();
  const answer = await ask("review.puzzles", { job: known().job, ...(chosen && { game: chosen }) });
  book.add(answer.puzzles);
  if (chosen) book.goToGame(chosen);
  go("puzzles");
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  file: async () => replace(await together(await chooseFiles())),
  text: () => control("review-text").value.trim() && replace({ text: control("review-text").value }),
  other: async () => {
    if (!await mayReplace()) return;
    if (state && state.work) await ask("review.stop", { job: state.job });
    forget();
    draw();
    focusIn("review-file", "button");
  },
  list: () => go("list"),
  back: () => go("game"),
  puzzles: () => makePuzzles(null),
  make: () => makePuzzles(number),
  stop: async () => {
    await ask("review.stop", { job: known().job });
    dontWait();
  },
  kept: chooseSaved,
  all: async () => {
    const { left } = await ask("review.annotate", { job: known().job });
    if (left) notify(format(words().noRoom, { n: left }));
  },
  open: (pressed) => open(Number(pressed.dataset.game)),
  part: (pressed) => goToPart(Number(pressed.dataset.from)),
  learn,
  bundled: () => openBundled(),
  share: () => {
    const line = view === "puzzles" ? book.position() : game?.lineShown();
    if (line) share(linePlace("start" in line ? line.start : START, line.moves.map((/** @type {Move} */ { move }) => move), line.at));
  },
  analyse,
  leave: () => game?.leaveLine(),
  page: async () => download(await ask("review.page", { job: known().job, ...(number && { game: number }) })),
  puzzlePage: async () => download(await ask("review.page", { job: known().job })),
  hint: () => book.hint(),
  solution: () => book.solution(),
  again: () => book.again(),
  next: () => book.go(1),
};

// Opens the game in the analysis, with the line on the board.
function analyse() {
  if (view === "puzzles") return modes.enter("analyse", book.position());
  const line = game?.lineShown();
  if (!annotation || !line) return;
  let at = 0;
  while (at < line.at && line.moves[at].move === annotation.moves[at]?.move) at++;
  modes.enter("analyse", { ...gameOf(annotation), at, tries: line.moves.slice(at, line.at), lines: trying.lines() });
}

const ofGame = (/** @type {() => unknown} */ act) => () => view === "game" && game && act();
const ofPuzzles = (/** @type {() => unknown} */ act) => () => view === "puzzles" && book.count() && act();

modes.add("review", {
  where,
  enter(what) {
    if (what?.address) attempt(() => goTo(what.address));
    else if (what?.bundled) attempt(() => openBundled());
    else if (what) attempt(() => replace({ name: what.name, text: what.text }));
    if (view === "puzzles" && book.count()) book.turn();
  },
  leave() {
    document.body.classList.remove("lists", "tells");
    for (const id of ["moves", "graph"]) byId(id).classList.remove("useless");
    explorer.show(null);
    table.setBar(null);
  },
  draw,
  turned: draw,
  step(by) {
    if (view === "game" && game) game.step(by);
    else if (view === "puzzles") book.go(by);
  },
  goto(end) {
    if (view === "game" && game) game.go(end ? game.last : 0);
    else if (view === "puzzles") book.go(end ? Infinity : -Infinity);
  },
  drop: async (_, files) => replace(await together(files)),
  paste: (text) => replace({ text }),
  // The wheel steps through a game, but does not leave a puzzle.
  wheel(by) {
    if (view === "game" && game) game.step(by);
  },
  keys: {
    ArrowUp: ofGame(() => game?.goMistake(-1)), ArrowDown: ofGame(() => game?.goMistake(1)), Escape: ofGame(() => game?.leaveLine()),
    h: ofPuzzles(() => book.hint()), s: ofPuzzles(() => book.solution()), r: ofPuzzles(() => book.again()),
  },
});

// Called when the connection is restored. If the review is lost, it is started again with the same file. A page that
// was reloaded finds the review in its session.
export function resume(/** @type {any} */ session) {
  const told = session && session.review;
  const place = wanted;
  // The puzzles that come with the program stay, although the session may have a review.
  const isBundled = isHere() && (place?.puzzles === "bundled" || (view === "puzzles" && !state && !book.isLearning()));
  if (told && state && told.job === state.job) {
    take(told);
    list.fetch(state).then(drawHere);
  } else if (isBundled) {
    // Nothing changes.
  } else if (told) {
    forget();
    take(told);
  } else if (state?.saved) {
    const saved = where();
    forget();
    attempt(() => goTo(saved));
  } else if (state && file) {
    const fields = file;
    attempt(() => begin(fields));
  } else if (view !== "puzzles" || book.isLearning()) {
    forget();
  }
  if (place && isHere() && !isBundled) attempt(() => goTo(place));
  drawHere();
}

export function start() {
  for (const id of ["review-file", "review-head", "review-list", "review-actions", "task", "detail"]) startActions(byId(id), actions);
  byId("review-file").addEventListener("change", (event) => {
    const { id, value } = fieldOf(event);
    if (id === "review-effort") effort = value;
    if (id === "review-engine") engines.choose("review", value);
  });
  byId("review-list").addEventListener("change", (event) => {
    const target = fieldOf(event);
    if (target.id !== "review-goto" || !target.value) return;
    const from = list.partOf(Number(target.value), state?.games ?? 0);
    target.value = "";
    attempt(() => goToPart(from));
  });
  for (const id of ["graph", "moves", "summary", "detail", "story"]) {
    byId(id).addEventListener("click", (event) => { if (isHere() && game && view === "game") game.click(event); });
  }
  for (const [id, by] of /** @type {const} */ ([["mistake-back", -1], ["mistake-next", 1]])) {
    byId(id).addEventListener("click", () => game?.goMistake(by));
  }
  byId("list").addEventListener("click", (event) => {
    const pressed = targetIn(event, "[data-index]");
    if (pressed) book.goTo(Number(pressed.dataset.index));
  });
  gameBoard.start({ game: () => (isGame() ? game : null), drawn: drawExplorer });
  book.start(() => isHere() && view === "puzzles", drawActions);
  startJudging();
  on("review", hear);
}
