// The types used by the pages: the data in self-contained pages, and types shared by several modules. The types of the
// server's messages are in messages.d.ts.

/** A text with places, such as `{name}`, perhaps with a singular. */
type Word = string | { one: string; other: string };
type Texts = typeof import("./words/en.json");
/** A section of the texts. Names of texts in a table can come from data. */
type Section<T> = { [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Word : T[K] extends unknown[] ? T[K] : Record<string, string> };
type Merged<T> = (T extends unknown ? (sections: Section<T>) => void : never) extends (sections: infer All) => void ? All : never;

type Side = "red" | "black";
type Language = "en" | "zh";
type Notation = "chinese" | "wxf" | "move";
type Class = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "missed_mate";

/** A move in the notations that the pages show. */
type Move = Omit<WrittenMove, "traditional">;
/** The pieces by point, as letters of FEN. */
type Pieces = Map<string, string>;
/** From Red's point of view. `mate` and `rule` are the numbers of moves to Red's win, or to Black's if negative. */
type Score = { cp: number } | { mate: number } | { rule: number } | { winner: Side | null };
type Opening = { chinese: string; english: string };

// Annotated games.

type Variation = { comment?: string; moves: FileMove[]; name: string; before: number };
type Remarks = { glyphs?: number[]; comment?: string; clock?: string; elapsed?: string; drawings?: string; variations?: Variation[] };
type FileMove = Move & Remarks;
type GradedMove = FileMove & {
  ply: number; side: Side; loss: number; loss_cp: number; class: Class; forced: boolean; turning_point: boolean;
};
type Over = { verdict: string; reason: string };
type AnnotatedGame = {
  tags: Record<string, string>; result: string; opening: Opening | null; ending: { verdict: string; reason: string | null };
  comment: string; drawings?: string;
  sides: { side: Side; accuracy: number | null; mean_loss_cp: number | null; classes: Record<Class, number> }[];
  turning_points: number[];
  moments: { ply: number; by: Move | null }[];
  positions: { fen: string; red_expectation: number; best_line: Move[]; over?: Over }[];
  moves: GradedMove[];
  red_scores: Score[];
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

// Parts of messages, and games to send.

type CommandName = Command["do"];
/** What follows the name of a command: its fields, which may be omitted if none is required. */
type Fields<Name extends CommandName, All = Omit<Extract<Command, { do: Name }>, "do">> = {} extends All ? [fields?: All] : [fields: All];

type Hello = Extract<Notice, { on: "hello" }>;
/** What the server has kept of a session. */
type Resumed = Extract<Reply, { session: string }> | null;
type Found = Extract<AnalyseNotice, { depth: number }>;
/** A line to write, with moves as coordinates. */
type SentLine = { comment?: string; moves: (Omit<TreeMove, "move" | "variations"> & { move: string; variations?: SentLine[] })[] };
/** A game to show or to write, from a message or a file. */
type ToldGame = Partial<ReadGame> & { start: string; moves?: Move[] };
type GameFile = { name: string; text?: string; base64?: string; losses?: string };
type FileFields = { name?: string; text?: string; base64?: string };

// Openings.

type Results = { games: number; wins: number; draws: number; losses: number; score_cp: number | null; last_played: string | null };
type ExploredGame = {
  id: number; red: string; black: string; event: string; date: string; result: string; opening: Opening | null; plies: number;
  ply: number;
};
type Explored = { all: Results; ended: number; moves: (Results & { move: Move; share: number })[]; games: ExploredGame[] };

// Matches.

type Elo = EngineRow["elo"];
type LiveBoard = {
  number: number; engines: number[]; start: string; moves: Move[]; scores: (Score | null)[]; side: Side; clocks: BoardClocks;
  heard: number;
};

type Match = {
  key: number | null; names: string[]; own: boolean; resumes: boolean; table: MatchTable | null; llr: [number, number][]; total: number; rows: GameRow[];
  before: number | null; after: number; boards: Map<number, LiveBoard>; numbers: number[]; more: number; problem: string;
};
/** A game from a match, shown on the large board. */
type WatchedGame =
  | (LiveBoard & { isLive: true })
  | {
      number: number; engines: number[]; start: string; moves: Move[]; scores: (Score | null)[]; isLive: false; result: string;
      ending: string; tree?: TreeLine; tags?: Record<string, string>;
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
  /** The engine of the score. */
  by?: string;
  /** Whether the user has opened the variation that begins here. */
  isOpen?: boolean;
};
/** The view that an address describes. */
type Place = Record<string, any>;
type Actions = Record<string, () => unknown>;
type Mode = {
  where(): Place; enter(what?: any): void; leave(): void; draw(): void; turned(): void; step(by: number): void; wheel?(by: number): void; goto(end: boolean): void;
  drop(file: File, files: File[]): unknown; paste(text: string): unknown; keys: Actions;
};
/** The contents of the board on which people move. */
type Table = {
  pieces: Pieces; last: string | null | undefined; marks: string; legal: string[]; onMove: (move: string) => unknown;
  free: { put(from: string, to: string | null): void; tap(at: string): void } | null; check: string | null | undefined; ahead: Side | null;
  slides?: string | null; drawn?: string[]; onDrawn?: (drawn: string[]) => void; draws?: boolean;
};
