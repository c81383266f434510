// Fetches and compiles the library, once.

import { canSuspend } from "./library.js";
import { isNode, readFile } from "./node.js";

// Bundlers recognize files by these exact expressions.
const BUILDS = {
  // Boards and searches.
  plain: () => new URL("./chuhe.wasm", import.meta.url),
  // Boards and searches, for browsers in which WebAssembly cannot wait for promises.
  asyncify: () => new URL("./chuhe-asyncify.wasm", import.meta.url),
  // Everything, including conversion and annotation.
  files: () => new URL("./chuhe-files.wasm", import.meta.url),
};

/** @typedef {keyof typeof BUILDS} Build */

// The build in which searches can be stopped.
/** @type {Build} */
export const searching = isNode || canSuspend ? "plain" : "asyncify";

/** @type {Map<Build, Promise<WebAssembly.Module>>} */
const compiled = new Map();

async function compile(/** @type {URL} */ url) {
  if (isNode) return WebAssembly.compile(await readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // Streaming compilation needs the right content type, which not every server sends.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @returns {Promise<WebAssembly.Module>} */
export function module(/** @type {Build} */ build) {
  const known = compiled.get(build) ?? compile(BUILDS[build]());
  compiled.set(build, known);
  known.catch(() => compiled.delete(build));
  return known;
}
