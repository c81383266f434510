//! A review: its games, its pending work, and the results.

mod store;

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::MOVES_MAX;
use super::games::{self, ListedGame};
use super::work::{News, RunningTask, Task, Workplace};
use crate::exchange::take_memory;
use crate::host::{HostMemory, Lease};
use crate::message::{
    Failure, FailureCode, Notice, ReviewNews, ReviewNotice, ReviewRow, ReviewState, ReviewTask,
    ReviewWork,
};
use crate::session::{Context, refuse};
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::EngineSource;
use chuhe_formats::collection::Collection;
use chuhe_formats::reading_memory;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_review::annotation::{AnnotationResults, PackedAnnotation};
use chuhe_review::puzzles::{Puzzle, PuzzleSet};

/// The maximum number of puzzles that a review keeps.
const PUZZLES_MAX: usize = 1000;
/// The interval between messages with the state.
const SEND_EVERY: Duration = Duration::from_millis(100);
/// The minimum interval between two times a review is stored while many games are annotated.
const STORE_EVERY: Duration = Duration::from_secs(10);

/// How a review is done, and what is known from an earlier session.
#[derive(Debug, Default)]
pub(super) struct Setup {
    /// The number of nodes to search for each position.
    pub(super) nodes: u64,
    /// The name of another engine than chuhe.
    pub(super) engine: Option<String>,
    /// The name under which the review is stored.
    pub(super) lease: Option<Arc<dyn Lease>>,
    /// The search results of the games that are annotated already.
    pub(super) results: BTreeMap<usize, AnnotationResults>,
}

#[derive(Debug)]
pub(super) struct Review {
    number: u64,
    /// The name of the file.
    name: String,
    nodes: u64,
    /// The other engine with which the games are reviewed, if it is not chuhe.
    other: Option<EngineSource>,
    /// Its name.
    engine: Option<String>,
    /// The name under which the review is stored, once a game is annotated.
    lease: Option<Arc<dyn Lease>>,
    /// Whether there are annotations that are not stored yet, and when the review was stored.
    is_unsaved: bool,
    stored_at: Option<Instant>,
    /// The games in the file; `None` while it is being read.
    collection: Option<Arc<Collection>>,
    games: Vec<ListedGame>,
    /// The number of further games in the file.
    more: usize,
    annotated: BTreeMap<usize, Arc<PackedAnnotation>>,
    puzzles: PuzzleSet,
    /// The position keys of the puzzles.
    puzzle_keys: HashSet<u64>,
    /// The games already searched for puzzles.
    hunted: BTreeSet<usize>,
    /// Work to be done before the bulk, in order.
    urgent: VecDeque<Urgent>,
    /// Games to be annotated after the urgent work, called the bulk.
    bulk: BTreeSet<usize>,
    /// The number of finished games in the bulk, and of positions in them.
    bulk_done: Amount,
    running: Option<Running>,
    /// The number of the last task.
    task: u64,
    sent_at: Option<Instant>,
    sent: Option<ReviewState>,
    /// The memory that the largest game takes, in bytes.
    largest: usize,
    _memory: HostMemory,
}

/// Work that a user is waiting for.
#[derive(Debug, PartialEq, Eq)]
enum Urgent {
    Annotate(usize),
    Hunt(BTreeSet<usize>),
}

#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    games: usize,
    positions: usize,
}

/// The current task.
#[derive(Debug)]
struct Running {
    thread: RunningTask,
    kind: ReviewTask,
    /// Whether the task belongs to the bulk, so that urgent work may interrupt it.
    is_bulk: bool,
    numbers: BTreeSet<usize>,
    /// The size of the task, and how much of the bulk was finished before it.
    whole: Amount,
    before: Amount,
    games_done: usize,
}

impl Review {
    /// Starts reading a file. `number` is the number of the review.
    pub(super) fn begin(
        (number, setup): (u64, Setup),
        file_name: String,
        bytes: Vec<u8>,
        memory: HostMemory,
        context: &Context,
    ) -> Result<Self, Failure> {
        let Setup { nodes, engine, lease, results } = setup;
        let other = engine.as_ref().map(|name| context.open_engine(name)).transpose();
        // A stored review can be read without its engine.
        let other = if results.is_empty() { other? } else { other.unwrap_or_default() };
        let title = other.clone().unwrap_or_default().name().to_owned();
        let mut review = Self {
            number,
            name: games::shortened(&file_name),
            nodes,
            engine: engine.filter(|_| other.is_some()),
            other,
            lease,
            is_unsaved: false,
            stored_at: None,
            collection: None,
            games: Vec::new(),
            more: 0,
            annotated: BTreeMap::new(),
            puzzles: PuzzleSet { engine: title, nodes, puzzles: Vec::new() },
            puzzle_keys: HashSet::new(),
            hunted: BTreeSet::new(),
            urgent: VecDeque::new(),
            bulk: BTreeSet::new(),
            bulk_done: Amount::default(),
            running: None,
            task: 0,
            sent_at: None,
            sent: None,
            largest: 0,
            _memory: memory,
        };
        let reading = take_memory(reading_memory(bytes.len()), &*context.host)?;
        // Reading needs no engine.
        let engines = (EngineSource::default(), NonZero::<usize>::MIN);
        let thread =
            review.start(Task::Read(file_name, bytes, results, reading), engines, context)?;
        review.running = Some(Running {
            thread,
            kind: ReviewTask::Read,
            is_bulk: false,
            numbers: BTreeSet::new(),
            whole: Amount::default(),
            before: Amount::default(),
            games_done: 0,
        });
        Ok(review)
    }

    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) const fn puzzles(&self) -> &PuzzleSet {
        &self.puzzles
    }

    /// Whether the review has ended without results because its file could not be read.
    pub(super) const fn is_over(&self) -> bool {
        self.running.is_none() && self.collection.is_none()
    }

    /// Rows of the list, beginning with game number `from`.
    pub(super) fn rows(&self, from: usize, count: usize) -> Vec<ReviewRow> {
        let rows = self.games.iter().skip(from.saturating_sub(1)).take(count);
        rows.map(|listed| listed.row.clone()).collect()
    }

    fn listed(&self, game: usize) -> Result<&ListedGame, Failure> {
        let listed = game.checked_sub(1).and_then(|index| self.games.get(index));
        listed.ok_or_else(|| refuse(FailureCode::Unknown, tr!("serve-review-no-game", game = game)))
    }

    pub(super) fn annotation(&self, game: usize) -> Result<&Arc<PackedAnnotation>, Failure> {
        self.listed(game)?;
        let annotation = self.annotated.get(&game);
        annotation
            .ok_or_else(|| refuse(FailureCode::NotNow, tr!("serve-review-not-yet", game = game)))
    }

    /// Schedules a game for annotation before all others.
    pub(super) fn want(&mut self, game: usize) -> Result<(), Failure> {
        let listed = self.listed(game)?;
        if let Some(reason) = &listed.row.refused {
            return Err(refuse(FailureCode::File, reason));
        }
        let is_running = self.running.as_ref().is_some_and(|running| {
            running.kind == ReviewTask::Annotate
                && !running.is_bulk
                && running.numbers.contains(&game)
        });
        if listed.row.review.is_some() || is_running {
            return Ok(());
        }
        if listed.moves > self.room() && !self.bulk.contains(&game) {
            let text = tr!("serve-review-most", most = MOVES_MAX);
            return Err(refuse(FailureCode::TooLarge, text));
        }
        self.add_urgent(Urgent::Annotate(game));
        Ok(())
    }

    /// Schedules all games for annotation. Returns the number of games scheduled, and the number for which there is no
    /// room.
    pub(super) fn want_all(&mut self) -> (usize, usize) {
        if self.bulk.is_empty() {
            self.bulk_done = Amount::default();
        }
        let (mut room, mut left) = (self.room(), 0);
        let wanted = self.wanted();
        for listed in self.games.iter().filter(|listed| listed.is_open()) {
            if wanted.contains(&listed.row.game) {
                continue;
            }
            if left > 0 || listed.moves > room {
                left += 1;
            } else {
                room -= listed.moves;
                self.bulk.insert(listed.row.game);
            }
        }
        (self.wanted().len(), left)
    }

    /// Schedules the search for puzzles in a game, or in all annotated games.
    pub(super) fn want_puzzles(&mut self, game: Option<usize>) -> Result<(), Failure> {
        let mut numbers: BTreeSet<usize> = match game {
            Some(game) => {
                self.annotation(game)?;
                BTreeSet::from([game])
            }
            None => self.annotated.keys().copied().collect(),
        };
        let running = self.running.iter().filter(|running| running.kind == ReviewTask::Puzzles);
        let waiting = self.urgent.iter().filter_map(|urgent| match urgent {
            Urgent::Hunt(numbers) => Some(numbers),
            Urgent::Annotate(_) => None,
        });
        for known in running.map(|running| &running.numbers).chain(waiting).chain([&self.hunted]) {
            numbers.retain(|number| !known.contains(number));
        }
        if !numbers.is_empty() {
            self.add_urgent(Urgent::Hunt(numbers));
        }
        Ok(())
    }

    /// Adds work that a user is waiting for. A game to be opened takes precedence over puzzle hunts, which may take a
    /// long time; both take precedence over the bulk. Interrupted work remains scheduled.
    fn add_urgent(&mut self, urgent: Urgent) {
        let is_game = matches!(urgent, Urgent::Annotate(_));
        if !self.urgent.contains(&urgent) {
            let place = self.urgent.iter().position(|it| is_game && matches!(it, Urgent::Hunt(_)));
            self.urgent.insert(place.unwrap_or(self.urgent.len()), urgent);
        }
        if let Some(running) = &self.running
            && (running.is_bulk || (is_game && running.kind == ReviewTask::Puzzles))
        {
            running.thread.stop();
        }
    }

    /// The games that are being annotated or are scheduled to be.
    fn wanted(&self) -> BTreeSet<usize> {
        let urgent = self.urgent.iter().filter_map(|urgent| match urgent {
            Urgent::Annotate(number) => Some(*number),
            Urgent::Hunt(_) => None,
        });
        let running = self.running.iter().filter(|it| it.kind == ReviewTask::Annotate);
        let running = running.flat_map(|it| &it.numbers);
        let wanted = self.bulk.iter().chain(running).copied().chain(urgent);
        wanted.filter(|number| self.games[number - 1].is_open()).collect()
    }

    /// How many more moves may be annotated.
    fn room(&self) -> usize {
        let taken = self.wanted().into_iter().chain(self.annotated.keys().copied());
        MOVES_MAX.saturating_sub(taken.map(|number| self.games[number - 1].moves).sum())
    }

    /// Stops all work except reading. News from a running thread is ignored from then on, and the thread ends soon.
    pub(super) fn stop(&mut self, context: &Context) {
        self.urgent.clear();
        self.bulk.clear();
        if self.collection.is_some() {
            self.running = None;
        }
        self.store(context);
        self.send_state(context);
    }

    /// Starts the next task, if none is running.
    pub(super) fn go_on(&mut self, context: &Context) {
        while self.running.is_none()
            && let Some((kind, is_bulk, numbers)) = self.next_task()
        {
            if let Err(refused) = self.start_task(kind, is_bulk, numbers, context) {
                self.fail(refused.text, context);
            }
        }
        self.send_state(context);
    }

    /// The next task: its kind, whether it belongs to the bulk, and its games.
    fn next_task(&mut self) -> Option<(ReviewTask, bool, BTreeSet<usize>)> {
        while let Some(urgent) = self.urgent.pop_front() {
            match urgent {
                // The bulk may have finished the game just before it was interrupted.
                Urgent::Annotate(number) if !self.games[number - 1].is_open() => {}
                Urgent::Annotate(number) => {
                    return Some((ReviewTask::Annotate, false, BTreeSet::from([number])));
                }
                Urgent::Hunt(numbers) => return Some((ReviewTask::Puzzles, false, numbers)),
            }
        }
        self.bulk.retain(|number| self.games[number - 1].is_open());
        (!self.bulk.is_empty()).then(|| (ReviewTask::Annotate, true, self.bulk.clone()))
    }

    /// The maximum memory that reading the games again takes, in bytes.
    fn reading_memory(&self, collection: &Collection) -> usize {
        /// Text that is read at a time.
        const PIECE: usize = 512 << 10;
        let whole = reading_memory(collection.len());
        let piece = reading_memory(PIECE) + 2 * self.largest;
        if collection.format().is_of_lines() { whole.min(piece) } else { whole }
    }

    fn start_task(
        &mut self,
        kind: ReviewTask,
        is_bulk: bool,
        numbers: BTreeSet<usize>,
        context: &Context,
    ) -> Result<(), Failure> {
        let Some(collection) = self.collection.clone() else { return Ok(()) };
        let engines = match &self.other {
            Some(other) => Ok((other.clone(), NonZero::<usize>::MIN)),
            None => context.host.review_engines(),
        };
        let engines = engines.map_err(|error| refuse(FailureCode::Busy, error.localize()))?;
        let task = if kind == ReviewTask::Puzzles {
            let games = numbers
                .iter()
                .filter_map(|number| Some((*number, Arc::clone(self.annotated.get(number)?))));
            Task::Hunt(games.collect())
        } else {
            let memory = take_memory(self.reading_memory(&collection), &*context.host)?;
            Task::Annotate(collection, numbers.clone(), memory)
        };
        let positions = numbers.iter().map(|number| self.games[number - 1].positions()).sum();
        let thread = self.start(task, engines, context)?;
        self.running = Some(Running {
            thread,
            kind,
            is_bulk,
            whole: Amount { games: numbers.len(), positions },
            before: if is_bulk { self.bulk_done } else { Amount::default() },
            numbers,
            games_done: 0,
        });
        Ok(())
    }

    fn start(
        &mut self,
        task: Task,
        (engines, jobs): (EngineSource, NonZero<usize>),
        context: &Context,
    ) -> Result<RunningTask, Failure> {
        self.task += 1;
        let place = Workplace {
            job: self.number,
            task: self.task,
            name: self.name.clone(),
            nodes: self.nodes,
            engines,
            jobs,
            inbox: context.inbox.clone(),
        };
        place
            .start(task, &*context.host)
            .map_err(|error| refuse(FailureCode::Busy, error.localize()))
    }

    /// Handles news from a task's thread. News from an abandoned task is ignored.
    pub(super) fn handle(&mut self, task: u64, news: News, context: &Context) {
        let Some(running) = self.running.as_mut().filter(|it| it.thread.task == task) else {
            return;
        };
        match news {
            News::Read(Ok((collection, listed, annotated))) => {
                self.collection = Some(collection);
                self.annotated = annotated;
                (self.games, self.more) = (listed.games, listed.more);
                self.largest = listed.largest;
            }
            News::Read(Err(text)) => {
                // The task ends before the page is notified, even if its thread is still running.
                self.running = None;
                self.notify(ReviewNews::Failure(text), context);
            }
            News::Annotated(number, outcome) => {
                running.games_done += 1;
                let listed = &mut self.games[number - 1];
                match outcome {
                    Ok((annotation, summary)) => {
                        listed.row.review = Some(summary);
                        self.annotated.insert(number, annotation);
                    }
                    Err(text) => listed.row.refused = Some(games::shortened(&text)),
                }
                if self.bulk.remove(&number) {
                    self.bulk_done.games += 1;
                    self.bulk_done.positions += listed.positions();
                }
                let row = listed.row.clone();
                let is_bulk = running.is_bulk;
                self.is_unsaved = true;
                if !is_bulk || self.stored_at.is_none_or(|at| at.elapsed() >= STORE_EVERY) {
                    self.store(context);
                }
                self.notify(ReviewNews::Row(row), context);
            }
            News::Hunted(number, found) => {
                running.games_done += 1;
                self.hunted.insert(number);
                self.add_puzzles(found, context);
            }
            News::End(end) => {
                let ended = self.running.take();
                self.store(context);
                if let Err(text) = end {
                    self.fail(text, context);
                } else if let Some(hunt) = ended.filter(Running::is_cut_short) {
                    let left: BTreeSet<usize> = &hunt.numbers - &self.hunted;
                    if !left.is_empty() {
                        self.urgent.push_back(Urgent::Hunt(left));
                    }
                }
                self.go_on(context);
            }
        }
    }

    /// Keeps the puzzles whose positions are new.
    fn add_puzzles(&mut self, found: Vec<Puzzle>, context: &Context) {
        let room = PUZZLES_MAX.saturating_sub(self.puzzles.puzzles.len());
        let new = found.into_iter();
        let new = new.filter(|puzzle| self.puzzle_keys.insert(puzzle.position.key()));
        let new: Vec<Puzzle> = new.take(room).collect();
        if !new.is_empty() {
            self.puzzles.puzzles.extend(new.iter().cloned());
            let engine = self.puzzles.engine.clone();
            let set = PuzzleSet { engine, nodes: self.nodes, puzzles: new };
            self.notify(ReviewNews::Puzzles(puzzles_json(&set)), context);
        }
    }

    /// Abandons all scheduled work.
    fn fail(&mut self, text: String, context: &Context) {
        self.urgent.clear();
        self.bulk.clear();
        self.notify(ReviewNews::Failure(text), context);
    }

    pub(super) fn state(&self) -> ReviewState {
        ReviewState {
            job: self.number,
            name: self.name.clone(),
            saved: self.lease.as_ref().map(|lease| lease.name().to_owned()),
            nodes: self.nodes,
            engine: self.puzzles.engine.clone(),
            games: self.collection.as_ref().map(|_| self.games.len()),
            more: self.more,
            annotated: self.annotated.len(),
            puzzles: self.puzzles.puzzles.len(),
            work: self.running.as_ref().map(Running::report),
        }
    }

    /// The time at which to send the state to the page.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.running.as_ref()?;
        Some(self.sent_at.map_or_else(Instant::now, |at| at + SEND_EVERY))
    }

    pub(super) fn send_state(&mut self, context: &Context) {
        let state = self.state();
        self.sent_at = Some(Instant::now());
        if self.sent.as_ref() != Some(&state) {
            self.sent = Some(state.clone());
            self.notify(ReviewNews::State(state), context);
        }
    }

    fn notify(&self, news: ReviewNews, context: &Context) {
        context.notify(&Notice::Review(ReviewNotice { job: self.number, news }));
    }
}

impl Running {
    /// Whether this is a puzzle hunt that was interrupted to annotate a game.
    fn is_cut_short(&self) -> bool {
        self.kind == ReviewTask::Puzzles && self.thread.is_stopped()
    }

    fn report(&self) -> ReviewWork {
        let (before, of) = if self.kind == ReviewTask::Annotate {
            (self.before.positions, self.whole.positions)
        } else {
            (0, 0)
        };
        ReviewWork {
            task: self.kind,
            game: self.numbers.first().copied().filter(|_| !self.is_bulk && self.whole.games == 1),
            games_done: self.before.games + self.games_done,
            games: self.before.games + self.whole.games,
            done: before + self.thread.progress().min(of),
            of: before + of,
        }
    }
}

/// Converts puzzles to the JSON format of `chuhe puzzles`.
pub(super) fn puzzles_json(set: &PuzzleSet) -> Value {
    let set = serde_json::from_str(&set.json());
    set.map_or(Value::Null, |mut set: Value| set["puzzles"].take())
}
