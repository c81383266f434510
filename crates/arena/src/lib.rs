//! Matches between engines: engine processes, games, schedules, records on disk, statistics.
//!
//! A [`MatchPlan`] becomes a [`Match`], which keeps its games in a folder, can be watched, stopped and resumed, and
//! ends as soon as its sequential test is decided. One level below, a [`Tournament`] plays the games of a [`Schedule`],
//! several at a time, and reports each finished game. A [`MatchJournal`] keeps these games on disk, [`Standings`] count
//! their results, and [`stats`] turns the counts into Elo. A [`MatchReader`] reads a match's folder from outside.
//! [`compliance`] checks whether an engine follows its protocol.
//!
//! ```
//! use chuhe_arena::MatchPlan;
//! use chuhe_arena::settings::EngineSettings;
//!
//! let engine = |command| EngineSettings::from_words([command, "nodes=20000"]);
//! let engines = vec![engine("cmd=new/chuhe")?, engine("cmd=old/chuhe")?];
//! let plan = MatchPlan { rounds: 100, ..MatchPlan::new(engines) };
//! assert_eq!(plan.schedule()?.len(), 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod adjudicate;
mod client;
mod clock;
pub mod compliance;
mod contest;
mod engine_link;
mod external;
mod fault;
mod folder;
mod game;
mod games_file;
mod introduction;
mod journal;
mod live;
mod load;
mod offers;
mod opening_lines;
mod openings;
mod phrase;
mod plan;
mod process;
mod processors;
mod reader;
mod record;
mod register;
mod review;
mod schedule;
pub mod settings;
mod spec;
mod standings;
pub mod stats;
pub mod summary;
mod tournament;

pub use client::{Charge, EngineInfo, Patience};
pub use contest::{Match, MatchError};
pub use external::{ExternalEngine, ExternalError};
pub use fault::{Fault, LaunchError, StartFailure, fault_name};
pub use folder::KeepLogs;
pub use game::Conditions;
pub use games_file::{GamesFile, PgnStyle};
pub use journal::{JOURNAL_FILE, JournalError, MatchJournal};
pub use live::{LIVE_FILE, LiveMatch, RunningGame};
pub use load::Overload;
pub use offers::{OptionProblem, list as name_list, quoted as quoted_names};
pub use openings::{BookOpening, BookSettings, BrokenOpening, OpeningBook, OpeningBookError};
pub use phrase::Phrase;
pub use plan::{MatchPlan, PlanError, PreparedMatch};
pub use process::{ExitReport, processors};
pub use processors::{ProcessorsError, choose_processors};
pub use reader::{
    GameEntry, LlrPoint, MatchGame, MatchGlance, MatchReader, MatchStage, ReaderError,
};
pub use record::{EndReason, Ending, GameRecord, PlayedMove, ending_name};
pub use register::{EngineRegister, RegisterError, engine_settings, expand_names, is_engine_name};
pub use review::{Disagreement, Opinion, Review, ReviewError, Reviewer};
pub use schedule::{Fixture, Schedule, TournamentFormat};
pub use spec::{ClockKind, MatchSpec, MoveNotation, SpecError, TournamentForm};
pub use standings::{Encounter, Forfeits, Performance, Standings, first_mover, result};
pub use tournament::{FinishedGame, Tournament, TournamentError};
