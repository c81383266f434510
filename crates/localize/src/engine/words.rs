//! Sides and pieces.

use chuhe_engine::types::{Color, Piece, PieceType};

pub(crate) const fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "红方",
        Color::Black => "黑方",
    }
}

/// The name of a piece, whose character also shows its side.
pub(crate) const fn piece(piece: Piece) -> &'static str {
    match (piece.color(), piece.kind()) {
        (Color::Red, PieceType::King) => "帅",
        (Color::Red, PieceType::Advisor) => "仕",
        (Color::Red, PieceType::Elephant) => "相",
        (Color::Red, PieceType::Pawn) => "兵",
        (Color::Black, PieceType::King) => "将",
        (Color::Black, PieceType::Advisor) => "士",
        (Color::Black, PieceType::Elephant) => "象",
        (Color::Black, PieceType::Pawn) => "卒",
        (_, PieceType::Horse) => "马",
        (_, PieceType::Rook) => "车",
        (_, PieceType::Cannon) => "炮",
    }
}

/// Joins words as in a sentence.
pub(crate) fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [front @ .., last] => format!("{}和{last}", front.join("、")),
    }
}
