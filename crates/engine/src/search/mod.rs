//! The search for the best move, with its inputs and its reports. It performs no input or output.
//!
//! [`Engine`](crate::engine::Engine) starts searches. This module defines the types of their inputs and results.
//!
//! ```
//! use chuhe_engine::prelude::*;
//! use chuhe_engine::search::{RootFilter, Wdl};
//!
//! let mut engine = Engine::new();
//! let only = RootFilter::Only(vec!["h2e2".parse()?, "b2e2".parse()?]);
//! let result = engine.search(Limits { root_moves: only.clone(), ..Limits::depth(3) });
//! assert!(result.best.is_some_and(|mv| only.allows(mv)));
//!
//! let wdl = Wdl::from_score(result.score);
//! assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// Records, in tests, that a search rule acted at a ply. Does nothing in other builds.
macro_rules! trace {
    ($worker:expr, $ply:expr, $rule:ident) => {
        #[cfg(test)]
        $worker.trace.record($crate::search::trace::Rule::$rule, $ply);
    };
}

mod alphabeta;
mod correction;
mod delays;
mod draw_offer;
mod endgame;
mod handicap;
mod history;
mod info;
mod limits;
mod main_thread;
mod node;
mod params;
mod picker;
mod pool;
mod probcut;
mod qsearch;
mod root;
mod root_move;
mod rule_judge;
#[cfg(test)]
mod rule_tests;
mod selectivity;
mod settings;
mod signals;
mod slot;
mod stack;
mod static_eval;
mod time;
#[cfg(test)]
mod trace;
mod tt;
mod worker;

pub use draw_offer::accepts_draw;
pub use endgame::TableProbes;
pub use info::{BestMove, Bound, Event, SearchInfo, Wdl, nodes_per_second};
pub use limits::{Clock, Limits, RootFilter};
pub use settings::{Handicap, Pruning, Settings};
pub use tt::{Entry, TableError, TranspositionTable};
// The parts of `Engine`, public only for the tests that need them.
#[doc(hidden)]
pub use pool::Pool;
#[doc(hidden)]
pub use signals::Signals;
#[doc(hidden)]
pub use worker::{Job, Sink};
