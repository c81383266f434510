//! The second, slow writings of the rules, which the tests have.

#[path = "../../crates/engine/tests/it/common/naive.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
pub(crate) mod naive;
#[path = "../../crates/engine/tests/it/common/naive_judge.rs"]
pub(crate) mod naive_judge;
