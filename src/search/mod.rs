//! Finding the best move. Never prints, never reads.

/// In tests, records that a rule of the search acted at a ply. Nothing in other builds.
macro_rules! trace {
    ($worker:expr, $ply:expr, $rule:ident) => {
        #[cfg(test)]
        $worker.trace.record($crate::search::trace::Rule::$rule, $ply);
    };
}

mod alphabeta;
mod correction;
mod draw_offer;
mod handicap;
mod history;
mod info;
mod limits;
mod main_thread;
mod node;
mod params;
mod picker;
mod pool;
mod qsearch;
mod root;
mod root_move;
mod rule_judge;
#[cfg(test)]
mod rule_tests;
mod selectivity;
mod settings;
mod signals;
mod stack;
mod static_eval;
mod time;
#[cfg(test)]
mod trace;
mod tt;
mod worker;

pub use draw_offer::accepts_draw;
pub use info::{BestMove, Bound, Event, SearchInfo, Wdl};
pub use limits::{Clock, Limits, RootFilter};
pub use settings::{Handicap, Pruning, Settings};
pub use tt::{Entry, TableError, TranspositionTable};
// What `Engine` is built from, open for tests that need the parts. Not for users.
#[doc(hidden)]
pub use pool::Pool;
#[doc(hidden)]
pub use signals::Signals;
#[doc(hidden)]
pub use worker::{Job, Sink};
