//! Gomoku, or five in a row: rules, threat solvers, an engine, Gomocup's protocol, and play in the terminal.

pub mod baseline;
mod bits;
pub mod board;
mod candidates;
#[cfg(feature = "program")]
pub mod cli;
pub mod diagram;
pub mod engine;
mod evaluate;
pub mod fours;
pub mod level;
pub mod patterns;
pub mod piskvork;
pub mod position;
pub mod rules;
pub mod swap;
pub mod terminal;
pub mod threes;
mod tree;
mod worth;

pub use tree::Evaluation;
