// The entry point of the page: modes, switches, keys, files from outside, and the connection.

import { byId, drawSwitches, label, startSwitches, targetIn } from "../shared/frame.js";
import { reader, remember, remembered } from "../shared/reader.js";
import * as analyse from "./analyse.js";
import { keeper } from "./backend.js";
import { attempt, notify, offer } from "./common.js";
import { ask, connect, hurry, leave, on } from "./connection.js";
import * as explorer from "./explorer.js";
import * as focus from "./focus.js";
import * as friend from "./friend.js";
import { icon } from "./icons.js";
import { hurry as hurryToKeep } from "./kept.js";
import * as modes from "./modes.js";
import * as play from "./play.js";
import * as review from "./review.js";
import { hurry as hurryToDelete } from "./saved.js";
import * as settings from "./settings.js";
import * as sheet from "./sheet.js";
import * as table from "./table.js";
import * as watch from "./watch.js";
import { words } from "./words.js";

const turn = () => {
  reader.flipped = !reader.flipped;
  remember("flipped", reader.flipped);
  modes.mode().turned();
};
/** @type {Actions} */
const KEYS = {
  ArrowLeft: () => modes.mode().step(-1), ArrowRight: () => modes.mode().step(1),
  Home: () => modes.mode().goto(false), End: () => modes.mode().goto(true), f: turn,
};
/** @type {Actions} */
const CLICKS = {
  first: KEYS.Home, back: KEYS.ArrowLeft, forward: KEYS.ArrowRight, end: KEYS.End, flip: turn,
};

/** @type {Record<string, string>} */
const ICONS = {
  first: "chevron-first", back: "chevron-left", forward: "chevron-right", end: "chevron-last", flip: "arrow-up-down",
  "sheet-close": "x",
};

function draw() {
  drawSwitches();
  settings.draw();
  label(words(), [...Object.keys(CLICKS), "settings"]);
  for (const id of /** @type {const} */ (["modes", "steps"])) byId(id).setAttribute("aria-label", words()[id]);
  for (const button of byId("modes").querySelectorAll("button")) button.textContent = words().mode[button.dataset.mode ?? ""];
  for (const [at, part] of [...byId("other-games").children].entries()) part.textContent = words().otherGames[at];
  byId("drop").textContent = words().dropHere;
  if (modes.modeName()) modes.mode().draw();
}

const isField = (/** @type {Event} */ event) => targetIn(event, "input, select, textarea") !== null;
// Whether an element with the focus handles the key itself. A list of choices leaves the keys for stepping to the page.
const isTaken = (/** @type {KeyboardEvent} */ event) => isField(event) && !(targetIn(event, "select") && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key));

function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTaken(event) || sheet.isOpen() || settings.isOpen()) return;
    if (event.key === " " && targetIn(event, "button, a, summary")) return;
    const action = modes.mode().keys[event.key] || KEYS[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

// How far the wheel turns for a step, in pixels. A mouse sends about a hundred at a time, a touchpad a few.
const WHEEL_STEP = 60;

// The wheel steps through the game if it is over the board.
function startWheel() {
  let turned = 0;
  byId("board").addEventListener("wheel", (event) => {
    if (event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    const by = Math.sign(event.deltaY);
    // Some browsers count lines or pages.
    turned = (Math.sign(turned) === by ? turned : 0) + (event.deltaMode ? by * WHEEL_STEP : event.deltaY);
    if (Math.abs(turned) < WHEEL_STEP) return;
    turned = 0;
    const { wheel, step } = modes.mode();
    (wheel ?? step)(by);
  }, { passive: false });
}

const contentOf = (/** @type {DataTransfer | null} */ data) => ({ files: [...data?.files ?? []], text: data?.getData("text") ?? "" });

// Handles files dropped anywhere, and text pasted anywhere except into a field.
function startInput() {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    byId("drop").hidden = false;
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) byId("drop").hidden = true; });
  addEventListener("drop", (event) => {
    event.preventDefault();
    byId("drop").hidden = true;
    const { files, text } = contentOf(event.dataTransfer);
    // Several files are treated as a collection, which is reviewed.
    if (files.length > 1 && modes.modeName() !== "review") modes.enter("review");
    if (files.length) attempt(() => modes.mode().drop(files[0], files));
    else if (text && !isField(event)) attempt(() => modes.mode().paste(text));
  });
  addEventListener("paste", (event) => {
    if (isField(event)) return;
    const { files, text } = contentOf(event.clipboardData);
    // A pasted game is opened in the analysis, except while games are being reviewed.
    if ((files.length || text.trim()) && modes.modeName() !== "review") modes.enter("analyse");
    if (files.length) attempt(() => modes.mode().drop(files[0], files));
    else if (text.trim()) attempt(() => modes.mode().paste(text));
  });
}

function hearConnection(/** @type {{ name: string, resumed: Resumed, reason: string }} */ { name, resumed, reason }) {
  if (name === "open") {
    [lostBy, isIdle] = ["", false];
    analyse.resume();
    review.resume(resumed);
    watch.resume();
    friend.resume();
    draw();
    // No move can be played before the game is restored.
    play.resume(resumed).then((isFine) => { if (isFine) notify(""); });
  } else if (name === "lost") {
    // The reason remains while further attempts fail.
    lostBy = reason || lostBy;
    notify(words().ended[lostBy] ? `${words().ended[lostBy]} ${words().reconnecting}` : words().lost, true);
  } else {
    offer(words().ended[reason] || reason, words().reconnect, connect);
    isIdle = reason === "idle";
  }
}

let lostBy = "";
let isIdle = false;

// Reconnects without delay when the network or the user is back.
function startReturns() {
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) hurry(); });
  for (const name of ["pointerdown", "keydown"]) {
    addEventListener(name, () => {
      if (isIdle) connect();
      isIdle = false;
    });
  }
}

table.start();
play.start();
analyse.start();
explorer.start();
review.start();
watch.start();
friend.start();
for (const [id, action] of Object.entries(CLICKS)) byId(id).addEventListener("click", action);
byId("modes").addEventListener("click", (event) => {
  const mode = targetIn(event, "[data-mode]")?.dataset.mode;
  if (mode && mode !== modes.modeName()) modes.enter(mode);
});
for (const [id, name] of Object.entries(ICONS)) byId(id).innerHTML = icon(name);
sheet.start();
focus.start();
settings.start(() => draw());
addEventListener("resize", () => modes.mode().turned());
on("state", hearConnection);
startKeys();
startWheel();
startInput();
startReturns();
startSwitches(draw);
// Runs after the page itself has switched to the other language, and switches the session as well.
byId("language").addEventListener("click", () => attempt(() => ask("language", { language: reader.language })));
reader.flipped = Boolean(remembered("flipped"));
// Going back leaves a dialog as well.
addEventListener("popstate", () => {
  for (const box of document.querySelectorAll("dialog")) if (box.open) box.close();
  modes.follow();
});
modes.follow();
draw();
notify(words().connecting, true);
connect();
addEventListener("pagehide", () => {
  hurryToKeep();
  analyse.hurry();
  hurryToDelete();
  leave();
});
addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
// Without a service worker, browsers cannot install the page.
navigator.serviceWorker?.register(keeper).catch(() => {});
