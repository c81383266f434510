//! A network's evaluation of a position, for display.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use super::evaluator::NetworkEvaluator;
use super::file::{Network, Role};
use crate::board::{Board, Position};
use crate::eval::Evaluator;
use crate::types::{Color, Piece, PieceType, Score, Square, Value};

/// A network's value for a position, and each piece's contribution to it.
#[derive(Clone, Debug, serde::Serialize)]
pub struct NetworkTrace {
    /// The role of the value.
    pub role: Role,
    /// The network's own value, in centipawns from Red's point of view.
    pub value: Value,
    /// The value of the position with the network, in centipawns from Red's point of view. In a known endgame, a
    /// correction has no effect.
    pub total: Value,
    /// Every piece but the kings, rank by rank from Red's end.
    pub pieces: Vec<PieceShare>,
}

/// A piece's contribution to a network's value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct PieceShare {
    /// The FEN letter of the piece.
    pub piece: char,
    /// The square of the piece, such as `h2`.
    pub square: String,
    /// The value with the piece minus the value without it, in centipawns from Red's point of view. `None` if the
    /// position without the piece is illegal, because the side to move could take the king.
    pub share: Option<Value>,
}

impl NetworkTrace {
    /// Evaluates a board with a network, first unchanged, then with each piece removed in turn.
    pub fn of(network: &Arc<Network>, board: &Board) -> Self {
        let mut evaluator = NetworkEvaluator::new(Arc::clone(network));
        evaluator.reset(board);
        let total = for_red(board, evaluator.evaluate(board));
        let value = for_red(board, evaluator.network_value(board));
        let pieces = Square::all().filter_map(|square| {
            let piece = board.piece_at(square).filter(|piece| piece.kind() != PieceType::King)?;
            let share = without(board, square).map(|position| {
                evaluator.reset(position.board());
                value - for_red(position.board(), evaluator.network_value(position.board()))
            });
            Some(PieceShare { piece: piece.letter(), square: square.to_string(), share })
        });
        Self { role: network.header.role, value, total, pieces: pieces.collect() }
    }
}

fn for_red(board: &Board, value: Value) -> Value {
    match board.side_to_move() {
        Color::Red => value,
        Color::Black => -value,
    }
}

/// The position with a square emptied; `None` if it would be illegal.
fn without(board: &Board, emptied: Square) -> Option<Position> {
    let ranks = (0..Square::RANKS).rev().map(|rank| {
        let squares = (0..Square::FILES).map(|file| Square::new(file, rank));
        let pieces = squares.map(|square| board.piece_at(square).filter(|_| square != emptied));
        pieces.map(|piece| piece.map_or('1', Piece::letter)).collect()
    });
    let ranks: Vec<String> = ranks.collect();
    let side = if board.side_to_move() == Color::Red { 'w' } else { 'b' };
    Position::from_fen(&format!("{} {side}", ranks.join("/"))).ok()
}

/// Shows the values in pawns, and the board with each piece's contribution below the piece.
impl fmt::Display for NetworkTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = match self.role {
            Role::Correction => "correction by the network",
            Role::Whole => "network",
        };
        let (value, total) = (pawns(self.value), pawns(self.total));
        writeln!(f, "{role}: {value} pawns, {total} in all, from red's point of view")?;
        f.write_str("each piece's share: the network's value minus its value without the piece")?;
        f.write_str(&self.board())
    }
}

fn pawns(value: Value) -> String {
    Score::Cp(value).in_pawns()
}

impl NetworkTrace {
    /// The board with each piece's contribution, in pawns, below the piece. The text begins with a line break.
    pub fn board(&self) -> String {
        let mut text = String::new();
        for rank in (0..Square::RANKS).rev() {
            let (mut letters, mut shares) = (String::new(), String::new());
            for file in 0..Square::FILES {
                let square = Square::new(file, rank).to_string();
                let piece = self.pieces.iter().find(|piece| piece.square == square);
                let letter = piece.map_or('.', |piece| piece.piece);
                let share = piece.and_then(|piece| piece.share).map(pawns).unwrap_or_default();
                // Writing to a string cannot fail.
                let _ = write!(letters, "{letter:>7}");
                let _ = write!(shares, "{share:>7}");
            }
            let _ = write!(text, "\n{rank:>2}{letters}\n{}", format!("  {shares}").trim_end());
        }
        text.push_str("\n  ");
        text.extend(('a'..='i').map(|file| format!("{file:>7}")));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_that_can_go_has_its_share() {
        let network = Arc::new(Network::random(9));
        // Without the pawn, the kings would face each other; the horse can be removed.
        let position = Position::from_fen("4k4/9/9/9/4P4/9/9/9/9/N3K4 b").unwrap();
        let trace = NetworkTrace::of(&network, position.board());
        let [horse, pawn] = &trace.pieces[..] else { panic!("{:?}", trace.pieces) };
        assert_eq!((horse.piece, horse.square.as_str()), ('N', "a0"));
        assert_eq!((pawn.piece, pawn.square.as_str(), pawn.share), ('P', "e5", None));
        let alone = Position::from_fen("4k4/9/9/9/4P4/9/9/9/9/4K4 b").unwrap();
        let rest = NetworkTrace::of(&network, alone.board()).value;
        assert_eq!(horse.share, Some(trace.value - rest));
        let text = trace.to_string();
        assert!(text.lines().count() == 2 + 20 + 1 && text.contains(" N "), "{text}");
    }

    #[test]
    fn the_total_equals_the_evaluation() {
        for role in [Role::Correction, Role::Whole] {
            let mut network = Network::random(9);
            network.header.role = role;
            let network = Arc::new(network);
            let mut evaluator = NetworkEvaluator::new(Arc::clone(&network));
            for fen in [crate::board::START_FEN, "2b1kab2/4a4/9/9/9/9/9/9/9/R3K4 b"] {
                let position = Position::from_fen(fen).unwrap();
                let board = position.board();
                evaluator.reset(board);
                let own = evaluator.evaluate(board);
                let trace = NetworkTrace::of(&network, board);
                let sign = if board.side_to_move() == Color::Red { 1 } else { -1 };
                assert_eq!(trace.total, sign * own);
                let hce = crate::eval::Trace::of(board);
                let sum = if hce.endgame_known { hce.total } else { hce.total + trace.value };
                assert_eq!(trace.total == sum, role == Role::Correction, "{fen}");
            }
        }
    }
}
