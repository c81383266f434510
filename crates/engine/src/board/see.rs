//! Static exchange evaluation.

use super::occupancy::Occupancy;
use super::slot::{self, EMPTY, Slot};
use super::{Board, NOWHERE};
use crate::types::{Color, Move, PieceType, Square, Value};

/// Piece values for exchanges, by kind: round numbers, the same for horse and cannon, with the king above everything.
const EXCHANGE_VALUE: [Value; PieceType::COUNT] = [10_000, 200, 200, 430, 950, 430, 100];

/// The order of capture: the least valuable piece first. The cannon captures before the horse, which has the same
/// value, because the cannon may lose its screen later.
const CAPTURE_ORDER: [PieceType; PieceType::COUNT] = [
    PieceType::Pawn,
    PieceType::Elephant,
    PieceType::Advisor,
    PieceType::Cannon,
    PieceType::Horse,
    PieceType::Rook,
    PieceType::King,
];

/// The value of a piece of this kind in an exchange, in centipawns.
pub const fn exchange_value(kind: PieceType) -> Value {
    EXCHANGE_VALUE[kind as usize]
}

impl Board {
    /// Whether the static exchange evaluation of `mv` is at least `threshold` centipawns. The evaluation is the mover's
    /// net gain from the move and the best sequence of captures that follow on its destination.
    ///
    /// Each side captures with its least valuable piece or stops. Attackers are recomputed after every capture, because
    /// a capture can open a line for a rook, add or remove the screen of a cannon, and free a leg or an eye. Pins are
    /// ignored; a king captures only undefended pieces. This is the swap algorithm; `tests/it/see.rs` checks it by
    /// playing out the captures.
    pub fn see_ge(&self, mv: Move, threshold: Value) -> bool {
        let target = mv.to();
        let value_at = |square: Square| {
            self.piece_at(square).map_or(0, |piece| EXCHANGE_VALUE[piece.kind().index()])
        };
        // The gain above the threshold for the side to move if the exchange stops here.
        let mut balance = value_at(target) - threshold;
        if balance < 0 {
            return false;
        }
        balance -= value_at(mv.from());
        if balance >= 0 {
            return true;
        }
        let mut exchange = Exchange::after(self, mv);
        // Negamax over a sequence in which the only choice is to stop: the side that cannot or should not capture has
        // lost.
        while let Some(kind) = exchange.capture() {
            balance = -balance - 1 - EXCHANGE_VALUE[kind.index()];
            if balance >= 0 {
                break;
            }
        }
        // It is now the turn of the side that has lost.
        exchange.side != self.side
    }
}

/// The part of a board that matters for captures on one square.
struct Exchange {
    /// The square of each slot; pieces that have been on the target count as off the board.
    squares: [Square; 64],
    occupancy: Occupancy,
    target: Square,
    side: Color,
}

impl Exchange {
    /// The exchange after its first move.
    #[inline]
    fn after(board: &Board, mv: Move) -> Self {
        let target = mv.to();
        let (squares, occupancy) = (board.squares, board.occupancy);
        let mut this = Self { squares, occupancy, target, side: board.side };
        let victim = board.cell(target);
        if victim == EMPTY {
            this.occupancy.toggle(target);
        }
        this.squares[victim as usize & 63] = NOWHERE;
        this.play(board.cell(mv.from()));
        this
    }

    /// Captures with the least valuable attacker of the side to move and returns its kind, or `None` if no piece can
    /// capture.
    fn capture(&mut self) -> Option<PieceType> {
        let (attacker, kind) = self.least_valuable_attacker()?;
        let side = self.side;
        self.play(attacker);
        if kind == PieceType::King
            && (self.least_valuable_attacker().is_some() || self.kings_face())
        {
            // The king may not capture. The exchange is over, so the pieces need not be put back.
            self.side = side;
            return None;
        }
        Some(kind)
    }

    /// The least valuable attacker of the side to move.
    fn least_valuable_attacker(&self) -> Option<(Slot, PieceType)> {
        for kind in CAPTURE_ORDER {
            for slot in slot::slots(self.side, kind) {
                if self.occupancy.allows(kind, self.side, self.square_of(slot), self.target) {
                    return Some((slot, kind));
                }
            }
        }
        None
    }

    /// Moves a piece to the target, capturing the piece there, and passes the turn.
    #[inline]
    fn play(&mut self, slot: Slot) {
        self.occupancy.toggle(self.square_of(slot));
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
