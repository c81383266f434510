// The comment on a move consists of text for readers and of commands in brackets, such as `[%eval 0.35]`. The user's
// drawings on the board are commands that other programs know as well: `[%csl Ge4]` for rings, `[%cal Gh2e2]` for arrows.

const COMMAND = /\[%(\w+)([^\]]*)\] ?/g;
const DRAWING = /^[A-Z]([a-i]\d){1,2}$/;

const isDrawn = (/** @type {string} */ name) => name === "cal" || name === "csl";

function commands(/** @type {string} */ comment) {
  return [...comment.matchAll(COMMAND)].map(([whole, name, value]) => ({ whole: whole.trim(), name, value }));
}

// The text for readers.
export const textOf = (/** @type {string | undefined} */ comment) => (comment?.includes("[%") ? comment.replace(COMMAND, "").trim() : comment ?? "");

// The drawings: the letter of a colour, then one point for a ring, or two for an arrow.
export const drawingsOf = (/** @type {string | undefined} */ comment) => (!comment?.includes("[%c") ? []
  : commands(comment).filter(({ name }) => isDrawn(name)).flatMap(({ value }) => value.split(",").map((part) => part.trim()).filter((part) => DRAWING.test(part))));

const joined = (/** @type {string[]} */ parts) => parts.filter(Boolean).join(" ");

// The comment with another text; commands stay.
export const withText = (/** @type {string | undefined} */ comment, /** @type {string} */ text) => joined([...commands(comment ?? "").map(({ whole }) => whole), text.trim()]);

// The comment with other drawings; its text and other commands stay.
export function withDrawings(/** @type {string | undefined} */ comment, /** @type {string[]} */ drawings) {
  const others = commands(comment ?? "").filter(({ name }) => !isDrawn(name)).map(({ whole }) => whole);
  const written = (/** @type {string} */ name, /** @type {number} */ length) => {
    const some = drawings.filter((drawing) => drawing.length === length);
    return some.length ? `[%${name} ${some.join(",")}]` : "";
  };
  return joined([...others, written("csl", 3), written("cal", 5), textOf(comment)]);
}

// Glyphs. Those of a move and those of a position exclude each other; `SIDED` ones have a number for each side.
const MOVE_GLYPHS = [1, 2, 3, 4, 5, 6, 7];
const POSITION_GLYPHS = [10, 13, 14, 15, 16, 17, 18, 19];
const SIDED = [22, 32, 36, 40, 44, 132, 138];
export const GLYPHS = [MOVE_GLYPHS, POSITION_GLYPHS, [...SIDED, 146]];

// The number of a glyph for the side that moved.
export const glyphFor = (/** @type {number} */ glyph, /** @type {Side} */ mover) => glyph + Number(SIDED.includes(glyph) && mover === "black");

// The glyphs of a move after one of them was chosen, or chosen again.
export function toggled(/** @type {number[]} */ glyphs, /** @type {number} */ glyph) {
  if (glyphs.includes(glyph)) return glyphs.filter((other) => other !== glyph);
  const rivals = [MOVE_GLYPHS, POSITION_GLYPHS].find((group) => group.includes(glyph)) ?? [];
  return [...glyphs.filter((other) => !rivals.includes(other)), glyph].sort((one, other) => one - other);
}
