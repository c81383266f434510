// The pane below the moves of the analysis in which the move shown is given a comment, glyphs, and drawings on the board.

import { byId, control, fill, find, targetIn } from "../shared/frame.js";
import { glyphText } from "../shared/game.js";
import { escapeText, reader } from "../shared/reader.js";
import { format } from "../shared/words.js";
import { button, startActions } from "./common.js";
import { icon } from "./icons.js";
import { GLYPHS, drawingsOf, glyphFor, textOf, toggled, withDrawings, withText } from "./remarks.js";
import * as tree from "./tree.js";
import { words } from "./words.js";

let isShown = false;
// Whether a finger or the mouse draws on the board instead of moving pieces.
let isDrawing = false;
// What the pane was built for.
let built = "";
/** @type {TreeNode} */
let node;
/** @type {Side} */
let mover = "red";
/** @type {{ changed: () => void, draw: () => void, mayChange: () => boolean }} */
let owner;

export const isOpen = () => isShown;
export const draws = () => isShown && isDrawing;

// The comment that belongs to a position: that of its move or, at the start, that of the game.
const commentOf = (/** @type {TreeNode} */ at) => (at.parent ? at.comment : at.before);
export const drawings = (/** @type {TreeNode} */ at) => drawingsOf(commentOf(at));

function say(/** @type {string} */ comment) {
  if (node.parent) node.comment = comment;
  else node.before = comment;
  tree.touch();
  owner.changed();
}

// Keeps the drawings on the board with the position shown.
export function setDrawings(/** @type {TreeNode} */ at, /** @type {string[]} */ drawn) {
  if (owner.mayChange()) {
    node = at;
    say(withDrawings(commentOf(at), drawn));
  }
  owner.draw();
}

export function toggle(is = !isShown) {
  isShown = is;
  isDrawing = false;
  owner.draw();
  (isShown ? byId("comment-text") : find(byId("tree-actions"), "[data-do=comment]"))?.focus({ preventScroll: true });
}

const glyphButton = (/** @type {number} */ glyph) => {
  const name = `${words().glyphNames[glyph]}`;
  return `<button type="button" data-glyph="${glyphFor(glyph, mover)}" aria-pressed="false" aria-label="${name}" title="${name}">${glyphText({ glyphs: [glyph] })}</button>`;
};

function build() {
  const title = node.parent ? format(words().commentOn, { move: node.move[reader.notation] }) : words().commentOnStart;
  const groups = node.parent ? GLYPHS.map((group) => `<span>${group.map(glyphButton).join("")}</span>`).join("") : "";
  fill(byId("comment"), `<div class="head"><h2>${escapeText(title)}</h2>
      ${button("draws", `${icon("pencil")}<span>${words().drawing}</span>`, `aria-pressed="false" title="${words().drawingLong}"`)}
      ${button("erase", words().erase, `title="${words().eraseLong}"`)}
      ${button("close", icon("x"), `class="close" aria-label="${words().close}" title="${words().close}"`)}</div>
    <div class="glyphs" role="group" aria-label="${words().glyphs}">${groups}</div>
    <textarea id="comment-text" rows="2" aria-label="${escapeText(title)}" placeholder="${words().commentHere}"></textarea>
    <p class="faint" id="drawing-help"></p>`);
}

// Shows the pane for a node, which was reached by a move of `by`.
export function draw(/** @type {TreeNode} */ at, /** @type {Side} */ by) {
  byId("comment").hidden = !isShown;
  if (!isShown) return;
  [node, mover] = [at, by];
  const what = [node.name, mover, reader.language, reader.notation, node.move.wxf].join();
  if (what !== built) {
    build();
    built = what;
    control("comment-text").value = textOf(commentOf(node));
  }
  for (const glyph of byId("comment").querySelectorAll("[data-glyph]")) {
    glyph.setAttribute("aria-pressed", String(node.glyphs.includes(Number(/** @type {HTMLElement} */ (glyph).dataset.glyph))));
  }
  find(byId("comment"), "[data-do=draws]")?.setAttribute("aria-pressed", String(isDrawing));
  find(byId("comment"), "[data-do=erase]")?.toggleAttribute("hidden", !drawings(node).length);
  byId("drawing-help").textContent = isDrawing ? words().drawingHelp : "";
}

// `whose.changed` is called when the analysis has to be saved, `whose.draw` when it has to be redrawn, and
// `whose.mayChange` before a change.
export function start(/** @type {typeof owner} */ whose) {
  owner = whose;
  startActions(byId("comment"), {
    close: () => toggle(false),
    draws() {
      isDrawing = !isDrawing;
      owner.draw();
    },
    erase: () => setDrawings(node, []),
  });
  byId("comment").addEventListener("click", (event) => {
    const chosen = targetIn(event, "[data-glyph]")?.dataset.glyph;
    if (!chosen || !owner.mayChange()) return;
    node.glyphs = toggled(node.glyphs, Number(chosen));
    tree.touch();
    owner.changed();
    owner.draw();
  });
  byId("comment").addEventListener("input", (event) => {
    if (event.target !== byId("comment-text")) return;
    if (!owner.mayChange()) {
      control("comment-text").value = textOf(commentOf(node));
      return;
    }
    say(withText(commentOf(node), control("comment-text").value));
    owner.draw();
  });
  byId("comment").addEventListener("keydown", (event) => {
    if (event.key === "Escape") toggle(false);
  });
}
