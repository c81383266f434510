// What of Node is used, where there is Node. Nothing is imported, so that browsers and bundlers see nothing of it.

/** @type {((name: string) => any) | undefined} */
const builtin = /** @type {any} */ (globalThis).process?.getBuiltinModule;

export const isNode = Boolean(builtin) && !("window" in globalThis) && !("importScripts" in globalThis);

/** @returns {any} */
export const workerThreads = () => builtin?.("node:worker_threads");

// Reads a file beside the scripts.
/** @returns {Promise<BufferSource>} */
export const readFile = (/** @type {URL} */ url) => builtin?.("node:fs/promises").readFile(url);
