// Lets the user solve puzzles on a board. A self-contained page has all of its puzzles from the start; a served page
// adds
// them one by one. `puzzles` is the list of puzzles, in the JSON format of `chuhe puzzles`.

import { corners, ends, piecesOf, play } from "./board.js";
import { escapeText, reader } from "./reader.js";
import { dayText, format, puzzleWords } from "./words.js";

/** @type {Record<string, Piece>} */
const KINDS = { k: "king", a: "advisor", b: "elephant", n: "horse", r: "rook", c: "cannon", p: "pawn" };

export function puzzleBook(/** @type {Puzzle[]} */ puzzles) {
  // The state of the puzzle shown. `played` is the number of solution moves on the board, `tells` is whether the
  // solution is shown, and `other` is a move that is as good as the solution's last one and was played in its place.
  /** @type {{ index: number, played: number, said: "" | "wrong" | "right" | "solved" | "good", hint: number, tells: boolean, other: string | null }} */
  const shown = { index: 0, played: 0, said: "", hint: 0, tells: false, other: null };
  const solved = new Set();
  const puzzle = () => puzzles[shown.index];
  const isDone = () => shown.played >= puzzle().solution.length;

  // The moves of the solution on the board; an alternative replaces the last one.
  function moves() {
    const played = puzzle().solution.slice(0, shown.played).map((texts) => texts.move);
    if (shown.other) played[played.length - 1] = shown.other;
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

  // Whether a move is in the solution, or mates in place of its last move.
  function isRight(/** @type {string} */ move) {
    const { solution, other_mates: otherMates } = puzzle();
    return solution[shown.played].move === move || (shown.played === solution.length - 1 && otherMates.includes(move));
  }

  // Tries a move of the solving side. `isAsGood` accepts it as the last move even if it is not in the solution.
  function tryMove(/** @type {string} */ move, isAsGood = false) {
    const { solution } = puzzle();
    const isLast = shown.played === solution.length - 1;
    const isSolution = isRight(move);
    if (!isSolution && !(isLast && isAsGood)) {
      shown.said = "wrong";
      return;
    }
    shown.other = solution[shown.played].move === move ? null : move;
    shown.hint = 0;
    shown.played += isLast ? 1 : 2;
    shown.said = !isLast ? "right" : isSolution ? "solved" : "good";
    if (isLast && !shown.tells) solved.add(shown.index);
  }

  const hint = () => { shown.hint = Math.min(shown.hint + 1, 2); };
  const tell = () => Object.assign(shown, { tells: true, hint: 2 });
  const again = () => Object.assign(shown, { played: 0, said: "", hint: 0, tells: false, other: null });

  // Goes to a puzzle, with the solving side at the bottom.
  function go(/** @type {number} */ index) {
    shown.index = Math.min(Math.max(index, 0), puzzles.length - 1);
    reader.flipped = puzzle().side === "black";
    again();
  }

  // Messages.

  function taskText() {
    const { goal } = puzzle();
    if (goal.better) return format(puzzleWords().better, { move: goal.better.than[reader.notation] });
    if (goal.mate) return format(puzzleWords().mate, { n: goal.mate.moves });
    if (goal.win.won.length === 1 && !goal.win.lost.length) return puzzleWords().win[goal.win.won[0]];
    return puzzleWords().material;
  }

  function sourceText() {
    const { source } = puzzle();
    const players = `${source.red || puzzleWords().red} – ${source.black || puzzleWords().black}`;
    const known = [players, source.event, dayText(source.date)].filter(Boolean).join(puzzleWords().comma);
    return `${known}${puzzleWords().semicolon}${format(source.file ? puzzleWords().placeInFile : puzzleWords().place, source)}`;
  }

  function taskHtml() {
    const { solution, line, level, themes, side } = puzzle();
    let html = `<p class="task">${shown.index + 1}/${puzzles.length}. ${format(puzzleWords().toMove[side], { task: taskText() })}</p>`;
    html += `<p class="faint">${puzzleWords().level} ${"★".repeat(level)}${"☆".repeat(Math.max(5 - level, 0))}</p>`;
    if (shown.said) html += `<p class="${shown.said === "wrong" ? "wrong" : "right"}">${puzzleWords()[shown.said]}</p>`;
    else html += `<p>${puzzleWords().yourMove}</p>`;
    if (shown.hint === 1 && !isDone()) {
      const piece = pieces().get(solution[shown.played].move.slice(0, 2)) || "";
      html += `<p>${format(puzzleWords().hintPiece, { name: puzzleWords().pieces[KINDS[piece.toLowerCase()]] })}</p>`;
    }
    if (shown.tells || isDone()) {
      const text = (/** @type {Move} */ texts) => texts[reader.notation];
      html += `<p>${puzzleWords().line}${puzzleWords().colon}<b>${solution.map(text).join(" ")}</b></p>`;
      const rest = line.slice(solution.length, solution.length + 4);
      if (rest.length && !shown.other) html += `<p class="faint">${puzzleWords().then} ${rest.map(text).join(" ")}</p>`;
      if (themes.length) html += `<p class="faint">${themes.map((theme) => puzzleWords().themes[theme] || theme).join(puzzleWords().comma)}</p>`;
    }
    return `${html}<p class="faint">${format(puzzleWords().from, { text: escapeText(sourceText()) })}</p>`;
  }

  const listHtml = () => puzzles.map((_, index) =>
    `<button type="button" data-index="${index}" ${index === shown.index ? 'aria-current="true"' : ""}
      class="${solved.has(index) ? "solved" : ""}">${index + 1}${solved.has(index) ? "✓" : ""}</button>`).join("");

  return {
    puzzles, shown, puzzle, isDone, moves, pieces, lastMove, marks, isRight, tryMove, hint, tell, again, go, taskHtml, listHtml,
    solved: () => solved.size, isFirst: () => shown.index === 0, isLast: () => shown.index >= puzzles.length - 1,
  };
}
