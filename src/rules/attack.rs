//! Threats: which piece could take which, and get away with it.

use crate::board::{Board, PieceId, PieceSet};
use crate::types::{Color, Move, PieceType, Square};

use super::RuleSet;

/// The threats of one side on one board, as if it were its turn.
///
/// A side that is in check threatens all the same, because a check only puts a threat off; and a king that is
/// attacked already is not exposed by one more capture that leaves it attacked by the same pieces.
pub(super) struct Threats<'a> {
    set: RuleSet,
    board: &'a Board,
    side: Color,
    /// The pieces that attack the king of each colour as things stand.
    standing: [PieceSet; 2],
}

impl<'a> Threats<'a> {
    pub(super) fn new(set: RuleSet, board: &'a Board, side: Color) -> Self {
        let standing = Color::ALL.map(|color| board.king_attackers(color));
        Self { set, board, side, standing }
    }

    /// The pieces that may threaten: all but king and pawns.
    pub(super) fn attackers(&self) -> impl Iterator<Item = PieceId> {
        let army = self.board.army(self.side).into_iter();
        army.filter(|id| !matches!(id.kind(), PieceType::King | PieceType::Pawn))
    }

    /// The enemy pieces that can be threatened: all but the king and pawns on their own side of the river.
    pub(super) fn victims(&self) -> impl Iterator<Item = PieceId> {
        self.board.army(!self.side).into_iter().filter(|id| match id.kind() {
            PieceType::King => false,
            PieceType::Pawn => {
                self.board.whereabouts(*id).is_some_and(|square| square.is_across_river(id.color()))
            }
            _ => true,
        })
    }

    /// Whether `attacker` threatens to win `victim`: it could take it, and the law calls that profitable.
    pub(super) fn has(&self, attacker: PieceId, victim: PieceId) -> bool {
        let Some(after) = self.capture(attacker, victim) else { return false };
        if self.pays_always(attacker.kind(), victim.kind()) {
            return true;
        }
        // Like against like is an offer to exchange, unless the other could not take first.
        if attacker.kind() == victim.kind() && self.capture(victim, attacker).is_some() {
            return false;
        }
        self.protectors(&after, attacker).next().is_none()
    }

    /// Whether a threat that does not count fails only for protectors that stand behind the attacker.
    ///
    /// Whoever then shuts the line has interrupted the other side, and made no threat of its own.
    pub(super) fn is_held_through_attacker(&self, attacker: PieceId, victim: PieceId) -> bool {
        let (Some(from), Some(to)) =
            (self.board.whereabouts(attacker), self.board.whereabouts(victim))
        else {
            return false;
        };
        let Some(after) = self.capture(attacker, victim) else { return false };
        let mut protectors = self.protectors(&after, attacker).peekable();
        protectors.peek().is_some()
            && protectors.all(|id| {
                matches!(id.kind(), PieceType::Rook | PieceType::Cannon)
                    && after.whereabouts(id).is_some_and(|behind| lies_between(from, to, behind))
            })
    }

    /// Whether taking pays even if the other side takes back.
    fn pays_always(&self, attacker: PieceType, victim: PieceType) -> bool {
        use PieceType::{Advisor, Cannon, Elephant, Horse, Rook};
        match attacker {
            Horse | Cannon => victim == Rook,
            // The Asian text makes its exception for horse and cannon only.
            Advisor | Elephant => {
                self.set != RuleSet::Asian && matches!(victim, Rook | Horse | Cannon)
            }
            _ => false,
        }
    }

    /// The board after a capture, if the piece can make it without exposing its own king anew.
    ///
    /// Either side's piece may be asked.
    fn capture(&self, attacker: PieceId, victim: PieceId) -> Option<Board> {
        let (from, to) = (self.board.whereabouts(attacker)?, self.board.whereabouts(victim)?);
        if !self.board.reaches(attacker, to) {
            return None;
        }
        let side = attacker.color();
        let after = self.board.with_move(Move::new(from, to));
        (after.king_attackers(side) - self.standing[side.index()]).is_empty().then_some(after)
    }

    /// The pieces that could take back on the board after a capture by `attacker`.
    ///
    /// They are looked for on that board, because the capture itself may open a line, take a screen away or free a
    /// leg. A piece that would expose its king by taking back protects nothing.
    fn protectors<'b>(
        &'b self,
        after: &'b Board,
        attacker: PieceId,
    ) -> impl Iterator<Item = PieceId> {
        let to = after.whereabouts(attacker).expect("the attacker has just moved there");
        let them = !self.side;
        after.army(them).into_iter().filter(move |&id| {
            let Some(from) = after.whereabouts(id).filter(|_| after.reaches(id, to)) else {
                return false;
            };
            let exposed = after.with_move(Move::new(from, to)).king_attackers(them);
            // Where the king itself takes back, nothing may attack it.
            let excused = match id.kind() {
                PieceType::King => PieceSet::NONE,
                _ => self.standing[them.index()],
            };
            (exposed - excused).is_empty()
        })
    }
}

/// Whether a square lies between two others on one row or column.
fn lies_between(square: Square, a: Square, b: Square) -> bool {
    let inside = |x: u8, a: u8, b: u8| a.min(b) < x && x < a.max(b);
    let (rows, columns) = ((a.row(), b.row()), (a.column(), b.column()));
    if rows.0 == rows.1 {
        square.row() == rows.0 && inside(square.column(), columns.0, columns.1)
    } else {
        columns.0 == columns.1
            && square.column() == columns.0
            && inside(square.row(), rows.0, rows.1)
    }
}
