//! Matches between engines: processes that are talked with, games, judgement, statistics.
//!
//! [`Tournament`] plays the games of a [`Schedule`], several at a time, and hands each out when it is over. A
//! [`Journal`] keeps them on disk, [`Standings`] adds them up, [`stats`] says what that means.

pub mod adjudicate;
mod client;
mod clock;
pub mod compliance;
mod game;
mod games_file;
mod journal;
mod openings;
mod process;
mod record;
mod review;
mod schedule;
pub mod settings;
mod standings;
pub mod stats;
pub mod summary;
mod tournament;

pub use client::{Charge, Fault, Patience, Thought};
pub use game::Conditions;
pub use games_file::GamesFile;
pub use journal::{Journal, JournalError};
pub use openings::{Book, BookError, Format as BookFormat, Opening};
pub use process::processors;
pub use record::{GameRecord, PlayedMove, Reason};
pub use review::{Disagreement, Opinion, Review, ReviewError, Reviewer};
pub use schedule::{Fixture, Format, Schedule};
pub use standings::{
    Encounter, Performance, Standings, ending_name, fault_name, first_mover, result,
};
pub use tournament::{Finished, Introduction, Tournament, TournamentError, introduce};
