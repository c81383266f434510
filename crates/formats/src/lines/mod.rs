//! Plain lines: lists of FENs, and lists of games as moves.
//!
//! A line is a position, or moves from the start position, or both: `fen <FEN> moves h2e2 h9g7` as in the protocols.
//! The words `position`, `startpos`, `fen` and `moves` may be left out.
//!
//! Most texts have one game per line. But a game's moves may also be on several lines, which the following rules
//! detect:
//!
//! - A line that starts with a move number above 1 or with `1...` continues the previous game, and so does a line
//!   directly below a numbered one. A numbered line directly below a position continues that position.
//! - If no line has two moves, the lines form one game with one move per line.
//! - If a line cannot be played as a separate game, but can be played as the continuation of the lines above it, the
//!   lines form one game.
//!
//! Lines such as `红方: 某甲` or `Event: x` describe the game below them. Rules of dashes are skipped. So is text that
//! comes before move number 1, or that is set apart from the moves by empty lines, rules or descriptive lines.
//!
//! A game on several lines ends before an empty line (unless all lines are separated by one), after a result, and
//! before a position or move number 1.
//!
//! ```
//! use chuhe_formats::lines;
//!
//! let text = "# comments are skipped\nh2e2 h9g7\n3k5/9/9/9/9/9/9/9/9/R3K4 w\n";
//! let games: Vec<_> = lines::read(text).collect::<Result<_, _>>()?;
//! assert_eq!(games[0].moves().count(), 2);
//! assert_eq!(games[1].start.fen(), "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
//! # Ok::<(), chuhe_formats::collection::ReadError>(())
//! ```

mod header;
mod layout;
mod read;
mod write;

pub(super) use header::is_header;
pub(super) use layout::Layout;
pub use read::{LineGames, looks_like_fen, read};
pub(super) use read::{count_moves, looks_like_one, read_one};
pub use write::{Positions, write_fens, write_moves};
