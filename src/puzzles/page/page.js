const WORDS = {
  en: {
    ...COMMON_WORDS.en,
    title: (n) => (n === 1 ? "1 xiangqi puzzle" : `${n} xiangqi puzzles`), toMove: (side, task) => `${side} to move: ${task}`,
    empty: "No puzzle was found in the games.",
    mate: (n) => `mate in ${n}`, win: (pieces) => `win ${pieces}`, material: "win material", level: "Level",
    right: "Right, go on.", wrong: "That is not it.", solved: "Solved.", from: (text) => `From ${text}`, place: (file, game, ply) => `${file}, game ${game}, ply ${ply}`,
    hintPiece: (name) => `Move the ${name}.`, line: "Solution", then: "then", blunder: "after", yourMove: "Find the move on the board.",
    hint: "Hint", solution: "Solution", again: "Again", next: "Next puzzle", previous: "Puzzle before",
    keys: "Keys: ← → puzzles, h hint, s solution, r again, f turns the board.",
    pieces: { king: "king", advisor: "advisor", elephant: "elephant", horse: "horse", rook: "rook", cannon: "cannon", pawn: "pawn" },
    a: (name) => (/^[ae]/.test(name) ? `an ${name}` : `a ${name}`),
    themes: {
      check: "check", double_check: "double check", discovered_check: "discovered check", fork: "fork",
      discovered_attack: "discovered attack", sacrifice: "sacrifice", quiet_move: "quiet move",
    },
  },
  zh: {
    ...COMMON_WORDS.zh,
    title: (n) => `象棋习题 ${n} 道`, toMove: (side, task) => `${side[0]}先，${task}`,
    empty: "对局中没有找到习题。",
    mate: (n) => `${n} 步杀`, win: (pieces) => `得${pieces}`, material: "得子", level: "难度",
    right: "正确，请继续。", wrong: "不对。", solved: "正解！", from: (text) => `选自 ${text}`, place: (file, game, ply) => `${file} 第 ${game} 局第 ${ply} 着后`,
    hintPiece: (name) => `走${name}。`, line: "答案", then: "以下", blunder: "前一着", yourMove: "请在棋盘上走子。",
    hint: "提示", solution: "答案", again: "重来", next: "下一题", previous: "上一题",
    keys: "按键：← → 换题，h 提示，s 答案，r 重来，f 翻转。",
    pieces: { king: "将帅", advisor: "士", elephant: "象", horse: "马", rook: "车", cannon: "炮", pawn: "兵卒" },
    a: (name) => name,
    themes: {
      check: "将军", double_check: "双将", discovered_check: "闪将", fork: "捉双",
      discovered_attack: "闪击", sacrifice: "弃子", quiet_move: "静着",
    },
  },
};
const KINDS = { k: "king", a: "advisor", b: "elephant", n: "horse", r: "rook", c: "cannon", p: "pawn" };

// The puzzle shown: its number, moves of the solution on the board, the chosen square, what was said, help given.
const shown = { index: 0, played: 0, chosen: null, said: "", hint: 0, tells: false, mate: null };
const solved = new Set();
const puzzle = () => data.puzzles[shown.index];
const isDone = () => shown.played >= puzzle().solution.length;

// The board.

function piecesNow() {
  const pieces = piecesOf(puzzle().fen);
  for (const move of movesNow()) play(pieces, move);
  return pieces;
}

// The moves of the solution on the board; another mate stands for the last one.
function movesNow() {
  const moves = puzzle().solution.slice(0, shown.played).map((texts) => texts.move);
  if (shown.mate) moves[moves.length - 1] = shown.mate;
  return moves;
}

function drawBoard() {
  const moves = movesNow();
  let marks = "";
  if (shown.chosen) marks += corners(shown.chosen, "#1f7a3d");
  if (!isDone() && shown.hint > 0) {
    const { move } = puzzle().solution[shown.played];
    marks += ends(move).slice(0, shown.hint).map((at) => corners(at, "#8637b4")).join("");
  }
  drawPosition(piecesNow(), moves[moves.length - 1] || puzzle().blunder, marks);
}

// Solving.

function tap(at) {
  if (isDone() || !at) return;
  const piece = piecesNow().get(at);
  const isOwn = piece && (piece === piece.toUpperCase()) === (puzzle().side === "red");
  if (isOwn) {
    shown.chosen = shown.chosen === at ? null : at;
  } else if (shown.chosen) {
    tryMove(shown.chosen + at);
    shown.chosen = null;
  }
  draw();
}

function tryMove(move) {
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

function tell() {
  shown.tells = true;
  shown.hint = 2;
  draw();
}

function again() {
  Object.assign(shown, { played: 0, chosen: null, said: "", hint: 0, tells: false, mate: null });
  draw();
}

function go(index) {
  shown.index = Math.min(Math.max(index, 0), data.puzzles.length - 1);
  flipped = puzzle().side === "black";
  setNumberInAddress(shown.index + 1);
  again();
}

// What is said.

function taskText() {
  const { goal } = puzzle();
  if (goal.mate) return words().mate(goal.mate.moves);
  if (goal.win.won.length === 1 && !goal.win.lost.length) return words().win(words().a(words().pieces[goal.win.won[0]]));
  return words().material;
}

function sourceText() {
  const { source } = puzzle();
  const players = `${source.red || words().red} – ${source.black || words().black}`;
  const known = [players, source.event, source.date].filter(Boolean).join(words().comma);
  return `${known}${words().semicolon}${words().place(source.file, source.game, source.ply)}`;
}

function drawTask() {
  const { solution, line, level, themes, side } = puzzle();
  let html = `<p class="task">${shown.index + 1}/${data.puzzles.length}. ${words().toMove(words()[side], taskText())}</p>`;
  html += `<p class="faint">${words().level} ${"★".repeat(level)}${"☆".repeat(Math.max(5 - level, 0))}</p>`;
  if (shown.said) html += `<p class="${shown.said === "wrong" ? "wrong" : "right"}">${words()[shown.said]}</p>`;
  else html += `<p>${words().yourMove}</p>`;
  if (shown.hint === 1 && !isDone()) {
    const piece = piecesNow().get(solution[shown.played].move.slice(0, 2));
    html += `<p>${words().hintPiece(words().pieces[KINDS[piece.toLowerCase()]])}</p>`;
  }
  if (shown.tells || isDone()) {
    const text = (texts) => texts[notation];
    html += `<p>${words().line}${words().colon}<b>${solution.map(text).join(" ")}</b></p>`;
    const rest = line.slice(solution.length, solution.length + 4);
    if (rest.length && !shown.mate) html += `<p class="faint">${words().then} ${rest.map(text).join(" ")}</p>`;
    if (themes.length) html += `<p class="faint">${themes.map((theme) => words().themes[theme] || theme).join(words().comma)}</p>`;
  }
  html += `<p class="faint">${words().from(escapeText(sourceText()))}</p>`;
  byId("task").innerHTML = html;
}

function drawList() {
  byId("list").innerHTML = data.puzzles.map((_, index) =>
    `<button type="button" data-index="${index}" ${index === shown.index ? 'aria-current="true"' : ""}
      class="${solved.has(index) ? "solved" : ""}">${index + 1}${solved.has(index) ? "✓" : ""}</button>`).join("");
}

function drawLabels() {
  drawSwitches();
  drawNotations();
  byId("title").textContent = words().title(data.puzzles.length);
  for (const id of ["hint", "solution"]) byId(id).textContent = words()[id];
  label(["again", "flip", "next", "previous"]);
  byId("previous").disabled = shown.index === 0;
  byId("next").disabled = shown.index >= data.puzzles.length - 1;
  byId("keys").textContent = words().keys;
}

// A page without puzzles shows an empty board.
function drawNothing() {
  drawPosition(new Map(), null, "");
  byId("task").innerHTML = `<p class="task">${words().empty}</p>`;
  for (const button of document.querySelectorAll("nav button")) button.disabled = true;
}

function draw() {
  drawLabels();
  if (!data.puzzles.length) {
    drawNothing();
    return;
  }
  drawBoard();
  drawTask();
  drawList();
}

const hint = () => { shown.hint = Math.min(shown.hint + 1, 2); draw(); };
const turn = () => { flipped = !flipped; draw(); };
const KEYS = {
  ArrowLeft: () => go(shown.index - 1), ArrowRight: () => go(shown.index + 1), h: hint, s: tell, r: again, f: turn,
};
const clicks = {
  previous: () => go(shown.index - 1), next: () => go(shown.index + 1), hint, solution: tell, again, flip: turn,
};
byId("list").addEventListener("click", (event) => {
  const button = event.target.closest("[data-index]");
  if (button) go(Number(button.dataset.index));
});

if (data.puzzles.length) {
  startBoard(KEYS, clicks, draw);
  byId("board").addEventListener("click", (event) => tap(pointAt(event)));
  addEventListener("hashchange", () => go(numberInAddress() - 1));
  go(numberInAddress() - 1);
} else {
  startBoard({}, {}, draw);
}
startSwitches(draw);
