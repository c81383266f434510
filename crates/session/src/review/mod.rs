//! Reviews the games in a file: lists and annotates them, and searches them for puzzles. A session has one review at a
//! time, and a review runs one task at a time.

mod games;
mod job;
mod kept;
mod work;

use std::sync::Arc;

use self::games::GAMES_MAX;
use self::job::{Review, Setup};
use self::kept::StoredReview;
use super::exchange;
use super::host::{Lease, StoredKind};
use super::kept::{bytes_of, list, open};
use super::message::{
    FILE_MESSAGE_MAX, Failure, FailureCode, Nothing, Reply, ReviewChoice, ReviewCommand,
    ReviewFile, ReviewPart, ReviewState,
};
use super::session::{Context, Done, refuse};
use chuhe_engine::clock::Instant;
use chuhe_formats::game_files::GameReadError;
use chuhe_localize::Localize;
use chuhe_localize::review::page_words;
use chuhe_localize::tr;
use chuhe_review::annotation::DEFAULT_NODES;

pub(super) use self::work::News;

/// The maximum number of moves that a review annotates, including those in variations.
const MOVES_MAX: usize = 60_000;
/// The maximum memory that a review takes for each annotated move, in bytes.
const BYTES_PER_MOVE: usize = 200;
/// The maximum memory that a review takes for each game in the list, in bytes.
const BYTES_PER_GAME: usize = 500;
/// The minimum number of bytes that a move takes in a file.
const MOVE_BYTES_MIN: usize = 4;
/// The memory for reading a stored review, in bytes: its file, written twice, and its annotations.
const STORED_MAX: usize = 5 * FILE_MESSAGE_MAX;
/// The range for the number of nodes searched for each position.
const NODES_MIN: u64 = 1000;
const NODES_MAX: u64 = 2_000_000;
/// The maximum number of games listed in an answer.
const ROWS_MAX: usize = 100;

/// The review of a session, if it has one.
#[derive(Debug, Default)]
pub(super) struct Reviews {
    current: Option<Review>,
    /// The number of the latest review.
    job: u64,
}

impl Reviews {
    /// Handles a request.
    pub(super) fn perform(&mut self, command: ReviewCommand, context: &Context) -> Done {
        match command {
            ReviewCommand::Start(file) => self.start(file, context),
            ReviewCommand::Load { name } => self.load(&name, context),
            ReviewCommand::Kept {} => list(StoredKind::Reviews, context),
            ReviewCommand::Games(part) => self.games(part),
            ReviewCommand::Annotate(choice) => self.annotate(choice, context),
            ReviewCommand::Puzzles(choice) => self.puzzles(choice, context),
            ReviewCommand::Stop { job } => self.stop(job, context),
            ReviewCommand::Game { job, game } => self.game(job, game),
            ReviewCommand::Page(choice) => self.page(choice),
        }
    }

    /// Starts a review, which replaces the previous one.
    fn start(&mut self, file: ReviewFile, context: &Context) -> Done {
        let nodes = file.nodes.unwrap_or(DEFAULT_NODES);
        if !(NODES_MIN..=NODES_MAX).contains(&nodes) {
            let text = tr!("serve-review-nodes", least = NODES_MIN, most = NODES_MAX);
            return Err(refuse(FailureCode::BadValue, text));
        }
        let bytes = exchange::bytes(file.text, file.base64)?;
        if bytes.is_empty() {
            return Err(refuse(FailureCode::File, GameReadError::NoGames.localize()));
        }
        let setup = Setup { nodes, engine: file.engine, ..Setup::default() };
        self.begin(setup, file.name.unwrap_or_default(), bytes, context)
    }

    /// Opens a stored review, which replaces the previous one. What others own is opened as well, and stored under a new
    /// name once more of it is annotated.
    fn load(&mut self, name: &str, context: &Context) -> Done {
        let lease = match open(StoredKind::Reviews, name, context) {
            Ok(lease) => Some(lease),
            Err(refused) if refused.code == FailureCode::NotYours => None,
            Err(refused) => return Err(refused),
        };
        let _room = exchange::take_memory(STORED_MAX, &*context.host)?;
        let stored = StoredReview::read(&bytes_of(StoredKind::Reviews, name, context)?);
        let unread = || refuse(FailureCode::File, GameReadError::NoGames.localize());
        let StoredReview { header, bytes, results } = stored.ok_or_else(unread)?;
        let setup = Setup { nodes: header.nodes, engine: header.engine, lease, results };
        self.begin(setup, header.file, bytes, context)
    }

    fn begin(&mut self, setup: Setup, name: String, bytes: Vec<u8>, context: &Context) -> Done {
        self.store(context);
        // Keep the previous review if there is memory for both.
        let memory = context.host.take_memory(memory(bytes.len())).or_else(|| {
            self.current = None;
            context.host.take_memory(memory(bytes.len()))
        });
        let memory = memory.ok_or_else(|| refuse(FailureCode::Busy, tr!("serve-no-memory")))?;
        self.job += 1;
        let review = Review::begin((self.job, setup), name, bytes, memory, context)?;
        let state = self.current.insert(review).state();
        Ok(Some(Reply::Review(Box::new(state))))
    }

    /// Stores the review, if it has changed.
    pub(super) fn store(&mut self, context: &Context) {
        if let Some(review) = &mut self.current {
            review.store(context);
        }
    }

    /// Releases the name of the review, if this is the one: another session has it now, or the user has deleted it.
    pub(super) fn release(&mut self, name: Option<&str>) {
        if let Some(review) = &mut self.current {
            review.release(name);
        }
    }

    /// Records that the stored review was renamed.
    pub(super) fn renamed(&mut self, name: &str, lease: Arc<dyn Lease>) {
        if let Some(review) = &mut self.current {
            review.renamed(name, lease);
        }
    }

    /// The review with this number.
    fn find(&mut self, job: u64) -> Result<&mut Review, Failure> {
        let found = self.current.as_mut().filter(|review| review.number() == job);
        found.ok_or_else(|| refuse(FailureCode::Unknown, tr!("serve-no-review")))
    }

    fn games(&mut self, part: ReviewPart) -> Done {
        let rows = self.find(part.job)?.rows(part.from, part.count.min(ROWS_MAX));
        Ok(Some(Reply::ReviewRows { rows }))
    }

    fn annotate(&mut self, choice: ReviewChoice, context: &Context) -> Done {
        let review = self.find(choice.job)?;
        let (wanted, left) = match choice.game {
            Some(game) => {
                review.want(game)?;
                (1, 0)
            }
            None => review.want_all(),
        };
        review.go_on(context);
        Ok(Some(Reply::Wanted { wanted, left }))
    }

    fn puzzles(&mut self, choice: ReviewChoice, context: &Context) -> Done {
        let review = self.find(choice.job)?;
        review.want_puzzles(choice.game)?;
        review.go_on(context);
        Ok(Some(Reply::Puzzles { puzzles: job::puzzles_json(review.puzzles()) }))
    }

    fn stop(&mut self, job: u64, context: &Context) -> Done {
        self.find(job)?.stop(context);
        Ok(Some(Reply::Done(Nothing {})))
    }

    fn game(&mut self, job: u64, game: usize) -> Done {
        let annotation = self.find(job)?.annotation(game)?.unpack();
        let data = annotation.page_data(&page_words(&annotation));
        let annotation = serde_json::from_str(&data);
        let annotation = annotation.map_err(|error| refuse(FailureCode::File, error))?;
        Ok(Some(Reply::Annotation { annotation }))
    }

    /// Returns the page of a game, or of the puzzles.
    fn page(&mut self, choice: ReviewChoice) -> Done {
        let review = self.find(choice.job)?;
        let stem = review.name().rsplit_once('.').map_or(review.name(), |(stem, _)| stem);
        let stem = if stem.is_empty() { "chuhe" } else { stem };
        let (name, text) = if let Some(game) = choice.game {
            let annotation = review.annotation(game)?.unpack();
            let page = annotation.page(&page_words(&annotation));
            (format!("{stem}-{game:04}.html"), page)
        } else {
            let page = review.puzzles().page(chuhe_localize::current().tag());
            (format!("{stem}-puzzles.html"), page)
        };
        Ok(Some(Reply::File { name, text: Some(text), base64: None, losses: String::new() }))
    }

    /// The state of the review, for a page that resumes the session.
    pub(super) fn state(&self) -> Option<ReviewState> {
        self.current.as_ref().map(Review::state)
    }

    pub(super) fn handle(&mut self, job: u64, task: u64, news: News, context: &Context) {
        let Ok(review) = self.find(job) else { return };
        review.handle(task, news, context);
        if review.is_over() {
            self.current = None;
        }
    }

    /// The time at which to send the state to the page.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.current.as_ref()?.next_due()
    }

    pub(super) fn tick(&mut self, now: Instant, context: &Context) {
        if let Some(review) = self.current.as_mut()
            && review.next_due().is_some_and(|due| now >= due)
        {
            review.send_state(context);
        }
    }
}

/// The maximum memory that a review takes, in bytes, besides that of its tasks. `file` is the size of its file.
fn memory(file: usize) -> usize {
    let moves = file / MOVE_BYTES_MIN;
    file + moves.min(MOVES_MAX) * BYTES_PER_MOVE + moves.min(GAMES_MAX) * BYTES_PER_GAME
}
