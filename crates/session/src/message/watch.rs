//! The messages about matches.

use serde::{Deserialize, Serialize};

use super::answer::{ReadGame, ScoreReport, WrittenMove};

/// The number of games with each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameCounts {
    /// Games that the first engine won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the first engine lost.
    pub losses: u64,
}

/// The number of pairs of games with each combination of two results, in either order; `w`, `d` and `l` stand for won,
/// drawn and lost.
#[expect(missing_docs, reason = "the names state the results")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PairCounts {
    pub ll: u64,
    pub ld: u64,
    pub dd: u64,
    pub wl: u64,
    pub wd: u64,
    pub ww: u64,
}

/// A match that can be watched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ListedMatch {
    /// The folder, to be passed to `watch.open`.
    pub folder: String,
    /// The names of the engines.
    pub names: Vec<String>,
    /// Whether the match is in progress.
    pub running: bool,
    /// The number of finished games, if known.
    pub played: Option<u64>,
    /// The number of games in the schedule, if known.
    pub scheduled: Option<u32>,
    /// When a game was last added, in seconds since 1970, UTC.
    pub changed: u64,
}

/// An update on a match. Unchanged fields are omitted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WatchNotice {
    /// The key from `watch.open`.
    pub key: u64,
    /// The match. If present, it replaces everything sent before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub begins: Option<WatchedMatch>,
    /// The table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub table: Option<Box<MatchTable>>,
    /// The curve of the sequential test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub llr: Option<LlrNews>,
    /// The finished games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub games: Option<GamesNews>,
    /// The games in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub boards: Option<BoardsNews>,
    /// Why the folder cannot be read at present; empty if it can be read again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub problem: Option<String>,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WatchedMatch {
    /// The folder, as requested.
    pub folder: String,
    /// The names of the engines.
    pub names: Vec<String>,
    /// The source of the openings: `startpos` or the name of a file.
    pub openings: String,
    /// Whether the server itself is running the match, in which case `watch.stop` can end it.
    pub own: bool,
    /// Whether the match was started by a page, in which case `watch.resume` can continue it once it is stopped.
    pub resumes: bool,
}

/// The result of a match so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MatchTable {
    /// The stage of the match.
    pub stage: Stage,
    /// Whether the server is still reading games, so that the table covers only some of them.
    pub loading: bool,
    /// The number of finished games.
    pub played: u64,
    /// The number of games in the schedule, if known.
    pub scheduled: Option<u32>,
    /// The results of each engine, in the order of `names`.
    pub engines: Vec<EngineRow>,
    /// The results of each pairing, at most a hundred.
    pub encounters: Vec<EncounterRow>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtTable>,
    /// The results of all games from Red's point of view.
    pub by_color: GameCounts,
    /// How many games ended in each way.
    pub endings: Vec<EndingCount>,
    /// The total number of plies in all games.
    pub plies: u64,
    /// A note if the machine was overloaded, which makes losses on time unreliable.
    pub overload: Option<String>,
    /// A description of the damaged part of the journal; null if all of it could be read.
    pub damage: Option<String>,
}

/// The stage of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The match is in progress.
    Running,
    /// The match was interrupted before the last game.
    Stopped,
    /// All games are over.
    Over,
}

/// The results of an engine against all others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EngineRow {
    /// The engine's limits, in words.
    pub limits: String,
    /// The engine's results.
    pub games: GameCounts,
    /// The Elo difference from all others, with the ends of the 95 % interval; null before the first game. A number is
    /// null where it is infinite.
    pub elo: Option<[Option<f64>; 3]>,
    /// The number of nodes per second; null if the engine does not report nodes.
    pub nps: Option<f64>,
    /// The mean depth in plies; null if the engine does not report depths.
    pub depth: Option<f64>,
    /// The mean time per move, in milliseconds; null before the first move.
    pub ms_per_move: Option<f64>,
    /// The longest time for a move, in milliseconds.
    pub slowest_ms: f64,
    /// The number of games lost by faults, including losses on time.
    pub faults: u64,
}

/// The results of games between two engines, from the first engine's point of view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EncounterRow {
    /// The two engines, as indices into the names.
    pub engines: [usize; 2],
    /// The results of single games.
    pub games: GameCounts,
    /// The games that the engines forfeited, in words, such as `8 games lost on time by b`.
    pub forfeits: Vec<String>,
    /// The results of pairs of games that share an opening, with colours reversed.
    pub pairs: PairCounts,
    /// The Elo difference, as in [`EngineRow::elo`].
    pub elo: Option<[Option<f64>; 3]>,
    /// The likelihood of superiority, 0 to 1; null before the first game.
    pub los: Option<f64>,
}

/// The state of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SprtTable {
    /// The lower hypothesis, in Elo as the model defines it.
    pub elo0: f64,
    /// The upper hypothesis, in Elo as the model defines it.
    pub elo1: f64,
    /// The model: `logistic` or `normalized`.
    pub model: String,
    /// The current log-likelihood ratio.
    pub llr: f64,
    /// The log-likelihood ratio at which the lower hypothesis is accepted.
    pub lower: f64,
    /// The log-likelihood ratio at which the upper hypothesis is accepted.
    pub upper: f64,
    /// The accepted hypothesis, `H0` or `H1`; null while the test is undecided.
    #[cfg_attr(test, ts(type = "\"H0\" | \"H1\" | null"))]
    pub accepted: Option<String>,
}

/// How many games ended in a certain way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EndingCount {
    /// The way the games ended, in words.
    pub text: String,
    /// The number of games.
    pub games: u64,
}

/// An update on the curve of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LlrNews {
    /// How many of the points sent earlier remain valid.
    pub from: usize,
    /// The points after the valid ones, each with the number of games and the log-likelihood ratio.
    pub points: Vec<(u64, f64)>,
}

/// An update on the list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GamesNews {
    /// The number of games in the list.
    pub total: usize,
    /// The games added to the list, newest first; if there are many, only the newest.
    pub new: Vec<GameRow>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// The game's number in the schedule, from 1.
    pub number: u64,
    /// Red's engine and Black's engine, as indices into the names.
    pub engines: [usize; 2],
    /// The result: `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// How the game ended, in words.
    pub ending: String,
    /// The number of moves by both sides together.
    pub plies: usize,
    /// When the game began, in seconds since 1970, UTC.
    pub started: u64,
    /// How long the game took, in milliseconds.
    pub ms: u64,
}

/// An update on the boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BoardsNews {
    /// The numbers of the games shown, starting at 1.
    pub games: Vec<u64>,
    /// How many more games are in progress.
    pub more: usize,
    /// The changes on these boards.
    pub changes: Vec<BoardNews>,
}

/// An update on a game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BoardNews {
    /// The game's number in the schedule, from 1.
    pub number: u64,
    /// The engines and the start position. If present, they replace everything sent about the game before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub begins: Option<BoardBegins>,
    /// The number of moves sent earlier that remain valid.
    pub from: usize,
    /// The moves after the valid ones.
    pub moves: Vec<WrittenMove>,
    /// The engines' scores for these moves; null for opening moves, and where an engine gave no score.
    #[cfg_attr(test, ts(type = "Array<Score | null>"))]
    pub red_scores: Vec<Option<ScoreReport>>,
    /// The side to move: `red` or `black`.
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: String,
    /// The clocks.
    pub clocks: BoardClocks,
}

/// How a game began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BoardBegins {
    /// Red's engine and Black's engine, as indices into the names.
    pub engines: [usize; 2],
    /// The FEN of the start position.
    pub start: String,
}

/// The clocks of a game in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BoardClocks {
    /// Red's remaining time after the last move, in milliseconds; null if Red plays without a clock.
    pub red_ms: Option<u64>,
    /// Black's remaining time after the last move, in milliseconds; null if Black plays without a clock.
    pub black_ms: Option<u64>,
    /// How long the side to move has been thinking, in milliseconds; null while the engines are not ready.
    pub thinks_ms: Option<u64>,
}

/// A finished game, with its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MatchGameReport {
    /// The game's number in the schedule, from 1.
    pub number: u64,
    /// The game, with the engines' output as comments.
    pub game: ReadGame,
    /// The engines' scores for each move; null where an engine gave no score.
    #[cfg_attr(test, ts(type = "Array<Score | null>"))]
    pub red_scores: Vec<Option<ScoreReport>>,
    /// How the game ended, in words.
    pub ending: String,
}
