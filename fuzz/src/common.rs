//! The second, slower implementations of the rules, shared with the tests.

#[path = "../../crates/engine/tests/it/common/naive.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
pub(crate) mod naive;
#[path = "../../crates/engine/tests/it/common/naive_judge.rs"]
pub(crate) mod naive_judge;
