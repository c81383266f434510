// The index of annotated games.

import { byId, drawSwitches, pageData, startSwitches } from "../shared/frame.js";
import { escapeText } from "../shared/reader.js";
import { boardText, format, openingName, outcomeText, percent, sideName, words } from "../shared/words.js";

/** @type {IndexEntry[]} */
const data = pageData();

function row(/** @type {IndexEntry} */ game, /** @type {number} */ index) {
  const side = (/** @type {"red" | "black"} */ name) => escapeText(game[name]) || sideName(name);
  const players = game.red || game.black ? `${side("red")} – ${side("black")}` : words().unknown;
  const link = game.page.split("/").map(encodeURIComponent).join("/");
  const from = [game.event, game.date, format(words().source, { path: game.source, number: game.game })].filter(Boolean).map(escapeText).join(" · ");
  const verdict = boardText(game.verdict, game.reason);
  const unread = game.unread ? `<span class="faint">${escapeText(format(words().unread, { reason: game.unread }))}</span>` : "";
  const accuracies = game.sides.map((side) => percent(side.accuracy, 1));
  const mistakes = game.sides.map((side) => side.mistakes);
  return `<tr>
    <td class="number">${index + 1}</td>
    <td class="game"><a href="${link}">${players}</a><span class="faint">${from}</span>${unread}</td>
    <td class="result"><b>${outcomeText(game.result)}</b><span class="faint">${verdict}</span></td>
    <td data-title="${words().accuracy}">${accuracies.join(" / ")}</td>
    <td data-title="${words().mistakes}">${mistakes.join(" / ")}</td>
    <td data-title="${words().moves}">${Math.ceil(game.plies / 2)}</td>
    <td data-title="${words().opening}">${game.opening ? escapeText(openingName(game.opening)) : "–"}</td>
  </tr>`;
}

startSwitches(() => {
  drawSwitches();
  byId("title").textContent = words().index;
  byId("about").textContent = format(words().count, { n: data.length });
  const sides = `<span class="faint">${sideName("red")} / ${sideName("black")}</span>`;
  const titles = ["", words().game, words().result, words().accuracy + sides, words().mistakes + sides, words().moves, words().opening];
  byId("titles").innerHTML = `<tr>${titles.map((title) => `<th scope="col">${title}</th>`).join("")}</tr>`;
  byId("games").innerHTML = data.map(row).join("");
  byId("note").textContent = words().openingNote;
});
