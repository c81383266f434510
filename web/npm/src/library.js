// Wraps the WebAssembly library: accesses its memory, and interrupts its work.
//
// A search runs in the same thread that receives messages, so it has to be interrupted regularly. The library only
// calls `pause`, whose effect depends on the environment:
//
// - In Node, a pause reads the messages that have arrived, without interrupting the work.
// - Where WebAssembly can wait for promises (JSPI), a pause is a promise.
// - Elsewhere, Asyncify unwinds and rewinds the stack, for which there is a second build of the library.

/** @typedef {WebAssembly.Module | BufferSource} Source */
/**
 * @typedef {object} Hearing
 * @property {(text: string) => void} [line] Called with a line of UCI or UCCI output.
 * @property {(event: any) => void} [event] Called with an event from the typed interface or the page.
 * @property {(text: string) => void} [fail] Called with a description of a bug.
 * @property {() => void} [worked] Called when all work is done.
 * @property {boolean} [pausesNested] Whether the whole library can be interrupted, in a build with Asyncify.
 * @property {(() => void) | null} [listen] In Node, handles all messages that have arrived.
 */

const IDLE_MS = 5;
const STACK_BYTES = 1 << 18;
const [NORMAL, UNWINDING, REWINDING] = [0, 1, 2];

export const canSuspend = "Suspending" in WebAssembly;

/** @type {any} */
const { setImmediate } = globalThis;
/** @type {MessageChannel | null} */
const channel = setImmediate ? null : new MessageChannel();
/** @type {() => void} */
let woken = () => {};
if (channel) channel.port1.onmessage = () => woken();

// Lets the environment deliver all messages that have arrived. A timer would take four milliseconds.
/** @returns {Promise<void>} */
function messages(/** @type {boolean} */ isIdle) {
  return new Promise((resolve) => {
    if (isIdle) setTimeout(resolve, IDLE_MS);
    else if (!channel) setImmediate(resolve);
    else {
      woken = resolve;
      channel.port2.postMessage(0);
    }
  });
}

export class Library {
  /** @type {any} */
  #exports;
  #hearing;
  #isWorking = false;
  /** @type {Promise<void>} */
  #pause = Promise.resolve();
  #stack = 0;
  /** @type {() => void | Promise<void>} */
  #work = () => {};

  /**
   * @param {WebAssembly.Module} module
   * @param {Hearing} hearing
   */
  constructor(module, hearing = {}) {
    this.#hearing = hearing;
    const text = (/** @type {number} */ at, /** @type {number} */ bytes) => this.#text(at, bytes);
    const host = {
      now: () => performance.timeOrigin + performance.now(),
      pause: this.#pauses(module),
      line: (/** @type {number} */ at, /** @type {number} */ bytes) => hearing.line?.(text(at, bytes)),
      event: (/** @type {number} */ at, /** @type {number} */ bytes) => hearing.event?.(JSON.parse(text(at, bytes))),
      fail: (/** @type {number} */ at, /** @type {number} */ bytes) => hearing.fail?.(text(at, bytes)),
    };
    this.#exports = new WebAssembly.Instance(module, { host }).exports;
    this.#exports.start(Boolean(hearing.pausesNested) || !this.#exports.asyncify_start_unwind);
  }

  // Sets the function that does the work and returns when it is done, and returns the function that pauses it.
  #pauses(/** @type {WebAssembly.Module} */ module) {
    const { listen } = this.#hearing;
    this.#work = () => this.#exports.work();
    if (listen) {
      const sleep = new Int32Array(new SharedArrayBuffer(4));
      return (/** @type {number} */ isIdle) => {
        listen();
        if (isIdle) Atomics.wait(sleep, 0, 0, IDLE_MS);
      };
    }
    if (WebAssembly.Module.exports(module).some(({ name }) => name === "asyncify_start_unwind")) {
      this.#work = () => this.#asyncify();
      return (/** @type {number} */ isIdle) => {
        const { asyncify_get_state: state, asyncify_start_unwind: unwind, asyncify_stop_rewind: rewound } = this.#exports;
        if (state() === REWINDING) return rewound();
        this.#pause = messages(Boolean(isIdle));
        unwind(this.#stack);
      };
    }
    if (!canSuspend) return () => {};
    this.#work = () => {
      const work = /** @type {any} */ (WebAssembly).promising(this.#exports.work);
      this.#work = work;
      return work();
    };
    return new /** @type {any} */ (WebAssembly).Suspending((/** @type {number} */ isIdle) => messages(Boolean(isIdle)));
  }

  async #asyncify() {
    const { asyncify_get_state: state, asyncify_stop_unwind: unwound, asyncify_start_rewind: rewind, memory, room, work } = this.#exports;
    if (!this.#stack) {
      this.#stack = room(8 + STACK_BYTES);
      new Uint32Array(memory.buffer, this.#stack, 2).set([this.#stack + 8, this.#stack + 8 + STACK_BYTES]);
    }
    work();
    while (state() === UNWINDING) {
      unwound();
      await this.#pause;
      rewind(this.#stack);
      work();
    }
    console.assert(state() === NORMAL);
  }

  #text(/** @type {number} */ at, /** @type {number} */ bytes) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, bytes));
  }

  // Writes a text to memory for the library.
  /** @returns {[number, number]} */
  #put(/** @type {string} */ text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.#exports.room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  }

  // Works until no work is left. Messages may be handled meanwhile.
  async #goOn() {
    if (this.#isWorking || !this.#exports.has_work()) return;
    this.#isWorking = true;
    while (this.#exports.has_work()) await this.#work();
    this.#isWorking = false;
    this.#hearing.worked?.();
  }

  // Handles a line. Returns whether the session continues.
  /** @returns {boolean} */
  line(/** @type {string} */ text) {
    const goesOn = Boolean(this.#exports.line(...this.#put(text)));
    this.#goOn();
    return goesOn;
  }

  // Answers a request of the typed interface.
  /** @returns {any} */
  call(/** @type {object} */ request) {
    const answer = BigInt.asUintN(64, this.#exports.call(...this.#put(JSON.stringify(request))));
    const [at, bytes] = [Number(answer >> 32n), Number(answer & 0xffff_ffffn)];
    const { done, error } = JSON.parse(this.#text(at, bytes));
    this.#exports.forget(at, bytes);
    if (error !== undefined) throw new Error(error);
    return done;
  }

  // Passes on a request of the typed interface whose answers are events.
  ask(/** @type {object} */ request) {
    this.#exports.request(...this.#put(JSON.stringify(request)));
    this.#goOn();
  }

  // Calls a function of the page's build, with a text, a value, or nothing.
  /** @returns {any} */
  tell(/** @type {string} */ name, /** @type {any} */ what = undefined) {
    const text = typeof what === "string" ? what : JSON.stringify(what);
    const answer = what === undefined ? this.#exports[name]() : this.#exports[name](...this.#put(text));
    this.#goOn();
    return answer;
  }

  get bytes() {
    return this.#exports.memory.buffer.byteLength;
  }
}
