// Shows the tree of moves of the analysis: the main line in two columns, and variations folded below their moves.

import { byId, targetIn } from "../shared/frame.js";
import { glyphText, numberText } from "../shared/game.js";
import { escapeText, reader } from "../shared/reader.js";
import { textOf } from "./remarks.js";
import { lazyRows } from "./rows.js";
import * as tree from "./tree.js";
import { words } from "./words.js";

/** @typedef {import("./tree.js").TreeRow} TreeRow */

const WORST_DEPTH = 3;
// Estimates of heights and of how much fits into a row.
const ROW_PX = 31;
const LINE_PX = 24;
const LETTERS = 45;
const MOVES = 6;

// What is shown, and the nodes that are drawn, by name.
/** @type {{ root: TreeNode, start: string, current: TreeNode }} */
let shown;
/** @type {Map<number, TreeNode>} */
const nodes = new Map();
const keep = tree.rowKeeper();
/** @type {ReturnType<typeof lazyRows<TreeRow>>} */
let list;

const glyphsHtml = (/** @type {TreeNode} */ at) => (at.glyphs.length ? `<span class="glyph">${glyphText(at)}</span>` : "");
const saidHtml = (/** @type {string | undefined} */ comment) => (textOf(comment) ? `<span class="said">${escapeText(textOf(comment))}</span>` : "");

function moveHtml(/** @type {TreeNode} */ at, number = "") {
  nodes.set(at.name, at);
  // The moves are one stop for the Tab key; arrow keys step through them.
  const isStop = at === (shown.current === shown.root ? shown.root.children[0] : shown.current);
  return `<button type="button" data-node="${at.name}" tabindex="${isStop ? 0 : -1}" ${at === shown.current ? 'aria-current="true"' : ""}>${number}${at.move[reader.notation]}${glyphsHtml(at)}</button>`;
}

function runHtml(/** @type {Extract<TreeRow, { kind: "run" }>} */ { ply, depth, head, nodes: run, isFolded }) {
  const number = (/** @type {number} */ at, /** @type {boolean} */ isFirst) => numberText(shown.start, ply + at, isFirst);
  const level = `row variation depth-${Math.min(depth, WORST_DEPTH)}`;
  if (head) nodes.set(head.name, head);
  if (head && isFolded) {
    const text = run.map((at, index) => number(index, index === 0) + at.move[reader.notation]).join(" ");
    return `<div class="${level}"><button type="button" class="fold" tabindex="-1" data-fold="${head.name}" aria-expanded="false">▸ ${text}${run[run.length - 1].children.length ? " …" : ""}</button></div>`;
  }
  const fold = head ? `<button type="button" class="fold" tabindex="-1" data-fold="${head.name}" aria-expanded="true" aria-label="${words().foldLine}" title="${words().foldLine}">▾</button>` : "";
  let isFirst = true;
  const moves = run.map((at, index) => {
    const before = at === head ? saidHtml(at.before) : "";
    const html = `${before}${moveHtml(at, number(index, isFirst))}${saidHtml(at.comment)}`;
    isFirst = textOf(at.comment) !== "";
    return html;
  });
  return `<div class="${level}">${fold}${moves.join("")}</div>`;
}

function rowHtml(/** @type {TreeRow} */ row) {
  if (row.kind === "said") return `<p class="row said">${escapeText(row.text)}</p>`;
  if (row.kind === "run") return runHtml(row);
  const cell = (/** @type {TreeNode | null} */ at, /** @type {string} */ none) => (at ? moveHtml(at) : `<span class="gap">${none}</span>`);
  return `<div class="row pair"><span class="number">${parseInt(numberText(shown.start, row.ply, true), 10)}.</span>${cell(row.red, "…")}${cell(row.black, "")}</div>`;
}

function guess(/** @type {TreeRow} */ row) {
  if (row.kind === "said") return LINE_PX * Math.ceil(row.text.length / LETTERS);
  return ROW_PX * (row.kind === "run" && !row.isFolded ? Math.ceil(row.nodes.length / MOVES) : 1);
}

// Draws the tree around the current node. Only what is in view is drawn.
export function draw(/** @type {TreeNode} */ root, /** @type {string} */ start, /** @type {TreeNode} */ current) {
  const isStep = shown?.current !== current || shown.root !== root;
  shown = { root, start, current };
  const { rows, at } = keep(root, start.split(" ")[1] === "b" ? "black" : "red", current);
  byId("rows").classList.toggle("none", !rows.length);
  byId("rows").dataset.none = words().treeEmpty;
  list.show(rows, at.get(current) ?? -1, isStep);
}

// `go` is called with the node that was chosen.
export function start(/** @type {(to: TreeNode) => void} */ go) {
  list = lazyRows(byId("rows"), rowHtml, guess, () => nodes.clear());
  byId("rows").addEventListener("click", (event) => {
    const { node, fold } = targetIn(event, "[data-node], [data-fold]")?.dataset ?? {};
    const at = nodes.get(Number(node ?? fold));
    if (!at) return;
    if (node) return go(at);
    const isOpen = targetIn(event, "[aria-expanded]")?.getAttribute("aria-expanded") === "true";
    tree.fold(at, !isOpen);
    // A variation that contains the position shown is open, so that position is left.
    if (isOpen && at.parent && tree.path(shown.current).includes(at)) go(at.parent);
    else draw(shown.root, shown.start, shown.current);
  });
}
