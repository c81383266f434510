// The page of a game, with its keys and buttons. The address contains the number of the move.

import { annotatedGame } from "../shared/annotated.js";
import { drawNotations, drawPosition, numberInAddress, setNumberInAddress, startBoard } from "../shared/board.js";
import { byId, drawSwitches, label, pageData, startSwitches } from "../shared/frame.js";
import { startSteps } from "../shared/game.js";
import { reader } from "../shared/reader.js";
import { words } from "../shared/words.js";

const game = annotatedGame(pageData(), drawPosition, setNumberInAddress);
const { shown } = game;

function drawAll() {
  drawSwitches();
  drawNotations();
  byId("about").textContent = game.aboutTexts().join(" · ");
  if (byId("up").getAttribute("href")) byId("up").textContent = `← ${words().games}`;
  label(words(), Object.keys(clicks));
  byId("note").textContent = game.noteTexts().join("\n");
  byId("keys").textContent = words().keys;
  game.drawAll();
}

function turn() {
  reader.flipped = !reader.flipped;
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
