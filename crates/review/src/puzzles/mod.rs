//! Creates puzzles from games: positions after a blunder in which one answer is clearly best.
//!
//! [`PuzzleHunt::run`] searches games. `docs/reference/puzzles.md` defines which positions are puzzles. Puzzles can be
//! written as a [page](PuzzleSet::page) to be solved in a browser, and as [JSON](PuzzleSet::json), which
//! [`PuzzleSet::read`] reads.
//!
//! ```
//! use std::num::NonZero;
//! use std::sync::atomic::AtomicBool;
//!
//! use chuhe_engine::engine::EngineSource;
//! use chuhe_formats::pgn;
//! use chuhe_review::puzzles::{PuzzleHunt, PuzzleSource, SourceGame};
//!
//! // Black puts a rook where Red can take it.
//! let text = "[FEN \"2bakab2/4n4/9/8p/r8/9/8P/1R4N2/9/2BAKAB2 b\"]\n\n1... a5b5 *";
//! let game = pgn::read(text).next().expect("there is a game")?;
//! let source = PuzzleSource { file: "a.pgn".into(), game: 1, ..PuzzleSource::default() };
//! let hunt = PuzzleHunt {
//!     nodes: 20_000,
//!     jobs: NonZero::<usize>::MIN,
//!     engines: EngineSource::default(),
//! };
//! let stop = AtomicBool::new(false); // another thread may set it
//! let found = hunt.run([SourceGame { game, source }], &stop, &|_| {})?;
//!
//! let puzzle = &found.puzzles[0];
//! assert_eq!(puzzle.goal.to_string(), "win a rook");
//! assert_eq!(puzzle.solution, ["b2b5".parse()?]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod hunt;
mod page;
mod set;
mod solve;
mod source;
mod theme;
mod wording;

use chuhe_engine::board::Position;
use chuhe_engine::types::{Move, PieceType, Score};

pub use self::hunt::{HuntResult, PuzzleHunt, SourceGame};
pub use self::set::{PuzzleFileError, PuzzleSet};
pub use self::source::{RefusedSource, SourceFiles};
pub use self::theme::PuzzleTheme;
pub use self::wording::PieceList;

/// A position with one clearly best move.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position, without the moves before it. The side to move has to solve the puzzle.
    pub position: Position,
    /// The moves to find, each of them clearly best, with the replies between them. If the last move mates, any other
    /// mate is accepted in its place.
    pub solution: Vec<Move>,
    /// The best line as far as it was searched; it begins with the solution.
    pub line: Vec<Move>,
    /// What the side to move gains.
    pub goal: Goal,
    /// The themes of the solution.
    pub themes: Vec<PuzzleTheme>,
    /// The difficulty, 1 to [`Puzzle::LEVEL_MAX`].
    pub level: u8,
    /// The score of the best move, from the point of view of the side to move.
    pub score: Score,
    /// The score of the second best move, from the point of view of the side to move.
    pub second: Score,
    /// The number of nodes after which neither the best move nor the engine's view that it wins changed.
    pub nodes: u64,
    /// The blunder that led to the position, if known.
    pub blunder: Option<Move>,
    /// The game that the puzzle comes from.
    pub source: PuzzleSource,
}

impl Puzzle {
    /// The highest level.
    pub const LEVEL_MAX: u8 = 5;
}

/// What the side to move gains in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A mate.
    Mate {
        /// The number of moves.
        moves: u16,
    },
    /// Material.
    Win {
        /// What the side to move wins, most valuable first.
        won: Vec<PieceType>,
        /// What the side to move gives up in return, most valuable first.
        lost: Vec<PieceType>,
    },
}

/// The origin of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleSource {
    /// The file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The number of plies played in the game before the puzzle.
    pub ply: usize,
    /// The players, Red first, if known.
    pub players: [Option<String>; 2],
    /// The event, if known.
    pub event: Option<String>,
    /// The date, if known.
    pub date: Option<String>,
}
