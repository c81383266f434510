//! What a search is asked to do.

use std::time::Duration;

use crate::types::Move;

/// When a search ends. Limits combine: the first one hit ends it; with none set it runs until stopped.
///
/// Time counts from the start of the search, so a value can be used for any number of searches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations, at most.
    pub depth: Option<u32>,
    /// Nodes over all threads, at most.
    pub nodes: Option<u64>,
    /// Time for this move, overhead not yet taken off.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// End when a mate in at most this many moves of the side to move is found.
    pub mate: Option<u32>,
    /// Hold the answer until stopped, even when there is nothing left to search.
    pub infinite: bool,
    /// Think on the opponent's time: no limit counts before the ponder hit.
    pub ponder: bool,
    /// Which root moves may be played.
    pub root_moves: RootFilter,
    /// The opponent offers a draw with this request.
    pub draw_offered: bool,
}

impl Limits {
    /// No limit at all.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            mate: None,
            infinite: false,
            ponder: false,
            root_moves: RootFilter::All,
            draw_offered: false,
        }
    }

    /// `depth` iterations.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::none() }
    }

    /// `nodes` nodes over all threads.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::none() }
    }

    /// `time` for the move.
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
    /// Added after each move.
    pub increment: Duration,
    /// Moves until the next time control; none for the whole game.
    pub moves_to_go: Option<u32>,
}

/// Which moves the root may consider: UCI `searchmoves` and UCCI `banmoves` are one thing.
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
    /// Whether the filter lets a move through.
    #[must_use]
    pub fn allows(&self, mv: Move) -> bool {
        match self {
            Self::All => true,
            Self::Only(moves) => moves.contains(&mv),
            Self::Except(moves) => !moves.contains(&mv),
        }
    }
}
