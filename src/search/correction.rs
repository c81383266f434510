//! What the search has learnt about the errors of the static evaluation.

use super::params;
use super::stack::{Context, Step};
use crate::board::Board;
use crate::types::Value;

/// A correction stays within ± this.
const CORRECTION_MAX: i32 = 8192;
/// Rows of a table by structure.
const ROWS: usize = 1 << 14;

/// Mean errors by what positions have in common: the pawns, each side's other pieces, and the last two moves.
#[derive(Debug)]
pub(super) struct Corrections {
    /// By side to move, then key.
    pawns: Box<[i16]>,
    officers: [Box<[i16]>; 2],
    moves: Box<[i16]>,
}

impl Corrections {
    pub(super) fn new() -> Self {
        let table = || vec![0; 2 * ROWS].into_boxed_slice();
        Self {
            pawns: table(),
            officers: [table(), table()],
            moves: vec![0; Step::COUNT * Step::COUNT].into_boxed_slice(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.pawns.fill(0);
        self.officers.iter_mut().for_each(|table| table.fill(0));
        self.moves.fill(0);
    }

    /// Centipawns to add to a static evaluation, side to move's view.
    #[inline]
    pub(super) fn value(&self, board: &Board, context: Context) -> Value {
        let [pawns, red, black] = rows(board);
        let sum = i32::from(self.pawns[pawns])
            + i32::from(self.officers[0][red])
            + i32::from(self.officers[1][black])
            + i32::from(self.moves[pair(context)]);
        sum / params::correction_grain()
    }

    /// Notes by how much a search of so many plies differed from the evaluation.
    pub(super) fn learn(&mut self, board: &Board, context: Context, error: Value, depth: i32) {
        let bonus = (error * depth / 8 * params::correction_gain())
            .clamp(-CORRECTION_MAX / 4, CORRECTION_MAX / 4);
        let [pawns, red, black] = rows(board);
        update(&mut self.pawns[pawns], bonus);
        update(&mut self.officers[0][red], bonus);
        update(&mut self.officers[1][black], bonus);
        if context[0] != Step::NONE && context[1] != Step::NONE {
            update(&mut self.moves[pair(context)], bonus);
        }
    }
}

fn update(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / CORRECTION_MAX) as i16;
}

#[inline]
fn pair(context: Context) -> usize {
    context[1].index() * Step::COUNT + context[0].index()
}

/// Rows of the pawns and of each side's officers.
#[inline]
fn rows(board: &Board) -> [usize; 3] {
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
        let mut corrections = Corrections::new();
        let before = [Step::NONE; 3];
        let position = Position::startpos();
        assert_eq!(corrections.value(position.board(), before), 0);
        for _ in 0..500 {
            corrections.learn(position.board(), before, 900, 20);
        }
        let learnt = corrections.value(position.board(), before);
        assert!(
            (1..=4 * CORRECTION_MAX / params::correction_grain()).contains(&learnt),
            "{learnt}"
        );
        let mut other = position;
        other.make("a0a1".parse().unwrap(), &mut ());
        // The pawns are the same, but it is the other side's turn.
        assert_eq!(corrections.value(other.board(), before), 0);
        corrections.clear();
        assert_eq!(corrections.value(Position::startpos().board(), before), 0);
    }
}
