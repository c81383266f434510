//! The messages to the session, and how a conversation ends.

use std::io;

use super::backlog::Room;
use crate::clock::Instant;
use crate::search::Event;

/// A message to the session.
#[derive(Debug)]
pub(super) enum Message {
    /// A line of the host.
    Line(HostLine),
    /// The host has closed its end.
    EndOfInput,
    /// From the running search.
    Event(Event),
    /// A long task has ended with this text for the host.
    TaskDone(String),
}

/// A line of the host.
#[derive(Debug)]
pub(super) struct HostLine {
    /// Without its end.
    pub(super) text: String,
    /// When it was read.
    pub(super) read_at: Instant,
    /// The number of the search that it starts; none for other lines.
    pub(super) search: Option<u64>,
    /// Its room in the backlog.
    pub(super) _room: Room,
}

/// Why a conversation is over.
#[derive(Debug)]
pub(super) enum End {
    /// The host sent `quit`.
    Quit,
    /// The host closed its end of our input.
    InputClosed,
    /// The host no longer reads our output.
    HostGone,
    /// Our output cannot be written.
    Unwritable(io::Error),
}

/// Only writing to the host fails.
impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::HostGone,
            _ => Self::Unwritable(error),
        }
    }
}
