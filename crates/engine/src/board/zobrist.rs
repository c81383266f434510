//! Zobrist keys, generated at compile time.

use crate::types::rng::SplitMix64;
use crate::types::{Piece, Square};

/// A key for each piece on each square of the mailbox. The entries for walls are 0 and never used.
static PIECES: [[u64; 256]; Piece::COUNT] = {
    let mut rng = SplitMix64::new(0x7869_616e_6771_6921);
    let mut table = [[0; 256]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < 256 {
            if Square::from_index(square as u8).is_on_board() {
                table[piece][square] = rng.next();
            }
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The key for Black to move.
pub(super) const BLACK_TO_MOVE: u64 = SplitMix64::new(0x626c_6163_6b21).next();

/// The key of a piece on a square.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}
