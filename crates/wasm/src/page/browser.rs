//! The browser as the host of a session.

use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use chuhe_engine::engine::{EngineError, EngineSource};
use chuhe_localize::Language;
use chuhe_session::{GameStore, Host, HostMemory, SessionSettings};

use super::storage::Memory;
use crate::turns;

/// A time longer than any page stays open.
const FOREVER: Duration = Duration::from_hours(24 * 365);
/// The time limit of an analysis.
const LONGEST_SEARCH: Duration = Duration::from_hours(1);

#[derive(Debug)]
pub(super) struct Browser {
    language: Language,
    storage: Arc<Memory>,
}

impl Browser {
    pub(super) const fn new(language: Language, storage: Arc<Memory>) -> Self {
        Self { language, storage }
    }
}

impl Host for Browser {
    fn settings(&self) -> SessionSettings {
        SessionSettings {
            language: self.language,
            resume_within: FOREVER,
            idle_within: FOREVER,
            longest_search: LONGEST_SEARCH,
        }
    }

    fn store(&self) -> Arc<dyn GameStore> {
        Arc::clone(&self.storage) as _
    }

    fn review_engines(&self) -> Result<(EngineSource, NonZero<usize>), EngineError> {
        Ok((EngineSource::default(), NonZero::<usize>::MIN))
    }

    fn take_memory(&self, _: usize) -> Option<HostMemory> {
        Some(Box::new(()))
    }

    fn spawn(&self, _: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
        turns::later_and_long(work);
        Ok(())
    }
}
