// Queries the endgame tables and the cloud about the analysed position, when the user presses a button.

import { byId, fill } from "../shared/frame.js";
import { escapeText, reader } from "../shared/reader.js";
import { scoreText } from "../shared/score.js";
import { button, refusal } from "./common.js";
import { ask, lookups } from "./connection.js";
import { words } from "./words.js";

// The answer about the position shown, and the number of positions shown before it.
/** @type {{ whom: LookupName, moves?: KnownMove[], failure?: string } | null} */
let told = null;
let position = 0;

// Called when another position is shown.
export function forget() {
  position++;
  told = null;
  draw();
}

export async function look(/** @type {LookupName} */ whom) {
  const of = position;
  told = { whom };
  draw();
  /** @type {typeof told} */
  const answer = await ask("analyse.lookup", { whom }).then(({ known }) => ({ whom, moves: known }), (error) => ({ whom, failure: refusal(error).text }));
  if (of !== position) return;
  told = answer;
  draw();
}

export const moveAt = (/** @type {number} */ index) => told?.moves?.[index].move ?? null;

export function draw() {
  const box = byId("known");
  if (!box) return;
  const buttons = lookups.map((whom) => button("lookup", words().lookups[whom], `data-whom="${whom}" title="${words().lookupsLong[whom]}" aria-pressed="${told?.whom === whom}"`));
  const rows = told?.moves?.map(({ move, red_score: score, text }, index) => `<li><b class="worth">${score ? scoreText(score) : ""}</b>
    <button type="button" data-known="${index}">${move[reader.notation]}</button><span class="faint">${escapeText(text)}</span></li>`);
  const state = !told ? "" : told.failure ? escapeText(told.failure) : rows ? (rows.length ? "" : words().lookupNothing) : words().lookupAsks;
  fill(box, (buttons.length ? `<div class="actions">${buttons.join("")}</div>` : "")
    + (state ? `<p class="faint" role="status">${state}</p>` : "") + (rows?.length ? `<ol class="known">${rows.join("")}</ol>` : ""));
}
