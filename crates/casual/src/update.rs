//! Events of a casual game, and its errors.

use super::{BlunderWarning, FileError, Hint, OpponentAnswer};
use chuhe_engine::board::IllegalMove;
use chuhe_engine::notation::MoveTextError;
use chuhe_engine::types::{Color, Move};

/// A change of the game, or an answer of the engine.
#[derive(Debug)]
pub struct Update {
    /// The event. If it ended the game, [`GameState::finish`](super::GameState::finish) says how.
    pub change: Change,
    /// Why the game could not be saved after the change, if it should have been.
    pub save_error: Option<FileError>,
}

impl Update {
    /// A change after which there was nothing to save.
    pub(super) const fn of(change: Change) -> Self {
        Self { change, save_error: None }
    }
}

/// What has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A side has moved.
    Moved(CasualMove),
    /// The game has ended without a move.
    Ended,
    /// Moves have been taken back.
    TakenBack {
        /// Moves of both sides.
        plies: usize,
        /// The game was over and continues now.
        was_over: bool,
    },
    /// A hint for the person; the position is unchanged. With the engine's evaluation, unless the game is an exercise.
    Hint(Hint, Option<OpponentAnswer>),
    /// The engine has evaluated the person's position, see [`CasualGame::evaluation`](super::CasualGame::evaluation).
    Evaluated,
    /// The coach checks a move of the person before it is played.
    Weighing(Move),
    /// The coach warns of a move of the person, which has not been played.
    Warned(BlunderWarning),
    /// The person has played the right move of an exercise.
    Tried {
        /// The move.
        played: CasualMove,
        /// The reply to it, which has been played; none at the end.
        reply: Option<CasualMove>,
    },
    /// The engine declines a draw.
    DrawDeclined,
}

/// A move that has just been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CasualMove {
    /// The move.
    pub mv: Move,
    /// The side that played it.
    pub color: Color,
    /// The number of the full move, counted from 1.
    pub number: u32,
    /// The move in the game's notation.
    pub text: String,
    /// Whether it gives check.
    pub gives_check: bool,
}

/// What would be lost by leaving the game now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnkeptGame {
    /// Some moves are not saved in any file.
    Unsaved,
    /// The game has begun and is not over, but is saved.
    Unfinished,
}

/// Why an action is impossible. The game is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum CasualError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the engine's turn.
    #[error("it is the engine's turn")]
    NotYourTurn,
    /// The text is not a legal move.
    #[error(transparent)]
    MoveText(#[from] MoveTextError),
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The person has not moved yet.
    #[error("you have not moved yet")]
    NothingToUndo,
    /// The playing strength is out of range.
    #[error("levels go from 0 to 20, ratings from 500 to 2400")]
    Strength,
    /// There is no warning to answer.
    #[error("the coach has not warned of any move")]
    NoWarning,
    /// Not possible in an exercise.
    #[error("not in a puzzle; `new` plays on from here against the engine")]
    Exercise,
    /// The move is not the solution of the exercise.
    #[error("wrong move: try again, or `hint`, `solution`, `next`")]
    NotTheSolution,
    /// The exercise is solved.
    #[error("this puzzle is solved: `next`, `undo`, `new` or `quit`")]
    Solved,
    /// No file was named, and the game has none yet.
    #[error("no file name: try `save game.pgn`")]
    NoFileName,
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}
