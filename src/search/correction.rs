//! What the search has learnt about the errors of the static evaluation.

use super::params;
use super::stack::{ContinuationKeys, PieceTo};
use crate::board::Board;
use crate::types::Value;

/// A correction stays within ± this.
const CORRECTION_MAX: i32 = 8192;
/// Rows of a table by structure.
const ROWS: usize = 1 << 14;

/// Mean errors by what positions have in common: the pawns, each side's other pieces, and the last two moves.
#[derive(Debug)]
pub(super) struct CorrectionHistory {
    /// By side to move, then key.
    pawns: Box<[i16]>,
    non_pawn: [Box<[i16]>; 2],
    continuation: Box<[i16]>,
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        let table = || vec![0; 2 * ROWS].into_boxed_slice();
        Self {
            pawns: table(),
            non_pawn: [table(), table()],
            continuation: vec![0; PieceTo::COUNT * PieceTo::COUNT].into_boxed_slice(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.pawns.fill(0);
        self.non_pawn.iter_mut().for_each(|table| table.fill(0));
        self.continuation.fill(0);
    }

    /// Centipawns to add to a static evaluation, side to move's view.
    #[inline]
    pub(super) fn correction(&self, board: &Board, continuation_keys: ContinuationKeys) -> Value {
        let [pawns, red, black] = key_indexes(board);
        let sum = i32::from(self.pawns[pawns])
            + i32::from(self.non_pawn[0][red])
            + i32::from(self.non_pawn[1][black])
            + i32::from(self.continuation[continuation_index(continuation_keys)]);
        sum / params::correction_grain()
    }

    /// Notes by how much a search of so many plies differed from the evaluation.
    pub(super) fn update(
        &mut self,
        board: &Board,
        continuation_keys: ContinuationKeys,
        error: Value,
        depth: i32,
    ) {
        let bonus = (error * depth / 8 * params::correction_gain())
            .clamp(-CORRECTION_MAX / 4, CORRECTION_MAX / 4);
        let [pawns, red, black] = key_indexes(board);
        update(&mut self.pawns[pawns], bonus);
        update(&mut self.non_pawn[0][red], bonus);
        update(&mut self.non_pawn[1][black], bonus);
        if continuation_keys[0] != PieceTo::NONE && continuation_keys[1] != PieceTo::NONE {
            update(&mut self.continuation[continuation_index(continuation_keys)], bonus);
        }
    }
}

fn update(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / CORRECTION_MAX) as i16;
}

#[inline]
fn continuation_index(continuation_keys: ContinuationKeys) -> usize {
    continuation_keys[1].index() * PieceTo::COUNT + continuation_keys[0].index()
}

/// Rows of the pawns and of each side's officers.
#[inline]
fn key_indexes(board: &Board) -> [usize; 3] {
    let side = board.side_to_move().index() * ROWS;
    let [red, black] = board.non_pawn_keys();
    [board.pawn_key(), red, black].map(|key| side + key as usize % ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn an_error_is_learnt_within_bounds_for_the_side_it_was_made_for() {
        let mut correction_history = CorrectionHistory::new();
        let before = [PieceTo::NONE; 3];
        let position = Position::startpos();
        assert_eq!(correction_history.correction(position.board(), before), 0);
        for _ in 0..500 {
            correction_history.update(position.board(), before, 900, 20);
        }
        let learnt = correction_history.correction(position.board(), before);
        assert!(
            (1..=4 * CORRECTION_MAX / params::correction_grain()).contains(&learnt),
            "{learnt}"
        );
        let mut other = position;
        other.make("a0a1".parse().unwrap(), &mut ());
        // The pawns are the same, but it is the other side's turn.
        assert_eq!(correction_history.correction(other.board(), before), 0);
        correction_history.clear();
        assert_eq!(correction_history.correction(Position::startpos().board(), before), 0);
    }
}
