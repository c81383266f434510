// Lists the games in a reviewed file, in parts because files may contain thousands.

import { byId, control, find, focusedIn } from "../shared/frame.js";
import { escapeText } from "../shared/reader.js";
import { dayText, format, outcomeText, percent } from "../shared/words.js";
import { attempt, button } from "./common.js";
import { ask } from "./connection.js";
import { playersForPeople } from "./people.js";
import { moveCount, words } from "./words.js";

const PART = 50;

// The number of the first game listed, and the known rows by number.
/** @type {{ from: number, rows: Map<number, ReviewRow> }} */
export const shown = { from: 1, rows: new Map() };

// Requests the rows of the part listed. Other rows are not kept.
export async function fetch(/** @type {ReviewState} */ { job }) {
  const { from } = shown;
  const answer = await attempt(() => ask("review.games", { job, from, count: PART }));
  if (answer && from === shown.from) shown.rows = new Map(answer.rows.map((/** @type {ReviewRow} */ row) => [row.game, row]));
}

const players = (/** @type {ReviewRow} */ { red, black, game }) => playersForPeople(red, black) || format(words().gameNumber, { n: game });

// The result of a game's review, or the reason why the game cannot be reviewed.
function worth(/** @type {ReviewRow} */ row, /** @type {ReviewWork | null} */ work) {
  if (row.refused) return `<span class="alert">${escapeText(row.refused)}</span>`;
  if (row.review) {
    const { accuracy, mistakes } = row.review;
    return `<span class="worth">${words().accuracy} ${accuracy.map((value) => percent(value, 1)).join(" / ")} · ${words().mistakes} ${mistakes.join(" / ")}</span>`;
  }
  return work && work.game === row.game ? `<span class="worth">${words().underWay}</span>` : "";
}

function rowHtml(/** @type {ReviewRow} */ row, /** @type {ReviewWork | null} */ work) {
  const result = row.result === "*" ? "" : outcomeText(row.result);
  const facts = [row.event, dayText(row.date), result, moveCount(row.plies)].filter(Boolean).join(" · ");
  const note = row.note ? `<span class="faint">${escapeText(row.note)}</span>` : "";
  const text = `<b>${row.game}. ${escapeText(players(row))}</b><span class="faint">${escapeText(facts)}</span>${note}${worth(row, work)}`;
  return `<li>${button("open", text, `data-game="${row.game}" class="row" ${row.refused ? "disabled" : ""}`)}</li>`;
}

export function draw(/** @type {ReviewState} */ { games: all, more, work }) {
  const games = all ?? 0;
  const box = byId("review-list");
  const focus = focusedIn(box);
  const typed = control("review-goto")?.value ?? "";
  const rows = [...shown.rows.values()].sort((a, b) => a.game - b.game);
  const last = Math.min(shown.from + PART - 1, games);
  const part = (/** @type {number} */ from, /** @type {string} */ sign, /** @type {string} */ name, /** @type {boolean} */ isOn) => button("part", sign, `data-from="${from}" aria-label="${name}" title="${name}" ${isOn ? "" : "disabled"}`);
  const parts = games > PART ? `<div class="actions">${part(shown.from - PART, "◀", words().partBefore, shown.from > 1)}
    <span>${format(words().partShown, { from: shown.from, to: last, of: games })}</span>${part(shown.from + PART, "▶", words().partNext, last < games)}
    <label>${words().goToGame} <input id="review-goto" type="number" min="1" max="${games}" inputmode="numeric"></label></div>` : "";
  const others = more ? `<p class="faint">${format(words().notListed, { n: more })}</p>` : "";
  box.innerHTML = `<p>${format(words().count, { n: games })}</p>${parts}<ul class="list rows">${rows.map((row) => rowHtml(row, work)).join("")}</ul>${others}`;
  if (byId("review-goto")) control("review-goto").value = typed;
  // Restores the focus to the element that replaces the one that had it.
  if (focus) (focus.id ? byId(focus.id) : find(box, `[data-game="${focus.dataset.game}"]`))?.focus({ preventScroll: true });
}

// The number of the first game in the part that contains a game.
export const partOf = (/** @type {number} */ number, /** @type {number} */ games) => Math.floor((Math.min(Math.max(number, 1), games) - 1) / PART) * PART + 1;
