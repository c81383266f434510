// Provides parts of Node when running in Node. Nothing is imported, so browsers and bundlers are not affected.

/** @type {((name: string) => any) | undefined} */
const builtin = /** @type {any} */ (globalThis).process?.getBuiltinModule;

export const isNode = Boolean(builtin) && !("window" in globalThis) && !("importScripts" in globalThis);

/** @returns {any} */
export const workerThreads = () => builtin?.("node:worker_threads");

// Reads a file next to the scripts.
/** @returns {Promise<BufferSource>} */
export const readFile = (/** @type {URL} */ url) => builtin?.("node:fs/promises").readFile(url);
