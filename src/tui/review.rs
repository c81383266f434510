//! The annotated page of a game, which is written in the background.

use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use super::{PlayEvent, wording};
use chuhe_engine::engine::EngineSource;
use chuhe_engine::engine::config::{Config, ConfigError};
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::search::Limits;
use chuhe_formats::Game;
use chuhe_localize as locale;
use chuhe_localize::Localize;
use chuhe_localize::review::page_words;
use chuhe_localize::tr;
use chuhe_play::CasualGame;
use chuhe_review::analysis::BATCH_HASH_MB;
use chuhe_review::annotation::{AnnotationSettings, DEFAULT_NODES, annotate};
use chuhe_util::files::write_whole;

/// Writes annotated pages, one at a time. An event reports the outcome of each.
pub(super) struct Reviewer {
    sender: Sender<PlayEvent>,
    /// The flag that stops the work in progress, if any.
    running: Option<Arc<AtomicBool>>,
}

impl Reviewer {
    pub(super) const fn new(sender: Sender<PlayEvent>) -> Self {
        Self { sender, running: None }
    }

    pub(super) const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Records that the work has ended. Called when the event that reports its outcome arrives.
    pub(super) fn finish(&mut self) {
        self.running = None;
    }

    /// Starts to annotate the game and write its page.
    ///
    /// # Errors
    /// If the file exists, if its name does not end in .html or .htm, if the game has no moves, if another page is
    /// being written, or if no thread can be started. The error is a message for the player.
    pub(super) fn start(&mut self, game: &CasualGame, path: &Path) -> Result<(), String> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if !["html", "htm"].iter().any(|known| ending.eq_ignore_ascii_case(known)) {
            return Err(wording::not_a_page(path));
        }
        if path.exists() {
            return Err(wording::exists(path));
        }
        if self.is_running() {
            return Err(tr!("play-review-other"));
        }
        let record = game.state().record();
        if record.line.moves.is_empty() {
            return Err(tr!("play-review-empty"));
        }
        let settings = AnnotationSettings {
            limits: Limits::nodes(DEFAULT_NODES),
            jobs: thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
            config: Config {
                hash_mb: BATCH_HASH_MB,
                memory: MemoryLimit::of_control_groups(),
                ..Config::default()
            }
            .with_rules(game.rules()),
            engines: EngineSource::default(),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let running = Some(Arc::clone(&stop));
        let (sender, path) = (self.sender.clone(), path.to_owned());
        let language = locale::current();
        let started = thread::Builder::new().spawn(move || {
            let work = || write_page(record, &settings, &stop, &path);
            let written = locale::with(language, work).map(|()| path);
            // The receiver no longer exists once the game is left.
            drop(sender.send(PlayEvent::Reviewed(written)));
        });
        started.map_err(|error| ConfigError::Threads(error).localize())?;
        self.running = running;
        Ok(())
    }
}

impl Drop for Reviewer {
    fn drop(&mut self) {
        if let Some(stop) = &self.running {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn write_page(
    game: Game,
    settings: &AnnotationSettings,
    stop: &AtomicBool,
    path: &Path,
) -> Result<(), String> {
    let annotation = annotate(game, settings, stop, &|| {})
        .map_err(|error| wording::page_error(path, &error.localize()))?;
    write_whole(path, annotation.page(&page_words(&annotation)).as_bytes())
        .map_err(|error| wording::page_error(path, &error.localize()))
}
