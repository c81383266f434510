// The package has two interfaces: `lines` starts a worker that handles UCI and UCCI; `load` and `Engine` work with
// values.

import { Library } from "./library.js";
import { module } from "./module.js";
import { isNode, workerThreads } from "./node.js";

/** @type {Library | null} */
let here = null;
/** @type {Promise<Library> | null} */
let files = null;

// Loads the library for boards. Once it is loaded, boards answer synchronously.
export async function load() {
  here ??= new Library(await module("plain"));
}

function library() {
  if (!here) throw new Error("call load() first, and wait for it");
  return here;
}

/** @returns {any} */
function startWorker(/** @type {string | undefined} */ build) {
  if (isNode) {
    const { Worker } = workerThreads();
    // Node passes the program's own options on to its workers, and a worker refuses some of them.
    const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: build, execArgv: [] });
    return { post: (/** @type {any} */ what) => worker.postMessage(what), hear: (/** @type {any} */ hear) => worker.on("message", hear), fail: (/** @type {any} */ hear) => worker.on("error", hear), end: () => worker.terminate(), hold: (/** @type {boolean} */ isBusy) => (isBusy ? worker.ref() : worker.unref()) };
  }
  const worker = build === undefined ? new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) : new Worker(Object.assign(new URL("./worker.js", import.meta.url), { search: `?build=${build}` }), { type: "module" });
  return { post: (/** @type {any} */ what) => worker.postMessage(what), hear: (/** @type {any} */ hear) => worker.addEventListener("message", ({ data }) => hear(data)), fail: (/** @type {any} */ hear) => worker.addEventListener("error", hear), end: () => worker.terminate(), hold: () => {} };
}

// A worker that handles UCI and UCCI, with the methods of a `Worker` and those of engines compiled with Emscripten.
export function lines({ build = /** @type {string | undefined} */ (undefined) } = {}) {
  const started = startWorker(build);
  /** @type {Set<(line: string) => void>} */
  const hearers = new Set();
  const lines = {
    /** @type {((event: { data: string }) => void) | null} */
    onmessage: null,
    /** @type {((error: Error) => void) | null} */
    onerror: null,
    postMessage: (/** @type {string} */ line) => started.post(String(line)),
    addMessageListener: (/** @type {(line: string) => void} */ hear) => void hearers.add(hear),
    removeMessageListener: (/** @type {(line: string) => void} */ hear) => void hearers.delete(hear),
    terminate: () => void started.end(),
  };
  const fail = (/** @type {any} */ error) => {
    if (lines.onerror) lines.onerror(error instanceof Error ? error : new Error(String(error?.message ?? error)));
    else console.error(error);
  };
  started.hear((/** @type {any} */ data) => {
    if (typeof data !== "string") return fail(data.fail);
    lines.onmessage?.({ data });
    for (const hear of hearers) hear(data);
  });
  started.fail(fail);
  return lines;
}

// A position, with the moves that led to it.
export class Board {
  #fen;
  /** @type {string[]} */
  #moves = [];
  /** @type {any} */
  #known = null;

  constructor(/** @type {string | undefined} */ fen = undefined) {
    this.#fen = fen;
    this.#state();
  }

  get #game() {
    return { fen: this.#fen, moves: this.#moves };
  }

  #state() {
    return (this.#known ??= library().call({ do: "position", game: this.#game }));
  }

  get fen() {
    return this.#state().fen;
  }

  get turn() {
    return this.#state().turn;
  }

  get check() {
    return this.#state().check;
  }

  get legal() {
    return this.#state().legal;
  }

  get game() {
    return { fen: this.#fen, moves: [...this.#moves] };
  }

  // The legal moves in all notations.
  moves() {
    return library().call({ do: "legal", game: this.#game });
  }

  // The moves that were played, in all notations.
  played() {
    return library().call({ do: "played", game: this.#game });
  }

  // Plays the moves in a text, in any notation, and returns them as coordinates. If any of them is invalid, none is
  // played.
  play(/** @type {string} */ text) {
    const read = library().call({ do: "read", game: this.#game, text });
    this.#moves = [...this.#moves, ...read];
    this.#known = null;
    return read;
  }

  // Takes back the last move and returns it.
  undo() {
    const last = this.#moves.at(-1);
    this.#moves = this.#moves.slice(0, -1);
    this.#known = null;
    return last;
  }

  // Judges the game so far: whether it is over, and why.
  judge({ rules = "asian", drawMoves = /** @type {number | undefined} */ (undefined) } = {}) {
    return library().call({ do: "judge", game: this.#game, rules, drawMoves });
  }

  copy() {
    const copy = new Board(this.#fen);
    copy.#moves = [...this.#moves];
    copy.#known = null;
    return copy;
  }
}

/** @returns {any} */
function file(/** @type {string | Uint8Array} */ contents, name = "") {
  if (typeof contents === "string") return { name, text: contents };
  let binary = "";
  for (const byte of contents) binary += String.fromCharCode(byte);
  return { name, base64: btoa(binary) };
}

// Converts the games in a file to another format.
export async function convert(/** @type {string | Uint8Array} */ contents, /** @type {string} */ to, { name = "" } = {}) {
  files ??= module("files").then((compiled) => new Library(compiled));
  files.catch(() => (files = null));
  const { games, ...rest } = (await files).call({ do: "convert", file: file(contents, name), to });
  const bytes = (/** @type {string} */ base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return { ...rest, games: games.map((/** @type {any} */ { base64, ...game }) => ({ ...game, bytes: base64 && bytes(base64) })) };
}

// A search, which yields its reports one after the other.
class Analysis {
  /** @type {any[]} */
  #found = [];
  /** @type {(() => void) | null} */
  #wake = null;
  #isOver = false;
  #stop;
  best;

  /**
   * @param {Promise<any>} best
   * @param {() => void} stop
   */
  constructor(best, stop) {
    this.#stop = stop;
    this.best = best.finally(() => {
      this.#isOver = true;
      this.#wake?.();
    });
    // Iterating over the reports throws the error, so it need not be handled here.
    this.best.catch(() => {});
  }

  hear(/** @type {any} */ info) {
    this.#found.push(info);
    this.#wake?.();
  }

  // Stops the search. It still returns the best move found so far.
  stop() {
    if (!this.#isOver) this.#stop();
    return this.best;
  }

  async *[Symbol.asyncIterator]() {
    try {
      while (true) {
        while (this.#found.length) yield this.#found.shift();
        if (this.#isOver) break;
        await new Promise((/** @type {(value?: unknown) => void} */ wake) => (this.#wake = () => wake()));
      }
    } finally {
      this.stop();
    }
    await this.best;
  }
}

// An engine in its own worker. It performs one task at a time.
export class Engine {
  #worker;
  #next = 1;
  /** @type {Analysis | null} */
  #analysis = null;
  /** @type {Promise<any>} */
  #last = Promise.resolve();
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, hear?: (part: any) => void }>} */
  #asked = new Map();

  constructor({ build = /** @type {string | undefined} */ (undefined) } = {}) {
    this.#worker = startWorker(build);
    this.#worker.hear((/** @type {any} */ answer) => this.#hear(answer));
    this.#worker.fail((/** @type {any} */ error) => this.#fail(error));
  }

  // Starts an engine with a transposition table of `hash` MB.
  static async start({ hash = /** @type {number | undefined} */ (undefined), build = /** @type {string | undefined} */ (undefined) } = {}) {
    const engine = new Engine({ build });
    await engine.newGame({ hash });
    return engine;
  }

  #hear(/** @type {any} */ { id, done, error, info, progress, fail }) {
    if (fail) return this.#fail(new Error(fail));
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (info ?? progress) return asked.hear?.(info ?? progress);
    this.#asked.delete(id);
    this.#hold();
    if (error === undefined) asked.resolve(done);
    else asked.reject(new Error(error));
  }

  #fail(/** @type {any} */ error) {
    for (const { reject } of this.#asked.values()) reject(error instanceof Error ? error : new Error(String(error?.message ?? error)));
    this.#asked.clear();
    this.#hold();
  }

  // A program in Node runs on as long as the engine has something to do.
  #hold() {
    this.#worker.hold(this.#asked.size > 0);
  }

  // Sends a request when the previous one is complete, unless it has been cancelled by then.
  #ask(/** @type {object} */ request, /** @type {((part: any) => void) | undefined} */ hear = undefined, isWanted = () => true) {
    const id = this.#next++;
    const answer = this.#last.then(() => {
      if (!isWanted()) return { move: null, ponder: null };
      return new Promise((resolve, reject) => {
        this.#asked.set(id, { resolve, reject, hear });
        this.#hold();
        this.#worker.post({ id, ...request });
      });
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  #stop() {
    this.#worker.post({ do: "stop" });
  }

  // Clears the engine's memory of earlier searches, and changes the size of its hash table if `hash` is given.
  newGame({ hash = /** @type {number | undefined} */ (undefined) } = {}) {
    return this.#ask({ do: "setUp", hash });
  }

  // Searches a position. Any running search is stopped first.
  analyse(/** @type {Board | { fen?: string, moves?: string[] }} */ position, options = {}) {
    const game = position instanceof Board ? position.game : position;
    let isStopped = false;
    let hasBegun = false;
    this.#analysis?.stop();
    /** @type {Analysis} */
    let analysis;
    const best = this.#ask({ do: "analyse", game, options }, (info) => analysis.hear(info), () => (hasBegun = true) && !isStopped);
    analysis = new Analysis(best, () => {
      isStopped = true;
      if (hasBegun) this.#stop();
    });
    this.#analysis = analysis;
    return analysis;
  }

  // Ends the worker.
  end() {
    this.#fail(new Error("the engine has been ended"));
    return this.#worker.end();
  }
}

// Grades the moves of the first game in a file, in a separate worker.
export async function annotate(/** @type {string | Uint8Array} */ contents, { name = "", nodes = /** @type {number | undefined} */ (undefined), signal = /** @type {AbortSignal | undefined} */ (undefined), progress = /** @type {((done: number, of: number) => void) | undefined} */ (undefined) } = {}) {
  signal?.throwIfAborted();
  const worker = startWorker("files");
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.fail((/** @type {any} */ error) => reject(error instanceof Error ? error : new Error(error.message)));
      worker.hear((/** @type {any} */ answer) => {
        if (answer.progress) progress?.(answer.progress[0], answer.progress[1]);
        else if (answer.done) resolve(answer.done);
        else reject(new Error(answer.error ?? answer.fail));
      });
      worker.post({ id: 1, do: "annotate", file: file(contents, name), nodes });
    });
  } finally {
    worker.end();
  }
}
