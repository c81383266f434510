// The engines that the user may choose: chuhe, and those that the server offers. A choice is a name from the server's
// list, or an empty string for chuhe.

import { byId, control } from "../shared/frame.js";
import { escapeText, remember, remembered } from "../shared/reader.js";
import { format } from "../shared/words.js";
import { ask, limits, on, others, program } from "./connection.js";
import { openSheet } from "./sheet.js";
import { words } from "./words.js";

/** @typedef {{ multipv: number, threads: number, hash: number }} Chosen */

// What the server has told about other engines, by name.
/** @type {Map<string, EngineReport>} */
const known = new Map();

// Whether there is anything to choose.
export const hasOthers = () => others.length > 0;
const isOffered = (/** @type {unknown} */ name) => typeof name === "string" && others.includes(name);

// The engine chosen for a use: `play`, `analyse`, `second` or `review`.
/** @type {(use: string) => string} */
export const chosen = (use) => (isOffered(remembered("engines")?.[use]) ? remembered("engines")[use] : "");
export const choose = (/** @type {string} */ use, /** @type {string} */ name) => remember("engines", { ...remembered("engines"), [use]: name });

// The field of a request that names the engine.
export const field = (/** @type {string} */ name) => (name ? { engine: name } : {});

// The engine with its version, as far as it is known.
export const title = (/** @type {string} */ name) => (name ? known.get(name)?.identity ?? name : program);

// Requests what the engine announces. The server starts it for that. One engine is asked about at a time.
/** @type {Promise<unknown>} */
let learning = Promise.resolve();
export async function learn(/** @type {string} */ name) {
  const before = learning;
  const learned = (async () => {
    await before.catch(() => {});
    if (name && !known.has(name)) known.set(name, (await ask("engine", { name })).engine);
    return true;
  })();
  learning = learned;
  return learned;
}

// The options of the engine that can be set, with their ranges. In all engines, 0 means the server's own value.
function ranges(/** @type {string} */ name) {
  /** @type {EngineOption[]} */
  const own = [{ name: "threads", min: 1, max: limits?.threads ?? 1 }, { name: "hash", min: 1, max: limits?.hash ?? 16 }, { name: "multipv", min: 1, max: limits?.multipv ?? 10 }];
  return name ? known.get(name)?.options ?? [] : own;
}

// The largest number of lines that the engine shows.
export const linesMax = (/** @type {string} */ name) => (name && !known.has(name) ? limits?.multipv ?? 10 : ranges(name).find((option) => option.name === "multipv")?.max ?? 1);

// The chosen values of the engine's options, within its ranges.
/** @type {(name: string) => Chosen} */
export function options(name) {
  const { lines = 1, threads = 0, hash = 0 } = remembered("engine") ?? {};
  const { multipv = 1, ...rest } = name ? remembered("engine-options")?.[name] ?? {} : { multipv: lines, threads, hash };
  return { threads: 0, hash: 0, ...rest, multipv: Math.min(multipv, linesMax(name)) };
}

export function setOptions(/** @type {string} */ name, /** @type {Partial<Chosen>} */ changes) {
  const { multipv, ...rest } = { ...options(name), ...changes };
  if (name) remember("engine-options", { ...remembered("engine-options"), [name]: { multipv, ...rest } });
  else remember("engine", { ...remembered("engine"), ...rest, lines: multipv });
}

// A field in which an engine is chosen. `none` is the text of the choice of no engine, whose value is `-`.
/** @type {(id: string, label: string, value: string, none?: string) => string} */
export function chooser(id, label, value, none = "") {
  const option = (/** @type {string} */ name, /** @type {string} */ text) => `<option value="${escapeText(name)}" ${name === value ? "selected" : ""}>${escapeText(text)}</option>`;
  const all = [...(none ? [option("-", none)] : []), option("", "chuhe"), ...others.map((name) => option(name, name))];
  return `<select id="${id}" aria-label="${label}">${all.join("")}</select>`;
}

// The values offered for an option: powers of two within its range, and its ends; every number if these are few.
function values(/** @type {EngineOption} */ { name, min, max }) {
  if (name === "multipv") return Array.from({ length: max - min + 1 }, (_, at) => min + at);
  const all = [min];
  for (let value = 1; value < max; value *= 2) if (value > min) all.push(value);
  return max > min ? [...all, max] : all;
}

// Lets the user set the engine's options. Returns whether any has changed.
export async function edit(/** @type {string} */ name) {
  await learn(name);
  const now = options(name);
  const texts = { threads: words().threads, hash: words().hash, multipv: words().linesWord };
  const fields = ranges(name).map((range) => {
    const all = range.name === "multipv" ? [] : [0];
    const items = [...all, ...values(range)].map((value) => `<option value="${value}" ${value === now[range.name] ? "selected" : ""}>${value || words().most}</option>`);
    return `<p class="field"><label for="option-${range.name}">${texts[range.name]}</label><select id="option-${range.name}">${items.join("")}</select></p>`;
  });
  const html = fields.length ? fields.join("") : `<p class="faint">${words().noOptions}</p>`;
  const answered = openSheet(format(words().optionsOf, { engine: title(name) }), `${html}<p class="actions"><button type="button" class="main" data-answer="set">${words().save}</button></p>`);
  if (await answered !== "set") return false;
  /** @type {Partial<Chosen>} */
  const changes = {};
  for (const range of ranges(name)) if (byId(`option-${range.name}`)) changes[range.name] = Number(control(`option-${range.name}`).value);
  setOptions(name, changes);
  return true;
}

// A server that was started again may have other engines.
on("state", ({ name }) => { if (name === "open") known.clear(); });
