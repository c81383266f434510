//! Searches every position in many games, several at a time.
//!
//! Each game is divided into stretches of consecutive positions. The threads take stretches from all games in order, so
//! that all threads have work until the last game is nearly done.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{EngineError, EngineSource, SearchRequest, Searcher};
use chuhe_engine::search::{Bound, Limits, Wdl};
use chuhe_engine::types::{Move, Score};

/// How each position is searched.
#[derive(Clone, Debug)]
pub struct AnnotationSettings {
    /// The limits for each position. Without a limit, the first search runs until it is stopped.
    pub limits: Limits,
    /// The number of positions searched at a time, each on one thread. This number does not affect the result unless
    /// time is a limit.
    pub jobs: NonZero<usize>,
    /// The options of each engine, including the rules, which decide how games end.
    pub config: Config,
    /// Where the searches run.
    pub engines: EngineSource,
}

/// The search result for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionAnalysis {
    /// The score, from the point of view of the side to move.
    pub(super) score: Score,
    /// The chances of the side to move, if the engine knows more about them than the score says.
    pub(super) wdl: Option<Wdl>,
    /// The depth of the last complete iteration, in plies.
    pub(super) depth: u32,
    /// The number of nodes searched.
    pub(super) nodes: u64,
    /// The best line; empty if there is no legal move.
    pub(super) line: Vec<Move>,
}

/// The number of consecutive positions that share a transposition table. They are searched from the last to the first,
/// so that the search of each position benefits from those of later positions. The number is fixed, so results do not
/// depend on the number of threads.
const STRETCH: usize = 16;
/// The length, in plies, to which lines are truncated.
const LINE_MAX: usize = 16;

/// A game whose positions are being searched, with data that belongs to it.
pub(super) struct StudiedGame<T> {
    subject: T,
    start: Position,
    moves: Vec<Move>,
    /// The search results, for the start and for the position after each move.
    found: Mutex<Vec<Option<PositionAnalysis>>>,
}

impl<T> StudiedGame<T> {
    /// Creates a game to be searched. The moves must be legal.
    pub(super) fn new(subject: T, start: Position, moves: Vec<Move>) -> Self {
        let found = Mutex::new(vec![None; moves.len() + 1]);
        Self { subject, start, moves, found }
    }

    /// The results, if every position was searched.
    pub(super) fn into_parts(self) -> Option<(T, Vec<PositionAnalysis>)> {
        let found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let found = found.into_iter().collect::<Option<Vec<_>>>()?;
        Some((self.subject, found))
    }
}

/// A part of a game, to be searched by one thread.
pub(super) struct Stretch<T> {
    game: Arc<StudiedGame<T>>,
    number: usize,
}

/// The stretches of a game, in order.
pub(super) struct Stretches<T> {
    game: Option<Arc<StudiedGame<T>>>,
    next: usize,
}

impl<T> Stretches<T> {
    pub(super) fn of(game: StudiedGame<T>) -> Self {
        Self { game: Some(Arc::new(game)), next: 0 }
    }
}

impl<T> Iterator for Stretches<T> {
    type Item = Stretch<T>;

    fn next(&mut self) -> Option<Stretch<T>> {
        let game = self.game.take()?;
        let number = self.next;
        self.next += 1;
        // The last stretch takes the iterator's reference, so the thread that finishes last owns the game alone.
        if self.next * STRETCH <= game.moves.len() {
            self.game = Some(Arc::clone(&game));
        }
        Some(Stretch { game, number })
    }
}

/// The reasons to stop a search early.
pub(super) struct Halt<'a> {
    /// Set by the caller.
    pub(super) asked: &'a AtomicBool,
    /// Set when results are no longer taken.
    pub(super) abandoned: AtomicBool,
    /// The error of a failed search, which ends all work.
    pub(super) failure: Mutex<Option<EngineError>>,
}

impl Halt<'_> {
    pub(super) fn is_set(&self) -> bool {
        self.asked.load(Ordering::Relaxed) || self.abandoned.load(Ordering::Relaxed)
    }

    /// Ends all work.
    pub(super) fn fail(&self, error: EngineError) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.abandoned.store(true, Ordering::Relaxed);
    }
}

impl<T> Stretch<T> {
    /// Searches the positions of the stretch, each with its history. `progress` is called after each position. The
    /// stretch that finishes last returns the game, even if its search was stopped.
    pub(super) fn search(
        self,
        searcher: &mut dyn Searcher,
        settings: &AnnotationSettings,
        halt: &Halt<'_>,
        progress: &impl Fn(),
    ) -> Option<StudiedGame<T>> {
        let Self { game, number } = self;
        // Positions are analysed, not played, so the book is off.
        let config = Config { own_book: false, ..settings.config.clone() };
        let first = number * STRETCH;
        let last = game.moves.len().min(first + STRETCH - 1);
        let mut position = game.start.clone();
        game.moves[..last].iter().for_each(|&mv| position.make_unchecked(mv, &mut ()));
        for point in (first..=last).rev() {
            let request = SearchRequest {
                config: config.clone(),
                // The table and the handicap's random numbers must not depend on the previous stretch.
                fresh: point == last,
                ..SearchRequest::new(position.clone(), settings.limits.clone())
            };
            let analysis = match search(searcher, request, halt) {
                Ok(analysis) => analysis,
                Err(EngineError::Stopped) => break,
                Err(error) => {
                    halt.fail(error);
                    break;
                }
            };
            game.found.lock().unwrap_or_else(PoisonError::into_inner)[point] = Some(analysis);
            progress();
            if point > first {
                position.unmake(&mut ());
            }
        }
        Arc::into_inner(game)
    }
}

/// Searches a position until a limit is reached.
fn search(
    searcher: &mut dyn Searcher,
    request: SearchRequest,
    halt: &Halt<'_>,
) -> Result<PositionAnalysis, EngineError> {
    let mut analysis =
        PositionAnalysis { score: Score::Cp(0), wdl: None, depth: 0, nodes: 0, line: Vec::new() };
    let has_moves = !request.position.legal_moves().is_empty();
    searcher.run(request, &|| halt.is_set(), &mut |info| {
        analysis.nodes = info.nodes;
        // Reports during an iteration may contain bounds. Only exact scores count.
        if info.multipv == 1 && info.bound == Bound::Exact {
            analysis.score = info.score;
            analysis.wdl = info.known_wdl;
            analysis.depth = info.depth;
            analysis.line = info.pv;
            analysis.line.truncate(LINE_MAX);
        }
    })?;
    // Another engine may answer without a search; its move alone is no analysis.
    if has_moves && analysis.line.is_empty() {
        return Err(EngineError::NoLine);
    }
    Ok(analysis)
}
