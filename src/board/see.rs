//! Static exchange evaluation.

use super::Board;
use super::slot;
use crate::types::{Color, Move, PieceType, Square, Value};

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
    /// View: side to move. Each side takes with its cheapest attacker or stops. Attackers are found afresh after every
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
        let mut lines = TargetLines::new(self, target);
        lines.remove(self, self.cell(mv.from()));
        let mut side = self.side;
        // Negamax over a sequence without choices but stopping: whoever cannot or should not take loses the argument.
        loop {
            side = !side;
            let Some(taker) = lines.cheapest_taker(self, side) else { break };
            lines.remove(self, taker);
            let kind = slot::kind_of(taker);
            if kind == PieceType::King {
                let defended = lines.attackers(self, !side) != 0 || lines.faces_king(self, side);
                // A king that may not take leaves the argument to the other side, as if no taker were left.
                if !defended {
                    side = !side;
                }
                break;
            }
            balance = -balance - 1 - EXCHANGE_VALUE[kind.index()];
            if balance >= 0 {
                side = !side;
                break;
            }
        }
        // `side` is now the one that lost the argument.
        side != self.side
    }
}

/// The row and column through a target, with the pieces that have taken already lifted off.
struct TargetLines {
    target: Square,
    row: u16,
    column: u16,
    gone: u32,
}

impl TargetLines {
    fn new(board: &Board, target: Square) -> Self {
        Self {
            target,
            row: board.rows[target.row() as usize],
            column: board.columns[target.column() as usize],
            gone: 0,
        }
    }

    fn remove(&mut self, board: &Board, slot: slot::Slot) {
        let square = board.square_of(slot);
        self.gone |= slot::bit(slot);
        if square.row() == self.target.row() {
            self.row &= !(1 << square.column());
        }
        if square.column() == self.target.column() {
            self.column &= !(1 << square.row());
        }
    }

    fn attackers(&self, board: &Board, by: Color) -> u32 {
        board.attackers_to(self.target, by, self.gone, self.row, self.column)
    }

    fn cheapest_taker(&self, board: &Board, by: Color) -> Option<slot::Slot> {
        let attackers = self.attackers(board, by);
        if attackers == 0 {
            return None;
        }
        TAKING_ORDER
            .into_iter()
            .flat_map(|kind| slot::slots(by, kind))
            .find(|&slot| attackers & slot::bit(slot) != 0)
    }

    /// Whether the king of `side`, standing on the target, would face the other king.
    fn faces_king(&self, board: &Board, side: Color) -> bool {
        let king = board.king(!side);
        if king.column() != self.target.column() {
            return false;
        }
        let (low, high) = (king.row().min(self.target.row()), king.row().max(self.target.row()));
        let inside = ((1u32 << high) - 1) & (!1u32 << low);
        u32::from(self.column) & inside == 0
    }
}
