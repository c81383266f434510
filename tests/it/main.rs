//! All tests that do not depend on time: they use the library from outside and run the commands of the built binary.
//!
//! They form a single crate, because every test crate is linked with the whole library. Protocol sessions that depend
//! on time are tested in `tests/processes`, and response times in `tests/response_times.rs`. Cargo runs test crates one
//! after the other, so no other tests in this package disturb their timing.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod annotate;
mod batch;
mod board;
mod books;
mod chinese;
mod cli;
mod cloud;
mod common;
mod convert;
mod database;
mod datagen;
mod documents;
mod fuzzing;
mod judge;
mod network;
mod outputs;
mod play;
mod positions;
mod puzzles;
mod reasons;
mod statistics;
#[cfg(unix)]
mod streams;
mod tables;
mod training;
mod vocabulary;
#[path = "../../crates/formats/tests/it/xqf_file.rs"]
mod xqf_file;
