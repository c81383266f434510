// The back end of the page without a server: a worker. This file replaces the one that connects to a server.

import { notify } from "../page/common.js";
import { allKept, complain, keep, offerFile } from "../site/kept-file.js";

/** @type {Worker | null} */
let worker = null;
/** @type {Set<(message: any) => void>} */
const hearers = new Set();

// The session storage key for the name of this window's game, which a reloaded page needs.
const GAME = "chuhe-game";
function game() {
  try {
    return sessionStorage.getItem(GAME);
  } catch {
    return null;
  }
}

function noteGame(/** @type {{ keep: string, text: string | null }} */ { keep: path, text }) {
  const name = /^games\/(.*)\.pgn$/.exec(path)?.[1];
  try {
    if (name && text !== null) sessionStorage.setItem(GAME, name);
  } catch {
    // Without session storage, the page starts without the game.
  }
}

// Returns the worker, and starts it with the files that the browser has saved.
function answerer() {
  if (worker) return worker;
  const started = new Worker(new URL("../site/session.js", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }) => {
    if (data.keep) {
      keep(data.keep, data.text, data.at).catch((error) => complain("unkept", error));
      noteGame(data);
    }
    for (const hear of hearers) hear(data);
  });
  const { lang: language } = document.documentElement;
  const unread = (/** @type {any} */ error) => {
    complain("unread", error);
    return [];
  };
  allKept().catch(unread).then((kept) => started.postMessage({ open: { language, kept, game: game() } }));
  worker = started;
  return started;
}

// A connection to the worker, with the same interface as a connection to a server.
class Connection extends EventTarget {
  readyState = WebSocket.OPEN;

  constructor() {
    super();
    const started = answerer();
    hearers.add((data) => {
      if (data.say) this.dispatchEvent(new MessageEvent("message", { data: data.say }));
    });
    started.addEventListener("error", ({ message }) => notify(message, true));
  }

  send(/** @type {string} */ message) {
    answerer().postMessage({ hear: message });
  }

  // The session lasts as long as the page.
  close() {}
}

/** @type {Connection | null} */
let connection = null;

// Opens the connection for messages. A page uses a single connection as long as it is open.
/** @returns {any} */
export function openConnection() {
  connection ??= new Connection();
  return connection;
}

let posted = 0;

// Answers or refuses a request that needs no connection.
/** @returns {Promise<{ ok: boolean, answer: any }>} */
export function request(/** @type {string} */ path, /** @type {object} */ fields, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const id = ++posted;
  return new Promise((resolve, reject) => {
    const hear = (/** @type {any} */ data) => {
      if (data.post !== id) return;
      hearers.delete(hear);
      resolve({ ok: !data.error, answer: data.error ?? data.ok });
    };
    hearers.add(hear);
    signal?.addEventListener("abort", () => {
      hearers.delete(hear);
      reject(signal.reason);
    });
    answerer().postMessage({ post: { id, path, fields } });
  });
}

// The service worker, which stores the page in the browser.
export const keeper = "./worker.js";

offerFile((kept) => answerer().postMessage({ note: kept }));
