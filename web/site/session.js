// The worker that answers the page instead of a server.

import { canSuspend, Library } from "../npm/src/library.js";

const plain = new URL("../npm/src/chuhe-page.wasm", import.meta.url);
const asyncify = new URL("../npm/src/chuhe-page-asyncify.wasm", import.meta.url);

/** @type {any} */
const scope = globalThis;
/** @type {any[]} */
const early = [];
/** @type {Library | null} */
let library = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
// The longest delay that timers support.
const TIMER_MS_MAX = 2 ** 31 - 1;

// Lets the library do the work that is due, and schedules the next call.
function tick() {
  clearTimeout(timer);
  if (library) timer = setTimeout(tick, Math.min(library.tell("page_tick"), TIMER_MS_MAX));
}

function hear(/** @type {any} */ message) {
  if (!library) return void early.push(message);
  if (message.open) library.tell("page_open", message.open);
  else if (message.hear) library.tell("page_hear", message.hear);
  else if (message.note) library.tell("page_note", message.note);
  else if (message.post) library.tell("page_post", message.post);
  tick();
}

scope.onmessage = (/** @type {MessageEvent} */ { data }) => hear(data);

const response = await fetch(canSuspend ? plain : asyncify);
if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
const compiled = await WebAssembly.compile(await response.arrayBuffer());
library = new Library(compiled, {
  line: (say) => scope.postMessage({ say }),
  event: (event) => scope.postMessage(event),
  fail: (text) => setTimeout(() => { throw new Error(text); }),
  pausesNested: true,
  worked: tick,
});
for (const message of early.splice(0)) hear(message);
