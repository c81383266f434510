//! Legality of pseudo-legal moves, with pins and checks computed once per position.

use super::Board;
use super::geometry::HORSE_LEG;
use crate::types::{Move, PieceType, Square, SquareSet};

/// Separates the legal moves of a position from the illegal ones.
///
/// When the king is not in check, almost every pseudo-legal move is legal. A move can expose the king only by moving
/// it, by leaving one of a few squares (pins of all kinds), or by becoming the screen of a cannon that faces the king.
/// In check, the reverse holds: a move can answer the check only if it moves the king or touches the line of the check.
/// In both cases, these few moves get the full test, [`Board::is_safe`].
#[derive(Clone, Copy, Debug)]
pub struct Legality {
    /// Origins of moves that need the full test: the king's square, and the squares from which a move may expose the
    /// king or answer a check.
    origins: SquareSet,
    /// Destinations of moves that need the full test.
    destinations: SquareSet,
    /// Whether all other moves are legal.
    others: bool,
}

impl Legality {
    /// Finds the pinned pieces of the side to move or, if it is in check, the moves that may answer the check.
    pub fn new(board: &Board, in_check: bool) -> Self {
        let king = board.king(board.side);
        let mut this = Self {
            origins: SquareSet::of(king),
            destinations: SquareSet::EMPTY,
            others: !in_check,
        };
        let lines = board.line_attacks(king);
        if in_check {
            this.find_evasions(board, king, lines);
        } else {
            this.find_pins(board, king, lines);
        }
        this
    }

    /// Whether a pseudo-legal move is legal. `board` must be the one passed to [`new`](Self::new).
    #[inline]
    pub fn allows(&self, board: &Board, mv: Move) -> bool {
        if self.origins.contains(mv.from()) || self.destinations.contains(mv.to()) {
            board.is_safe(mv)
        } else {
            self.others
        }
    }

    /// Whether [`Self::allows`] may hold for a move from a square to one of several.
    #[inline]
    pub(super) fn may_allow(&self, from: Square, to: SquareSet) -> bool {
        self.others || self.origins.contains(from) || !(to & self.destinations).is_empty()
    }

    /// Finds pins. On each line from the king, `first` reaches up to the first piece, and `second` from there up to the
    /// second. The line attacks of the king and of a piece on the same line meet only between the two.
    fn find_pins(&mut self, board: &Board, king: Square, [first, second]: [SquareSet; 2]) {
        let them = |kind| board.set_of(!board.side, kind);
        let cannons = them(PieceType::Cannon);
        for cannon in (first & cannons).squares() {
            self.destinations |= board.rook_attacks(cannon) & first | SquareSet::of(cannon);
        }
        for slider in (second & (them(PieceType::Rook) | them(PieceType::King))).squares() {
            self.origins |= board.rook_attacks(slider) & first;
        }
        for cannon in (cannons - first - second).squares() {
            if board.between(cannon, king) == Some(2) {
                let [near, far] = board.line_attacks(cannon);
                self.origins |= far & first | near & second;
            }
        }
        for horse in (them(PieceType::Horse) & Board::horse_distance(king)).squares() {
            self.origins |= SquareSet::of(leg(horse, king));
        }
    }

    fn find_evasions(&mut self, board: &Board, king: Square, [first, second]: [SquareSet; 2]) {
        let checkers = board.checkers();
        let &[checker] = checkers.as_slice() else {
            // Multiple checks are rare, and one move can answer two checks that share a screen, so every move is
            // tested.
            self.origins = SquareSet::ALL;
            return;
        };
        self.destinations |= SquareSet::of(checker);
        let [near, far] = board.line_attacks(checker);
        if first.contains(checker) {
            self.destinations |= near & first;
        } else if second.contains(checker) {
            // Moving the screen away also answers a check by a cannon.
            self.origins |= near & first;
            self.destinations |= (near | far) & (first | second);
        } else {
            self.destinations |= SquareSet::of(leg(checker, king));
        }
    }
}

/// The leg of a horse that attacks the king.
#[inline]
fn leg(horse: Square, king: Square) -> Square {
    king.offset(HORSE_LEG[horse.raw().wrapping_sub(king.raw()) as usize])
}
