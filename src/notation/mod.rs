//! How moves are written down.

pub mod diagram;
pub mod iccs;
