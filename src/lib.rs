//! A xiangqi (Chinese chess) engine: everything the `chuhe` program does, as a library.
//!
//! Start with the [`prelude`]. [`engine::Engine`] is the whole engine as one value: options, a position, searches that
//! can be watched and stopped. A search in four lines:
//!
//! ```
//! use chuhe::prelude::*;
//!
//! let mut engine = Engine::new();
//! engine.set_position(Position::from_fen("3k5/8R/9/9/9/9/9/9/R8/4K4 w - - 0 1")?);
//! let result = engine.search(Limits::depth(4));
//! assert_eq!(result.score, Score::MateIn(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | you want to | look at |
//! |---|---|
//! | play moves by the laws of the game | [`board::Position`] |
//! | read and write games and moves | [`notation`] |
//! | know whether and why a game is over | [`rules`] |
//! | draw a board | [`picture`] |
//! | search | [`engine`] |
//! | review a game | [`annotation`] |
//! | make opening books and look into them | [`book`] |
//! | let a person play | [`casual`] |
//! | let people play and analyse in a browser | `serve` |
//! | make puzzles of games | [`puzzles`] |
//! | make endgame tables, and ask them | [`tables`] |
//! | let engines play each other | [`arena`] |
//! | speak UCCI or UCI, as an engine or to one | [`protocol`] |
//! | keep games in a file and search them | `database` |
//! | make data and fit an evaluation to it | [`lab`] |
//!
//! The folder `examples/` has small whole programs. A room of the library uses only rooms of lower layers;
//! `docs/architecture.md` has the picture.
//!
//! # Features
//!
//! `cli`, on by default, is the program: command line, terminal screens, progress bars. Without it the library needs a
//! third of the crates. `book`, on by default, is the opening book in the program. `png`, `serve` and `cloud`, parts of
//! `cli`, make PNG pictures, are the board in the browser, and ask chessdb.cn.

pub mod analysis;
pub mod annotation;
pub mod arena;
pub mod board;
pub mod book;
pub mod casual;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cloud")]
pub mod cloud;
#[cfg(feature = "database")]
pub mod database;
pub mod diagnosis;
pub mod engine;
pub mod eval;
pub mod files;
pub mod lab;
pub mod locale;
pub mod notation;
pub mod picture;
mod platform;
pub mod protocol;
pub mod puzzles;
pub mod rules;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
mod sync;
pub mod tables;
#[cfg(feature = "cli")]
pub mod tui;
pub mod types;

/// What most users need: `use chuhe::prelude::*;`.
pub mod prelude {
    pub use crate::board::Position;
    pub use crate::engine::{Engine, Search, SearchHandle, SearchResult};
    pub use crate::notation::Game;
    pub use crate::notation::collection::Collection;
    pub use crate::rules::RuleSet;
    pub use crate::search::{Event, Limits};
    pub use crate::types::{Color, Move, Score};
}

/// The example in the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub mod readme {}
