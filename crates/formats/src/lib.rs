//! Files of xiangqi games in the formats of other programs: PGN, XQF, CBR, CBL, CBF, `DhtmlXQ`, WXF, PFC, CHE, EPD and
//! plain moves.
//!
//! [`collection`] reads and writes files in any format, [`conversion`] converts between formats, and [`game_files`]
//! finds game files in folders.
//!
//! ```
//! use chuhe_formats::collection::{Collection, FileFormat};
//!
//! let games = Collection::new(b"1. h2e2 h9g7 2. h0g2 1-0".to_vec(), FileFormat::Pgn);
//! let game = games.games().next().expect("the text contains a game")?;
//! assert_eq!(game.moves().count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ccbridge;
pub mod collection;
pub mod conversion;
mod damaged_games;
pub mod dhtmlxq;
pub mod encoding;
mod epd;
mod game;
pub mod game_files;
mod game_reader;
pub mod lines;
mod losses;
mod move_tree;
mod natural;
pub mod opening;
mod other_game;
pub mod pfc;
pub mod pgn;
mod pieces;
mod placement;
pub mod position_text;
pub mod qq;
mod read_error;
mod read_problem;
mod readings;
mod salvage;
pub mod wxf;
mod xml;
pub mod xqf;

pub use game::{
    Game, IllegalGameMove, Line, LineMove, NESTING_MAX, Outcome, PLIES_MAX, WriteError,
    reading_memory,
};
pub use losses::Losses;
pub use other_game::OtherGame;
