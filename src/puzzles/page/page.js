"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

const WORDS = {
  en: {
    title: (n) => `${n} xiangqi puzzles`, red: "Red", black: "Black", toMove: (side, task) => `${side} to move: ${task}`, comma: ", ", semicolon: "; ", colon: ": ",
    mate: (n) => `mate in ${n}`, win: (pieces) => `win ${pieces}`, material: "win material", level: "Level",
    right: "Right, go on.", wrong: "That is not it.", solved: "Solved.", from: (text) => `From ${text}`, place: (file, game, ply) => `${file}, game ${game}, ply ${ply}`,
    hintPiece: (name) => `Move the ${name}.`, line: "Solution", then: "then", blunder: "after", yourMove: "Find the move on the board.",
    hint: "Hint", solution: "Solution", again: "Again", flip: "Turn the board", next: "Next puzzle", previous: "Puzzle before",
    theme: "Light or dark", other: "中文",
    keys: "Keys: ← → puzzles, h hint, s solution, r again, f turns the board.",
    pieces: { king: "king", advisor: "advisor", elephant: "elephant", horse: "horse", rook: "rook", cannon: "cannon", pawn: "pawn" },
    a: (name) => (/^[ae]/.test(name) ? `an ${name}` : `a ${name}`),
    themes: {
      check: "check", double_check: "double check", discovered_check: "discovered check", fork: "fork",
      discovered_attack: "discovered attack", sacrifice: "sacrifice", quiet_move: "quiet move",
    },
  },
  zh: {
    title: (n) => `象棋习题 ${n} 道`, red: "红方", black: "黑方", toMove: (side, task) => `${side}先，${task}`, comma: "、", semicolon: "；", colon: "：",
    mate: (n) => `${n} 步杀`, win: (pieces) => `得${pieces}`, material: "得子", level: "难度",
    right: "正确，请继续。", wrong: "不对。", solved: "正解！", from: (text) => `选自 ${text}`, place: (file, game, ply) => `${file} 第 ${game} 局第 ${ply} 着后`,
    hintPiece: (name) => `走${name}。`, line: "答案", then: "以下", blunder: "前一着", yourMove: "请在棋盘上走子。",
    hint: "提示", solution: "答案", again: "重来", flip: "翻转棋盘", next: "下一题", previous: "上一题",
    theme: "明暗", other: "English",
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
let notation = "chinese";
// A page that was made in Chinese begins so; any other, as the browser would have it.
const isChinese = [document.documentElement.lang, navigator.language || "en"].some((tag) => tag.startsWith("zh"));
let language = isChinese ? "zh" : "en";
let flipped = false;

const words = () => WORDS[language];
const escapeText = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const puzzle = () => data.puzzles[shown.index];
const isDone = () => shown.played >= puzzle().solution.length;

// The board.

const square = (text) => ({ file: text.charCodeAt(0) - 97, rank: Number(text[1]) });
const place = ({ file, rank }) =>
  flipped ? [(8 - file) * 100, rank * 100] : [file * 100, (9 - rank) * 100];

function piecesNow() {
  const pieces = new Map();
  puzzle().fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "9") file += Number(c);
      else pieces.set(`${String.fromCharCode(97 + file++)}${9 - index}`, c);
    }
  });
  for (const move of movesNow()) {
    const from = move.slice(0, 2);
    pieces.set(move.slice(2, 4), pieces.get(from));
    pieces.delete(from);
  }
  return pieces;
}

// The moves of the solution on the board; another mate stands for the last one.
function movesNow() {
  const moves = puzzle().solution.slice(0, shown.played).map((texts) => texts.move);
  if (shown.mate) moves[moves.length - 1] = shown.mate;
  return moves;
}

function frame(at, color) {
  const [x, y] = place(square(at));
  let path = "";
  for (const [side, rise] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
    const [cx, cy] = [x + side * 47, y + rise * 47];
    path += `M${cx - side * 18} ${cy}H${cx}V${cy - rise * 18}`;
  }
  return `<path fill="none" stroke="${color}" stroke-width="6" stroke-linejoin="round" d="${path}"/>`;
}

function drawBoard() {
  const pieces = piecesNow();
  const moves = movesNow();
  const last = moves.length ? moves[moves.length - 1] : puzzle().blunder;
  let discs = "";
  for (const [at, piece] of pieces) {
    const [x, y] = place(square(at));
    discs += `<use href="#disc-${piece}" data-at="${at}" x="${x}" y="${y}"/>`;
  }
  let marks = "";
  if (shown.chosen) marks += frame(shown.chosen, "#1f7a3d");
  if (!isDone() && shown.hint > 0) {
    const { move } = puzzle().solution[shown.played];
    marks += frame(move.slice(0, 2), "#8637b4");
    if (shown.hint > 1) marks += frame(move.slice(2, 4), "#8637b4");
  }
  byId("last").innerHTML = last ? frame(last.slice(0, 2), "#1c6fb8") + frame(last.slice(2, 4), "#1c6fb8") : "";
  byId("pieces").innerHTML = discs;
  byId("marks").innerHTML = marks;
  byId("upright").style.display = flipped ? "none" : "";
  byId("flipped").style.display = flipped ? "" : "none";
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
  flipped = data.puzzles.length > 0 && puzzle().side === "black";
  try {
    history.replaceState(null, "", `#${shown.index + 1}`);
  } catch {
    // Some browsers do not let pages from files have a history.
  }
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
  if (shown.said) html += `<p class="${shown.said === "wrong" ? "bad" : "good"}">${words()[shown.said]}</p>`;
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
  document.documentElement.lang = language;
  byId("title").textContent = words().title(data.puzzles.length);
  for (const id of ["hint", "solution"]) byId(id).textContent = words()[id];
  for (const id of ["again", "flip", "next", "previous", "theme"]) {
    byId(id).title = words()[id];
    byId(id).setAttribute("aria-label", words()[id]);
  }
  byId("previous").disabled = shown.index === 0;
  byId("next").disabled = shown.index >= data.puzzles.length - 1;
  byId("language").textContent = words().other;
  byId("keys").textContent = words().keys;
  for (const button of byId("notations").children) {
    button.setAttribute("aria-pressed", String(button.dataset.notation === notation));
  }
}

function draw() {
  drawLabels();
  if (!data.puzzles.length) return;
  drawBoard();
  drawTask();
  drawList();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  byId("theme").textContent = name === "dark" ? "☀" : "☾";
}
setTheme(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));

const hint = () => { shown.hint = Math.min(shown.hint + 1, 2); draw(); };
const turn = () => { flipped = !flipped; draw(); };
const KEYS = {
  ArrowLeft: () => go(shown.index - 1), ArrowRight: () => go(shown.index + 1), h: hint, s: tell, r: again, f: turn,
};
document.addEventListener("keydown", (event) => {
  const action = KEYS[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  action();
});

const clicks = {
  previous: () => go(shown.index - 1), next: () => go(shown.index + 1), hint, solution: tell, again, flip: turn,
  theme: () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  language: () => { language = language === "en" ? "zh" : "en"; draw(); },
};
for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener("click", action);
byId("notations").addEventListener("click", (event) => {
  notation = event.target.dataset.notation || notation;
  draw();
});
byId("list").addEventListener("click", (event) => {
  const button = event.target.closest("[data-index]");
  if (button) go(Number(button.dataset.index));
});

// The point of the board nearest to a click, if it is near one.
byId("board").addEventListener("click", (event) => {
  const box = byId("board").getBoundingClientRect();
  const [left, top, width, height] = byId("board").getAttribute("viewBox").split(" ").map(Number);
  const x = Math.round((left + ((event.clientX - box.left) / box.width) * width) / 100);
  const y = Math.round((top + ((event.clientY - box.top) / box.height) * height) / 100);
  if (x < 0 || x > 8 || y < 0 || y > 9) return;
  const [file, rank] = flipped ? [8 - x, y] : [x, 9 - y];
  tap(`${String.fromCharCode(97 + file)}${rank}`);
});

addEventListener("hashchange", () => go(Number(location.hash.slice(1)) - 1 || 0));
go(Number(location.hash.slice(1)) - 1 || 0);
