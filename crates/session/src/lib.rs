//! Handles everything that one page does, without a network: messages in, messages out.
//!
//! A [`Session`] plays a game, analyses, reviews files and watches matches for one page. It handles one [`Input`] at a
//! time from its host's queue; [`Session::next_due`] returns the time at which it must be called even without an input.
//! It has no threads, sockets or files of its own: pages, storage, matches and background work belong to its [`Host`],
//! searches to a [`SearchService`](chuhe_engine::engine::SearchService), and time comes from [`chuhe_engine::clock`].
//! `tests/host.rs` contains a complete small host, with games in memory and searches that run in place.

mod analyse;
pub mod boards;
pub mod exchange;
mod host;
mod kept;
mod lookup;
pub mod message;
pub mod names;
mod play;
mod play_report;
mod review;
mod session;
mod watching;
pub mod written;

pub use self::analyse::{LINES_MAX, Lines};
pub use self::host::{
    HeldName, Host, MatchView, NameProblem, Page, SessionSettings, Shelf, Storage,
};
pub use self::lookup::Lookup;
pub use self::review::MEMORY_KB as REVIEW_MEMORY_KB;
pub use self::session::{Holder, Inbox, Input, Refused, Report, Session, refuse};
