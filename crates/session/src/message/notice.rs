//! What the server says without being asked.

use serde::{Deserialize, Serialize};

use super::answer::{PlayState, ScoreReport, WrittenMove};
use super::review::ReviewNotice;
use super::watch::WatchNotice;

/// What the server says without being asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "lowercase")]
pub enum Notice {
    /// The first message.
    Hello {
        /// The version of the messages.
        version: u32,
        /// Name and version of the program.
        program: String,
        /// The key with which the session can be gone on with.
        session: String,
        /// `en` or `zh`.
        language: String,
        /// What the server allows.
        limits: LimitsReport,
        /// How winning chances follow from scores.
        wdl: WdlCurve,
        /// What the explorer of openings can look into.
        #[serde(default)]
        sources: Vec<SourceName>,
        /// Who can be asked about a position.
        #[serde(default)]
        lookups: Vec<LookupName>,
        /// Whether matches can be begun.
        #[serde(default)]
        matches: bool,
    },
    /// The game has changed, or something is to be said of it.
    Play(PlayNotice),
    /// What a search has found.
    Analyse(AnalyseNotice),
    /// What is new in a review.
    Review(ReviewNotice),
    /// What is new in a match.
    Watch(Box<WatchNotice>),
    /// The session ends. The connection is closed after it.
    End {
        /// Why.
        reason: EndReason,
    },
}

/// What the explorer of openings looks into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceName {
    /// A database of games.
    Database,
    /// An opening book.
    Book,
}

/// Somebody else than the engine who knows positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LookupName {
    /// Endgame tables.
    Tables,
    /// The database of chessdb.cn.
    Cloud,
}

/// The curve of winning chances, in centipawns: see [`Wdl`](chuhe_engine::search::Wdl).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WdlCurve {
    /// Where every second game is won.
    pub win_at: f64,
    /// Over which the odds change by a factor e.
    pub spread: f64,
}

/// What the server allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsReport {
    /// Bytes of a message that holds a file.
    pub file_bytes: usize,
    /// Bytes of any other message.
    pub message_bytes: usize,
    /// Lines of an analysis.
    pub lines: u32,
    /// Threads of a search.
    pub threads: u32,
    /// The table of a search in MB.
    pub hash_mb: u32,
    /// Seconds of a search.
    pub search_s: u64,
    /// Seconds that a session outlives its connection.
    pub resume_s: u64,
}

/// What is new in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayNotice {
    /// The game has changed.
    State(Box<PlayState>),
    /// The coach warns of a move, which waits for `play.anyway` or `play.drop`.
    Warning(Warning),
    /// Whether the engine takes a draw. If it does, the game is over.
    Draw(bool),
    /// The game could not be saved, in words.
    Unsaved(String),
    /// The game of this name goes on in another page, and is gone here.
    Taken(String),
    /// The engine could not think, in words. `play.move` and the like go on.
    Failure(String),
}

/// A warning of a blunder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warning {
    /// The move.
    #[serde(rename = "move")]
    pub mv: WrittenMove,
    /// The score of the best move.
    pub before: ScoreReport,
    /// The score of this move.
    pub after: ScoreReport,
    /// What it gives away, in a sentence.
    pub text: String,
    /// What refutes it.
    pub refutation: Vec<WrittenMove>,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnalyseNotice {
    /// What it has found so far.
    Found {
        /// The search.
        key: u64,
        /// The depth of the iteration, in plies.
        depth: u32,
        /// The deepest ply.
        seldepth: u32,
        /// Nodes so far.
        nodes: u64,
        /// Nodes a second.
        nps: u64,
        /// Milliseconds so far.
        time_ms: u64,
        /// The lines, best first.
        lines: Vec<AnalysedLine>,
    },
    /// The kept analysis goes on in another page.
    Taken {
        /// Its name.
        taken: String,
    },
    /// It waits.
    Queued {
        /// The search.
        key: u64,
        /// How many searches are before it.
        queue: usize,
    },
    /// It is over.
    Done {
        /// The search.
        key: u64,
        /// Always true.
        done: bool,
        /// It was ended because others waited; asked for again, it goes on in its turn.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        made_room: bool,
        /// Why it failed, in words; none if it did not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failure: Option<String>,
    },
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysedLine {
    /// The score.
    pub score: ScoreReport,
    /// `lower` if the true score is at least this, `upper` if at most; none if it is exact.
    pub bound: Option<String>,
    /// The moves.
    pub moves: Vec<WrittenMove>,
}

/// Why a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// Nothing was asked for in a long time.
    Idle,
    /// The server shuts down.
    Shutdown,
    /// The session goes on in another page.
    Elsewhere,
}
