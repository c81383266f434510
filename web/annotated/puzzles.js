// The page of puzzles, with its keys and buttons. The address contains the number of the puzzle.

import { corners, drawNotations, drawPosition, numberInAddress, pointAt, setNumberInAddress, startBoard } from "../shared/board.js";
import { byId, control, drawSwitches, label, pageData, startSwitches, targetIn } from "../shared/frame.js";
import { reader } from "../shared/reader.js";
import { puzzleBook } from "../shared/solving.js";
import { format, puzzleWords } from "../shared/words.js";

/** @type {{ puzzles: Puzzle[] }} */
const data = pageData();
const book = puzzleBook(data.puzzles);
const { shown } = book;
/** @type {string | null} */
let chosen = null;

function tap(/** @type {string | null} */ at) {
  if (book.isDone() || !at) return;
  const piece = book.pieces().get(at);
  const isOwn = piece && (piece === piece.toUpperCase()) === (book.puzzle().side === "red");
  if (isOwn) {
    chosen = chosen === at ? null : at;
  } else if (chosen) {
    book.tryMove(chosen + at);
    chosen = null;
  }
  draw();
}

function go(/** @type {number} */ index) {
  chosen = null;
  book.go(index);
  setNumberInAddress(shown.index + 1);
  draw();
}

function drawLabels() {
  drawSwitches();
  drawNotations();
  byId("title").textContent = format(puzzleWords().title, { n: data.puzzles.length });
  for (const id of /** @type {const} */ (["hint", "solution"])) byId(id).textContent = puzzleWords()[id];
  label(puzzleWords(), ["again", "flip", "next", "previous"]);
  control("previous").disabled = book.isFirst();
  control("next").disabled = book.isLast();
  byId("keys").textContent = puzzleWords().keys;
}

// A page without puzzles shows an empty board.
function drawNothing() {
  drawPosition(new Map(), null, "");
  byId("task").innerHTML = `<p class="task">${puzzleWords().empty}</p>`;
  for (const button of byId("left").querySelectorAll("button")) button.disabled = true;
}

function draw() {
  drawLabels();
  if (!data.puzzles.length) {
    drawNothing();
    return;
  }
  drawPosition(book.pieces(), book.lastMove(), (chosen ? corners(chosen, "#1f7a3d") : "") + book.marks());
  byId("task").innerHTML = book.taskHtml();
  byId("list").innerHTML = book.listHtml();
}

const turn = () => { reader.flipped = !reader.flipped; draw(); };
const hint = () => { book.hint(); draw(); };
const tell = () => { book.tell(); draw(); };
const again = () => { chosen = null; book.again(); draw(); };
const before = () => go(shown.index - 1);
const next = () => go(shown.index + 1);
const KEYS = { ArrowLeft: before, ArrowRight: next, h: hint, s: tell, r: again, f: turn };
const clicks = { previous: before, next, hint, solution: tell, again, flip: turn };
byId("list").addEventListener("click", (event) => {
  const button = targetIn(event, "[data-index]");
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
