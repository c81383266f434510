// Saves the analysis in the data folder, under a name, and shows what belongs to others without changing it.

import { format } from "../shared/words.js";
import { attempt, notify, refusal } from "./common.js";
import { ask, isConnected } from "./connection.js";
import { nameForPeople } from "./people.js";
import { words } from "./words.js";

const KEEP_AFTER_MS = 800;

let current = "";
// The game or analysis of someone else that is shown instead.
/** @type {{ shelf: "games" | "analyses", name: string } | null} */
let shown = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waits;
// Whether the last change is not saved yet.
let isUnsaved = false;
/** @type {{ written: () => WrittenGame, changed: () => void }} */
let owner;

// The name of the analysis; empty if the analysis is not saved.
export const name = () => current;
export const viewed = () => shown;
// Whether the last change still has to be saved; for tests.
export const isPending = () => isUnsaved;

// Saves the analysis now, under another name if one is given.
export async function keep(/** @type {string | null} */ as = null) {
  clearTimeout(waits);
  waits = undefined;
  const answer = await ask("analyse.keep", { game: owner.written(), ...(as && { name: as }) });
  // There may have been another change while this one was saved.
  isUnsaved = waits !== undefined;
  if (answer.name === current) return;
  current = answer.name;
  shown = null;
  owner.changed();
}

// Saves the analysis shortly after a change.
export function keepSoon() {
  isUnsaved = true;
  clearTimeout(waits);
  waits = setTimeout(() => { if (isConnected()) attempt(() => keep()); }, KEEP_AFTER_MS);
}

// Saves the last change when the page is left.
export function hurry() {
  if (isUnsaved && isConnected()) attempt(() => keep());
}

// Calls `show`, which replaces the analysis, once the last change to it is saved. If the change cannot be saved, the
// analysis stays.
export function leave(/** @type {() => unknown} */ show) {
  if (!isUnsaved) return show();
  return attempt(async () => {
    await keep();
    return show();
  });
}

// Called when a new analysis is shown.
export function forget(/** @type {typeof shown} */ view = null) {
  current = "";
  shown = view;
  // If the page was reloaded, the session may still hold the previous analysis, so it must release it.
  if (isConnected()) attempt(() => ask("analyse.forget"));
}

// Opens an analysis. Changes are saved under its name from then on, unless it belongs to someone else.
/** @returns {Promise<ToldGame>} */
export async function open(/** @type {string} */ of) {
  try {
    const { games } = await ask("analyse.load", { name: of });
    current = of;
    shown = null;
    return games[0];
  } catch (error) {
    if (refusal(error).code !== "not-yours") throw error;
    return view("analyses", of);
  }
}

// Opens a game or an analysis without changing it.
/** @type {(shelf: "games" | "analyses", of: string) => Promise<ToldGame>} */
export async function view(shelf, of) {
  const { games } = await ask("view", { shelf, name: of });
  forget({ shelf, name: of });
  return games[0];
}

// Called when an analysis was renamed.
export function rename(/** @type {string} */ of, /** @type {string} */ to) {
  if (current !== of) return;
  current = to;
  owner.changed();
}

// Called when another page has taken over the analysis. From then on, changes on this page are saved as a new analysis.
export function lose(/** @type {string} */ taken) {
  if (taken !== current) return;
  current = "";
  if (isUnsaved) keepSoon();
  notify(format(words().takenAnalysis, { name: nameForPeople(taken) }));
  owner.changed();
}

// Called when the connection is restored. A new session does not hold the analysis yet.
export async function resume() {
  if (!current) await attempt(() => ask("analyse.forget"));
  else if (!await attempt(() => ask("analyse.load", { name: current }))) current = "";
  if (isUnsaved) keepSoon();
}

// `whose.written` returns the analysis to save; `whose.changed` is called when its name changes.
export function start(/** @type {typeof owner} */ whose) {
  owner = whose;
}
