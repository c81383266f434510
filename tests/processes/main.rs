//! The built engine in conversation over its pipes, and the arena with engines that misbehave. Most of these tests
//! depend on time; see `tests/it` for the others.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

#[cfg(target_os = "linux")]
mod arena;
mod check_engine;
mod engine_process;
mod protocol;
mod serve;
