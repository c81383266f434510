//! The vocabulary every other room speaks: colours, pieces, squares, moves, scores.
//!
//! Nothing here knows a rule beyond the value itself.

mod color;
mod movelist;
mod mv;
mod piece;
pub mod rng;
mod score;
mod square;
mod squareset;

pub use color::Color;
pub use movelist::{MAX_MOVES, MoveList};
pub use mv::Move;
pub use piece::{Piece, PieceType};
pub use score::{
    DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, RULE_BOUND, RULE_WIN, Score, Value, is_decided,
    is_mate, is_rule, mate_in, mated_in, rule_loss_in, rule_win_in,
};
pub use square::Square;
pub use squareset::SquareSet;
