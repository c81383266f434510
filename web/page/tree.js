// The tree of moves in an analysis. A node is the position after its move; the root has no move. The first child of a
// node continues its line; the others are variations.

import { glyphText, numberText } from "../shared/game.js";
import { escapeText, reader } from "../shared/reader.js";

let nextName = 1;

/** @type {(parent: TreeNode | null, move: Move) => TreeNode} */
export function node(parent, move) {
  return { name: nextName++, parent, move, children: [], comment: "", glyphs: [], score: null };
}

const NO_MOVE = { move: "", wxf: "", chinese: "" };
export const newRoot = () => node(null, NO_MOVE);

// The nodes from the root to a node, without the root.
export function path(/** @type {TreeNode} */ to) {
  const nodes = [];
  for (let at = to; at.parent; at = at.parent) nodes.unshift(at);
  return nodes;
}

// A node and the main line after it.
export function follow(/** @type {TreeNode} */ from) {
  const nodes = [];
  for (let at = from; at; at = at.children[0]) nodes.push(at);
  return nodes;
}

// The node reached from another one by these moves, or null if any of them is missing.
export function walk(/** @type {TreeNode} */ from, /** @type {string[]} */ moves) {
  /** @type {TreeNode | undefined} */
  let at = from;
  for (const move of moves) at = at?.children.find((child) => child.move.move === move);
  return at ?? null;
}

// The child of a node after this move; it is added if it is missing.
export function child(/** @type {TreeNode} */ of, /** @type {Move} */ written) {
  const found = of.children.find(({ move }) => move.move === written.move);
  if (found) return found;
  const added = node(of, written);
  of.children.push(added);
  return added;
}

// Makes the line from the root to a node the main line.
export function promote(/** @type {TreeNode} */ at) {
  for (; at.parent; at = at.parent) {
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
  }
}

export function remove(/** @type {TreeNode} */ at) {
  at.parent?.children.splice(at.parent.children.indexOf(at), 1);
}

// Adds a line from the server below a node.
export function addLine(/** @type {TreeNode} */ below, /** @type {TreeLine} */ line) {
  let at = below;
  if (line.comment) at.before = line.comment;
  for (const { move, comment, glyphs, variations } of line.moves) {
    const next = child(at, move);
    next.comment = comment || "";
    next.glyphs = glyphs || [];
    for (const variation of variations || []) addLine(at, variation);
    at = next;
  }
}

const told = (/** @type {TreeNode} */ { move, comment, glyphs }) => ({ move: move.move, ...(comment && { comment }), ...(glyphs.length && { glyphs }) });

// The line after a node, in the form that the server expects.
/** @type {(from: TreeNode) => SentLine} */
export function line(from) {
  /** @type {SentLine["moves"]} */
  const moves = [];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [first, ...others] = at.children;
    const variations = others.map((other) => ({ moves: [told(other), ...line(other).moves] }));
    moves.push({ ...told(first), ...(variations.length && { variations }) });
  }
  return { ...(from.before && { comment: from.before }), moves };
}

const WORST_DEPTH = 3;

// The tree as HTML: buttons with the names of nodes in `data-node`, and variations below the moves that they replace.
export function html(/** @type {TreeNode} */ root, /** @type {string} */ fen, /** @type {TreeNode} */ current) {
  const text = (/** @type {TreeNode} */ at, /** @type {number} */ ply, /** @type {boolean} */ isFirst) => {
    const here = at === current ? 'aria-current="true"' : "";
    const glyphs = glyphText(at) && `<span class="glyph">${glyphText(at)}</span>`;
    const comment = at.comment ? `<span class="said">${escapeText(at.comment)}</span>` : "";
    return `<button type="button" data-node="${at.name}" ${here}>${numberText(fen, ply, isFirst)}${at.move[reader.notation]}${glyphs}</button>${comment}`;
  };
  // The line after a node whose children are at `ply`.
  const rest = (/** @type {TreeNode} */ from, /** @type {number} */ ply, /** @type {number} */ depth, /** @type {boolean} */ begins) => {
    let out = "";
    let isFirst = begins;
    for (let at = from; at.children.length; at = at.children[0], ply++) {
      const [first, ...others] = at.children;
      out += text(first, ply, isFirst);
      isFirst = Boolean(first.comment || others.length);
      for (const other of others) {
        const inner = text(other, ply, true) + rest(other, ply + 1, depth + 1, Boolean(other.comment));
        out += `<div class="variation depth-${Math.min(depth, WORST_DEPTH)}">${inner}</div>`;
      }
    }
    return out;
  };
  const before = root.before ? `<span class="said">${escapeText(root.before)}</span>` : "";
  return before + rest(root, 0, 1, true);
}

// Finds the node with a name, in the tree below a node.
export function find(/** @type {TreeNode} */ below, /** @type {number} */ name) {
  const open = [below];
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.name === name) return at;
    open.push(...at.children);
  }
  return null;
}
