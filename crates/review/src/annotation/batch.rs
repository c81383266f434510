//! Annotates many games, several at a time, and hands them over in order.

use std::collections::BTreeMap;
use std::iter::Enumerate;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::source::{GameOrigin, QueuedGame};
use super::study::{AnnotationSettings, Halt, Stretch, Stretches, StudiedGame};
use super::{Annotation, AnnotationError, remarks};
use chuhe_engine::engine::{EngineError, Searcher};
use chuhe_formats::Game;
use chuhe_formats::collection::ReadError;

/// Annotates games one after the other, and hands each to `take` in their order. A game that cannot be annotated is an
/// error in its place; games that `stop` ends are left out. `progress` is called after each position.
///
/// With limits other than time, an annotation depends on its game and the settings alone.
///
/// # Errors
/// If searches cannot be made, or `take` fails.
pub fn annotate_all<E: From<EngineError>>(
    games: impl Iterator<Item = QueuedGame> + Send,
    settings: &AnnotationSettings,
    stop: &AtomicBool,
    progress: &(impl Fn() + Sync),
    mut take: impl FnMut(GameOrigin, Result<Annotation, AnnotationError>) -> Result<(), E>,
) -> Result<(), E> {
    let pool = Pool {
        tasks: Mutex::new(Tasks { games: games.enumerate(), open: None }),
        settings,
        halt: Halt { asked: stop, abandoned: AtomicBool::new(false), failure: Mutex::new(None) },
        progress,
    };
    let jobs = settings.jobs.get();
    let (sender, results) = mpsc::sync_channel(2 * jobs);
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (pool, sender) = (&pool, sender.clone());
            scope.spawn(move || pool.work(&sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (turn, outcome) in &results {
            waiting.insert(turn, outcome);
            while let Some((origin, outcome)) = waiting.remove(&next) {
                next += 1;
                if let Err(error) = take(origin, outcome) {
                    pool.halt.abandoned.store(true, Ordering::Relaxed);
                    // Whoever waits to hand over a result is let go.
                    drop(results);
                    return Err(error);
                }
            }
        }
        // Games that were finished while an earlier one was stopped are not lost.
        waiting.into_values().try_for_each(|(origin, outcome)| take(origin, outcome))
    })?;
    let failure = pool.halt.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), |error| Err(error.into()))
}

/// A game with its place in the order.
struct Subject {
    turn: usize,
    origin: GameOrigin,
    game: Game,
    unread: Option<ReadError>,
}

/// What a thread can do next.
enum Task {
    Search(Stretch<Subject>),
    Refuse(usize, GameOrigin, AnnotationError),
}

/// A game's place in the order, where it comes from, and what became of it.
type Outcome = (usize, (GameOrigin, Result<Annotation, AnnotationError>));

/// What is still to be done.
struct Tasks<I> {
    games: Enumerate<I>,
    open: Option<Stretches<Subject>>,
}

struct Pool<'a, I, P> {
    tasks: Mutex<Tasks<I>>,
    settings: &'a AnnotationSettings,
    halt: Halt<'a>,
    progress: &'a P,
}

impl<I: Iterator<Item = QueuedGame>> Iterator for Tasks<I> {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        loop {
            if let Some(stretch) = self.open.as_mut().and_then(Iterator::next) {
                return Some(Task::Search(stretch));
            }
            let (turn, QueuedGame { origin, game, unread }) = self.games.next()?;
            let prepared = game.and_then(|game| {
                let game = remarks::without_ours(game);
                if game.line.moves.is_empty() {
                    return Err(AnnotationError::NoMoves);
                }
                game.replay(|_| {})?;
                Ok(game)
            });
            match prepared {
                Ok(game) => {
                    let (start, moves) = (game.start.clone(), game.moves().collect());
                    let subject = Subject { turn, origin, game, unread };
                    self.open = Some(Stretches::of(StudiedGame::new(subject, start, moves)));
                }
                Err(error) => return Some(Task::Refuse(turn, origin, error)),
            }
        }
    }
}

impl<I: Iterator<Item = QueuedGame>, P: Fn() + Sync> Pool<'_, I, P> {
    /// Works until there is nothing left to do, or nobody wants it.
    fn work(&self, results: &SyncSender<Outcome>) {
        // A thread that finds nothing to do needs no engine.
        let mut searcher = None;
        while !self.halt.is_set() {
            let Some(task) = self.next_task() else { return };
            let outcome = match task {
                Task::Refuse(turn, origin, error) => Some((turn, (origin, Err(error)))),
                Task::Search(stretch) => {
                    if searcher.is_none() {
                        searcher = self.searcher();
                    }
                    let Some(searcher) = &mut searcher else { return };
                    let limits = &self.settings.limits;
                    let game = stretch.search(searcher, limits, &self.halt, self.progress);
                    game.and_then(|game| self.annotated(game))
                }
            };
            if let Some(outcome) = outcome
                && results.send(outcome).is_err()
            {
                return;
            }
        }
    }

    fn next_task(&self) -> Option<Task> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// A searcher; none if it cannot be set up, which ends all work.
    fn searcher(&self) -> Option<Searcher> {
        let searcher = self.settings.engines.searcher(self.settings.config.clone());
        searcher.map_err(|error| self.halt.fail(error)).ok()
    }

    /// A game with what was found; none if its search was stopped.
    fn annotated(&self, studied: StudiedGame<Subject>) -> Option<Outcome> {
        let (Subject { turn, origin, game, unread }, found) = studied.into_parts()?;
        let rules = self.settings.config.rules();
        let annotation = Annotation::new(game, unread, found, rules);
        Some((turn, (origin, Ok(annotation))))
    }
}
