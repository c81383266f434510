//! Root moves with their search results.

use crate::types::{INFINITE, Move, Value};

/// A root move and its results.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Value in this iteration, from the side to move's point of view; minus infinity if the move only failed low.
    pub(super) score: Value,
    /// Value in the previous iteration; minus infinity if there is none.
    pub(super) previous_score: Value,
    /// Depth, in plies, of the iteration that produced the latest value and PV.
    pub(super) depth: i32,
    /// The principal variation that starts with the move.
    pub(super) pv: Vec<Move>,
    /// The deepest ply reached below the move in this iteration.
    pub(super) seldepth: usize,
    /// Nodes searched below the move, over all iterations.
    pub(super) nodes: u64,
}

impl RootMove {
    /// A move that has not been searched.
    pub(super) fn new(mv: Move) -> Self {
        Self {
            mv,
            score: -INFINITE,
            previous_score: -INFINITE,
            depth: 0,
            pv: vec![mv],
            seldepth: 0,
            nodes: 0,
        }
    }

    /// Restores the previous iteration's value, from a search of `depth` plies, if the move has no score from an
    /// unfinished iteration. The value is capped at `best`.
    pub(super) fn keep_previous_score(&mut self, best: Value, depth: i32) {
        if self.score == -INFINITE && self.previous_score != -INFINITE {
            self.score = self.previous_score.min(best);
            self.depth = self.depth.min(depth);
        }
    }
}
