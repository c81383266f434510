// The worker, which handles strings as lines of UCI or UCCI, and objects as requests of the typed interface. Messages
// that arrive before the library is loaded are kept until then.

import { Library } from "./library.js";
import { module, searching } from "./module.js";
import { isNode, workerThreads } from "./node.js";

/** @type {any} */
const scope = globalThis;
/** @type {any} */
const port = isNode ? workerThreads().parentPort : scope;

/** @type {any[]} */
const early = [];
/** @type {Library | null} */
let library = null;

function hear(/** @type {any} */ message) {
  if (!library) {
    early.push(message);
  } else if (typeof message === "string") {
    for (const line of message.split("\n")) {
      if (line.trim() && !library.line(line)) return end();
    }
  } else {
    library.ask(message);
  }
}

function end() {
  port.close();
}

// In Node, handles all messages that have arrived.
function listen() {
  const { receiveMessageOnPort } = workerThreads();
  for (let next; (next = receiveMessageOnPort(port)); ) hear(next.message);
}

async function begin() {
  const asked = isNode ? workerThreads().workerData : new URL(scope.location.href).searchParams.get("build");
  const build = asked || searching;
  const compiled = await module(build);
  const post = (/** @type {any} */ message) => port.postMessage(message);
  const fail = (/** @type {string} */ text) => post({ fail: text });
  const begun = new Library(compiled, { line: post, event: post, fail, listen: isNode && build !== "asyncify" ? listen : null });
  library = begun;
  for (const message of early.splice(0)) hear(message);
}

if (isNode) port.on("message", hear);
else scope.onmessage = (/** @type {MessageEvent} */ { data }) => hear(data);
begin().catch((error) => port.postMessage({ fail: String(error) }));
