// Makes exercises from a reviewed game: in the positions before its worst moves, the user has to find a better move.

// The maximum number of exercises, and the minimum loss that makes a move an exercise, in points of expectation (0 to
// 100).
const MOST = 8;
const LOSS_MIN = 4;

/** @returns {Puzzle[]} */
export function exercises(/** @type {AnnotatedGame} */ { moves, positions, tags }) {
  const worst = moves.filter(({ ply, move, loss, forced }) => {
    const [best] = positions[ply - 1].best_line;
    return best && best.move !== move && !forced && loss >= LOSS_MIN;
  }).sort((one, other) => other.loss - one.loss).slice(0, MOST).sort((one, other) => one.ply - other.ply);
  return worst.map((played) => {
    const { fen, best_line: line } = positions[played.ply - 1];
    return {
      fen, side: played.side, goal: { better: { than: played } }, level: played.loss >= 30 ? 1 : played.loss >= 15 ? 2 : 3, themes: [],
      solution: line.slice(0, 1), other_mates: [], line, blunder: moves[played.ply - 2]?.move ?? null,
      source: { file: "", game: 1, ply: played.ply - 1, red: tags.Red || null, black: tags.Black || null, event: null, date: null },
    };
  });
}
