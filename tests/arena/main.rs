//! `chuhe match` with engines that misbehave: no game is lost, doubled or given to the wrong side.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod clocks;
#[allow(dead_code, reason = "only its patience is needed here")]
#[path = "../common/engine_process.rs"]
mod engine_process;
mod faults;
mod formats;
mod harness;
mod refusals;
mod resume;
