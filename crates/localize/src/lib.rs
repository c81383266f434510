//! All text for users, in English and Chinese.
//!
//! The crates that this one depends on use plain English: the `Display` of an error or a verdict is its English text.
//! [`Localize`] adds the Chinese text with an exhaustive match, so a new variant does not compile without it. (The checks
//! of engines in `chuhe-arena` are a table in which each text stands in both languages.) Only the command line, the
//! terminal, the server and its sessions use this trait; protocols, file formats and logs stay English.
//!
//! These four parts keep their own texts in catalogues, one file for each subject and language, in the format of
//! [Project Fluent](https://projectfluent.org); [`tr!`] looks up a message and fills in its variables. Each thread has
//! its own language: [`with`] sets it for a piece of work, and [`set_default`] sets it for all threads without their
//! own language.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_localize::Localize;
//!
//! let error = Position::startpos().play("a1a2".parse()?).unwrap_err();
//! assert_eq!(error.to_string(), "no piece stands on a1");
//! assert_eq!(error.chinese(), "a1 没有棋子");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
#[cfg(feature = "arena")]
mod arena;
mod catalogue;
pub mod columns;
#[cfg(feature = "database")]
mod database;
mod engine;
mod files;
mod formats;
#[cfg(feature = "lab")]
mod lab;
mod language;
#[cfg(feature = "play")]
mod play;
pub mod prose;
#[cfg(feature = "review")]
pub mod review;
pub mod score;

use std::fmt;

#[cfg(feature = "arena")]
pub use arena::{ending_title, forfeits, overloaded};
pub use catalogue::{has, message};
pub use language::{Language, current, list, set_default, with};
#[cfg(feature = "play")]
pub use play::blunder_cost;

/// A value with texts for users. Its `Display` is English.
pub trait Localize: fmt::Display {
    /// The text in Chinese.
    fn chinese(&self) -> String;

    /// The text in English.
    fn english(&self) -> String {
        self.to_string()
    }

    /// The text in the language of the thread.
    fn localize(&self) -> String {
        match current() {
            Language::English => self.english(),
            Language::Chinese => self.chinese(),
        }
    }
}

impl<T: Localize + ?Sized> Localize for &T {
    fn chinese(&self) -> String {
        (**self).chinese()
    }

    fn english(&self) -> String {
        (**self).english()
    }
}

impl<T: Localize + ?Sized> Localize for Box<T> {
    fn chinese(&self) -> String {
        (**self).chinese()
    }

    fn english(&self) -> String {
        (**self).english()
    }
}
