//! Threats: profitable captures of one piece by another.

use crate::board::{Board, PieceId, PieceSet};
use crate::types::{Color, Move, PieceType, Square};

use super::RuleSet;

/// The threats of one side on one board, as if it were to move.
///
/// A side in check can still threaten, because a check only delays a threat. So a capture may leave the mover's king
/// attacked by pieces that already attacked it, but must not expose it to others.
pub(super) struct Threats<'a> {
    set: RuleSet,
    board: &'a Board,
    side: Color,
    /// The pieces that attack the king of each colour now.
    standing: [PieceSet; 2],
}

impl<'a> Threats<'a> {
    pub(super) fn new(set: RuleSet, board: &'a Board, side: Color) -> Self {
        let standing = Color::ALL.map(|color| board.king_attackers(color));
        Self { set, board, side, standing }
    }

    /// The pieces whose threats count: all but the king and pawns.
    pub(super) fn attackers(&self) -> impl Iterator<Item = PieceId> {
        let pieces = self.board.pieces_of(self.side).into_iter();
        pieces.filter(|id| !matches!(id.kind(), PieceType::King | PieceType::Pawn))
    }

    /// The enemy pieces that can be threatened: all but the king and pawns on their own side of the river.
    pub(super) fn victims(&self) -> impl Iterator<Item = PieceId> {
        self.board.pieces_of(!self.side).into_iter().filter(|id| match id.kind() {
            PieceType::King => false,
            PieceType::Pawn => self
                .board
                .square_of_id(*id)
                .is_some_and(|square| square.is_across_river(id.color())),
            _ => true,
        })
    }

    /// Whether `attacker` threatens `victim`: it could capture the victim, and the rules count the capture as a gain.
    pub(super) fn has(&self, attacker: PieceId, victim: PieceId) -> bool {
        let Some(after) = self.capture(attacker, victim) else { return false };
        if self.pays_always(attacker.kind(), victim.kind()) {
            return true;
        }
        // Between pieces of the same kind, a threat is an offer to exchange, unless the victim could not capture the
        // attacker.
        if attacker.kind() == victim.kind() && self.capture(victim, attacker).is_some() {
            return false;
        }
        self.protectors(&after, attacker).next().is_none()
    }

    /// Whether a threat fails to count only because of protectors behind the attacker.
    ///
    /// A move that then closes the line from the protectors only interrupts the protection; it does not create a new
    /// threat.
    pub(super) fn is_held_through_attacker(&self, attacker: PieceId, victim: PieceId) -> bool {
        let (Some(from), Some(to)) =
            (self.board.square_of_id(attacker), self.board.square_of_id(victim))
        else {
            return false;
        };
        let Some(after) = self.capture(attacker, victim) else { return false };
        let mut protectors = self.protectors(&after, attacker).peekable();
        protectors.peek().is_some()
            && protectors.all(|id| {
                matches!(id.kind(), PieceType::Rook | PieceType::Cannon)
                    && after.square_of_id(id).is_some_and(|behind| lies_between(from, to, behind))
            })
    }

    /// Whether a capture gains material even if the other side recaptures.
    fn pays_always(&self, attacker: PieceType, victim: PieceType) -> bool {
        use PieceType::{Advisor, Cannon, Elephant, Horse, Rook};
        match attacker {
            Horse | Cannon => victim == Rook,
            // Under the Asian rules, only a capture of a rook by a horse or cannon always gains material.
            Advisor | Elephant => {
                self.set != RuleSet::Asian && matches!(victim, Rook | Horse | Cannon)
            }
            _ => false,
        }
    }

    /// The board after a capture; `None` if the attacker cannot make the capture or would newly expose its own king.
    ///
    /// The attacker may belong to either side.
    fn capture(&self, attacker: PieceId, victim: PieceId) -> Option<Board> {
        let (from, to) = (self.board.square_of_id(attacker)?, self.board.square_of_id(victim)?);
        if !self.board.reaches(attacker, to) {
            return None;
        }
        let side = attacker.color();
        let after = self.board.with_move(Move::new(from, to));
        (after.king_attackers(side) - self.standing[side.index()]).is_empty().then_some(after)
    }

    /// The pieces that could recapture on `after`, the board after a capture by `attacker`.
    ///
    /// Protection is judged on the board after the capture, because the capture may open a line, remove a screen or
    /// free a leg. A piece that would expose its king by recapturing does not protect.
    fn protectors<'b>(
        &'b self,
        after: &'b Board,
        attacker: PieceId,
    ) -> impl Iterator<Item = PieceId> {
        let to = after.square_of_id(attacker).expect("the attacker has just moved there");
        let them = !self.side;
        after.pieces_of(them).into_iter().filter(move |&id| {
            let Some(from) = after.square_of_id(id).filter(|_| after.reaches(id, to)) else {
                return false;
            };
            let exposed = after.with_move(Move::new(from, to)).king_attackers(them);
            // If the king itself recaptures, nothing may attack it.
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
