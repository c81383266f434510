//! Static exchange evaluation.

use super::occupancy::Occupancy;
use super::slot::{self, EMPTY, Slot};
use super::{Board, NOWHERE};
use crate::types::{Color, Move, PieceType, Square, Value};

/// What a piece counts in an exchange, by kind: round numbers, horse and cannon alike, and a king above everything.
const EXCHANGE_VALUE: [Value; PieceType::COUNT] = [10_000, 200, 200, 430, 950, 430, 100];

/// Who takes first: the cheapest; of equals, the cannon before the horse, because its screen may be gone later.
const TAKING_ORDER: [PieceType; PieceType::COUNT] = [
    PieceType::Pawn,
    PieceType::Elephant,
    PieceType::Advisor,
    PieceType::Cannon,
    PieceType::Horse,
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
        let mut exchange = Exchange::after(self, mv);
        // Negamax over a sequence without choices but stopping: whoever cannot or should not take loses the argument.
        while let Some(kind) = exchange.take() {
            balance = -balance - 1 - EXCHANGE_VALUE[kind.index()];
            if balance >= 0 {
                break;
            }
        }
        // It is now the turn of the side that lost the argument.
        exchange.side != self.side
    }
}

/// What captures on one square change of a board, and no more.
struct Exchange {
    /// Square by slot; who has stood on the target is off the board.
    squares: [Square; 64],
    occupancy: Occupancy,
    target: Square,
    side: Color,
}

impl Exchange {
    /// Once a move has been played.
    #[inline]
    fn after(board: &Board, mv: Move) -> Self {
        let target = mv.to();
        let (squares, occupancy) = (board.squares, board.occupancy);
        let mut this = Self { squares, occupancy, target, side: board.side };
        let victim = board.cell(target);
        if victim == EMPTY {
            this.occupancy.turn(target);
        }
        this.squares[victim as usize & 63] = NOWHERE;
        this.play(board.cell(mv.from()));
        this
    }

    /// Takes with the cheapest piece that the side to move has for it, and tells its kind. None if there is no such.
    fn take(&mut self) -> Option<PieceType> {
        let (taker, kind) = self.cheapest()?;
        let side = self.side;
        self.play(taker);
        if kind == PieceType::King && (self.cheapest().is_some() || self.kings_face()) {
            // It may not. Where the pieces stand does not matter any more.
            self.side = side;
            return None;
        }
        Some(kind)
    }

    /// The cheapest piece of the side to move that can take.
    fn cheapest(&self) -> Option<(Slot, PieceType)> {
        for kind in TAKING_ORDER {
            for slot in slot::slots(self.side, kind) {
                if self.occupancy.lets(kind, self.side, self.square_of(slot), self.target) {
                    return Some((slot, kind));
                }
            }
        }
        None
    }

    /// Moves a piece to the target, taking what stands there, and passes the turn.
    #[inline]
    fn play(&mut self, slot: Slot) {
        self.occupancy.turn(self.square_of(slot));
        self.squares[slot as usize & 63] = NOWHERE;
        self.side = !self.side;
    }

    /// Whether the king of the side to move faces a king on the target.
    fn kings_face(&self) -> bool {
        let king = self.square_of(slot::first_slot(self.side, PieceType::King));
        king.column() == self.target.column()
            && self.occupancy.between(king, self.target) == Some(0)
    }

    #[inline]
    fn square_of(&self, slot: Slot) -> Square {
        self.squares[slot as usize & 63]
    }
}
