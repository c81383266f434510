//! Talking to hosts: UCCI and UCI.
//!
//! [`uci`] and [`ucci`] are the two languages as text, pure and both ways: an engine reads [`Command`]s and writes search
//! events, a host writes [`Command`]s and reads [`Reply`]s. [`serve`] holds the engine's side of a conversation.
//!
//! ```
//! use chuhe::protocol::{Command, Dialect, Reply};
//!
//! let line = Dialect::Ucci.format_command(&Command::NewGame);
//! assert_eq!(line.as_deref(), Some("setoption newgame"));
//! let reply = Dialect::Uci.parse_reply("bestmove h2e2 ponder h9g7");
//! assert!(matches!(reply, Some(Reply::BestMove { mv: Some(mv), .. }) if mv == "h2e2"));
//! ```

mod command;
mod console;
mod dialect;
mod reply;
mod request;
mod serve;
mod session;
pub mod ucci;
pub mod uci;
mod wording;

pub use command::{ClockWords, Command, Console, Go, Greeting, Setup, Unit};
pub use dialect::Dialect;
pub use reply::{InfoWords, OfferedKind, OfferedOption, Reply};
pub use serve::serve;
pub use wording::Wording;

use crate::engine::options::OPTIONS;
use crate::search::Event;

/// The name hosts are told.
const ENGINE_NAME: &str = concat!("chuhe ", env!("CARGO_PKG_VERSION"));
/// The author hosts are told.
const AUTHOR: &str = "the chuhe authors";

impl Dialect {
    /// Reads a line; none if it says nothing in this dialect. The unit is for UCCI's clocks.
    #[must_use]
    pub fn parse_command(self, line: &str, unit: Unit) -> Option<Command> {
        match self {
            Self::Uci => uci::parse_command(line),
            Self::Ucci => ucci::parse_command(line, unit),
        }
    }

    /// The line of a host for a command, or none where this dialect has no words for it.
    /// [`uci::format_command`] and [`ucci::format_command`] say which those are.
    #[must_use]
    pub fn format_command(self, command: &Command) -> Option<String> {
        match self {
            Self::Uci => uci::format_command(command),
            Self::Ucci => ucci::format_command(command),
        }
    }

    /// Reads a line of an engine; none if it says nothing a host has to know.
    #[must_use]
    pub fn parse_reply(self, line: &str) -> Option<Reply> {
        match self {
            Self::Uci => uci::parse_reply(line),
            Self::Ucci => ucci::parse_reply(line),
        }
    }

    /// The line for what a search says.
    #[must_use]
    pub fn format_event(self, event: &Event, wording: Wording) -> String {
        match self {
            Self::Uci => uci::format_event(event, wording),
            Self::Ucci => ucci::format_event(event, wording),
        }
    }

    /// The line for a message to people.
    #[must_use]
    pub fn format_text(self, text: &str) -> String {
        match self {
            Self::Uci => uci::format_text(text),
            Self::Ucci => ucci::format_text(text),
        }
    }

    /// The answer to a greeting: who this is, every option, and that that was all.
    #[must_use]
    pub fn introduction(self) -> Vec<String> {
        let format_option = match self {
            Self::Uci => uci::format_option,
            Self::Ucci => ucci::format_option,
        };
        let mut lines = vec![format!("id name {ENGINE_NAME}"), format!("id author {AUTHOR}")];
        lines.extend(OPTIONS.iter().filter_map(format_option));
        lines.push(self.greeting_end().to_owned());
        lines
    }
}
