//! Reviews: what is asked for, and what is told of them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A file whose games are to be reviewed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewFile {
    /// The name of the file, whose ending may tell its format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is in it, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What is in it, as Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
    /// Nodes with which each position is searched; 100,000 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A review, and maybe one of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewChoice {
    /// The review.
    pub job: u64,
    /// The number of the game in the file, 1 for the first; none for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
}

/// A part of the list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewPart {
    /// The review.
    pub job: u64,
    /// The number of the first game, from 1.
    pub from: usize,
    /// The number of games, 100 at most.
    pub count: usize,
}

/// How far a review is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewState {
    /// The review.
    pub job: u64,
    /// The name of the file; empty if it has none.
    pub name: String,
    /// Nodes with which each position is searched.
    pub nodes: u64,
    /// The games of the file; none while it is read.
    pub games: Option<usize>,
    /// Games after those, which are not in the list.
    pub more: usize,
    /// Games that have been annotated.
    pub annotated: usize,
    /// Puzzles that have been found.
    pub puzzles: usize,
    /// What is done now; none if nothing is.
    pub work: Option<ReviewWork>,
}

/// What a review does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewWork {
    /// What it is.
    pub task: ReviewTask,
    /// The game, if it is a single one.
    pub game: Option<usize>,
    /// Games that are done, of those that were asked for together.
    pub games_done: usize,
    /// Games that were asked for together.
    pub games: usize,
    /// Positions of them that have been searched. Those of a hunt for puzzles are not counted.
    pub done: usize,
    /// Positions of them.
    pub of: usize,
}

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewTask {
    /// The file is read.
    Read,
    /// Games are annotated.
    Annotate,
    /// Puzzles are looked for.
    Puzzles,
}

/// A game in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewRow {
    /// Its number in the file, 1 for the first.
    pub game: usize,
    /// Who had Red; empty if unknown.
    pub red: String,
    /// Who had Black; empty if unknown.
    pub black: String,
    /// The event; empty if unknown.
    pub event: String,
    /// The date as the file has it; empty if unknown.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Moves of both sides.
    pub plies: usize,
    /// Why it could be read no further; none if it is whole.
    pub note: Option<String>,
    /// Why it cannot be reviewed; none if it can.
    pub refused: Option<String>,
    /// What came of it; none if it has not been annotated.
    pub review: Option<ReviewSummary>,
}

/// How both sides of a game played, Red first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewSummary {
    /// Accuracies in percent; none for a side that had no choice.
    pub accuracy: [Option<f64>; 2],
    /// Mistakes, blunders and missed mates.
    pub mistakes: [usize; 2],
}

/// What is new in a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewNotice {
    /// The review.
    pub job: u64,
    /// What is new.
    #[serde(flatten)]
    pub news: ReviewNews,
}

/// What is new.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewNews {
    /// How far it is.
    State(ReviewState),
    /// A game has been annotated, or cannot be.
    Row(ReviewRow),
    /// Puzzles that have been found in a game, each as in the JSON of `chuhe puzzles`.
    Puzzles(Value),
    /// It came to an early end, in words.
    Failure(String),
}
