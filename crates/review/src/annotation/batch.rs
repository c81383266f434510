//! Annotates many games, several at a time, and delivers them in order.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::source::{GameOrigin, QueuedGame};
use super::study::{AnnotationSettings, Halt, Stretch, Stretches, StudiedGame};
use super::{Annotation, AnnotationError};
use chuhe_engine::engine::{EngineError, Searcher};
use chuhe_formats::Game;
use chuhe_formats::collection::ReadError;
use chuhe_util::parallel::map_in_order;

/// Annotates games one after another, and passes each to `take` in order. A game that cannot be annotated yields an
/// error in its place; games interrupted by `stop` are left out. `progress` is called after each position.
///
/// Unless time is a limit, an annotation depends only on its game and the settings.
///
/// # Errors
/// If searches fail, or `take` fails.
pub fn annotate_all<E: From<EngineError>>(
    games: impl Iterator<Item = QueuedGame> + Send,
    settings: &AnnotationSettings,
    stop: &AtomicBool,
    progress: &(impl Fn() + Sync),
    mut take: impl FnMut(GameOrigin, Result<Annotation, AnnotationError>) -> Result<(), E>,
) -> Result<(), E> {
    let halt = Halt { asked: stop, abandoned: AtomicBool::new(false), failure: Mutex::new(None) };
    let tasks = Tasks { games, open: None }.take_while(|_| !halt.is_set());
    // The engine is created late, because a thread that only rejects games needs none.
    map_in_order(
        settings.jobs,
        tasks,
        || None,
        |searcher: &mut Option<Box<dyn Searcher>>, task| match task {
            BatchTask::Refuse(origin, error) => Some((origin, Err(error))),
            BatchTask::Search(stretch) => {
                let searcher = searcher.get_or_insert_with(|| settings.engines.open());
                annotated(stretch.search(&mut **searcher, settings, &halt, progress)?, settings)
            }
        },
        |outcomes| {
            // Games that finished before an earlier game was stopped are still used.
            outcomes
                .flatten()
                .try_for_each(|(origin, outcome)| take(origin, outcome))
                .inspect_err(|_| halt.abandoned.store(true, Ordering::Relaxed))
        },
    )?;
    let failure = halt.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), |error| Err(error.into()))
}

/// The outcome of a game whose last stretch has been searched; `None` if a search was stopped.
fn annotated(studied: StudiedGame<BatchGame>, settings: &AnnotationSettings) -> Option<Outcome> {
    let (BatchGame { origin, game, unread }, found) = studied.into_parts()?;
    let (rules, engine) = (settings.config.rules(), settings.engines.name().to_owned());
    Some((origin, Ok(Annotation::new(game, unread, found, rules, engine))))
}

/// A game and its origin.
struct BatchGame {
    origin: GameOrigin,
    game: Game,
    unread: Option<ReadError>,
}

/// The next task of a thread.
enum BatchTask {
    Search(Stretch<BatchGame>),
    Refuse(GameOrigin, AnnotationError),
}

/// The origin of a game, and its result.
type Outcome = (GameOrigin, Result<Annotation, AnnotationError>);

/// The remaining work.
struct Tasks<I> {
    games: I,
    open: Option<Stretches<BatchGame>>,
}

impl<I: Iterator<Item = QueuedGame>> Iterator for Tasks<I> {
    type Item = BatchTask;

    fn next(&mut self) -> Option<BatchTask> {
        loop {
            if let Some(stretch) = self.open.as_mut().and_then(Iterator::next) {
                return Some(BatchTask::Search(stretch));
            }
            let QueuedGame { origin, game, unread } = self.games.next()?;
            match game {
                Ok(game) => {
                    let (start, moves) = (game.start.clone(), game.moves().collect());
                    let subject = BatchGame { origin, game, unread };
                    self.open = Some(Stretches::of(StudiedGame::new(subject, start, moves)));
                }
                Err(error) => return Some(BatchTask::Refuse(origin, error)),
            }
        }
    }
}
