//! Finding the best move. Never prints, never reads.

mod alphabeta;
mod correction;
mod history;
mod info;
mod limits;
mod params;
mod picker;
mod pool;
mod qsearch;
mod root;
mod rule_judge;
mod selectivity;
mod settings;
mod signals;
mod stack;
mod time;
mod tt;
mod worker;

pub use info::{BestMove, Bound, Event, SearchInfo, Wdl};
pub use limits::{Clock, Limits, RootFilter};
pub use pool::Pool;
pub use settings::{Handicap, Pruning, Settings};
pub use signals::Signals;
pub use tt::{Entry, TableError, TranspositionTable};
pub use worker::{Job, Sink};
