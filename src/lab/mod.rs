//! Self-play games as training data, and the tuner of the evaluation.
//!
//! [`datagen`] plays the games. [`data`] is their file format, which any trainer may read; see `docs/data-format.md`.
//! [`tune`] fits the weights of the hand-crafted evaluation.
//!
//! ```
//! use chuhe::board::{Position, START_FEN};
//! use chuhe::lab::data::{Ply, SelfPlayGame};
//!
//! let game = SelfPlayGame {
//!     start: START_FEN.to_owned(),
//!     plies: vec![Ply { mv: "h2e2".parse()?, score: Some(31) }],
//!     winner: None,
//!     adjudicated: false,
//! };
//! let mut inputs = Vec::new(); // what a trainer learns from
//! let end: Position = game.replay(|position, ply| inputs.push((position.fen(), ply.score)))?;
//! assert_eq!(inputs, [(START_FEN.to_owned(), Some(31))]);
//! assert_eq!(end.history().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod data;
pub mod datagen;
pub mod tune;
