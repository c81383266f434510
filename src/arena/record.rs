//! A finished game, as the journal keeps it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudicate::Cause;
use super::client::{EngineInfo, Fault};
use crate::rules;
use crate::types::{Color, Move};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, 0 first.
    pub number: u32,
    /// Who had Red and who Black, as places in the list of engines.
    pub engines: [usize; 2],
    /// The position it began with.
    pub fen: String,
    /// Moves played before the engines were asked.
    pub book: Vec<Move>,
    /// The engines' moves.
    pub moves: Vec<PlayedMove>,
    /// The winner; none for a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub reason: EndReason,
    /// When it began, in seconds since 1970, UTC.
    pub started: u64,
    /// How long it took, in milliseconds.
    pub millis: u64,
}

/// A move of an engine, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// What the engine's clock was charged, in microseconds.
    pub micros: u64,
    /// What the engine said about its search.
    #[serde(flatten)]
    pub thought: EngineInfo,
}

impl PlayedMove {
    /// What the engine's clock was charged.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.micros)
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EndReason {
    /// By the rules, as the judge has it.
    Rule(rules::Reason),
    /// The loser's engine did something wrong.
    Fault(Fault),
    /// The loser's engine gave up, with the word that UCCI has for it.
    Resignation,
    /// It was ended early.
    Adjudication(Cause),
}
