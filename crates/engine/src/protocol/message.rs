//! The messages to the session, and the reasons why a conversation ends.

use std::io;

use super::backlog::Room;
use crate::clock::Instant;
use crate::search::Event;

/// A message to the session.
#[derive(Debug)]
pub(super) enum Message {
    /// A line from the host.
    Line(HostLine),
    /// The host has closed our input.
    EndOfInput,
    /// An event of the running search.
    Event(Event),
    /// A long task has ended with this text for the host.
    TaskDone(String),
}

#[derive(Debug)]
pub(super) struct HostLine {
    /// The text, without the line ending.
    pub(super) text: String,
    /// The time at which the line was read.
    pub(super) read_at: Instant,
    /// The number of the search that the line starts; `None` for other lines.
    pub(super) search: Option<u64>,
    /// The room that the line takes in the backlog.
    pub(super) _room: Room,
}

/// Why a conversation has ended.
#[derive(Debug)]
pub(super) enum End {
    /// The host sent `quit`.
    Quit,
    /// The host closed our input.
    InputClosed,
    /// The host no longer reads our output.
    HostGone,
    /// The output to the host cannot be written.
    Unwritable(io::Error),
}

/// Converts an error in writing to the host; no other errors occur.
impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::HostGone,
            _ => Self::Unwritable(error),
        }
    }
}
