//! Correction history: how far the static evaluation was off in similar positions.

use super::history::update_with_gravity;
use super::params;
use super::stack::{ContinuationKeys, PieceTo};
use crate::board::Board;
use crate::types::Value;

/// A correction stays within ± this.
const CORRECTION_MAX: i32 = 8192;
/// Entries of a table for each side to move.
const KEYS: usize = 1 << 14;

/// Corrections by pawn structure, by the other pieces of each side, and by the last two moves.
#[derive(Debug)]
pub(super) struct CorrectionHistory {
    /// By side to move, then pawn key.
    pawns: Box<[i16]>,
    /// By color; then by side to move and the key of that color's pieces other than pawns.
    non_pawns: [Box<[i16]>; 2],
    /// By the last two moves.
    continuation: Box<[i16]>,
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        let table = || vec![0; 2 * KEYS].into_boxed_slice();
        Self {
            pawns: table(),
            non_pawns: [table(), table()],
            continuation: vec![0; PieceTo::COUNT * PieceTo::COUNT].into_boxed_slice(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.pawns.fill(0);
        self.non_pawns.iter_mut().for_each(|table| table.fill(0));
        self.continuation.fill(0);
    }

    /// Centipawns to add to a static evaluation, side to move's view.
    #[inline]
    pub(super) fn correction(&self, board: &Board, keys: ContinuationKeys) -> Value {
        let [pawns, red, black] = indexes(board);
        let sum = i32::from(self.pawns[pawns])
            + i32::from(self.non_pawns[0][red])
            + i32::from(self.non_pawns[1][black])
            + i32::from(self.continuation[continuation_index(keys)]);
        sum / params::correction_div()
    }

    /// Updates the corrections of a position by the error of its static evaluation: the value that a search of `depth`
    /// plies returned, minus the evaluation.
    pub(super) fn update(
        &mut self,
        board: &Board,
        keys: ContinuationKeys,
        error: Value,
        depth: i32,
    ) {
        let max = CORRECTION_MAX / params::correction_bonus_div();
        let bonus = error * depth / params::correction_depth_div() * params::correction_weight();
        let bonus = bonus.clamp(-max, max);
        let [pawns, red, black] = indexes(board);
        update(&mut self.pawns[pawns], bonus);
        update(&mut self.non_pawns[0][red], bonus);
        update(&mut self.non_pawns[1][black], bonus);
        if keys[0] != PieceTo::NONE && keys[1] != PieceTo::NONE {
            update(&mut self.continuation[continuation_index(keys)], bonus);
        }
    }
}

fn update(score: &mut i16, bonus: i32) {
    update_with_gravity::<CORRECTION_MAX>(score, bonus);
}

#[inline]
fn continuation_index(keys: ContinuationKeys) -> usize {
    keys[1].index() * PieceTo::COUNT + keys[0].index()
}

/// Table indexes of the pawns, and of the other pieces of each side.
#[inline]
fn indexes(board: &Board) -> [usize; 3] {
    let side = board.side_to_move().index() * KEYS;
    let [red, black] = board.non_pawn_keys();
    [board.pawn_key(), red, black].map(|key| side + key as usize % KEYS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn a_correction_stays_in_bounds_and_belongs_to_a_side_to_move() {
        let mut history = CorrectionHistory::new();
        let keys = [PieceTo::NONE; 3];
        let position = Position::startpos();
        assert_eq!(history.correction(position.board(), keys), 0);
        for _ in 0..500 {
            history.update(position.board(), keys, 900, 20);
        }
        let correction = history.correction(position.board(), keys);
        assert!(
            (1..=4 * CORRECTION_MAX / params::correction_div()).contains(&correction),
            "{correction}"
        );
        let mut other = position;
        other.make_unchecked("a0a1".parse().unwrap(), &mut ());
        // The pawns are the same, but it is the other side's turn.
        assert_eq!(history.correction(other.board(), keys), 0);
        history.clear();
        assert_eq!(history.correction(Position::startpos().board(), keys), 0);
    }
}
