// The opening explorer, which shows the moves played in the position shown, according to the server's game database or
// opening book, with some games.

import { byId, find, focusedIn } from "../shared/frame.js";
import { escapeText, reader } from "../shared/reader.js";
import { scoreText } from "../shared/score.js";
import { dayText, format, outcomeText } from "../shared/words.js";
import { button, fenOf, piecesAfter, refusal, short, startActions } from "./common.js";
import { on, post, sources } from "./connection.js";
import { playersForPeople } from "./people.js";
import { moveCount, words } from "./words.js";

const GAMES = 10;
// The maximum number of answers to keep, for stepping back and forth.
const KNOWN_MAX = 300;
const RETRY_MS = 1000;
// The minimum length of a bar's section with room for its number, as a percentage of the bar.
const ROOM_FOR_NUMBER = 16;

// The position shown, and the handlers for a chosen move or game; null if there is nothing to explore.
/** @type {{ fen: string, side: Side, onMove: (move: Move) => void, onGame: (told: ToldGame, at: number) => void } | null} */
let place = null;
/** @type {SourceName | null} */
let source = null;
// The content of the rows: an answer or a failure, and the key of the request.
/** @type {{ key: string | null, answer?: Explored, failure?: string, retries?: boolean }} */
let told = { key: null };
let isAsking = false;
/** @type {Map<string, Explored>} */
const known = new Map();

const chosenSource = () => (source && sources.includes(source) ? source : sources[0]);
const keyNow = () => place && `${chosenSource()} ${place.fen}`;
const isOpen = () => Boolean(place) && sources.length > 0 && /** @type {HTMLDetailsElement} */ (byId("explorer")).open;

// The place to explore: the position reached by moves from a start. `onMove` is called with a move in all notations;
// `onGame` is called with a game from the server and the ply at which the game reached the position.
/** @returns {NonNullable<typeof place>} */
export function placeAfter(/** @type {string} */ start, /** @type {Move[]} */ moves, /** @type {(move: Move) => void} */ onMove, /** @type {(told: ToldGame, at: number) => void} */ onGame) {
  const side = (start.split(" ")[1] === "b") === (moves.length % 2 === 0) ? "black" : "red";
  return { fen: fenOf(piecesAfter(start, moves), side), side, onMove, onGame };
}

// Shows a place, or nothing.
export function show(/** @type {typeof place} */ where) {
  place = where;
  draw();
  look();
}

// Requests the moves played in the position shown, with only one request at a time.
async function look() {
  if (isAsking || !isOpen()) return;
  isAsking = true;
  while (isOpen() && told.key !== keyNow()) {
    const key = keyNow() ?? "";
    const answer = known.get(key);
    told = answer ? { key, answer } : await inquire(key, place?.fen ?? "");
    if (told.retries) {
      setTimeout(look, RETRY_MS);
      break;
    }
    if (told.key === keyNow()) draw();
  }
  isAsking = false;
}

/** @returns {Promise<typeof told>} */
async function inquire(/** @type {string} */ key, /** @type {string} */ fen) {
  try {
    /** @type {Explored} */
    const answer = await post("/api/explore", { fen, source: chosenSource(), games: GAMES });
    if (known.size >= KNOWN_MAX) known.delete([...known.keys()][0]);
    known.set(key, answer);
    return { key, answer };
  } catch (error) {
    // The server is either busy or unreachable, which is reported elsewhere.
    const { code, text } = refusal(error);
    if (!code) return { key, failure: "" };
    return code === "busy" ? { key: null, retries: true } : { key, failure: text };
  }
}

// Drawing.

// The classes of the results' parts.
const OUTCOMES = ["red", "even", "black"];

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;

// The percentages of games that Red won, that were drawn, and that Black won; null if no result is known. The counts are
// those of the side to move.
function resultsOf(/** @type {GameCounts} */ { wins, draws, losses }) {
  const decided = wins + draws + losses;
  const parts = place?.side === "black" ? [losses, draws, wins] : [wins, draws, losses];
  return decided ? parts.map((part) => (100 * part) / decided) : null;
}

function barHtml(/** @type {Results} */ row) {
  const results = resultsOf(row);
  if (!results) return '<span class="results"></span>';
  let from = 0;
  let rects = "";
  let numbers = "";
  results.forEach((share, index) => {
    rects += `<rect class="${OUTCOMES[index]}" x="${from.toFixed(2)}%" width="${share.toFixed(2)}%" height="100%"/>`;
    if (share >= ROOM_FOR_NUMBER) numbers += `<text x="${(from + share / 2).toFixed(2)}%" y="0.95em" text-anchor="middle">${Math.round(share)}</text>`;
    from += share;
  });
  return `<svg class="results" aria-hidden="true">${rects}${numbers}</svg>`;
}

// Scores are from Red's point of view, as everywhere on the page.
function worth(/** @type {Results} */ { score_cp: cp }) {
  return cp === null ? "" : scoreText({ cp: Math.round(place?.side === "red" ? cp : -cp) });
}

const year = (/** @type {Results} */ row) => (row.last_played || "").slice(0, 4).replace(/\?+/, "");

function cellsHtml(/** @type {string} */ name, /** @type {Results} */ row, /** @type {string} */ share) {
  return `<span class="name">${name}</span><span class="count">${short(row.games)} <span class="faint">${share}</span></span>
    ${barHtml(row)}<span class="worth">${worth(row)}</span><span class="year faint">${year(row)}</span>`;
}

// The row of a move, as a screen reader reads it.
export function rowText(/** @type {string} */ move, /** @type {number} */ n, /** @type {string} */ share, /** @type {number[] | null} */ results, /** @type {string} */ score, /** @type {string} */ lastYear) {
  const [red, even, black] = results?.map(Math.round) ?? [];
  return [
    format(words().openingRow, { move, n, share }),
    results && format(words().openingRowResults, { red, even, black }),
    score && format(words().openingRowScore, { score }),
    lastYear && format(words().openingRowYear, { year: lastYear }),
  ].filter(Boolean).join(words().semicolon);
}

function rowHtml(/** @type {Explored["moves"][number]} */ row, /** @type {number} */ index) {
  const share = percent(row.share);
  const name = row.move[reader.notation];
  const results = resultsOf(row);
  const label = rowText(name, row.games, share, results, worth(row), year(row));
  return `<li>${button("move", cellsHtml(name, row, share), `data-at="${index}" class="row" aria-label="${label}"`)}</li>`;
}

function gameHtml(/** @type {ExploredGame} */ game, /** @type {number} */ index) {
  const opening = game.opening && game.opening[reader.language === "zh" ? "chinese" : "english"];
  const players = playersForPeople(game.red, game.black) || format(words().gameNumber, { n: game.id });
  const facts = [outcomeText(game.result), dayText(game.date), game.event, opening, moveCount(game.plies)];
  return `<li>${button("game", `<span>${escapeText(players)}</span>
    <span class="faint">${escapeText(facts.filter(Boolean).join(" · "))}</span>`, `data-at="${index}" class="row"`)}</li>`;
}

function movesHtml(/** @type {Explored} */ { moves, all, ended }) {
  if (!all.games && !moves.length) return `<p>${words().openingUnknown[chosenSource()]}</p>`;
  const heads = words().openingColumns.map((head, index) => `<span class="${["name", "count", "results", "worth", "year"][index]}">${head}</span>`);
  const outcomes = words().openingResults.map((word, index) => `<span class="${OUTCOMES[index]}">${word}</span>`);
  return `<p class="faint">${outcomes.join(" ")}</p>
    <div class="openings"><div class="row heads faint" aria-hidden="true">${heads.join("")}</div>
    <ol>${moves.map(rowHtml).join("")}</ol>
    <div class="row all">${cellsHtml(words().openingAll, all, "")}</div></div>
    ${ended ? `<p class="faint">${format(words().openingEnded, { n: ended })}</p>` : ""}`;
}

function bodyHtml() {
  const tabs = sources.map((name) => button("source", words().openingSources[name], `data-at="${name}" aria-pressed="${name === chosenSource()}"`));
  const help = sources.includes("database") ? "" : `<p class="faint">${words().openingHelp}</p>`;
  const head = sources.length > 1 ? `<div class="group" role="group" aria-label="${words().openings}">${tabs.join("")}</div>` : "";
  if (told.key !== keyNow()) return `${head}<p class="faint">${words().loading}</p>`;
  if (!told.answer) return `${head}<p class="alert">${escapeText(told.failure ? format(words().openingFailed, { text: told.failure }) : "")}</p>`;
  const { games } = told.answer;
  const list = games.length ? `<p class="faint">${words().openingGames}</p><ul class="list">${games.map(gameHtml).join("")}</ul>` : "";
  return head + movesHtml(told.answer) + list + help;
}

function draw() {
  byId("explorer").hidden = !place || !sources.length;
  if (byId("explorer").hidden) return;
  byId("explorer-title").textContent = words().openings;
  const body = byId("explorer-body");
  // The old rows remain until the answer arrives, so that nothing jumps.
  const isLate = told.key !== keyNow();
  body.setAttribute("aria-busy", String(isLate));
  if (!isOpen() || (isLate && body.dataset.key && body.dataset.key.split(" ")[0] === chosenSource())) return;
  const focus = { ...focusedIn(body)?.dataset };
  const isNew = body.dataset.key !== keyNow();
  body.innerHTML = bodyHtml();
  body.dataset.key = keyNow() ?? "";
  if (!focus.do) return;
  // If a move was played with the keyboard, the first of the next moves gets the focus.
  const same = find(body, `[data-do="${focus.do}"][data-at="${focus.at}"]`);
  const next = isNew && focus.do === "move" ? find(body, '[data-do="move"]') : same;
  (next || byId("explorer-title").parentElement)?.focus({ preventScroll: true });
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  source(pressed) {
    source = pressed.dataset.at === "book" ? "book" : "database";
    draw();
    look();
  },
  move(pressed) {
    // The rows may still be those of the previous position.
    if (told.key === keyNow() && told.answer) place?.onMove(told.answer.moves[Number(pressed.dataset.at)].move);
  },
  async game(pressed) {
    if (told.key !== keyNow() || !told.answer || !place) return;
    const { id, ply } = told.answer.games[Number(pressed.dataset.at)];
    const { onGame } = place;
    onGame(await post("/api/game", { id }), ply);
    scrollTo(0, 0);
  },
};

export function start() {
  startActions(byId("explorer-body"), actions);
  byId("explorer").addEventListener("toggle", () => { draw(); look(); });
  on("state", ({ name }) => {
    if (name !== "open") return;
    // After reconnecting, the server or its database may be different.
    known.clear();
    told = { key: null };
    draw();
    look();
  });
}
