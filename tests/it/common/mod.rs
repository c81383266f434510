//! Shared by the tests: start positions, random games, the rules written a second time, and runs of the binary.

pub(crate) mod command;
pub(crate) mod games;
pub(crate) mod memory;
pub(crate) mod naive;
pub(crate) mod naive_judge;
pub(crate) mod playout;
pub(crate) mod walk;
