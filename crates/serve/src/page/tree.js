// The tree of moves of an analysis. A node is the position after its move; the root has none. The first child of a node
// goes on with its line, the others are variations.

let nextName = 1;

export function node(parent, move, more = {}) {
  return { name: nextName++, parent, move, children: [], comment: "", glyphs: [], score: null, ...more };
}

// The nodes from the root to a node, without the root.
export function path(to) {
  const nodes = [];
  for (let at = to; at.parent; at = at.parent) nodes.unshift(at);
  return nodes;
}

// A node and those that follow it first.
export function follow(from) {
  const nodes = [];
  for (let at = from; at; at = at.children[0]) nodes.push(at);
  return nodes;
}

// The child of a node by its move, which is added if it is new.
export function child(of, written) {
  const found = of.children.find(({ move }) => move.move === written.move);
  if (found) return found;
  const added = node(of, written);
  of.children.push(added);
  return added;
}

// Makes the line of a node the first one, all the way up.
export function promote(at) {
  for (; at.parent; at = at.parent) {
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
  }
}

export function remove(at) {
  const { children } = at.parent;
  children.splice(children.indexOf(at), 1);
}

// A line of the server below a node.
export function addLine(below, line) {
  let at = below;
  if (line.comment) at.before = line.comment;
  for (const told of line.moves) {
    const next = child(at, told.move);
    next.comment = told.comment || "";
    next.glyphs = told.glyphs || [];
    for (const variation of told.variations || []) addLine(at, variation);
    at = next;
  }
}

// The line that goes on from a node as the server wants it.
export function line(from) {
  const moves = [];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [first, ...others] = at.children;
    const told = { move: first.move.move };
    if (first.comment) told.comment = first.comment;
    if (first.glyphs.length) told.glyphs = first.glyphs;
    const variation = (other) => {
      const rest = line(other);
      const start = { move: other.move.move, ...(other.comment && { comment: other.comment }), ...(other.glyphs.length && { glyphs: other.glyphs }) };
      return { moves: [start, ...rest.moves] };
    };
    if (others.length) told.variations = others.map(variation);
    moves.push(told);
  }
  return { ...(from.before && { comment: from.before }), moves };
}

const WORST_DEPTH = 3;

// The tree as HTML: buttons with the names of nodes in `data-node`, variations below the moves that they replace.
export function html(root, fen, current) {
  const text = (at, ply, isFirst) => {
    const here = at === current ? 'aria-current="true"' : "";
    const glyphs = glyphText(at) && `<span class="glyph">${glyphText(at)}</span>`;
    const comment = at.comment ? `<span class="said">${escapeText(at.comment)}</span>` : "";
    return `<button type="button" data-node="${at.name}" ${here}>${numberText(fen, ply, isFirst)}${at.move[notation]}${glyphs}</button>${comment}`;
  };
  // The line of a node whose children are at `ply`.
  const rest = (from, ply, depth, begins) => {
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

// The node of a name, below a node.
export function find(below, name) {
  const open = [below];
  while (open.length) {
    const at = open.pop();
    if (at.name === name) return at;
    open.push(...at.children);
  }
  return null;
}
