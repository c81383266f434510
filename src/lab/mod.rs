//! Learning from the engine's own games: making them, and fitting the evaluation to them.
//!
//! [`datagen`] plays, and [`data`] is the form its games have on disk, which any trainer may read; see
//! `docs/data-format.md`. [`tune`] fits the weights of the hand-crafted evaluation.

pub mod data;
pub mod datagen;
pub mod tune;
