//! Plain lines: lists of FENs and lists of games as moves.
//!
//! A line is a position, or moves from the start position, or both: `fen <FEN> moves h2e2 h9g7` as in the protocols.
//! The words `position`, `startpos`, `fen` and `moves` may be left out.
//!
//! Most texts have a game per line. But the moves of a game may also stand below each other, and the text as a whole says
//! so:
//!
//! - A line that begins with a move number above 1 or with `1...` continues the game before it, and so does a line right
//!   below a numbered one. A numbered line right below a position continues it.
//! - If no line has two moves, one move a line is one game.
//! - If some line cannot be played on its own, but could if the lines were one game, they are one game.
//!
//! Lines such as `红方: 某甲` or `Event: x` say something of the game below them. Rules of dashes are skipped, and so is
//! text that is set apart from moves by empty lines, rules or such lines, or stands above move number 1.
//!
//! Such games end before an empty line (unless there is one between all lines), behind a result, and before a position or
//! move number 1.
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
pub use read::{LineGames, LineProblem, looks_like_fen, read};
pub(super) use read::{is_empty, looks_like_one};
pub use write::{Positions, write_fens, write_moves};
