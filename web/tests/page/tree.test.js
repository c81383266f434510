import assert from "node:assert/strict";
import { test } from "node:test";
import { START } from "../../page/common.js";
import { addLine, child, find, follow, html, line, newRoot, path, promote, remove } from "../../page/tree.js";

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
  const { name } = first.children[0];
  assert.equal(find(root, name), first.children[0]);
  remove(first);
  assert.equal(moves(follow(root).slice(1)), "b0c2");
  assert.equal(find(root, name), null);
  remove(root);
});

test("a tree is written with its variations below the moves that they replace", () => {
  const root = tree();
  const text = html(root, START, root.children[0]).replaceAll(/<button type="button" data-node="\d+" (aria-current="true")?>/g, (_, here) => (here ? "@" : "")).replaceAll(/<[^>]*>/g, "|");
  assert.equal(text, "|A game|@1. h2e2|!|||1. b0c2||quiet||1… h9g7||usual||1… h7e7|2. h0g2||2. h0g2|");
});
