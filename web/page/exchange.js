// Opens games that are pasted, dropped or read from files, and exports games as text or files.

import { byId, control, fieldOf } from "../shared/frame.js";
import { escapeText } from "../shared/reader.js";
import { dayText, format, outcomeText } from "../shared/words.js";
import { attempt, button, chooseFile, copyText, download, fileFields, notify, startActions } from "./common.js";
import { ask } from "./connection.js";
import { playersForPeople } from "./people.js";
import { words } from "./words.js";

/** @type {WriteFormat[]} */
const FORMATS = ["fen", "pgn", "xqf", "dhtmlxq", "moves-chinese", "moves-wxf", "moves"];

/** @type {{ load: (game: ToldGame) => unknown, written: () => WrittenGame, fenNow: () => string | null }} */
let owner;
/** @type {ToldGame[]} */
let games = [];
let more = 0;
/** @type {WriteFormat} */
let target = "pgn";

// Reads a text or a file. If it contains several games, shows a list of them.
export async function read(/** @type {FileFields} */ fields) {
  const answer = await attempt(() => ask("read", fields));
  if (!answer) return;
  games = answer.games;
  more = answer.more || 0;
  if (!games.length) notify(words().nothingRead);
  else if (games.length === 1) owner.load(games[0]);
  draw();
  if (games.length > 1) byId("found").scrollIntoView({ block: "nearest" });
}

// Returns a single file unchanged, and the games from several files, such as a folder of XQF files, as one PGN file.
/** @returns {Promise<FileFields>} */
export async function together(/** @type {File[]} */ files) {
  if (files.length === 1) return fileFields(files[0]);
  const texts = [];
  for (const file of files) {
    /** @type {{ games: ReadGame[] }} */
    const { games: found } = await ask("read", await fileFields(file));
    for (const { tags, start, tree } of found) texts.push((await ask("write", { format: "pgn", game: { tags, start, tree } })).text);
  }
  return { name: format(words().fileCount, { n: files.length }), text: texts.join("\n\n") };
}

export function gameText(/** @type {ToldGame} */ game, /** @type {number} */ index) {
  const { Red, Black, Event, Date: day } = game.tags ?? {};
  const players = playersForPeople(Red, Black) || format(words().gameNumber, { n: index + 1 });
  return [`${index + 1}. ${players}`, Event, dayText(day), outcomeText(game.result || "*")].filter(Boolean).join(" · ");
}

function drawFound() {
  if (games.length < 2) return "";
  const rows = games.map((game, index) => `<li>${button("pick", escapeText(gameText(game, index)), `data-at="${index}"`)}</li>`);
  return `<p>${format(more ? words().gamesFoundOf : words().gamesFound, { n: games.length, more })}</p><ul class="list">${rows.join("")}</ul>`;
}

export function draw() {
  const typed = control("pasted")?.value ?? "";
  const options = FORMATS.map((name) => `<option value="${name}" ${name === target ? "selected" : ""}>${words().formats[name]}</option>`);
  byId("exchange").innerHTML = `<h2>${words().read}</h2>
    <p class="faint" id="read-help">${words().readHelp}</p>
    <textarea id="pasted" rows="3" aria-label="${words().read}" aria-describedby="read-help" spellcheck="false"></textarea>
    <div class="actions">${button("read", words().readIt, 'class="main"')}${button("file", words().chooseFile)}</div>
    <div id="found">${drawFound()}</div>
    <h2>${words().write}</h2>
    <div class="actions"><select id="format" aria-label="${words().write}">${options.join("")}</select>${button("copy", words().copy, 'class="main"')}${button("download", words().download)}</div>
    <textarea id="copied" rows="3" readonly hidden aria-label="${words().write}"></textarea>`;
  control("pasted").value = typed;
}

/** @returns {Promise<GameFile>} */
async function write() {
  const told = owner.written();
  const fen = owner.fenNow();
  if (target === "fen" && fen) return { name: "position.fen", text: fen };
  const file = await ask("write", { format: target, game: told });
  if (file.losses) notify(`${words().lossesWord}${words().colon}${file.losses}`);
  return file;
}

async function copy() {
  const file = await write();
  if (file.text === undefined) return download(file);
  notify(await copyText(file.text, control("copied")) ? words().copied : words().cannotCopy);
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  read: () => control("pasted").value.trim() && read({ text: control("pasted").value }),
  file: async () => read(await fileFields(await chooseFile())),
  pick: (pressed) => owner.load(games[Number(pressed.dataset.at)]),
  copy,
  download: async () => download(await write()),
};

// `owner.load` is called with a game to show; `owner.written` returns the game shown, and `owner.fenNow` the position
// shown.
export function start(/** @type {typeof owner} */ whose) {
  owner = whose;
  startActions(byId("exchange"), actions);
  byId("exchange").addEventListener("change", (event) => {
    const { id, value } = fieldOf(event);
    if (id === "format") target = /** @type {WriteFormat} */ (value);
  });
}
