//! The evaluation from the documents that describe the game `source`: a sum of parts.
//!
//! It counts men and kings, with bonuses for pieces on the edge, pieces that can move, and men in the two home rows or
//! the three far rows; each threatened piece costs half a man. The names come from those documents; the weights were
//! set by hand. This evaluation is the baseline for better ones, so it does not change.

use super::threatened;
use crate::board::Board;
use crate::geometry::Direction;
use crate::variant::{Color, Variant};

/// The weights of the parts, in hundredths of a man.
#[derive(Clone, Debug)]
pub struct Parts {
    /// A man.
    pub man: i32,
    /// A king.
    pub king: i32,
    /// The bonus for a man on the edge.
    pub safe_man: i32,
    /// The bonus for a king on the edge.
    pub safe_king: i32,
    /// The bonus for a man that can step forward.
    pub movable_man: i32,
    /// The bonus for a king that can step anywhere.
    pub movable_king: i32,
    /// The bonus for a man in the two home rows.
    pub defender: i32,
    /// The bonus for a man in the three far rows.
    pub attacker: i32,
    /// The deduction for each piece that the other side could jump: half a man.
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
    pub fn of(variant: Variant) -> &'static Self {
        if variant.rules().kings_fly { &FLYING } else { &STEPPING }
    }

    /// The value of a position from the point of view of the side to move.
    pub fn evaluate(&self, board: &Board) -> i32 {
        self.side(board, board.side()) - self.side(board, board.side().other())
    }

    /// The value of a side's pieces.
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
        // The squares from which a step in this direction leads to a free square.
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
        // White has a movable man in the middle; Black has a movable man on the edge.
        assert_eq!(value("W:W32:B16"), (100 + 3) - (100 + 5 + 3));
        // Black's man on 22 threatens 28 only if 33 is free, and is itself threatened because 17 is free.
        assert_eq!(value("W:W28:B22"), (103 - 50) - (103 - 50));
        assert_eq!(value("W:W28,33:B22"), (103 + 103) - (103 - 50));
        // White has a defender and an attacker; Black has a king on the edge.
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
