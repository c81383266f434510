//! `chuhe match` with engines that misbehave: no game is lost, counted twice or awarded to the wrong side.

mod clocks;
mod faults;
mod formats;
pub(crate) mod harness;
mod refusals;
mod resume;
mod tables;
