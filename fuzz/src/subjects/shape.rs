//! Converts bytes to positions. Nearly every input describes one, so few are wasted on invalid FENs.

use chuhe_engine::board::Position;
use chuhe_engine::types::{Color, Move, PieceType, Square};

/// A reader that consumes bytes one by one.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Bytes<'_> {
    /// The next byte; 0 after the last.
    pub(super) fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// The next byte as one of `count` choices.
    pub(super) fn choice(&mut self, count: usize) -> usize {
        usize::from(self.next()) % count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The bytes as text; `None` if they are not valid UTF-8.
pub(super) fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Checks that a message is readable: it must not be empty or contain a zero byte.
pub(super) fn is_readable(message: &str) {
    assert!(!message.trim().is_empty(), "an error without a message");
    assert!(!message.contains('\u{0}'), "an error with a zero byte: {message:?}");
}

/// The start position, or kings and up to thirty pieces on squares that the bytes select; `None` if the result is not a
/// valid position.
pub(super) fn position(bytes: &mut Bytes) -> Option<Position> {
    let head = bytes.next();
    if head.is_multiple_of(4) {
        return Some(Position::startpos());
    }
    let mut cells = [['.'; 9]; 10];
    let count = usize::from(head >> 3);
    let kings = bytes.next();
    let palace = |number: u8| (usize::from(number % 3), 3 + usize::from(number / 3 % 3));
    let (rank, file) = palace(kings & 15);
    cells[rank][file] = 'K';
    let (rank, file) = palace(kings >> 4);
    cells[9 - rank][file] = 'k';
    for _ in 0..count {
        let letter = b"RNCPPABrncppab"[bytes.choice(14)] as char;
        let square = bytes.choice(90);
        let cell = &mut cells[square / 9][square % 9];
        if *cell == '.' {
            *cell = letter;
        }
    }
    let rows: Vec<String> = cells.iter().rev().map(|row| row.iter().collect()).collect();
    let side = if head & 4 == 0 { 'w' } else { 'b' };
    Position::from_fen(&format!("{} {side}", rows.join("/").replace('.', "1"))).ok()
}

/// The legal move that a byte selects. Odd bytes take back the side's previous move where possible, so that positions
/// recur.
pub(super) fn pick(position: &Position, moves: &[Move], byte: u8) -> Move {
    let history = position.history();
    let back = |plies: usize| {
        let last = history.get(history.len().checked_sub(plies)?)?.mv?;
        Some(Move::new(last.to(), last.from()))
    };
    if byte & 1 == 1
        && let Some(mv) = back(2).filter(|mv| moves.contains(mv))
    {
        return mv;
    }
    moves[usize::from(byte >> 1) % moves.len()]
}

/// Checks that the sets of pieces agree with the board.
pub(super) fn sets_agree(position: &Position) {
    let board = position.board();
    let mut seen = 0;
    for color in [Color::Red, Color::Black] {
        for kind in PieceType::ALL {
            for square in board.set_of(color, kind).squares() {
                let piece = board.piece_at(square).expect("a square of the set has a piece");
                assert_eq!((piece.color(), piece.kind()), (color, kind));
                seen += 1;
            }
        }
    }
    let all = (0..Square::RANKS)
        .flat_map(|rank| (0..Square::FILES).map(move |file| Square::new(file, rank)))
        .filter(|&square| !board.is_empty(square))
        .count();
    assert_eq!(seen, all, "{}", position.fen());
}
