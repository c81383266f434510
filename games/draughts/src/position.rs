//! A game in progress: the board, its history, and whether it is over.

use game_core::Outcome;

use crate::board::{Board, Move};
use crate::moves;
use crate::variant::{Color, Variant};

/// The number of plies after which a game of a lone king against three pieces is drawn.
const PLIES_AGAINST_THREE: u32 = 32;
/// The number of plies after which a game of a lone king against one or two pieces is drawn.
const PLIES_AGAINST_TWO: u32 = 10;
/// The number of times a position must occur for the game to be drawn.
const REPETITIONS: usize = 3;

/// The counters for the drawing rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clocks {
    /// The number of plies since a man last moved or a piece was captured.
    idle: u32,
    /// The number of plies since a lone king first faced three pieces, a king among them.
    against_three: Option<u32>,
    /// The number of plies since a lone king first faced one or two pieces, a king among them.
    against_two: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    board: Board,
    key: u64,
    clocks: Clocks,
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The position occurred three times.
    Repetition,
    /// Only kings moved for too long.
    OnlyKings,
    /// A lone king held out long enough.
    LoneKing,
}

/// A position with its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    now: State,
    past: Vec<State>,
    played: Vec<Move>,
}

impl Position {
    /// Creates the start position.
    pub fn start(variant: Variant) -> Self {
        Self::new(Board::start(variant))
    }

    /// Creates a game that begins with a position.
    pub fn new(board: Board) -> Self {
        let clocks = Clocks { idle: 0, against_three: None, against_two: None };
        let now = State { board, key: board.key(), clocks: clocks.begun(&board) };
        Self { now, past: Vec::new(), played: Vec::new() }
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.now.board
    }

    /// The board that the game began with.
    pub fn first_board(&self) -> &Board {
        self.past.first().map_or(&self.now.board, |state| &state.board)
    }

    /// A key of the board, independent of the history. Different boards share a key only by chance.
    pub const fn key(&self) -> u64 {
        self.now.key
    }

    /// The moves made since the beginning.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let old = self.now;
        self.past.push(old);
        self.played.push(mv);
        let is_man = old.board.men(old.board.side()) >> mv.from & 1 != 0;
        let board = old.board.after(mv);
        let idle = if is_man || mv.is_capture() { 0 } else { old.clocks.idle + 1 };
        let older = |clock: Option<u32>| clock.map(|plies| plies + 1);
        let clocks = Clocks {
            idle,
            against_three: older(old.clocks.against_three),
            against_two: older(old.clocks.against_two),
        };
        let key = old.board.key_after(old.key, mv);
        self.now = State { board, key, clocks: clocks.begun(&board) };
    }

    /// Takes back the last move, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        self.now = self.past.pop()?;
        self.played.pop()
    }

    /// The number of times the position has occurred, including now.
    pub fn occurrences(&self) -> usize {
        let reversible = self.now.clocks.idle as usize;
        let earlier = self.past.iter().rev().take(reversible);
        let is_same = |state: &&State| state.key == self.now.key && state.board == self.now.board;
        1 + earlier.skip(1).step_by(2).filter(is_same).count()
    }

    /// Why the game is drawn, if it is. Regardless of the return value, a side that cannot move has lost.
    pub fn draw(&self) -> Option<DrawReason> {
        let clocks = &self.now.clocks;
        let rules = self.now.board.rules();
        let is_out = |clock: Option<u32>, most| clock.is_some_and(|plies| plies >= most);
        if is_out(clocks.against_three, PLIES_AGAINST_THREE)
            || is_out(clocks.against_two, PLIES_AGAINST_TWO)
        {
            Some(DrawReason::LoneKing)
        } else if clocks.idle >= rules.idle_plies {
            Some(DrawReason::OnlyKings)
        } else if self.occurrences() >= REPETITIONS {
            Some(DrawReason::Repetition)
        } else {
            None
        }
    }

    /// The result for the side to move, which loses if it has no move; `None` if the game is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        if moves::has_moves(&self.now.board) {
            self.draw().map(|_| Outcome::Draw)
        } else {
            Some(Outcome::Loss)
        }
    }

    /// The result of the game, or `None` if it is not over.
    pub fn result(&self) -> Option<GameResult> {
        Some(match (self.outcome()?, self.now.board.side()) {
            (Outcome::Draw, _) => GameResult::Draw,
            (Outcome::Win, side) => GameResult::Won(side),
            (Outcome::Loss, side) => GameResult::Won(side.other()),
        })
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side won.
    Won(Color),
    /// The game is drawn.
    Draw,
}

impl Clocks {
    /// Starts the counters that apply to the board.
    fn begun(self, board: &Board) -> Self {
        let others = if board.rules().lone_king_draws { against_lone_king(board) } else { None };
        let begin = |clock: Option<u32>, has_reason: bool| clock.or(has_reason.then_some(0));
        Self {
            idle: self.idle,
            against_three: begin(self.against_three, others == Some(3)),
            against_two: begin(self.against_two, others.is_some_and(|count| count <= 2)),
        }
    }
}

/// The number of pieces that play against a lone king, or `None` if neither side has a lone king or the pieces include
/// no king.
fn against_lone_king(board: &Board) -> Option<u32> {
    if board.count() > 4 {
        return None;
    }
    Color::ALL.into_iter().find_map(|lone| {
        let other = lone.other();
        let is_lone = board.pieces(lone).is_power_of_two() && board.kings(lone) != 0;
        (is_lone && board.kings(other) != 0).then(|| board.pieces(other).count_ones())
    })
}
