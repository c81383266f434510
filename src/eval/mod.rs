//! How good a position is.
//!
//! The search knows an [`Evaluator`] and nothing of what is behind it.

mod hce;

pub use hce::{Coefficient, Hce, Linear, Term, Trace};

use crate::board::{Board, Observer};
use crate::types::Value;

/// Judges positions along a line of moves.
///
/// An evaluator keeps one frame per ply: a move is played with `position.make(mv, eval.push())` and taken back with
/// `position.unmake(&mut ())` and `eval.pop()`, so that what a frame sums over pieces is never computed anew.
pub trait Evaluator: Send + 'static {
    /// What changes with every move.
    type Frame: Observer;

    /// Starts from a position, forgetting all frames.
    fn reset(&mut self, board: &Board);

    /// Adds a frame like the last one; the move to come is played into it.
    fn push(&mut self) -> &mut Self::Frame;

    /// Drops the last frame.
    fn pop(&mut self);

    /// The value of the position in centipawns.
    ///
    /// View: side to move. Range: well inside ±[`crate::types::RULE_BOUND`].
    fn evaluate(&mut self, board: &Board) -> Value;
}
