//! Tests the engine's public interface against slow second implementations written for the tests.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod attacks;
mod codecs;
mod common;
mod composed;
mod evaluation;
mod fen;
mod network;
mod notation;
mod perft;
mod properties;
mod rules;
mod search;
mod see;
