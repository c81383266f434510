//! Draws that need no repetition.

use crate::board::{Board, Position};
use crate::types::Color;

/// Whether neither side has a piece that can cross the river: rook, horse, cannon or pawn.
#[must_use]
pub fn is_dead_material(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| !board.has_attackers(color))
}

/// Whether `limit` plies went by without a capture; a limit of 0 never ends a game.
///
/// A mate on the last ply still counts: ask for legal moves first.
#[must_use]
pub fn is_move_count_draw(position: &Position, limit: u16) -> bool {
    limit != 0 && position.plies_since_capture() >= limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_keep_a_game_alive() {
        let alive = |fen| !is_dead_material(Position::from_fen(fen).unwrap().board());
        assert!(!alive("2b1k1b2/4a4/9/9/9/9/9/9/4A4/2B1K1B2 w"));
        assert!(alive("4k4/4a4/9/9/9/8p/9/9/4A4/4K4 w"));
    }

    #[test]
    fn the_count_is_in_plies() {
        let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 90").unwrap();
        assert!(!is_move_count_draw(&position, 120));
        assert!(is_move_count_draw(&position, 100));
        assert!(!is_move_count_draw(&position, 0));
    }
}
