//! The hand-crafted evaluation: a weighted sum of what is seen on the board, blended between middle game and endgame.
//!
//! `terms` says what is counted, `weights` what it is worth, and `scene` does the counting, once for all: into a sum when
//! the engine plays, into records for people and for the tuner. Material and placement are kept up to date move by move;
//! the rest is counted when a position is judged.

mod linear;
mod scale;
mod scene;
mod tapered;
mod terms;
mod trace;
mod weights;

pub use linear::{Coefficient, Linear};
pub use trace::{Term, Trace};

use self::scale::Rule;
use self::scene::{Sink, count_balance, count_play};
use self::tapered::Tapered;
use self::weights::WEIGHTS;
use super::Evaluator;
use crate::board::{Board, Observer};
use crate::types::{Color, Piece, PieceType, Square, Value};

/// What each piece adds to the phase: rooks two, horses and cannons one.
const PHASE: [i32; Piece::COUNT] = {
    let by_kind = [0, 0, 0, 1, 2, 1, 0];
    let mut table = [0; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT {
        table[i] = by_kind[i % PieceType::COUNT];
        i += 1;
    }
    table
};

/// The phase of the start position.
const PHASE_MAX: i32 = 16;

/// What is kept by the enemy king's file: left of the middle, the middle, right of it. The fourth rounds it up to what
/// a processor adds at once.
type ByKingFile = [Tapered; 4];

/// Material and placement of every piece on every square of the mailbox, its owner's view.
static PIECE_SQUARE: [[ByKingFile; 256]; Piece::COUNT] = {
    let mut table = [[[Tapered::new(0, 0); 4]; 256]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        let mut index = 0;
        while index < 256 {
            let square = Square::from_index(index as u8);
            if square.is_on_board() {
                let place = WEIGHTS[terms::placement(piece, square)];
                let sum = match terms::material(piece.kind()) {
                    Some(material) => WEIGHTS[material].plus(place),
                    None => place,
                };
                let mut side = 0;
                while side < 3 {
                    table[i][index][side] = match terms::aside(piece, square, side as u8 + 3) {
                        Some(aside) => sum.plus(WEIGHTS[aside]),
                        None => sum,
                    };
                    side += 1;
                }
            }
            index += 1;
        }
        i += 1;
    }
    table
};

/// The evaluator the engine plays with.
#[derive(Debug)]
pub struct Hce {
    frames: Vec<Sums>,
    balances: Balances,
    values: Values,
}

/// Sums over the pieces on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Material and placement by side, its own view.
    placement: [ByKingFile; 2],
    /// What is left of the middle game, [`PHASE_MAX`] at the start.
    phase: i32,
}

impl Observer for Sums {
    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        let sums = &mut self.placement[piece.color().index()];
        for (sum, part) in sums.iter_mut().zip(PIECE_SQUARE[piece.index()][square.index()]) {
            *sum += part;
        }
        self.phase += PHASE[piece.index()];
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        let sums = &mut self.placement[piece.color().index()];
        for (sum, part) in sums.iter_mut().zip(PIECE_SQUARE[piece.index()][square.index()]) {
            *sum -= part;
        }
        self.phase -= PHASE[piece.index()];
    }
}

/// Adds up what one side's counts are worth.
#[derive(Clone, Copy, Default)]
struct Sum(Tapered);

impl Sink for Sum {
    #[inline]
    fn add(&mut self, coefficient: usize, count: i32) {
        self.0 += WEIGHTS[coefficient].times(count);
    }
}

impl Sums {
    fn of(board: &Board) -> Self {
        let mut sums = Self::default();
        for (piece, square) in board.pieces() {
            sums.placed(piece, square);
        }
        sums
    }

    /// The value of a board of which these are the sums, side to move's view, given its [`balance`].
    fn value(self, board: &Board, balance: Tapered) -> Value {
        let mut sides = [Sum::default(); 2];
        count_play(board, &mut sides);
        let placement = |side: Color| {
            let king_file = usize::from(board.king(!side).file());
            self.placement[side.index()][(king_file - 3) & 3]
        };
        let mut sum = placement(Color::Red);
        sum -= placement(Color::Black);
        sum += balance;
        sum += sides[0].0;
        sum -= sides[1].0;
        let mut red = sum.blend(self.phase, PHASE_MAX);
        if let Some(rule) = Rule::of(board, self.phase) {
            red = rule.apply(red);
        }
        if board.side_to_move() == Color::Red { red } else { -red }
    }
}

/// What the pieces on a board are worth together, beyond what each is worth alone; Red's view.
fn balance(board: &Board) -> Tapered {
    let mut sides = [Sum::default(); 2];
    count_balance(board, &mut sides);
    let mut sum = sides[0].0;
    sum -= sides[1].0;
    sum
}

/// Remembers the [`balance`] of materials: a search meets few of them, and often.
#[derive(Debug)]
struct Balances(Box<[(u32, Tapered); Balances::COUNT]>);

impl Balances {
    const BITS: u32 = 10;
    const COUNT: usize = 1 << Self::BITS;

    fn new() -> Self {
        // No board has the material of key 0.
        Self(Box::new([(0, Tapered::default()); Self::COUNT]))
    }

    #[inline]
    fn of(&mut self, board: &Board) -> Tapered {
        let key = board.material_key();
        // The multiplier is 2^32 over the golden ratio: it spreads keys that differ in few bits.
        let place = key.wrapping_mul(0x9e37_79b1) >> (32 - Self::BITS);
        let known = &mut self.0[place as usize];
        if known.0 != key {
            *known = (key, balance(board));
        }
        known.1
    }
}

/// Remembers the values of positions: many come up again that the transposition table does not keep.
///
/// A word for each: the upper 48 bits of the key, and the value. The place is told by the lowest bits.
#[derive(Debug)]
struct Values(Box<[u64]>);

impl Values {
    /// A quarter of a megabyte, small enough for the second cache.
    const COUNT: usize = 1 << 15;

    fn new() -> Self {
        // What looks like the value 0 of the keys that are 0 but for their lowest bits.
        Self(vec![0; Self::COUNT].into_boxed_slice())
    }

    /// The value of a key, found out if it is not known.
    #[inline]
    fn of(&mut self, key: u64, find_out: impl FnOnce() -> Value) -> Value {
        let known = &mut self.0[key as usize % Self::COUNT];
        if (*known ^ key) >> 16 != 0 {
            *known = key >> 16 << 16 | u64::from(find_out() as i16 as u16);
        }
        Value::from(*known as i16)
    }
}

impl Hce {
    /// An evaluator; [`Evaluator::reset`] it before use.
    #[must_use]
    pub fn new() -> Self {
        Self { frames: vec![Sums::default()], balances: Balances::new(), values: Values::new() }
    }

    fn top(&mut self) -> &mut Sums {
        self.frames.last_mut().expect("the bottom frame is never popped")
    }
}

impl Default for Hce {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator for Hce {
    type Frame = Sums;

    fn reset(&mut self, board: &Board) {
        self.frames.clear();
        self.frames.push(Sums::of(board));
    }

    #[inline]
    fn push(&mut self) -> &mut Sums {
        let top = *self.top();
        self.frames.push(top);
        self.top()
    }

    #[inline]
    fn pop(&mut self) {
        self.frames.pop();
    }

    #[inline]
    fn evaluate(&mut self, board: &Board) -> Value {
        let sums = *self.top();
        let Self { balances, values, .. } = self;
        values.of(board.key(), || sums.value(board, balances.of(board)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn start_is_level() {
        let position = Position::startpos();
        let sums = Sums::of(position.board());
        assert_eq!(sums.placement[0], sums.placement[1]);
        assert_eq!(sums.phase, PHASE_MAX);
        assert_eq!(
            sums.value(position.board(), balance(position.board())),
            WEIGHTS[terms::TEMPO].mg()
        );
    }

    #[test]
    fn frames_follow_moves() {
        let mut position = Position::startpos();
        let mut eval = Hce::new();
        eval.reset(position.board());
        for text in ["h2h9", "i9h9", "b2e2", "b9c7", "e2e6"] {
            position.make(text.parse().unwrap(), eval.push());
            assert_eq!(*eval.top(), Sums::of(position.board()), "after {text}");
        }
    }
}
