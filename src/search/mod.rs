//! Finding the best move. Never prints, never reads.

mod info;
mod limits;
mod settings;
mod signals;

pub use info::{BestMove, Bound, Event, SearchInfo, Wdl};
pub use limits::{Clock, Limits, RootFilter};
pub use settings::{Handicap, Pruning, Settings};
pub use signals::Signals;
