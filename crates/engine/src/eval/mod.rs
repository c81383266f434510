//! Evaluation: how good a position is, without searching.
//!
//! The search depends only on the trait [`Evaluator`], not on its implementations.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_engine::eval::{Evaluator, Hce, Trace};
//!
//! // Red is a rook up.
//! let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w")?;
//! let mut evaluator = Hce::new();
//! evaluator.reset(position.board());
//! let value = evaluator.evaluate(position.board());
//! assert!(value > 500, "{value} centipawns");
//! assert_eq!(Trace::of(position.board()).total, value);
//! # Ok::<(), chuhe_engine::board::FenError>(())
//! ```

mod cache;
mod hce;
pub mod network;

pub use hce::{Coefficient, Hce, Linear, Motif, MotifKind, Motifs, Term, Trace, motifs};

use crate::board::{Board, Observer};
use crate::types::Value;

/// Evaluates positions along a line of moves.
///
/// An evaluator keeps a stack of accumulators, one per ply. A move is made with `position.make_unchecked(mv,
/// eval.push())` and taken back with `position.unmake(&mut ())` and `eval.pop()`, so sums over pieces are updated and
/// never computed from scratch.
pub trait Evaluator: Send + 'static {
    /// The state updated with every move.
    type Accumulator: Observer;

    /// Drops all accumulators and starts from a position.
    fn reset(&mut self, board: &Board);

    /// Pushes a copy of the last accumulator, to be updated by the next move.
    fn push(&mut self) -> &mut Self::Accumulator;

    /// Pops the last accumulator.
    fn pop(&mut self);

    /// Prefetches what the evaluation of a position with this key reads first.
    fn prefetch(&self, key: u64);

    /// The value of the position in centipawns, from the side to move's point of view.
    ///
    /// The value lies well within ±[`crate::types::RULE_BOUND`].
    fn evaluate(&mut self, board: &Board) -> Value;
}
