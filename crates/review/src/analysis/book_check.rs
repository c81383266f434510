//! Checks the moves of an opening book with the engine.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::Serialize;

use chuhe_engine::board::{Board, Position};
use chuhe_engine::book::{Book, BookMove, BookPosition, walk};
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{Engine, EngineError, SearchRequest, Searcher};
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::search::{Bound, Limits, RootFilter};
use chuhe_engine::types::{Move, Score};
use chuhe_util::parallel::map_in_order;

/// The size of each searcher's hash table, in megabytes. The table is cleared before each position.
const HASH_MB: u32 = 4;
/// The absolute score of mates and other decided positions, in centipawns: the maximum that a book can store.
const DECIDED_CP: i32 = 30_000;

/// The settings of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookCheck {
    /// The number of nodes to search for the best move in a position, and for every other move in the book.
    pub nodes: u64,
    /// A move that is worse than the best one by this many centipawns or more is a blunder.
    pub margin: u16,
    /// The number of positions searched at a time.
    pub jobs: NonZero<usize>,
    /// Whether to skip positions whose moves all have scores already.
    pub only_unscored: bool,
}

/// The result for a position in a book.
#[derive(Clone, Debug)]
pub struct CheckedPosition {
    /// The position.
    pub board: Board,
    /// The moves from the start of the check to the position.
    pub line: Vec<Move>,
    /// The best move according to the engine.
    pub best: Move,
    /// The score of that move in centipawns, from the mover's point of view.
    pub best_score: i32,
    /// The moves in the book.
    pub moves: Vec<CheckedMove>,
}

/// The result for a move in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedMove {
    /// The move with its score and its new weight, which is 0 for a blunder and otherwise reduced according to its
    /// loss.
    #[serde(flatten)]
    pub entry: BookMove,
    /// How much worse the move is than the best one, in centipawns; 0 for the best move.
    pub loss: i32,
    /// Whether the move is a blunder.
    pub is_blunder: bool,
}

impl BookCheck {
    /// Checks the book moves in all positions that the book reaches from `start`. Calls `take` with the result for each
    /// position, in order of distance from `start`; the result is `None` if the position was skipped because all its
    /// moves have scores. The number of jobs does not affect the results. Once `stop` is set, unfinished positions are
    /// left out. Returns the number of moves in the positions reached.
    ///
    /// # Errors
    /// If searches fail.
    pub fn run(
        &self,
        book: &Book,
        start: &Position,
        stop: &AtomicBool,
        mut take: impl FnMut(Option<CheckedPosition>),
    ) -> Result<usize, EngineError> {
        let reached = AtomicUsize::new(0);
        let positions = walk(book, start).take_while(|_| !stop.load(Ordering::Relaxed));
        let positions = positions.inspect(|found| {
            reached.fetch_add(found.moves.len(), Ordering::Relaxed);
        });
        map_in_order(
            self.jobs,
            positions,
            || Engine::try_new(Some(0), MemoryLimit::default()).map_err(EngineError::from),
            |engine, found| {
                if self.only_unscored && found.moves.iter().all(|entry| entry.score.is_some()) {
                    return Ok(None);
                }
                let engine = engine.as_mut().map_err(|error| error.clone())?;
                self.check(engine, &found, stop).map(Some)
            },
            |results| {
                for checked in results {
                    match checked {
                        Ok(checked) => take(checked),
                        // A search was stopped; results for later positions are still used.
                        Err(EngineError::Stopped) => {}
                        Err(error) => {
                            stop.store(true, Ordering::Relaxed);
                            return Err(error);
                        }
                    }
                }
                Ok(())
            },
        )?;
        Ok(reached.into_inner())
    }

    fn check(
        &self,
        engine: &mut Engine,
        found: &BookPosition,
        stop: &AtomicBool,
    ) -> Result<CheckedPosition, EngineError> {
        let position = &found.position;
        let (mut best, mut best_score) = self.search(engine, position, RootFilter::All, stop)?;
        let mut scores = Vec::new();
        for entry in &found.moves {
            let score = if entry.mv == best {
                best_score
            } else {
                let only = RootFilter::Only(vec![entry.mv]);
                self.search(engine, position, only, stop)?.1
            };
            scores.push((*entry, score));
        }
        for &(entry, score) in &scores {
            if score > best_score {
                (best, best_score) = (entry.mv, score);
            }
        }
        let moves = scores.into_iter().map(|(entry, score)| self.judge(entry, score, best_score));
        Ok(CheckedPosition {
            board: position.board().clone(),
            line: position.history().iter().filter_map(|played| played.mv).collect(),
            best,
            best_score,
            moves: moves.collect(),
        })
    }

    /// The best of some moves, with its score in centipawns.
    fn search(
        &self,
        engine: &mut Engine,
        position: &Position,
        root_moves: RootFilter,
        stop: &AtomicBool,
    ) -> Result<(Move, i32), EngineError> {
        let fresh = root_moves == RootFilter::All;
        let limits = Limits { root_moves, ..Limits::nodes(self.nodes) };
        let config = Config { hash_mb: HASH_MB, ..Config::default() };
        let request = SearchRequest::new(position.clone(), limits);
        let request = SearchRequest { config, fresh, ..request };
        let mut best = None;
        engine.run(request, &|| stop.load(Ordering::Relaxed), &mut |info| {
            if info.bound == Bound::Exact
                && let Some(&mv) = info.pv.first()
            {
                best = Some((mv, centipawns(info.score)));
            }
        })?;
        // Every position in a book has a legal move.
        best.ok_or(EngineError::Stopped)
    }

    fn judge(&self, entry: BookMove, score: i32, best_score: i32) -> CheckedMove {
        let (loss, margin) = (best_score - score, i32::from(self.margin.max(1)));
        let is_blunder = loss >= margin;
        let part = f64::from((margin - loss).max(0)) / f64::from(margin);
        let entry = BookMove {
            weight: (f64::from(entry.weight) * part).ceil() as u16,
            score: Some(score as i16),
            ..entry
        };
        CheckedMove { entry, loss, is_blunder }
    }
}

/// A score as a book stores it.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-DECIDED_CP, DECIDED_CP),
        Score::MateIn(_) => DECIDED_CP,
        Score::MatedIn(_) => -DECIDED_CP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_lab::book::{BookBuilder, BookGame, BookRevision};

    /// The cannon that captures the horse is recaptured; the other moves are common.
    const LINES: [&str; 3] = ["h2e2 h9g7", "h2h9 i9h9", "g3g4 c6c5"];

    fn book() -> Book {
        let mut builder = BookBuilder::default();
        for line in LINES {
            let mut position = Position::startpos();
            for word in line.split(' ') {
                let mv = word.parse().unwrap();
                let game = BookGame { winner: None, year: None };
                (0..100).for_each(|_| builder.add_game_move(position.board(), mv, game));
                position.play(mv).unwrap();
            }
        }
        Book::from_bytes(builder.finish(1).unwrap()).unwrap()
    }

    fn run(check: &BookCheck, book: &Book) -> Vec<Option<CheckedPosition>> {
        let mut all = Vec::new();
        let stop = AtomicBool::new(false);
        check.run(book, &Position::startpos(), &stop, |found| all.push(found)).unwrap();
        all
    }

    fn check(jobs: usize) -> BookCheck {
        let jobs = NonZero::new(jobs).unwrap();
        BookCheck { nodes: 3000, margin: 100, jobs, only_unscored: false }
    }

    #[test]
    fn blunders_are_found_whatever_the_number_of_jobs() {
        let found = run(&check(1), &book());
        let found: Vec<_> = found.into_iter().flatten().collect();
        assert_eq!(found.len(), 4);
        let blunders: Vec<String> = found
            .iter()
            .flat_map(|position| &position.moves)
            .filter(|checked| checked.is_blunder)
            .map(|checked| checked.entry.mv.to_string())
            .collect();
        assert_eq!(blunders, ["h2h9"]);
        let start = &found[0];
        let of = |mv: &str| {
            *start.moves.iter().find(|checked| checked.entry.mv.to_string() == mv).unwrap()
        };
        assert!(start.line.is_empty() && of("h2h9").entry.weight == 0, "{:?}", of("h2h9"));
        assert!(of("h2e2").entry.weight > 50 && of("h2e2").entry.draws == 100);
        assert!(of("h2e2").entry.score.is_some_and(|score| i32::from(score) <= start.best_score));
        let other: Vec<_> = run(&check(3), &book()).into_iter().flatten().collect();
        for (one, other) in found.iter().zip(&other) {
            assert_eq!((&one.line, &one.moves, one.best), (&other.line, &other.moves, other.best));
        }
    }

    #[test]
    fn scored_positions_can_be_skipped_and_stop_ends_check() {
        let book = book();
        let mut revision = BookRevision::new(&book).unwrap();
        for found in run(&check(2), &book).into_iter().flatten().skip(1) {
            let moves: Vec<BookMove> = found.moves.iter().map(|checked| checked.entry).collect();
            revision.set(&found.board, &moves);
        }
        let half = Book::from_bytes(revision.finish().unwrap()).unwrap();
        let rest = run(&BookCheck { only_unscored: true, ..check(1) }, &half);
        assert_eq!((rest.len(), rest.iter().flatten().count()), (4, 1));
        let mut taken = 0;
        let stop = AtomicBool::new(true);
        check(2).run(&book, &Position::startpos(), &stop, |_| taken += 1).unwrap();
        assert_eq!(taken, 0);
    }

    #[test]
    fn moves_of_unreachable_positions_are_not_counted() {
        let stop = AtomicBool::new(false);
        let book = book();
        let reached = |start: &str| {
            let start = Position::from_fen(start).unwrap();
            check(1).run(&book, &start, &stop, |_| {}).unwrap()
        };
        assert_eq!(reached(chuhe_engine::board::START_FEN), book.move_count());
        assert_eq!(reached("4k4/9/9/9/9/9/9/9/9/3K5 w"), 0);
    }
}
