//! A xiangqi (Chinese chess) engine: everything the `chuhe` binary does, as a library.

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod notation;
mod platform;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod types;
