//! The server's answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::friend::FriendState;
use super::notice::Warning;
use super::review::{ReviewRow, ReviewState};
use super::watch::{GameRow, ListedMatch, MatchGameReport};
use chuhe_engine::rules::Reason;
use chuhe_engine::types::Move;
use chuhe_formats::opening::OpeningName;
pub use chuhe_review::picture::page::ScoreReport;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Answer {
    /// The request succeeded.
    Ok {
        /// The number of the request.
        re: u64,
        /// The result.
        ok: Reply,
    },
    /// The request failed and changed nothing.
    Error {
        /// The number of the request, or null if it cannot be determined.
        re: Option<u64>,
        /// The reason.
        error: Failure,
    },
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The kind of failure, for programs.
    pub code: FailureCode,
    /// The description for users, in the language of the session.
    pub text: String,
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FailureCode {
    /// The message is not a valid request.
    Malformed,
    /// The message is too long.
    TooLarge,
    /// The requested session, game, database, book or other source does not exist.
    Unknown,
    /// The server cannot accept another session or search.
    Busy,
    /// A move is not legal.
    Illegal,
    /// Play cannot continue from the position.
    BadPosition,
    /// A value is out of range.
    BadValue,
    /// There is no game, the game is over, or it is not the user's turn.
    NotNow,
    /// The name is already in use, or another session is playing the game.
    Exists,
    /// The game or analysis belongs to another client.
    NotYours,
    /// A game cannot be read or written.
    File,
    /// The request was superseded by another one.
    Dropped,
    /// Another engine cannot be started.
    Engine,
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Reply {
    /// The game.
    State(Box<PlayState>),
    /// The position to analyse.
    Position(Box<PositionState>),
    /// A review.
    Review(Box<ReviewState>),
    /// The resumed session.
    Session {
        /// Its key.
        session: String,
        /// The session's game, if it has one.
        play: Option<Box<PlayState>>,
        /// The session's review, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        review: Option<Box<ReviewState>>,
    },
    /// A game between two people.
    Friend(Box<FriendState>),
    /// A hint.
    Hint {
        /// The hint.
        hint: HintReport,
    },
    /// Another engine.
    Engine {
        /// The engine.
        engine: EngineReport,
    },
    /// The contents of a file.
    Games {
        /// The games.
        games: Vec<ReadGame>,
        /// How many more games the file contains.
        more: usize,
    },
    /// The saved games.
    Saved {
        /// The list, newest first.
        games: Vec<SavedGame>,
    },
    /// The matches that can be watched.
    Matches {
        /// The matches in progress, then the others, newest first.
        matches: Vec<ListedMatch>,
    },
    /// Finished games from a match.
    MatchGames {
        /// The list, newest first.
        rows: Vec<GameRow>,
        /// What to pass as `before` to get the next games; 0 if there are no more.
        before: usize,
    },
    /// A finished game from a match.
    MatchGame(Box<MatchGameReport>),
    /// A search that was started, or a match that was opened.
    Search {
        /// The key that the notices of the search or match carry.
        key: u64,
    },
    /// What a table or database knows about a position.
    Known {
        /// The moves, best first.
        known: Vec<KnownMove>,
    },
    /// A match was started.
    Begun {
        /// The match's folder, as named in the list.
        folder: String,
    },
    /// A file.
    File {
        /// The suggested file name.
        name: String,
        /// The contents, if they are text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        text: Option<String>,
        /// The contents, if they are binary, in Base64.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        base64: Option<String>,
        /// A description of what the format could not store; empty if nothing was lost.
        losses: String,
    },
    /// The game was saved under this name.
    Name {
        /// The name.
        name: String,
    },
    /// Part of the list of games in a review.
    ReviewRows {
        /// The games.
        rows: Vec<ReviewRow>,
    },
    /// Games that will be annotated.
    Wanted {
        /// The number of requested games that will be annotated.
        wanted: usize,
        /// The number of requested games that will not be annotated, because the review would become too large.
        left: usize,
    },
    /// All puzzles found in a review so far.
    Puzzles {
        /// The puzzles, in the JSON format of `chuhe puzzles`.
        #[cfg_attr(test, ts(type = "Puzzle[]"))]
        puzzles: Value,
    },
    /// An annotated game.
    Annotation {
        /// The data for the game's page: the JSON of `chuhe annotate`, and `reasons` in both languages.
        #[cfg_attr(test, ts(type = "AnnotatedGame"))]
        annotation: Value,
    },
    /// No result.
    Done(Nothing),
}

/// An empty object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A move, written in every notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WrittenMove {
    /// The move in coordinates, such as `h2e2`.
    #[serde(rename = "move")]
    #[cfg_attr(test, ts(type = "string"))]
    pub mv: Move,
    /// The move in WXF notation, such as `C2.5`.
    pub wxf: String,
    /// The move in Chinese, in simplified characters, such as 炮二平五.
    pub chinese: String,
    /// The move in Chinese, in traditional characters.
    pub traditional: String,
}

/// A move known to a table or database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct KnownMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: WrittenMove,
    /// The score from Red's point of view, or null if the source knows none.
    #[cfg_attr(test, ts(type = "Score | null"))]
    pub red_score: Option<ScoreReport>,
    /// The source's description of the move; empty if it has none.
    pub text: String,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PositionState {
    /// The FEN.
    pub fen: String,
    /// All legal moves.
    #[cfg_attr(test, ts(type = "Array<string>"))]
    pub legal: Vec<Move>,
    /// The side to move: `red` or `black`.
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: String,
    /// Whether that side is in check.
    pub check: bool,
    /// The moves from the start position; omitted if only a position was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub moves: Option<Vec<WrittenMove>>,
    /// The opening that was played, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "Opening"))]
    pub opening: Option<Opening>,
    /// How the rules ended the game; omitted if the game is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub verdict: Option<Verdict>,
    /// A description of a feature of the position that cannot occur in a game, such as a pawn on a point that it cannot
    /// reach; play can continue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub note: Option<String>,
}

/// The name of an opening.
pub type Opening = OpeningName;

/// How the rules ended a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// The winner, `red` or `black`, or null for a draw.
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub winner: Option<String>,
    /// The rule.
    #[cfg_attr(test, ts(type = "string"))]
    pub reason: Reason,
    /// The verdict as text.
    pub text: String,
    /// The numbers of the plies that decided the game, starting at 1.
    pub moves: Vec<usize>,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlayState {
    /// The current position.
    pub position: PositionState,
    /// The FEN of the start position.
    pub start: String,
    /// The moves played.
    pub moves: Vec<WrittenMove>,
    /// The user's side or, if two people share the board, the side to move.
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: String,
    /// Whether two people share the board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub both: bool,
    /// What the engine is thinking about.
    pub thinks: Option<Thought>,
    /// The number of searches ahead of the engine's; null if the engine is not waiting.
    pub queue: Option<usize>,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// The engine's playing strength.
    pub strength: Strength,
    /// The opponent with its version and options, if it is another engine than chuhe. It has no strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub engine: Option<String>,
    /// The opening, if it has a name.
    #[cfg_attr(test, ts(type = "Opening | null"))]
    pub opening: Option<Opening>,
    /// Whether the coach is on.
    pub coach: bool,
    /// The user's move that the coach is checking or warns against. It is not part of the game yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub held: Option<Move>,
    /// The coach's warning against that move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub warning: Option<Warning>,
    /// The engine's evaluation of the position, if it was requested.
    pub evaluation: Option<Evaluation>,
    /// How the game ended; null if it is not over.
    pub finish: Option<Finish>,
    /// The name under which the game is saved; null before the first move.
    pub saved: Option<String>,
}

/// Another engine than chuhe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EngineReport {
    /// Its name in `hello`.
    pub name: String,
    /// The name by which it calls itself, with its version and the options that the server sets.
    pub identity: String,
    /// The options that a page may set.
    pub options: Vec<EngineOption>,
}

/// An option of another engine, and the range that both the engine and the server allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EngineOption {
    /// The field of `analyse.start` that sets it.
    pub name: EngineOptionName,
    /// The minimum.
    pub min: u32,
    /// The maximum.
    pub max: u32,
}

/// The options that all engines understand in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum EngineOptionName {
    /// The number of threads.
    Threads,
    /// The size of the transposition table, in MB.
    Hash,
    /// The number of lines.
    Multipv,
}

/// What the engine is thinking about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Thought {
    /// Its move.
    Move,
    /// A hint.
    Hint,
    /// The evaluation of the position.
    Evaluation,
    /// Whether the user's move is a blunder.
    Check,
    /// Whether to accept a draw.
    Draw,
}

/// The clocks, at the time of the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// Red's remaining time, in milliseconds.
    pub red_ms: u64,
    /// Black's remaining time, in milliseconds.
    pub black_ms: u64,
    /// The side whose clock is running, if one is.
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub runs: Option<String>,
}

/// The engine's playing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// A level, 0 to 20.
    Level(u32),
    /// An Elo rating, 500 to 2400.
    Elo(u32),
}

/// An evaluation of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// The score from Red's point of view.
    #[cfg_attr(test, ts(type = "Score"))]
    pub red_score: ScoreReport,
    /// The best line; empty if it is unknown.
    pub line: Vec<WrittenMove>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Finish {
    /// The winner, `red` or `black`, or null for a draw.
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub winner: Option<String>,
    /// The result, in a few words.
    pub headline: String,
    /// The reasons, in sentences.
    pub reasons: Vec<String>,
    /// The numbers of the plies that decided the game, starting at 1.
    pub moves: Vec<usize>,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct HintReport {
    /// How much of the move the hint shows.
    pub step: HintShown,
    /// The move.
    #[serde(rename = "move")]
    pub mv: WrittenMove,
    /// The likely continuation, beginning with the move; empty before the last step of the hint.
    pub line: Vec<WrittenMove>,
}

/// How much of the move a hint shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum HintShown {
    /// The piece that moves.
    Piece,
    /// The piece and its destination.
    Point,
    /// The whole move.
    Move,
}

/// A game read from a file or a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadGame {
    /// The tags, by name.
    #[cfg_attr(test, ts(type = "Record<string, string>"))]
    pub tags: BTreeMap<String, String>,
    /// The FEN of the start position.
    pub start: String,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The moves.
    pub tree: TreeLine,
    /// Why the rest of the game could not be read; null if the game is complete.
    pub note: Option<String>,
}

/// A line of moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TreeLine {
    /// The comment before the first move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The moves.
    pub moves: Vec<TreeMove>,
}

/// A move in a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TreeMove {
    /// The move. A client may send only the coordinates.
    #[serde(rename = "move")]
    #[cfg_attr(test, ts(type = "Move"))]
    pub mv: TreeMoveText,
    /// The comment on the move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The numeric annotation glyphs, as in PGN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// The alternatives to the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<TreeLine>,
}

/// A move, in every notation or in coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TreeMoveText {
    /// In coordinates.
    Short(Move),
    /// The move in every notation.
    Written(WrittenMove),
}

impl TreeMoveText {
    /// The move.
    pub const fn mv(&self) -> Move {
        match self {
            Self::Short(mv) => *mv,
            Self::Written(written) => written.mv,
        }
    }
}

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// Its name.
    pub name: String,
    /// Red's player.
    pub red: String,
    /// Black's player.
    pub black: String,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*` if the game is not over.
    pub result: String,
    /// The date on which the game began, as in PGN: `2026.01.31`.
    pub date: String,
    /// The number of moves by both sides together.
    pub plies: usize,
    /// Whether the game is open in a session.
    pub open: bool,
    /// Whether the client may continue the game.
    pub own: bool,
    /// The size of the review, if this is a review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub review: Option<SavedReview>,
}

/// The size of a saved review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SavedReview {
    /// The name of the reviewed file; empty if unknown.
    pub file: String,
    /// The number of games.
    pub games: usize,
    /// The number of annotated games.
    pub annotated: usize,
}
