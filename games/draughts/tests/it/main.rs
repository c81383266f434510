//! The tests of the crate, one subject per module.

mod commands;
mod dxp;
mod endgame;
mod hub;
mod perft;
mod properties;
mod rules;
