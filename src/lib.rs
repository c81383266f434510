//! A xiangqi (Chinese chess) engine: everything the `chuhe` binary does, as a library.

pub mod board;
pub mod eval;
mod platform;
pub mod rules;
pub mod search;
pub mod types;
