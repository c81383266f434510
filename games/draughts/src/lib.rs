//! Draughts: rules, search, protocol and files.

pub mod board;
pub mod dxp;
pub mod endgame;
pub mod engine;
pub mod evaluate;
pub mod files;
pub mod geometry;
pub mod hub;
pub mod language;
pub mod level;
pub mod moves;
pub mod notation;
pub mod pdn;
pub mod position;
pub mod terminal;
pub mod thinking;
pub mod variant;
