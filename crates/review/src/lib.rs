//! Reviews xiangqi games.
//!
//! | to | see |
//! |---|---|
//! | search many positions in parallel | [`analysis`] |
//! | grade every move of a game | [`annotation`] |
//! | make puzzles from games | [`puzzles`] |
//! | draw a board | [`picture`] |
//! | keep results, so that interrupted work can resume | [`results_file`] |
//!
//! ```
//! use std::num::NonZero;
//! use std::sync::atomic::AtomicBool;
//!
//! use chuhe_engine::engine::EngineSource;
//! use chuhe_engine::engine::config::Config;
//! use chuhe_engine::search::Limits;
//! use chuhe_formats::collection::{Collection, FileFormat};
//! use chuhe_review::annotation::{AnnotationSettings, annotate};
//!
//! let pgn = b"1. h2e2 h9g7 2. e2e6 b9c7 *".to_vec();
//! let game = Collection::new(pgn, FileFormat::Pgn).games().next().expect("the text contains a game")?;
//! let settings = AnnotationSettings {
//!     limits: Limits::nodes(2000),
//!     jobs: NonZero::<usize>::MIN,
//!     config: Config::default(),
//!     engines: EngineSource::default(),
//! };
//! let annotated = annotate(game, &settings, &AtomicBool::new(false), &|| ())?;
//! for graded in &annotated.moves {
//!     println!("{} loses {} centipawns", graded.mv, graded.loss_cp);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without the default feature `games`, the crate contains only [`analysis`] and [`results_file`]. The feature `png` adds
//! PNG pictures to those in SVG.

pub mod analysis;
#[cfg(feature = "games")]
pub mod annotation;
mod dispute;
#[cfg(feature = "games")]
mod move_texts;
#[cfg(feature = "games")]
pub mod picture;
#[cfg(feature = "games")]
pub mod puzzles;
pub mod results_file;

pub use dispute::{Dispute, DisputedMove};
