//! A xiangqi (Chinese chess) engine as a library: board, rules, evaluation, search, and the protocols UCCI and UCI.
//!
//! Start with the [`prelude`]. [`engine::Engine`] combines options, a position, and searches that can be watched and
//! stopped. A search takes four lines:
//!
//! ```
//! use chuhe_engine::prelude::*;
//!
//! let mut engine = Engine::new();
//! engine.set_position(Position::from_fen("3k5/8R/9/9/9/9/9/9/R8/4K4 w - - 0 1")?);
//! let result = engine.search(Limits::depth(4));
//! assert_eq!(result.score, Score::MateIn(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | make legal moves | [`board::Position`] |
//! | read and write moves | [`notation`] |
//! | find out whether and why a game is over | [`rules`] |
//! | evaluate a position without a search | [`eval`] |
//! | search | [`engine`] |
//! | read opening books | [`book`] |
//! | probe endgame tables | [`tables`] |
//! | communicate over UCCI or UCI, as an engine or with one | [`protocol`] |
//!
//! # Features
//!
//! `network` and `book`, both on by default, embed the network and the opening book. Without these features, both can
//! still be read from files. `tunable` reads the search parameters from the environment, for tuning only.

pub mod board;
pub mod book;
pub mod engine;
pub mod eval;
pub mod memory;
pub mod notation;
pub mod platform;
pub mod protocol;
pub mod rules;
pub mod search;
mod sync;
pub mod tables;
pub mod turns;
pub mod types;

pub use chuhe_util::clock;

/// The items that most users need: `use chuhe_engine::prelude::*;`.
pub mod prelude {
    pub use crate::board::Position;
    pub use crate::engine::{Engine, Search, SearchHandle, SearchResult};
    pub use crate::rules::RuleSet;
    pub use crate::search::{Event, Limits};
    pub use crate::types::{Color, Move, Score};
}
