// What decided a reviewed game: the accuracy of both players, and the two or three moves that mattered most.

import { arrow, piecesOf } from "../shared/board.js";
import { ARROWS, isBad, numberText } from "../shared/game.js";
import { escapeText, reader } from "../shared/reader.js";
import { format, percent, sideName } from "../shared/words.js";
import { smallBoard } from "./boards.js";
import { words } from "./words.js";

const MOST = 3;
// A moment that cost less of the winning chances, in percent, decided nothing.
const LOSS_MIN = 5;

// The moments in which most was lost, in the order of the game. `index` is that in the list of all moments.
export function decisive(/** @type {Pick<AnnotatedGame, "moments" | "moves">} */ { moments, moves }) {
  const all = moments.map(({ ply }, index) => ({ ply, index, loss: moves[ply - 1]?.loss ?? 0 }));
  return all.filter(({ loss }) => loss >= LOSS_MIN).sort((one, other) => other.loss - one.loss).slice(0, MOST).sort((one, other) => one.ply - other.ply);
}

// A number as in "the 3rd move".
export function ordinal(/** @type {number} */ n) {
  if (reader.language === "zh") return String(n);
  const ending = { one: "st", two: "nd", few: "rd", zero: "th", many: "th", other: "th" };
  return n + ending[new Intl.PluralRules("en", { type: "ordinal" }).select(n)];
}

// The sentence about a moment: who played what, what it cost, and what was better. `text` is the predicate.
export function sentence(/** @type {AnnotatedGame} */ { moves, positions, moments }, /** @type {number} */ index, /** @type {string} */ text) {
  const { ply, by } = moments[index];
  const { fen, best_line: [best] } = positions[ply - 1];
  const played = moves[ply - 1];
  const told = format(words().momentTold, { side: sideName(played.side), n: ordinal(parseInt(numberText(fen, 0, true), 10)), move: played[reader.notation], text });
  const isNamed = !best || best.move === played.move || best.move === by?.move;
  return isNamed ? told : told + format(words().momentBetter, { move: best[reader.notation] });
}

// The mover's chances before and after a move, as percentages.
function chances(/** @type {AnnotatedGame} */ { moves, positions }, /** @type {number} */ ply) {
  const { side } = moves[ply - 1];
  const [before, after] = [ply - 1, ply].map((at) => {
    const red = positions[at].red_expectation;
    return percent(side === "red" ? red : 100 - red, 0);
  });
  return format(words().momentChances, { side: sideName(side), before, after });
}

function accuracyHtml(/** @type {AnnotatedGame} */ { tags, sides, moves }) {
  return sides.map(({ side, accuracy }) => {
    const n = moves.filter((move) => move.side === side && isBad(move)).length;
    const name = tags[side === "red" ? "Red" : "Black"] || sideName(side);
    return `<div class="side" data-side="${side}"><b>${percent(accuracy, 0)}</b><span class="name">${escapeText(name)}</span><span class="faint"><span class="word">${words().accuracy} · </span>${format(words().mistakeCount, { n })}</span></div>`;
  }).join("");
}

// Why a part of the game is missing, if it could not be read.
function unreadHtml(/** @type {AnnotatedGame} */ { reasons }) {
  const unread = reasons[document.documentElement.lang]?.unread;
  return unread ? `<p class="alert">${escapeText(format(words().unread, { reason: unread }))}</p>` : "";
}

/** @typedef {{ data: AnnotatedGame, momentText: (index: number) => string }} Told */

// The story with a small board for each moment. `momentText` returns the escaped predicate of its sentence.
export function storyHtml(/** @type {Told} */ { data, momentText }) {
  const cards = decisive(data).map(({ ply, index }) => {
    const { fen, best_line: [best] } = data.positions[ply - 1];
    const played = data.moves[ply - 1];
    const better = best && best.move !== played.move ? arrow(best.move, ARROWS.best, "better") : "";
    const picture = smallBoard(piecesOf(fen), undefined, arrow(played.move, ARROWS[played.class], "moment") + better);
    return `<li><button type="button" class="moment" data-ply="${ply}">${picture}<span class="told"><span>${sentence(data, index, momentText(index))}</span><span class="chances">${chances(data, ply)}</span></span></button></li>`;
  });
  const title = cards.length ? format(words().momentTitle, { n: cards.length }) : words().noMoments;
  return `${unreadHtml(data)}<div class="accuracies">${accuracyHtml(data)}</div><h2>${title}</h2>${cards.length ? `<ol class="moments">${cards.join("")}</ol>` : ""}`;
}

// The same in a few words, for a screen on which the story is below the moves.
export function briefHtml(/** @type {Told} */ { data }) {
  const buttons = decisive(data).map(({ ply }) => `<button type="button" data-ply="${ply}">${numberText(data.positions[ply - 1].fen, 0, true)}${data.moves[ply - 1][reader.notation]}</button>`);
  return `${unreadHtml(data)}<div class="accuracies">${accuracyHtml(data)}</div>
    <p class="moments"><span>${buttons.length ? words().decidedHere : words().noMoments}</span> ${buttons.join("")}</p>`;
}
