// Moves that the user tries on the board of a reviewed game: lines beside the game, with the engine's verdict.

import { CLASSES, SIGNS } from "../shared/game.js";
import { escapeText, reader } from "../shared/reader.js";
import { expectation, scoreText } from "../shared/score.js";
import { format, percent } from "../shared/words.js";
import { attempt, button } from "./common.js";
import { ask, curve } from "./connection.js";
import { searched } from "./review-game.js";
import { words } from "./words.js";

/** @typedef {ReturnType<typeof import("../shared/annotated.js").annotatedGame>} Game */
/** @typedef {{ score: Score, reply: Move[], over: string, best: Score | null }} Verdict */
/** @typedef {{ from: number, moves: Move[], verdicts: Map<number, Verdict> }} Tried */

const PREFIX = "try-";
const REPLY_PLIES = 6;
// The minimum loss of a move of a class, in points of expectation, from the worst class.
/** @type {[Class, number][]} */
const LOSSES = [["blunder", 15], ["mistake", 10], ["inaccuracy", 5]];

/** @type {Tried[]} */
let all = [];

// Called when another game is shown.
export const clear = () => { all = []; };

// The lines that were tried, each with the ply after which it begins.
export const lines = () => all.map(({ from, moves }) => ({ from, moves }));

const triedIn = (/** @type {Game["shown"]} */ { line }) => (line?.name.startsWith(PREFIX) ? all[Number(line.name.slice(PREFIX.length))] : null);

// The line that begins with moves after a ply; it is added if it is new.
function lineWith(/** @type {number} */ from, /** @type {Move[]} */ moves) {
  const isSame = (/** @type {Move[]} */ some, /** @type {Move[]} */ others) => some.every(({ move }, at) => move === others[at]?.move);
  const same = all.find((line) => line.from === from && isSame(moves, line.moves));
  if (same) return same;
  // The last line is continued, unless it goes on differently.
  const begun = all.find((line) => line.from === from && line.moves.length < moves.length && isSame(line.moves, moves));
  if (begun) return Object.assign(begun, { moves });
  const before = all.find((line) => line.from === from && isSame(moves.slice(0, -1), line.moves));
  const line = { from, moves, verdicts: new Map([...before?.verdicts ?? []].filter(([count]) => count < moves.length)) };
  all.push(line);
  return line;
}

// Plays a move in the position shown, which is in the game or in a line. `draw` shows the verdict.
export async function play(/** @type {Game} */ game, /** @type {string} */ move, /** @type {() => void} */ draw) {
  const { ply, line } = game.shown;
  const { from, moves: known } = line ? game.lineOf(line.name) : { from: ply, moves: [] };
  const moves = [...known.slice(0, line?.count ?? 0), { move, wxf: move, chinese: move }];
  const tried = lineWith(from, moves);
  const show = () => {
    game.setLine(`${PREFIX}${all.indexOf(tried)}`, from, tried.moves);
    game.goLine(`${PREFIX}${all.indexOf(tried)}`, moves.length);
  };
  show();
  if (tried.verdicts.has(moves.length)) return;
  const { data } = game;
  const played = [...data.moves.slice(0, from), ...moves].map((one) => one.move);
  const answer = await attempt(() => ask("analyse.position", { fen: data.positions[0].fen, moves: played }));
  if (!answer) return;
  moves.forEach((one, at) => Object.assign(one, answer.moves[from + at]));
  draw();
  const best = moves.length === 1 ? data.positions[from].best_line[0]?.move : undefined;
  const verdict = answer.verdict ? { score: { winner: answer.verdict.winner }, reply: [], over: answer.verdict.text, best: null }
    : await attempt(() => judge(data.positions[0].fen, played, best));
  if (verdict) tried.verdicts.set(moves.length, verdict);
  draw();
}

// Judges the last move of a line. In the same search as the best move, if that is known, because only scores of the same
// depth can be compared.
/** @returns {Promise<Verdict | null>} */
async function judge(/** @type {string} */ fen, /** @type {string[]} */ moves, /** @type {string | undefined} */ best) {
  const move = moves[moves.length - 1];
  const searchmoves = best && best !== move ? [best, move] : [move];
  await ask("analyse.position", { fen, moves: moves.slice(0, -1) });
  const found = await searched({ multipv: searchmoves.length, searchmoves });
  const [other, own] = [best, move].map((first) => found?.find((line) => line.moves[0]?.move === first));
  return own ? { score: own.red_score, reply: own.moves.slice(1), over: "", best: other?.red_score ?? null } : null;
}

// The class of a move that lost this many points of expectation.
export const classOf = (/** @type {number} */ loss) => LOSSES.find(([, least]) => loss >= least)?.[0] ?? "good";

// What the mover lost with the last of `count` moves, in points of expectation; null if that is unknown.
function lossOf(/** @type {Game} */ { data }, /** @type {Tried} */ { from, verdicts }, /** @type {number} */ count) {
  const value = (/** @type {Score | null | undefined} */ score) => (score ? expectation(score, curve) : null);
  const own = verdicts.get(count);
  const [before, after] = [value(own?.best ?? verdicts.get(count - 1)?.score), value(own?.score)];
  if (before === null || after === null) return null;
  const isRed = (data.positions[0].fen.split(" ")[1] === "b") !== ((from + count) % 2 === 1);
  return Math.max(isRed ? before - after : after - before, 0);
}

// The verdict on the line shown, if the user tried it; otherwise empty.
export function verdictHtml(/** @type {Game} */ game, /** @type {Game["shown"]} */ shown) {
  const tried = triedIn(shown);
  if (!tried || !shown.line) return "";
  const { name, count } = shown.line;
  const { from, moves, verdicts } = tried;
  const verdict = verdicts.get(count);
  const score = verdict ? `<span class="score">${scoreText(verdict.score)} · ${percent(expectation(verdict.score, curve), 0)}</span>` : "";
  const loss = lossOf(game, tried, count);
  const best = count === 1 && game.data.positions[from].best_line[0]?.move === moves[0].move;
  let said = words().judging;
  if (verdict?.over) said = escapeText(verdict.over);
  else if (best) said = words().tryBest;
  else if (loss !== null && classOf(loss) === "good") said = words().tryGood;
  else if (loss !== null) said = format(words().tryLoses, { points: loss.toFixed(0) });
  else if (verdict) said = words().tryJudged;
  const grade = loss !== null && !best ? classOf(loss) : null;
  const tag = grade && CLASSES.indexOf(grade) > 1 ? `<span class="tag of-${grade}">${words()[grade]} ${SIGNS[grade]}</span>` : "";
  const reply = verdict?.reply.length ? `<p class="faint">${words().tryReply}${words().colon}${verdict.reply.slice(0, REPLY_PLIES).map((move) => move[reader.notation]).join(" ")}</p>` : "";
  const back = button("leave", words().backToGame, 'class="leave"');
  return `<p class="move">${words().tried}${tag}${score}</p>
    <p class="line">${moves.map((move, at) => game.lineButton(name, from, at, move, at === 0)).join("")} ${back}</p><p>${said}</p>${reply}`;
}
