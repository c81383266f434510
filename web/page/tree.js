// The tree of moves in an analysis. A node is the position after its move; the root has no move. The first child of a
// node continues its line; the others are variations.

import { textOf } from "./remarks.js";

let nextName = 1;
// How often the tree was changed.
let changes = 0;
export const touch = () => { changes++; };

/** @type {(parent: TreeNode | null, move: Move) => TreeNode} */
export function node(parent, move) {
  return { name: nextName++, parent, move, children: [], comment: "", glyphs: [], score: null };
}

const NO_MOVE = { move: "", wxf: "", chinese: "" };
export const newRoot = () => node(null, NO_MOVE);

// The nodes from the root to a node, without the root.
export function path(/** @type {TreeNode} */ to) {
  const nodes = [];
  for (let at = to; at.parent; at = at.parent) nodes.push(at);
  return nodes.reverse();
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
  touch();
  return added;
}

// Makes the line from the root to a node the main line.
export function promote(/** @type {TreeNode} */ at) {
  for (; at.parent; at = at.parent) {
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
  }
  touch();
}

export function remove(/** @type {TreeNode} */ at) {
  touch();
  at.parent?.children.splice(at.parent.children.indexOf(at), 1);
}

// Puts back what was removed from a node, if the tree still contains that node. Returns whether it does.
export function restore(/** @type {TreeNode} */ root, /** @type {TreeNode} */ gone, /** @type {number} */ index) {
  for (let at = gone.parent; at !== root; at = at.parent) if (!at?.parent?.children.includes(at)) return false;
  touch();
  gone.parent?.children.splice(index, 0, gone);
  return true;
}

const joined = (/** @type {(string | undefined)[]} */ ...texts) => [...new Set(texts.filter(Boolean))].join("\n");

// Adds moves from the server below a node, and returns the first of them. What a file says twice about a move is joined.
function add(/** @type {TreeNode} */ below, /** @type {TreeMove[]} */ moves) {
  let [at, head] = [below, below];
  for (const { move, comment, glyphs, variations } of moves) {
    const next = child(at, move);
    if (comment) next.comment = joined(next.comment, comment);
    if (glyphs?.length) next.glyphs = [...new Set([...next.glyphs, ...glyphs])];
    for (const variation of variations ?? []) {
      const first = add(at, variation.moves);
      if (variation.comment) first.before = joined(first.before, variation.comment);
    }
    if (at === below) head = next;
    at = next;
  }
  return head;
}

// Adds the main line from the server.
export function addLine(/** @type {TreeNode} */ root, /** @type {TreeLine} */ { comment, moves }) {
  if (comment) root.before = comment;
  add(root, moves);
}

// A move in the form that the server expects. Only the head of a variation has a comment before it.
function told(/** @type {TreeNode} */ { move, before, comment, glyphs }, isHead = false) {
  const said = isHead ? comment : joined(before, comment);
  return { move: move.move, ...(said && { comment: said }), ...(glyphs.length && { glyphs }) };
}

// The line after a node, in the form that the server expects.
/** @type {(from: TreeNode) => SentLine} */
export function line(from) {
  /** @type {SentLine["moves"]} */
  const moves = [];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [first, ...others] = at.children;
    const variations = others.map((other) => {
      const { comment, moves: rest } = line(other);
      return { ...(comment && { comment }), moves: [told(other, true), ...rest] };
    });
    moves.push({ ...told(first), ...(variations.length && { variations }) });
  }
  return { ...(from.before && { comment: from.before }), moves };
}

// The rows in which the tree is shown: the main line in two columns, comments, and the variations below the moves that
// they replace. A variation is folded unless the user has opened it or it contains the position shown. `ply` counts the
// moves before the first one in a row.
/** @typedef {{ kind: "pair", name: string, ply: number, red: TreeNode | null, black: TreeNode | null }
 *   | { kind: "said", name: string, text: string }
 *   | { kind: "run", name: string, ply: number, depth: number, head: TreeNode | null, nodes: TreeNode[], isFolded?: boolean }} TreeRow */

// The number of moves of a variation in one row, and of a folded one that are shown.
const RUN_MOST = 24;
const FOLDED_MOST = 6;

/** @type {(root: TreeNode, first: Side, open: Set<TreeNode>) => { rows: TreeRow[], at: Map<TreeNode, number> }} */
function rowsOf(root, first, open) {
  /** @type {TreeRow[]} */
  const rows = [];
  /** @type {Map<TreeNode, number>} */
  const places = new Map();
  const say = (/** @type {TreeNode} */ { name }, /** @type {string | undefined} */ comment) => {
    const text = textOf(comment);
    if (text) rows.push({ kind: "said", name: `said ${name}`, text });
    return text !== "";
  };

  function vary(/** @type {TreeNode} */ head, /** @type {number} */ ply, /** @type {number} */ depth) {
    places.set(head, rows.length);
    if (!open.has(head) && !head.isOpen) {
      const nodes = [];
      for (let at = head; at && nodes.length < FOLDED_MOST; at = at.children[0]) nodes.push(at);
      rows.push({ kind: "run", name: `folded ${head.name}`, ply, depth, head, nodes, isFolded: true });
      return;
    }
    /** @type {TreeNode[] | null} */
    let run = null;
    const put = (/** @type {TreeNode} */ at, /** @type {number} */ here) => {
      if (!run || run.length >= RUN_MOST) rows.push({ kind: "run", name: `run ${at.name}`, ply: here, depth, head: at === head ? head : null, nodes: run = [] });
      run.push(at);
      places.set(at, rows.length - 1);
    };
    put(head, ply);
    for (let at = head; at.children.length; at = at.children[0]) {
      put(at.children[0], ++ply);
      for (const other of at.children.slice(1)) vary(other, ply, depth + 1);
      if (at.children.length > 1) run = null;
    }
  }

  say(root, root.before);
  let isRed = first === "red";
  /** @type {Extract<TreeRow, { kind: "pair" }> | null} */
  let pair = null;
  for (let at = root, ply = 0; at.children.length; at = at.children[0], ply++, isRed = !isRed) {
    const next = at.children[0];
    if (isRed || !pair) rows.push(pair = { kind: "pair", name: `pair ${next.name}`, ply, red: null, black: null });
    pair[isRed ? "red" : "black"] = next;
    places.set(next, rows.length - 1);
    const hasSaid = say(next, joined(next.before, next.comment));
    for (const other of at.children.slice(1)) vary(other, ply, 1);
    if (hasSaid || at.children.length > 1) pair = null;
  }
  return { rows, at: places };
}

// Returns a function that returns the rows, which are the same as before unless something in them has changed.
export function rowKeeper() {
  /** @type {{ root: TreeNode | null, changes: number, open: Set<TreeNode>, first: Side }} */
  let of = { root: null, changes: 0, open: new Set(), first: "red" };
  let kept = rowsOf(newRoot(), "red", of.open);
  return (/** @type {TreeNode} */ root, /** @type {Side} */ first, /** @type {TreeNode} */ current) => {
    const open = new Set(path(current).filter((at) => at.parent?.children[0] !== at));
    const isSame = of.root === root && of.changes === changes && of.first === first && open.size === of.open.size && [...open].every((at) => of.open.has(at));
    if (!isSame) {
      of = { root, changes, open, first };
      kept = rowsOf(root, first, open);
    }
    return kept;
  };
}

// Opens or folds a variation.
export function fold(/** @type {TreeNode} */ head, /** @type {boolean} */ isOpen) {
  head.isOpen = isOpen;
  touch();
}
