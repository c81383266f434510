//! One game of the engine against itself.

use std::sync::atomic::{AtomicBool, Ordering};

use super::referee::Referee;
use crate::data::{Ply, SelfPlayGame, SideLine, score_in_file};
use chuhe_engine::board::Position;
use chuhe_engine::engine::Engine;
use chuhe_engine::engine::config::{Config, ConfigError};
use chuhe_engine::rules::{Rules, ending};
use chuhe_engine::search::Limits;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_engine::types::{MATE, Move, Score, Value};

/// The table size in MB, enough for the small searches of a game.
const TABLE_MB: u32 = 1;

/// Where a game begins: a position, the moves played from there without a search, and the position after them.
pub(super) struct GameStart {
    pub(super) start: String,
    pub(super) moves: Vec<Move>,
    pub(super) position: Position,
}

/// An engine that forgets everything between games.
pub(super) struct SelfPlayer {
    engine: Engine,
    limits: Limits,
    /// The percentage of moves after whose search a position of its tree is searched as well.
    side_lines: u64,
}

impl SelfPlayer {
    pub(super) fn new(limits: Limits, side_lines: u64) -> Result<Self, ConfigError> {
        let engine = Engine::with_config(Config { hash_mb: TABLE_MB, ..Config::default() })?;
        Ok(Self { engine, limits, side_lines })
    }

    /// Forgets all earlier searches.
    pub(super) fn forget(&mut self) {
        self.engine.new_game();
    }

    /// Returns the chosen move and its score in centipawns, from the mover's point of view; `None` if there is no move.
    pub(super) fn think(&mut self, position: &Position) -> Option<(Move, Value)> {
        self.engine.set_position(position.clone());
        let result = self.engine.search(self.limits.clone());
        result.best.map(|mv| (mv, plain(result.score)))
    }

    /// Plays a game to its end. Returns `None` if interrupted.
    pub(super) fn play(
        &mut self,
        start: GameStart,
        rng: &mut SplitMix64,
        stop: &AtomicBool,
    ) -> Option<SelfPlayGame> {
        self.forget();
        let GameStart { start, moves, mut position } = start;
        let mut plies: Vec<Ply> = moves.into_iter().map(|mv| Ply { mv, score: None }).collect();
        let mut side_lines = Vec::new();
        let mut referee = Referee::new(rng);
        let rules = Rules::default();
        let (winner, adjudicated) = loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(ending) = ending(&position, &rules) {
                break (ending.winner, false);
            }
            let Some((mv, value)) = self.think(&position) else {
                break (Some(!position.side_to_move()), false);
            };
            if let Some(winner) = referee.judge(&position, value, plies.len()) {
                break (winner, true);
            }
            if self.side_lines > 0
                && rng.below(100) < self.side_lines
                && let Some(side_line) = self.side_line(&position, plies.len(), rng)
            {
                side_lines.push(side_line);
            }
            plies.push(Ply { mv, score: Some(score_in_file(value)) });
            position.make_unchecked(mv, &mut ());
        };
        Some(SelfPlayGame { start, plies, side_lines, winner, adjudicated })
    }

    /// Searches a random position that the last search, of `position`, has visited. Returns `None` if the one found is
    /// on the line of best moves, which the game is likely to follow, or if the side to move is in check or has no
    /// move, because networks are not trained on such positions.
    fn side_line(
        &mut self,
        position: &Position,
        after: usize,
        rng: &mut SplitMix64,
    ) -> Option<SideLine> {
        let mut place = position.clone();
        let mut path = Vec::new();
        let mut strays = false;
        while path.len() < SideLine::PATH_MAX {
            let table = self.engine.table();
            let mut visited = place.legal_moves();
            let best = table.probe(place.key(), 0).and_then(|entry| entry.mv);
            visited.retain(|mv| table.probe(place.board().key_after(*mv), 0).is_some());
            if visited.is_empty() {
                break;
            }
            // The search sees most of the positions after good moves.
            let mv = match best.filter(|best| visited.contains(best) && rng.below(2) == 0) {
                Some(best) => best,
                None => visited[rng.below(visited.len() as u64) as usize],
            };
            strays |= Some(mv) != best;
            place.make_unchecked(mv, &mut ());
            path.push(mv);
        }
        if !strays || place.in_check() {
            return None;
        }
        let (mv, value) = self.think(&place)?;
        let ply = Ply { mv, score: Some(score_in_file(value)) };
        Some(SideLine { after, path, ply })
    }
}

/// Converts a score to a search value.
fn plain(score: Score) -> Value {
    match score {
        Score::Cp(value) => value,
        Score::MateIn(plies) => MATE - Value::from(plies),
        Score::MatedIn(plies) => Value::from(plies) - MATE,
    }
}
