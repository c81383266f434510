//! Checks: whether a king is attacked, now or after a move, and by what.

use arrayvec::ArrayVec;

use super::geometry::{HORSE_LEG, HORSE_SOURCES, NEAR_KING, forward};
use super::slot::{self, EMPTY, Slot};
use super::{Board, NOWHERE};
use crate::types::{Color, Move, PieceType, Square, SquareSet};

/// The squares of the pieces that give check. No legal position is known in which more than three pieces give check.
pub type Checkers = ArrayVec<Square, 8>;

/// The squares from which a pawn of side `by` attacks a square in the other side's palace.
#[inline]
fn pawn_sources(target: Square, by: Color) -> [Square; 3] {
    [target.offset(-forward(by)), target.offset(1), target.offset(-1)]
}

/// The board as the move from `from` to `to` would leave it.
///
/// If both squares are [`NOWHERE`], this is the current board.
#[derive(Clone, Copy)]
pub(super) struct AfterMove<'a> {
    pub(super) board: &'a Board,
    pub(super) from: Square,
    pub(super) to: Square,
}

impl AfterMove<'_> {
    #[inline]
    fn square_of(self, slot: Slot) -> Square {
        let square = self.board.square_of(slot);
        if square == self.from {
            self.to
        } else if square == self.to {
            NOWHERE
        } else {
            square
        }
    }

    #[inline]
    fn cell(self, square: Square) -> Slot {
        if square == self.to {
            self.board.cell(self.from)
        } else if square == self.from {
            EMPTY
        } else {
            self.board.cell(square)
        }
    }

    /// Whether side `by` attacks a king on square `king`. Facing kings attack each other.
    #[inline]
    pub(super) fn attacks_king(self, king: Square, by: Color) -> bool {
        for slot in slot::slots(by, PieceType::Rook) {
            if self.sees(slot, king, 0) {
                return true;
            }
        }
        for slot in slot::slots(by, PieceType::Cannon) {
            if self.sees(slot, king, 1) {
                return true;
            }
        }
        for slot in slot::slots(by, PieceType::Horse) {
            let leg = HORSE_LEG[self.square_of(slot).raw().wrapping_sub(king.raw()) as usize];
            if leg != 0 && self.cell(king.offset(leg)) == EMPTY {
                return true;
            }
        }
        for square in pawn_sources(king, by) {
            if slot::is(self.cell(square), by, PieceType::Pawn) {
                return true;
            }
        }
        self.sees(slot::first_slot(by, PieceType::King), king, 0)
    }

    /// Whether a piece is on the king's row or column with exactly `screens` pieces between them.
    #[inline]
    fn sees(self, slot: Slot, king: Square, screens: u32) -> bool {
        let square = self.square_of(slot);
        (square.row() == king.row() || square.column() == king.column())
            && self.between(king, square) == screens
    }

    /// The number of pieces between two squares of one row or column.
    #[inline]
    fn between(self, a: Square, b: Square) -> u32 {
        let count = |mask: u16, line: fn(Square) -> u8, place: fn(Square) -> u8| {
            let mut mask = u32::from(mask);
            if line(self.from) == line(a) {
                mask &= !(1 << place(self.from));
            }
            if line(self.to) == line(a) {
                mask |= 1 << place(self.to);
            }
            let (low, high) = (place(a).min(place(b)), place(a).max(place(b)));
            (mask & ((1u32 << high) - 1) & (!1u32 << low)).count_ones()
        };
        if a.row() == b.row() {
            count(self.board.occupancy.row(a), Square::row, Square::column)
        } else {
            count(self.board.occupancy.column(a), Square::column, Square::row)
        }
    }
}

impl Board {
    /// Whether the king of `color` is attacked.
    #[inline]
    pub fn is_in_check(&self, color: Color) -> bool {
        AfterMove { board: self, from: NOWHERE, to: NOWHERE }.attacks_king(self.king(color), !color)
    }

    /// Whether a pseudo-legal move leaves the mover's own king safe, that is, whether it is legal.
    #[inline]
    pub fn is_safe(&self, mv: Move) -> bool {
        let king = self.king(self.side);
        let king = if mv.from() == king { mv.to() } else { king };
        !AfterMove { board: self, from: mv.from(), to: mv.to() }.attacks_king(king, !self.side)
    }

    /// Whether a pseudo-legal move of the side to move gives check, directly or by discovery.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let king = self.king(!self.side);
        let near = |square: Square| NEAR_KING[square.raw().wrapping_sub(king.raw()) as usize];
        (near(mv.from()) || near(mv.to()))
            && AfterMove { board: self, from: mv.from(), to: mv.to() }.attacks_king(king, self.side)
    }

    /// The squares of the pieces that give check to the side to move.
    pub fn checkers(&self) -> Checkers {
        let (king, them) = (self.king(self.side), !self.side);
        let mut found = Checkers::new();
        for kind in [PieceType::Rook, PieceType::Cannon, PieceType::Horse, PieceType::Pawn] {
            for slot in slot::slots(them, kind) {
                let from = self.square_of(slot);
                if self.occupancy.allows(kind, them, from, king) {
                    found.push(from);
                }
            }
        }
        found
    }
}

/// The squares that decide whether a move of the side to move gives check, computed once per position.
///
/// Most moves start from a square that has nothing to do with the enemy king. They give check if the piece attacks the
/// king from its destination or becomes the screen of a cannon there, and otherwise not. The other moves get the full
/// test, [`Board::gives_check`].
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The destinations from which a piece attacks the king, by kind.
    direct: [SquareSet; PieceType::COUNT],
    /// The destinations that give a cannon a screen.
    screens: SquareSet,
    /// The origins of moves that need the full test.
    near: SquareSet,
}

impl CheckSquares {
    /// Finds the squares. The enemy king must not be in check, which holds if the last move was legal.
    pub fn new(board: &Board) -> Self {
        let (us, king) = (board.side, board.king(!board.side));
        let [lines, behind] = board.line_attacks(king);
        let mut direct = [SquareSet::EMPTY; PieceType::COUNT];
        direct[PieceType::Rook.index()] = lines;
        direct[PieceType::Cannon.index()] = behind;
        direct[PieceType::Horse.index()] = board.horse_sources(king);
        direct[PieceType::Pawn.index()] =
            pawn_sources(king, us).into_iter().fold(SquareSet::EMPTY, SquareSet::with);
        let mut screens = SquareSet::EMPTY;
        for cannon in (lines & board.set_of(us, PieceType::Cannon)).squares() {
            screens |= board.rook_attacks(cannon) & lines;
        }
        // The first two pieces on each line from the king, the legs of horses, and the king that may face the other.
        let mut near = lines | behind | board.set_of(us, PieceType::King);
        for (leg, _) in HORSE_SOURCES {
            near |= SquareSet::of(king.offset(leg));
        }
        Self { direct, screens, near }
    }

    /// Whether a pseudo-legal move gives check, directly or by discovery. `board` must be the one passed to
    /// [`new`](Self::new).
    #[inline]
    pub fn gives_check(&self, board: &Board, mv: Move) -> bool {
        if self.near.contains(mv.from()) {
            return board.gives_check(mv);
        }
        let kind = slot::kind_of(board.cell(mv.from()));
        self.is_direct(kind, mv.to()) || self.screens.contains(mv.to())
    }

    /// Whether a piece of this kind attacks the enemy king from a square, as long as its origin counts as occupied.
    #[inline]
    pub fn is_direct(&self, kind: PieceType, to: Square) -> bool {
        self.direct[kind.index()].contains(to)
    }
}
