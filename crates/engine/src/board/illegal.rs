//! Why a move cannot be played.

use super::Position;
use crate::types::{Color, Move, Piece, Square};

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum IllegalMove {
    #[error("no piece stands on {0}")]
    NoPiece(Square),
    /// The piece to be moved belongs to the other side.
    #[error("it is {turn}'s turn, but a {piece} stands on {from}")]
    WrongSide { turn: Color, piece: Piece, from: Square },
    #[error("a {piece} stands on {to}")]
    OwnPiece { piece: Piece, to: Square },
    #[error("the {piece} on {from} cannot go there")]
    CannotGoThere { piece: Piece, from: Square },
    #[error("it leaves the {0} king in check or facing the other king")]
    LeavesKingInCheck(Color),
}

impl Position {
    /// Checks whether a move is legal. The move may be any 16 bits.
    ///
    /// # Errors
    /// The reason why it is illegal.
    pub fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        let (board, us) = (self.board(), self.side_to_move());
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = board.moved_piece(mv) else { return Err(IllegalMove::NoPiece(from)) };
        if piece.color() != us {
            return Err(IllegalMove::WrongSide { turn: us, piece, from });
        }
        if !board.is_pseudo_legal(mv) {
            return Err(match board.captured_piece(mv) {
                Some(own) if own.color() == us => IllegalMove::OwnPiece { piece: own, to },
                _ => IllegalMove::CannotGoThere { piece, from },
            });
        }
        if !board.is_safe(mv) {
            return Err(IllegalMove::LeavesKingInCheck(us));
        }
        Ok(())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The reason why it is illegal. The position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_move(mv)?;
        self.make_unchecked(mv, &mut ());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(fen: &str, mv: &str) -> String {
        let mut position = Position::from_fen(fen).unwrap();
        let before = position.clone();
        let error = position.play(mv.parse().unwrap()).unwrap_err();
        assert_eq!(position, before, "{mv}");
        error.to_string()
    }

    #[test]
    fn every_reason_has_its_words_and_changes_nothing() {
        let start = crate::board::START_FEN;
        assert_eq!(reason(start, "a1a2"), "no piece stands on a1");
        assert_eq!(reason(start, "h9g7"), "it is red's turn, but a black horse stands on h9");
        assert_eq!(reason(start, "a0b0"), "a red horse stands on b0");
        assert_eq!(reason(start, "a0a4"), "the red rook on a0 cannot go there");
        let facing = "4k4/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1";
        assert_eq!(
            reason(facing, "e1d3"),
            "it leaves the red king in check or facing the other king"
        );
    }

    #[test]
    fn a_checked_move_is_legal_exactly_when_the_generator_has_it() {
        let position =
            Position::from_fen("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1")
                .unwrap();
        let legal = position.legal_moves();
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            assert_eq!(position.check_move(mv).is_ok(), legal.contains(&mv), "{mv}");
        }
    }
}
