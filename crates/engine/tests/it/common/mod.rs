//! Random games, and a second implementation of the rules.

pub(crate) mod naive;
pub(crate) mod naive_judge;
pub(crate) mod playout;
mod twins;
pub(crate) mod walk;
