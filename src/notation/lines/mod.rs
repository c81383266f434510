//! Plain lines: lists of FENs and lists of games as moves.
//!
//! A line is a position, or moves from the start position, or both: `fen <FEN> moves h2e2 h9g7` as in the protocols.
//! The words `position`, `startpos`, `fen` and `moves` may be left out. Numbered moves may take several lines.
//!
//! ```
//! use chuhe::notation::lines;
//!
//! let text = "# comments are skipped\nh2e2 h9g7\n3k5/9/9/9/9/9/9/9/9/R3K4 w\n";
//! let games: Vec<_> = lines::read(text).collect::<Result<_, _>>()?;
//! assert_eq!(games[0].moves().count(), 2);
//! assert_eq!(games[1].start.fen(), "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
//! # Ok::<(), lines::LineError>(())
//! ```

mod read;
mod write;

pub(super) use read::looks_like_one;
pub use read::{LineError, LineGames, LineProblem, read};
pub use write::{Positions, write_fens, write_moves};
