"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

const WORDS = {
  en: {
    red: "Red", black: "Black", start: "Start position", accuracy: "Accuracy", loss: "Centipawns lost a move",
    best: "Best", good: "Good", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder",
    missed_mate: "Missed mate", better: "Better was", line: "Best from here", forced: "the only move",
    points: (points, cp) => `${points} points and ${cp} centipawns lost`, turning: "turning point",
    turningPoints: "Turning points", none: "none", mates: (who, n) => `${who} mates in ${n}`,
    mated: (who) => `${who} is mated`, rule: (who) => `${who} wins by rule`, over: "Over by the rules:", played: "played", bestMove: "best",
    first: "To the start", back: "Back", forward: "Forward", end: "To the end", mistakeBack: "Mistake before",
    mistakeNext: "Next mistake", flip: "Turn the board", theme: "Light or dark", graph: "Who can expect what",
    keys: "Keys: ← → one move, Home End, ↑ ↓ mistakes, f turns the board, Esc leaves a line. Click either half of the board, swipe, or click the graph.",
    other: "中文", reasons: {},
  },
  zh: {
    red: "红方", black: "黑方", start: "开局局面", accuracy: "准确率", loss: "每步平均失分",
    best: "最佳", good: "好棋", inaccuracy: "欠佳", mistake: "失误", blunder: "漏着",
    missed_mate: "错过杀棋", better: "应走", line: "此后最佳", forced: "唯一着法",
    points: (points, cp) => `胜率下降 ${points}，失 ${cp} 分`, turning: "转折点",
    turningPoints: "转折点", none: "无", mates: (who, n) => `${who} ${n} 步杀`,
    mated: (who) => `${who}被将死`, rule: (who) => `${who}按规则胜`, over: "按规则终局：", played: "实战", bestMove: "最佳",
    first: "开始", back: "后退", forward: "前进", end: "结束", mistakeBack: "上一失误",
    mistakeNext: "下一失误", flip: "翻转棋盘", theme: "明暗", graph: "双方胜率",
    keys: "按键：← → 一步，Home End 首尾，↑ ↓ 失误，f 翻转，Esc 离开变着。点击棋盘左右半边、滑动或点击曲线亦可。",
    other: "English",
    reasons: {
      checkmate: "将死", stalemate: "困毙", dead_material: "双方无子可攻", perpetual_check: "长将",
      perpetual_chase: "长捉", perpetual_attack: "长打", repetition: "重复局面", move_count: "自然限着",
    },
  },
};
const SIGNS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??", missed_mate: "#?" };
const CLASSES = ["best", "good", "inaccuracy", "mistake", "blunder", "missed_mate"];
const isBad = (move) => CLASSES.indexOf(move.class) >= 3;

// What is shown: the position after `n` moves, or one of the best line from there or instead of the move.
const shown = { ply: 0, line: null };
let notation = "chinese";
let language = (navigator.language || "en").startsWith("zh") ? "zh" : "en";
let flipped = false;
const last = data.moves.length;

const words = () => WORDS[language];
const escapeText = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const sideName = (side) => words()[side];

// Scores are Red's.
function scoreText(score) {
  if ("cp" in score) {
    if (Math.abs(score.cp) > 27000) return words().rule(sideName(score.cp > 0 ? "red" : "black"));
    return (score.cp > 0 ? "+" : score.cp < 0 ? "−" : "") + (Math.abs(score.cp) / 100).toFixed(2);
  }
  const red = "mate_in" in score;
  const plies = red ? score.mate_in : score.mated_in;
  if (plies === 0) return words().mated(sideName(red ? "black" : "red"));
  return words().mates(sideName(red ? "red" : "black"), Math.ceil(plies / 2));
}

// The board.

const square = (text) => ({ file: text.charCodeAt(0) - 97, rank: Number(text[1]) });
const ends = (move) => [square(move.slice(0, 2)), square(move.slice(2, 4))];
const place = ({ file, rank }) =>
  flipped ? [(8 - file) * 100, rank * 100] : [file * 100, (9 - rank) * 100];

function piecesOf(fen) {
  const pieces = new Map();
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "9") file += Number(c);
      else pieces.set(`${String.fromCharCode(97 + file++)}${9 - index}`, c);
    }
  });
  return pieces;
}

function play(pieces, move) {
  const from = move.slice(0, 2);
  pieces.set(move.slice(2, 4), pieces.get(from));
  pieces.delete(from);
}

function lastMarks(move) {
  if (!move) return "";
  let path = "";
  for (const [x, y] of ends(move).map(place)) {
    for (const [side, rise] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
      const [cx, cy] = [x + side * 47, y + rise * 47];
      path += `M${cx - side * 18} ${cy}H${cx}V${cy - rise * 18}`;
    }
  }
  return `<path fill="none" stroke="#1c6fb8" stroke-width="6" stroke-linejoin="round" d="${path}"/>`;
}

function arrow(move, color, name) {
  const [[x, y], [toX, toY]] = ends(move).map(place);
  const length = Math.hypot(toX - x, toY - y);
  const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  const end = length - 6;
  const neck = end - 40;
  return `<path data-arrow="${name}" transform="translate(${x} ${y}) rotate(${angle.toFixed(2)})" fill="${color}"
    fill-opacity="0.82" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"
    d="M20 -7H${neck}V-22L${end} 0L${neck} 22V7H20Z"/>`;
}

// Colours of arrows do not follow the theme: the board does not either.
const ARROWS = {
  best: "#1f7a3d", good: "#1d5fbf", inaccuracy: "#b98a00", mistake: "#d0660a", blunder: "#c81e1e", missed_mate: "#8637b4",
};

function drawBoard() {
  const { ply, line } = shown;
  let pieces, lastMove, arrows = "";
  if (line) {
    pieces = piecesOf(data.positions[line.from].fen);
    const moves = data.positions[line.from].best_line.slice(0, line.count).map((texts) => texts.move);
    moves.forEach((move) => play(pieces, move));
    lastMove = moves[moves.length - 1];
  } else {
    pieces = piecesOf(data.positions[ply].fen);
    const played = data.moves[ply - 1];
    lastMove = played && played.move;
    if (played) {
      arrows += arrow(played.move, ARROWS[played.class], "played");
      const best = data.positions[ply - 1].best_line[0];
      if (best && best.move !== played.move && played.class !== "best") {
        arrows += arrow(best.move, ARROWS.best, "best");
      }
    } else if (data.positions[0].best_line[0]) {
      arrows += arrow(data.positions[0].best_line[0].move, ARROWS.best, "best");
    }
  }
  let discs = "";
  for (const [at, piece] of pieces) {
    const [x, y] = place(square(at));
    discs += `<use href="#disc-${piece}" data-at="${at}" x="${x}" y="${y}"/>`;
  }
  byId("last").innerHTML = lastMarks(lastMove);
  byId("pieces").innerHTML = discs;
  byId("arrows").innerHTML = arrows;
  byId("upright").style.display = flipped ? "none" : "";
  byId("flipped").style.display = flipped ? "" : "none";
}

// What is said about the move.

function lineButtons(from) {
  const PLIES = 8;
  const first = data.positions[from].fen.split(" ");
  let red = first[1] === "w";
  let number = Number(first[5]);
  return data.positions[from].best_line.slice(0, PLIES).map((texts, index) => {
    const label = red ? `${number}. ` : index === 0 ? `${number}… ` : "";
    if (!red) number += 1;
    red = !red;
    const current = shown.line && shown.line.from === from && shown.line.count === index + 1;
    return `<button type="button" data-from="${from}" data-count="${index + 1}"
      ${current ? 'aria-current="true"' : ""}>${label}${texts[notation]}</button>`;
  }).join("");
}

function overText(over) {
  const reason = words().reasons[over.reason] || over.reason.replace("_", " ");
  return `<p class="faint">${words().over} ${reason}</p>`;
}

function drawDetail() {
  const { ply } = shown;
  const point = data.positions[ply];
  const score = `<span class="score">${scoreText(point.score)} · ${Math.round(point.expectation)} %</span>`;
  let html;
  if (ply === 0) {
    html = `<p class="move">${words().start}${score}</p>`;
  } else {
    const move = data.moves[ply - 1];
    const [, side, , , , number] = data.positions[ply - 1].fen.split(" ");
    const best = data.positions[ply - 1].best_line[0];
    html = `<p class="move">${number}${side === "w" ? "." : "…"} ${move[notation]}
      <span class="tag" style="background:var(--${move.class})">${words()[move.class]} ${SIGNS[move.class]}</span>${score}</p>`;
    const notes = [];
    if (move.forced) notes.push(words().forced);
    if (move.loss > 0) notes.push(words().points(move.loss.toFixed(1), move.loss_cp));
    if (move.turning_point) notes.push(words().turning);
    html += `<p class="faint">${notes.join("; ") || "&nbsp;"}</p>`;
    if (move.comment) html += `<p class="comment">${escapeText(move.comment)}</p>`;
    if (best && best.move !== move.move && move.class !== "best") {
      html += `<p class="line"><span class="swatch" style="background:${ARROWS.best}"></span>${words().better}: ${lineButtons(ply - 1)}</p>`;
    }
  }
  if (point.over) html += ply === last && language === "en" ? `<p class="faint">${escapeText(data.ending.text)}</p>` : overText(point.over);
  if (point.best_line.length && !(point.over && ply === last)) {
    html += `<p class="line faint">${words().line}: ${lineButtons(ply)}</p>`;
  }
  byId("detail").innerHTML = html;
}

// The graph.

function drawGraph() {
  const graph = byId("graph");
  const width = graph.clientWidth || 600;
  const height = graph.clientHeight || 130;
  const x = (ply) => 8 + (ply / Math.max(last, 1)) * (width - 16);
  const y = (expectation) => 6 + ((100 - expectation) / 100) * (height - 12);
  graph.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const points = data.positions.map((point, ply) => `${x(ply).toFixed(1)},${y(point.expectation).toFixed(1)}`);
  let html = `<polygon fill="var(--graph-red)" points="0,${height} 0,${y(data.positions[0].expectation)} ${points.join(" ")} ${width},${y(data.positions[last].expectation)} ${width},${height}"/>`;
  html += `<line x1="0" x2="${width}" y1="${y(50)}" y2="${y(50)}" stroke="#888" stroke-dasharray="4 4"/>`;
  html += `<polyline fill="none" stroke="#f4f4f4" stroke-width="1.6" points="${points.join(" ")}"/>`;
  data.moves.forEach((move, index) => {
    if (CLASSES.indexOf(move.class) < 2) return;
    const ply = index + 1;
    const radius = isBad(move) ? 5 : 3;
    html += `<circle data-ply="${ply}" cx="${x(ply).toFixed(1)}" cy="${y(data.positions[ply].expectation).toFixed(1)}" r="${radius}"
      fill="${ARROWS[move.class]}" stroke="#fff" stroke-width="1.2"><title>${move[notation]} ${words()[move.class]}</title></circle>`;
  });
  html += `<text x="6" y="14">${sideName("black")}</text><text x="6" y="${height - 6}">${sideName("red")}</text>`;
  html += `<line id="cursor" x1="${x(shown.ply)}" x2="${x(shown.ply)}" y1="0" y2="${height}" stroke="#2f8fe0" stroke-width="2"/>`;
  graph.innerHTML = html;
  graph.setAttribute("aria-label", words().graph);
}

function clickGraph(event) {
  const box = byId("graph").getBoundingClientRect();
  const at = event.target.dataset && event.target.dataset.ply;
  go(at ? Number(at) : Math.round(((event.clientX - box.left - 8) / (box.width - 16)) * last));
}

// Lists and labels.

function drawMoves() {
  let html = "";
  data.moves.forEach((move, index) => {
    const [, side, , , , number] = data.positions[index].fen.split(" ");
    if (side === "w") html += `<span class="number">${number}.</span>`;
    else if (index === 0) html += `<span class="number">${number}.</span><span></span>`;
    html += `<button type="button" data-ply="${index + 1}">${move[notation]}<span class="sign"
      style="color:var(--${move.class})">${SIGNS[move.class]}</span></button>`;
  });
  byId("moves").innerHTML = html;
}

function drawSummary() {
  const row = (name, value, color) => {
    const swatch = color ? `<span class="swatch" style="background:var(--${color})"></span>` : "";
    return `<tr><th scope="row">${swatch}${name}</th>${data.sides.map((side) => `<td>${value(side)}</td>`).join("")}</tr>`;
  };
  const number = (value, digits, unit) => (value === null ? "–" : value.toFixed(digits) + unit);
  let html = `<table><tr><th></th>${data.sides.map((side) => `<td>${sideName(side.side)}</td>`).join("")}</tr>`;
  html += row(words().accuracy, (side) => `<b>${number(side.accuracy, 1, " %")}</b>`);
  html += row(words().loss, (side) => number(side.mean_loss_cp, 0, ""));
  for (const name of CLASSES) html += row(`${words()[name]} ${SIGNS[name]}`, (side) => side.classes[name], name);
  html += "</table>";
  const turning = data.turning_points.map((ply) =>
    `<button type="button" data-ply="${ply}">${data.positions[ply - 1].fen.split(" ")[5]}${ply && data.moves[ply - 1].side === "red" ? "." : "…"} ${data.moves[ply - 1][notation]}</button>`);
  html += `<p>${words().turningPoints}: ${turning.join(" ") || words().none}</p>`;
  byId("summary").innerHTML = html;
}

function drawLabels() {
  document.documentElement.lang = language;
  const about = [];
  for (const name of ["Event", "Date"]) if (data.tags[name]) about.push(data.tags[name]);
  if (data.opening) about.push(language === "zh" ? data.opening.chinese : `${data.opening.chinese} ${data.opening.english}`);
  about.push(data.result);
  byId("about").textContent = about.join(" · ");
  const labels = { first: "first", back: "back", forward: "forward", end: "end", "mistake-back": "mistakeBack", "mistake-next": "mistakeNext", flip: "flip", theme: "theme" };
  for (const [id, word] of Object.entries(labels)) {
    byId(id).title = words()[word];
    byId(id).setAttribute("aria-label", words()[word]);
  }
  byId("language").textContent = words().other;
  byId("keys").textContent = words().keys;
  for (const button of byId("notations").children) {
    button.setAttribute("aria-pressed", String(button.dataset.notation === notation));
  }
  const sides = flipped ? ["red", "black"] : ["black", "red"];
  ["players-top", "players-bottom"].forEach((id, index) => {
    const side = sides[index];
    const name = data.tags[side === "red" ? "Red" : "Black"] || sideName(side);
    const accuracy = data.sides[side === "red" ? 0 : 1].accuracy;
    byId(id).dataset.side = side;
    byId(id).innerHTML = `<span class="name">${escapeText(name)}</span><span class="accuracy">${accuracy === null ? "" : `${words().accuracy} ${accuracy.toFixed(1)} %`}</span>`;
  });
}

// Keeps the chosen move in view without moving the page.
function markMove() {
  const list = byId("moves");
  for (const button of list.querySelectorAll('[aria-current="true"]')) button.removeAttribute("aria-current");
  const chosen = list.querySelector(`[data-ply="${shown.ply}"]`);
  if (!chosen) {
    list.scrollTop = 0;
    return;
  }
  chosen.setAttribute("aria-current", "true");
  const [top, bottom] = [chosen.offsetTop, chosen.offsetTop + chosen.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top - 4;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 4;
}

function drawAll() {
  drawLabels();
  drawSummary();
  drawMoves();
  draw();
}

function draw() {
  drawBoard();
  drawDetail();
  drawGraph();
  markMove();
}

// Going about.

function go(ply) {
  shown.ply = Math.min(Math.max(ply, 0), last);
  shown.line = null;
  draw();
  try {
    history.replaceState(null, "", `#${shown.ply}`);
  } catch {
    // Some browsers do not let pages from files have a history.
  }
}

function goLine(from, count) {
  const length = data.positions[from].best_line.length;
  if (count < 1) {
    shown.line = null;
  } else {
    shown.line = { from, count: Math.min(count, length) };
  }
  draw();
}

// Along the line that is shown, else along the game.
function step(by) {
  if (shown.line) goLine(shown.line.from, shown.line.count + by);
  else go(shown.ply + by);
}

function goMistake(by) {
  for (let ply = shown.ply + by; ply >= 1 && ply <= last; ply += by) {
    if (isBad(data.moves[ply - 1])) return go(ply);
  }
}

function turn() {
  flipped = !flipped;
  drawLabels();
  drawBoard();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  byId("theme").textContent = name === "dark" ? "☀" : "☾";
}
setTheme(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));

const KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  ArrowUp: () => goMistake(-1),
  ArrowDown: () => goMistake(1),
  Home: () => go(0),
  End: () => go(last),
  Escape: () => go(shown.ply),
  f: turn,
};
document.addEventListener("keydown", (event) => {
  const action = KEYS[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  action();
});

const clicks = {
  first: () => go(0), back: () => step(-1), forward: () => step(1), end: () => go(last),
  "mistake-back": () => goMistake(-1), "mistake-next": () => goMistake(1), flip: turn,
  theme: () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  language: () => { language = language === "en" ? "zh" : "en"; drawAll(); },
};
for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener("click", action);
byId("graph").addEventListener("click", clickGraph);
byId("notations").addEventListener("click", (event) => {
  notation = event.target.dataset.notation || notation;
  drawAll();
});
for (const id of ["moves", "summary"]) {
  byId(id).addEventListener("click", (event) => {
    const button = event.target.closest("[data-ply]");
    if (button) go(Number(button.dataset.ply));
  });
}
byId("detail").addEventListener("click", (event) => {
  const button = event.target.closest("[data-from]");
  if (button) goLine(Number(button.dataset.from), Number(button.dataset.count));
});

// A swipe on the board steps, and so does a tap on one of its halves.
let press = null;
byId("board").addEventListener("pointerdown", (event) => { press = { x: event.clientX, y: event.clientY }; });
byId("board").addEventListener("pointerup", (event) => {
  if (!press) return;
  const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
  press = null;
  if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) {
    step(dx < 0 ? 1 : -1);
  } else if (Math.hypot(dx, dy) < 10) {
    const box = byId("board").getBoundingClientRect();
    step(event.clientX > box.left + box.width / 2 ? 1 : -1);
  }
});

addEventListener("resize", drawGraph);
addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));
shown.ply = Math.min(Math.max(Number(location.hash.slice(1)) || 0, 0), last);
drawAll();
