// Communicates with the server, through a WebSocket that reconnects when the connection is lost, and through single
// requests.

import { reader } from "#picture/reader.js";
import { openConnection, request } from "./backend.js";
import { words } from "./words.js";

const KEY = "chuhe-session";
const WAITS_MS = [300, 600, 1200, 2500, 5000];

/** @type {WebSocket | null} */
let socket = null;
let isReady = false;
let isOver = false;
let tries = 0;
let nextId = 1;
/** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
const asked = new Map();
/** @type {Map<string, ((what: any) => void)[]>} */
const listeners = new Map();

// The limits that the server imposes; known after `hello`.
/** @type {Limits | null} */
export let limits = null;
// The sources of the opening explorer: `database`, `book`.
/** @type {SourceName[]} */
export let sources = [];

// The tables and databases that can be queried about a position, and whether matches can be started.
/** @type {LookupName[]} */
export let lookups = [];
export let playsMatches = false;

// The curve that converts scores to winning chances; known after `hello`.
/** @type {WdlCurve} */
export let curve = { win_at: 0, spread: 1 };

// Calls `hear` for each notice of a kind: `hello`, `play`, `analyse` and so on, or the page's own `state` (`open`,
// `lost`, `over`).
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

/** @returns {Promise<any>} */
function send(/** @type {object} */ fields) {
  return new Promise((resolve, reject) => {
    const id = nextId++;
    asked.set(id, { resolve, reject });
    socket?.send(JSON.stringify({ id, ...fields }));
  });
}

// Sends a request to the server. A refusal is thrown as an error with its text and `code`.
/** @returns {Promise<any>} */
export function ask(/** @type {string} */ command, fields = {}) {
  if (!isReady || socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error(words().lost));
  return send({ do: command, ...fields });
}

async function greet(/** @type {Hello} */ hello) {
  limits = hello.limits;
  sources = hello.sources || [];
  lookups = hello.lookups || [];
  playsMatches = Boolean(hello.matches);
  curve = hello.wdl;
  const old = key();
  let resumed = null;
  if (old) resumed = await send({ do: "resume", session: old }).catch(() => null);
  key((resumed && resumed.session) || hello.session);
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
    isOver = true;
    tell("state", { name: "over", reason: message.reason });
  } else {
    tell(message.on, message);
  }
}

export const isConnected = () => isReady;

// Called when the page is left. Browsers may keep the page, with its connection, for the back button.
export function leave() {
  isOver = true;
  socket?.close();
}

export function connect() {
  isOver = false;
  socket = openConnection();
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    isReady = false;
    for (const { reject } of asked.values()) reject(new Error(words().lost));
    asked.clear();
    if (isOver) return;
    tell("state", { name: "lost" });
    setTimeout(connect, WAITS_MS[Math.min(tries++, WAITS_MS.length - 1)]);
  });
}

// Sends a single request, which needs no WebSocket, and returns the answer. A refusal is thrown as an error with its
// `code`. `signal` aborts the request.
export async function post(/** @type {string} */ path, /** @type {object} */ fields, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const { ok, answer } = await request(path, fields, signal);
  if (!ok) throw Object.assign(new Error(answer.text), { code: answer.code });
  return answer;
}
