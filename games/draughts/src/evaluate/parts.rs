//! The source's evaluation: a sum of parts.
//!
//! Men and kings; those that are safe, because they are on the edge; those that can move; men that defend the two home
//! rows and men that attack in the three far ones; and half a man less for each threatened piece. The names are the
//! source's, the weights were set by hand. It is the baseline for better evaluations, so it is not changed.

use super::threatened;
use crate::board::Board;
use crate::geometry::Direction;
use crate::variant::{Color, Variant};

/// What the parts are worth, in hundredths of a man.
#[derive(Clone, Debug)]
pub struct Parts {
    /// A man.
    pub man: i32,
    /// A king.
    pub king: i32,
    /// A man on the edge, more.
    pub safe_man: i32,
    /// A king on the edge, more.
    pub safe_king: i32,
    /// A man that can step forward, more.
    pub movable_man: i32,
    /// A king that can step somewhere, more.
    pub movable_king: i32,
    /// A man in the two home rows, more.
    pub defender: i32,
    /// A man in the three far rows, more.
    pub attacker: i32,
    /// Each piece that the other side could jump: half a man.
    pub threatened: i32,
}

static FLYING: Parts = Parts {
    man: 100,
    king: 300,
    safe_man: 5,
    safe_king: 5,
    movable_man: 3,
    movable_king: 10,
    defender: 6,
    attacker: 12,
    threatened: -50,
};

static STEPPING: Parts = Parts { king: 150, ..FLYING };

impl Parts {
    /// The weights for a game.
    #[must_use]
    pub fn of(variant: Variant) -> &'static Self {
        if variant.rules().kings_fly { &FLYING } else { &STEPPING }
    }

    /// What a position is worth to the side to move.
    #[must_use]
    pub fn evaluate(&self, board: &Board) -> i32 {
        self.side(board, board.side()) - self.side(board, board.side().other())
    }

    /// What a side's pieces are worth.
    fn side(&self, board: &Board, color: Color) -> i32 {
        let geometry = &board.rules().geometry;
        let (men, kings, free) = (board.men(color), board.kings(color), board.free());
        let count = |squares: u64| squares.count_ones() as i32;

        let last = geometry.rows() - 1;
        let edge = geometry.side_edges() | geometry.row(0) | geometry.row(last);
        let (forward, rows): (_, [u32; 5]) = match color {
            Color::White => (Direction::UP, [last, last - 1, 0, 1, 2]),
            Color::Black => (Direction::DOWN, [0, 1, last, last - 1, last - 2]),
        };
        let rows = rows.map(|row| geometry.row(row));
        // From where a step in some direction leads to a free square.
        let can_step = |way: Direction| geometry.step(free, way.opposite());
        let men_can = forward.into_iter().map(can_step).fold(0, |all, from| all | from);
        let kings_can = Direction::ALL.into_iter().map(can_step).fold(0, |all, from| all | from);

        self.man * count(men)
            + self.king * count(kings)
            + self.safe_man * count(men & edge)
            + self.safe_king * count(kings & edge)
            + self.movable_man * count(men & men_can)
            + self.movable_king * count(kings & kings_can)
            + self.defender * count(men & (rows[0] | rows[1]))
            + self.attacker * count(men & (rows[2] | rows[3] | rows[4]))
            + self.threatened * count(threatened(board, color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    fn value(text: &str) -> i32 {
        let board = read_board(Variant::International, text).unwrap();
        FLYING.evaluate(&board)
    }

    #[test]
    fn each_part_counts() {
        // White: a movable man in the middle; Black: one on the edge that can move.
        assert_eq!(value("W:W32:B16"), (100 + 3) - (100 + 5 + 3));
        // Black's 22 threatens 28 only if 33 is free, and is threatened itself as 17 is free.
        assert_eq!(value("W:W28:B22"), (103 - 50) - (103 - 50));
        assert_eq!(value("W:W28,33:B22"), (103 + 103) - (103 - 50));
        // A defender and an attacker; a king on the edge.
        assert_eq!(value("W:W42:B16"), (100 + 3 + 6) - 108);
        assert_eq!(value("W:W12:B26"), (100 + 3 + 12) - 108);
        assert_eq!(value("W:WK46:B26"), (300 + 5 + 10) - 108);
    }

    #[test]
    fn colors_are_alike() {
        for text in ["W:W28,33,K1:B22,K50,12", "B:W47,48,K5:B22,23,24,9"] {
            let board = read_board(Variant::International, text).unwrap();
            assert_eq!(FLYING.evaluate(&board), FLYING.evaluate(&board.exchanged()), "{text}");
        }
    }
}
