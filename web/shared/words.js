// The texts of the pages, and functions that put them together. The page contains the texts as data.

import { reader } from "./reader.js";

/** @type {{ en: Texts, zh: Texts }} */
export const TEXTS = JSON.parse(document.getElementById("texts")?.textContent || "null");

/**
 * Returns a function that returns sections of the texts, merged, in the reader's language.
 * @template {keyof Texts} S
 * @param {S[]} sections
 * @returns {() => Merged<Texts[S]>}
 */
export function texts(...sections) {
  const merged = (/** @type {Texts} */ all) => Object.assign({}, ...sections.map((section) => all[section]));
  const both = { en: merged(TEXTS.en), zh: merged(TEXTS.zh) };
  return () => both[reader.language];
}

export const commonWords = texts("common");
/** The texts about reviewed games. */
export const words = texts("common", "annotation");
export const puzzleWords = texts("common", "puzzles");

/**
 * Fills the places of a text, such as `{name}`. `n` selects the singular or plural of a text that has both.
 * @type {(text: Word, values: Record<string, unknown>) => string}
 */
export const format = (text, values) =>
  (typeof text === "string" ? text : values.n === 1 ? text.one : text.other).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** @param {Side} side */
export const sideName = (side) => commonWords()[side];

/** @type {(value: number | null, digits: number) => string} */
export const percent = (value, digits) => (value === null ? "–" : `${value.toFixed(digits)}%`);

/** A loss in the unit that players use: centipawns in English, pawns in Chinese. @param {number} cp */
export const lossText = (cp) => (reader.language === "zh" ? (cp / 100).toFixed(2) : cp.toFixed(0));

/** @param {{ chinese: string, english: string }} opening */
export const openingName = (opening) => (reader.language === "zh" ? opening.chinese : `${opening.chinese} ${opening.english}`);

/** The locale in which dates are written. */
export const locale = () => (reader.language === "zh" ? "zh-CN" : "en-GB");

/**
 * A date from a file, such as `2026.01.31` or `2026.??.??`; empty if unknown. Other texts are left unchanged.
 * @param {string | null | undefined} day
 */
export function dayText(day) {
  if (!day || /^[?.]+$/.test(day)) return "";
  if (!/^\d{4}([.\-/](\d{1,2}|\?\?)){0,2}$/.test(day)) return day;
  const [year, month, date] = day.split(/[.\-/]/).map(Number);
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { year: "numeric", month: month ? "short" : undefined, day: month && date ? "numeric" : undefined };
  return new Date(Date.UTC(year, (month || 1) - 1, date || 1)).toLocaleDateString(locale(), { timeZone: "UTC", ...parts });
}

/** @param {string} result */
export const outcomeText = (result) => words().outcomes[result] ?? words().outcomes["*"];

/**
 * How the rules ended a game.
 * @type {(verdict: string, reason: string) => string}
 */
export function overText(verdict, reason) {
  const text = verdict === "draw" ? words().drawBy : words().winBy[verdict === "red_loses" ? "black" : "red"];
  return format(text, { reason: words().reasons[reason] ?? reason });
}

// The rules' verdict on the last position, alone and next to the recorded result.

/** @type {(verdict: string, reason: string | null) => string} */
export const boardText = (verdict, reason) => (reason ? format(words().board, { over: overText(verdict, reason) }) : words().boardOpen);

/** @type {(result: string, verdict: string, reason: string | null) => string} */
export function verdictText(result, verdict, reason) {
  const recorded = result === "*" ? words().noResult : format(words().recorded, { result: outcomeText(result) });
  return recorded + words().semicolon + boardText(verdict, reason);
}
