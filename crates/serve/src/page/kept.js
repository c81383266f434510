// Saves the analysis in the data folder, under a name.

import { attempt, notify } from "./common.js";
import { ask, isConnected } from "./connection.js";
import { nameForPeople } from "./people.js";
import { words } from "./words.js";

const KEEP_AFTER_MS = 800;

let current = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waits;
// The state of the analysis that the server has saved, as JSON.
let known = "";
let changed = () => {};

// The name of the analysis; empty if the analysis is not saved.
export const name = () => current;

// Saves the analysis now, under another name if one is given.
export async function keep(/** @type {object} */ written, /** @type {string | null} */ as = null) {
  clearTimeout(waits);
  const answer = await ask("analyse.keep", { game: written, ...(as && { name: as }) });
  known = JSON.stringify(written);
  if (answer.name === current) return;
  current = answer.name;
  changed();
}

// Saves the analysis shortly after the last change.
export function keepSoon(/** @type {() => object} */ written) {
  clearTimeout(waits);
  waits = setTimeout(() => { if (isConnected()) attempt(() => keep(written())); }, KEEP_AFTER_MS);
}

// Called when another analysis is shown.
export function forget() {
  clearTimeout(waits);
  current = "";
  // If the page was reloaded, the session may still hold the previous analysis, so it must release it.
  if (isConnected()) attempt(() => ask("analyse.forget"));
}

// Opens an analysis. Changes are saved under its name from then on.
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

// Called when another page has taken over the analysis. From then on, changes on this page are saved as a new analysis.
export function lose(/** @type {string} */ taken) {
  if (taken !== current) return;
  clearTimeout(waits);
  current = "";
  notify(words().takenAnalysis(nameForPeople(taken)), true);
  changed();
}

// Called when a new session starts, which does not have the analysis yet.
export async function resume(/** @type {() => object} */ written) {
  if (!current) return forget();
  const of = current;
  const answer = await attempt(() => ask("analyse.load", { name: of }));
  if (!answer) current = "";
  else if (JSON.stringify(written()) !== known) keepSoon(written);
}

// `draws` is called when the name changes.
export function start(/** @type {() => void} */ draws) {
  changed = draws;
}
