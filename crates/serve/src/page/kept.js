// The analysis that is kept in the data folder, under its name.

import { attempt, notify } from "./common.js";
import { ask, isConnected } from "./connection.js";
import { nameForPeople } from "./people.js";
import { words } from "./words.js";

const KEEP_AFTER_MS = 800;

let current = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waits;
// What the server has of it.
let known = "";
let changed = () => {};

// The name of the analysis; empty while it is not kept.
export const name = () => current;

// Keeps it now, under another name if there is one.
export async function keep(/** @type {object} */ written, /** @type {string | null} */ as = null) {
  clearTimeout(waits);
  const answer = await ask("analyse.keep", { game: written, ...(as && { name: as }) });
  known = JSON.stringify(written);
  if (answer.name === current) return;
  current = answer.name;
  changed();
}

// Keeps it a moment after the last change.
export function keepSoon(/** @type {() => object} */ written) {
  clearTimeout(waits);
  waits = setTimeout(() => { if (isConnected()) attempt(() => keep(written())); }, KEEP_AFTER_MS);
}

// What follows is another analysis.
export function forget() {
  clearTimeout(waits);
  current = "";
  // A session may still have the one of the page before it was loaded again.
  if (isConnected()) attempt(() => ask("analyse.forget"));
}

// Opens one, which is kept under its name from then on.
/** @returns {Promise<ToldGame | null>} */
export async function open(/** @type {string} */ of) {
  clearTimeout(waits);
  const answer = await attempt(() => ask("analyse.load", { name: of }));
  if (!answer) return null;
  current = of;
  known = "";
  return answer.games[0];
}

/** @returns {Promise<SavedGame[]>} */
export const list = async () => (await ask("analyse.kept")).games;

// Another page has taken it: what is changed here from now on is another one.
export function lose(/** @type {string} */ taken) {
  if (taken !== current) return;
  clearTimeout(waits);
  current = "";
  notify(words().takenAnalysis(nameForPeople(taken)), true);
  changed();
}

// There is a new session, which holds nothing yet.
export async function resume(/** @type {() => object} */ written) {
  if (!current) return forget();
  const of = current;
  const answer = await attempt(() => ask("analyse.load", { name: of }));
  if (!answer) current = "";
  else if (JSON.stringify(written()) !== known) keepSoon(written);
}

// `draws` shows the name.
export function start(/** @type {() => void} */ draws) {
  changed = draws;
}
