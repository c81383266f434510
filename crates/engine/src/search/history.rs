//! History heuristics: how well moves did elsewhere in the tree. They guide move ordering, pruning and reductions.

use super::params;
use super::stack::{ContinuationKeys, PieceTo};
use crate::board::Board;
use crate::types::{Color, MAX_PLY, Move, Piece, PieceType, Square};

/// The largest absolute score in one table.
const HISTORY_MAX: i32 = 16_384;
/// The number of pairs of origin and destination.
const FROM_TO: usize = Square::COUNT * Square::COUNT;
/// The number of piece types.
const PIECE_TYPES: usize = 7;

/// Butterfly, continuation and capture history, and two killers for each ply.
#[derive(Debug)]
pub(super) struct History {
    /// Scores of quiet moves, by side, then by origin and destination.
    butterfly: Box<[[i16; FROM_TO]]>,
    /// Scores of quiet moves, by the piece and destination of an earlier move, then by their own.
    continuation: Box<[[i16; PieceTo::COUNT]]>,
    /// Scores of captures, by piece and destination, then by the type of the captured piece.
    captures: Box<[i16]>,
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
}

/// The moves searched at a node, possibly including the best move.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchedMoves<'a> {
    pub(super) quiets: &'a [Move],
    pub(super) captures: &'a [Move],
}

/// The tables that score the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietHistory<'a> {
    butterfly: &'a [i16; FROM_TO],
    continuation: [&'a [i16; PieceTo::COUNT]; 3],
}

impl QuietHistory<'_> {
    /// The sum of a move's butterfly and continuation histories, within ±4 × [`HISTORY_MAX`].
    #[inline]
    pub(super) fn score(self, piece: Piece, mv: Move) -> i32 {
        let piece_to = PieceTo::new(piece, mv).index();
        let continuation = self.continuation.map(|table| i32::from(table[piece_to]));
        i32::from(self.butterfly[from_to(mv)]) + continuation.iter().sum::<i32>()
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

    /// Clears all scores and killers.
    pub(super) fn clear(&mut self) {
        self.butterfly.as_flattened_mut().fill(0);
        self.continuation.as_flattened_mut().fill(0);
        self.captures.fill(0);
        self.killers.fill([None; 2]);
    }

    /// Clears the killers, because they belong to the plies of one search.
    pub(super) fn new_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// The tables for the quiet moves of a side after the given earlier moves.
    #[inline]
    pub(super) fn quiet_history(&self, side: Color, keys: ContinuationKeys) -> QuietHistory<'_> {
        QuietHistory {
            butterfly: &self.butterfly[side.index()],
            continuation: keys.map(|key| &self.continuation[key.index()]),
        }
    }

    /// The capture history of a move, within ±[`HISTORY_MAX`].
    #[inline]
    pub(super) fn capture_history(&self, piece: Piece, mv: Move, victim: PieceType) -> i32 {
        i32::from(self.captures[capture_index(piece, mv, victim)])
    }

    /// The last two quiet moves that were best at nodes of this ply, the newer first.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// Rewards the best move of a node and penalizes the other moves searched.
    pub(super) fn update_on_best_move(
        &mut self,
        board: &Board,
        keys: ContinuationKeys,
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
            self.update_quiet(board, keys, mv, bonus);
            for &other in searched.quiets.iter().filter(|&&other| other != mv) {
                self.update_quiet(board, keys, other, -bonus);
            }
        } else {
            self.update_capture(board, mv, bonus);
        }
        for &other in searched.captures.iter().filter(|&&other| other != mv) {
            self.update_capture(board, other, -bonus);
        }
    }

    pub(super) fn update_butterfly(&mut self, side: Color, mv: Move, bonus: i32) {
        let max = params::history_bonus_max();
        update(&mut self.butterfly[side.index()][from_to(mv)], bonus.clamp(-max, max));
    }

    /// Updates the butterfly and continuation histories of a quiet move that has not been made yet.
    pub(super) fn update_quiet(
        &mut self,
        board: &Board,
        keys: ContinuationKeys,
        mv: Move,
        bonus: i32,
    ) {
        let Some(piece) = board.moved_piece(mv) else { return };
        self.update_piece_quiet(piece, keys, mv, bonus);
    }

    /// Updates the butterfly and continuation histories of a piece's quiet move.
    pub(super) fn update_piece_quiet(
        &mut self,
        piece: Piece,
        keys: ContinuationKeys,
        mv: Move,
        bonus: i32,
    ) {
        update(&mut self.butterfly[piece.color().index()][from_to(mv)], bonus);
        let piece_to = PieceTo::new(piece, mv);
        for key in keys {
            if key != PieceTo::NONE {
                update(&mut self.continuation[key.index()][piece_to.index()], bonus);
            }
        }
    }

    fn update_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        if let (Some(piece), Some(victim)) = (board.moved_piece(mv), board.captured_piece(mv)) {
            self.update_piece_capture(piece, mv, victim.kind(), bonus);
        }
    }

    /// Updates the capture history of a piece's capture.
    pub(super) fn update_piece_capture(
        &mut self,
        piece: Piece,
        mv: Move,
        victim: PieceType,
        bonus: i32,
    ) {
        update(&mut self.captures[capture_index(piece, mv, victim)], bonus);
    }
}

/// The history bonus for a result at a depth.
pub(super) fn stat_bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth).min(params::history_bonus_max())
}

fn update(score: &mut i16, bonus: i32) {
    update_with_gravity::<HISTORY_MAX>(score, bonus);
}

/// Adds a bonus to a score, minus a term that pulls the score towards 0 and keeps it within ±`MAX`.
#[inline]
pub(super) fn update_with_gravity<const MAX: i32>(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / MAX) as i16;
}

/// The index of a move by origin and destination.
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
        let keys = [PieceTo::new(board.moved_piece(bad).unwrap(), bad); 3];
        let nothing = SearchedMoves { quiets: &[], captures: &[] };
        for _ in 0..200 {
            let searched = SearchedMoves { quiets: &[bad], captures: &[] };
            history.update_on_best_move(board, keys, 3, 20, good, searched);
        }
        let score_after = |history: &History, keys, mv| {
            history.quiet_history(Color::Red, keys).score(board.moved_piece(mv).unwrap(), mv)
        };
        let score = |history: &History, mv| score_after(history, keys, mv);
        assert!((1..=4 * HISTORY_MAX).contains(&score(&history, good)));
        assert!((-4 * HISTORY_MAX..0).contains(&score(&history, bad)));
        let elsewhere = score_after(&history, [PieceTo::NONE; 3], good);
        assert!(elsewhere < score(&history, good));
        assert_eq!(history.killers(3), [Some(good), None]);
        history.update_on_best_move(board, keys, 3, 1, bad, nothing);
        assert_eq!(history.killers(3), [Some(bad), Some(good)]);
    }

    #[test]
    fn capture_history_depends_on_the_captured_piece() {
        let mut history = History::new();
        let position = Position::startpos();
        let mv: Move = "h2h9".parse().unwrap();
        let piece = position.board().moved_piece(mv).unwrap();
        let nothing = SearchedMoves { quiets: &[], captures: &[] };
        history.update_on_best_move(position.board(), [PieceTo::NONE; 3], 1, 5, mv, nothing);
        assert!(history.capture_history(piece, mv, PieceType::Horse) > 0);
        assert_eq!(history.capture_history(piece, mv, PieceType::Rook), 0);
        assert_eq!(history.killers(1), [None; 2]);
    }
}
