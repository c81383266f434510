// Opens games that are pasted, dropped or read from files, and exports games as text or files: a part of a dialog.

import { byId, control, fieldOf } from "../shared/frame.js";
import { escapeText } from "../shared/reader.js";
import { dayText, format, outcomeText } from "../shared/words.js";
import { button, chooseFile, copyText, download, fileFields, notify, refusal, startActions } from "./common.js";
import { ask } from "./connection.js";
import { playersForPeople } from "./people.js";
import { closeSheet, isOpen, openSheet } from "./sheet.js";
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
  try {
    ({ games, more = 0 } = await ask("read", fields));
  } catch (error) {
    return say(refusal(error).text);
  }
  if (!games.length) return say(words().nothingRead);
  if (games.length === 1) return load(0);
  if (!isOpen() || !byId("found")) openSheet(words().read, '<div id="found"></div>');
  byId("found").innerHTML = foundHtml();
  byId("found").scrollIntoView({ block: "nearest" });
}

function load(/** @type {number} */ index) {
  closeSheet();
  owner.load(games[index]);
}

// Shows a message in the dialog, which covers those of the page.
function say(/** @type {string} */ text) {
  if (isOpen() && byId("exchange-said")) byId("exchange-said").textContent = text;
  else notify(text);
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

function foundHtml() {
  const rows = games.map((game, index) => `<li>${button("pick", escapeText(gameText(game, index)), `data-at="${index}"`)}</li>`);
  return `<p>${format(more ? words().gamesFoundOf : words().gamesFound, { n: games.length, more })}</p><ul class="list">${rows.join("")}</ul>`;
}

// The fields for opening and exporting games.
export function html() {
  const options = FORMATS.map((name) => `<option value="${name}" ${name === target ? "selected" : ""}>${words().formats[name]}</option>`);
  return `<div id="exchange"><p id="exchange-said" role="status"></p><h2>${words().read}</h2>
    <p class="faint" id="read-help">${words().readHelp}</p>
    <textarea id="pasted" rows="3" aria-label="${words().read}" aria-describedby="read-help" spellcheck="false"></textarea>
    <div class="actions">${button("read", words().readIt, 'class="main"')}${button("file", words().chooseFile)}</div>
    <div id="found"></div>
    <h2>${words().write}</h2>
    <div class="actions"><select id="format" aria-label="${words().write}">${options.join("")}</select>${button("copy", words().copy, 'class="main"')}${button("download", words().download)}</div>
    <textarea id="copied" rows="3" readonly hidden aria-label="${words().write}"></textarea></div>`;
}

/** @returns {Promise<GameFile>} */
async function write() {
  const told = owner.written();
  const fen = owner.fenNow();
  if (target === "fen" && fen) return { name: "position.fen", text: fen };
  const file = await ask("write", { format: target, game: told });
  say("");
  if (file.losses) say(`${words().lossesWord}${words().colon}${file.losses}`);
  return file;
}

async function copy() {
  const file = await write();
  if (file.text === undefined) return download(file);
  const isCopied = await copyText(file.text, control("copied"));
  say([isCopied ? words().copied : words().cannotCopy, byId("exchange-said").textContent].filter(Boolean).join(" "));
}

/** @type {Record<string, (pressed: HTMLElement) => unknown>} */
const actions = {
  read: () => control("pasted").value.trim() && read({ text: control("pasted").value }),
  file: async () => read(await fileFields(await chooseFile())),
  pick: (pressed) => load(Number(pressed.dataset.at)),
  copy,
  download: async () => download(await write()),
};

// `owner.load` is called with a game to show; `owner.written` returns the game shown, and `owner.fenNow` the position
// shown.
export function start(/** @type {typeof owner} */ whose) {
  owner = whose;
  startActions(byId("sheet-body"), actions);
  byId("sheet-body").addEventListener("change", (event) => {
    const { id, value } = fieldOf(event);
    if (id === "format") target = /** @type {WriteFormat} */ (value);
  });
}
