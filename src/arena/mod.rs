//! Matches between engines: processes that are talked with, games, judgement, statistics.
//!
//! A [`MatchPlan`] becomes a [`Match`], which is kept in a folder, can be watched, stopped and resumed, and ends early
//! when its sequential test does. Below it, a [`Tournament`] plays the games of a [`Schedule`], several at a time, and
//! hands each out when it is over. A [`MatchJournal`] keeps them on disk, [`Standings`] adds them up, [`stats`] says what that
//! means.

pub mod adjudicate;
mod client;
mod clock;
pub mod compliance;
mod contest;
mod engine_link;
mod folder;
mod game;
mod games_file;
mod journal;
mod openings;
mod plan;
mod process;
mod processors;
mod record;
mod review;
mod schedule;
pub mod settings;
mod standings;
pub mod stats;
pub mod summary;
mod tournament;

pub use client::{Charge, EngineInfo, Fault, Patience};
pub use contest::{Match, MatchError};
pub use folder::{FolderError, KeepLogs};
pub use game::Conditions;
pub use games_file::{GamesFile, PgnStyle};
pub use journal::{JournalError, MatchJournal};
pub use openings::{Book, BookError, BookFormat, BookOpening, BookSettings};
pub use plan::{MatchPlan, PlanError, PreparedMatch};
pub use process::processors;
pub use processors::{ProcessorsError, choose_processors};
pub use record::{EndReason, GameRecord, PlayedMove};
pub use review::{Disagreement, Opinion, Review, ReviewError, Reviewer};
pub use schedule::{Fixture, Schedule, TournamentFormat};
pub use standings::{
    Encounter, Performance, Standings, ending_name, fault_name, first_mover, result,
};
pub use tournament::{Finished, Introduction, Tournament, TournamentError, introduce};
