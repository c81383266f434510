//! The numbers the search turns on.
//!
//! A suffix says what a number does: `_MARGIN` is multiplied by the depth, `_BASE` is flat, `_DIV` divides. All are set
//! by hand after the usual values of other engines, except where a doc names a test.

use std::sync::LazyLock;

use crate::types::Value;

/// Highest depth for reverse futility pruning.
pub(super) const RFP_DEPTH: i32 = 7;
/// Centipawns per ply by which a node must stand above beta to be cut without a search.
pub(super) const RFP_MARGIN: Value = 70;

/// Least depth for a null move.
pub(super) const NMP_DEPTH: i32 = 3;
/// Plies taken off a null move search.
pub(super) const NMP_BASE: i32 = 3;
/// One more ply for every so much depth.
pub(super) const NMP_DEPTH_DIV: i32 = 3;
/// One more ply for every so many centipawns above beta.
pub(super) const NMP_EVAL_DIV: Value = 200;
/// At most so many more plies for the evaluation.
pub(super) const NMP_EVAL_MAX: i32 = 3;
/// From this depth on a null move cut must be confirmed by a search without null moves.
pub(super) const NMP_VERIFY_DEPTH: i32 = 12;

/// Least depth for late move reductions.
pub(super) const LMR_DEPTH: i32 = 3;
/// Moves tried at full depth before any is reduced.
pub(super) const LMR_MOVES: usize = 3;
/// Reduction in plies: this plus ln(depth) times ln(move number) over [`LMR_DIV`].
const LMR_BASE: f64 = 0.6;
const LMR_DIV: f64 = 2.2;
/// History points that take a ply off a reduction, or add one when negative.
pub(super) const LMR_HISTORY_DIV: i32 = 8192;

/// Half the first window around the score of the iteration before.
pub(super) const ASPIRATION_BASE: Value = 18;
/// First iteration with a window.
pub(super) const ASPIRATION_DEPTH: i32 = 4;

/// Centipawns a capture's gain may fall short of alpha in the quiescence search.
pub(super) const DELTA_BASE: Value = 180;

/// Plies by which a quiet late move is searched less deep, by depth and move number.
static REDUCTIONS: LazyLock<Box<[[u8; 64]; 64]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 64]; 64]);
    for (depth, row) in (1i32..).zip(table.iter_mut().skip(1)) {
        for (number, plies) in (1i32..).zip(row.iter_mut().skip(1)) {
            let product = f64::from(depth).ln() * f64::from(number).ln();
            *plies = (LMR_BASE + product / LMR_DIV).floor() as u8;
        }
    }
    table
});

/// The reduction table, built on first use.
pub(super) fn reductions() -> &'static [[u8; 64]; 64] {
    &REDUCTIONS
}
