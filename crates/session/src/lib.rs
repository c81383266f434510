//! Handles everything that one page does, without a network.
//!
//! A [`Session`] plays a game, analyses, reviews files and watches matches for one page. It handles one [`Input`] at a
//! time from its host's queue; [`Session::next_due`] returns the time at which it must be called even without an input.
//! It has no threads, sockets or files of its own. Its [`Host`] provides pages, storage, matches and background work; a
//! an [`EngineSource`](chuhe_engine::engine::EngineSource) provides searches; and [`chuhe_engine::clock`] provides the
//! time. `tests/host.rs` contains a complete small host, with games in memory and searches that run in place.

mod analyse;
pub mod boards;
pub mod exchange;
pub mod friend_report;
mod host;
mod inbox;
mod kept;
mod lookup;
pub mod message;
pub mod names;
mod play;
mod play_report;
mod review;
mod session;
pub mod written;

pub use self::analyse::{LINES_MAX, Lines};
pub use self::host::{
    FriendSeat, GameStore, Host, HostError, HostMemory, Lease, MatchWatcher, NameProblem, Page,
    SessionSettings, StoredKind,
};
pub use self::inbox::{Holder, Inbox, Input, Report, Responder};
pub use self::lookup::Lookup;
pub use self::session::{Session, open_engine, refuse};
