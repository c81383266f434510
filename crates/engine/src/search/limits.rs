//! The limits of a search: when it ends, and which root moves it may play.

use std::time::Duration;

use crate::types::Move;

/// The conditions that end a search. They combine: the first limit reached ends the search. Without limits, a search
/// runs until it is stopped.
///
/// Times are relative to the start of a search, so the same limits can be used for any number of searches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth of the last iteration, in plies. At depth 0 there is no best move, only the score of a quiescence search.
    pub depth: Option<u32>,
    /// Maximum number of nodes, over all threads. The first iteration is always completed.
    pub nodes: Option<u64>,
    /// Number of nodes, over all threads, after which no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// Time for this move. The search stops before the time is up: earlier by the move overhead set in the options or,
    /// if the time is very short, by a quarter of the time.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// The search ends when it finds a mate in at most this many moves by the side to move.
    pub mate: Option<u32>,
    /// Whether to withhold the best move until the search is stopped, even if there is nothing left to search.
    pub infinite: bool,
    /// Whether to ponder. Before the ponder hit, limits of time and nodes do not apply, and no best move is reported.
    pub ponder: bool,
    /// Which root moves may be played.
    pub root_moves: RootFilter,
    /// Whether the opponent offers a draw; `BestMove::accept_draw` is the answer.
    pub draw_offered: bool,
}

impl Limits {
    /// No limits.
    pub const fn none() -> Self {
        Self {
            depth: None,
            nodes: None,
            soft_nodes: None,
            move_time: None,
            clock: None,
            mate: None,
            infinite: false,
            ponder: false,
            root_moves: RootFilter::All,
            draw_offered: false,
        }
    }

    /// A search to this depth, in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::none() }
    }

    /// A search of this many nodes, over all threads.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::none() }
    }

    /// A search of this duration, less the move overhead.
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::none() }
    }
}

/// The game clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// Time left.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Which root moves are searched: `searchmoves` in UCI, `banmoves` in UCCI.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RootFilter {
    /// Every legal move.
    #[default]
    All,
    /// Only these moves.
    Only(Vec<Move>),
    /// All but these moves.
    Except(Vec<Move>),
}

impl RootFilter {
    /// Whether a move is to be searched.
    pub fn allows(&self, mv: Move) -> bool {
        match self {
            Self::All => true,
            Self::Only(moves) => moves.contains(&mv),
            Self::Except(moves) => !moves.contains(&mv),
        }
    }
}
