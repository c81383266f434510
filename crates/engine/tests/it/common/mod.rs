//! Random games, and the rules written a second time.

pub(crate) mod naive;
pub(crate) mod naive_judge;
pub(crate) mod playout;
mod twins;
pub(crate) mod walk;
