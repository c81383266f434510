//! The messages that the server sends unasked.

use serde::{Deserialize, Serialize};

use super::answer::{PlayState, ScoreReport, WrittenMove};
use super::friend::FriendState;
use super::review::ReviewNotice;
use super::watch::WatchNotice;

/// A message that the server sends unasked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "on", rename_all = "lowercase")]
pub enum Notice {
    /// The first message of a connection.
    Hello {
        /// The version of the message format.
        version: u32,
        /// The program's name and version.
        program: String,
        /// The key with which the session can be resumed.
        session: String,
        /// The language of the session, `en` or `zh`.
        language: String,
        /// The server's limits.
        limits: LimitsReport,
        /// The curve that converts scores to winning chances.
        wdl: WdlCurve,
        /// The sources of the opening explorer.
        #[serde(default)]
        sources: Vec<SourceName>,
        /// The tables and databases that can be queried about a position.
        #[serde(default)]
        lookups: Vec<LookupName>,
        /// Whether pages can start matches.
        #[serde(default)]
        matches: bool,
        /// The names of the other engines that can be chosen.
        #[serde(default)]
        engines: Vec<String>,
        /// Whether pages can invite others to games between two people.
        #[serde(default)]
        friends: bool,
    },
    /// An update on the game.
    Play(PlayNotice),
    /// An update on the analysis.
    Analyse(AnalyseNotice),
    /// An update on the review.
    Review(ReviewNotice),
    /// An update on the match.
    Watch(Box<WatchNotice>),
    /// An update on the game between two people.
    Friend(Box<FriendState>),
    /// The session ends, and the connection is then closed.
    End {
        /// The reason.
        reason: EndReason,
    },
}

/// A source of the opening explorer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SourceName {
    /// A database of games.
    Database,
    /// An opening book.
    Book,
}

/// A table or database that can be queried about positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum LookupName {
    /// Endgame tables.
    Tables,
    /// The cloud database chessdb.cn.
    Cloud,
}

/// The curve that converts scores in centipawns to winning chances; see [`Wdl`](chuhe_engine::search::Wdl).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WdlCurve {
    /// The score, in centipawns, at which half of the games are won.
    pub win_at: f64,
    /// The number of centipawns over which the odds change by a factor of e.
    pub spread: f64,
}

/// The server's limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LimitsReport {
    /// The maximum length of a message that contains a file, in bytes.
    pub file_bytes: usize,
    /// The maximum length of any other message, in bytes.
    pub message_bytes: usize,
    /// The maximum number of lines in an analysis.
    pub multipv: u32,
    /// The maximum number of threads for a search.
    pub threads: u32,
    /// The maximum size of a search's transposition table, in MB.
    pub hash: u32,
    /// The time limit for a search, in seconds.
    pub search_s: u64,
    /// How long a session can be resumed after its connection is lost, in seconds.
    pub resume_s: u64,
}

/// An update on a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum PlayNotice {
    /// The game changed.
    State(Box<PlayState>),
    /// The coach warns against a move, which waits for `play.anyway` or `play.drop`.
    Warning(Warning),
    /// Whether the engine accepts a draw, which ends the game.
    Draw(bool),
    /// Something that the user should know about the game that is being opened.
    Note(String),
    /// The reason why the game could not be saved.
    Unsaved(String),
    /// Another page took over the game with this name, which is closed here.
    Taken(String),
    /// The reason why the engine could not search. The next request, such as `play.move`, lets it try again.
    Failure(String),
}

/// A warning against a blunder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Warning {
    /// The move.
    #[serde(rename = "move")]
    pub mv: WrittenMove,
    /// The score of the best move, from Red's point of view.
    #[cfg_attr(test, ts(type = "Score"))]
    pub red_before: ScoreReport,
    /// The score of this move, from Red's point of view.
    #[cfg_attr(test, ts(type = "Score"))]
    pub red_after: ScoreReport,
    /// What the move loses, in a sentence.
    pub text: String,
    /// The line that refutes the move.
    pub refutation: Vec<WrittenMove>,
}

/// An update on an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum AnalyseNotice {
    /// The results of the search so far.
    Found {
        /// The key of the search.
        key: u64,
        /// The depth of the current iteration, in plies.
        depth: u32,
        /// The deepest ply reached.
        seldepth: u32,
        /// The number of nodes searched so far.
        nodes: u64,
        /// The number of nodes per second.
        nps: u64,
        /// The search time so far, in milliseconds.
        time_ms: u64,
        /// The lines, best first.
        lines: Vec<AnalysedLine>,
    },
    /// Another page took over the stored analysis.
    Taken {
        /// The name of the analysis.
        taken: String,
    },
    /// The search is waiting.
    Queued {
        /// The key of the search.
        key: u64,
        /// The number of searches ahead of this one.
        queue: usize,
    },
    /// The search has ended.
    Done {
        /// The key of the search.
        key: u64,
        /// Always true.
        done: bool,
        /// Whether the search ended because other clients were waiting. To queue it again, the client must send another
        /// request.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        made_room: bool,
        /// The reason why the search failed, if it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        failure: Option<String>,
    },
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AnalysedLine {
    /// The score from Red's point of view.
    #[cfg_attr(test, ts(type = "Score"))]
    pub red_score: ScoreReport,
    /// `lower` if the true score is at least `red_score`, `upper` if it is at most `red_score`; null if the score is exact.
    #[cfg_attr(test, ts(type = "\"lower\" | \"upper\" | null"))]
    pub bound: Option<String>,
    /// The moves.
    pub moves: Vec<WrittenMove>,
}

/// Why a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The session received no request for a long time.
    Idle,
    /// The server is shutting down.
    Shutdown,
    /// The session continues in another page.
    Elsewhere,
}
