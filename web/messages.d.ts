// Generated from crates/session/src/message by its tests; do not edit.

/** A request about the analysis. */
type AnalyseCommand = { "do": "analyse.position", 
/** The FEN of the position from which the moves are played. */
fen: string, 
/** The moves up to the position. */
moves?: Array<string>, } | { "do": "analyse.start" } & StartSearch | { "do": "analyse.stop", 
/** The key of the search; omit it to stop both if two engines search. */
key?: number, } | { "do": "analyse.lookup", 
/** The source. */
whom: LookupName, } | { "do": "analyse.check", 
/** The position. */
fen: string, } | { "do": "analyse.keep", 
/** The new name; omit it to keep the current name, or to have one generated. */
name?: string, 
/** The whole analysis. */
game: WrittenGame, } | { "do": "analyse.load", 
/** Its name. */
name: string, } | { "do": "analyse.forget", } | { "do": "analyse.kept", };

/** An update on an analysis. */
type AnalyseNotice = { 
/** The key of the search. */
key: number, 
/** The depth of the current iteration, in plies. */
depth: number, 
/** The deepest ply reached. */
seldepth: number, 
/** The number of nodes searched so far. */
nodes: number, 
/** The number of nodes per second. */
nps: number, 
/** The search time so far, in milliseconds. */
time_ms: number, 
/** The lines, best first. */
lines: Array<AnalysedLine>, } | { 
/** The name of the analysis. */
taken: string, } | { 
/** The key of the search. */
key: number, 
/** The number of searches ahead of this one. */
queue: number, } | { 
/** The key of the search. */
key: number, 
/** Always true. */
done: boolean, 
/** Whether the search ended because other clients were waiting. To queue it again, the client must send another
 * request. */
made_room?: boolean, 
/** The reason why the search failed, if it did. */
failure?: string, };

/** A line of play. */
type AnalysedLine = { 
/** The score from Red's point of view. */
red_score: Score, 
/** `lower` if the true score is at least `red_score`, `upper` if it is at most `red_score`; null if the score is exact. */
bound: "lower" | "upper" | null, 
/** The moves. */
moves: Array<WrittenMove>, };

/** The answer to a request. */
type Answer = { 
/** The number of the request. */
re: number, 
/** The result. */
ok: Reply, } | { 
/** The number of the request, or null if it cannot be determined. */
re: number | null, 
/** The reason. */
error: Failure, };

/** How a game began. */
type BoardBegins = { 
/** Red's engine and Black's engine, as indices into the names. */
engines: [number, number], 
/** The FEN of the start position. */
start: string, };

/** The clocks of a game in progress. */
type BoardClocks = { 
/** Red's remaining time after the last move, in milliseconds; null if Red plays without a clock. */
red_ms: number | null, 
/** Black's remaining time after the last move, in milliseconds; null if Black plays without a clock. */
black_ms: number | null, 
/** How long the side to move has been thinking, in milliseconds; null while the engines are not ready. */
thinks_ms: number | null, };

/** An update on a game in progress. */
type BoardNews = { 
/** The game's number in the schedule, from 1. */
number: number, 
/** The engines and the start position. If present, they replace everything sent about the game before. */
begins?: BoardBegins, 
/** The number of moves sent earlier that remain valid. */
from: number, 
/** The moves after the valid ones. */
moves: Array<WrittenMove>, 
/** The engines' scores for these moves; null for opening moves, and where an engine gave no score. */
red_scores: Array<Score | null>, 
/** The side to move: `red` or `black`. */
side: Side, 
/** The clocks. */
clocks: BoardClocks, };

/** An update on the boards. */
type BoardsNews = { 
/** The numbers of the games shown, starting at 1. */
games: Array<number>, 
/** How many more games are in progress. */
more: number, 
/** The changes on these boards. */
changes: Array<BoardNews>, };

/** The clocks, at the time of the message. */
type Clocks = { 
/** Red's remaining time, in milliseconds. */
red_ms: number, 
/** Black's remaining time, in milliseconds. */
black_ms: number, 
/** The side whose clock is running, if one is. */
runs: Side | null, };

/** What a client can request. Unknown fields are rejected. */
type Command = PageCommand | PlayCommand | AnalyseCommand | WatchCommand | FriendCommand | FileCommand | ReviewCommand;

/** The results of games between two engines, from the first engine's point of view. */
type EncounterRow = { 
/** The two engines, as indices into the names. */
engines: [number, number], 
/** The results of single games. */
games: GameCounts, 
/** The games that the engines forfeited, in words, such as `8 games lost on time by b`. */
forfeits: Array<string>, 
/** The results of pairs of games that share an opening, with colours reversed. */
pairs: PairCounts, 
/** The Elo difference, as in [`EngineRow::elo`]. */
elo: [number | null, number | null, number | null] | null, 
/** The likelihood of superiority, 0 to 1; null before the first game. */
los: number | null, };

/** Why a session ends. */
type EndReason = "idle" | "shutdown" | "elsewhere";

/** How many games ended in a certain way. */
type EndingCount = { 
/** The way the games ended, in words. */
text: string, 
/** The number of games. */
games: number, };

/** An option of another engine, and the range that both the engine and the server allow. */
type EngineOption = { 
/** The field of `analyse.start` that sets it. */
name: EngineOptionName, 
/** The minimum. */
min: number, 
/** The maximum. */
max: number, };

/** The options that all engines understand in the same way. */
type EngineOptionName = "threads" | "hash" | "multipv";

/** Another engine than chuhe. */
type EngineReport = { 
/** Its name in `hello`. */
name: string, 
/** The name by which it calls itself, with its version and the options that the server sets. */
identity: string, 
/** The options that a page may set. */
options: Array<EngineOption>, };

/** The results of an engine against all others. */
type EngineRow = { 
/** The engine's limits, in words. */
limits: string, 
/** The engine's results. */
games: GameCounts, 
/** The Elo difference from all others, with the ends of the 95 % interval; null before the first game. A number is
 * null where it is infinite. */
elo: [number | null, number | null, number | null] | null, 
/** The number of nodes per second; null if the engine does not report nodes. */
nps: number | null, 
/** The mean depth in plies; null if the engine does not report depths. */
depth: number | null, 
/** The mean time per move, in milliseconds; null before the first move. */
ms_per_move: number | null, 
/** The longest time for a move, in milliseconds. */
slowest_ms: number, 
/** The number of games lost by faults, including losses on time. */
faults: number, };

/** An evaluation of a position. */
type Evaluation = { 
/** The score from Red's point of view. */
red_score: Score, 
/** The best line; empty if it is unknown. */
line: Array<WrittenMove>, };

/** Why a request failed. */
type Failure = { 
/** The kind of failure, for programs. */
code: FailureCode, 
/** The description for users, in the language of the session. */
text: string, };

/** The kinds of failures. */
type FailureCode = "malformed" | "too-large" | "unknown" | "busy" | "illegal" | "bad-position" | "bad-value" | "not-now" | "exists" | "not-yours" | "file" | "dropped" | "engine";

/** A request about files and stored games. */
type FileCommand = { "do": "view", 
/** Where it is stored. */
shelf: StoredKind, 
/** Its name. */
name: string, } | { "do": "rename", 
/** Where it is stored. */
shelf: StoredKind, 
/** Its name. */
name: string, 
/** The new name. */
to: string, } | { "do": "delete", 
/** Where it is stored. */
shelf: StoredKind, 
/** Its name. */
name: string, } | { "do": "read" } & GameText | { "do": "write", 
/** The format of the file. */
format: WriteFormat, 
/** The game. */
game: WrittenGame, };

/** How a game ended. */
type Finish = { 
/** The winner, `red` or `black`, or null for a draw. */
winner: Side | null, 
/** The result, in a few words. */
headline: string, 
/** The reasons, in sentences. */
reasons: Array<string>, 
/** The numbers of the plies that decided the game, starting at 1. */
moves: Array<number>, };

/** A request about a game between two people. */
type FriendCommand = { "do": "friend.invite" } & NewFriendGame | { "do": "friend.join", 
/** The code from the address. */
code: string, 
/** The player's name. */
name?: string, } | { "do": "friend.move", 
/** The move. */
move: string, } | { "do": "friend.propose", 
/** What is proposed. */
what: FriendProposal, } | { "do": "friend.decline", } | { "do": "friend.resign", } | { "do": "friend.leave", };

/** What a player has proposed. */
type FriendOffer = { 
/** The side that proposes it. */
by: Side, 
/** What is proposed. */
what: FriendProposal, };

/** A player of a game between two people. */
type FriendPlayer = { 
/** The player's name; empty if the player gave none. */
name: string, 
/** Whether someone has joined as this player. */
joined: boolean, 
/** Whether a page of this player is connected. */
present: boolean, };

/** What one player can propose to the other. It happens when the other player agrees. */
type FriendProposal = "draw" | "undo" | "rematch";

/** A game between two people, as one page sees it. */
type FriendState = { 
/** The code with which the game can be joined. A rematch has another one. */
code: string, 
/** The current position. */
position: PositionState, 
/** The FEN of the start position. */
start: string, 
/** The moves played. */
moves: Array<WrittenMove>, 
/** The opening, if it has a name. */
opening: Opening | null, 
/** The side that this page plays; null for a spectator. */
side: Side | null, 
/** The player of Red. */
red: FriendPlayer, 
/** The player of Black. */
black: FriendPlayer, 
/** The number of pages that watch. */
spectators: number, 
/** The clocks, if there are any. They do not run before both players are there. */
clocks: Clocks | null, 
/** What a player has proposed; null if nothing. */
proposal: FriendOffer | null, 
/** How the game ended; null if it is not over. */
finish: Finish | null, 
/** The name under which the game is saved; null before the first move. */
saved: string | null, 
/** The reason why the game could not be saved after its last change; omitted if it was. */
unsaved?: string, 
/** The invitation; omitted once both players have joined. */
invitation?: Invitation, };

/** The number of games with each result. */
type GameCounts = { 
/** Games that the first engine won. */
wins: number, 
/** Drawn games. */
draws: number, 
/** Games that the first engine lost. */
losses: number, };

/** A finished game. */
type GameRow = { 
/** The game's number in the schedule, from 1. */
number: number, 
/** Red's engine and Black's engine, as indices into the names. */
engines: [number, number], 
/** The result: `1-0`, `0-1` or `1/2-1/2`. */
result: string, 
/** How the game ended, in words. */
ending: string, 
/** The number of moves by both sides together. */
plies: number, 
/** When the game began, in seconds since 1970, UTC. */
started: number, 
/** How long the game took, in milliseconds. */
ms: number, };

/** A file or pasted text. */
type GameText = { 
/** The name of the file, whose extension helps to detect its format. */
name?: string, 
/** The contents, as text. */
text?: string, 
/** The contents, in Base64. */
base64?: string, };

/** An update on the list of games. */
type GamesNews = { 
/** The number of games in the list. */
total: number, 
/** The games added to the list, newest first; if there are many, only the newest. */
new: Array<GameRow>, };

/** A hint. */
type HintReport = { 
/** How much of the move the hint shows. */
step: HintShown, 
/** The move. */
move: WrittenMove, 
/** The likely continuation, beginning with the move; empty before the last step of the hint. */
line: Array<WrittenMove>, };

/** How much of the move a hint shows. */
type HintShown = "piece" | "point" | "move";

/** How the other player can join. */
type Invitation = { 
/** The address to open, which includes the server's token. */
link: string, 
/** The rows of the address's QR code, from the top, without a margin: `1` for each dark square and `0` for each light
 * one. */
qr: Array<string>, };

/** A move known to a table or database. */
type KnownMove = { 
/** The move. */
move: WrittenMove, 
/** The score from Red's point of view, or null if the source knows none. */
red_score: Score | null, 
/** The source's description of the move; empty if it has none. */
text: string, };

/** The server's limits. */
type LimitsReport = { 
/** The maximum length of a message that contains a file, in bytes. */
file_bytes: number, 
/** The maximum length of any other message, in bytes. */
message_bytes: number, 
/** The maximum number of lines in an analysis. */
multipv: number, 
/** The maximum number of threads for a search. */
threads: number, 
/** The maximum size of a search's transposition table, in MB. */
hash: number, 
/** The time limit for a search, in seconds. */
search_s: number, 
/** How long a session can be resumed after its connection is lost, in seconds. */
resume_s: number, };

/** A match that can be watched. */
type ListedMatch = { 
/** The folder, to be passed to `watch.open`. */
folder: string, 
/** The names of the engines. */
names: Array<string>, 
/** Whether the match is in progress. */
running: boolean, 
/** The number of finished games, if known. */
played: number | null, 
/** The number of games in the schedule, if known. */
scheduled: number | null, 
/** When a game was last added, in seconds since 1970, UTC. */
changed: number, };

/** An update on the curve of a sequential test. */
type LlrNews = { 
/** How many of the points sent earlier remain valid. */
from: number, 
/** The points after the valid ones, each with the number of games and the log-likelihood ratio. */
points: Array<[number, number]>, };

/** A game to be continued. Settings that are omitted are those recorded in the game. */
type LoadGame = { 
/** The name of a saved game or, if the contents of a file are given, the name of the file. */
name?: string, 
/** The contents of the file, as text. */
text?: string, 
/** The contents of the file, in Base64. */
base64?: string, 
/** The number of the game in the file, from 1. */
game?: number, 
/** The user's side; omit it to use the side recorded in the game. */
side?: SideChoice, 
/** The engine's level. Without `level` and `elo`, the engine has the strength recorded in the game. */
level?: number, 
/** The engine's Elo rating, instead of a level. */
elo?: number, 
/** The time control, such as `10m+5s`; both sides start with the full time. */
clock?: string, 
/** Whether the coach is on; omit it to use the value recorded in the game. */
coach?: boolean, 
/** The opponent: another engine, from `engines` in `hello`. Without `engine`, `level` and `elo`, it is the one recorded
 * in the game. */
engine?: string, };

/** A table or database that can be queried about positions. */
type LookupName = "tables" | "cloud";

/** A finished game, with its moves. */
type MatchGameReport = { 
/** The game's number in the schedule, from 1. */
number: number, 
/** The game, with the engines' output as comments. */
game: ReadGame, 
/** The engines' scores for each move; null where an engine gave no score. */
red_scores: Array<Score | null>, 
/** How the game ended, in words. */
ending: string, };

/** The settings for a match between the program and itself. */
type MatchRequest = { 
/** The levels of the two players, 0 to 20. */
levels: [number, number], 
/** The number of games. It must be even, so that each player plays each opening with both colours. */
games: number, 
/** The number of nodes per move. */
nodes?: number, 
/** The time per move in milliseconds, instead of a number of nodes. */
movetime?: number, };

/** The result of a match so far. */
type MatchTable = { 
/** The stage of the match. */
stage: Stage, 
/** Whether the server is still reading games, so that the table covers only some of them. */
loading: boolean, 
/** The number of finished games. */
played: number, 
/** The number of games in the schedule, if known. */
scheduled: number | null, 
/** The results of each engine, in the order of `names`. */
engines: Array<EngineRow>, 
/** The results of each pairing, at most a hundred. */
encounters: Array<EncounterRow>, 
/** The sequential test, if there is one. */
sprt: SprtTable | null, 
/** The results of all games from Red's point of view. */
by_color: GameCounts, 
/** How many games ended in each way. */
endings: Array<EndingCount>, 
/** The total number of plies in all games. */
plies: number, 
/** A note if the machine was overloaded, which makes losses on time unreliable. */
overload: string | null, 
/** A description of the damaged part of the journal; null if all of it could be read. */
damage: string | null, };

/** The settings of a new game between two people. */
type NewFriendGame = { 
/** The side of the player who invites: `red` or `black`. */
side: SideChoice, 
/** The player's name. */
name?: string, 
/** The time control, such as `10m+5s`; omit it to play without clocks. */
clock?: string, 
/** The FEN of the start position; omit it for the usual one. */
fen?: string, 
/** The rules of repetition. */
rules?: RuleSetName, };

/** The settings of a new game. */
type NewGame = { 
/** The user's side. */
side: SideChoice, 
/** The engine's level, 0 to 20. Without `level` and `elo`, it is 5. */
level?: number, 
/** The engine's Elo rating, instead of a level. */
elo?: number, 
/** The time control, such as `10m+5s`; omit it to play without clocks. */
clock?: string, 
/** The FEN of the start position; omit it for the usual one. */
fen?: string, 
/** Whether the coach is on. */
coach?: boolean, 
/** The rules of repetition. */
rules?: RuleSetName, 
/** The opponent: another engine, from `engines` in `hello`, which has no levels; omit it to play against chuhe. */
engine?: string, };

/** An empty object. */
type Nothing = Record<symbol, never>;

/** A message that the server sends unasked. */
type Notice = { "on": "hello", 
/** The version of the message format. */
version: number, 
/** The program's name and version. */
program: string, 
/** The key with which the session can be resumed. */
session: string, 
/** The language of the session, `en` or `zh`. */
language: string, 
/** The server's limits. */
limits: LimitsReport, 
/** The curve that converts scores to winning chances. */
wdl: WdlCurve, 
/** The sources of the opening explorer. */
sources: Array<SourceName>, 
/** The tables and databases that can be queried about a position. */
lookups: Array<LookupName>, 
/** Whether pages can start matches. */
matches: boolean, 
/** The names of the other engines that can be chosen. */
engines: Array<string>, 
/** Whether pages can invite others to games between two people. */
friends: boolean, } | { "on": "play" } & PlayNotice | { "on": "analyse" } & AnalyseNotice | { "on": "review" } & ReviewNotice | { "on": "watch" } & WatchNotice | { "on": "friend" } & FriendState | { "on": "end", 
/** The reason. */
reason: EndReason, };

/** A request about the page and its session. */
type PageCommand = { "do": "resume", 
/** The session's key from `hello`. */
session: string, } | { "do": "owner", 
/** A secret of the client, 32 to 100 characters long. */
secret: string, } | { "do": "engine", 
/** Its name, from `engines` in `hello`. */
name: string, } | { "do": "language", 
/** `en` or `zh`. */
language: string, };

/** The number of pairs of games with each combination of two results, in either order; `w`, `d` and `l` stand for won,
 * drawn and lost. */
type PairCounts = { ll: number, ld: number, dd: number, wl: number, wd: number, ww: number, };

/** A request about the game. */
type PlayCommand = { "do": "play.new" } & NewGame | { "do": "play.move", 
/** The move. */
move: string, } | { "do": "play.anyway", } | { "do": "play.drop", } | { "do": "play.undo", } | { "do": "play.resign", } | { "do": "play.draw", } | { "do": "play.hint", } | { "do": "play.coach", 
/** Whether the coach is on. */
on: boolean, } | { "do": "play.level", 
/** The level, 0 to 20. */
level?: number, 
/** The Elo rating, 500 to 2400. */
elo?: number, } | { "do": "play.save", 
/** The name; omit it to keep the current one. */
name?: string, } | { "do": "play.file", } | { "do": "play.load" } & LoadGame | { "do": "play.games", };

/** An update on a game. */
type PlayNotice = { "state": PlayState } | { "warning": Warning } | { "draw": boolean } | { "note": string } | { "unsaved": string } | { "taken": string } | { "failure": string };

/** The state of a game. */
type PlayState = { 
/** The current position. */
position: PositionState, 
/** The FEN of the start position. */
start: string, 
/** The moves played. */
moves: Array<WrittenMove>, 
/** The user's side or, if two people share the board, the side to move. */
side: Side, 
/** Whether two people share the board. */
both?: boolean, 
/** What the engine is thinking about. */
thinks: Thought | null, 
/** The number of searches ahead of the engine's; null if the engine is not waiting. */
queue: number | null, 
/** The clocks, if there are any. */
clocks: Clocks | null, 
/** The engine's playing strength. */
strength: Strength, 
/** The opponent with its version and options, if it is another engine than chuhe. It has no strength. */
engine?: string, 
/** The opening, if it has a name. */
opening: Opening | null, 
/** Whether the coach is on. */
coach: boolean, 
/** The user's move that the coach is checking or warns against. It is not part of the game yet. */
held?: string, 
/** The coach's warning against that move. */
warning?: Warning, 
/** The engine's evaluation of the position, if it was requested. */
evaluation: Evaluation | null, 
/** How the game ended; null if it is not over. */
finish: Finish | null, 
/** The name under which the game is saved; null before the first move. */
saved: string | null, };

/** A position. */
type PositionState = { 
/** The FEN. */
fen: string, 
/** All legal moves. */
legal: Array<string>, 
/** The side to move: `red` or `black`. */
side: Side, 
/** Whether that side is in check. */
check: boolean, 
/** The moves from the start position; omitted if only a position was requested. */
moves?: Array<WrittenMove>, 
/** The opening that was played, if it has a name. */
opening?: Opening, 
/** How the rules ended the game; omitted if the game is not over. */
verdict?: Verdict, 
/** A description of a feature of the position that cannot occur in a game, such as a pawn on a point that it cannot
 * reach; play can continue. */
note?: string, };

/** A game read from a file or a text. */
type ReadGame = { 
/** The tags, by name. */
tags: Record<string, string>, 
/** The FEN of the start position. */
start: string, 
/** The result: `1-0`, `0-1`, `1/2-1/2` or `*`. */
result: string, 
/** The moves. */
tree: TreeLine, 
/** Why the rest of the game could not be read; null if the game is complete. */
note: string | null, };

/** The result of a request. */
type Reply = PlayState | PositionState | ReviewState | { 
/** Its key. */
session: string, 
/** The session's game, if it has one. */
play: PlayState | null, 
/** The session's review, if it has one. */
review?: ReviewState, } | FriendState | { 
/** The hint. */
hint: HintReport, } | { 
/** The engine. */
engine: EngineReport, } | { 
/** The games. */
games: Array<ReadGame>, 
/** How many more games the file contains. */
more: number, } | { 
/** The list, newest first. */
games: Array<SavedGame>, } | { 
/** The matches in progress, then the others, newest first. */
matches: Array<ListedMatch>, } | { 
/** The list, newest first. */
rows: Array<GameRow>, 
/** What to pass as `before` to get the next games; 0 if there are no more. */
before: number, } | MatchGameReport | { 
/** The key that the notices of the search or match carry. */
key: number, } | { 
/** The moves, best first. */
known: Array<KnownMove>, } | { 
/** The match's folder, as named in the list. */
folder: string, } | { 
/** The suggested file name. */
name: string, 
/** The contents, if they are text. */
text?: string, 
/** The contents, if they are binary, in Base64. */
base64?: string, 
/** A description of what the format could not store; empty if nothing was lost. */
losses: string, } | { 
/** The name. */
name: string, } | { 
/** The games. */
rows: Array<ReviewRow>, } | { 
/** The number of requested games that will be annotated. */
wanted: number, 
/** The number of requested games that will not be annotated, because the review would become too large. */
left: number, } | { 
/** The puzzles, in the JSON format of `chuhe puzzles`. */
puzzles: Puzzle[], } | { 
/** The data for the game's page: the JSON of `chuhe annotate`, and `reasons` in both languages. */
annotation: AnnotatedGame, } | Nothing;

/** Selects one or all of the games in a review. */
type ReviewChoice = { 
/** The number of the review. */
job: number, 
/** The number of the game in the file, from 1; omit it to select all games. */
game?: number, };

/** A request about the review. */
type ReviewCommand = { "do": "review.start" } & ReviewFile | { "do": "review.load", 
/** Its name. */
name: string, } | { "do": "review.kept", } | { "do": "review.games" } & ReviewPart | { "do": "review.annotate" } & ReviewChoice | { "do": "review.puzzles" } & ReviewChoice | { "do": "review.stop", 
/** The number of the review. */
job: number, } | { "do": "review.game", 
/** The number of the review. */
job: number, 
/** The number of the game, from 1. */
game: number, } | { "do": "review.page" } & ReviewChoice;

/** A file whose games are to be reviewed. */
type ReviewFile = { 
/** The name of the file, whose extension helps to detect its format. */
name?: string, 
/** The contents, as text. */
text?: string, 
/** The contents, in Base64. */
base64?: string, 
/** The number of nodes to search for each position, by default 200,000. */
nodes?: number, 
/** The name of another engine, from `engines` in `hello`; omit it for chuhe. */
engine?: string, };

/** An update on a review. */
type ReviewNotice = { 
/** The number of the review. */
job: number, } & ({ "state": ReviewState } | { "row": ReviewRow } | { "puzzles": Puzzle[] } | { "failure": string } | { "unsaved": string });

/** Selects part of the list of games in a review. */
type ReviewPart = { 
/** The number of the review. */
job: number, 
/** The number of the first game, from 1. */
from: number, 
/** The number of games, at most 100. */
count: number, };

/** A game in the list of a review. */
type ReviewRow = { 
/** The game's number in the file, from 1. */
game: number, 
/** Red's player; empty if unknown. */
red: string, 
/** Black's player; empty if unknown. */
black: string, 
/** The event in which the game was played; empty if unknown. */
event: string, 
/** The date in the file; empty if unknown. */
date: string, 
/** The result: `1-0`, `0-1`, `1/2-1/2` or `*`. */
result: string, 
/** The number of moves by both sides together. */
plies: number, 
/** Why the rest of the game could not be read; null if the game is complete. */
note: string | null, 
/** Why the game cannot be reviewed; null if it can. */
refused: string | null, 
/** The results, or null if the game has not been annotated. */
review: ReviewSummary | null, };

/** The state of a review. */
type ReviewState = { 
/** The number of the review. */
job: number, 
/** The name of the file; empty if unknown. */
name: string, 
/** The name under which the review is stored; null if it is not stored. */
saved: string | null, 
/** The number of nodes searched for each position. */
nodes: number, 
/** The engine with which the games are reviewed, with its version and options. */
engine: string, 
/** The number of games in the list; null while the file is being read. */
games: number | null, 
/** The number of further games in the file, which are not in the list. */
more: number, 
/** The number of annotated games. */
annotated: number, 
/** The number of puzzles found. */
puzzles: number, 
/** The current work, or null if there is none. */
work: ReviewWork | null, };

/** The quality of the two sides' play, Red first. */
type ReviewSummary = { 
/** The accuracy of each side in percent; null for a side that never had a choice. */
accuracy: [number | null, number | null], 
/** For each side, the number of mistakes, blunders and missed mates together. */
mistakes: [number, number], };

/** A kind of work. */
type ReviewTask = "read" | "annotate" | "puzzles";

/** The current work of a review. */
type ReviewWork = { 
/** The kind of work. */
task: ReviewTask, 
/** The number of the game, if the work is about a single game. */
game: number | null, 
/** The number of games completed among those requested together. */
games_done: number, 
/** The number of games requested together. */
games: number, 
/** The number of positions searched so far in the games requested together; 0 in a search for puzzles. */
done: number, 
/** The total number of positions in the games requested together. */
of: number, };

/** The name of a set of rules. */
type RuleSetName = "asian" | "chinese" | "computer";

/** A saved game. */
type SavedGame = { 
/** Its name. */
name: string, 
/** Red's player. */
red: string, 
/** Black's player. */
black: string, 
/** The result: `1-0`, `0-1`, `1/2-1/2`, or `*` if the game is not over. */
result: string, 
/** The date on which the game began, as in PGN: `2026.01.31`. */
date: string, 
/** The number of moves by both sides together. */
plies: number, 
/** Whether the game is open in a session. */
open: boolean, 
/** Whether the client may continue the game. */
own: boolean, 
/** The size of the review, if this is a review. */
review?: SavedReview, };

/** The size of a saved review. */
type SavedReview = { 
/** The name of the reviewed file; empty if unknown. */
file: string, 
/** The number of games. */
games: number, 
/** The number of annotated games. */
annotated: number, };

/** The user's side. */
type SideChoice = "red" | "black" | "random" | "both";

/** A source of the opening explorer. */
type SourceName = "database" | "book";

/** The state of a sequential test. */
type SprtTable = { 
/** The lower hypothesis, in Elo as the model defines it. */
elo0: number, 
/** The upper hypothesis, in Elo as the model defines it. */
elo1: number, 
/** The model: `logistic` or `normalized`. */
model: string, 
/** The current log-likelihood ratio. */
llr: number, 
/** The log-likelihood ratio at which the lower hypothesis is accepted. */
lower: number, 
/** The log-likelihood ratio at which the upper hypothesis is accepted. */
upper: number, 
/** The accepted hypothesis, `H0` or `H1`; null while the test is undecided. */
accepted: "H0" | "H1" | null, };

/** The stage of a match. */
type Stage = "running" | "stopped" | "over";

/** A search of the position to analyse. */
type StartSearch = { 
/** The number of lines, 1 to 10. */
multipv: number, 
/** The moves to search; none for all legal moves. */
searchmoves?: Array<string>, 
/** The number of nodes after which no further iteration begins, so that all lines end at the same depth. */
soft_nodes?: number, 
/** The number of search threads; omit it or send 0 for the maximum allowed. */
threads?: number, 
/** The size of the transposition table, in MB; omit it or send 0 for the maximum allowed. */
hash?: number, 
/** The name of another engine, from `engines` in `hello`; omit it for chuhe. */
engine?: string, 
/** Whether this search runs alongside the first one, instead of replacing it. At most two engines search at once. */
second?: boolean, };

/** A kind of file that is stored. */
type StoredKind = "games" | "analyses" | "reviews";

/** The engine's playing strength. */
type Strength = { "level": number } | { "elo": number };

/** What the engine is thinking about. */
type Thought = "move" | "hint" | "evaluation" | "check" | "draw";

/** A line of moves. */
type TreeLine = { 
/** The comment before the first move. */
comment?: string, 
/** The moves. */
moves: Array<TreeMove>, };

/** A move in a line. */
type TreeMove = { 
/** The move. A client may send only the coordinates. */
move: Move, 
/** The comment on the move. */
comment?: string, 
/** The numeric annotation glyphs, as in PGN. */
glyphs?: Array<number>, 
/** The alternatives to the move. */
variations?: Array<TreeLine>, };

/** How the rules ended a game. */
type Verdict = { 
/** The winner, `red` or `black`, or null for a draw. */
winner: Side | null, 
/** The rule. */
reason: string, 
/** The verdict as text. */
text: string, 
/** The numbers of the plies that decided the game, starting at 1. */
moves: Array<number>, };

/** A warning against a blunder. */
type Warning = { 
/** The move. */
move: WrittenMove, 
/** The score of the best move, from Red's point of view. */
red_before: Score, 
/** The score of this move, from Red's point of view. */
red_after: Score, 
/** What the move loses, in a sentence. */
text: string, 
/** The line that refutes the move. */
refutation: Array<WrittenMove>, };

/** A request about matches. */
type WatchCommand = { "do": "watch.list", } | { "do": "watch.open", 
/** The folder, as named in the list. */
folder: string, } | { "do": "watch.games", 
/** The number of games that ended before the requested ones. */
before: number, } | { "do": "watch.game", 
/** The number of the game in the schedule, from 1. */
number: number, } | { "do": "watch.start" } & MatchRequest | { "do": "watch.stop", 
/** The folder, as named in the list. */
folder: string, } | { "do": "watch.resume", 
/** The folder, as named in the list. */
folder: string, } | { "do": "watch.close", };

/** An update on a match. Unchanged fields are omitted. */
type WatchNotice = { 
/** The key from `watch.open`. */
key: number, 
/** The match. If present, it replaces everything sent before. */
begins?: WatchedMatch, 
/** The table. */
table?: MatchTable, 
/** The curve of the sequential test. */
llr?: LlrNews, 
/** The finished games. */
games?: GamesNews, 
/** The games in progress. */
boards?: BoardsNews, 
/** Why the folder cannot be read at present; empty if it can be read again. */
problem?: string, };

/** A match. */
type WatchedMatch = { 
/** The folder, as requested. */
folder: string, 
/** The names of the engines. */
names: Array<string>, 
/** The source of the openings: `startpos` or the name of a file. */
openings: string, 
/** Whether the server itself is running the match, in which case `watch.stop` can end it. */
own: boolean, 
/** Whether the match was started by a page, in which case `watch.resume` can continue it once it is stopped. */
resumes: boolean, };

/** The curve that converts scores in centipawns to winning chances; see [`Wdl`](chuhe_engine::search::Wdl). */
type WdlCurve = { 
/** The score, in centipawns, at which half of the games are won. */
win_at: number, 
/** The number of centipawns over which the odds change by a factor of e. */
spread: number, };

/** The format in which to write a game. */
type WriteFormat = "pgn" | "xqf" | "dhtmlxq" | "fen" | "moves-chinese" | "moves-wxf" | "moves";

/** A game to be written. */
type WrittenGame = { 
/** The tags, by name. */
tags?: { [key in string]: string }, 
/** The FEN of the start position. */
start: string, 
/** The moves. */
tree: TreeLine | SentLine, };

/** A move, written in every notation. */
type WrittenMove = { 
/** The move in coordinates, such as `h2e2`. */
move: string, 
/** The move in WXF notation, such as `C2.5`. */
wxf: string, 
/** The move in Chinese, in simplified characters, such as 炮二平五. */
chinese: string, 
/** The move in Chinese, in traditional characters. */
traditional: string, };
