//! What the server says of matches.

use serde::{Deserialize, Serialize};

use super::answer::{ReadGame, ScoreReport, WrittenMove};

/// Games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameCounts {
    /// Games the first engine won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games the first engine lost.
    pub losses: u64,
}

/// Pairs of games by their two results, in either order: `w`, `d` and `l` are a game won, drawn and lost.
#[expect(missing_docs, reason = "the names are the results")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[serde(deny_unknown_fields)]
pub struct ListedMatch {
    /// What `watch.open` takes.
    pub folder: String,
    /// The names of the engines.
    pub names: Vec<String>,
    /// Whether it is being played.
    pub running: bool,
    /// The number of games that are over, if it is known.
    pub played: Option<u64>,
    /// The number of games in the schedule, if it is known.
    pub scheduled: Option<u32>,
    /// When a game was last added, in seconds since 1970, UTC.
    pub changed: u64,
}

/// What is new in a match. What has not changed is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatchNotice {
    /// The key that `watch.open` gave.
    pub key: u64,
    /// The match. What was told before is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<WatchedMatch>,
    /// The table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Box<MatchTable>>,
    /// The curve of the sequential test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub llr: Option<LlrNews>,
    /// The games that are over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<GamesNews>,
    /// The games that are being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<BoardsNews>,
    /// Why the folder cannot be read at the moment, in words; empty if it can be read again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatchedMatch {
    /// As it was asked for.
    pub folder: String,
    /// The names of the engines.
    pub names: Vec<String>,
    /// Where the openings come from: `startpos` or the name of a file.
    pub openings: String,
    /// Whether the server itself plays the match, so `watch.stop` can end it.
    pub own: bool,
}

/// The result of a match so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchTable {
    /// How far it is.
    pub stage: Stage,
    /// Whether games are still being read, so that all of this is about a part of them.
    pub loading: bool,
    /// The number of games that are over.
    pub played: u64,
    /// The number of games in the schedule, if it is known.
    pub scheduled: Option<u32>,
    /// Results by engine, in the order of their names.
    pub engines: Vec<EngineRow>,
    /// Results by pairing, a hundred at most.
    pub encounters: Vec<EncounterRow>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtTable>,
    /// Results from Red's view.
    pub by_color: GameCounts,
    /// How games ended, in words.
    pub endings: Vec<EndingCount>,
    /// Plies of all games.
    pub plies: u64,
    /// What of the journal could not be read, in words; none if all could.
    pub damage: Option<String>,
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// It is being played.
    Running,
    /// Nobody plays it, and games are left.
    Stopped,
    /// It has been played to its end.
    Over,
}

/// The results of an engine against all others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineRow {
    /// Its limits, in words.
    pub limits: String,
    /// Its results.
    pub games: GameCounts,
    /// Elo against all others, with the ends of the 95 % interval; none before its first game, null where it is infinite.
    pub elo: Option<[Option<f64>; 3]>,
    /// Nodes per second, if it tells of nodes.
    pub nps: Option<f64>,
    /// Mean depth in plies, if it tells of depths.
    pub depth: Option<f64>,
    /// Mean time per move in milliseconds; none before its first move.
    pub ms_per_move: Option<f64>,
    /// The longest time for a move in milliseconds.
    pub slowest_ms: f64,
    /// Games that it lost by faults, those on time included.
    pub faults: u64,
}

/// The results between two engines, from the view of the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EncounterRow {
    /// The engines, by their places among the names.
    pub engines: [usize; 2],
    /// Results of single games.
    pub games: GameCounts,
    /// Results of pairs of games with the same opening and colours exchanged.
    pub pairs: PairCounts,
    /// Elo, as that of an engine.
    pub elo: Option<[Option<f64>; 3]>,
    /// Likelihood of superiority, 0 to 1; none before the first game.
    pub los: Option<f64>,
}

/// The state of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtTable {
    /// The lower hypothesis, in Elo of the model.
    pub elo0: f64,
    /// The upper hypothesis, in Elo of the model.
    pub elo1: f64,
    /// The model: `logistic` or `normalized`.
    pub model: String,
    /// The log-likelihood ratio now.
    pub llr: f64,
    /// Where the lower hypothesis is accepted.
    pub lower: f64,
    /// Where the upper hypothesis is accepted.
    pub upper: f64,
    /// The accepted hypothesis, `H0` or `H1`; none while the test is undecided.
    pub accepted: Option<String>,
}

/// How many games ended in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndingCount {
    /// The way, in words.
    pub text: String,
    /// The number of games.
    pub games: u64,
}

/// What is new in the curve of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LlrNews {
    /// How many of the points told before stay.
    pub from: usize,
    /// Those that follow: after how many games, and the log-likelihood ratio.
    pub points: Vec<(u64, f64)>,
}

/// What is new in the list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesNews {
    /// The number of games in the list.
    pub total: usize,
    /// The games that were added, the newest first; of many only the newest.
    pub new: Vec<GameRow>,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// Its number in the schedule, from 1.
    pub number: u64,
    /// Who had Red and who Black, by their places among the names.
    pub engines: [usize; 2],
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// How it ended, in words.
    pub ending: String,
    /// The number of moves of both sides.
    pub plies: usize,
    /// When it began, in seconds since 1970, UTC.
    pub started: u64,
    /// How long it took, in milliseconds.
    pub ms: u64,
}

/// What is new on the boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardsNews {
    /// The numbers of the games that are shown, from 1.
    pub games: Vec<u64>,
    /// How many more games are being played.
    pub more: usize,
    /// What has changed on the boards of some of them.
    pub changes: Vec<BoardNews>,
}

/// What is new in a game that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardNews {
    /// Its number in the schedule, from 1.
    pub number: u64,
    /// How it began. What was told of it before is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<BoardBegins>,
    /// How many of the moves told before stay.
    pub from: usize,
    /// Those that follow.
    pub moves: Vec<WrittenMove>,
    /// What the engines said of these moves; null for moves of the opening, and where they said nothing.
    pub scores: Vec<Option<ScoreReport>>,
    /// Whose turn it is: `red` or `black`.
    pub side: String,
    /// The clocks.
    pub clocks: BoardClocks,
}

/// How a game began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardBegins {
    /// Who has Red and who Black, by their places among the names.
    pub engines: [usize; 2],
    /// The FEN of the start.
    pub start: String,
}

/// The clocks of a game that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardClocks {
    /// What Red had left after the last move, in milliseconds; none if it plays without a clock.
    pub red_ms: Option<u64>,
    /// The same of Black.
    pub black_ms: Option<u64>,
    /// For how long the side to move has been thinking; none while the engines are not ready.
    pub thinks_ms: Option<u64>,
}

/// A game that is over, with its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchGameReport {
    /// Its number in the schedule, from 1.
    pub number: u64,
    /// The game, with what the engines said as comments.
    pub game: ReadGame,
    /// What the engines said of each move; null where they said nothing.
    pub scores: Vec<Option<ScoreReport>>,
    /// How it ended, in words.
    pub ending: String,
}
