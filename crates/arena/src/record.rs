//! The record of a finished game, as stored in the journal.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudicate::Cause;
use super::client::EngineInfo;
use super::fault::{Fault, fault_details, fault_name};
use chuhe_engine::rules;
use chuhe_engine::types::{Color, Move};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's number in the schedule, from 0.
    pub number: u32,
    /// The engines that played Red and Black, as indices.
    pub engines: [usize; 2],
    /// The position before the book moves.
    pub fen: String,
    /// Moves played before the engines took over.
    pub book: Vec<Move>,
    /// The engines' moves.
    pub moves: Vec<PlayedMove>,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The way the game ended.
    pub reason: EndReason,
    /// When the game began, in seconds since 1970, UTC.
    pub started: u64,
    /// How long the game took, in milliseconds.
    pub millis: u64,
    /// Whether the searches had to share processors, so that times and losses on time say little about the engines. See
    /// [`Overload`](super::Overload).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overloaded: bool,
}

/// An engine's move, with its time and search information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The time charged to the engine's clock, in microseconds.
    pub micros: u64,
    /// The engine's information about its search.
    #[serde(flatten)]
    pub thought: EngineInfo,
}

impl PlayedMove {
    /// The time charged to the engine's clock.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.micros)
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The rules ended the game.
    Rule(rules::Reason),
    /// The losing engine committed a fault.
    Fault(Fault),
    /// The losing engine resigned, as UCCI engines can.
    Resignation,
    /// The game was adjudicated.
    Adjudication(Cause),
}

/// The name of an ending, in a few words.
pub fn ending_name(reason: &EndReason) -> &'static str {
    match reason {
        EndReason::Rule(reason) => reason.name(),
        EndReason::Fault(fault) => fault_name(fault),
        EndReason::Resignation => "resignation",
        EndReason::Adjudication(Cause::Lost) => "adjudicated by score",
        EndReason::Adjudication(Cause::Even) => "adjudicated draw",
        EndReason::Adjudication(Cause::Length) => "too long",
        EndReason::Adjudication(Cause::Table) => "endgame table",
    }
}

/// The way a game ended, with the side to blame for a fault.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'a> {
    /// The way the game ended.
    pub reason: &'a EndReason,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
}

impl GameRecord {
    /// The way the game ended.
    pub const fn ending(&self) -> Ending<'_> {
        Ending { reason: &self.reason, winner: self.winner }
    }
}

impl fmt::Display for Ending<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ending_name(self.reason))?;
        let (EndReason::Fault(fault), Some(winner)) = (self.reason, self.winner) else {
            return Ok(());
        };
        write!(f, " ({}){}", !winner, fault_details(fault))
    }
}
