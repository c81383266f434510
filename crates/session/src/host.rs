//! What a session needs of its host: a page to talk to, storage, matches, engines and memory for reviews, somewhere to
//! work.

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

/// What sessions run in: a server, or a worker in the browser.
pub trait Host: Debug + Send + Sync {
    /// What the host wants of its sessions.
    fn settings(&self) -> SessionSettings;

    /// Where games are kept.
    fn storage(&self) -> Arc<dyn Storage>;

    /// The matches that can be watched: those that are being played first, then the newest.
    fn matches(&self) -> Vec<ListedMatch>;

    /// A match of that list; none if there is no such folder. Its notices have the key.
    fn open_match(&self, folder: &str, key: u64) -> Option<Box<dyn MatchView>>;

    /// Plays a match of the program against itself, to its end. `begun` hears the folder, as the list has it, as soon as
    /// the match can be watched, or why there is none, in the language of the thread.
    fn play_match(&self, _wish: MatchWish, begun: &dyn Fn(Result<String, String>)) {
        begun(Err(tr!("serve-no-matches")));
    }

    /// Ends a match that the host plays; whether it does.
    fn stop_match(&self, _folder: &str) -> bool {
        false
    }

    /// Somebody who knows positions; none if there is nobody of that kind.
    fn lookup(&self, _whom: LookupName) -> Option<Arc<dyn Lookup>> {
        None
    }

    /// The engines for a task of a review, and how many of them work at once.
    ///
    /// # Errors
    /// The reason, in the language of the thread, if there are none now.
    fn review_engines(&self) -> Result<(EngineSource, NonZero<usize>), String>;

    /// The memory for reviews that is free, in kB.
    fn free_review_kb(&self) -> usize;

    /// Takes memory for a review; none if less is free. Dropping it gives it back.
    fn take_review_kb(&self, kb: u32) -> Option<Box<dyn Any + Send>>;

    /// Does work beside the session. A host without threads may do it at once: it reports to the session's inbox only.
    ///
    /// # Errors
    /// If the system refuses a thread.
    fn spawn(&self, name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()>;
}

/// What a host wants of its sessions.
#[derive(Clone, Copy, Debug)]
pub struct SessionSettings {
    /// The language of pages that ask for none.
    pub language: Language,
    /// How long a session outlives its connection.
    pub resume_within: Duration,
    /// How long a session lives whose page asks for nothing.
    pub idle_within: Duration,
    /// The longest time of an analysis.
    pub longest_search: Duration,
}

/// The page at the other end of a connection.
pub trait Page: Debug + Send {
    /// Tells connections apart.
    fn connection(&self) -> u64;

    /// Sends a message, as JSON. Never blocks.
    fn send(&self, message: String);

    /// Closes the connection after what waits has been sent.
    fn close(&self, reason: EndReason);
}

/// What is kept: games that are played, and analyses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shelf {
    /// Games against the engine.
    Games,
    /// Trees of moves.
    Analyses,
}

/// Where games and analyses are kept, each under its name.
pub trait Storage: Debug {
    /// How a session writes what it holds. What another session has taken is not written any more.
    fn files(self: Arc<Self>, holder: &Holder) -> Arc<dyn GameFiles>;

    /// A new name for what nobody has named.
    ///
    /// # Errors
    /// If none can be found.
    fn new_name(self: Arc<Self>, shelf: Shelf, holder: &Holder) -> io::Result<Box<dyn HeldName>>;

    /// A name that nothing has yet.
    ///
    /// # Errors
    /// If the name is none, or taken.
    fn hold_new(
        self: Arc<Self>,
        shelf: Shelf,
        name: &str,
        holder: &Holder,
    ) -> Result<Box<dyn HeldName>, NameProblem>;

    /// The name of what is there. Another session that holds it loses it, and hears of that.
    ///
    /// # Errors
    /// If the name is none, or there is nothing under it.
    fn hold(
        self: Arc<Self>,
        shelf: Shelf,
        name: &str,
        holder: &Holder,
    ) -> Result<Box<dyn HeldName>, NameProblem>;

    /// What is kept, the newest first.
    ///
    /// # Errors
    /// If it cannot be listed.
    fn list(&self, shelf: Shelf) -> io::Result<Vec<SavedGame>>;
}

/// A name that one session has for its game, until it is dropped or another session takes it.
pub trait HeldName: Debug + Send {
    /// The name.
    fn name(&self) -> &str;

    /// Whether another session has taken it.
    fn is_lost(&self) -> bool;

    /// Notes the clocks of the game, for the session that takes it.
    fn note_clocks(&self, clocks: Option<&Clocks>);

    /// The clocks that the session before noted, if it still had the game.
    fn clocks(&self) -> Option<Clocks>;

    /// What [`Storage::files`] knows the game by.
    fn path(&self) -> PathBuf;

    /// Whether the game got the name by itself.
    fn is_automatic(&self) -> bool;

    /// Whether the game has been saved.
    fn is_saved(&self) -> bool;

    /// Reads what has been saved.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self) -> io::Result<Vec<u8>>;

    /// Deletes what has been saved, if that is possible.
    fn delete(&self);
}

/// Why a game cannot be had under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameProblem {
    /// It is no name: one has at most this many characters.
    Bad(usize),
    /// There is such a game.
    Exists,
    /// There is no such game.
    Missing,
}

/// A match as one page sees it.
pub trait MatchView: Debug + Send {
    /// When to look again.
    fn next_due(&self) -> Instant;

    /// Looks, if it is time, and returns what the page does not know yet. The page is taken to know it then.
    fn news(&mut self, now: Instant) -> Option<WatchNotice>;

    /// Forgets what the page knows, so that everything is new, in the language of the thread from now on.
    fn forget(&mut self);

    /// Games that are over, the newest first, from a place in the order in which they ended down.
    fn games(&self, before: usize) -> Reply;

    /// A game that is over, by its number from 1.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read.
    fn game(&self, number: u64) -> Result<MatchGameReport, Refused>;
}
