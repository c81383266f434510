//! Shared by the tests: start positions, random games, and the rules written a second time.

#![allow(dead_code, reason = "every test file uses another part")]

pub(crate) mod games;
pub(crate) mod naive;
pub(crate) mod naive_judge;
pub(crate) mod playout;
pub(crate) mod walk;
