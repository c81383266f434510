//! Kills (杀): threats to mate by checks alone.

use crate::board::Board;
use crate::types::{Color, Move};

/// The maximum number of consecutive checks in a threatened mate. The rule books set no such limit.
const CHECKS: u32 = 3;

/// Whether `side`, which has just moved without giving check, could force mate by checks if it could move again.
pub(super) fn threatens_mate(board: &Board, side: Color) -> bool {
    debug_assert_eq!(board.side_to_move(), !side);
    mates_by_checks(&board.with_pass(), CHECKS)
}

/// Whether the side to move can force mate with at most `checks` checks.
fn mates_by_checks(board: &Board, checks: u32) -> bool {
    let moves = board.legal_moves(board.is_in_check(board.side_to_move()));
    moves.iter().any(|&mv| board.gives_check(mv) && has_no_answer(board, mv, checks))
}

/// Whether a check mates at once, or forces mate against any defence, with at most `checks` checks in total.
fn has_no_answer(board: &Board, check: Move, checks: u32) -> bool {
    let board = board.with_move(check);
    let answers = board.legal_moves(true);
    answers.is_empty()
        || (checks > 1
            && answers.iter().all(|&mv| mates_by_checks(&board.with_move(mv), checks - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn threat(fen: &str) -> bool {
        let position = Position::from_fen(fen).unwrap();
        threatens_mate(position.board(), !position.side_to_move())
    }

    #[test]
    fn a_mate_in_one_and_a_longer_one_are_kills() {
        assert!(threat("3k5/8R/9/9/9/9/9/9/R8/4K4 b"), "the rook goes to the back rank");
        assert!(threat("4k4/9/8R/R8/9/9/9/9/9/3K5 b"), "three checks by two rooks in turn");
        assert!(!threat("3k5/9/9/9/9/9/9/9/R8/5K3 b"), "a lone rook does not mate by checks");
    }
}
