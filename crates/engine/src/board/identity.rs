//! Individual pieces, and copies of the board after a move, for the repetition rules.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, Sub};

use super::slot::{self, EMPTY, RED_BIT, Slot, WALL};
use super::{Board, NOWHERE};
use crate::types::{Color, Move, Piece, PieceType, Square};

/// One of the 32 pieces of a game. The identity follows the piece as it moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceId(Slot);

impl PieceId {
    /// Colour and kind.
    #[inline]
    pub const fn piece(self) -> Piece {
        Piece::new(self.color(), self.kind())
    }

    /// The kind.
    #[inline]
    pub const fn kind(self) -> PieceType {
        slot::kind_of(self.0)
    }

    /// The colour.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & RED_BIT == 0 { Color::Black } else { Color::Red }
    }
}

impl fmt::Debug for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            self.piece().letter(),
            self.0 - slot::first_slot(self.color(), self.kind())
        )
    }
}

/// A set of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSet(u32);

impl PieceSet {
    /// No piece.
    pub const NONE: Self = Self(0);
    /// All 32 pieces.
    pub const ALL: Self = Self(u32::MAX);

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a piece.
    #[inline]
    pub const fn insert(&mut self, id: PieceId) {
        self.0 |= slot::bit(id.0);
    }

    /// Whether a piece is in the set.
    #[inline]
    pub const fn contains(self, id: PieceId) -> bool {
        self.0 & slot::bit(id.0) != 0
    }
}

/// Intersection.
impl BitAnd for PieceSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for PieceSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

/// Union.
impl BitOr for PieceSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Difference: the pieces of the first set that are not in the second.
impl Sub for PieceSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl IntoIterator for PieceSet {
    type Item = PieceId;
    type IntoIter = PieceSetIter;

    #[inline]
    fn into_iter(self) -> PieceSetIter {
        PieceSetIter(self)
    }
}

impl FromIterator<PieceId> for PieceSet {
    fn from_iter<I: IntoIterator<Item = PieceId>>(ids: I) -> Self {
        let mut set = Self::NONE;
        for id in ids {
            set.insert(id);
        }
        set
    }
}

/// Iterates over the pieces of a set: Red's first, each side's king before its other pieces.
#[derive(Clone, Debug)]
pub struct PieceSetIter(PieceSet);

impl Iterator for PieceSetIter {
    type Item = PieceId;

    #[inline]
    fn next(&mut self) -> Option<PieceId> {
        let bits = &mut self.0.0;
        let slot = bits.trailing_zeros() as Slot + RED_BIT;
        *bits &= bits.wrapping_sub(1);
        (slot < WALL).then_some(PieceId(slot))
    }
}

impl Board {
    /// The pieces a side has left.
    #[inline]
    pub const fn pieces_of(&self, color: Color) -> PieceSet {
        PieceSet(self.alive & (0xffff << (16 * color as u32)))
    }

    /// The individual piece on a square; `None` if the square is empty or a wall.
    #[inline]
    pub fn id_at(&self, square: Square) -> Option<PieceId> {
        let cell = self.cell(square);
        (cell != EMPTY && cell != WALL).then_some(PieceId(cell))
    }

    /// The square of a piece; `None` once the piece has been captured.
    #[inline]
    pub fn square_of_id(&self, id: PieceId) -> Option<Square> {
        let square = self.square_of(id.0);
        (square != NOWHERE).then_some(square)
    }

    /// Whether a piece has a pseudo-legal move to a square, regardless of the side to move.
    ///
    /// The square must not hold a piece of the same side.
    #[inline]
    pub fn reaches(&self, id: PieceId, to: Square) -> bool {
        self.occupancy.allows(id.kind(), id.color(), self.square_of(id.0), to)
    }

    /// The pieces that attack the king of `color`, including the other king if the two face each other.
    pub fn king_attackers(&self, color: Color) -> PieceSet {
        let king = self.king(color);
        let attacks = |id: &PieceId| match id.kind() {
            PieceType::King => self.between(king, self.square_of(id.0)) == Some(0),
            _ => self.reaches(*id, king),
        };
        self.pieces_of(!color).into_iter().filter(attacks).collect()
    }

    /// A copy of the board after a move. Legality and turn are not checked.
    ///
    /// With origin and destination swapped, this takes back a move that was not a capture.
    pub fn with_move(&self, mv: Move) -> Self {
        let mut board = self.clone();
        board.play(mv, &mut ());
        board
    }

    /// A copy of the board with the other side to move.
    pub fn with_pass(&self) -> Self {
        let mut board = self.clone();
        board.pass();
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn board(fen: &str) -> Board {
        Position::from_fen(fen).unwrap().board().clone()
    }

    #[test]
    fn sets_hold_pieces_apart() {
        let board = board(crate::board::START_FEN);
        let (red, black) = (board.pieces_of(Color::Red), board.pieces_of(Color::Black));
        assert_eq!((red | black, red & black), (PieceSet::ALL, PieceSet::NONE));
        assert_eq!(red.into_iter().count(), 16);
        for id in PieceSet::ALL {
            let square = board.square_of_id(id).unwrap();
            assert_eq!((board.id_at(square), board.piece_at(square)), (Some(id), Some(id.piece())));
            assert_eq!((red - black).contains(id), id.color() == Color::Red);
        }
    }

    #[test]
    fn a_piece_stays_itself_until_it_is_taken() {
        let before = board("3k5/9/9/9/9/p8/9/9/9/R3K4 w");
        let (rook, pawn) =
            (before.id_at("a0".parse().unwrap()), before.id_at("a4".parse().unwrap()));
        let after = before.with_move("a0a4".parse().unwrap());
        after.check();
        assert_eq!(after.square_of_id(rook.unwrap()), "a4".parse().ok());
        assert_eq!(after.square_of_id(pawn.unwrap()), None);
        assert_eq!(
            before.with_move("a0a1".parse().unwrap()).with_move("a1a0".parse().unwrap()),
            before
        );
        assert_eq!(before.with_pass().side_to_move(), Color::Black);
    }

    #[test]
    fn kings_are_attacked_by_all_sorts() {
        let attackers = |fen: &str, color| {
            let board = board(fen);
            let found = board.king_attackers(color).into_iter();
            found.map(|id| id.piece().letter()).collect::<String>()
        };
        let fen = "3k5/9/2N6/9/9/9/9/3C5/3C5/4K4 b";
        assert_eq!(attackers(fen, Color::Black), "NC", "only the rear cannon has a screen");
        assert_eq!(attackers("3k5/9/9/9/9/9/9/9/3p5/r3K4 w", Color::Red), "r");
        assert_eq!(attackers("3k5/9/9/9/3P5/9/9/9/9/3K5 w", Color::Black), "");
        let facing = board("3k5/9/9/9/9/9/9/3A5/9/3K5 w").with_move("d2e1".parse().unwrap());
        assert_eq!(facing.king_attackers(Color::Red).into_iter().count(), 1);
        assert_eq!(facing.king_attackers(Color::Black).into_iter().count(), 1);
    }
}
