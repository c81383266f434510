//! The captures along a line of play.

use super::{Position, exchange_value};
use crate::types::{Color, Move, Piece, PieceType, Square, Value};

/// The pieces that were captured along a line of play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    /// The pieces that Red and Black have lost.
    lost: [Vec<PieceType>; 2],
}

impl Captures {
    /// Collects the captures in a line, up to its first illegal move. If the line ends with a capture, the recaptures
    /// on the same point that gain material are added, so that the end of the line hides no exchange.
    ///
    /// ```
    /// use chuhe_engine::board::{Captures, Position};
    /// use chuhe_engine::types::{Color, PieceType};
    ///
    /// let position = Position::from_fen("3k5/9/9/4p4/9/9/9/9/4R4/4K4 w - - 0 1")?;
    /// let captures = Captures::along(&position, &["e1e6".parse()?]);
    /// assert_eq!(captures.net_of(Color::Red), (vec![PieceType::Pawn], vec![]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn along(start: &Position, line: &[Move]) -> Self {
        let mut position = start.clone();
        let mut captures = Self::default();
        let mut last_target = None;
        for &mv in line {
            if !position.is_legal(mv) {
                break;
            }
            last_target = captures.play(&mut position, mv).then_some(mv.to());
        }
        if let Some(target) = last_target {
            while let Some(mv) = recapture(&position, target) {
                captures.play(&mut position, mv);
            }
        }
        captures
    }

    /// Plays a legal move and records the captured piece, if any. Returns whether the move is a capture.
    fn play(&mut self, position: &mut Position, mv: Move) -> bool {
        let captured = position.board().captured_piece(mv).map(Piece::kind);
        position.make_unchecked(mv, &mut ());
        self.lost[position.side_to_move().index()].extend(captured);
        captured.is_some()
    }

    /// The pieces a side has won and those it has lost, most valuable first. Equal pieces in both lists cancel out.
    pub fn net_of(&self, color: Color) -> (Vec<PieceType>, Vec<PieceType>) {
        let mut won = self.lost[(!color).index()].clone();
        let mut lost = Vec::new();
        for &kind in &self.lost[color.index()] {
            match won.iter().position(|&other| other == kind) {
                Some(place) => drop(won.swap_remove(place)),
                None => lost.push(kind),
            }
        }
        for list in [&mut won, &mut lost] {
            list.sort_by_key(|&kind| -exchange_value(kind));
        }
        (won, lost)
    }

    /// The value of the pieces a side has won minus that of the pieces it has lost, by [`exchange_value`], in
    /// centipawns.
    pub fn balance_of(&self, color: Color) -> Value {
        let sum = |color: Color| -> Value {
            self.lost[color.index()].iter().map(|&kind| exchange_value(kind)).sum()
        };
        sum(!color) - sum(color)
    }
}

/// The capture on a square that gains material; if there are several, the one by the least valuable piece.
fn recapture(position: &Position, target: Square) -> Option<Move> {
    let board = position.board();
    let moves = position.legal_moves();
    let good = moves.into_iter().filter(|&mv| mv.to() == target && board.see_ge(mv, 1));
    good.min_by_key(|&mv| board.moved_piece(mv).map_or(0, |piece| exchange_value(piece.kind())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn along(fen: &str, line: &str) -> Captures {
        let moves: Vec<Move> = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        Captures::along(&Position::from_fen(fen).unwrap(), &moves)
    }

    #[test]
    fn exchanges_at_the_end_of_a_line_are_finished() {
        // The rook takes a pawn that a horse defends, and the horse takes the rook.
        let fen = "3k5/9/9/4p4/2n6/9/9/9/4R4/4K4 w - - 0 1";
        let captures = along(fen, "e1e6");
        assert_eq!(
            captures.net_of(Color::Red),
            (vec![PieceType::Pawn], vec![PieceType::Rook]),
            "the horse recaptures"
        );
        assert!(captures.balance_of(Color::Red) < 0);
        assert_eq!(captures.balance_of(Color::Black), -captures.balance_of(Color::Red));
        // Nothing is added after a quiet last move.
        assert_eq!(along(fen, "e1e2").balance_of(Color::Red), 0);
    }

    #[test]
    fn equal_pieces_cancel_out() {
        let alone = along("3k5/9/9/4r4/9/9/9/9/4R4/4K4 w - - 0 1", "e1e6");
        assert_eq!(alone.net_of(Color::Red), (vec![PieceType::Rook], vec![]));
        let traded = along("3k5/9/9/4r4/2n6/9/9/9/4R4/4K4 w - - 0 1", "e1e6 c5e6");
        assert_eq!(traded.net_of(Color::Red), (vec![], vec![]));
        assert_eq!(traded.balance_of(Color::Red), 0);
    }
}
