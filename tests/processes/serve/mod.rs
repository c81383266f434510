//! Tests the server for the browser board, over real connections on this machine.

mod analysis;
mod board_games;
mod client;
mod crowds;
mod document;
mod engines;
mod explorer;
mod friends;
mod games;
mod intruders;
mod matches;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod memory;
mod programs;
mod review;
