//! The interface between a session and its host, which provides the page, storage, matches, resources for reviews, and
//! background work.

use std::any::Any;
use std::fmt::Debug;
use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::lookup::Lookup;
use super::message::{
    EndReason, ListedMatch, LookupName, MatchGameReport, MatchWish, Reply, SavedGame, WatchNotice,
};
use super::session::Holder;
use super::session::Refused;
use chuhe_casual::{Clocks, GameFiles};
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::EngineSource;
use chuhe_localize::Language;
use chuhe_localize::tr;

/// The environment in which sessions run: a server, or a worker in the browser.
pub trait Host: Debug + Send + Sync {
    /// The settings for this host's sessions.
    fn settings(&self) -> SessionSettings;

    /// The storage for games and analyses.
    fn storage(&self) -> Arc<dyn Storage>;

    /// The matches that can be watched: those in progress, followed by the others, newest first.
    fn matches(&self) -> Vec<ListedMatch>;

    /// Opens a match from the list that `matches` returns. Returns `None` if there is no such folder. The notices about
    /// the match carry `key`.
    fn open_match(&self, folder: &str, key: u64) -> Option<Box<dyn MatchView>>;

    /// Plays a match between the program and itself to its end. Calls `begun` with the match's folder as soon as the
    /// match can be watched, or with the reason why it cannot start, in the language of the thread.
    fn play_match(&self, _wish: MatchWish, begun: &dyn Fn(Result<String, String>)) {
        begun(Err(tr!("serve-no-matches")));
    }

    /// Stops a match that this host plays. Returns whether there was such a match.
    fn stop_match(&self, _folder: &str) -> bool {
        false
    }

    /// The source of information about positions named by `whom`, or `None` if it is not available.
    fn lookup(&self, _whom: LookupName) -> Option<Arc<dyn Lookup>> {
        None
    }

    /// The engines for a review task, and the maximum number that may work at once.
    ///
    /// # Errors
    /// If no engines are available now; the reason is in the language of the thread.
    fn review_engines(&self) -> Result<(EngineSource, NonZero<usize>), String>;

    /// The memory available for reviews, in kB.
    fn free_review_kb(&self) -> usize;

    /// Reserves memory for a review. Returns `None` if less than `kb` is available. Dropping the value releases the
    /// memory.
    fn take_review_kb(&self, kb: u32) -> Option<Box<dyn Any + Send>>;

    /// Runs work in the background. The work reports only to the session's inbox, so a host without threads may run it
    /// at once.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    fn spawn(&self, name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()>;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shelf {
    /// Games against the engine.
    Games,
    /// Analyses, which are trees of moves.
    Analyses,
}

/// The storage for games and analyses, each under its name.
pub trait Storage: Debug {
    /// The files to which a session writes its games and analyses, except those that another session has taken over.
    fn files(self: Arc<Self>, holder: &Holder) -> Arc<dyn GameFiles>;

    /// Reserves a generated name for a new game or analysis.
    ///
    /// # Errors
    /// If none can be found.
    fn new_name(self: Arc<Self>, shelf: Shelf, holder: &Holder) -> io::Result<Box<dyn HeldName>>;

    /// Reserves an unused name.
    ///
    /// # Errors
    /// If the name is invalid or in use.
    fn hold_new(
        self: Arc<Self>,
        shelf: Shelf,
        name: &str,
        holder: &Holder,
    ) -> Result<Box<dyn HeldName>, NameProblem>;

    /// Takes the name of an existing file. If another session holds it, that session loses it and is notified.
    ///
    /// # Errors
    /// If the name is invalid, or there is no file with this name.
    fn hold(
        self: Arc<Self>,
        shelf: Shelf,
        name: &str,
        holder: &Holder,
    ) -> Result<Box<dyn HeldName>, NameProblem>;

    /// Lists what is stored, newest first.
    ///
    /// # Errors
    /// If the files cannot be listed.
    fn list(&self, shelf: Shelf) -> io::Result<Vec<SavedGame>>;
}

/// The name that a session holds for its game or analysis, until the value is dropped or another session takes it over.
pub trait HeldName: Debug + Send {
    /// The name.
    fn name(&self) -> &str;

    /// Whether another session has taken the name over.
    fn is_lost(&self) -> bool;

    /// Records the clocks of the game, in case another session takes it over.
    fn note_clocks(&self, clocks: Option<&Clocks>);

    /// The clocks that the previous session recorded, if it still held the game.
    fn clocks(&self) -> Option<Clocks>;

    /// The path of the file in [`Storage::files`].
    fn path(&self) -> PathBuf;

    /// Whether the name was generated.
    fn is_automatic(&self) -> bool;

    /// Whether the file exists.
    fn is_saved(&self) -> bool;

    /// Reads the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn read(&self) -> io::Result<Vec<u8>>;

    /// Deletes the file, if possible.
    fn delete(&self);
}

/// Why a game or an analysis cannot have a certain name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameProblem {
    /// The name is invalid. A name has at most this many characters.
    Bad(usize),
    /// The name is already in use.
    Exists,
    /// There is no file with this name.
    Missing,
}

/// A page's view of a match.
pub trait MatchView: Debug + Send {
    /// The time at which to check for news again.
    fn next_due(&self) -> Instant;

    /// If it is time, checks for news and returns what the page has not been sent yet.
    fn news(&mut self, now: Instant) -> Option<WatchNotice>;

    /// Forgets what has been sent to the page, so that everything is sent again, in the current language of the thread.
    fn forget(&mut self);

    /// Returns the newest among the first `before` games that ended, newest first.
    fn games(&self, before: usize) -> Reply;

    /// Returns a finished game, given its number in the schedule, from 1.
    ///
    /// # Errors
    /// If there is no such game, or the game cannot be read.
    fn game(&self, number: u64) -> Result<MatchGameReport, Refused>;
}
