//! Which pseudo-legal moves leave the own king safe, with the looking done once per position.

use super::geometry::{HORSE_SOURCES, Line};
use super::slot::{self, EMPTY, Slot};
use super::{Board, NOWHERE};
use crate::types::{Move, PieceType, Square};

/// Sorts the moves of one position into legal and illegal.
///
/// Out of check almost every move is safe at a glance: it can only expose the king by taking a piece off one of a few
/// squares (pins of all kinds), or by stepping in front of a cannon that faces the king. In check it is the other way
/// round: only a move that touches the checks at all can answer them. The moves at issue get the full test.
#[derive(Debug)]
pub struct Legality {
    king: Square,
    in_check: bool,
    /// Own slots whose leaving may expose the king; in check, whose leaving may answer the check.
    leavers: u32,
    /// The same for destinations on the king's row, as columns.
    row: u16,
    /// The same for destinations on the king's column, as rows.
    column: u16,
    /// One more such destination each: a checking horse or pawn, and the horse's leg.
    extra: [Square; 2],
}

impl Legality {
    /// Looks at the king of the side to move.
    #[must_use]
    pub fn new(board: &Board, in_check: bool) -> Self {
        let king = board.king(board.side);
        let mut this = Self { king, in_check, leavers: 0, row: 0, column: 0, extra: [NOWHERE; 2] };
        if in_check {
            this.find_answers(board);
        } else {
            this.find_pins(board);
        }
        this
    }

    /// Whether a pseudo-legal move is legal on the board looked at.
    #[inline]
    #[must_use]
    pub fn allows(&self, board: &Board, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if from == self.king {
            return board.is_safe(mv);
        }
        let touches = self.leavers & slot::bit(board.cell(from)) != 0
            || (to.row() == self.king.row() && self.row >> to.column() & 1 != 0)
            || (to.column() == self.king.column() && self.column >> to.row() & 1 != 0)
            || self.extra.contains(&to);
        if self.in_check { touches && board.is_safe(mv) } else { !touches || board.is_safe(mv) }
    }

    /// The four lines from the king: for each the first three squares met, and whether it runs along the column.
    fn lines(&self, board: &Board) -> [([Square; 3], bool); 4] {
        let king = self.king;
        let mut row = Line::new(board.rows[king.row() as usize], king.column());
        let mut column = Line::new(board.columns[king.column() as usize], king.row());
        let mut lines = [
            ([NOWHERE; 3], true),
            ([NOWHERE; 3], true),
            ([NOWHERE; 3], false),
            ([NOWHERE; 3], false),
        ];
        for depth in 0..3 {
            lines[0].0[depth] = Square::from_index(column.first_above() << 4 | king.column());
            lines[1].0[depth] = Square::from_index(column.first_below() << 4 | king.column());
            lines[2].0[depth] = Square::from_index(king.raw() & 0xf0 | row.first_above());
            lines[3].0[depth] = Square::from_index(king.raw() & 0xf0 | row.first_below());
            (row, column) = (row.beyond(), column.beyond());
        }
        lines
    }

    fn find_pins(&mut self, board: &Board) {
        let (us, them) = (board.side, !board.side);
        let is = |cell: Slot, kind: PieceType| slot::is(cell, them, kind);
        let own = |cell: Slot| {
            if cell & slot::COLOR_BITS == slot::color_bit(us) { slot::bit(cell) } else { 0 }
        };
        for (squares, vertical) in self.lines(board) {
            let [first, second, third] = squares.map(|square| board.cell(square));
            if is(first, PieceType::Cannon) {
                self.add_line_up_to(squares[0], vertical);
            }
            if is(third, PieceType::Cannon) {
                self.leavers |= own(first) | own(second);
            } else if is(second, PieceType::Rook) || (vertical && is(second, PieceType::King)) {
                self.leavers |= own(first);
            }
        }
        for (leg, sources) in HORSE_SOURCES {
            if sources.iter().any(|&s| is(board.cell(self.king.offset(s)), PieceType::Knight)) {
                self.leavers |= own(board.cell(self.king.offset(leg)));
            }
        }
    }

    fn find_answers(&mut self, board: &Board) {
        let checkers = board.checkers();
        let &[checker] = checkers.as_slice() else {
            // Several checks: rare, and one move can still answer two of them over one screen. Test everything.
            self.leavers = u32::MAX;
            return;
        };
        match slot::kind_of(board.cell(checker)) {
            PieceType::Rook | PieceType::Cannon => {
                let vertical = checker.column() == self.king.column();
                self.add_line_up_to(checker, vertical);
                // A cannon is also answered by its screen walking off.
                for (squares, _) in self.lines(board) {
                    let screen = board.cell(squares[0]);
                    if squares[1] == checker && screen != EMPTY {
                        self.leavers |= slot::bit(screen);
                    }
                }
            }
            PieceType::Knight => {
                self.extra = [checker, NOWHERE];
                for (leg, sources) in HORSE_SOURCES {
                    if sources.iter().any(|&s| self.king.offset(s) == checker) {
                        self.extra[1] = self.king.offset(leg);
                    }
                }
            }
            _ => self.extra = [checker, NOWHERE],
        }
    }

    /// Adds the squares from beside the king up to and with `end`, on its row or column.
    fn add_line_up_to(&mut self, end: Square, vertical: bool) {
        let (king, end, mask) = if vertical {
            (self.king.row(), end.row(), &mut self.column)
        } else {
            (self.king.column(), end.column(), &mut self.row)
        };
        let up_to = |place: u8| (1u16 << place) - 1;
        *mask |=
            if end > king { up_to(end + 1) & !up_to(king + 1) } else { up_to(king) & !up_to(end) };
    }
}
