//! The tests of the crate, one subject per module.

mod position;
mod protocol;
mod renju;
mod solvers;
mod terminal;
