//! A position on the board, without its history.

use crate::geometry::bits;
use crate::variant::{Color, Rules, Variant};

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its colour.
    pub color: Color,
    /// Whether the piece is a king rather than a man.
    pub is_king: bool,
}

/// The pieces on the board and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    rules: &'static Rules,
    /// The squares occupied by each colour.
    pieces: [u64; 2],
    kings: u64,
    side: Color,
}

/// A move of a piece, with the pieces that it captures. Two captures are the same move if they take the same pieces and
/// share their first and last squares, whatever their paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The bit of the square that the piece leaves.
    pub from: u8,
    /// The bit of the square where it lands; the same as `from` if a capture ends where it began.
    pub to: u8,
    /// The squares of the captured pieces.
    pub captured: u64,
}

impl Move {
    /// Whether the move captures.
    pub const fn is_capture(self) -> bool {
        self.captured != 0
    }
}

impl Board {
    /// The start position.
    pub fn start(variant: Variant) -> Self {
        let rules = variant.rules();
        let rows = 0..rules.rows_of_men;
        let black = rows.map(|row| rules.geometry.row(row)).fold(0, |all, row| all | row);
        let pieces = [rules.geometry.turned(black), black];
        Self { rules, pieces, kings: 0, side: rules.first }
    }

    /// A position without pieces.
    pub fn empty(variant: Variant, side: Color) -> Self {
        Self { rules: variant.rules(), pieces: [0; 2], kings: 0, side }
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The side to move.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// A side's pieces.
    pub const fn pieces(&self, color: Color) -> u64 {
        self.pieces[color as usize]
    }

    /// A side's men.
    pub const fn men(&self, color: Color) -> u64 {
        self.pieces[color as usize] & !self.kings
    }

    /// A side's kings.
    pub const fn kings(&self, color: Color) -> u64 {
        self.pieces[color as usize] & self.kings
    }

    /// The free squares.
    pub const fn free(&self) -> u64 {
        self.rules.geometry.playable() & !(self.pieces[0] | self.pieces[1])
    }

    /// The number of pieces.
    pub const fn count(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).count_ones()
    }

    /// The number of kings.
    pub(crate) const fn kings_count(&self) -> u32 {
        self.kings.count_ones()
    }

    /// The row on which a side's men become kings.
    pub const fn far_row(&self, color: Color) -> u64 {
        let last = self.rules.geometry.rows() - 1;
        self.rules.geometry.row(match color {
            Color::White => 0,
            Color::Black => last,
        })
    }

    /// The piece on the square with this bit, if there is one.
    pub fn piece_at(&self, bit: u8) -> Option<Piece> {
        let square = 1 << bit;
        let color = Color::ALL.into_iter().find(|&color| self.pieces(color) & square != 0)?;
        Some(Piece { color, is_king: self.kings & square != 0 })
    }

    /// Puts a piece on a free square.
    pub fn put(&mut self, bit: u8, piece: Piece) {
        self.pieces[piece.color as usize] |= 1 << bit;
        self.kings |= u64::from(piece.is_king) << bit;
    }

    /// The position after a legal move.
    pub const fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        let (from, to) = (1 << mv.from, 1 << mv.to);
        let is_king = self.kings & from != 0 || self.far_row(self.side) & to != 0;
        let own = self.side as usize;
        next.pieces[own] = next.pieces[own] & !from | to;
        next.pieces[own ^ 1] &= !mv.captured;
        next.kings &= !(from | mv.captured);
        if is_king {
            next.kings |= to;
        }
        next.side = self.side.other();
        next
    }

    /// The position before the last move, given that it was a step from `from` to `to`, without a capture or a
    /// promotion.
    pub(crate) const fn before(&self, from: u8, to: u8) -> Self {
        let mut earlier = *self;
        earlier.side = self.side.other();
        let (from, to) = (1 << from, 1 << to);
        let own = earlier.side as usize;
        earlier.pieces[own] = self.pieces[own] & !to | from;
        if self.kings & to != 0 {
            earlier.kings = self.kings & !to | from;
        }
        earlier
    }

    /// The equivalent position with colours exchanged and the board rotated by half a turn.
    pub fn exchanged(&self) -> Self {
        let turned = |squares| self.rules.geometry.turned(squares);
        Self {
            rules: self.rules,
            pieces: [turned(self.pieces[1]), turned(self.pieces[0])],
            kings: turned(self.kings),
            side: self.side.other(),
        }
    }

    /// The key of the position, computed from scratch; different positions share a key only by chance.
    pub fn key(&self) -> u64 {
        let mut key = match self.side {
            Color::White => 0,
            Color::Black => BLACK_KEY,
        };
        for color in Color::ALL {
            for bit in bits(self.pieces(color)) {
                key ^= piece_key(color, self.kings >> bit & 1 != 0, bit);
            }
        }
        key
    }

    /// The key of the position after a move, derived from the key of this one.
    pub fn key_after(&self, key: u64, mv: Move) -> u64 {
        let (own, other) = (self.side, self.side.other());
        let was_king = self.kings >> mv.from & 1 != 0;
        let is_king = was_king || self.far_row(own) >> mv.to & 1 != 0;
        let moved = piece_key(own, was_king, mv.from) ^ piece_key(own, is_king, mv.to);
        let captured = bits(mv.captured)
            .map(|bit| piece_key(other, self.kings >> bit & 1 != 0, bit))
            .fold(0, |all, key| all ^ key);
        key ^ moved ^ captured ^ BLACK_KEY
    }
}

const BLACK_KEY: u64 = random(1 << 20);

static PIECE_KEYS: [[[u64; 64]; 2]; 2] = {
    let mut keys = [[[0; 64]; 2]; 2];
    let mut index = 0;
    while index < 256 {
        keys[index >> 7][index >> 6 & 1][index & 63] = random(index as u64);
        index += 1;
    }
    keys
};

fn piece_key(color: Color, is_king: bool, bit: u8) -> u64 {
    PIECE_KEYS[color as usize][usize::from(is_king)][usize::from(bit)]
}

/// The numbers of the splitmix64 generator.
pub(crate) const fn random(index: u64) -> u64 {
    let mut number = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_begin_with_the_right_men() {
        for (variant, men) in
            [(Variant::International, 20), (Variant::Source, 15), (Variant::English, 12)]
        {
            let board = Board::start(variant);
            assert_eq!(board.count(), 2 * men);
            assert_eq!(board.men(Color::White).count_ones(), men);
            assert_eq!(board.exchanged().exchanged(), board);
            assert_eq!(board.exchanged().pieces, board.pieces);
        }
        assert_eq!(Board::start(Variant::English).side(), Color::Black);
    }
}
