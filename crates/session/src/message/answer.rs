//! What the server answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::review::{ReviewRow, ReviewState};
use super::watch::{GameRow, ListedMatch, MatchGameReport};
use chuhe_engine::rules::Reason;
use chuhe_engine::types::Move;
use chuhe_formats::opening::OpeningName;
pub use chuhe_review::picture::page::ScoreReport;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// It was done.
    Ok {
        /// The number of the request.
        re: u64,
        /// What came of it.
        ok: Reply,
    },
    /// It was not done, and nothing has changed.
    Error {
        /// The number of the request; none if it has none that can be told.
        re: Option<u64>,
        /// Why.
        error: Failure,
    },
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// For programs.
    pub code: FailureCode,
    /// For people, in the language of the session.
    pub text: String,
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureCode {
    /// The message is no request.
    Malformed,
    /// The message is too long.
    TooLarge,
    /// There is no such session or game; or no database or book to look into.
    Unknown,
    /// The server has no room for another session or search.
    Busy,
    /// A move is not legal.
    Illegal,
    /// A position cannot be played on.
    BadPosition,
    /// A value is out of range.
    BadValue,
    /// There is no game, or it is over, or it is not the person's turn.
    NotNow,
    /// The name has another game already; or another session plays that game.
    Exists,
    /// A game cannot be read or written.
    File,
    /// What was asked for came to nothing, because something else was asked for.
    Dropped,
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Reply {
    /// The game.
    State(Box<PlayState>),
    /// The position to analyse.
    Position(Box<PositionState>),
    /// A review.
    Review(Box<ReviewState>),
    /// A session that goes on.
    Session {
        /// Its key.
        session: String,
        /// Its game, if it has one.
        play: Option<Box<PlayState>>,
        /// Its review, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        review: Option<Box<ReviewState>>,
    },
    /// A hint.
    Hint {
        /// The hint.
        hint: HintReport,
    },
    /// What a file holds.
    Games {
        /// The games.
        games: Vec<ReadGame>,
        /// How many more there are.
        more: usize,
    },
    /// The saved games.
    Saved {
        /// The newest first.
        games: Vec<SavedGame>,
    },
    /// The matches that can be watched.
    Matches {
        /// Those that are being played first, then the newest.
        matches: Vec<ListedMatch>,
    },
    /// Games of a match.
    MatchGames {
        /// The newest first.
        rows: Vec<GameRow>,
        /// Where the next ones are; 0 if there are no more.
        before: usize,
    },
    /// A game of a match.
    MatchGame(Box<MatchGameReport>),
    /// A search that has begun, or a match that was opened.
    Search {
        /// Its notices have this key.
        key: u64,
    },
    /// What somebody else than the engine knows of a position.
    Known {
        /// The moves, best first.
        known: Vec<KnownMove>,
    },
    /// A match has begun.
    Begun {
        /// Its folder, as the list has it.
        folder: String,
    },
    /// A file.
    File {
        /// What it may be called.
        name: String,
        /// What is in it, if that is text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// What is in it, if that is binary.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base64: Option<String>,
        /// What the format could not hold, in words; empty if nothing was lost.
        losses: String,
    },
    /// The game was kept under this name.
    Name {
        /// The name.
        name: String,
    },
    /// A part of the list of games of a review.
    ReviewRows {
        /// The games.
        rows: Vec<ReviewRow>,
    },
    /// Games that will be worked on.
    Wanted {
        /// How many of those asked for will be.
        wanted: usize,
        /// How many will not be, because the review would become too large.
        left: usize,
    },
    /// All puzzles of a review so far.
    Puzzles {
        /// Each as in the JSON of `chuhe puzzles`.
        puzzles: Value,
    },
    /// An annotated game.
    Annotation {
        /// What its page is made of: the JSON of `chuhe annotate`, and `reasons` in both languages.
        annotation: Value,
    },
    /// Nothing to tell.
    Done(Nothing),
}

/// An empty object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A move in every notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenMove {
    /// In coordinates, `h2e2`.
    #[serde(rename = "move")]
    pub mv: Move,
    /// `C2.5`.
    pub wxf: String,
    /// 炮二平五, in simplified characters.
    pub chinese: String,
    /// In traditional characters.
    pub traditional: String,
}

/// A move that somebody else than the engine knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: WrittenMove,
    /// What it is worth; none if that is not known in points.
    pub score: Option<ScoreReport>,
    /// The same in words, or more of it; empty for nothing.
    pub text: String,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionState {
    /// The FEN.
    pub fen: String,
    /// All legal moves.
    pub legal: Vec<Move>,
    /// The side to move: `red` or `black`.
    pub side: String,
    /// Whether that side is in check.
    pub check: bool,
    /// The line up to here; left out where only a position was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<WrittenMove>>,
    /// The opening of the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// How the game has ended by rule; none while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// What no game can have and still may be played, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The name of an opening.
pub type Opening = OpeningName;

/// How a game has ended by rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// `red`, `black`, or none for a draw.
    pub winner: Option<String>,
    /// The rule.
    pub reason: Reason,
    /// In words.
    pub text: String,
    /// The plies of the moves that decided, from 1.
    pub moves: Vec<usize>,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayState {
    /// The position now.
    pub position: PositionState,
    /// The FEN of the start.
    pub start: String,
    /// The moves played.
    pub moves: Vec<WrittenMove>,
    /// The person's side; of two, the one whose turn it is.
    pub side: String,
    /// Whether both sides are people, who share the board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub both: bool,
    /// What the engine thinks about.
    pub thinks: Option<Thought>,
    /// How many searches are ahead of the engine's; none if it does not wait.
    pub queue: Option<usize>,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// How well the engine plays.
    pub strength: Strength,
    /// The opening, if it has a name.
    pub opening: Option<Opening>,
    /// Whether the coach looks on.
    pub coach: bool,
    /// What the engine thinks of the person's position, if it was asked.
    pub evaluation: Option<Evaluation>,
    /// How the game ended; none while it goes on.
    pub finish: Option<Finish>,
    /// The name under which the game is kept; none before the first move.
    pub saved: Option<String>,
}

/// What the engine thinks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thought {
    /// Its move.
    Move,
    /// A hint.
    Hint,
    /// What the position is worth.
    Evaluation,
    /// Whether the person's move is a blunder.
    Check,
    /// Whether it takes a draw.
    Draw,
}

/// The clocks, at the moment of the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// Milliseconds that Red has left.
    pub red_ms: u64,
    /// Milliseconds that Black has left.
    pub black_ms: u64,
    /// Whose clock runs, if one does.
    pub runs: Option<String>,
}

/// How well the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// 0 to 20.
    Level(u32),
    /// 500 to 2400.
    Elo(u32),
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// The score.
    pub score: ScoreReport,
    /// The best line; empty if it is not known.
    pub line: Vec<WrittenMove>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finish {
    /// `red`, `black`, or none for a draw.
    pub winner: Option<String>,
    /// Who won, in a few words.
    pub headline: String,
    /// Why, in sentences.
    pub reasons: Vec<String>,
    /// The plies of the moves that decided, from 1.
    pub moves: Vec<usize>,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintReport {
    /// How much of it is to be shown.
    pub step: HintShown,
    /// The move.
    #[serde(rename = "move")]
    pub mv: WrittenMove,
    /// What is likely to follow, the move first; empty before the last step.
    pub line: Vec<WrittenMove>,
}

/// How much of a hint is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HintShown {
    /// Which piece moves.
    Piece,
    /// Where it goes, too.
    Point,
    /// The whole move.
    Move,
}

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadGame {
    /// Names and values.
    pub tags: BTreeMap<String, String>,
    /// The FEN of the start.
    pub start: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The moves.
    pub tree: TreeLine,
    /// Why it could be read no further; none if it is whole.
    pub note: Option<String>,
}

/// A line of moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeLine {
    /// The comment before the first move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The moves.
    pub moves: Vec<TreeMove>,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeMove {
    /// The move. A client may send only the coordinates.
    #[serde(rename = "move")]
    pub mv: TreeMoveText,
    /// The comment on it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Numeric annotation glyphs of PGN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// Alternatives to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<TreeLine>,
}

/// A move, in every notation or in coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TreeMoveText {
    /// In coordinates.
    Short(Move),
    /// In every notation.
    Written(WrittenMove),
}

impl TreeMoveText {
    /// The move.
    #[must_use]
    pub const fn mv(&self) -> Move {
        match self {
            Self::Short(mv) => *mv,
            Self::Written(written) => written.mv,
        }
    }
}

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// Its name.
    pub name: String,
    /// Who played Red.
    pub red: String,
    /// Who played Black.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` if it goes on.
    pub result: String,
    /// When it was begun, as in PGN: `2026.01.31`.
    pub date: String,
    /// The number of moves of both sides.
    pub plies: usize,
    /// Whether a session plays it now.
    pub open: bool,
}
