//! A game in the terminal, line by line, in English or Chinese.

mod command;
mod game;
mod wording;

pub use game::{PlaySettings, play};
pub use wording::Language;
