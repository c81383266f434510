//! The browser as the host of a session.

use std::any::Any;
use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use chuhe_engine::engine::EngineSource;
use chuhe_localize::Language;
use chuhe_session::message::ListedMatch;
use chuhe_session::{Host, MatchView, REVIEW_MEMORY_KB, SessionSettings, Storage};

use super::storage::Memory;
use crate::turns;

/// A time longer than any page stays open.
const FOREVER: Duration = Duration::from_hours(24 * 365);
/// The time limit of an analysis.
const LONGEST_SEARCH: Duration = Duration::from_hours(1);

#[derive(Debug)]
pub(super) struct Alone {
    language: Language,
    storage: Arc<Memory>,
}

impl Alone {
    pub(super) const fn new(language: Language, storage: Arc<Memory>) -> Self {
        Self { language, storage }
    }
}

impl Host for Alone {
    fn settings(&self) -> SessionSettings {
        SessionSettings {
            language: self.language,
            resume_within: FOREVER,
            idle_within: FOREVER,
            longest_search: LONGEST_SEARCH,
        }
    }

    fn storage(&self) -> Arc<dyn Storage> {
        Arc::clone(&self.storage) as _
    }

    fn matches(&self) -> Vec<ListedMatch> {
        Vec::new()
    }

    fn open_match(&self, _: &str, _: u64) -> Option<Box<dyn MatchView>> {
        None
    }

    fn review_engines(&self) -> Result<(EngineSource, NonZero<usize>), String> {
        Ok((EngineSource::Own, NonZero::<usize>::MIN))
    }

    fn free_review_kb(&self) -> usize {
        REVIEW_MEMORY_KB
    }

    fn take_review_kb(&self, _: u32) -> Option<Box<dyn Any + Send>> {
        Some(Box::new(()))
    }

    fn spawn(&self, _: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
        turns::later_and_long(work);
        Ok(())
    }
}
