//! The hand-crafted evaluation (HCE): a weighted sum of terms, tapered between middle game and endgame.
//!
//! `terms` lists the terms, `weights` contains their weights, and `features` counts them. The same code adds up weights
//! when the engine plays and records counts for display and for the tuner. Material and placement are updated with
//! every move, the terms of `material` are cached by material key, and the rest is counted when a position is
//! evaluated.

mod features;
mod geometry;
mod linear;
mod material;
mod scale;
mod tapered;
mod terms;
mod trace;
mod weights;

pub(super) use features::{MOTIFS_MAX, checks_max};
pub use features::{Motif, MotifKind, Motifs, motifs};
pub use linear::{Coefficient, Linear};
pub(super) use material::MaterialTable;
pub use trace::{Term, Trace};

use self::features::count_positional;
use self::material::imbalance;
use self::scale::ScaleFactor;
use self::tapered::Tapered;
use self::terms::CoefficientSink;
use self::weights::WEIGHTS;
use super::Evaluator;
use super::cache::EvalCache;
use crate::board::{Board, Observer};
use crate::types::{Color, Piece, PieceType, Square, Value};

/// The amount that each piece adds to the phase: 2 for a rook, 1 for a horse or cannon.
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

/// Scores by the enemy king's file: d, e and f. The fourth entry is unused; it pads the array to one vector register.
type ByKingFile = [Tapered; 4];

/// The piece-square table: material and placement of every piece on every square of the mailbox, from its owner's point
/// of view.
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

/// The hand-crafted evaluator.
#[derive(Debug)]
pub struct Hce {
    accumulators: Vec<PsqtAccumulator>,
    material: MaterialTable,
    cache: EvalCache,
}

/// Sums of the piece-square table over the pieces on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PsqtAccumulator {
    /// Material and placement by side, from that side's point of view.
    placement: [ByKingFile; 2],
    /// The game phase: [`PHASE_MAX`] at the start, 0 in the endgame.
    phase: i32,
}

impl Observer for PsqtAccumulator {
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

/// Adds up the weights of one side's counts.
#[derive(Clone, Copy, Default)]
struct Sum(Tapered);

impl CoefficientSink for Sum {
    #[inline]
    fn add(&mut self, coefficient: usize, count: i32) {
        self.0 += WEIGHTS[coefficient].times(count);
    }
}

impl PsqtAccumulator {
    pub(super) fn of(board: &Board) -> Self {
        let mut sums = Self::default();
        for (piece, square) in board.pieces() {
            sums.placed(piece, square);
        }
        sums
    }

    /// The value of the board with these sums, given its [`imbalance`], from the side to move's point of view.
    #[inline]
    fn value(self, board: &Board, imbalance: Tapered) -> Value {
        match self.judgement(board, imbalance, &mut Motifs::new()) {
            Judgement::Open(value) | Judgement::Known(value) => value,
        }
    }

    /// The value of the board with these sums, and how it was obtained. Adds the motifs found when the terms are
    /// counted.
    #[inline]
    pub(super) fn judge(
        self,
        board: &Board,
        material: &mut MaterialTable,
        motifs: &mut Motifs,
    ) -> Judgement {
        self.judgement(board, material.of(board), motifs)
    }

    #[inline]
    fn judgement(self, board: &Board, imbalance: Tapered, motifs: &mut Motifs) -> Judgement {
        let mut sides = [Sum::default(); 2];
        count_positional(board, &mut sides, motifs);
        let placement = |side: Color| {
            let king_file = usize::from(board.king(!side).file());
            self.placement[side.index()][(king_file - 3) & 3]
        };
        let mut sum = placement(Color::Red);
        sum -= placement(Color::Black);
        sum += imbalance;
        sum += sides[0].0;
        sum -= sides[1].0;
        let own = sign(board);
        let red = sum.blend(self.phase, PHASE_MAX);
        match ScaleFactor::of(board, self.phase) {
            Some(scale) => Judgement::Known(own * scale.apply(red)),
            None => Judgement::Open(own * red),
        }
    }

    /// Another evaluation's value for the board, scaled if the endgame is known. Both values are from the side to
    /// move's point of view.
    #[inline]
    pub(super) fn scaled(self, board: &Board, value: Value) -> Value {
        let own = sign(board);
        ScaleFactor::of(board, self.phase).map_or(value, |scale| own * scale.apply(own * value))
    }
}

/// The factor that converts values between Red's and the side to move's point of view: 1 if Red is to move, -1 if Black
/// is.
#[inline]
fn sign(board: &Board) -> Value {
    if board.side_to_move() == Color::Red { 1 } else { -1 }
}

/// A value, from the side to move's point of view, and how it was obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// The sum of the terms.
    Open(Value),
    /// The sum of the terms, scaled for an endgame in which it misleads.
    Known(Value),
}

impl Hce {
    /// A new evaluator; call [`Evaluator::reset`] before use.
    pub fn new() -> Self {
        Self {
            accumulators: vec![PsqtAccumulator::default()],
            material: MaterialTable::new(),
            cache: EvalCache::new(),
        }
    }

    fn top(&mut self) -> &mut PsqtAccumulator {
        self.accumulators.last_mut().expect("the lowest accumulator is never popped")
    }
}

impl Default for Hce {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator for Hce {
    type Accumulator = PsqtAccumulator;

    fn reset(&mut self, board: &Board) {
        self.accumulators.clear();
        self.accumulators.push(PsqtAccumulator::of(board));
    }

    #[inline]
    fn push(&mut self) -> &mut PsqtAccumulator {
        let top = *self.top();
        self.accumulators.push(top);
        self.top()
    }

    #[inline]
    fn pop(&mut self) {
        self.accumulators.pop();
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.cache.prefetch(key);
    }

    #[inline]
    fn evaluate(&mut self, board: &Board) -> Value {
        let sums = *self.top();
        let Self { material, cache, .. } = self;
        cache.of(board.key(), || sums.value(board, material.of(board)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn start_is_level() {
        let position = Position::startpos();
        let sums = PsqtAccumulator::of(position.board());
        assert_eq!(sums.placement[0], sums.placement[1]);
        assert_eq!(sums.phase, PHASE_MAX);
        assert_eq!(
            sums.value(position.board(), imbalance(position.board())),
            WEIGHTS[terms::TEMPO].mg()
        );
    }

    #[test]
    fn accumulators_follow_moves() {
        let mut position = Position::startpos();
        let mut eval = Hce::new();
        eval.reset(position.board());
        for text in ["h2h9", "i9h9", "b2e2", "b9c7", "e2e6"] {
            position.make_unchecked(text.parse().unwrap(), eval.push());
            assert_eq!(*eval.top(), PsqtAccumulator::of(position.board()), "after {text}");
        }
    }
}
