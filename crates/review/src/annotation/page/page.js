// The page of a game: the game, its keys and buttons, and the number of the move in the address.

const game = annotatedGame(data, drawPosition, setNumberInAddress);
const { shown } = game;

function drawAll() {
  drawSwitches();
  drawNotations();
  byId("about").textContent = game.aboutTexts().join(" · ");
  if (byId("up").getAttribute("href")) byId("up").textContent = `← ${words().games}`;
  label(Object.keys(clicks));
  byId("note").textContent = game.noteTexts().join("\n");
  byId("keys").textContent = words().keys;
  game.drawAll();
}

function turn() {
  flipped = !flipped;
  game.drawAll();
}

const KEYS = {
  ArrowLeft: () => game.step(-1),
  ArrowRight: () => game.step(1),
  ArrowUp: () => game.goMistake(-1),
  ArrowDown: () => game.goMistake(1),
  Home: () => game.go(0),
  End: () => game.go(game.last),
  Escape: () => game.leaveLine(),
  f: turn,
};
const clicks = {
  first: KEYS.Home, back: KEYS.ArrowLeft, forward: KEYS.ArrowRight, end: KEYS.End,
  "mistake-back": KEYS.ArrowUp, "mistake-next": KEYS.ArrowDown, flip: turn,
};
startBoard(KEYS, clicks, drawAll);
for (const id of ["graph", "moves", "summary", "detail"]) byId(id).addEventListener("click", game.click);
startSteps((by) => game.step(by));
addEventListener("resize", game.drawGraph);
addEventListener("hashchange", () => game.go(numberInAddress()));
shown.ply = Math.min(Math.max(numberInAddress(), 0), game.last);
startSwitches(drawAll);
