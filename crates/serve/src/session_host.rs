//! The server as the host of its sessions.

use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use super::Shared;
use super::friends::Seat;
use super::watching::Watcher;
use chuhe_engine::engine::{EngineError, EngineSource};
use chuhe_session::message::{EngineReport, LookupName};
use chuhe_session::{
    FriendSeat, GameStore, Host, HostError, HostMemory, Lookup, MatchWatcher, SessionSettings,
};

impl Host for Shared {
    fn settings(&self) -> SessionSettings {
        SessionSettings {
            language: self.language,
            resume_within: self.settings.resume_within,
            idle_within: self.settings.idle_within,
            longest_search: self.engines.settings().longest,
        }
    }

    fn store(&self) -> Arc<dyn GameStore> {
        Arc::clone(&self.store) as _
    }

    fn watcher(self: Arc<Self>) -> Option<Box<dyn MatchWatcher>> {
        Some(Box::new(Watcher::new(self)))
    }

    fn friends(self: Arc<Self>) -> Option<Box<dyn FriendSeat>> {
        self.friends.are_possible().then(|| Box::new(Seat::new(self)) as _)
    }

    fn lookup(&self, name: LookupName) -> Option<Arc<dyn Lookup>> {
        self.lookups.of(name)
    }

    fn review_engines(&self) -> Result<(EngineSource, NonZero<usize>), EngineError> {
        Ok((self.engines.for_review()?, self.engines.settings().review_engines()))
    }

    fn engine_names(&self) -> Vec<String> {
        self.others.names()
    }

    fn engine(&self, name: &str) -> Option<Result<EngineReport, HostError>> {
        self.others.report(name)
    }

    fn open_engine(&self, name: &str) -> Result<EngineSource, EngineError> {
        self.others.open(name)
    }

    fn take_memory(&self, bytes: usize) -> Option<HostMemory> {
        Some(Box::new(self.budget.take(bytes)?))
    }

    fn spawn(&self, name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
        thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
    }
}
