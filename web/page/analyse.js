// The analysis mode: a tree of moves, and the engine's results for the position shown.

import { eachPlayer } from "../shared/board.js";
import { byId, fieldOf, targetIn } from "../shared/frame.js";
import { drawExpectations, graphPly } from "../shared/game.js";
import { escapeText, reader } from "../shared/reader.js";
import { expectation } from "../shared/score.js";
import { format, openingName, sideName } from "../shared/words.js";
import * as comment from "./comment.js";
import { START, attempt, button, fileFields, kingOf, notify, offer, piecesAfter, startActions } from "./common.js";
import { ask, curve, isConnected, on } from "./connection.js";
import * as engines from "./engines.js";
import * as exchange from "./exchange.js";
import * as explorer from "./explorer.js";
import { icon } from "./icons.js";
import * as kept from "./kept.js";
import * as lookup from "./lookup.js";
import * as modes from "./modes.js";
import { nameForPeople, playerForPeople, playersForPeople } from "./people.js";
import * as saved from "./saved.js";
import * as searches from "./searches.js";
import { drawLines, engine } from "./searches.js";
import * as setup from "./setup.js";
import { linePlace, share } from "./share.js";
import { askText, openSheet } from "./sheet.js";
import * as table from "./table.js";
import * as tree from "./tree.js";
import * as view from "./tree-view.js";
import { moveCount, words } from "./words.js";

// The tag with the names of the engines that were used.
const ENGINES = "Engines";
// How long each position is searched for the graph.
const SWEEP_MS = 400;
// What the page remembers an analysis without a name under.
const UNNAMED = "analysis";
// How long a line that was removed can be restored.
const RESTORES_MS = 15_000;

/** @type {{ start: string, root: TreeNode, tags: Record<string, string> }} */
const game = { start: START, root: tree.newRoot(), tags: {} };
let current = game.root;
// The server's data on the position shown; null while the request is pending.
/** @type {PositionState | null} */
let position = null;
let sweeps = false;
// The key of the search whose result is being awaited for the graph.
/** @type {number | null} */
let swept = null;
// The first engine, whose scores are those of the graph.
const first = searches.searches[0];
let asks = false;
let asksAgain = false;
let isHeld = false;
// The engine line being previewed and how many of its moves are played; null for the position itself.
/** @type {{ place: number, line: number, count: number } | null} */
let preview = null;
// The place that the address requested before there was a connection.
/** @type {Place | null} */
let wanted = null;

const movesTo = (/** @type {TreeNode} */ at) => tree.path(at).map(({ move }) => move);
// The positions of the line shown, and how many moves have been played in it.
const lineNow = () => {
  const before = tree.path(current);
  return { line: [game.root, ...before, ...tree.follow(current).slice(1)], ply: before.length };
};
// The side that moved to a position.
const moverOf = (/** @type {number} */ plies) => /** @type {Side} */ ((game.start.split(" ")[1] === "b") === (plies % 2 === 0) ? "red" : "black");

// Requests the server's data on the position shown, and a search of that position, with only one request at a time.
async function inquire() {
  if (asks) {
    asksAgain = true;
    return;
  }
  asks = true;
  do {
    asksAgain = false;
    await attempt(askOnce);
  } while (asksAgain);
  asks = false;
}

async function askOnce() {
  const at = current;
  const wasOn = engine.isOn;
  await searches.stop();
  const answer = await ask("analyse.position", { fen: game.start, moves: movesTo(at).map(({ move }) => move) });
  tree.path(at).forEach((node, index) => { node.move = answer.moves?.[index] || node.move; });
  if (at !== current) {
    asksAgain = true;
    return;
  }
  position = answer;
  if (answer.verdict) at.score = { winner: answer.verdict.winner };
  draw();
  if (!wasOn) return;
  if (answer.verdict || !answer.legal.length) {
    if (sweeps) sweepOn();
    return;
  }
  await searches.start(sweeps);
  if (first.failure) endSweep();
}

function arrive(/** @type {TreeNode} */ to, /** @type {string | null} */ slides = null) {
  current = to;
  preview = null;
  position = null;
  searches.forget();
  lookup.forget();
  draw(slides);
  inquire();
}

function go(/** @type {TreeNode | null | undefined} */ to, /** @type {string | null} */ slides = null) {
  if (!to) return;
  if (to !== current) return arrive(to, slides);
  draw(slides);
  inquire();
}

// Plays moves after the position shown. Moves that the tree does not contain yet are added to it.
function playMoves(/** @type {Move[]} */ moves) {
  const isKnown = tree.walk(current, moves.map(({ move }) => move)) !== null;
  if (!isKnown && !mayChange()) return draw();
  let at = current;
  for (const move of moves) at = tree.child(at, move);
  go(at, moves.length === 1 ? moves[0].move : null);
  if (!isKnown) changed();
}

const playMove = (/** @type {string} */ move) => playMoves([{ move, wxf: move, chinese: move }]);

// Whether the tree may be changed. What belongs to someone else has to be copied first.
function mayChange() {
  const view = kept.viewed();
  if (view) notify(format(words().viewed, { name: nameForPeople(view.name) }));
  return !view;
}

// Called when the tree has changed: saves the analysis soon, unless it is empty and unnamed.
function changed() {
  if (game.root.children.length || game.start !== START || kept.name()) kept.keepSoon();
}

// Shows a game from the server, given its `start` and either a `tree` or `moves`. `at` is the ply to begin with. Only
// `begin`, `open` and `view` may call this, because they take care of the analysis that was shown before.
function show(/** @type {ToldGame} */ told, at = 0) {
  setup.close();
  sweeps = false;
  const tags = { ...told.tags, ...(told.result && told.result !== "*" && { Result: told.result }) };
  Object.assign(game, { start: told.start, root: tree.newRoot(), tags });
  if (told.tree) tree.addLine(game.root, told.tree);
  else tree.addLine(game.root, { moves: (told.moves || []).map((move) => ({ move })) });
  arrive(tree.follow(game.root)[at] || game.root);
  if (told.note) notify(told.note);
}

// Starts a new analysis with a game, and then calls `then`.
function begin(/** @type {ToldGame} */ told, at = 0, then = () => {}) {
  return kept.leave(() => {
    kept.forget();
    show(told, at);
    then();
  });
}

// Opens a saved analysis.
const open = (/** @type {string} */ name) => kept.leave(async () => show(await kept.open(name)));

// Shows a game that belongs to someone else.
const openOther = (/** @type {string} */ name) => kept.leave(async () => show(await kept.view("games", name)));

// Keeps an analysis without a name for a reload of the page. A named one is stored by the server.
export function hurry() {
  const isKept = !kept.name() && !kept.viewed() && game.root.children.length > 0;
  try {
    if (isKept) sessionStorage.setItem(UNNAMED, JSON.stringify({ address: location.hash, game: written() }));
    else sessionStorage.removeItem(UNNAMED);
  } catch {
    // Without storage, or if the analysis is too large for it, the address still contains the line shown.
  }
}

// The analysis without a name that the page showed at this address before it was reloaded.
async function unnamedHere() {
  const { address, game: last } = JSON.parse(sessionStorage.getItem(UNNAMED) ?? "{}");
  if (!last || address !== location.hash) return null;
  const { text } = await ask("write", { format: "pgn", game: last });
  return (await ask("read", { text })).games[0];
}

// Goes to the place in the address.
async function goTo(/** @type {Place} */ place) {
  wanted = place;
  if (!isConnected()) return;
  const moves = place.moves ? place.moves.split(",") : [];
  const at = place.ply ? Number(place.ply) : moves.length;
  const { game: other, name = other } = place;
  const { shelf, name: viewed } = kept.viewed() ?? {};
  const shown = kept.name() || (shelf === (other ? "games" : "analyses") && viewed);
  try {
    if (name && name !== shown) await (other ? openOther(other) : open(name));
    else if (!name && (kept.name() || (place.fen || START) !== game.start || (moves[0] && !tree.walk(game.root, moves)))) {
      if (!Object.keys(place).length) return;
      const last = await unnamedHere().catch(() => null);
      if (last) {
        await begin(last);
        go(tree.walk(game.root, moves.slice(0, at)) ?? game.root);
        return;
      }
      const position = await ask("analyse.position", { fen: place.fen || START, moves });
      await begin({ start: place.fen || START, moves: position.moves }, at);
      return;
    }
  } finally {
    wanted = null;
  }
  // The game of someone else opens at its last move.
  go(other && !place.moves ? tree.follow(game.root).pop() : tree.walk(game.root, moves.slice(0, at)) ?? game.root);
}

// The place for the address: the name of the analysis, or the whole line if the analysis has no name.
function where() {
  if (wanted) return wanted;
  const [shown, moves] = [kept.viewed(), movesTo(current).map(({ move }) => move).join(",")];
  if (shown?.shelf === "games") return { game: shown.name, moves };
  const name = kept.name() || shown?.name;
  return name ? { name, moves } : placeOfLine();
}

// The place of the line shown, with all of its moves.
function placeOfLine() {
  const { line, ply } = lineNow();
  return linePlace(game.start, line.slice(1).map(({ move }) => move.move), ply);
}

export const written = () => ({ tags: game.tags, start: game.start, tree: tree.line(game.root) });
export const fenNow = () => position && position.fen;

// Handles news from the engine.

function hear(/** @type {any} */ notice) {
  if (notice.taken) return kept.lose(notice.taken);
  const place = searches.at(notice.key);
  if (place < 0) return;
  const search = searches.searches[place];
  if (notice.done) {
    search.key = null;
    if (notice.failure) {
      searches.fail(search, notice.failure);
      if (!place) endSweep();
    }
    if (sweeps) sweepOn();
    else if (notice.made_room) inquire();
    return drawLines();
  }
  search.waits = notice.queue ?? null;
  // A search that ended to make room for others is started again. Its earlier results are shown until the new search is
  // as deep.
  if (notice.lines && notice.depth >= (search.found?.depth ?? 0)) {
    search.found = notice;
    noteEngine(searches.nameAt(place) ?? "");
    if (notice.lines[0] && !notice.lines[0].bound && !place) Object.assign(current, { score: notice.lines[0].red_score, by: engines.title(searches.nameAt(0) ?? "") });
  }
  if (modes.modeName() !== "analyse") return;
  drawBoard();
  drawLines();
  drawGraph();
  if (sweeps && notice.lines && swept !== notice.key) {
    swept = notice.key;
    setTimeout(() => { if (sweeps && first.key === notice.key) sweepOn(); }, SWEEP_MS);
  }
}

// Without its engine, the graph cannot be completed.
function endSweep() {
  if (!sweeps) return;
  sweeps = false;
  draw();
}

// Records in the analysis which engines were used, if there is a choice.
function noteEngine(/** @type {string} */ name) {
  if (!engines.hasOthers() || kept.viewed()) return;
  const used = (game.tags[ENGINES] ?? "").split("; ").filter(Boolean);
  if (used.includes(engines.title(name))) return;
  game.tags[ENGINES] = [...used, engines.title(name)].join("; ");
  drawTree();
  if (kept.name()) kept.keepSoon();
}

function setEngine(/** @type {boolean} */ isOn) {
  engine.isOn = isOn;
  sweeps = sweeps && isOn;
  if (isOn) inquire();
  else attempt(searches.stop);
  draw();
}

// Goes to the next position in the line without a score, until every position has one.
function sweepOn() {
  const next = lineNow().line.find((at) => at.score === null);
  if (next === current && first.key !== null) {
    // Only bounds are known so far, so wait for more.
    swept = null;
  } else if (next) {
    go(next);
  } else {
    sweeps = false;
    setEngine(false);
  }
}

// Drawing.

function drawBoard(/** @type {string | null} */ slides = null) {
  if (setup.isOpen()) return setup.draw();
  const seen = preview && searches.moves(preview);
  const moves = [...movesTo(current), ...(seen || [])];
  const pieces = piecesAfter(game.start, moves);
  const marks = engine.isOn && !seen ? searches.marks() : "";
  // Drawings belong to the position, and not to one that is only previewed.
  const drawings = seen ? {} : { drawn: comment.drawings(current), onDrawn: (/** @type {string[]} */ drawn) => comment.setDrawings(current, drawn) };
  table.show({
    ...drawings, draws: comment.draws() && !seen,
    pieces, marks, slides, last: moves.length ? moves[moves.length - 1].move : null,
    check: position && position.check && !seen ? kingOf(pieces, position.side) : null,
    legal: position && !seen ? position.legal : [],
    onMove: playMove,
  });
  table.setBar(current.score, true);
}

function drawPlayers() {
  eachPlayer((id, side) => {
    byId(id).dataset.side = side;
    byId(id).classList.toggle("turn", Boolean(position && position.side === side && !setup.isOpen()));
    const name = playerForPeople(game.tags[side === "red" ? "Red" : "Black"]) || sideName(side);
    byId(id).innerHTML = `<span class="name">${escapeText(name)}</span>`;
  });
}

// The name of the analysis, its opening, and the engines that were used.
function drawHead() {
  const title = kept.name() ? `<b class="kept">${escapeText(nameForPeople(kept.name()))}</b>` : "";
  const facts = position?.opening ? [openingName(position.opening)] : [];
  if (engines.hasOthers() || game.tags[ENGINES]) {
    const graphed = [...new Set(lineNow().line.flatMap(({ score, by }) => (score && by ? [by] : [])))];
    if (game.tags[ENGINES]) facts.push(format(words().usedEngines, { engine: game.tags[ENGINES] }));
    if (graphed.length) facts.push(format(words().graphBy, { engine: graphed.join("; ") }));
  }
  byId("tree-head").innerHTML = [title, ...facts.map((text) => `<span class="faint">${escapeText(text)}</span>`)].join(" ");
  byId("tree-head").title = facts.join(" · ");
}

function drawTree() {
  byId("tree").setAttribute("aria-label", words().tree);
  drawHead();
  // The pane takes room from the moves.
  comment.draw(current, moverOf(tree.path(current).length));
  view.draw(game.root, game.start, current);
}

// The buttons below the moves stay the same elements, so that they keep the focus.
const BAR = { comment: "message-square", playFrom: "play", review: "graduation-cap", share: "share-2", more: "ellipsis" };

function drawBar() {
  const box = byId("tree-actions");
  const names = [words().comment, words().playFrom, words().reviewThis, words().share, words().more];
  if (box.dataset.names !== names.join()) {
    box.dataset.names = names.join();
    box.setAttribute("aria-label", words().bar);
    box.innerHTML = Object.entries(BAR).map(([name, sign], at) => button(name, `${icon(sign)}<span>${words().barWords[at]}</span>`, `aria-label="${names[at]}" title="${names[at]}"`)).join("");
  }
  const off = { comment: kept.viewed() !== null, playFrom: !position || Boolean(position.verdict), review: !game.root.children.length };
  for (const [name, isOff] of Object.entries(off)) {
    const pressed = /** @type {HTMLButtonElement} */ (box.querySelector(`[data-do=${name}]`));
    // A disabled button loses the focus.
    pressed.disabled = isOff && document.activeElement !== pressed;
  }
  box.querySelector("[data-do=comment]")?.setAttribute("aria-expanded", String(comment.isOpen()));
}

const drawExplorer = () => explorer.show(explorer.placeAfter(game.start, movesTo(current), (move) => playMoves([move]), begin));

// What belongs to someone else can be copied.
function drawView() {
  const view = kept.viewed();
  byId("viewed").hidden = !view;
  byId("viewed").innerHTML = view ? `<p>${escapeText(format(words().viewed, { name: nameForPeople(view.name) }))}</p><p class="actions">${button("copyView", words().makeCopy, 'class="main"')}</p>` : "";
}

function drawGraph() {
  const { line, ply } = lineNow();
  byId("graph").classList.toggle("useless", line.length < 2);
  if (line.length > 1) drawExpectations(words().graph, line.map(({ score }) => (score ? expectation(score, curve) : null)), [], ply);
}

function draw(/** @type {string | null} */ slides = null) {
  if (modes.modeName() !== "analyse") return;
  byId("setup").hidden = !setup.isOpen();
  document.body.classList.toggle("sets-up", setup.isOpen());
  drawBoard(slides);
  drawPlayers();
  drawView();
  drawTree();
  drawBar();
  drawLines();
  drawGraph();
  drawExplorer();
  const isOn = byId("engine-switch");
  if (isOn) {
    isOn.textContent = engine.isOn ? words().engineOff : words().engineOn;
    isOn.setAttribute("aria-pressed", String(engine.isOn));
  }
  byId("keys").textContent = words().keysAnalyse;
  modes.settle();
}

// Actions.

// Goes to the previous or next variation from the same position or, without one, from the last place where the line
// split.
function goBeside(/** @type {number} */ by) {
  for (let at = current; at.parent; at = at.parent) {
    const { children } = at.parent;
    if (children.length > 1) {
      go(children[(children.indexOf(at) + by + children.length) % children.length]);
      return;
    }
  }
}

function remove() {
  const [{ parent }, gone] = [current, current];
  if (!parent || !mayChange()) return;
  const at = parent.children.indexOf(gone);
  tree.remove(gone);
  go(parent);
  changed();
  offer(format(words().removedLine, { move: gone.move[reader.notation] }), words().restore, () => {
    notify("");
    // The analysis may have been replaced since.
    if (!mayChange() || !tree.restore(game.root, gone, at)) return;
    go(gone);
    changed();
  }, RESTORES_MS);
}

// Everything that is not needed for every move: a dialog with other actions, and with the fields for files.
async function more() {
  const [isViewed, isEmpty] = [kept.viewed() !== null, !game.root.children.length];
  const isMain = tree.path(current).every((at) => at.parent?.children[0] === at);
  /** @type {[string, string, string, boolean][]} */
  const items = [
    ["empty", words().empties, words().emptiesLong, false], ["kept", words().keptAnalyses, "", false],
    ["rename", words().saveAs, "", isEmpty || isViewed], ["setup", words().setUp, words().setupHelp, false],
    ["sweep", sweeps ? words().stop : words().fillGraph, words().fillGraphLong, isEmpty && !sweeps],
    ["promote", words().promote, words().promoteLong, isMain || isViewed], ["remove", words().remove, "", !current.parent || isViewed],
  ];
  const rows = items.map(([name, text, long, isOff]) => `<button type="button" data-answer="${name}" title="${long}" ${isOff ? "disabled" : ""}>${text}</button>`);
  const given = await openSheet(words().more, `<div class="menu two">${rows.join("")}</div>${exchange.html()}`);
  if (given) await actions[given]?.(byId("tree-actions"));
}

async function chooseKept() {
  const name = await saved.choose({
    shelf: "analyses", title: words().keptAnalyses, none: words().noAnalyses,
    facts: ({ red, black, plies, own }) => [playersForPeople(red, black), moveCount(plies), own ? "" : words().readOnly],
    renamed: kept.rename,
    gone: (name) => name === kept.name() && begin({ start: START }),
  });
  if (name !== null) await open(name);
}

// Copies what belongs to someone else: a game is continued, and an analysis is saved as a new one.
async function copyView() {
  const view = kept.viewed();
  if (view?.shelf === "games") modes.enter("play", { file: await ask("write", { format: "pgn", game: written() }) });
  else await kept.keep();
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  engine: () => setEngine(!engine.isOn),
  lookup: (pressed) => position && lookup.look(/** @type {LookupName} */ (pressed.dataset.whom)),
  setup() {
    if (setup.isOpen()) setup.close();
    else setup.open(piecesAfter(game.start, movesTo(current)), position ? position.side : "red");
    draw();
  },
  sweep() {
    sweeps = !sweeps;
    if (!sweeps) return setEngine(false);
    engine.isOn = true;
    if (current.score === null) go(current);
    else sweepOn();
  },
  promote() { tree.promote(current); draw(); changed(); },
  remove,
  more,
  comment: () => comment.toggle(),
  kept: chooseKept,
  share: () => share(placeOfLine()),
  rename: async () => {
    const name = await askText(words().analysisName, kept.name() ? nameForPeople(kept.name()) : "");
    if (name === null || name === nameForPeople(kept.name())) return;
    await kept.keep(name);
    draw();
  },
  whole: (pressed) => searches.toggle(pressed.dataset.at ?? ""),
  options: async (pressed) => {
    if (await engines.edit(searches.nameAt(Number(pressed.dataset.place)) ?? "")) chooseAgain();
  },
  playFrom: () => position && modes.enter("play", { fen: fenNow() }),
  review: async () => game.root.children.length && modes.enter("review", await ask("write", { format: "pgn", game: written() })),
  empty: () => begin({ start: START }),
  copyView,
};

modes.add("analyse", {
  where,
  enter(what) {
    if (!what) return inquire();
    if (what.address) {
      attempt(() => goTo(what.address));
      return inquire();
    }
    // `tries` are moves that were played in the previous mode, `lines` those that were tried there after a ply.
    begin(what, what.at, () => {
      for (const { from, moves } of what.lines ?? []) {
        let at = tree.follow(game.root)[from];
        for (const move of at ? moves : []) at = tree.child(at, move);
      }
      if (what.lines?.length) changed();
      if (what.tries?.length) playMoves(what.tries);
      else draw();
    });
  },
  leave() {
    setup.close();
    sweeps = false;
    setEngine(false);
    table.setBar(null);
    byId("graph").classList.remove("useless");
    explorer.show(null);
  },
  draw() {
    searches.draw();
    setup.drawForm();
    draw();
  },
  turned: () => draw(),
  step: (by) => go(by < 0 ? current.parent : current.children[0], by > 0 && current.children[0] ? current.children[0].move.move : null),
  goto: (end) => go(end ? tree.follow(current).pop() : game.root),
  drop: async (file) => exchange.read(await fileFields(file)),
  paste: (text) => exchange.read({ text }),
  keys: {
    ArrowUp: () => goBeside(-1), ArrowDown: () => goBeside(1), " ": () => setEngine(!engine.isOn), Delete: remove,
  },
});

// Called when the connection is restored. Any search that was running has ended.
export function resume() {
  searches.forgetKeys();
  swept = null;
  const place = wanted;
  if (place) attempt(() => goTo(place));
  else kept.resume();
  if (modes.modeName() === "analyse") {
    searches.draw();
    inquire();
  }
}

// Another engine, or other options, are chosen: the position is searched again.
function chooseAgain() {
  searches.forget();
  searches.draw();
  drawBoard();
  if (engine.isOn) inquire();
}

// The moves that a button in a line stands for.
const placeOf = (/** @type {HTMLElement} */ { dataset }) => ({ place: Number(dataset.place), line: Number(dataset.line), count: Number(dataset.count) });

export function start() {
  searches.startWith(() => ({ fen: position ? position.fen : game.start, verdict: position?.verdict?.text ?? null, isHeld }));
  startActions(byId("engine"), actions);
  startActions(byId("tree-actions"), actions);
  view.start(go);
  comment.start({ changed, draw, mayChange });
  startActions(byId("viewed"), actions);
  setup.start({ changed: draw, use: (fen) => begin({ start: fen }, 0, changed) });
  exchange.start({ load: (told) => begin(told, 0, changed), written, fenNow });
  kept.start({ written, changed: () => draw() });
  byId("graph").addEventListener("click", (event) => {
    if (modes.modeName() === "analyse") {
      const { line } = lineNow();
      go(line[graphPly(event, line.length - 1)]);
    }
  });
  byId("engine").addEventListener("change", (event) => {
    const { id, value } = fieldOf(event);
    if (id === "line-count") engines.setOptions(searches.nameAt(0) ?? "", { multipv: Number(value) });
    else engines.choose(id === "engine-first" ? "analyse" : "second", value);
    chooseAgain();
    byId(id).focus();
  });
  // The engine's lines must not change under a finger until it is lifted.
  byId("engine").addEventListener("pointerdown", () => { isHeld = true; });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { isHeld = false; }));
  byId("engine").addEventListener("click", (event) => {
    const known = targetIn(event, "[data-known]");
    const move = known && lookup.moveAt(Number(known.dataset.known));
    if (move) playMoves([move]);
    const pressed = targetIn(event, "[data-line]");
    const line = pressed && searches.moves(placeOf(pressed));
    if (line) playMoves(line);
  });
  // Previews on the board the line under the mouse.
  const look = (/** @type {Event} */ event) => {
    const over = targetIn(event, "[data-line]");
    const next = over && placeOf(over);
    if (next?.place === preview?.place && next?.line === preview?.line && next?.count === preview?.count) return;
    preview = next;
    drawBoard();
  };
  byId("engine").addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") look(event); });
  byId("engine").addEventListener("pointerleave", () => { if (preview) { preview = null; drawBoard(); } });
  on("analyse", hear);
}
