//! Static exchange evaluation.

use super::Board;
use super::slot;
use crate::types::{Move, PieceType, Square, Value};

/// What a piece counts in an exchange, by kind: round numbers, horse and cannon alike, and a king above everything.
const EXCHANGE_VALUE: [Value; PieceType::COUNT] = [10_000, 200, 200, 430, 950, 430, 100];

/// Who takes first: the cheapest; of equals, the cannon before the horse, because its screen may be gone later.
const TAKING_ORDER: [PieceType; PieceType::COUNT] = [
    PieceType::Pawn,
    PieceType::Bishop,
    PieceType::Advisor,
    PieceType::Cannon,
    PieceType::Knight,
    PieceType::Rook,
    PieceType::King,
];

/// What a piece of this kind counts in an exchange, in centipawns.
#[must_use]
pub const fn exchange_value(kind: PieceType) -> Value {
    EXCHANGE_VALUE[kind as usize]
}

impl Board {
    /// Whether playing `mv`, and then the best captures on its destination, gains at least `threshold` centipawns.
    ///
    /// View: side to move. Each side takes with its cheapest piece or stops. Takers are found afresh after every
    /// capture, because a piece that takes may open a line for a rook, give a cannon its screen, take one away, or
    /// free a leg or an eye. Pins are not seen; a king takes only what nothing defends.
    /// Source: the swap-off algorithm; checked against playing the captures out in `tests/see.rs`.
    #[must_use]
    pub fn see_ge(&self, mv: Move, threshold: Value) -> bool {
        let target = mv.to();
        let value_at = |square: Square| {
            self.piece_at(square).map_or(0, |piece| EXCHANGE_VALUE[piece.kind().index()])
        };
        // What the side to move has over the threshold if the exchange stops here.
        let mut balance = value_at(target) - threshold;
        if balance < 0 {
            return false;
        }
        balance -= value_at(mv.from());
        if balance >= 0 {
            return true;
        }
        let mut board = self.clone();
        board.play(mv, &mut ());
        // Negamax over a sequence without choices but stopping: whoever cannot or should not take loses the argument.
        while let Some(reply) = board.cheapest_capture(target) {
            let kind = slot::kind_of(board.cell(reply.from()));
            if kind == PieceType::King && !board.is_safe(reply) {
                break;
            }
            board.play(reply, &mut ());
            balance = -balance - 1 - EXCHANGE_VALUE[kind.index()];
            if balance >= 0 {
                break;
            }
        }
        // It is now the turn of the side that lost the argument.
        board.side != self.side
    }

    /// The capture on a square by the cheapest piece that the side to move has for it.
    fn cheapest_capture(&self, target: Square) -> Option<Move> {
        for kind in TAKING_ORDER {
            for slot in slot::slots(self.side, kind) {
                let from = self.square_of(slot);
                if self.can_go(kind, self.side, from, target) {
                    return Some(Move::new(from, target));
                }
            }
        }
        None
    }
}
