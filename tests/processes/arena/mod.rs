//! `chuhe match` with engines that misbehave: no game is lost, doubled or given to the wrong side.

mod clocks;
mod faults;
mod formats;
pub(crate) mod harness;
mod refusals;
mod resume;
mod tables;
