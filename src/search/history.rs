//! What worked elsewhere in the tree, for ordering moves and for judging which are worth a look.

use super::params;
use super::stack::{ContinuationKeys, PieceTo};
use crate::board::Board;
use crate::types::{Color, MAX_PLY, Move, Piece, PieceType, Square};

/// A score of one table stays within ± this.
const HISTORY_MAX: i32 = 16_384;
/// Pairs of squares.
const FROM_TO: usize = Square::COUNT * Square::COUNT;
/// Kinds of piece.
const PIECE_TYPES: usize = 7;

/// Scores of moves by what they are and what went before, and two killer moves for each ply.
#[derive(Debug)]
pub(super) struct History {
    /// Quiet moves by side, then origin and destination.
    butterfly: Box<[[i16; FROM_TO]]>,
    /// Quiet moves by a step before, then their own.
    continuation: Box<[[i16; PieceTo::COUNT]]>,
    /// Captures by their step and the kind taken.
    captures: Box<[i16]>,
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
}

/// Moves tried at a node before the one that cut it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchedMoves<'a> {
    pub(super) quiets: &'a [Move],
    pub(super) captures: &'a [Move],
}

/// What is thought of one side's quiet moves at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietHistory<'a> {
    butterfly: &'a [i16; FROM_TO],
    continuation: [&'a [i16; PieceTo::COUNT]; 3],
}

impl QuietHistory<'_> {
    /// How well a move has done, here and after the steps before; ±4 [`HISTORY_MAX`].
    #[inline]
    pub(super) fn score(self, piece: Piece, mv: Move) -> i32 {
        let piece_to = PieceTo::new(piece, mv).index();
        let after = self.continuation.map(|row| i32::from(row[piece_to]));
        i32::from(self.butterfly[from_to(mv)]) + after.iter().sum::<i32>()
    }
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            butterfly: vec![[0; FROM_TO]; 2].into_boxed_slice(),
            continuation: vec![[0; PieceTo::COUNT]; PieceTo::COUNT].into_boxed_slice(),
            captures: vec![0; PieceTo::COUNT * PIECE_TYPES].into_boxed_slice(),
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
    pub(super) fn quiet_history(
        &self,
        side: Color,
        continuation_keys: ContinuationKeys,
    ) -> QuietHistory<'_> {
        QuietHistory {
            butterfly: &self.butterfly[side.index()],
            continuation: continuation_keys.map(|before| &self.continuation[before.index()]),
        }
    }

    /// How well a capture has done, ±[`HISTORY_MAX`].
    #[inline]
    pub(super) fn capture_history(&self, piece: Piece, mv: Move, victim: PieceType) -> i32 {
        i32::from(self.captures[capture_index(piece, mv, victim)])
    }

    /// The quiet moves that last cut a node at this ply, the newer first.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// Rewards the move that cut a node and blames those tried in vain before it.
    pub(super) fn update_on_cutoff(
        &mut self,
        board: &Board,
        continuation_keys: ContinuationKeys,
        ply: usize,
        depth: i32,
        mv: Move,
        searched: SearchedMoves,
    ) {
        let bonus = stat_bonus(depth);
        if board.captured_piece(mv).is_none() {
            if self.killers[ply][0] != Some(mv) {
                self.killers[ply] = [Some(mv), self.killers[ply][0]];
            }
            self.update_quiet(board, continuation_keys, mv, bonus);
            for &other in searched.quiets {
                self.update_quiet(board, continuation_keys, other, -bonus);
            }
        } else {
            self.update_capture(board, mv, bonus);
        }
        for &other in searched.captures {
            self.update_capture(board, other, -bonus);
        }
    }

    /// Changes what is thought of a quiet move wherever it is played.
    pub(super) fn update_butterfly(&mut self, side: Color, mv: Move, bonus: i32) {
        let most = params::history_bonus_max();
        update(&mut self.butterfly[side.index()][from_to(mv)], bonus.clamp(-most, most));
    }

    /// Changes what is thought of a quiet move.
    pub(super) fn update_quiet(
        &mut self,
        board: &Board,
        continuation_keys: ContinuationKeys,
        mv: Move,
        bonus: i32,
    ) {
        let Some(piece) = board.moved_piece(mv) else { return };
        self.update_piece_quiet(piece, continuation_keys, mv, bonus);
    }

    /// Changes what is thought of a quiet move of a piece.
    pub(super) fn update_piece_quiet(
        &mut self,
        piece: Piece,
        continuation_keys: ContinuationKeys,
        mv: Move,
        bonus: i32,
    ) {
        update(&mut self.butterfly[piece.color().index()][from_to(mv)], bonus);
        let piece_to = PieceTo::new(piece, mv);
        for before in continuation_keys {
            if before != PieceTo::NONE {
                update(&mut self.continuation[before.index()][piece_to.index()], bonus);
            }
        }
    }

    fn update_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        if let (Some(piece), Some(victim)) = (board.moved_piece(mv), board.captured_piece(mv)) {
            update(&mut self.captures[capture_index(piece, mv, victim.kind())], bonus);
        }
    }
}

/// What a cut at a depth is worth.
pub(super) fn stat_bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth).min(params::history_bonus_max())
}

/// Moves a score towards the bonus, the less the nearer it already is to its limit.
fn update(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

/// The place of a move among all pairs of squares.
#[inline]
fn from_to(mv: Move) -> usize {
    mv.from().dense() * Square::COUNT + mv.to().dense()
}

#[inline]
fn capture_index(piece: Piece, mv: Move, victim: PieceType) -> usize {
    PieceTo::new(piece, mv).index() * PIECE_TYPES + victim.index()
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
        let continuation_keys = [PieceTo::new(board.moved_piece(bad).unwrap(), bad); 3];
        let nothing = SearchedMoves { quiets: &[], captures: &[] };
        for _ in 0..200 {
            let searched = SearchedMoves { quiets: &[bad], captures: &[] };
            history.update_on_cutoff(board, continuation_keys, 3, 20, good, searched);
        }
        let score_after = |history: &History, continuation_keys, mv| {
            history
                .quiet_history(Color::Red, continuation_keys)
                .score(board.moved_piece(mv).unwrap(), mv)
        };
        let score = |history: &History, mv| score_after(history, continuation_keys, mv);
        assert!((1..=4 * HISTORY_MAX).contains(&score(&history, good)));
        assert!((-4 * HISTORY_MAX..0).contains(&score(&history, bad)));
        let elsewhere = score_after(&history, [PieceTo::NONE; 3], good);
        assert!(elsewhere < score(&history, good));
        assert_eq!(history.killers(3), [Some(good), None]);
        history.update_on_cutoff(board, continuation_keys, 3, 1, bad, nothing);
        assert_eq!(history.killers(3), [Some(bad), Some(good)]);
    }

    #[test]
    fn captures_are_remembered_by_what_they_take() {
        let mut history = History::new();
        let position = Position::startpos();
        let mv: Move = "h2h9".parse().unwrap();
        let piece = position.board().moved_piece(mv).unwrap();
        let nothing = SearchedMoves { quiets: &[], captures: &[] };
        history.update_on_cutoff(position.board(), [PieceTo::NONE; 3], 1, 5, mv, nothing);
        assert!(history.capture_history(piece, mv, PieceType::Horse) > 0);
        assert_eq!(history.capture_history(piece, mv, PieceType::Rook), 0);
        assert_eq!(history.killers(1), [None; 2]);
    }
}
