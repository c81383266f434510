//! The keys of positions in book files. A position and its mirror image share a key, and keys are the same in every
//! version of the program.

use crate::board::Board;
use crate::types::rng::SplitMix64;
use crate::types::{Color, Move, Piece, Square};

/// A number for each piece on each point, in the order of [`Piece::index`] and [`Square::dense`]. Files depend on these
/// numbers, so the seed is part of the format.
static PIECES: [[u64; Square::COUNT]; Piece::COUNT] = {
    let mut rng = SplitMix64::new(0x6368_7568_6562_6b31);
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            table[piece][square] = rng.next();
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The number for Black to move.
const BLACK_TO_MOVE: u64 = SplitMix64::new(0x626c_6163_6b62_6b31).next();

/// The place of a position in a book: its key and its orientation there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookPlace {
    /// The smaller key of the position and its mirror image.
    pub key: u64,
    side: Orientation,
}

/// The orientation of the position relative to the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Orientation {
    /// The position is stored as it is.
    Same,
    /// The position is stored mirrored.
    Mirrored,
    /// The position is its own mirror image.
    Symmetric,
}

/// The keys of a position and of its mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Keys([u64; 2]);

impl Keys {
    pub(super) fn of(board: &Board) -> Self {
        let mut keys = match board.side_to_move() {
            Color::Red => Self([0; 2]),
            Color::Black => Self([BLACK_TO_MOVE; 2]),
        };
        board.pieces().for_each(|(piece, square)| keys.toggle(piece, square));
        keys
    }

    fn toggle(&mut self, piece: Piece, square: Square) {
        let numbers = &PIECES[piece.index()];
        self.0[0] ^= numbers[square.dense()];
        self.0[1] ^= numbers[square.mirror().dense()];
    }

    /// The keys after a pseudo-legal move, computed without playing it.
    pub(super) fn after(mut self, board: &Board, mv: Move) -> Self {
        if let Some(piece) = board.piece_at(mv.from()) {
            self.toggle(piece, mv.from());
            self.toggle(piece, mv.to());
        }
        if let Some(captured) = board.piece_at(mv.to()) {
            self.toggle(captured, mv.to());
        }
        Self(self.0.map(|key| key ^ BLACK_TO_MOVE))
    }

    /// The key under which books store the position.
    pub(super) fn canonical(self) -> u64 {
        self.0[0].min(self.0[1])
    }
}

impl BookPlace {
    /// The place of a board.
    pub fn of(board: &Board) -> Self {
        let keys = Keys::of(board);
        let side = match keys.0[0].cmp(&keys.0[1]) {
            std::cmp::Ordering::Less => Orientation::Same,
            std::cmp::Ordering::Greater => Orientation::Mirrored,
            std::cmp::Ordering::Equal => Orientation::Symmetric,
        };
        Self { key: keys.canonical(), side }
    }

    /// Converts a move on the board to the form in which the book stores it. In a symmetric position, a move and its
    /// mirror image are both stored as the move further to the right (files f to i).
    pub fn to_book(self, mv: Move) -> Move {
        let mirror = mv.mirror();
        match self.side {
            Orientation::Mirrored => mirror,
            Orientation::Symmetric if files(mirror) > files(mv) => mirror,
            Orientation::Same | Orientation::Symmetric => mv,
        }
    }

    /// Converts a move in the book to a move on the board.
    pub fn to_board(self, mv: Move) -> Move {
        if self.side == Orientation::Mirrored { mv.mirror() } else { mv }
    }

    /// Whether the position is its own mirror image.
    pub fn is_symmetric(self) -> bool {
        self.side == Orientation::Symmetric
    }
}

fn files(mv: Move) -> (u8, u8) {
    (mv.from().file(), mv.to().file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn place(fen: &str) -> BookPlace {
        BookPlace::of(Position::from_fen(fen).unwrap().board())
    }

    /// Files depend on these numbers.
    #[test]
    fn keys_are_the_same_for_ever() {
        let start = BookPlace::of(Position::startpos().board());
        assert!(start.is_symmetric());
        assert_eq!(
            [start.key, BLACK_TO_MOVE, PIECES[0][0], PIECES[13][89]].map(|key| format!("{key:x}")),
            ["1bb06059326c168", "e9d2311641317cf", "2d90966eddde545d", "810d1f5f2626e3d8"]
        );
    }

    #[test]
    fn mirror_images_are_one() {
        let left = place("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b");
        let right = place("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b");
        assert_eq!(left.key, right.key);
        assert_ne!(left, right);
        let mv: Move = "h9g7".parse().unwrap();
        assert_eq!(left.to_book(mv), right.to_book(mv.mirror()));
        assert_eq!(left.to_board(left.to_book(mv)), mv);
        assert_ne!(
            left.key,
            place("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w").key
        );
    }

    #[test]
    fn keys_follow_the_moves() {
        let mut position = Position::startpos();
        for word in ["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"] {
            let mv = word.parse().unwrap();
            let expected = Keys::of(position.board()).after(position.board(), mv);
            position.play(mv).unwrap();
            assert_eq!(Keys::of(position.board()), expected);
        }
    }

    #[test]
    fn symmetric_positions_have_one_of_two_moves() {
        let start = BookPlace::of(Position::startpos().board());
        let book = |mv: &str| start.to_book(mv.parse().unwrap()).to_string();
        assert_eq!((book("b2e2"), book("h2e2")), ("h2e2".to_owned(), "h2e2".to_owned()));
        assert_eq!((book("e3e4"), book("e0e1")), ("e3e4".to_owned(), "e0e1".to_owned()));
        assert_eq!(book("g0e2"), "g0e2");
        assert_eq!(start.to_board("h2e2".parse().unwrap()).to_string(), "h2e2");
    }
}
