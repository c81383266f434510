//! Chinese texts of the crate `chuhe-engine`.

mod board;
mod book;
mod evaluation;
mod notation;
mod options;
mod rules;
mod tables;
mod words;

pub(crate) use self::words::{list, piece, side};
