// Converts generated file names and dates to a readable form.

import { format } from "../shared/words.js";
import { words } from "./words.js";

const AUTOMATIC = /^(game|analysis) (\d{4})-(\d\d)-(\d\d) (\d\d)(\d\d)(\d\d) [0-9a-f]{6}$/;

// The readable form of a saved game's name. Names that people chose are left unchanged.
export function nameForPeople(/** @type {string} */ name) {
  const [, kind, ...parts] = name.match(AUTOMATIC) || [];
  if (!kind) return name;
  const [year, month, day, hour, minute, second] = parts.map(Number);
  const when = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return format(words().unnamed[kind], { when: dateForPeople(when) });
}

export const dateForPeople = (/** @type {Date} */ when) => when.toLocaleString(words().locale, { dateStyle: "medium", timeStyle: "short" });
