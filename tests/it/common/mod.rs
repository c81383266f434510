//! Code shared by the tests, which runs the binary and implements the rules a second time.

pub(crate) mod command;
#[expect(dead_code, reason = "the engine's tests use the rest")]
#[path = "../../../crates/engine/tests/it/common/naive.rs"]
pub(crate) mod naive;
#[path = "../../../crates/engine/tests/it/common/naive_judge.rs"]
pub(crate) mod naive_judge;
