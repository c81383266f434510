// Words for people in the place of what programs write: names that files got by themselves, and dates.

import { words } from "./words.js";

const AUTOMATIC = /^(game|analysis) (\d{4})-(\d\d)-(\d\d) (\d\d)(\d\d)(\d\d) [0-9a-f]{6}$/;

// The name of a kept game as people say it. Names that people gave stay as they are.
export function nameForPeople(/** @type {string} */ name) {
  const [, kind, ...parts] = name.match(AUTOMATIC) || [];
  if (!kind) return name;
  const [year, month, day, hour, minute, second] = parts.map(Number);
  const when = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return words().unnamed[kind](dateForPeople(when));
}

export const dateForPeople = (/** @type {Date} */ when) => when.toLocaleString(words().locale, { dateStyle: "medium", timeStyle: "short" });
