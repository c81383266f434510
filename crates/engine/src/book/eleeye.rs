//! `BOOK.DAT`, the opening book of `ElephantEye`: an array of moves, eight bytes each, sorted by position.
//!
//! A record consists of the lock of the position (32 bits), the move and its weight (16 bits each), all little-endian.
//! The lock is the third word of `ElephantEye`'s hash key. The numbers for these keys come from the cipher RC4 with a
//! key of four zero bytes: three words for the side to move, then three for each of the 14 pieces on each of 256
//! squares. The file contains either a position or its mirror image: the one with the smaller third word or, in a tie,
//! the one with the smaller second word.

use std::sync::LazyLock;

use super::entry::BookMove;
use super::error::BookError;
use crate::board::Board;
use crate::types::{Color, Move, Piece, PieceType, Square};

/// The size of a record in bytes.
const RECORD: usize = 8;
/// The kinds of pieces of a side, in the order in which their numbers are drawn.
const KINDS: [PieceType; PieceType::COUNT] = [
    PieceType::King,
    PieceType::Advisor,
    PieceType::Elephant,
    PieceType::Horse,
    PieceType::Rook,
    PieceType::Cannon,
    PieceType::Pawn,
];

/// The second and the third word of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Locks {
    first: u32,
    second: u32,
}

impl Locks {
    fn toggle(&mut self, other: Self) {
        self.first ^= other.first;
        self.second ^= other.second;
    }

    /// The key by which the file is sorted.
    const fn order(self) -> (u32, u32) {
        (self.second, self.first)
    }
}

struct LockNumbers {
    black_to_move: Locks,
    pieces: [[Locks; Square::COUNT]; Piece::COUNT],
}

static NUMBERS: LazyLock<LockNumbers> = LazyLock::new(|| {
    let mut cipher = Rc4::new([0; 4]);
    let mut locks = || {
        let _key = cipher.word();
        Locks { first: cipher.word(), second: cipher.word() }
    };
    let black_to_move = locks();
    let mut pieces = [[Locks::default(); Square::COUNT]; Piece::COUNT];
    for color in Color::ALL {
        for kind in KINDS {
            for square in 0..=u8::MAX {
                let number = locks();
                if let Some(square) = square_of(square) {
                    pieces[Piece::new(color, kind).index()][square.dense()] = number;
                }
            }
        }
    }
    LockNumbers { black_to_move, pieces }
});

/// The stream cipher that serves as the random number generator.
struct Rc4 {
    state: [u8; 256],
    x: u8,
    y: u8,
}

impl Rc4 {
    fn new(key: [u8; 4]) -> Self {
        let mut state = std::array::from_fn(|at| at as u8);
        let mut j = 0_u8;
        for at in 0..256 {
            j = j.wrapping_add(state[at]).wrapping_add(key[at % key.len()]);
            state.swap(at, j.into());
        }
        Self { state, x: 0, y: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.x = self.x.wrapping_add(1);
        let one = self.state[usize::from(self.x)];
        self.y = self.y.wrapping_add(one);
        let other = self.state[usize::from(self.y)];
        self.state.swap(self.x.into(), self.y.into());
        self.state[usize::from(one.wrapping_add(other))]
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }
}

/// The square with this number on `ElephantEye`'s 16×16 board, whose rows are counted from Black's back rank; `None` if
/// it is off the board.
fn square_of(square: u8) -> Option<Square> {
    let (row, file) = ((square >> 4).wrapping_sub(3), (square & 0xf).wrapping_sub(3));
    (row < Square::RANKS && file < Square::FILES)
        .then(|| Square::new(file, Square::RANKS - 1 - row))
}

fn square_number(square: Square) -> u8 {
    (Square::RANKS - 1 - square.rank() + 3) << 4 | (square.file() + 3)
}

fn read_move(bits: u16) -> Option<Move> {
    let [from, to] = bits.to_le_bytes().map(square_of);
    Some(Move::new(from?, to?))
}

/// A move as encoded in the file.
pub fn move_bits(mv: Move) -> u16 {
    u16::from_le_bytes([square_number(mv.from()), square_number(mv.to())])
}

/// The sort keys of a position and of its mirror image. Each consists of the lock, which is stored in the file, and the
/// key word before it.
pub fn orders(board: &Board) -> [(u32, u32); 2] {
    BothLocks::of(board).0.map(Locks::order)
}

/// The locks of a position and of its mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BothLocks([Locks; 2]);

impl BothLocks {
    pub(super) fn of(board: &Board) -> Self {
        let mut locks = match board.side_to_move() {
            Color::Red => Self([Locks::default(); 2]),
            Color::Black => Self([NUMBERS.black_to_move; 2]),
        };
        board.pieces().for_each(|(piece, square)| locks.toggle(piece, square));
        locks
    }

    fn toggle(&mut self, piece: Piece, square: Square) {
        let numbers = &NUMBERS.pieces[piece.index()];
        self.0[0].toggle(numbers[square.dense()]);
        self.0[1].toggle(numbers[square.mirror().dense()]);
    }

    /// The locks after a pseudo-legal move, computed without playing it.
    pub(super) fn after(mut self, board: &Board, mv: Move) -> Self {
        if let Some(piece) = board.piece_at(mv.from()) {
            self.toggle(piece, mv.from());
            self.toggle(piece, mv.to());
        }
        if let Some(captured) = board.piece_at(mv.to()) {
            self.toggle(captured, mv.to());
        }
        self.0.iter_mut().for_each(|locks| locks.toggle(NUMBERS.black_to_move));
        self
    }

    /// Whether a file has moves for either lock.
    pub(super) fn are_in(self, bytes: &[u8]) -> bool {
        self.0.iter().any(|locks| {
            let at = first_of(bytes, locks.second);
            at < move_count(bytes) && record(bytes, at).0 == locks.second
        })
    }
}

fn record(bytes: &[u8], index: usize) -> (u32, u16, u16) {
    let [l0, l1, l2, l3, m0, m1, w0, w1] = bytes.as_chunks::<RECORD>().0[index];
    (
        u32::from_le_bytes([l0, l1, l2, l3]),
        u16::from_le_bytes([m0, m1]),
        u16::from_le_bytes([w0, w1]),
    )
}

/// Checks that the bytes can be a book. The format has no magic number, but sorted locks and valid squares identify
/// it.
pub(super) fn check(bytes: &[u8]) -> Result<(), BookError> {
    let count = bytes.len() / RECORD;
    let mut last = 0;
    for index in 0..count {
        let (lock, mv, _) = record(bytes, index);
        if lock < last || read_move(mv).is_none() {
            // An invalid record late in a long file indicates damage; an early one indicates another format.
            let is_book = index >= 64;
            return Err(if is_book { BookError::Record(index + 1) } else { BookError::NotABook });
        }
        last = lock;
    }
    match (count, bytes.len() % RECORD) {
        (0, _) => Err(BookError::NotABook),
        (_, 0) => Ok(()),
        _ => Err(BookError::Truncated),
    }
}

/// The number of moves in a file.
pub(super) const fn move_count(bytes: &[u8]) -> usize {
    bytes.len() / RECORD
}

/// The moves of a position. A lock has only 32 bits, so another position may share it and some moves may be wrong.
pub(super) fn find(bytes: &[u8], board: &Board) -> Vec<BookMove> {
    let BothLocks(locks) = BothLocks::of(board);
    for (lock, is_mirrored) in [(locks[0].second, false), (locks[1].second, true)] {
        let found = moves_of(bytes, lock);
        if found.is_empty() {
            continue;
        }
        return found
            .into_iter()
            .map(|(mv, weight)| BookMove::new(if is_mirrored { mv.mirror() } else { mv }, weight))
            .collect();
    }
    Vec::new()
}

/// The index of the first record whose lock is not below `lock`.
fn first_of(bytes: &[u8], lock: u32) -> usize {
    let (mut low, mut high) = (0, move_count(bytes));
    while low < high {
        let middle = low + (high - low) / 2;
        if record(bytes, middle).0 < lock { low = middle + 1 } else { high = middle }
    }
    low
}

/// The moves and weights in the records with this lock.
fn moves_of(bytes: &[u8], lock: u32) -> Vec<(Move, u16)> {
    (first_of(bytes, lock)..move_count(bytes))
        .map(|index| record(bytes, index))
        .take_while(|found| found.0 == lock)
        .filter_map(|(_, mv, weight)| Some((read_move(mv)?, weight)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn the_cipher_is_rc4() {
        // RFC 6229 has no test vector for a key of four bytes; this one, for the key "Wiki", is printed in
        // encyclopedias.
        let mut cipher = Rc4::new(*b"Wiki");
        let stream: Vec<u8> = (0..6).map(|_| cipher.byte()).collect();
        assert_eq!(stream, [0x60, 0x44, 0xdb, 0x6d, 0x41, 0xb7]);
    }

    #[test]
    fn squares_and_moves_are_there_and_back() {
        assert_eq!(square_number("a9".parse().unwrap()), 0x33);
        assert_eq!(square_number("i0".parse().unwrap()), 0xcb);
        for square in Square::all() {
            assert_eq!(square_of(square_number(square)), Some(square));
        }
        assert_eq!((0..=255).filter_map(square_of).count(), Square::COUNT);
        let mv: Move = "h2e2".parse().unwrap();
        assert_eq!((move_bits(mv), read_move(0xa7aa)), (0xa7aa, Some(mv)));
        assert_eq!(read_move(0x0033), None);
    }

    /// `ElephantEye`'s own file lists ten moves under this lock of the start position.
    #[test]
    fn the_start_position_has_the_lock_of_their_file() {
        let BothLocks([own, mirrored]) = BothLocks::of(Position::startpos().board());
        assert_eq!(own, mirrored);
        assert_eq!(format!("{:08x}", own.second), "052656d5");
    }

    #[test]
    fn other_files_are_refused() {
        let row =
            |lock: u32, mv: u16| [&lock.to_le_bytes()[..], &mv.to_le_bytes(), &[1, 0]].concat();
        let good: Vec<u8> = (0..100).flat_map(|lock| row(lock, 0xa7aa)).collect();
        check(&good).unwrap();
        assert!(matches!(check(&good[..799]), Err(BookError::Truncated)));
        assert!(matches!(check(&[]), Err(BookError::NotABook)));
        assert!(matches!(check(b"[Event \"?\"]\n\n1. h2e2 *\n"), Err(BookError::NotABook)));
        let late = [&good[..], &row(5, 0xa7aa)].concat();
        let error = check(&late).unwrap_err().to_string();
        assert!(error.contains("101"), "{error}");
        assert!(matches!(check(&row(1, 0xa700)), Err(BookError::NotABook)));
    }
}
