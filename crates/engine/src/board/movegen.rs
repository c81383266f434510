//! Generation of pseudo-legal moves, which may leave the mover's king in check, and of legal moves.

use super::Board;
use super::geometry::{DIAGONALS, HORSE_STEPS, ORTHOGONALS, OccupiedLine, PALACE, forward};
use super::legality::Legality;
use super::slot::{self, EMPTY, Slot};
use crate::types::{Move, MoveList, PieceType, Square, SquareSet};

/// The kinds of moves that [`Board::generate`] can generate, one bit each.
const CAPTURES: u8 = 1;
const QUIETS: u8 = 2;

impl Board {
    /// Appends the pseudo-legal captures of the side to move.
    pub fn captures(&self, list: &mut MoveList) {
        // Few pieces but rooks and cannons have a target within reach.
        let targets = self.all_of(!self.side);
        self.generate::<CAPTURES>(list, |_, reach| !(reach & targets).is_empty());
    }

    /// Appends the pseudo-legal moves of the side to move to empty squares.
    pub fn quiets(&self, list: &mut MoveList) {
        self.generate::<QUIETS>(list, |_, _| true);
    }

    /// Appends every pseudo-legal move of the side to move.
    pub fn pseudo_legal(&self, list: &mut MoveList) {
        self.generate::<{ CAPTURES | QUIETS }>(list, |_, _| true);
    }

    /// Appends every legal move of the side to move to an empty list. `legality` must be that of this board.
    pub(crate) fn legal(&self, legality: &Legality, list: &mut MoveList) {
        self.generate::<{ CAPTURES | QUIETS }>(list, |from, reach| legality.may_allow(from, reach));
        list.retain(|mv| legality.allows(self, *mv));
    }

    /// The legal moves of the side to move, given whether it is in check.
    pub fn legal_moves(&self, in_check: bool) -> MoveList {
        let mut list = MoveList::new();
        self.legal(&Legality::new(self, in_check), &mut list);
        list
    }

    /// Appends the pseudo-legal moves of every piece, limited to the kinds in `WHAT`. Pieces are left out if
    /// `is_wanted`, which receives a piece's square and a set that includes all its destinations, returns false.
    #[inline]
    fn generate<const WHAT: u8>(
        &self,
        list: &mut MoveList,
        is_wanted: impl Fn(Square, SquareSet) -> bool,
    ) {
        let us = self.side;
        for kind in [PieceType::Rook, PieceType::Cannon] {
            for from in self.squares_of(us, kind) {
                let [near, far] = self.line_attacks(from);
                // Nearly every rook and cannon has an enemy in reach.
                if WHAT == CAPTURES || is_wanted(from, near | far) {
                    self.slides::<WHAT>(from, kind, list);
                }
            }
        }
        let horses = self.squares_of(us, PieceType::Horse);
        for from in horses.filter(|&from| is_wanted(from, Self::horse_distance(from))) {
            for (leg, landings) in HORSE_STEPS {
                if self.is_empty(from.offset(leg)) {
                    for landing in landings {
                        self.step::<WHAT>(from, from.offset(landing), list);
                    }
                }
            }
        }
        let pawns = self.squares_of(us, PieceType::Pawn);
        for from in pawns.filter(|&from| is_wanted(from, Self::pawn_attacks(us, from))) {
            self.step::<WHAT>(from, from.offset(forward(us)), list);
            if from.is_across_river(us) {
                self.step::<WHAT>(from, from.offset(1), list);
                self.step::<WHAT>(from, from.offset(-1), list);
            }
        }
        let elephants = self.squares_of(us, PieceType::Elephant);
        for from in elephants.filter(|&from| is_wanted(from, Self::elephant_distance(from))) {
            for step in DIAGONALS {
                let to = from.offset(2 * step);
                if self.is_empty(from.offset(step)) && !to.is_across_river(us) {
                    self.step::<WHAT>(from, to, list);
                }
            }
        }
        let advisors = self.squares_of(us, PieceType::Advisor);
        for from in advisors.filter(|&from| is_wanted(from, Self::advisor_attacks(from))) {
            for step in DIAGONALS {
                let to = from.offset(step);
                if PALACE[to.index()] {
                    self.step::<WHAT>(from, to, list);
                }
            }
        }
        let from = self.king(us);
        if is_wanted(from, Self::king_attacks(from)) {
            for step in ORTHOGONALS {
                let to = from.offset(step);
                if PALACE[to.index()] {
                    self.step::<WHAT>(from, to, list);
                }
            }
        }
    }

    /// Whether a cell holds a piece of the side not to move. Walls do not count, because they have the bits of both
    /// colours.
    #[inline]
    fn is_enemy(&self, cell: Slot) -> bool {
        cell & slot::COLOR_BITS == slot::color_bit(!self.side)
    }

    /// Adds a move of a king, advisor, elephant, horse or pawn if it is of a kind in `WHAT`.
    #[inline]
    fn step<const WHAT: u8>(&self, from: Square, to: Square, list: &mut MoveList) {
        let cell = self.cell(to);
        let wanted = match WHAT {
            CAPTURES => self.is_enemy(cell),
            QUIETS => cell == EMPTY,
            _ => cell & slot::color_bit(self.side) == 0,
        };
        if wanted {
            list.push(Move::new(from, to));
        }
    }

    /// Adds the moves of a rook or cannon: quiet moves up to the first piece in each direction, and captures of that
    /// piece (rook) or of the next one behind it (cannon).
    #[inline]
    fn slides<const WHAT: u8>(&self, from: Square, kind: PieceType, list: &mut MoveList) {
        let row = (self.occupancy.row(from), from.column(), from.raw() & 0xf0, 0);
        let column = (self.occupancy.column(from), from.row(), from.column(), 4);
        for (mask, at, base, shift) in [row, column] {
            let square = |place: u8| Square::from_index(base | place << shift);
            let line = OccupiedLine::new(mask, at);
            let (low, high) = (line.first_below(), line.first_above());
            if WHAT & CAPTURES != 0 {
                let (low, high) = if kind == PieceType::Rook {
                    (low, high)
                } else {
                    let line = line.beyond();
                    (line.first_below(), line.first_above())
                };
                for place in [low, high] {
                    if self.is_enemy(self.cell(square(place))) {
                        list.push(Move::new(from, square(place)));
                    }
                }
            }
            if WHAT & QUIETS != 0 {
                for place in low + 1..at {
                    list.push(Move::new(from, square(place)));
                }
                for place in at + 1..high {
                    list.push(Move::new(from, square(place)));
                }
            }
        }
    }

    /// Whether a move is pseudo-legal for the side to move. The move may be any 16 bits.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let (us, mover, target) = (self.side, self.cell(from), self.cell(to));
        mover & slot::COLOR_BITS == slot::color_bit(us)
            && target & slot::color_bit(us) == 0
            && self.occupancy.allows(slot::kind_of(mover), us, from, to)
    }

    /// The number of pieces between two squares on one row or column; `None` if they share neither.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> Option<u32> {
        self.occupancy.between(a, b)
    }
}
