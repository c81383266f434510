// Scores from Red's point of view, as text and as Red's expectation.

import { commonWords, format } from "./words.js";

/** The result that a score is certain of, if any. @param {Score} score */
export function certainText(score) {
  if ("winner" in score) return score.winner ? { red: "1–0", black: "0–1" }[score.winner] : "½–½";
  return "rule" in score ? (score.rule > 0 ? "1–0" : "0–1") : null;
}

/** @param {Score} score */
export function scoreText(score, digits = 2) {
  if ("winner" in score) return certainText(score) ?? "";
  const sign = (/** @type {number} */ value) => (value > 0 ? "+" : value < 0 ? "−" : "");
  if ("cp" in score) return sign(score.cp) + (Math.abs(score.cp) / 100).toFixed(digits);
  if ("mate" in score) return sign(score.mate) + format(commonWords().matesIn, { n: Math.abs(score.mate) });
  return format(commonWords().byRule, { result: certainText(score) });
}

/**
 * Red's expectation, from 0 to 100, according to the server's curve: `win_at` is the number of centipawns at which half
 * of the games are won; over `spread` centipawns, the odds change by a factor of e. @param {Score} score @param
 * {WdlCurve} curve
 */
export function expectation(score, { win_at: winAt, spread }) {
  if ("winner" in score) return score.winner ? { red: 100, black: 0 }[score.winner] : 50;
  const wins = (/** @type {number} */ cp) => 100 / (1 + Math.exp((winAt - cp) / spread));
  if ("cp" in score) return 50 + (wins(score.cp) - wins(-score.cp)) / 2;
  return ("mate" in score ? score.mate : score.rule) > 0 ? 100 : 0;
}
