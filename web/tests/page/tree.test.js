import assert from "node:assert/strict";
import { test } from "node:test";
import { addLine, child, fold, follow, line, newRoot, path, promote, remove, restore, rowKeeper, touch } from "../../page/tree.js";

const written = (move) => ({ move, wxf: move, chinese: move });
const told = (move, more = {}) => ({ move: written(move), ...more });

/** 1. h2e2 h9g7 (1… h7e7 2. h0g2) 2. h0g2, with a second variation 1. b0c2. */
function tree() {
  const root = newRoot();
  addLine(root, {
    comment: "A game",
    moves: [
      told("h2e2", { glyphs: [1], variations: [{ moves: [told("b0c2", { comment: "quiet" })] }] }),
      told("h9g7", { comment: "usual", variations: [{ moves: [told("h7e7"), told("h0g2")] }] }),
      told("h0g2"),
    ],
  });
  return root;
}

const moves = (nodes) => nodes.map((at) => at.move.move).join(" ");

test("a line from the server is converted to a tree and back", () => {
  const root = tree();
  assert.equal(moves(follow(root).slice(1)), "h2e2 h9g7 h0g2");
  assert.deepEqual(line(root), {
    comment: "A game",
    moves: [
      { move: "h2e2", glyphs: [1], variations: [{ moves: [{ move: "b0c2", comment: "quiet" }] }] },
      { move: "h9g7", comment: "usual", variations: [{ moves: [{ move: "h7e7" }, { move: "h0g2" }] }] },
      { move: "h0g2" },
    ],
  });
});

test("a known move leads to its existing node", () => {
  const root = tree();
  const first = child(root, written("h2e2"));
  assert.equal(first, root.children[0]);
  assert.equal(child(first, written("c3c4")), first.children[2]);
  assert.equal(moves(path(first.children[2])), "h2e2 c3c4");
});

test("a variation is promoted all the way up", () => {
  const root = tree();
  const deep = root.children[0].children[1].children[0];
  assert.equal(moves(path(deep)), "h2e2 h7e7 h0g2");
  promote(root.children[1]);
  assert.equal(moves(follow(root).slice(1)), "b0c2");
  promote(deep);
  assert.equal(moves(follow(root).slice(1)), "h2e2 h7e7 h0g2");
});

test("removing a node also removes everything after it", () => {
  const root = tree();
  const [first] = root.children;
  remove(first);
  assert.equal(moves(follow(root).slice(1)), "b0c2");
  remove(root);
});

test("comments before a variation, and what is said twice about a move, are kept", () => {
  const root = newRoot();
  const told2 = {
    comment: "A game",
    moves: [told("h2e2", { comment: "one", variations: [
      { comment: "or", moves: [told("b0c2")] }, { comment: "again", moves: [told("h2e2", { comment: "two", glyphs: [1] }), told("h9g7")] },
    ] })],
  };
  addLine(root, told2);
  assert.equal(root.before, "A game");
  assert.deepEqual(line(root).moves[0].variations, [{ comment: "or", moves: [{ move: "b0c2" }] }]);
  assert.deepEqual([root.children[0].comment, root.children[0].glyphs], ["one\ntwo", [1]]);
  promote(root.children[1]);
  assert.equal(line(root).moves[0].comment, "or");
});

/** The rows as texts: the main line as `number. red black`, a variation as `moves`, or `>moves` if it is folded. */
function texts({ rows }) {
  const name = (at) => at?.move.move ?? "-";
  return rows.map((row) => {
    if (row.kind === "said") return `"${row.text}"`;
    if (row.kind === "pair") return `${row.ply}. ${name(row.red)} ${name(row.black)}`;
    return `${"_".repeat(row.depth)}${row.isFolded ? ">" : ""}${row.nodes.map(name).join(" ")}`;
  });
}

test("the main line is shown in two columns, with its variations folded", () => {
  const root = tree();
  const keep = rowKeeper();
  assert.deepEqual(texts(keep(root, "red", root)), ['"A game"', "0. h2e2 -", "_>b0c2", "1. - h9g7", '"usual"', "_>h7e7 h0g2", "2. h0g2 -"]);
  assert.deepEqual(texts(keep(root, "black", root)).filter((text) => /^\d/.test(text)), ["0. - h2e2", "1. h9g7 -", "2. - h0g2"]);
});

test("the variation with the position shown is open, as are those that the user opened", () => {
  const root = tree();
  const keep = rowKeeper();
  const [main, other] = root.children[0].children;
  const inside = other.children[0];
  const shown = keep(root, "red", inside);
  assert.deepEqual(texts(shown).slice(5, 6), ["_h7e7 h0g2"]);
  assert.deepEqual([shown.at.get(inside), shown.at.get(other), shown.at.get(main)], [5, 5, 3]);
  assert.equal(keep(root, "red", other), shown, "a step inside changes no row");
  assert.deepEqual(texts(keep(root, "red", main)).slice(5, 6), ["_>h7e7 h0g2"]);
  fold(root.children[1], true);
  assert.deepEqual(texts(keep(root, "red", main)).slice(2, 3), ["_b0c2"]);
  addLine(root, { moves: [told("h2e2"), { ...told("h9g7"), variations: [{ moves: [told("h7e7"), told("h0g2", { variations: [{ moves: [told("b0c2")] }] })] }] }] });
  assert.deepEqual(texts(keep(root, "red", inside)).slice(5, 7), ["_h7e7 h0g2", "__>b0c2"], "a variation of a variation");
});

test("the rows of a step are those of the last one unless the tree was changed", () => {
  const root = newRoot();
  let at = root;
  for (let ply = 0; ply < 4000; ply++) {
    const next = child(at, written(`h${ply % 10}e2`));
    child(at, written("b0c2"));
    at = next;
  }
  const keep = rowKeeper();
  const rows = keep(root, "red", root);
  assert.equal(rows.rows.length, 8000);
  assert.equal(keep(root, "red", at), rows);
  touch();
  assert.notEqual(keep(root, "red", at), rows);
  assert.equal(keep(root, "red", root.children[1]).rows.filter(({ kind, isFolded }) => kind === "run" && !isFolded).length, 1);
});

test("what was removed is put back where it was, unless its line is gone as well", () => {
  const root = tree();
  const before = line(root);
  const [first, other] = root.children;
  remove(first);
  assert.ok(restore(root, first, 0));
  assert.deepEqual(line(root), before);
  remove(other);
  remove(first);
  assert.ok(!restore(root, first.children[0], 0));
  assert.ok(restore(root, other, 0));
});
