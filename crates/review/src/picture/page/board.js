// The board of a page, and how moves are written.

let notation = "chinese";
let flipped = false;

const square = (text) => ({ file: text.charCodeAt(0) - 97, rank: Number(text[1]) });
const pointName = (file, rank) => `${String.fromCharCode(97 + file)}${rank}`;
const ends = (move) => [move.slice(0, 2), move.slice(2, 4)];
const place = (at) => {
  const { file, rank } = square(at);
  return flipped ? [(8 - file) * 100, rank * 100] : [file * 100, (9 - rank) * 100];
};

function piecesOf(fen) {
  const pieces = new Map();
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "9") file += Number(c);
      else pieces.set(pointName(file++, 9 - index), c);
    }
  });
  return pieces;
}

function play(pieces, move) {
  const [from, to] = ends(move);
  pieces.set(to, pieces.get(from));
  pieces.delete(from);
}

// Corners around a point.
function corners(at, color) {
  const [x, y] = place(at);
  let path = "";
  for (const [side, rise] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
    const [cx, cy] = [x + side * 47, y + rise * 47];
    path += `M${cx - side * 18} ${cy}H${cx}V${cy - rise * 18}`;
  }
  return `<path fill="none" stroke="${color}" stroke-width="6" stroke-linejoin="round" d="${path}"/>`;
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

// Puts pieces on the board, the last move, which may be missing, and marks as SVG.
function drawPosition(pieces, lastMove, marks) {
  let discs = "";
  for (const [at, piece] of pieces) {
    const [x, y] = place(at);
    discs += `<use href="#disc-${piece}" data-at="${at}" x="${x}" y="${y}"/>`;
  }
  byId("last").innerHTML = lastMove ? ends(lastMove).map((at) => corners(at, "#1c6fb8")).join("") : "";
  byId("pieces").innerHTML = discs;
  byId("marks").innerHTML = marks;
  byId("upright").style.display = flipped ? "none" : "";
  byId("flipped").style.display = flipped ? "" : "none";
}

// The point of the board nearest to a click, if it is near one.
function pointAt(event) {
  const box = byId("board").getBoundingClientRect();
  const [left, top, width, height] = byId("board").getAttribute("viewBox").split(" ").map(Number);
  const x = Math.round((left + ((event.clientX - box.left) / box.width) * width) / 100);
  const y = Math.round((top + ((event.clientY - box.top) / box.height) * height) / 100);
  if (x < 0 || x > 8 || y < 0 || y > 9) return null;
  return flipped ? pointName(8 - x, y) : pointName(x, 9 - y);
}

function drawNotations() {
  for (const button of byId("notations").children) {
    button.setAttribute("aria-pressed", String(button.dataset.notation === notation));
  }
}

// What keys and buttons do: actions by the name of the key, and by the name of the button. `draw` writes everything anew.
function startBoard(keys, clicks, draw) {
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
  for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener("click", action);
  byId("notations").addEventListener("click", (event) => {
    notation = event.target.dataset.notation || notation;
    draw();
  });
}

// The number behind the # of the address, 0 if there is none.
const numberInAddress = () => Number(location.hash.slice(1)) || 0;
function setNumberInAddress(number) {
  try {
    history.replaceState(null, "", `#${number}`);
  } catch {
    // Some browsers do not let pages from files have a history.
  }
}
