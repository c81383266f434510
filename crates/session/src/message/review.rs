//! The messages about reviews.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A file whose games are to be reviewed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ReviewFile {
    /// The name of the file, whose extension helps to detect its format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The contents, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The contents, in Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
    /// The number of nodes to search for each position, by default 200,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The name of another engine, from `engines` in `hello`; omit it for chuhe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
}

/// Selects one or all of the games in a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ReviewChoice {
    /// The number of the review.
    pub job: u64,
    /// The number of the game in the file, from 1; omit it to select all games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
}

/// Selects part of the list of games in a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ReviewPart {
    /// The number of the review.
    pub job: u64,
    /// The number of the first game, from 1.
    pub from: usize,
    /// The number of games, at most 100.
    pub count: usize,
}

/// The state of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewState {
    /// The number of the review.
    pub job: u64,
    /// The name of the file; empty if unknown.
    pub name: String,
    /// The name under which the review is stored; null if it is not stored.
    pub saved: Option<String>,
    /// The number of nodes searched for each position.
    pub nodes: u64,
    /// The engine with which the games are reviewed, with its version and options.
    #[serde(default)]
    pub engine: String,
    /// The number of games in the list; null while the file is being read.
    pub games: Option<usize>,
    /// The number of further games in the file, which are not in the list.
    pub more: usize,
    /// The number of annotated games.
    pub annotated: usize,
    /// The number of puzzles found.
    pub puzzles: usize,
    /// The current work, or null if there is none.
    pub work: Option<ReviewWork>,
}

/// The current work of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewWork {
    /// The kind of work.
    pub task: ReviewTask,
    /// The number of the game, if the work is about a single game.
    pub game: Option<usize>,
    /// The number of games completed among those requested together.
    pub games_done: usize,
    /// The number of games requested together.
    pub games: usize,
    /// The number of positions searched so far in the games requested together; 0 in a search for puzzles.
    pub done: usize,
    /// The total number of positions in the games requested together.
    pub of: usize,
}

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ReviewTask {
    /// Reading the file.
    Read,
    /// Annotating games.
    Annotate,
    /// Searching for puzzles.
    Puzzles,
}

/// A game in the list of a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewRow {
    /// The game's number in the file, from 1.
    pub game: usize,
    /// Red's player; empty if unknown.
    pub red: String,
    /// Black's player; empty if unknown.
    pub black: String,
    /// The event in which the game was played; empty if unknown.
    pub event: String,
    /// The date in the file; empty if unknown.
    pub date: String,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The number of moves by both sides together.
    pub plies: usize,
    /// Why the rest of the game could not be read; null if the game is complete.
    pub note: Option<String>,
    /// Why the game cannot be reviewed; null if it can.
    pub refused: Option<String>,
    /// The results, or null if the game has not been annotated.
    pub review: Option<ReviewSummary>,
}

/// The quality of the two sides' play, Red first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewSummary {
    /// The accuracy of each side in percent; null for a side that never had a choice.
    pub accuracy: [Option<f64>; 2],
    /// For each side, the number of mistakes, blunders and missed mates together.
    pub mistakes: [usize; 2],
}

/// An update on a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewNotice {
    /// The number of the review.
    pub job: u64,
    /// The news.
    #[serde(flatten)]
    pub news: ReviewNews,
}

/// An update on a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ReviewNews {
    /// The state of the review.
    State(ReviewState),
    /// A game was annotated, or cannot be annotated.
    Row(ReviewRow),
    /// Puzzles found in a game, in the JSON format of `chuhe puzzles`.
    Puzzles(#[cfg_attr(test, ts(type = "Puzzle[]"))] Value),
    /// The reason why the review ended early.
    Failure(String),
    /// Why the review could not be stored.
    Unsaved(String),
}
