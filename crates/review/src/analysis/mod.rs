//! Searches many positions in parallel, returning the results in order, and judges games at every position.
//!
//! ```
//! use chuhe_review::analysis::{Batch, PositionLimits, PositionSource};
//! use chuhe_engine::engine::EngineSource;
//! use chuhe_engine::engine::config::Config;
//! use chuhe_formats::lines::Positions;
//!
//! let mut source = PositionSource::new(None, Positions::All);
//! source.add_text("my games", "h2e2 h9g7\n".into(), None);
//!
//! let batch = Batch {
//!     config: Config { hash_mb: 1, ..Config::default() },
//!     limits: PositionLimits { nodes: Some(500), ..PositionLimits::default() },
//!     jobs: 2,
//!     engines: EngineSource::default(),
//! };
//! let run = batch.start(source.positions()?)?;
//! let handle = run.handle(); // to stop it from another thread
//! for result in run {
//!     let report = result?;
//!     println!("{}: {:?} {}", report.number, report.best_move, report.lines[0].score);
//! }
//! # handle.stop();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each position is searched with an empty hash table, so a result depends only on its position if there is one thread
//! and a limit on nodes or depth. A [`ResultsFile`](crate::results_file::ResultsFile)
//! keeps results on disk, so that an interrupted batch can resume.

mod batch;
mod book_check;
mod comparison;
mod expected;
mod format;
mod judged_game;
mod positions;
mod report;
mod terms;

pub use batch::{
    BATCH_HASH_MB, Batch, BatchError, BatchHandle, BatchRun, PositionLimits, table_mb,
};
pub use book_check::{BookCheck, CheckedMove, CheckedPosition};
pub use comparison::{Comparison, PositionComparison};
pub use expected::{ExpectedMoves, ExpectedMovesError};
pub use format::ResultFormat;
pub use judged_game::{JudgeEvent, JudgeSummary, JudgedGame, JudgedGameReport, judge_files};
pub use positions::{
    PositionOrigin, PositionReadError, PositionSource, QueuedPosition, RefusedPosition,
};
pub use report::{AnalyzedLine, NoMoves, PositionReport, SearchReport};
pub use terms::BatchTerms;
