//! The server of the board in the browser, over real connections on this machine.

mod analysis;
mod board_games;
mod client;
mod document;
mod explorer;
mod games;
mod intruders;
mod matches;
mod programs;
mod review;
