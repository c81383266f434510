// Communicates with the server, through a WebSocket that reconnects when the connection is lost, and through single
// requests.

import { reader } from "../shared/reader.js";
import { format } from "../shared/words.js";
import { openConnection, request } from "./backend.js";
import { words } from "./words.js";

const KEY = "chuhe-session";
const OWNER = "chuhe-owner";
const WAITS_MS = [300, 600, 1200, 2500, 5000, 10_000];

/** @type {WebSocket | null} */
let socket = null;
let isReady = false;
// Whether the page was left.
let isOver = false;
let tries = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waits;
// Why the server ended the session, or else an empty string.
let ending = "";
let nextId = 1;
/** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
const asked = new Map();
/** @type {Map<string, ((what: any) => void)[]>} */
const listeners = new Map();

// The limits that the server imposes; known after `hello`.
/** @type {LimitsReport | null} */
export let limits = null;
// The sources of the opening explorer: `database`, `book`.
/** @type {SourceName[]} */
export let sources = [];

// The tables and databases that can be queried about a position, and whether matches can be started.
/** @type {LookupName[]} */
export let lookups = [];
export let playsMatches = false;
// Whether others can be invited to a game; known after `hello`.
export let invites = false;
// The program with its version.
export let program = "chuhe";
// The names of the other engines that can be chosen.
/** @type {string[]} */
export let others = [];

// The curve that converts scores to winning chances; known after `hello`.
/** @type {WdlCurve} */
export let curve = { win_at: 0, spread: 1 };

// Calls `hear` for each notice of a kind: `hello`, `play`, `analyse` and so on, or the page's own `state`: `open`,
// `lost` while the page tries to reconnect, and `over` if the page waits for the user to reconnect. The `reason` is that
// of the server, if it gave one.
export function on(/** @type {string} */ name, /** @type {(what: any) => void} */ hear) {
  listeners.set(name, [...(listeners.get(name) || []), hear]);
}

function tell(/** @type {string} */ name, /** @type {any} */ what) {
  for (const hear of listeners.get(name) || []) hear(what);
}

// The key of the session, which is stored for this window only: another window has its own session.
function key(/** @type {string | undefined} */ value = undefined) {
  try {
    if (value) sessionStorage.setItem(KEY, value);
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

// The secret by which the server recognizes this browser as the owner of its games and analyses.
let secret = "";
function owner() {
  const fresh = secret || [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    secret = localStorage.getItem(OWNER) ?? fresh;
    localStorage.setItem(OWNER, secret);
  } catch {
    // Without storage, the games belong to this page until it is closed.
    secret = fresh;
  }
  return secret;
}

/** @returns {Promise<any>} */
function send(/** @type {Command} */ fields) {
  return new Promise((resolve, reject) => {
    const id = nextId++;
    const text = JSON.stringify({ id, ...fields });
    const most = limits?.file_bytes ?? Infinity;
    if (text.length > most / 3 && new Blob([text]).size > most) {
      reject(new Error(format(words().tooLarge, { mb: Math.floor(most / 2 ** 20) })));
      return;
    }
    asked.set(id, { resolve, reject });
    socket?.send(text);
  });
}

// Sends a request to the server. A refusal is thrown as an error with its text and `code`.
/**
 * @template {CommandName} Name
 * @param {Name} name
 * @param {Fields<Name>} fields
 * @returns {Promise<any>}
 */
export function ask(name, ...fields) {
  if (!isReady || socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error(words().lost));
  return send(/** @type {Command} */ ({ do: name, ...fields[0] }));
}

async function greet(/** @type {Hello} */ hello) {
  limits = hello.limits;
  sources = hello.sources || [];
  lookups = hello.lookups || [];
  playsMatches = Boolean(hello.matches);
  invites = Boolean(hello.friends);
  program = hello.program;
  others = hello.engines || [];
  curve = hello.wdl;
  const old = key();
  let resumed = null;
  if (old) resumed = await send({ do: "resume", session: old }).catch(() => null);
  key((resumed && resumed.session) || hello.session);
  await send({ do: "owner", secret: owner() }).catch(() => null);
  await send({ do: "language", language: reader.language }).catch(() => null);
  if (socket?.readyState !== WebSocket.OPEN) return;
  isReady = true;
  tries = 0;
  tell("state", { name: "open", resumed });
}

function hear(/** @type {any} */ message) {
  if ("re" in message) {
    const waiting = asked.get(message.re);
    asked.delete(message.re);
    if (!waiting) return;
    if (message.error) waiting.reject(Object.assign(new Error(message.error.text), { code: message.error.code }));
    else waiting.resolve(message.ok);
  } else if (message.on === "hello") {
    greet(message);
  } else if (message.on === "end") {
    ending = message.reason;
  } else {
    tell(message.on, message);
  }
}

export const isConnected = () => isReady;

// Called when the page is left. Browsers may keep the page, with its connection, for the back button.
export function leave() {
  isOver = true;
  clearTimeout(waits);
  socket?.close();
}

// Reconnects now, if the page is waiting for that.
export function hurry() {
  if (waits !== undefined) connect();
}

export function connect() {
  clearTimeout(waits);
  waits = undefined;
  isOver = false;
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  ending = "";
  socket = openConnection();
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    isReady = false;
    for (const { reject } of asked.values()) reject(new Error(words().lost));
    asked.clear();
    if (isOver) return;
    // Another window has the session now, or nobody uses the page. Reconnecting at once would take the session back or
    // keep it from ending.
    const isLost = ending !== "elsewhere" && ending !== "idle";
    tell("state", { name: isLost ? "lost" : "over", reason: ending });
    if (isLost) waits = setTimeout(connect, WAITS_MS[Math.min(tries++, WAITS_MS.length - 1)]);
  });
}

// Sends a single request, which needs no WebSocket, and returns the answer. A refusal is thrown as an error with its
// `code`. `signal` aborts the request.
export async function post(/** @type {string} */ path, /** @type {object} */ fields, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const { ok, answer } = await request(path, fields, signal);
  if (!ok) throw Object.assign(new Error(answer.text), { code: answer.code });
  return answer;
}
