// Converts generated file names and dates to a readable form.

import { format, locale, sideName } from "../shared/words.js";
import { words } from "./words.js";

// A generated folder of a match, which people need not see.
const MATCH = /\/\d{4}-\d\d-\d\d \d{6} [0-9a-f]{6}$/;

export const folderForPeople = (/** @type {string} */ folder) => (MATCH.test(folder) ? "" : folder);

const AUTOMATIC = /^(game|analysis|review) (\d{4})-(\d\d)-(\d\d) (\d\d)(\d\d)(\d\d) [0-9a-f]{6}$/;

// The readable form of a saved game's name. Names that people chose are left unchanged.
export function nameForPeople(/** @type {string} */ name) {
  const [, kind, ...parts] = name.match(AUTOMATIC) || [];
  if (!kind) return name;
  const [year, month, day, hour, minute, second] = parts.map(Number);
  const when = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return format(words().unnamed[kind], { when: dateForPeople(when) });
}

// The readable form of a file's name; empty if it is unknown.
export const fileForPeople = (/** @type {string} */ file) => {
  const stem = file.replace(/\.\w+$/, "");
  return AUTOMATIC.test(stem) ? nameForPeople(stem) : file;
};

export const dateForPeople = (/** @type {Date} */ when) => when.toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });

const PERSON = "Person";
// Matches between levels name no version.
const ENGINE = /^(?:chuhe \S+ )?(?:level (\d+)|rating (\d+))$/;

// The readable form of a player's name in a file; empty if the player is unknown. In games against the program, the
// person has no name.
export function playerForPeople(/** @type {string | null | undefined} */ name) {
  if (!name || name === "?") return "";
  if (name === PERSON) return words().you;
  const [, level, elo] = name.match(ENGINE) || [];
  return level || elo ? engineForPeople(level ? { level } : { elo }) : name;
}

// chuhe as a player of a certain strength.
export const engineForPeople = (/** @type {{ level: unknown } | { elo: unknown }} */ strength) =>
  ("elo" in strength ? format(words().engineElo, { n: strength.elo }) : format(words().engineLevel, { n: strength.level }));

// The opponent of a person in a saved game, with the person's side and a rank that increases with strength; null in
// games between two people or without people.
/** @returns {{ name: string, against: Side, rank: number } | null} */
export function opponentOf(/** @type {string} */ red, /** @type {string} */ black) {
  if ((red === PERSON) === (black === PERSON)) return null;
  const name = red === PERSON ? black : red;
  const [, level, elo] = name.match(ENGINE) || [];
  return { name, against: red === PERSON ? "red" : "black", rank: level ? 500 + 100 * Number(level) : elo ? Number(elo) : Infinity };
}

// Both players of a game; empty if neither is known, or if they are two people without names.
/** @type {(red: string | null | undefined, black: string | null | undefined) => string} */
export function playersForPeople(red, black) {
  if (red === PERSON && black === PERSON) return "";
  const [one, other] = [playerForPeople(red), playerForPeople(black)];
  return one || other ? `${one || sideName("red")} – ${other || sideName("black")}` : "";
}
