//! Piece slots: one number for each of the 32 pieces a game starts with.
//!
//! Each cell of the mailbox holds a slot, so a piece keeps its identity as it moves, its square takes one load to find,
//! and its colour is a single bit. A wall has the bits of both colours, so a test for "not an own piece" excludes
//! walls.

use crate::types::{Color, Piece, PieceType};

/// The content of a cell: [`EMPTY`], [`WALL`], or a piece slot (16..32 for Red, 32..48 for Black).
pub(super) type Slot = u8;

pub(super) const EMPTY: Slot = 0;
pub(super) const RED_BIT: u8 = 0x10;
pub(super) const BLACK_BIT: u8 = 0x20;
pub(super) const COLOR_BITS: u8 = RED_BIT | BLACK_BIT;
pub(super) const WALL: Slot = COLOR_BITS;

/// The offset of the first slot of each kind among a colour's sixteen slots, by kind index.
const FIRST: [u8; PieceType::COUNT] = [0, 1, 3, 5, 7, 9, 11];

/// The bit set in every slot of a colour, which is also the colour's lowest slot.
#[inline]
pub(super) const fn color_bit(color: Color) -> u8 {
    match color {
        Color::Red => RED_BIT,
        Color::Black => BLACK_BIT,
    }
}

/// The lowest slot for pieces of this colour and kind.
#[inline]
pub(super) const fn first_slot(color: Color, kind: PieceType) -> Slot {
    color_bit(color) + FIRST[kind as usize]
}

#[inline]
pub(super) const fn slots(color: Color, kind: PieceType) -> std::ops::Range<Slot> {
    let first = first_slot(color, kind);
    first..first + kind.max_count() as u8
}

/// Whether a cell holds a piece of this colour and kind.
#[inline]
pub(super) const fn is(cell: Slot, color: Color, kind: PieceType) -> bool {
    cell.wrapping_sub(first_slot(color, kind)) < kind.max_count() as u8
}

/// The piece in a cell; `None` if the cell is empty or a wall.
#[inline]
pub(super) const fn piece_of(cell: Slot) -> Option<Piece> {
    PIECES[cell as usize & 63]
}

/// The kind of the piece in a cell, which must hold one.
#[inline]
pub(super) const fn kind_of(cell: Slot) -> PieceType {
    KINDS[cell as usize & 63]
}

/// The bit of a slot in a set of slots.
#[inline]
pub(super) const fn bit(slot: Slot) -> u32 {
    1 << (slot.wrapping_sub(RED_BIT) & 31)
}

const PIECES: [Option<Piece>; 64] = {
    let mut table = [None; 64];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        let mut n = 0;
        while n < piece.kind().max_count() {
            table[first_slot(piece.color(), piece.kind()) as usize + n] = Some(piece);
            n += 1;
        }
        i += 1;
    }
    table
};

const KINDS: [PieceType; 64] = {
    let mut table = [PieceType::King; 64];
    let mut i = 0;
    while i < 64 {
        if let Some(piece) = PIECES[i] {
            table[i] = piece.kind();
        }
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_partition_the_pieces() {
        for cell in 16..48 {
            let piece = piece_of(cell).unwrap();
            assert!(slots(piece.color(), piece.kind()).contains(&cell));
            assert_eq!(kind_of(cell), piece.kind());
            for other in Piece::ALL {
                assert_eq!(is(cell, other.color(), other.kind()), other == piece);
            }
        }
        for cell in [EMPTY, WALL] {
            assert_eq!(piece_of(cell), None);
            assert!(Piece::ALL.iter().all(|p| !is(cell, p.color(), p.kind())));
        }
    }
}
