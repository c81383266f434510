//! Reviews xiangqi games.
//!
//! | to | see |
//! |---|---|
//! | search many positions in parallel | [`analysis`] |
//! | grade every move of a game | [`annotation`] |
//! | make puzzles from games | [`puzzles`] |
//! | draw a board | [`picture`] |
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
//!     engines: EngineSource::Own,
//! };
//! let annotated = annotate(game, &settings, &AtomicBool::new(false), &|| ())?;
//! for graded in &annotated.moves {
//!     println!("{} loses {} centipawns", graded.mv, graded.loss_cp);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The feature `png` adds PNG pictures; SVG is always available.

pub mod analysis;
pub mod annotation;
mod note;
pub mod picture;
pub mod puzzles;
