//! Makes everything the engine plays with: training data, weights, networks, opening books and endgame tables.
//!
//! [`datagen`] plays the games. [`data`] defines their file format, which any trainer may read; see
//! `docs/reference/data-format.md`. [`tune`] fits the weights of the hand-crafted evaluation and [`train`] trains
//! networks; both learn from a [`Corpus`]. [`safetensors`] exchanges networks with other trainers. [`book`] makes
//! opening books, and [`tables`] makes endgame tables.
//!
//! ```
//! use chuhe_engine::board::{Position, START_FEN};
//! use chuhe_lab::data::{Ply, SelfPlayGame};
//!
//! let game = SelfPlayGame {
//!     start: START_FEN.to_owned(),
//!     plies: vec![Ply { mv: "h2e2".parse()?, score: Some(31) }],
//!     side_lines: Vec::new(),
//!     winner: None,
//!     adjudicated: false,
//! };
//! let mut inputs = Vec::new(); // what a trainer learns from
//! let end: Position = game.replay(|position, ply| inputs.push((position.fen(), ply.score)))?;
//! assert_eq!(inputs, [(START_FEN.to_owned(), Some(31))]);
//! assert_eq!(end.history().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod book;
mod corpus;
pub mod data;
pub mod datagen;
pub mod safetensors;
pub mod tables;
pub mod train;
pub mod tune;

pub use self::corpus::{Corpus, CorpusError, DataOrigin, NumberedGames, is_held_out};

use std::num::NonZero;

use chuhe_util::parallel::map_in_order;

/// Splits the work between threads and collects their results.
fn in_parallel<T: Sync, R: Send>(
    threads: NonZero<usize>,
    items: &[T],
    work: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    let size = items.len().div_ceil(threads.get()).max(1);
    let parts = items.chunks(size);
    map_in_order(threads, parts, || (), |(), part| work(part), |results| results.collect())
}
