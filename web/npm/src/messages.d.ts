// Generated from crates/wasm/src/typed/messages.rs by its tests; do not edit.

/** A side.
 */
export type Side = "red" | "black";

/** The rules of repetition.
 */
export type RuleSet = "asian" | "chinese" | "computer";

/** A position and the moves played from it.
 */
export type Game = { 
/** The FEN of the start, by default the start position of the game.
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
/** WXF, such as `C2.5`.
 */
wxf: string, 
/** Chinese, such as `炮二平五`.
 */
chinese: string, 
/** Chinese, in traditional characters.
 */
traditional: string, };

/** A position.
 */
export type Position = { 
/** The FEN, with both move counters.
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
/** Whether the game is over.
 */
over: boolean, 
/** The winner, or null if the game is drawn or not over.
 */
winner: Side | null, 
/** The rule that ended the game: `checkmate`, `stalemate`, `dead_material`, `perpetual_check`, `perpetual_chase`,
 * `perpetual_attack`, `repetition` or `move_count`.
 */
reason: string | null, 
/** The verdict as a sentence.
 */
text: string, 
/** The numbers of moves after which the current position has occurred, including the current number.
 */
stoodAfter: Array<number>, 
/** The number of plies without a capture that count towards the draw.
 */
countedPlies: number, 
/** The repeated moves, if repetition ended the game.
 */
cycle: Cycle | null, };

/** The moves from which a repetition was judged.
 */
export type Cycle = { 
/** What all of Red's moves have in common: `permitted`, `perpetual_chase`, `perpetual_attack` or `perpetual_check`.
 */
red: string, 
/** What all of Black's moves have in common.
 */
black: string, 
/** Each move with its effects.
 */
moves: Array<CycleMove>, };

/** A repeated move, and those of its effects that the rules consider.
 */
export type CycleMove = { 
/** The number of the move in the game, from 1, counting both sides' moves.
 */
number: number, 
/** The side that moves.
 */
side: Side, 
/** The move.
 */
move: string, 
/** The piece that moves, such as `rook`.
 */
piece: string, 
/** Whether the move gives check.
 */
checks: boolean, 
/** Whether the move threatens mate by a series of checks; determined only under the Chinese rules.
 */
threatensMate: boolean, 
/** The pieces that the move chases.
 */
chases: Array<Chase>, };

/** A chased piece.
 */
export type Chase = { 
/** The piece, such as `horse`.
 */
piece: string, 
/** The square of the piece.
 */
square: string, 
/** The squares of the pieces that chase this piece.
 */
by: Array<string>, };

/** A score in centipawns, or a mate. The point of view is that of the side to move unless stated otherwise.
 */
export type Score = { 
/** Centipawns; wins and losses by repetition are near ±28000. Null for a mate.
 */
cp: number | null, 
/** The number of moves to mate; negative if the opponent mates. Null if the score is not a mate.
 */
mate: number | null, 
/** The score as text: `+0.35`, `mate in 3`, `loses by rule`.
 */
text: string, 
/** The probabilities of a win, a draw and a loss, in per mille.
 */
wdl: [number, number, number], };

/** How a search runs and when it ends. Without a limit it runs until it is stopped.
 */
export type SearchOptions = { 
/** The maximum depth, in plies.
 */
depth?: number, 
/** The maximum number of nodes.
 */
nodes?: number, 
/** The maximum time, in milliseconds.
 */
movetime?: number, 
/** The number of lines to report, by default 1.
 */
multipv?: number, 
/** The playing strength, 0 to 20, where 20 is full strength.
 */
level?: number, 
/** The rules of repetition.
 */
rules?: RuleSet, 
/** The only moves to search, as coordinates.
 */
searchmoves?: Array<string>, };

/** A line, reported at the end of an iteration.
 */
export type Info = { 
/** The depth of the iteration, in plies.
 */
depth: number, 
/** The deepest ply reached.
 */
seldepth: number, 
/** The rank among the lines, from 1.
 */
multipv: number, 
/** The score of the line.
 */
score: Score, 
/** `exact`, or `lower` or `upper` if the score is only a bound.
 */
bound: string, 
/** The number of nodes searched so far.
 */
nodes: number, 
/** Nodes per second.
 */
nps: number, 
/** The time since the search was requested, in milliseconds.
 */
timeMs: number, 
/** How full the hash table is, in per mille.
 */
hashfull: number, 
/** The moves of the line, as coordinates.
 */
pv: Array<string>, };

/** The result of a search.
 */
export type Best = { 
/** The move to play, or null if there is no legal move.
 */
move: string | null, 
/** The expected reply, if any.
 */
ponder: string | null, };

/** A game file: its bytes or its text, and a name that helps to recognize the format.
 */
export type GameFile = { 
/** The name, such as `game.xqf`.
 */
name: string, 
/** The text.
 */
text?: string, 
/** The bytes, in Base64, if there is no text.
 */
base64?: string, };

/** The format in which games are written.
 */
export type Format = "pgn" | "pgn-chinese" | "pgn-wxf" | "dhtmlxq" | "xqf" | "moves" | "moves-chinese" | "moves-wxf" | "fen" | "fens";

/** A converted game.
 */
export type Written = { 
/** The tags of the game as pairs of name and value, such as `Red` and the player's name.
 */
tags: Array<[string, string]>, 
/** The text, or null if the format is binary.
 */
text: string | null, 
/** The bytes, in Base64, or null if the format is text.
 */
base64: string | null, 
/** A description of what the format could not store; empty if nothing was lost.
 */
losses: string, 
/** Why part of the game is missing, if it could not be read completely.
 */
unread: string | null, };

/** Games converted to another format.
 */
export type Converted = { 
/** The format of the file, given as its usual file name extension.
 */
from: string, 
/** The games.
 */
games: Array<Written>, 
/** Why the games that are missing could not be read.
 */
problems: Array<string>, };

/** An annotated game.
 */
export type Annotation = { 
/** The name of the opening in English and in Chinese, or null if it has none.
 */
opening: [string, string] | null, 
/** The start and the position after each move.
 */
positions: Array<AnnotatedPosition>, 
/** The moves with their grades.
 */
moves: Array<GradedMove>, 
/** Red's and Black's accuracy in percent; null for a side that never had a choice.
 */
accuracy: [number | null, number | null], 
/** The verdict of the rules on the last position.
 */
judgement: Judgement, 
/** The game with grades, scores and better lines, in PGN.
 */
pgn: string, 
/** The total number of nodes searched.
 */
nodes: number, };

/** A position of an annotated game.
 */
export type AnnotatedPosition = { 
/** The position.
 */
fen: string, 
/** The score from Red's point of view.
 */
redScore: Score, 
/** The depth of the search, in plies.
 */
depth: number, 
/** The best line from this position.
 */
best: Array<Move>, };

/** A move and how good it is.
 */
export type GradedMove = { 
/** The side that played the move.
 */
side: Side, 
/** `best`, `good`, `inaccuracy`, `mistake`, `blunder` or `missed_mate`.
 */
class: string, 
/** How much expectation the move lost, in points (0 to 100).
 */
loss: number, 
/** Whether the move was the only legal one.
 */
forced: boolean, 
/** Whether the move is a turning point of the game.
 */
turningPoint: boolean, 
/** Coordinates, such as `h2e2`.
 */
move: string, 
/** WXF, such as `C2.5`.
 */
wxf: string, 
/** Chinese, such as `炮二平五`.
 */
chinese: string, 
/** Chinese, in traditional characters.
 */
traditional: string, };
