//! What worked elsewhere in the tree, for ordering quiet moves.

use crate::types::{Color, MAX_PLY, Move, Square};

/// Quiet history stays within ± this.
const HISTORY_MAX: i32 = 16_384;
/// Pairs of squares.
const MOVES: usize = Square::COUNT * Square::COUNT;

/// Scores of quiet moves by side, origin and destination, and two killer moves for each ply.
#[derive(Debug)]
pub(super) struct History {
    /// By side times origin times destination.
    butterfly: Box<[i16]>,
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
}

impl History {
    pub(super) fn new() -> Self {
        Self { butterfly: vec![0; 2 * MOVES].into_boxed_slice(), killers: [[None; 2]; MAX_PLY + 2] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.killers.fill([None; 2]);
    }

    /// Forgets the killers, which belong to plies of the search that found them.
    pub(super) fn new_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// How well a quiet move has done, ±[`HISTORY_MAX`].
    #[inline]
    pub(super) fn quiet(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.butterfly[index(side, mv)])
    }

    /// The quiet moves that last cut a node at this ply, the newer first.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// Rewards the quiet move that cut a node and blames those tried in vain before it.
    pub(super) fn reward(&mut self, side: Color, ply: usize, depth: i32, mv: Move, tried: &[Move]) {
        if self.killers[ply][0] != Some(mv) {
            self.killers[ply] = [Some(mv), self.killers[ply][0]];
        }
        let bonus = (16 * depth * depth + 64 * depth).min(1600);
        self.update(side, mv, bonus);
        for &other in tried {
            self.update(side, other, -bonus);
        }
    }

    /// Moves a score towards the bonus, the less the nearer it already is to its limit.
    fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        let score = &mut self.butterfly[index(side, mv)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

#[inline]
fn index(side: Color, mv: Move) -> usize {
    side.index() * MOVES + mv.from().dense() * Square::COUNT + mv.to().dense()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_in_bounds_and_killers_are_distinct() {
        let mut history = History::new();
        let (good, bad) = ("h2e2".parse().unwrap(), "a0a1".parse().unwrap());
        for _ in 0..200 {
            history.reward(Color::Red, 3, 20, good, &[bad]);
        }
        assert!((1..=HISTORY_MAX).contains(&history.quiet(Color::Red, good)));
        assert!((-HISTORY_MAX..0).contains(&history.quiet(Color::Red, bad)));
        assert_eq!(history.quiet(Color::Black, good), 0);
        assert_eq!(history.killers(3), [Some(good), None]);
        history.reward(Color::Red, 3, 1, bad, &[]);
        assert_eq!(history.killers(3), [Some(bad), Some(good)]);
    }
}
