//! The interface between a session and its host, which provides the page, storage, matches, resources for reviews, and
//! background work.

use std::any::Any;
use std::fmt::{self, Debug};
use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::inbox::{Holder, Responder};
use super::lookup::Lookup;
use super::message::{
    EndReason, EngineReport, Failure, FriendCommand, FriendState, LookupName, Reply, SavedGame,
    WatchCommand, WatchNotice,
};
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::{EngineError, EngineSource};
use chuhe_localize::{Language, Localize};
use chuhe_play::{Clocks, GameFiles};

/// The environment in which sessions run: a server, or a worker in the browser.
pub trait Host: Debug + Send + Sync {
    /// The settings for this host's sessions.
    fn settings(&self) -> SessionSettings;

    /// The store of games and analyses.
    fn store(&self) -> Arc<dyn GameStore>;

    /// What answers a page's requests about matches; `None` if the host has none.
    fn watcher(self: Arc<Self>) -> Option<Box<dyn MatchWatcher>> {
        None
    }

    /// What answers a page's requests about games between two people; `None` if nobody else can connect to the host.
    fn friends(self: Arc<Self>) -> Option<Box<dyn FriendSeat>> {
        None
    }

    /// The source of information about positions with this name, or `None` if it is not available.
    fn lookup(&self, _name: LookupName) -> Option<Arc<dyn Lookup>> {
        None
    }

    /// The engines of this program for a review task, and the maximum number that may work at once.
    ///
    /// # Errors
    /// If no engines are available now.
    fn review_engines(&self) -> Result<(EngineSource, NonZero<usize>), EngineError>;

    /// The names of the other engines that pages may choose. A page can choose nothing else.
    fn engine_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// What is known about the other engine with this name; `None` if there is none. If the engine has not been used yet,
    /// it is started first, which may take seconds.
    fn engine(&self, _name: &str) -> Option<Result<EngineReport, HostError>> {
        None
    }

    /// The other engine with this name, once [`Host::engine`] has succeeded.
    ///
    /// # Errors
    /// If it is not available now.
    fn open_engine(&self, _name: &str) -> Result<EngineSource, EngineError> {
        Err(EngineError::Closed)
    }

    /// Reserves this many bytes of memory. Returns `None` if less is available. Dropping the value releases the memory.
    fn take_memory(&self, bytes: usize) -> Option<HostMemory>;

    /// Runs work in the background. The work reports only to the session's inbox, so a host without threads may run it
    /// at once.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    fn spawn(&self, name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()>;
}

/// Memory that a host has reserved.
pub type HostMemory = Box<dyn Any + Send>;

/// An error of a host, which a session describes in its own language.
pub struct HostError(Box<dyn Localize + Send>);

impl<E: Localize + Send + 'static> From<E> for HostError {
    fn from(error: E) -> Self {
        Self(Box::new(error))
    }
}

impl HostError {
    /// The error in the language of the thread.
    pub fn localize(&self) -> String {
        self.0.localize()
    }
}

impl fmt::Debug for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The settings that a host gives its sessions.
#[derive(Clone, Copy, Debug)]
pub struct SessionSettings {
    /// The language of pages that do not request one.
    pub language: Language,
    /// How long a session can be resumed after its connection is lost.
    pub resume_within: Duration,
    /// How long a session stays open without requests from its page.
    pub idle_within: Duration,
    /// The time limit for an analysis.
    pub longest_search: Duration,
}

/// The page at the other end of a connection.
pub trait Page: Debug + Send {
    /// The number that identifies the connection.
    fn connection(&self) -> u64;

    /// Sends a message, as JSON. Never blocks.
    fn send(&self, message: String);

    /// Closes the connection after all pending messages have been sent.
    fn close(&self, reason: EndReason);
}

/// A kind of file that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum StoredKind {
    /// Games against the engine.
    Games,
    /// Analyses, which are trees of moves.
    Analyses,
    /// Reviews, with the reviewed games.
    Reviews,
}

/// Stores games and analyses, each under its name.
pub trait GameStore: Debug {
    /// Leases an unused name.
    ///
    /// # Errors
    /// If the name is invalid or in use.
    fn create(
        self: Arc<Self>,
        kind: StoredKind,
        name: &str,
        holder: &Holder,
    ) -> Result<Arc<dyn Lease>, NameProblem>;

    /// Leases the name of an existing file. If another session of the same owner holds it, that session loses it and is
    /// notified.
    ///
    /// # Errors
    /// If the name is invalid, there is no file with this name, or the file belongs to another owner.
    fn open(
        self: Arc<Self>,
        kind: StoredKind,
        name: &str,
        holder: &Holder,
    ) -> Result<Arc<dyn Lease>, NameProblem>;

    /// Reads a file, which needs no lease.
    ///
    /// # Errors
    /// If there is no file with this name, or it cannot be read.
    fn read(&self, kind: StoredKind, name: &str) -> io::Result<Vec<u8>>;

    /// Lists what is stored, newest first.
    ///
    /// # Errors
    /// If the files cannot be listed.
    fn list(&self, kind: StoredKind, holder: &Holder) -> io::Result<Vec<SavedGame>>;
}

/// A session's right to write the file with a certain name, until the value is dropped or another session takes the
/// name over. From then on, writing fails.
pub trait Lease: GameFiles {
    /// The name.
    fn name(&self) -> &str;

    /// The path of the file, which is the only one to write with this lease.
    fn path(&self) -> PathBuf;

    /// Whether another session has taken the name over.
    fn is_lost(&self) -> bool;

    /// Deletes the file, if possible.
    fn delete(&self);

    /// Records the clocks of the game, in case another session takes it over.
    fn note_clocks(&self, _clocks: Option<&Clocks>) {}

    /// The clocks that the previous session recorded, if it still held the game.
    fn clocks(&self) -> Option<Clocks> {
        None
    }
}

/// Why a game or an analysis cannot have a certain name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameProblem {
    /// The name is invalid.
    Bad,
    /// The name is already in use.
    Exists,
    /// There is no file with this name.
    Missing,
    /// The file belongs to another owner.
    NotYours,
}

/// A page's place in a game between two people: that of a player or of a spectator. Its texts are in the language of the
/// thread.
pub trait FriendSeat: Debug + Send {
    /// Handles a request of the page with this holder, which is notified when the game changes.
    ///
    /// # Errors
    /// If the request cannot be fulfilled.
    fn perform(&mut self, command: FriendCommand, holder: &Holder) -> Result<Reply, Failure>;

    /// Records whether a page is connected.
    fn set_present(&mut self, is_present: bool);

    /// The time at which the side to move will run out of time.
    fn next_due(&self) -> Option<Instant>;

    /// The state of the game if it has changed since this was last called.
    fn news(&mut self, now: Instant) -> Option<FriendState>;

    /// Sends the state of the game again, because the language has changed.
    fn resend(&mut self);
}

/// Answers a page's requests about matches, in the language of the thread.
pub trait MatchWatcher: Debug + Send {
    /// Handles a request. If it returns `None`, the responder sends the answer later.
    ///
    /// # Errors
    /// If the request cannot be fulfilled.
    fn perform(
        &mut self,
        command: WatchCommand,
        responder: Responder,
    ) -> Result<Option<Reply>, Failure>;

    /// Stops watching.
    fn close(&mut self);

    /// Sends everything about the open match again, because the language has changed.
    fn resend(&mut self);

    /// The time at which to check for news again.
    fn next_due(&self) -> Option<Instant>;

    /// If it is time, checks for news and returns what the page has not been sent yet.
    fn news(&mut self, now: Instant) -> Option<WatchNotice>;
}
