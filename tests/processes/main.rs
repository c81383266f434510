//! Tests protocol sessions with the built engine over its pipes, and the arena with misbehaving engines. Most of these
//! tests depend on time; see `tests/it` for the others.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

#[cfg(target_os = "linux")]
mod arena;
mod check_engine;
mod engine_process;
#[cfg(target_os = "linux")]
mod external;
mod protocol;
mod serve;
