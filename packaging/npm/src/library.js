// The library in WebAssembly: its memory, and how its work breaks off.
//
// A search runs in the one thread that also hears messages, so it has to break off now and then. How that is done
// depends on where it runs; the library only calls `pause`:
//
// - In Node a pause reads the messages that have come, and nothing breaks off.
// - Where WebAssembly can wait for promises (JSPI), a pause is a promise.
// - Elsewhere the work is unwound and rewound by Asyncify, for which there is a second build of the library.

/** @typedef {WebAssembly.Module | BufferSource} Source */
/**
 * @typedef {object} Hearing
 * @property {(text: string) => void} [line] Hears a line of UCI or UCCI.
 * @property {(event: any) => void} [event] Hears what a search of the typed door sends.
 * @property {(text: string) => void} [fail] Hears of a bug.
 * @property {() => void} [worked] Hears when work is done.
 * @property {boolean} [pausesNested] Whether all of the library can break off, where Asyncify does it.
 * @property {(() => void) | null} [listen] Hears all messages that have come, in Node.
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

// Lets all messages be heard that have come. A timer would take four milliseconds.
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

  // The work as a function that returns when it is done, and what breaks it off.
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

  // Puts a text where the library takes it.
  /** @returns {[number, number]} */
  #put(/** @type {string} */ text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.#exports.room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  }

  // Works until there is nothing more to do. Messages may be heard meanwhile.
  async #goOn() {
    if (this.#isWorking || !this.#exports.has_work()) return;
    this.#isWorking = true;
    while (this.#exports.has_work()) await this.#work();
    this.#isWorking = false;
    this.#hearing.worked?.();
  }

  // Hears a line. Returns whether the conversation goes on.
  /** @returns {boolean} */
  line(/** @type {string} */ text) {
    const goesOn = Boolean(this.#exports.line(...this.#put(text)));
    this.#goOn();
    return goesOn;
  }

  // Answers a request of the typed door.
  /** @returns {any} */
  call(/** @type {object} */ request) {
    const answer = BigInt.asUintN(64, this.#exports.call(...this.#put(JSON.stringify(request))));
    const [at, bytes] = [Number(answer >> 32n), Number(answer & 0xffff_ffffn)];
    const { done, error } = JSON.parse(this.#text(at, bytes));
    this.#exports.forget(at, bytes);
    if (error !== undefined) throw new Error(error);
    return done;
  }

  // Takes a request of the typed door whose answers are events.
  ask(/** @type {object} */ request) {
    this.#exports.ask(...this.#put(JSON.stringify(request)));
    this.#goOn();
  }

  // Calls a function of the page's build, with a text or a value.
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
