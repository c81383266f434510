// The types used by the pages: the data in self-contained pages, the server's messages, and types shared by several
// modules.

type Side = "red" | "black";
type Language = "en" | "zh";
type Notation = "chinese" | "wxf" | "move";
type Class = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "missed_mate";

/** A move, `h2e2`, in each notation. */
type Move = { move: string; wxf: string; chinese: string };
/** The pieces by point, as letters of FEN. */
type Pieces = Map<string, string>;
/** From Red's point of view. `mate` and `rule` are the numbers of moves to Red's win, or to Black's if negative. */
type Score = { cp: number } | { mate: number } | { rule: number } | { winner: Side | null };
type WdlCurve = { win_at: number; spread: number };
type Opening = { chinese: string; english: string };

// Annotated games.

type Variation = { comment?: string; moves: FileMove[]; name: string; before: number };
type Remarks = { glyphs?: number[]; comment?: string; clock?: string; elapsed?: string; variations?: Variation[] };
type FileMove = Move & Remarks;
type GradedMove = FileMove & {
  ply: number; side: Side; loss: number; loss_cp: number; class: Class; forced: boolean; turning_point: boolean;
};
type Over = { verdict: string; reason: string };
type AnnotatedGame = {
  tags: Record<string, string>; result: string; opening: Opening | null; ending: { verdict: string; reason: string | null };
  comment: string;
  sides: { side: Side; accuracy: number | null; mean_loss_cp: number | null; classes: Record<Class, number> }[];
  turning_points: number[];
  moments: { ply: number; by: Move | null }[];
  positions: { fen: string; expectation: number; best_line: Move[]; over?: Over }[];
  moves: GradedMove[];
  scores: Score[];
  reasons: Record<string, { ending: string; unread: string | null; moments: string[] }>;
};
type IndexEntry = {
  page: string; source: string; game: number; red: string; black: string; event: string; date: string; result: string;
  verdict: string; reason: string | null; unread: string | null; opening: Opening | null; plies: number;
  sides: { accuracy: number | null; mistakes: number }[];
};

// Puzzles.

type Piece = "king" | "advisor" | "elephant" | "horse" | "rook" | "cannon" | "pawn";
type Puzzle = {
  fen: string; side: Side; goal: { mate: { moves: number }; win?: never; better?: never } | { win: { won: Piece[]; lost: Piece[] }; mate?: never; better?: never } | { better: { than: Move }; mate?: never; win?: never };
  level: number; themes: string[]; solution: Move[]; other_mates: string[]; line: Move[]; blunder: string | null;
  source: {
    file: string; game: number; ply: number; red: string | null; black: string | null; event: string | null; date: string | null;
  };
};

// The server's data on positions and games.

type Verdict = { winner: Side | null; text: string; moves: number[] };
type Position = {
  fen: string; legal: string[]; side: Side; check: boolean; moves?: Move[]; opening?: Opening; verdict?: Verdict; note?: string;
};
type Play = {
  position: Position; start: string; moves: Move[]; side: Side; both?: boolean;
  thinks: "move" | "hint" | "evaluation" | "check" | "draw" | null; queue: number | null;
  clocks: { red_ms: number; black_ms: number; runs: Side | null } | null;
  strength: { level?: number; elo?: number }; opening: Opening | null; coach: boolean;
  evaluation: { score: Score; line: Move[] } | null;
  finish: { winner: Side | null; headline: string; reasons: string[]; moves: number[] } | null; saved: string | null;
};
/** What the server has kept of a session. */
type Resumed = { session: string; play?: Play | null; review?: Review | null } | null;
type Warning = { move: Move; before: Score; after: Score; text: string; refutation: Move[] };
type Hint = { step: "piece" | "point" | "move"; move: Move; line: Move[] };
type SavedGame = { name: string; red: string; black: string; result: string; date: string; plies: number; open: boolean };
type ToldMove = { move: Move; comment?: string; glyphs?: number[]; variations?: ToldLine[] };
type ToldLine = { comment?: string; moves: ToldMove[] };
type ToldGame = {
  tags?: Record<string, string>; start: string; result?: string; tree?: ToldLine; moves?: Move[]; note?: string | null;
};
type GameFile = { name: string; text?: string; base64?: string; losses?: string };
type FileFields = { name?: string; text?: string; base64?: string };
type FoundLine = { score: Score; bound: "lower" | "upper" | null; moves: Move[] };
type Found = { key: number; depth: number; seldepth: number; nodes: number; nps: number; lines: FoundLine[] };
type Hello = { session: string; limits: Limits; sources?: SourceName[]; lookups?: LookupName[]; matches?: boolean; wdl: WdlCurve };
type LookupName = "tables" | "cloud";
type KnownMove = { move: Move; score: Score | null; text: string };
type Limits = { lines: number; threads: number; hash_mb: number };

// Reviews.

type Work = { task: "read" | "annotate" | "puzzles"; game: number | null; games_done: number; games: number; done: number; of: number };
type Review = { job: number; name: string; games: number | null; more: number; annotated: number; puzzles: number; work: Work | null };
type ReviewRow = {
  game: number; red: string; black: string; event: string; date: string; result: string; plies: number; note: string | null;
  refused: string | null; review: { accuracy: (number | null)[]; mistakes: number[] } | null;
};

// Openings.

type SourceName = "database" | "book";
type Results = { games: number; wins: number; draws: number; losses: number; score_cp: number | null; last_played: string | null };
type ExploredGame = {
  id: number; red: string; black: string; event: string; date: string; result: string; opening: Opening | null; plies: number;
  ply: number;
};
type Explored = { all: Results; ended: number; moves: (Results & { move: Move; share: number })[]; games: ExploredGame[] };

// Matches.

type Tally = { wins: number; draws: number; losses: number };
type Elo = [number | null, number | null, number | null] | null;
type Sprt = { elo0: number; elo1: number; model: string; llr: number; lower: number; upper: number; accepted: "H0" | "H1" | null };
type EngineRow = {
  limits: string; games: Tally; elo: Elo; nps: number | null; depth: number | null; ms_per_move: number | null; slowest_ms: number;
  faults: number;
};
type Encounter = { engines: number[]; games: Tally; pairs: Record<"ll" | "ld" | "dd" | "wl" | "wd" | "ww", number>; elo: Elo; los: number | null };
type Standings = {
  stage: "running" | "stopped" | "over"; loading: boolean; played: number; scheduled: number | null; engines: EngineRow[];
  encounters: Encounter[]; sprt: Sprt | null; by_color: Tally; endings: { text: string; games: number }[]; plies: number;
  damage: string | null;
};
type MatchRow = { number: number; engines: number[]; result: string; ending: string; plies: number };
type ListedMatch = { folder: string; names: string[]; running: boolean; played: number | null; scheduled: number | null; changed: number };
type BoardClocks = { red_ms: number | null; black_ms: number | null; thinks_ms: number | null };
type BoardNews = {
  games: number[]; more: number;
  changes: {
    number: number; begins?: { engines: number[]; start: string }; from: number; moves: Move[]; scores: (Score | null)[]; side: Side;
    clocks: BoardClocks;
  }[];
};
type LiveBoard = {
  number: number; engines: number[]; start: string; moves: Move[]; scores: (Score | null)[]; side: Side; clocks: BoardClocks;
  heard: number;
};

type Match = {
  key: number | null; names: string[]; own: boolean; table: Standings | null; llr: [number, number][]; total: number; rows: MatchRow[];
  before: number | null; after: number; boards: Map<number, LiveBoard>; numbers: number[]; more: number; problem: string;
};
/** A game from a match, shown on the large board. */
type WatchedGame =
  | (LiveBoard & { isLive: true })
  | {
      number: number; engines: number[]; start: string; moves: Move[]; scores: (Score | null)[]; isLive: false; result: string;
      ending: string; tree?: ToldLine; tags?: Record<string, string>;
    };
type WatchNotice = {
  key: number; begins?: { names: string[]; own: boolean }; table?: Standings; llr?: { from: number; points: [number, number][] };
  games?: { total: number; new: MatchRow[] }; boards?: BoardNews; problem?: string;
};

// Games on other boards.

type Color = "black" | "white";
type Cell = { column: number; row: number };
type Choices = Record<string, string>;
type BoardAnswer = { moves: string[]; played: string | null; side: Color | null; winner: Color | null; ending: string | null };
type GomokuAnswer = BoardAnswer & { forbidden: { point: string; foul: string }[]; row: string[] };
type DraughtsMove = { move: string; ways: number[][]; captured: number[] };
type DraughtsAnswer = BoardAnswer & {
  fen?: string; pieces?: Map<number, string>; legal: DraughtsMove[]; last: DraughtsMove | null; pdn: string;
};
/** `choices` are those in the form; `seed` determines the program's mistakes. */
type BoardGame<Answer> = { choices: Choices; person: Color; seed: number; answer: Answer };
/** The result of a tap: a move, a message, or the reason why it is not a move. */
type Tap = { move?: string; said?: string; problem?: string };
type Kind<Answer extends BoardAnswer> = {
  name: "gomoku" | "draughts"; address: string; usual: Choices; values: Record<string, string[]>;
  valueName(field: string, value: string): string; fieldName(field: string): string; request(choices: Choices): object;
  firstOf(choices: Choices): Color; begun(choices: Choices): Answer; grid(game: BoardGame<Answer>): { columns: number; rows: number };
  center(cell: Cell): [number, number]; frame(game: BoardGame<Answer>): number[]; middle(game: BoardGame<Answer>): Cell;
  after(answer: Answer, move: string, mover: Color, game: BoardGame<Answer>): Answer; putBack(): boolean;
  describe(game: BoardGame<Answer>, cell: Cell): string; tap(game: BoardGame<Answer>, cell: Cell): Tap;
  choiceHtml(game: BoardGame<Answer>): string; state(game: BoardGame<Answer>): string; ending(answer: Answer): string;
  written(answer: Answer, person: Color): string; draw(game: BoardGame<Answer>, shown: { aim: Cell | null }): string;
};

// Types shared by modules.

/** A position in the tree of an analysis, after its `move`; the root has no move. */
type TreeNode = {
  name: number; parent: TreeNode | null; move: Move; children: TreeNode[]; comment: string; before?: string; glyphs: number[];
  score: Score | null;
};
/** The view that an address describes. */
type Place = Record<string, any>;
type Actions = Record<string, () => unknown>;
type Mode = {
  where(): Place; enter(what?: any): void; leave(): void; draw(): void; turned(): void; step(by: number): void; goto(end: boolean): void;
  drop(file: File, files: File[]): unknown; paste(text: string): unknown; keys: Actions;
};
/** The contents of the board on which people move. */
type Table = {
  pieces: Pieces; last: string | null | undefined; marks: string; legal: string[]; onMove: (move: string) => unknown;
  free: { put(from: string, to: string | null): void; tap(at: string): void } | null; check: string | null | undefined; ahead: Side | null;
  slides?: string | null;
};
