//! The server as the host of its sessions.

use std::any::Any;
use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use super::Shared;
use super::watching::Watching;
use chuhe_engine::engine::EngineSource;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_session::message::{ListedMatch, LookupName, MatchWish};
use chuhe_session::{Host, Lookup, MatchView, SessionSettings, Storage};

impl Host for Shared {
    fn settings(&self) -> SessionSettings {
        SessionSettings {
            language: self.language,
            resume_within: self.settings.resume_within,
            idle_within: self.settings.idle_within,
            longest_search: self.engines.settings().longest,
        }
    }

    fn storage(&self) -> Arc<dyn Storage> {
        Arc::clone(&self.store) as _
    }

    fn matches(&self) -> Vec<ListedMatch> {
        self.matches.list()
    }

    fn open_match(&self, folder: &str, key: u64) -> Option<Box<dyn MatchView>> {
        let watched = self.matches.open(folder)?;
        let own = self.contests.plays(folder);
        Some(Box::new(Watching::new(key, folder.to_owned(), own, watched)))
    }

    fn play_match(&self, wish: MatchWish, begun: &dyn Fn(Result<String, String>)) {
        match &self.settings.program {
            Some(program) => self.contests.play(program, &self.matches, wish, begun),
            None => begun(Err(tr!("serve-no-matches"))),
        }
    }

    fn stop_match(&self, folder: &str) -> bool {
        self.contests.stop(folder)
    }

    fn lookup(&self, whom: LookupName) -> Option<Arc<dyn Lookup>> {
        self.lookups.of(whom)
    }

    fn review_engines(&self) -> Result<(EngineSource, NonZero<usize>), String> {
        let engines = self.engines.for_review().map_err(|error| error.localize())?;
        Ok((engines, self.engines.settings().review_engines()))
    }

    fn free_review_kb(&self) -> usize {
        self.reviews.available_permits()
    }

    fn take_review_kb(&self, kb: u32) -> Option<Box<dyn Any + Send>> {
        let permit = Arc::clone(&self.reviews).try_acquire_many_owned(kb).ok()?;
        Some(Box::new(permit))
    }

    fn spawn(&self, name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
        thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
    }
}
