//! Updates about a casual game, and its errors.

use super::{BlunderWarning, FileError, Hint, OpponentAnswer};
use chuhe_engine::board::IllegalMove;
use chuhe_engine::notation::MoveTextError;
use chuhe_engine::types::{Color, Move};

/// A change in the game, or an answer from the engine.
#[derive(Debug)]
pub struct Update {
    /// The change or the answer. If it ended the game, [`GameState::finish`](super::GameState::finish) states how.
    pub change: Change,
    /// Why the game could not be saved after the change, if saving failed.
    pub save_error: Option<FileError>,
}

impl Update {
    /// Creates an update after which nothing had to be saved.
    pub(super) const fn of(change: Change) -> Self {
        Self { change, save_error: None }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A side moved.
    Moved(CasualMove),
    /// The game ended without a move.
    Ended,
    /// Moves were taken back.
    TakenBack {
        /// The number of plies taken back.
        plies: usize,
        /// Whether the game was over before and now continues.
        was_over: bool,
    },
    /// A hint for the user, who is still to move, with the engine's answer unless the game is an exercise.
    Hint(Hint, Option<OpponentAnswer>),
    /// The engine evaluated the user's position; see [`CasualGame::evaluation`](super::CasualGame::evaluation).
    Evaluated,
    /// The coach is checking a move by the user before it is played.
    Weighing(Move),
    /// The coach warns against a move by the user, which has not been played.
    Warned(BlunderWarning),
    /// The user played a correct move in an exercise.
    Tried {
        /// The move.
        played: CasualMove,
        /// The reply, which was played; `None` at the end of the solution.
        reply: Option<CasualMove>,
    },
    /// The engine declines the draw.
    DrawDeclined,
}

/// A move that has just been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CasualMove {
    /// The move.
    pub mv: Move,
    /// The side that played the move.
    pub color: Color,
    /// The number of the full move, from 1.
    pub number: u32,
    /// The move in the game's notation.
    pub text: String,
    /// Whether the move gives check.
    pub gives_check: bool,
}

/// Why to confirm before leaving the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveWarning {
    /// Some moves are not saved in any file.
    Unsaved,
    /// The game has begun and is not over, but it is saved.
    Unfinished,
}

/// Why an action is impossible. The game remains unchanged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum CasualError {
    #[error("the game is over")]
    Over,
    #[error("it is the engine's turn")]
    NotYourTurn,
    #[error("it is the other side's turn")]
    OtherSidesTurn,
    #[error("the other side has proposed nothing")]
    NoProposal,
    #[error("the game is not over")]
    NotOver,
    #[error(transparent)]
    MoveText(#[from] MoveTextError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("you have not moved yet")]
    NothingToUndo,
    #[error("expected a level from 0 to 20, or a rating from 500 to 2400")]
    Strength,
    #[error("{0} has no levels; only chuhe has")]
    NoStrength(String),
    #[error("the coach has not warned about any move")]
    NoWarning,
    #[error("not possible in a puzzle; use `new` to play from here against the engine")]
    Exercise,
    #[error("wrong move: try again, or use `hint`, `solution` or `next`")]
    NotTheSolution,
    #[error("this puzzle is solved; use `next`, `undo`, `new` or `quit`")]
    Solved,
    #[error("no file name given; use `save FILE`, such as `save game.pgn`")]
    NoFileName,
    #[error(transparent)]
    File(#[from] FileError),
}
