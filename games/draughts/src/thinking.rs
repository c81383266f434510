//! The game in the form that the search requires.

use std::sync::Arc;

use game_core::{Game, Outcome};

use crate::board::Move;
use crate::endgame::{PIECES_MAX, Tables, Verdict};
use crate::evaluate::Evaluator;
use crate::moves;
use crate::position::Position;

/// The smallest value of a position that is won according to the tables. Evaluations are smaller.
const WON: i32 = 20_000;
/// The bonus for each captured piece and for each man that has become a king. It exceeds the maximum number of plies
/// until the next progress.
const FOR_PROGRESS: i32 = 200;

/// A position with its evaluator and endgame tables.
#[derive(Clone, Debug)]
pub struct Thinking {
    position: Position,
    /// The number of moves played when the search began.
    begin: usize,
    evaluator: Evaluator,
    tables: Option<Arc<Tables>>,
}

impl Thinking {
    /// A position to be searched.
    pub fn new(position: Position, evaluator: Evaluator, tables: Option<Arc<Tables>>) -> Self {
        let begin = position.played().len();
        Self { position, begin, evaluator, tables }
    }

    /// The value of a won position if the next move makes progress.
    fn won(&self) -> i32 {
        let board = self.position.board();
        let men = board.count() - board.kings_count();
        WON + FOR_PROGRESS * (4 * PIECES_MAX - 2 * board.count() - men) as i32
    }

    fn verdict(&self) -> Option<Verdict> {
        self.tables.as_ref()?.probe(self.position.board())
    }
}

impl Game for Thinking {
    type Move = Move;

    const LATE_MOVE: usize = 3;

    fn moves(&self, moves: &mut Vec<Move>) {
        moves::generate(self.position.board(), moves);
    }

    fn play(&mut self, mv: Move) {
        self.position.play(mv);
    }

    fn undo(&mut self) {
        self.position.undo();
    }

    fn side(&self) -> usize {
        self.position.board().side() as usize
    }

    /// Within the search, the first repetition counts as a draw, because neither side has made progress.
    fn outcome(&self) -> Option<Outcome> {
        if !moves::has_moves(self.position.board()) {
            return Some(Outcome::Loss);
        }
        let is_root = self.position.played().len() == self.begin;
        let is_drawn = self.position.draw().is_some()
            || !is_root && self.position.occurrences() > 1
            || !is_root && self.verdict() == Some(Verdict::Draw);
        is_drawn.then_some(Outcome::Draw)
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    /// The tag has six bits each for the first and last squares, and four bits for the captured pieces.
    fn tag(&self, mv: Move) -> u16 {
        let captured = mv.captured.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
        u16::from(mv.from) | u16::from(mv.to) << 6 | (captured as u16) << 12
    }

    fn evaluate(&mut self) -> i32 {
        match self.verdict() {
            None => self.evaluator.evaluate(self.position.board()).clamp(1 - WON, WON - 1),
            Some(Verdict::Draw) => 0,
            Some(Verdict::Win(plies)) => self.won() - i32::from(plies),
            Some(Verdict::Loss(plies)) => i32::from(plies) - self.won(),
        }
    }

    fn is_quiet(&self) -> bool {
        !moves::has_captures(self.position.board())
    }
}
