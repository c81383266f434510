//! What worked elsewhere in the tree, for ordering moves and for judging which are worth a look.

use super::params;
use super::stack::{Context, Step};
use crate::board::Board;
use crate::types::{Color, MAX_PLY, Move, Piece, PieceType, Square};

/// A score of one table stays within ± this.
const HISTORY_MAX: i32 = 16_384;
/// Pairs of squares.
const MOVES: usize = Square::COUNT * Square::COUNT;
/// Kinds of piece.
const KINDS: usize = 7;

/// Scores of moves by what they are and what went before, and two killer moves for each ply.
#[derive(Debug)]
pub(super) struct History {
    /// Quiet moves by side, then origin and destination.
    butterfly: Box<[[i16; MOVES]]>,
    /// Quiet moves by a step before, then their own.
    continuation: Box<[[i16; Step::COUNT]]>,
    /// Captures by their step and the kind taken.
    captures: Box<[i16]>,
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
}

/// Moves tried at a node before the one that cut it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried<'a> {
    pub(super) quiets: &'a [Move],
    pub(super) captures: &'a [Move],
}

/// What is thought of one side's quiet moves at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quiets<'a> {
    butterfly: &'a [i16; MOVES],
    continuation: [&'a [i16; Step::COUNT]; 3],
}

impl Quiets<'_> {
    /// How well a move has done, here and after the steps before; ±4 [`HISTORY_MAX`].
    #[inline]
    pub(super) fn worth(self, piece: Piece, mv: Move) -> i32 {
        let step = Step::new(piece, mv).index();
        let after = self.continuation.map(|row| i32::from(row[step]));
        i32::from(self.butterfly[pair(mv)]) + after.iter().sum::<i32>()
    }
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            butterfly: vec![[0; MOVES]; 2].into_boxed_slice(),
            continuation: vec![[0; Step::COUNT]; Step::COUNT].into_boxed_slice(),
            captures: vec![0; Step::COUNT * KINDS].into_boxed_slice(),
            killers: [[None; 2]; MAX_PLY + 2],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.butterfly.as_flattened_mut().fill(0);
        self.continuation.as_flattened_mut().fill(0);
        self.captures.fill(0);
        self.killers.fill([None; 2]);
    }

    /// Forgets the killers, which belong to plies of the search that found them.
    pub(super) fn new_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// How well the quiet moves of a side have done after these steps.
    #[inline]
    pub(super) fn quiets(&self, side: Color, context: Context) -> Quiets<'_> {
        Quiets {
            butterfly: &self.butterfly[side.index()],
            continuation: context.map(|before| &self.continuation[before.index()]),
        }
    }

    /// How well a capture has done, ±[`HISTORY_MAX`].
    #[inline]
    pub(super) fn capture(&self, piece: Piece, mv: Move, victim: PieceType) -> i32 {
        i32::from(self.captures[capture(piece, mv, victim)])
    }

    /// The quiet moves that last cut a node at this ply, the newer first.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// Rewards the move that cut a node and blames those tried in vain before it.
    pub(super) fn reward(
        &mut self,
        board: &Board,
        context: Context,
        ply: usize,
        depth: i32,
        mv: Move,
        tried: Tried,
    ) {
        let bonus = bonus(depth);
        if board.captured_piece(mv).is_none() {
            if self.killers[ply][0] != Some(mv) {
                self.killers[ply] = [Some(mv), self.killers[ply][0]];
            }
            self.update_quiet(board, context, mv, bonus);
            for &other in tried.quiets {
                self.update_quiet(board, context, other, -bonus);
            }
        } else {
            self.update_capture(board, mv, bonus);
        }
        for &other in tried.captures {
            self.update_capture(board, other, -bonus);
        }
    }

    /// Changes what is thought of a quiet move wherever it is played.
    pub(super) fn update_move(&mut self, side: Color, mv: Move, bonus: i32) {
        let most = params::history_bonus_max();
        update(&mut self.butterfly[side.index()][pair(mv)], bonus.clamp(-most, most));
    }

    /// Changes what is thought of a quiet move.
    pub(super) fn update_quiet(&mut self, board: &Board, context: Context, mv: Move, bonus: i32) {
        let Some(piece) = board.moved_piece(mv) else { return };
        self.update_step(piece, context, mv, bonus);
    }

    /// Changes what is thought of a quiet move of a piece.
    pub(super) fn update_step(&mut self, piece: Piece, context: Context, mv: Move, bonus: i32) {
        update(&mut self.butterfly[piece.color().index()][pair(mv)], bonus);
        let step = Step::new(piece, mv);
        for before in context {
            if before != Step::NONE {
                update(&mut self.continuation[before.index()][step.index()], bonus);
            }
        }
    }

    fn update_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        if let (Some(piece), Some(victim)) = (board.moved_piece(mv), board.captured_piece(mv)) {
            update(&mut self.captures[capture(piece, mv, victim.kind())], bonus);
        }
    }
}

/// What a cut at a depth is worth.
pub(super) fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth).min(params::history_bonus_max())
}

/// Moves a score towards the bonus, the less the nearer it already is to its limit.
fn update(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

/// The place of a move among all pairs of squares.
#[inline]
fn pair(mv: Move) -> usize {
    mv.from().dense() * Square::COUNT + mv.to().dense()
}

#[inline]
fn capture(piece: Piece, mv: Move, victim: PieceType) -> usize {
    Step::new(piece, mv).index() * KINDS + victim.index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn scores_stay_in_bounds_and_killers_are_distinct() {
        let mut history = History::new();
        let position = Position::startpos();
        let board = position.board();
        let (good, bad) = ("h2e2".parse().unwrap(), "a0a1".parse().unwrap());
        let context = [Step::new(board.moved_piece(bad).unwrap(), bad); 3];
        let nothing = Tried { quiets: &[], captures: &[] };
        for _ in 0..200 {
            let tried = Tried { quiets: &[bad], captures: &[] };
            history.reward(board, context, 3, 20, good, tried);
        }
        let worth_after = |history: &History, context, mv| {
            history.quiets(Color::Red, context).worth(board.moved_piece(mv).unwrap(), mv)
        };
        let worth = |history: &History, mv| worth_after(history, context, mv);
        assert!((1..=4 * HISTORY_MAX).contains(&worth(&history, good)));
        assert!((-4 * HISTORY_MAX..0).contains(&worth(&history, bad)));
        let elsewhere = worth_after(&history, [Step::NONE; 3], good);
        assert!(elsewhere < worth(&history, good));
        assert_eq!(history.killers(3), [Some(good), None]);
        history.reward(board, context, 3, 1, bad, nothing);
        assert_eq!(history.killers(3), [Some(bad), Some(good)]);
    }

    #[test]
    fn captures_are_remembered_by_what_they_take() {
        let mut history = History::new();
        let position = Position::startpos();
        let mv: Move = "h2h9".parse().unwrap();
        let piece = position.board().moved_piece(mv).unwrap();
        let nothing = Tried { quiets: &[], captures: &[] };
        history.reward(position.board(), [Step::NONE; 3], 1, 5, mv, nothing);
        assert!(history.capture(piece, mv, PieceType::Horse) > 0);
        assert_eq!(history.capture(piece, mv, PieceType::Rook), 0);
        assert_eq!(history.killers(1), [None; 2]);
    }
}
