import type { Annotation, Best, Converted, Format, Game, Info, Judgement, Move, RuleSet, SearchOptions, Side, Written } from "./messages.js";

export type * from "./messages.js";

/** Loads the library for boards. Once it is loaded, boards answer synchronously. */
export function load(): Promise<void>;

/** A worker that handles UCI and UCCI, with the methods of a `Worker` and those of engines compiled with Emscripten. */
export interface Lines {
  /** Called with every line of output. */
  onmessage: ((event: { data: string }) => void) | null;
  /** Called with every failure. Without it, failures go to the console. */
  onerror: ((error: Error) => void) | null;
  /** Sends a line, such as `uci` or `go depth 10`. */
  postMessage(line: string): void;
  /** Adds a listener that is called with every line of output. */
  addMessageListener(hear: (line: string) => void): void;
  removeMessageListener(hear: (line: string) => void): void;
  /** Ends the worker at once. The line `quit` ends it as well. */
  terminate(): void;
}

/** The build of the library to use; by default the one that suits the environment. */
export interface BuildChoice {
  build?: "plain" | "asyncify";
}

/** Starts a UCI and UCCI engine. */
export function lines(options?: BuildChoice): Lines;

/** A position, with the moves that led to it. Call and await `load` first. */
export class Board {
  /** Creates a board with the position given by a FEN, by default the start position. */
  constructor(fen?: string);
  /** The FEN, with both move counters. */
  readonly fen: string;
  /** The side to move. */
  readonly turn: Side;
  /** Whether the side to move is in check. */
  readonly check: boolean;
  /** The legal moves as coordinates. */
  readonly legal: string[];
  /** The FEN of the start and the moves played from it. */
  readonly game: Game;
  /** The legal moves in all notations. */
  moves(): Move[];
  /** The moves that were played, in all notations. */
  played(): Move[];
  /** Plays the moves in a text, in any notation, and returns them as coordinates. If any of them is invalid, none is
   * played. */
  play(text: string): string[];
  /** Takes back the last move and returns it. */
  undo(): string | undefined;
  /** Judges the game so far: whether it is over, and why. After `drawMoves` full moves without a capture, the game is
   * drawn. */
  judge(options?: { rules?: RuleSet; drawMoves?: number }): Judgement;
  /** Returns a copy of the board. */
  copy(): Board;
}

/** A search, which yields its reports one after the other. Leaving the loop stops the search. */
export interface Analysis extends AsyncIterable<Info> {
  /** Resolves to the result when the search has ended. */
  readonly best: Promise<Best>;
  /** Stops the search. It still returns the best move found so far. */
  stop(): Promise<Best>;
}

/** An engine in its own worker. It performs one task at a time. */
export class Engine {
  private constructor();
  /** Starts an engine. `hash` is the size of its transposition table in MB, by default 16. */
  static start(options?: BuildChoice & { hash?: number }): Promise<Engine>;
  /** Clears the engine's memory of earlier searches, and changes the size of its transposition table if `hash` is given. */
  newGame(options?: { hash?: number }): Promise<void>;
  /** Searches a position. Without a limit the search runs until it is stopped. Any running search is stopped first. */
  analyse(position: Board | Partial<Game>, options?: SearchOptions): Analysis;
  /** Ends the worker. */
  end(): void;
}

/** A converted game, with bytes if the format is binary. */
export type WrittenGame = Omit<Written, "base64"> & { bytes: Uint8Array | null };

/** Converts the games in a file to another format. `name`, such as `game.xqf`, helps to recognize the format. */
export function convert(contents: string | Uint8Array, to: Format, options?: { name?: string }): Promise<Omit<Converted, "games"> & { games: WrittenGame[] }>;

/** Grades the moves of the first game in a file. `nodes` is the number of nodes per position, by default 200,000. */
export function annotate(
  contents: string | Uint8Array,
  options?: { name?: string; nodes?: number; signal?: AbortSignal; progress?: (done: number, of: number) => void },
): Promise<Annotation>;
