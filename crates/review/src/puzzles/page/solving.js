// Lets the user solve puzzles on a board. A self-contained page has all of its puzzles from the start; a served page
// adds
// them one by one. `puzzles` is the list of puzzles, in the JSON format of `chuhe puzzles`.

import { corners, ends, piecesOf, play } from "#picture/board.js";
import { escapeText, reader } from "#picture/reader.js";
import { puzzleWords } from "#puzzles/words.js";

/** @type {Record<string, Piece>} */
const KINDS = { k: "king", a: "advisor", b: "elephant", n: "horse", r: "rook", c: "cannon", p: "pawn" };

export function puzzleBook(/** @type {Puzzle[]} */ puzzles) {
  // The state of the puzzle shown. `played` is the number of solution moves on the board, `tells` is whether the
  // solution is shown, and `mate` is a mate played in place of the solution's last move.
  /** @type {{ index: number, played: number, said: "" | "wrong" | "right" | "solved", hint: number, tells: boolean, mate: string | null }} */
  const shown = { index: 0, played: 0, said: "", hint: 0, tells: false, mate: null };
  const solved = new Set();
  const puzzle = () => puzzles[shown.index];
  const isDone = () => shown.played >= puzzle().solution.length;

  // The moves of the solution on the board; an alternative mate replaces the last one.
  function moves() {
    const played = puzzle().solution.slice(0, shown.played).map((texts) => texts.move);
    if (shown.mate) played[played.length - 1] = shown.mate;
    return played;
  }

  function pieces() {
    const now = piecesOf(puzzle().fen);
    for (const move of moves()) play(now, move);
    return now;
  }

  // The last move on the board: from the solution, or the blunder before it.
  const lastMove = () => moves().pop() || puzzle().blunder;

  // The hint that was requested: corner marks around the move's origin, or around both of its points.
  function marks() {
    if (isDone() || !shown.hint) return "";
    const { move } = puzzle().solution[shown.played];
    return ends(move).slice(0, shown.hint).map((at) => corners(at, "#8637b4")).join("");
  }

  // Tries a move of the solving side.
  function tryMove(/** @type {string} */ move) {
    const { solution, other_mates: otherMates } = puzzle();
    const isLast = shown.played === solution.length - 1;
    const mates = isLast && otherMates.includes(move);
    if (solution[shown.played].move !== move && !mates) {
      shown.said = "wrong";
      return;
    }
    shown.mate = mates ? move : null;
    shown.hint = 0;
    shown.played += isLast ? 1 : 2;
    shown.said = isLast ? "solved" : "right";
    if (isLast && !shown.tells) solved.add(shown.index);
  }

  const hint = () => { shown.hint = Math.min(shown.hint + 1, 2); };
  const tell = () => Object.assign(shown, { tells: true, hint: 2 });
  const again = () => Object.assign(shown, { played: 0, said: "", hint: 0, tells: false, mate: null });

  // Goes to a puzzle, with the solving side at the bottom.
  function go(/** @type {number} */ index) {
    shown.index = Math.min(Math.max(index, 0), puzzles.length - 1);
    reader.flipped = puzzle().side === "black";
    again();
  }

  // Messages.

  function taskText() {
    const { goal } = puzzle();
    if (goal.better) return puzzleWords().better(goal.better.than[reader.notation]);
    if (goal.mate) return puzzleWords().mate(goal.mate.moves);
    if (goal.win.won.length === 1 && !goal.win.lost.length) return puzzleWords().win(puzzleWords().a(puzzleWords().pieces[goal.win.won[0]]));
    return puzzleWords().material;
  }

  function sourceText() {
    const { source } = puzzle();
    const players = `${source.red || puzzleWords().red} – ${source.black || puzzleWords().black}`;
    const known = [players, source.event, source.date].filter(Boolean).join(puzzleWords().comma);
    return `${known}${puzzleWords().semicolon}${puzzleWords().place(source.file, source.game, source.ply)}`;
  }

  function taskHtml() {
    const { solution, line, level, themes, side } = puzzle();
    let html = `<p class="task">${shown.index + 1}/${puzzles.length}. ${puzzleWords().toMove(puzzleWords()[side], taskText())}</p>`;
    html += `<p class="faint">${puzzleWords().level} ${"★".repeat(level)}${"☆".repeat(Math.max(5 - level, 0))}</p>`;
    if (shown.said) html += `<p class="${shown.said === "wrong" ? "wrong" : "right"}">${puzzleWords()[shown.said]}</p>`;
    else html += `<p>${puzzleWords().yourMove}</p>`;
    if (shown.hint === 1 && !isDone()) {
      const piece = pieces().get(solution[shown.played].move.slice(0, 2)) || "";
      html += `<p>${puzzleWords().hintPiece(puzzleWords().pieces[KINDS[piece.toLowerCase()]])}</p>`;
    }
    if (shown.tells || isDone()) {
      const text = (/** @type {Move} */ texts) => texts[reader.notation];
      html += `<p>${puzzleWords().line}${puzzleWords().colon}<b>${solution.map(text).join(" ")}</b></p>`;
      const rest = line.slice(solution.length, solution.length + 4);
      if (rest.length && !shown.mate) html += `<p class="faint">${puzzleWords().then} ${rest.map(text).join(" ")}</p>`;
      if (themes.length) html += `<p class="faint">${themes.map((theme) => puzzleWords().themes[theme] || theme).join(puzzleWords().comma)}</p>`;
    }
    return `${html}<p class="faint">${puzzleWords().from(escapeText(sourceText()))}</p>`;
  }

  const listHtml = () => puzzles.map((_, index) =>
    `<button type="button" data-index="${index}" ${index === shown.index ? 'aria-current="true"' : ""}
      class="${solved.has(index) ? "solved" : ""}">${index + 1}${solved.has(index) ? "✓" : ""}</button>`).join("");

  return {
    puzzles, shown, puzzle, isDone, moves, pieces, lastMove, marks, tryMove, hint, tell, again, go, taskHtml, listHtml,
    isFirst: () => shown.index === 0, isLast: () => shown.index >= puzzles.length - 1,
  };
}
