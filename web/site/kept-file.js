// Saves games and analyses in the browser, each as a text with a path. All of them can be exported to a single file and
// imported from it.

import { attempt, notify } from "../page/common.js";
import { TEXTS } from "../shared/words.js";

const STORE = "kept";
const FORM = "chuhe-kept-1";
const channel = new BroadcastChannel("chuhe-kept");

/** @typedef {[path: string, text: string | null, at: number]} Kept */

const done = (/** @type {IDBRequest} */ request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @type {Promise<IDBDatabase> | null} */
let opened = null;
/** @returns {Promise<IDBObjectStore>} */
async function store(/** @type {IDBTransactionMode} */ mode) {
  opened ??= (() => {
    const request = indexedDB.open("chuhe", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return done(request);
  })();
  // After a failure, the next call tries again.
  opened.catch(() => { opened = null; });
  return (await opened).transaction(STORE, mode).objectStore(STORE);
}

/** @returns {Promise<Kept[]>} */
export async function allKept() {
  const kept = await store("readonly");
  const [paths, entries] = await Promise.all([done(kept.getAllKeys()), done(kept.getAll())]);
  return paths.map((/** @type {string} */ path, /** @type {number} */ at) => [path, entries[at].text, entries[at].at]);
}

// Saves or deletes a text, and notifies the other windows. The text is saved only when the transaction is complete,
// because a full disk may not be noticed until then.
export async function keep(/** @type {string} */ path, /** @type {string | null} */ text, /** @type {number} */ at) {
  const kept = await store("readwrite");
  const { transaction } = kept;
  const complete = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  if (text === null) kept.delete(path);
  else kept.put({ text, at }, path);
  await complete;
  channel.postMessage([path, text, at]);
  // Without this request, browsers may delete the data when space is short.
  navigator.storage?.persist?.();
}

const words = () => TEXTS[document.documentElement.lang.startsWith("zh") ? "zh" : "en"].site;

// Reports why the browser did not save a text, or cannot read its saved texts.
export const complain = (/** @type {"unkept" | "unread"} */ what, /** @type {any} */ error) => notify(`${words()[what]}: ${error?.message ?? error}`, true);

async function save() {
  const text = JSON.stringify({ form: FORM, kept: await allKept() });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `chuhe-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Imports a file. If a saved game has the same name as an imported one, the later one is kept.
async function load(/** @type {File} */ file) {
  const { form, kept } = await file.text().then(JSON.parse).catch(() => ({}));
  const isKept = (/** @type {any} */ entry) => Array.isArray(entry) && /^((games|analyses)\/[^/]+\.pgn|reviews\/[^/]+\.jsonl)$/.test(entry[0]) && typeof entry[1] === "string" && Number.isFinite(entry[2]);
  if (form !== FORM || !Array.isArray(kept) || !kept.every(isKept)) throw new Error(words().bad);
  const here = new Map((await allKept()).map(([path, , at]) => [path, at]));
  const later = kept.filter(([path, , at]) => at > (here.get(path) ?? -1));
  for (const [path, text, at] of later) {
    await keep(path, text, at);
    noted([path, text, at]);
  }
}

/** @type {(kept: Kept) => void} */
let noted = () => {};

// Adds the buttons for exporting and importing to the settings. `note` is called for each text from a file or another
// window.
export function offerFile(/** @type {(kept: Kept) => void} */ note) {
  noted = note;
  channel.onmessage = ({ data }) => note(data);
  const box = document.getElementById("choices");
  if (!box) return;
  const [out, into, file] = [document.createElement("button"), document.createElement("button"), document.createElement("input")];
  Object.assign(file, { type: "file", accept: ".json", hidden: true });
  Object.assign(out, { type: "button", id: "kept-out" });
  Object.assign(into, { type: "button", id: "kept-in" });
  const draw = () => [out.textContent, into.textContent] = [words().out, words().in];
  draw();
  new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["lang"] });
  out.addEventListener("click", () => attempt(save));
  into.addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await attempt(() => load(chosen));
    file.value = "";
  });
  const row = document.createElement("p");
  row.className = "actions";
  row.append(out, into, file);
  box.append(row);
}
