//! The background tasks of a review: reading a file, annotating its games, and searching for puzzles. Each task reports
//! to the session's queue.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::games::{self, ListedGames};
use crate::host::{Host, HostMemory};
use crate::inbox::{Inbox, Source};
use crate::message::ReviewSummary;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{EngineError, EngineSource};
use chuhe_engine::search::Limits;
use chuhe_formats::collection::Collection;
use chuhe_formats::game_files::GameReadError;
use chuhe_localize as locale;
use chuhe_localize::Localize;
use chuhe_review::analysis::BATCH_HASH_MB;
use chuhe_review::annotation::{
    AnnotationResults, AnnotationSettings, PackedAnnotation, QueuedGame, annotate_all,
};
use chuhe_review::puzzles::{Puzzle, PuzzleHunt, PuzzleSource, SourceGame};

/// The task of a thread.
#[derive(Debug)]
pub(super) enum Task {
    /// Read a file, given its name and bytes, what is known about its games, and the memory for this.
    Read(String, Vec<u8>, BTreeMap<usize, AnnotationResults>, HostMemory),
    /// Annotate the games with these numbers, with the memory for reading them again.
    Annotate(Arc<Collection>, BTreeSet<usize>, HostMemory),
    /// Search for puzzles in games, given with their numbers.
    Hunt(Vec<(usize, Arc<PackedAnnotation>)>),
}

/// A file with its games, and the annotations that are known already.
type ReadFile = (Arc<Collection>, ListedGames, BTreeMap<usize, Arc<PackedAnnotation>>);

/// A report from the thread of a task.
#[derive(Debug)]
pub(crate) enum News {
    /// The games in the file, or the reason why none could be read.
    Read(Result<ReadFile, String>),
    /// A game was annotated, or the reason why it cannot be.
    Annotated(usize, Result<(Arc<PackedAnnotation>, ReviewSummary), String>),
    /// The puzzles found in a game.
    Hunted(usize, Vec<Puzzle>),
    /// The thread finished its task, was stopped, or failed for this reason.
    End(Result<(), String>),
}

/// The data with which a thread performs a task.
#[derive(Debug)]
pub(super) struct Workplace {
    pub(super) job: u64,
    /// The number of the task, so that reports from abandoned tasks can be ignored.
    pub(super) task: u64,
    /// The name of the file.
    pub(super) name: String,
    pub(super) nodes: u64,
    pub(super) engines: EngineSource,
    pub(super) jobs: NonZero<usize>,
    pub(super) inbox: Inbox,
}

/// The signals between the session and the thread of a task.
#[derive(Debug, Default)]
struct TaskSignals {
    stop: AtomicBool,
    /// The number of positions searched so far.
    progress: AtomicUsize,
}

/// A running task. Dropping the value stops the task.
#[derive(Debug)]
pub(super) struct RunningTask {
    pub(super) task: u64,
    signals: Arc<TaskSignals>,
}

impl TaskSignals {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl RunningTask {
    pub(super) fn stop(&self) {
        self.signals.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.signals.is_stopped()
    }

    /// The number of positions searched so far.
    pub(super) fn progress(&self) -> usize {
        self.signals.progress.load(Ordering::Relaxed)
    }
}

impl Drop for RunningTask {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Workplace {
    /// Starts a task on the host, in the language of this thread.
    pub(super) fn start(self, task: Task, host: &dyn Host) -> std::io::Result<RunningTask> {
        let signals = Arc::<TaskSignals>::default();
        let running = RunningTask { task: self.task, signals: Arc::clone(&signals) };
        let language = locale::current();
        let work = Box::new(move || {
            let end = locale::with(language, || self.perform(task, &signals));
            self.report(News::End(end));
        });
        host.spawn("review", work)?;
        Ok(running)
    }

    fn report(&self, news: News) {
        // If the session has ended, the report may be lost.
        self.inbox.report(Source::Review(self.job, self.task, Box::new(news)));
    }

    fn perform(&self, task: Task, signals: &TaskSignals) -> Result<(), String> {
        match task {
            Task::Read(name, bytes, results, _memory) => {
                self.read(&name, bytes, results, signals);
                Ok(())
            }
            Task::Annotate(collection, numbers, _memory) => {
                self.annotate(&collection, &numbers, signals)
            }
            Task::Hunt(games) => self.hunt(&games, signals),
        }
        .map_err(|error: EngineError| error.localize())
    }

    fn read(
        &self,
        name: &str,
        bytes: Vec<u8>,
        results: BTreeMap<usize, AnnotationResults>,
        signals: &TaskSignals,
    ) {
        let read = games::collection(name, bytes).ok_or_else(|| GameReadError::NoGames.localize());
        let read = read.and_then(|collection| {
            let mut listed = ListedGames::read(&collection, || signals.is_stopped())?;
            let annotated = listed.restore(&collection, results, || signals.is_stopped());
            Ok((Arc::new(collection), listed, annotated))
        });
        self.report(News::Read(read));
    }

    fn annotate(
        &self,
        collection: &Collection,
        numbers: &BTreeSet<usize>,
        signals: &TaskSignals,
    ) -> Result<(), EngineError> {
        let settings = AnnotationSettings {
            limits: Limits::nodes(self.nodes),
            jobs: self.jobs,
            // 0 requests as many threads as the pool allows for a search.
            config: Config { threads: 0, hash_mb: BATCH_HASH_MB, ..Config::default() },
            engines: self.engines.clone(),
        };
        let last = numbers.last().copied().unwrap_or(0);
        let games = (1..=last).zip(collection.games()).take_while(|_| !signals.is_stopped());
        let games = games.filter(|(number, _)| numbers.contains(number));
        let games = games.map(|(number, game)| QueuedGame::numbered(number, game));
        let progress = || {
            signals.progress.fetch_add(1, Ordering::Relaxed);
        };
        annotate_all(games, &settings, &signals.stop, &progress, |origin, outcome| {
            let outcome = match outcome {
                Ok(annotation) => {
                    let summary = games::summary(&annotation);
                    Ok((Arc::new(annotation.into()), summary))
                }
                Err(error) => Err(error.localize()),
            };
            self.report(News::Annotated(origin.number, outcome));
            Ok(())
        })
    }

    fn hunt(
        &self,
        games: &[(usize, Arc<PackedAnnotation>)],
        signals: &TaskSignals,
    ) -> Result<(), EngineError> {
        let hunt = PuzzleHunt {
            nodes: self.nodes,
            jobs: NonZero::<usize>::MIN,
            engines: self.engines.clone(),
        };
        for (number, annotation) in games {
            let source =
                PuzzleSource { file: self.name.clone(), game: *number, ..PuzzleSource::default() };
            let game = SourceGame { game: annotation.game().clone(), source };
            let found = hunt.run([game], &signals.stop, &|_| {})?;
            if found.was_stopped {
                break;
            }
            self.report(News::Hunted(*number, found.puzzles));
        }
        Ok(())
    }
}
