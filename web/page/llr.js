// Shows a sequential test: the curve of its log-likelihood ratio, and its state in words.

import { format } from "../shared/words.js";
import { words } from "./words.js";

const SIDE = 8;
const ROOM = 16;

const number = (/** @type {number} */ value, digits = 2) => value.toFixed(digits).replace("-", "−");
export const signed = (/** @type {number} */ value, digits = 0) => (value > 0 ? "+" : "") + number(value, digits);
const elo = (/** @type {number} */ value) => signed(value, Number.isInteger(value) ? 0 : 1);

// The state of the test, in sentences.
export function testText(/** @type {SprtTable} */ sprt, /** @type {number} */ games, /** @type {boolean} */ isOver) {
  const { elo0, elo1, llr, lower, upper, accepted } = sprt;
  const range = format(words().llrRange, { llr: number(llr), lower: number(lower), upper: number(upper) });
  if (accepted) {
    const [taken, left] = accepted === "H1" ? [elo1, elo0] : [elo0, elo1];
    return [format(words().testAccepted, { name: accepted, taken: elo(taken), left: elo(left), n: games }), range];
  }
  const [name, goal, share] = llr >= 0 ? /** @type {const} */ (["H1", elo1, llr / upper]) : /** @type {const} */ (["H0", elo0, llr / lower]);
  const way = Math.round(Math.max(0, share) * 100);
  return [isOver ? format(words().testOpen, { n: games }) : format(words().testGoesOn, { n: games, way, name, elo: elo(goal) }), range];
}

// The hypotheses of the test, in a sentence.
export const testAbout = (/** @type {SprtTable} */ { elo0, elo1, model }, /** @type {string[]} */ names) => format(words().testAbout, { one: names[0], other: names[1], elo0: elo(elo0), elo1: elo(elo1), model: words().eloModels[model] || model });

// Draws the log-likelihood ratio by number of games, between the two bounds.
export function drawCurve(/** @type {HTMLElement} */ svg, /** @type {[number, number][]} */ points, /** @type {SprtTable} */ sprt) {
  const width = svg.clientWidth || 600;
  const height = svg.clientHeight || 150;
  const { lower, upper } = sprt;
  const values = points.map(([, llr]) => llr);
  const most = Math.max(upper, ...values);
  const least = Math.min(lower, ...values);
  const last = points.length ? points[points.length - 1][0] : 0;
  const x = (/** @type {number} */ games) => SIDE + (games / Math.max(last, 1)) * (width - 2 * SIDE);
  const y = (/** @type {number} */ llr) => ROOM + ((most - llr) / (most - least)) * (height - 2 * ROOM);
  const level = (/** @type {number} */ llr, /** @type {string} */ name, /** @type {string} */ color, /** @type {string} */ text, /** @type {boolean} */ above) => `<line data-bound="${name}" x1="0" x2="${width}" y1="${y(llr).toFixed(1)}" y2="${y(llr).toFixed(1)}" stroke="${color}" stroke-width="1.5" stroke-dasharray="6 4"/>
    <text x="6" y="${(y(llr) + (above ? -4 : 12)).toFixed(1)}" fill="${color}">${text}</text>`;
  let html = level(upper, "upper", "var(--best)", `${format(words().accepts, { name: "H1", elo: elo(sprt.elo1) })} (${number(upper)})`, true);
  html += level(lower, "lower", "var(--blunder)", `${format(words().accepts, { name: "H0", elo: elo(sprt.elo0) })} (${number(lower)})`, false);
  html += `<line x1="0" x2="${width}" y1="${y(0).toFixed(1)}" y2="${y(0).toFixed(1)}" stroke="var(--line)"/>`;
  const path = [`${x(0).toFixed(1)},${y(0).toFixed(1)}`, ...points.map(([games, llr]) => `${x(games).toFixed(1)},${y(llr).toFixed(1)}`)];
  html += `<polyline fill="none" stroke="var(--accent)" stroke-width="2" stroke-linejoin="round" points="${path.join(" ")}"/>`;
  if (points.length) html += `<circle cx="${x(last).toFixed(1)}" cy="${y(values[values.length - 1]).toFixed(1)}" r="4" fill="var(--accent)"/>`;
  html += `<text x="${width - 6}" y="${(y(0) - 4).toFixed(1)}" text-anchor="end" fill="var(--faint)">${format(words().gameCount, { n: last })}</text>`;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.innerHTML = html;
}
