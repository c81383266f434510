// Made from crates/wasm/src/typed/messages.rs by its tests; not to be changed by hand.

/** A side.
 */
export type Side = "red" | "black";

/** The rules of repetition.
 */
export type RuleSet = "asian" | "chinese" | "computer";

/** A position and the moves played since.
 */
export type Game = { 
/** The FEN of the start; the start position if it is left out.
 */
fen?: string, 
/** The moves as coordinates, such as `h2e2`.
 */
moves: Array<string>, };

/** A move in all notations.
 */
export type Move = { 
/** Coordinates, such as `h2e2`.
 */
move: string, 
/** Such as `C2.5`.
 */
wxf: string, 
/** Such as `炮二平五`.
 */
chinese: string, 
/** In traditional characters.
 */
traditional: string, };

/** A position.
 */
export type Position = { 
/** With both counters.
 */
fen: string, 
/** The side to move.
 */
turn: Side, 
/** Whether the side to move is in check.
 */
check: boolean, 
/** The legal moves as coordinates.
 */
legal: Array<string>, };

/** Whether a game is over, and why.
 */
export type Judgement = { 
/** Whether it is over.
 */
over: boolean, 
/** Who has won; none if it is drawn or goes on.
 */
winner: Side | null, 
/** The rule that ended it: `checkmate`, `stalemate`, `dead_material`, `perpetual_check`, `perpetual_chase`,
 * `perpetual_attack`, `repetition` or `move_count`.
 */
reason: string | null, 
/** The same in a sentence.
 */
text: string, 
/** After how many moves the last position stood; the last number is now.
 */
stoodAfter: Array<number>, 
/** Plies without a capture that count.
 */
countedPlies: number, 
/** The repeated moves, if repetition ended the game.
 */
cycle: Cycle | null, };

/** The moves on which a repetition was judged.
 */
export type Cycle = { 
/** What all of Red's moves have in common: `permitted`, `perpetual_chase`, `perpetual_attack` or `perpetual_check`.
 */
red: string, 
/** The same of Black's.
 */
black: string, 
/** Each move and what it does.
 */
moves: Array<CycleMove>, };

/** A repeated move and what it does, as far as the rules look at it.
 */
export type CycleMove = { 
/** Its number in the game, 1 first, both sides counted.
 */
number: number, 
/** Who moves.
 */
side: Side, 
/** The move.
 */
move: string, 
/** The piece that moves, such as `rook`.
 */
piece: string, 
/** Whether it gives check.
 */
checks: boolean, 
/** Whether it threatens to mate by checks; only looked at by the Chinese rules.
 */
threatensMate: boolean, 
/** The pieces it chases.
 */
chases: Array<Chase>, };

/** A chased piece.
 */
export type Chase = { 
/** The piece, such as `horse`.
 */
piece: string, 
/** Where it stands.
 */
square: string, 
/** The squares of the pieces that chase it.
 */
by: Array<string>, };

/** A score: centipawns, or a mate. For the side to move, unless it is said whose it is.
 */
export type Score = { 
/** Centipawns; wins and losses by repetition are near ±28000. None for a mate.
 */
cp: number | null, 
/** Moves to the mate, negative for being mated. None if there is none.
 */
mate: number | null, 
/** The same as text: `+0.35`, `mate in 3`, `loses by rule`.
 */
text: string, 
/** Chances to win, to draw and to lose, in per mille.
 */
wdl: [number, number, number], };

/** What ends a search, and how it searches. With no limit it runs until it is stopped.
 */
export type SearchOptions = { 
/** The last iteration, in plies.
 */
depth?: number, 
/** Most nodes.
 */
nodes?: number, 
/** Milliseconds.
 */
time?: number, 
/** Lines of play to report, 1 if it is left out.
 */
lines?: number, 
/** Playing strength, 0 to 20, which is full strength.
 */
level?: number, 
/** The rules of repetition.
 */
rules?: RuleSet, 
/** Search these moves only, given as coordinates.
 */
only?: Array<string>, };

/** A line of play at the end of an iteration.
 */
export type Info = { 
/** Depth of the iteration, in plies.
 */
depth: number, 
/** Deepest ply reached.
 */
seldepth: number, 
/** Rank among the lines, from 1.
 */
line: number, 
/** The score of the line.
 */
score: Score, 
/** `exact`, or `lower` or `upper` if the score is only a bound.
 */
bound: string, 
/** Nodes so far.
 */
nodes: number, 
/** Nodes per second.
 */
nps: number, 
/** Milliseconds since the search was asked for.
 */
time: number, 
/** Use of the table of positions, per mille.
 */
hashfull: number, 
/** The line as coordinates.
 */
moves: Array<string>, };

/** The answer of a search.
 */
export type Best = { 
/** The move to play; none if there is no legal one.
 */
move: string | null, 
/** The reply expected.
 */
reply: string | null, };

/** A file of games: its bytes or its text, and a name that helps to tell the format.
 */
export type GameFile = { 
/** The name, such as `game.xqf`.
 */
name: string, 
/** The text.
 */
text?: string, 
/** Or the bytes, in Base64.
 */
base64?: string, };

/** A format in which games are written.
 */
export type Format = "pgn" | "pgn-chinese" | "pgn-wxf" | "dhtmlxq" | "xqf" | "moves" | "moves-chinese" | "moves-wxf" | "fen" | "fens";

/** A game as it was written.
 */
export type Written = { 
/** The tags of the game, such as `Red`.
 */
tags: Array<[string, string]>, 
/** The text; none for formats of bytes.
 */
text: string | null, 
/** The bytes, in Base64; none for text.
 */
base64: string | null, 
/** What the format could not hold, in words; empty if it holds all.
 */
losses: string, 
/** Why something of the game is missing, if not all of it could be read.
 */
unread: string | null, };

/** Games in another format.
 */
export type Converted = { 
/** The format that was read, as the usual ending of its files.
 */
from: string, 
/** The games.
 */
games: Array<Written>, 
/** Why other games could not be read.
 */
problems: Array<string>, };

/** An annotated game.
 */
export type Annotation = { 
/** The name of the opening in English and in Chinese, if it has one.
 */
opening: [string, string] | null, 
/** The FEN and the score of the start and of the position after each move, from Red's view.
 */
positions: Array<AnnotatedPosition>, 
/** The moves with their grades.
 */
moves: Array<GradedMove>, 
/** Red's and Black's accuracy in percent; none for a side without a choice.
 */
accuracy: [number | null, number | null], 
/** The verdict of the rules on the last position.
 */
judgement: Judgement, 
/** The game with grades, scores and better lines, as PGN.
 */
pgn: string, 
/** Nodes searched in all.
 */
nodes: number, };

/** A position of an annotated game.
 */
export type AnnotatedPosition = { 
/** The position.
 */
fen: string, 
/** From Red's view.
 */
score: Score, 
/** How deep it was searched, in plies.
 */
depth: number, 
/** The best line.
 */
best: Array<Move>, };

/** A move and how good it is.
 */
export type GradedMove = { 
/** Who played it.
 */
side: Side, 
/** `best`, `good`, `inaccuracy`, `mistake`, `blunder` or `missed_mate`.
 */
class: string, 
/** Points of expectation lost, of 100.
 */
loss: number, 
/** Whether it was the only legal move.
 */
forced: boolean, 
/** Whether the game turned here.
 */
turningPoint: boolean, 
/** Coordinates, such as `h2e2`.
 */
move: string, 
/** Such as `C2.5`.
 */
wxf: string, 
/** Such as `炮二平五`.
 */
chinese: string, 
/** In traditional characters.
 */
traditional: string, };
