//! One game of the engine against itself.

use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use super::opening::Opening;
use super::referee::Referee;
use crate::board::Position;
use crate::lab::data::{Game, Ply, score_in_file};
use crate::rules::{Rules, ending};
use crate::search::{Event, Job, Limits, Pool, Settings, Signals, TableError, TranspositionTable};
use crate::types::rng::SplitMix64;
use crate::types::{MATE, Move, Score, Value};

/// Enough for a game's worth of small searches.
const TABLE_MB: usize = 1;

/// What a search needs and the system did not give.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A thread.
    #[error("no thread to search with: {0}")]
    Thread(#[from] io::Error),
    /// Memory.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A searcher that forgets everything between two games.
pub(super) struct Player {
    pool: Pool,
    table: Arc<TranspositionTable>,
    nodes: NonZero<u64>,
    searches: u64,
}

impl Player {
    pub(super) fn new(nodes: NonZero<u64>) -> Result<Self, StartError> {
        let pool = Pool::new(1, &Arc::<Signals>::default())?;
        let table = Arc::new(TranspositionTable::new(TABLE_MB)?);
        Ok(Self { pool, table, nodes, searches: 0 })
    }

    /// Forgets all earlier searches.
    pub(super) fn forget(&mut self) {
        self.pool.clear();
        self.table.clear();
    }

    /// The move chosen and its score in centipawns, mover's view. None if there is no move.
    pub(super) fn think(&mut self, position: &Position) -> Option<(Move, Value)> {
        let (events, inbox) = mpsc::channel();
        self.searches += 1;
        let job = Job {
            id: self.searches,
            position: position.clone(),
            limits: Limits::nodes(self.nodes.get()),
            settings: Settings::default(),
            table: Arc::clone(&self.table),
        };
        self.pool.start(job, Box::new(move |event| drop(events.send(event))));
        let mut score = 0;
        for event in inbox {
            match event {
                Event::Info(info) => score = plain(info.score),
                Event::BestMove(best) => {
                    self.pool.wait();
                    return best.mv.map(|mv| (mv, score));
                }
                Event::Budget { .. } | Event::CurrentMove { .. } => {}
            }
        }
        None
    }

    /// Plays a game to its end; none if it was interrupted.
    pub(super) fn play(
        &mut self,
        opening: Opening,
        rng: &mut SplitMix64,
        stop: &AtomicBool,
    ) -> Option<Game> {
        self.forget();
        let Opening { start, moves, mut position } = opening;
        let mut plies: Vec<Ply> = moves.into_iter().map(|mv| Ply { mv, score: None }).collect();
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
            plies.push(Ply { mv, score: Some(score_in_file(value)) });
            position.make(mv, &mut ());
        };
        Some(Game { start, plies, winner, adjudicated })
    }
}

/// A score as the search counts it.
fn plain(score: Score) -> Value {
    match score {
        Score::Cp(value) => value,
        Score::MateIn(plies) => MATE - Value::from(plies),
        Score::MatedIn(plies) => Value::from(plies) - MATE,
    }
}
