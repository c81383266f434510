//! The basic values: colours, pieces, squares, moves, scores.
//!
//! Nothing in this module depends on the rules of the game.
//!
//! ```
//! use chuhe_engine::types::{Color, Move, Piece, PieceType, Score, Square, mate_in};
//!
//! let mv: Move = "h2e2".parse()?;
//! assert_eq!((mv.from(), mv.to()), (Square::new(7, 2), Square::new(4, 2)));
//! assert_eq!(Piece::from_letter('c'), Some(Piece::new(Color::Black, PieceType::Cannon)));
//! assert_eq!(Score::from(mate_in(3)), Score::MateIn(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod color;
mod count;
mod movelist;
mod mv;
mod piece;
pub mod rng;
mod score;
mod square;
mod squareset;

pub use color::Color;
pub use count::{parse_count, parse_megabytes};
pub use movelist::{MAX_MOVES, MoveList};
pub use mv::Move;
pub use piece::{Piece, PieceType};
pub use score::{
    DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, RULE_BOUND, RULE_WIN, Score, TABLE_BOUND, TABLE_WIN,
    Value, is_decided, is_mate, is_rule, is_table, mate_in, mated_in, rule_loss_in, rule_win_in,
    table_loss_in, table_win_in,
};
pub use square::{ParseSquareError, Square};
pub use squareset::SquareSet;
