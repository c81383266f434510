// The list of saved games, analyses or reviews, which can be searched, renamed and deleted. What is deleted can be restored for a
// while, because the server deletes it only then.

import { byId, control } from "../shared/frame.js";
import { escapeText } from "../shared/reader.js";
import { format } from "../shared/words.js";
import { attempt, notify, offer } from "./common.js";
import { ask } from "./connection.js";
import { icon } from "./icons.js";
import { nameForPeople } from "./people.js";
import { askText, openSheet } from "./sheet.js";
import { words } from "./words.js";

const UNDO_MS = 10_000;
const COMMANDS = /** @type {const} */ ({ games: "play.games", analyses: "analyse.kept", reviews: "review.kept" });
// A shorter list is seen at a glance.
const SEARCHED_MIN = 8;

// What is to be deleted, by shelf and name.
/** @type {Map<string, { shelf: StoredKind, name: string }>} */
const deleted = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waits;

const keyOf = (/** @type {StoredKind} */ shelf, /** @type {string} */ name) => `${shelf}/${name}`;

// Whether the user has deleted something, even if the server has not yet.
export const isDeleted = (/** @type {StoredKind} */ shelf, /** @type {string} */ name) => deleted.has(keyOf(shelf, name));

// Deletes at once what the user has deleted; called when the page is left as well.
export function hurry() {
  clearTimeout(waits);
  const all = [...deleted.values()];
  deleted.clear();
  return Promise.all(all.map((one) => attempt(() => ask("delete", one))));
}

// Offers to restore what was deleted, before the server deletes it.
function offerUndo() {
  if (!deleted.size) return;
  waits = setTimeout(hurry, UNDO_MS);
  const [{ name }] = deleted.values();
  offer(format(words().deleted, { n: deleted.size, name: nameForPeople(name) }), words().restore, () => {
    deleted.clear();
    clearTimeout(waits);
    notify("");
  }, UNDO_MS);
}

// Whether all words of a search are found in a text.
export function matches(/** @type {string} */ text, /** @type {string} */ search) {
  const where = text.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => where.includes(word));
}

/** @typedef {{ shelf: StoredKind, title: string, none: string, facts: (game: SavedGame) => string[], renamed?: (name: string, to: string) => void, gone?: (name: string) => unknown }} List */

// Shows the list until the user chooses something, whose name is returned, or closes the list. `renamed` and `gone` are
// called for what the user renames or deletes.
/** @returns {Promise<string | null>} */
export async function choose(/** @type {List} */ { shelf, title, none, facts, renamed, gone }) {
  clearTimeout(waits);
  let search = "";
  for (;;) {
    /** @type {{ games: SavedGame[] }} */
    const { games } = await ask(COMMANDS[shelf]);
    const rows = games.map((game, index) => {
      const [name, about] = [nameForPeople(game.name), facts(game).filter(Boolean).join(" · ")];
      if (isDeleted(shelf, game.name)) return `<li class="saved"><s>${escapeText(name)}</s><button type="button" data-answer="restore ${index}">${words().restore}</button></li>`;
      const act = (/** @type {string} */ what, /** @type {string} */ sign, /** @type {string} */ text) => `<button type="button" data-answer="${what} ${index}" aria-label="${text}: ${escapeText(name)}" title="${text}">${icon(sign)}</button>`;
      const acts = game.own ? act("rename", "pencil", words().rename) + act("delete", "trash", words().delete) : "";
      return `<li class="saved" data-text="${escapeText(`${name} ${game.name} ${about}`)}"><button type="button" class="row" data-answer="open ${index}"><b>${escapeText(name)}</b><span class="faint">${escapeText(about)}</span></button>${acts}</li>`;
    });
    const field = rows.length >= SEARCHED_MIN ? `<p class="field tall"><input type="search" id="saved-search" aria-label="${words().search}" placeholder="${words().search}" autocomplete="off" value="${escapeText(search)}"></p>` : "";
    const given = openSheet(title, `${field}${rows.length ? `<ul class="list" id="saved">${rows.join("")}</ul><p class="faint" id="unmatched" hidden>${words().unmatched}</p>` : `<p class="faint">${none}</p>`}`);
    const filter = () => {
      search = control("saved-search").value;
      let found = 0;
      for (const row of byId("saved").children) {
        const isFound = matches(/** @type {HTMLElement} */ (row).dataset.text ?? "", search);
        row.toggleAttribute("hidden", !isFound);
        found += Number(isFound);
      }
      byId("unmatched").hidden = found > 0;
    };
    if (field) {
      control("saved-search").addEventListener("input", filter);
      // The Enter key would close the list.
      control("saved-search").addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
      filter();
    }
    const [what, index] = (await given ?? "").split(" ");
    const name = games[Number(index)]?.name;
    if (!what) {
      offerUndo();
      return null;
    }
    if (what === "open") {
      offerUndo();
      return name;
    }
    if (what === "restore") deleted.delete(keyOf(shelf, name));
    if (what === "delete") {
      deleted.set(keyOf(shelf, name), { shelf, name });
      gone?.(name);
    }
    if (what === "rename") {
      const to = await askText(words().rename, nameForPeople(name));
      const isNew = to !== null && to !== nameForPeople(name);
      if (isNew && await attempt(() => ask("rename", { shelf, name, to }))) renamed?.(name, to);
    }
  }
}
