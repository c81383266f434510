import type { Annotation, Best, Converted, Format, Game, Info, Judgement, Move, RuleSet, SearchOptions, Side, Written } from "./messages.js";

export type * from "./messages.js";

/** Loads the library for boards, which answer at once from then on. */
export function load(): Promise<void>;

/** A worker that speaks UCI and UCCI, with the methods of a `Worker` and those of engines compiled by Emscripten. */
export interface Lines {
  /** Hears every line. */
  onmessage: ((event: { data: string }) => void) | null;
  /** Hears of failures; without it they go to the console. */
  onerror: ((error: Error) => void) | null;
  /** Sends a line, such as `uci` or `go depth 10`. */
  postMessage(line: string): void;
  /** Hears every line, too. */
  addMessageListener(hear: (line: string) => void): void;
  removeMessageListener(hear: (line: string) => void): void;
  /** Ends the worker at once. The line `quit` ends it, too. */
  terminate(): void;
}

/** Which build of the library works: by itself the one that fits. */
export interface BuildChoice {
  build?: "plain" | "asyncify";
}

/** Starts an engine that speaks UCI and UCCI. */
export function lines(options?: BuildChoice): Lines;

/** A position, with the moves that led to it. `load` comes first. */
export class Board {
  /** The position of a FEN, or the start position. */
  constructor(fen?: string);
  /** The FEN, with both counters. */
  readonly fen: string;
  /** The side to move. */
  readonly turn: Side;
  /** Whether the side to move is in check. */
  readonly check: boolean;
  /** The legal moves as coordinates. */
  readonly legal: string[];
  /** Where it began, and the moves since. */
  readonly game: Game;
  /** The legal moves in all notations. */
  moves(): Move[];
  /** The moves that were played, in all notations. */
  played(): Move[];
  /** Plays the moves of a text in any notation, all of them or none, and returns them as coordinates. */
  play(text: string): string[];
  /** Takes the last move back and returns it. */
  undo(): string | undefined;
  /** Judges the game that led here: whether it is over, and why. `drawMoves` are full moves without a capture. */
  judge(options?: { rules?: RuleSet; drawMoves?: number }): Judgement;
  /** The same again. */
  copy(): Board;
}

/** A search: its reports, one after the other. To leave the loop ends it. */
export interface Analysis extends AsyncIterable<Info> {
  /** The answer, when the search is over. */
  readonly best: Promise<Best>;
  /** Ends the search. It still gives the best move found so far. */
  stop(): Promise<Best>;
}

/** An engine in a worker of its own. It does one thing after the other. */
export class Engine {
  private constructor();
  /** An engine with a table of positions of so many megabytes, 16 by default. */
  static start(options?: BuildChoice & { hash?: number }): Promise<Engine>;
  /** Forgets what was searched; with another size of the table if one is given. */
  newGame(options?: { hash?: number }): Promise<void>;
  /** Searches a position. Without a limit the search runs until it is stopped. What runs is stopped. */
  analyse(position: Board | Partial<Game>, options?: SearchOptions): Analysis;
  /** Ends the worker. */
  end(): void;
}

/** A game as it was written, with bytes for formats that are no text. */
export type WrittenGame = Omit<Written, "base64"> & { bytes: Uint8Array | null };

/** Writes the games of a file in another format. `name`, such as `game.xqf`, helps to tell the format. */
export function convert(contents: string | Uint8Array, to: Format, options?: { name?: string }): Promise<Omit<Converted, "games"> & { games: WrittenGame[] }>;

/** Grades the moves of the first game of a file, with so many nodes for each position, 100 000 by default. */
export function annotate(
  contents: string | Uint8Array,
  options?: { name?: string; nodes?: number; signal?: AbortSignal; progress?: (done: number, of: number) => void },
): Promise<Annotation>;
