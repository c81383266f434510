//! Pawns in composed problems, on squares that no pawn can reach in a game.

use super::Board;
use crate::types::{Color, PieceType, Square};

/// A pawn on a square that no pawn can reach in a game.
///
/// The engine accepts such a position, but the pawn may be a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("impossible position: a {color} pawn cannot reach {square}")]
pub struct StrayPawn {
    /// Whose pawn it is.
    pub color: Color,
    /// Its square.
    pub square: Square,
}

impl Board {
    /// The first pawn on a square that no pawn can reach in a game: behind its start rank, or on its own side of the
    /// river on a file where no pawn starts or where another pawn already stands.
    pub fn stray_pawn(&self) -> Option<StrayPawn> {
        Color::ALL.into_iter().find_map(|color| {
            let mut seen = [false; Square::FILES as usize];
            let mut pawns = self.squares_of(color, PieceType::Pawn);
            let stray = pawns.find(|square| {
                if square.is_across_river(color) {
                    return false;
                }
                let rank = match color {
                    Color::Red => square.rank(),
                    Color::Black => square.flip().rank(),
                };
                let file = usize::from(square.file());
                rank < 3 || file % 2 != 0 || std::mem::replace(&mut seen[file], true)
            });
            stray.map(|square| StrayPawn { color, square })
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Position, START_FEN};

    fn stray(fen: &str) -> Option<String> {
        Position::from_fen(fen).unwrap().board().stray_pawn().map(|stray| stray.to_string())
    }

    #[test]
    fn pawns_on_unreachable_points_are_reported() {
        let told = |color, square| {
            Some(format!("impossible position: a {color} pawn cannot reach {square}"))
        };
        for (fen, expected) in [
            (START_FEN, None),
            ("4k4/9/9/9/1P1P1P3/9/9/9/9/3K5 b", None),
            ("3k1p3/4P4/9/9/6CCR/3n4c/2Pn5/8B/5p3/4K4 w", told("black", "f9")),
            ("4k4/9/9/9/9/9/9/P8/9/3K5 w", told("red", "a2")),
            ("4k4/9/9/9/9/5P3/9/9/9/3K5 w", told("red", "f4")),
            ("4k4/9/9/9/9/P8/P8/9/9/3K5 w", told("red", "a3")),
        ] {
            assert_eq!(stray(fen), expected, "{fen}");
        }
    }
}
