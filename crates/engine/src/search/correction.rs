//! Correction history: how far the static evaluation was off in similar positions.

use super::history::update_with_gravity;
use super::params;
use super::stack::{ContinuationKeys, PieceTo};
use crate::board::Board;
use crate::platform::prefetch;
use crate::types::Value;

/// The largest absolute value of a table entry, in units of correction history.
const CORRECTION_MAX: i32 = 8192;
/// The number of entries in a table for each side to move.
const KEYS: usize = 1 << 14;

/// Corrections by pawn structure, by the other pieces of each side, by the kings and their guards, and by the last move
/// together with the move one or three plies before it.
#[derive(Debug)]
pub(super) struct CorrectionHistory {
    /// Indexed by side to move, then by pawn key.
    pawns: Box<[i16]>,
    /// Indexed by colour, then by side to move and the key of that colour's pieces other than pawns.
    non_pawns: [Box<[i16]>; 2],
    /// Indexed by side to move, then by the key of the kings and their guards.
    guards: Box<[i16]>,
    /// Indexed by two moves.
    continuation: Box<[i16]>,
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        let table = || vec![0; 2 * KEYS].into_boxed_slice();
        Self {
            pawns: table(),
            non_pawns: [table(), table()],
            guards: table(),
            continuation: vec![0; PieceTo::COUNT * PieceTo::COUNT].into_boxed_slice(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.pawns.fill(0);
        self.non_pawns.iter_mut().for_each(|table| table.fill(0));
        self.guards.fill(0);
        self.continuation.fill(0);
    }

    /// The centipawns to add to a static evaluation, from the side to move's point of view.
    #[inline]
    pub(super) fn correction(&self, board: &Board, keys: ContinuationKeys) -> Value {
        let [pawns, red, black, guards] = indexes(board);
        let [one, three] = pairs(keys).map(|pair| i32::from(self.continuation[pair]));
        let sum = i32::from(self.pawns[pawns])
            + i32::from(self.non_pawns[0][red])
            + i32::from(self.non_pawns[1][black])
            + i32::from(self.guards[guards]) * params::correction_guards() / 100
            + one
            + three * params::correction_three() / 100;
        sum / params::correction_div()
    }

    /// Prefetches the corrections for a position after the given moves.
    #[inline]
    pub(super) fn prefetch(&self, board: &Board, keys: ContinuationKeys) {
        let [pawns, red, black, guards] = indexes(board);
        prefetch(&self.pawns[pawns]);
        prefetch(&self.non_pawns[0][red]);
        prefetch(&self.non_pawns[1][black]);
        prefetch(&self.guards[guards]);
        for pair in pairs(keys) {
            prefetch(&self.continuation[pair]);
        }
    }

    /// Updates the corrections for a position by the error of its static evaluation: the value returned by a search of
    /// `depth` plies minus the evaluation.
    pub(super) fn update(
        &mut self,
        board: &Board,
        keys: ContinuationKeys,
        error: Value,
        depth: i32,
    ) {
        let max = CORRECTION_MAX * params::correction_bonus_max() / 100;
        let bonus = error * depth / 8 * params::correction_weight() / 100;
        let bonus = bonus.clamp(-max, max);
        let [pawns, red, black, guards] = indexes(board);
        update(&mut self.pawns[pawns], bonus);
        update(&mut self.guards[guards], bonus);
        update(&mut self.non_pawns[0][red], bonus);
        update(&mut self.non_pawns[1][black], bonus);
        for (pair, before) in pairs(keys).into_iter().zip(&keys[1..]) {
            if keys[0] != PieceTo::NONE && *before != PieceTo::NONE {
                update(&mut self.continuation[pair], bonus);
            }
        }
    }
}

fn update(score: &mut i16, bonus: i32) {
    update_with_gravity::<CORRECTION_MAX>(score, bonus);
}

/// The table indexes of the last move paired with the moves one and three plies before it.
#[inline]
fn pairs(keys: ContinuationKeys) -> [usize; 2] {
    [keys[1], keys[2]].map(|before| before.index() * PieceTo::COUNT + keys[0].index())
}

/// The table indexes for the pawns, for the other pieces of each side, and for the kings and their guards.
#[inline]
fn indexes(board: &Board) -> [usize; 4] {
    let side = board.side_to_move().index() * KEYS;
    let [red, black] = board.non_pawn_keys();
    [board.pawn_key(), red, black, board.guard_key()].map(|key| side + key as usize % KEYS)
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
            (1..=6 * CORRECTION_MAX / params::correction_div()).contains(&correction),
            "{correction}"
        );
        let mut other = position;
        other.make_unchecked("a0a1".parse().unwrap(), &mut ());
        // The pawns are the same, but it is the other side's turn.
        assert_eq!(history.correction(other.board(), keys), 0);
        history.clear();
        assert_eq!(history.correction(Position::startpos().board(), keys), 0);
    }

    /// The correction that is learned in the first position and applied to the second.
    fn transferred(
        from: &str,
        to: &str,
        learned: ContinuationKeys,
        used: ContinuationKeys,
    ) -> Value {
        let mut history = CorrectionHistory::new();
        let [from, to] = [from, to].map(|fen| Position::from_fen(fen).unwrap());
        (0..500).for_each(|_| history.update(from.board(), learned, 900, 20));
        history.correction(to.board(), used)
    }

    #[test]
    fn a_correction_holds_for_the_same_guards_whatever_else_there_is() {
        let none = [PieceTo::NONE; 3];
        let learned = "2bakab2/9/9/p8/9/4C4/8P/9/9/2BAKABN1 w";
        let same_guards = "2bakab1r/9/9/9/p8/4N4/8P/9/9/2BAKABR1 w";
        let other_guards = "3akab1r/9/4b4/9/p8/4N4/8P/9/9/2BAKABR1 w";
        let same = transferred(learned, same_guards, none, none);
        assert_eq!(
            same,
            CORRECTION_MAX * params::correction_guards() / 100 / params::correction_div()
        );
        assert_eq!(transferred(learned, other_guards, none, none), 0);
    }

    #[test]
    fn a_correction_holds_after_the_same_two_moves_and_half_so_with_two_moves_between() {
        let board = Position::startpos();
        let [a, b, c] = ["h2e2", "h0g2", "a0a1"].map(|mv: &str| {
            let mv = mv.parse().unwrap();
            PieceTo::new(board.board().moved_piece(mv).unwrap(), mv)
        });
        // These positions have nothing else in common.
        let [from, to] = ["3k5/9/9/p8/9/9/9/9/9/R3K4 w", "4k4/9/9/9/9/9/8P/9/9/5K2N w"];
        let after = |used| transferred(from, to, [a, b, PieceTo::NONE], used);
        assert!(after([a, b, PieceTo::NONE]) > after([a, c, b]));
        assert!(after([a, c, b]) > 0);
        assert_eq!(after([a, c, c]), 0);
        assert_eq!(after([b, a, PieceTo::NONE]), 0, "the order counts");
    }
}
