// What other modes take from a reviewed game: the game with its grades, and exercises from its mistakes.

import { expectation } from "../shared/score.js";
import { attempt } from "./common.js";
import { ask, curve, on } from "./connection.js";
import { playerForPeople } from "./people.js";

/** @type {Partial<Record<Class, number>>} */
const GLYPHS = { inaccuracy: 6, mistake: 2, blunder: 4, missed_mate: 4 };

// The game in the form of files, with names, comments, variations and, as glyphs, grades.
/** @returns {ToldGame} */
export function gameOf(/** @type {AnnotatedGame} */ { tags, result, comment, drawings, positions, moves }) {
  const said = (/** @type {string | undefined} */ drawn, /** @type {string | undefined} */ text) => [drawn, text].filter(Boolean).join(" ");
  /** @type {(moves: (FileMove & { class?: Class })[]) => TreeMove[]} */
  const told = (all) => all.map((move) => {
    const grade = GLYPHS[move.class ?? "best"];
    const isGraded = move.glyphs?.some((glyph) => glyph <= 6);
    return {
      move, comment: said(move.drawings, move.comment), glyphs: [...(grade && !isGraded ? [grade] : []), ...move.glyphs ?? []],
      variations: move.variations?.map((line) => ({ comment: line.comment, moves: told(line.moves) })),
    };
  });
  return { tags, result, start: positions[0].fen, tree: { comment: said(drawings, comment), moves: told(moves) } };
}

// The maximum number of exercises, and the minimum loss that makes a move an exercise: that of an inaccuracy, in points
// of expectation (0 to 100).
const MOST = 8;
const LOSS_MIN = 5;

// Exercises from the worst moves of a side: in the positions before them, the user has to find a better move.
/** @returns {Puzzle[]} */
export function exercises(/** @type {AnnotatedGame} */ { moves, positions, tags }, /** @type {Side} */ side) {
  const worst = moves.filter(({ ply, move, loss, forced, side: mover }) => {
    const [best] = positions[ply - 1].best_line;
    return mover === side && best && best.move !== move && !forced && loss >= LOSS_MIN;
  }).sort((one, other) => other.loss - one.loss).slice(0, MOST).sort((one, other) => one.ply - other.ply);
  return worst.map((played) => {
    const { fen, best_line: line } = positions[played.ply - 1];
    return {
      fen, side, goal: { better: { than: played } }, level: played.loss >= 30 ? 1 : played.loss >= 15 ? 2 : 3, themes: [],
      solution: line.slice(0, 1), other_mates: [], line, blunder: moves[played.ply - 2]?.move ?? null,
      source: { file: "", game: 1, ply: played.ply - 1, red: playerForPeople(tags.Red) || null, black: playerForPeople(tags.Black) || null, event: null, date: null },
    };
  });
}

// The side of the person in a game against the program; null in other games.
/** @returns {Side | null} */
export function sideOfPerson(/** @type {Record<string, string>} */ { Red = "", Black = "" }) {
  const [red, black] = [Red, Black].map((name) => name.startsWith("chuhe "));
  return red === black ? null : red ? "black" : "red";
}

// The number of nodes after which the comparison of a move with the engine's choice ends.
const NODES = 200_000;

/** @type {{ key: number, lines: AnalysedLine[] | null, resolve: (lines: AnalysedLine[] | null) => void } | null} */
let search = null;

function interrupt() {
  search?.resolve(null);
  search = null;
}

// Searches the position that was set last. Returns the lines of the deepest iteration; null if the search was interrupted.
/** @returns {Promise<AnalysedLine[] | null>} */
export async function searched(/** @type {{ multipv: number, searchmoves?: string[] }} */ fields) {
  interrupt();
  const { key } = await ask("analyse.start", { ...fields, soft_nodes: NODES });
  interrupt();
  return new Promise((resolve) => { search = { key, lines: null, resolve }; });
}

// Whether a move loses so little, compared with another one, that it is not an inaccuracy. The expectations are Red's.
/** @type {(best: number, tried: number, side: Side) => boolean} */
export const isNearlyEqual = (best, tried, side) => (side === "red" ? best - tried : tried - best) < LOSS_MIN;

// Whether a move in an exercise is as good as the engine's choice: compared with that, it does not lose enough to be
// graded an inaccuracy. One search of both moves gives scores of the same depth. Null if the search was interrupted.
export async function isAsGood(/** @type {Puzzle} */ { fen, side, goal, solution }, /** @type {string} */ move) {
  const choice = solution[0].move;
  if (goal.better?.than.move === move) return false;
  await ask("analyse.position", { fen, moves: [] });
  const lines = await searched({ multipv: 2, searchmoves: [choice, move] });
  const [best, tried] = [choice, move].map((first) => {
    const line = lines?.find(({ moves }) => moves[0].move === first);
    return line ? expectation(line.red_score, curve) : null;
  });
  return best === null || tried === null ? null : isNearlyEqual(best, tried, side);
}

// The legal moves in positions that were shown, by FEN.
/** @type {Map<string, string[]>} */
const legal = new Map();
const LEGAL_MAX = 300;

// The legal moves in a position. While they are not known yet, there are none; then `known` is called.
export function legalIn(/** @type {string} */ fen, /** @type {() => void} */ known) {
  const moves = legal.get(fen);
  if (moves) return moves;
  if (legal.size >= LEGAL_MAX) legal.clear();
  legal.set(fen, []);
  attempt(() => ask("analyse.check", { fen })).then((answer) => {
    if (!answer) return legal.delete(fen);
    legal.set(fen, answer.legal);
    known();
  });
  return [];
}

export function start() {
  on("analyse", (notice) => {
    if (!search || notice.key !== search.key) return;
    search.lines = notice.lines ?? search.lines;
    if (!notice.done) return;
    search.resolve(notice.made_room || notice.failure ? null : search.lines);
    search = null;
  });
  // A search ends with its connection.
  on("state", interrupt);
}
