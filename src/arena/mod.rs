//! Engines against each other.

pub mod stats;
