const WORDS = {
  en: { ...COMMON_WORDS.en, ...PUZZLE_WORDS.en },
  zh: { ...COMMON_WORDS.zh, ...PUZZLE_WORDS.zh },
};
const book = puzzleBook(data.puzzles);
const { shown } = book;
let chosen = null;

function tap(at) {
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

function go(index) {
  chosen = null;
  book.go(index);
  setNumberInAddress(shown.index + 1);
  draw();
}

function drawLabels() {
  drawSwitches();
  drawNotations();
  byId("title").textContent = words().title(data.puzzles.length);
  for (const id of ["hint", "solution"]) byId(id).textContent = words()[id];
  label(["again", "flip", "next", "previous"]);
  byId("previous").disabled = book.isFirst();
  byId("next").disabled = book.isLast();
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
  drawPosition(book.pieces(), book.lastMove(), (chosen ? corners(chosen, "#1f7a3d") : "") + book.marks());
  byId("task").innerHTML = book.taskHtml();
  byId("list").innerHTML = book.listHtml();
}

const turn = () => { flipped = !flipped; draw(); };
const hint = () => { book.hint(); draw(); };
const tell = () => { book.tell(); draw(); };
const again = () => { chosen = null; book.again(); draw(); };
const before = () => go(shown.index - 1);
const next = () => go(shown.index + 1);
const KEYS = { ArrowLeft: before, ArrowRight: next, h: hint, s: tell, r: again, f: turn };
const clicks = { previous: before, next, hint, solution: tell, again, flip: turn };
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
