//! Tests `chuhe match` with misbehaving engines: no game may be lost, counted twice or awarded to the wrong side.

mod clocks;
mod fairness;
mod faults;
mod formats;
pub(crate) mod harness;
mod refusals;
mod resume;
mod tables;
