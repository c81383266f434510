//! Code shared by the tests: running the binary, and a second implementation of the rules.

pub(crate) mod command;
#[expect(dead_code, reason = "the engine's tests use the rest")]
#[path = "../../../crates/engine/tests/it/common/naive.rs"]
pub(crate) mod naive;
#[path = "../../../crates/engine/tests/it/common/naive_judge.rs"]
pub(crate) mod naive_judge;
