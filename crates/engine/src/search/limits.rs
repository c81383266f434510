//! When a search ends, and which root moves it may play.

use std::time::Duration;

use crate::types::Move;

/// When a search ends. Limits combine: the first one reached ends it. With none it runs until it is stopped.
///
/// Time counts from the start of the search, so a value can be used for any number of searches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration, in plies. With 0 there is no best move, only the score of a quiescence search.
    pub depth: Option<u32>,
    /// Most nodes, over all threads. The first iteration is always completed.
    pub nodes: Option<u64>,
    /// Begin no iteration once all threads together have searched this many nodes.
    pub soft_nodes: Option<u64>,
    /// Time for this move. The move overhead of the options is taken off it, of very short times a quarter.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// End when a mate in at most this many moves of the side to move is found.
    pub mate: Option<u32>,
    /// Give no best move before the stop, even when there is nothing left to search.
    pub infinite: bool,
    /// Ponder: before the ponder hit no limit of time or nodes counts, and no best move is given.
    pub ponder: bool,
    /// Which root moves may be played.
    pub root_moves: RootFilter,
    /// Whether the opponent offers a draw. The answer says whether it is accepted.
    pub draw_offered: bool,
}

impl Limits {
    /// No limit at all.
    #[must_use]
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
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::none() }
    }

    /// A search of this many nodes, over all threads.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::none() }
    }

    /// A search of this duration, less the move overhead.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::none() }
    }
}

/// A game clock, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// Time left.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; none for the whole game.
    pub moves_to_go: Option<u32>,
}

/// Which root moves are searched: `searchmoves` in UCI, `banmoves` in UCCI.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RootFilter {
    /// Every legal move.
    #[default]
    All,
    /// Only these.
    Only(Vec<Move>),
    /// All but these.
    Except(Vec<Move>),
}

impl RootFilter {
    /// Whether a move is to be searched.
    #[must_use]
    pub fn allows(&self, mv: Move) -> bool {
        match self {
            Self::All => true,
            Self::Only(moves) => moves.contains(&mv),
            Self::Except(moves) => !moves.contains(&mv),
        }
    }
}
