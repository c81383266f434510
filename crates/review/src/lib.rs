//! Xiangqi games reviewed.
//!
//! | to | see |
//! |---|---|
//! | search many positions in parallel | [`analysis`] |
//! | grade every move of a game | [`annotation`] |
//! | make puzzles of games | [`puzzles`] |
//! | draw a board | [`picture`] |
//!
//! The feature `png` adds PNG pictures; SVG needs nothing.

pub mod analysis;
pub mod annotation;
pub mod picture;
pub mod puzzles;
