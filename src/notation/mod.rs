//! How moves are written down.

pub mod iccs;
