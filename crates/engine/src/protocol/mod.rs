//! The engine protocols UCCI and UCI.
//!
//! [`uci`] and [`ucci`] convert between lines and values for both sides: an engine reads [`Command`]s and writes search
//! events, while a host writes [`Command`]s and reads [`Reply`]s. [`serve`] runs the engine's side of a conversation.
//!
//! ```
//! use chuhe_engine::protocol::{Command, Dialect, Reply};
//!
//! let line = Dialect::Ucci.format_command(&Command::NewGame);
//! assert_eq!(line.as_deref(), Some("setoption newgame"));
//! let reply = Dialect::Uci.parse_reply("bestmove h2e2 ponder h9g7");
//! assert!(matches!(reply, Some(Reply::BestMove { mv: Some(mv), .. }) if mv == "h2e2"));
//! ```

mod backlog;
mod command;
mod console;
mod conversation;
mod dialect;
mod message;
mod reply;
mod request;
mod serve;
mod session;
pub mod ucci;
pub mod uci;
mod wording;

pub use command::{ClockWords, Command, Console, Go, Greeting, Setup, Unit};
pub use conversation::Conversation;
pub use dialect::Dialect;
pub use reply::{InfoWords, OfferedKind, OfferedOption, Reply};
pub use serve::serve;
pub use wording::Wording;

use crate::engine::options::OPTIONS;
use crate::search::Event;

/// The name and version of this engine, sent as `id name`.
pub(crate) const ENGINE_NAME: &str = concat!("chuhe ", env!("CARGO_PKG_VERSION"));
/// The engine's author, sent as `id author`.
const AUTHOR: &str = "the chuhe authors";

impl Dialect {
    /// Parses a line from a host; `None` if the line is not a command of this dialect. `unit` is the unit of UCCI
    /// clocks; UCI always uses milliseconds.
    pub fn parse_command(self, line: &str, unit: Unit) -> Option<Command> {
        match self {
            Self::Uci => uci::parse_command(line),
            Self::Ucci => ucci::parse_command(line, unit),
        }
    }

    /// The line that a host sends for a command; `None` if this dialect cannot express it. See
    /// [`uci::format_command`] and [`ucci::format_command`].
    pub fn format_command(self, command: &Command) -> Option<String> {
        match self {
            Self::Uci => uci::format_command(command),
            Self::Ucci => ucci::format_command(command),
        }
    }

    /// Parses a line from an engine; `None` if the line requires no action by a host.
    pub fn parse_reply(self, line: &str) -> Option<Reply> {
        match self {
            Self::Uci => uci::parse_reply(line),
            Self::Ucci => ucci::parse_reply(line),
        }
    }

    /// The line that an engine sends for an event of the search.
    pub fn format_event(self, event: &Event, wording: Wording) -> String {
        match self {
            Self::Uci => uci::format_event(event, wording),
            Self::Ucci => ucci::format_event(event, wording),
        }
    }

    /// The line with which an engine shows a text to the user.
    pub fn format_text(self, text: &str) -> String {
        match self {
            Self::Uci => uci::format_text(text),
            Self::Ucci => ucci::format_text(text),
        }
    }

    /// The answer to a greeting: name and author, every option, and `uciok` or `ucciok`. Options for opening books are
    /// included only if there is a book.
    pub fn introduction(self, has_book: bool) -> Vec<String> {
        let format_option = match self {
            Self::Uci => uci::format_option,
            Self::Ucci => ucci::format_option,
        };
        let mut lines = vec![format!("id name {ENGINE_NAME}"), format!("id author {AUTHOR}")];
        let options = OPTIONS.iter().filter(|spec| has_book || !spec.is_about_books());
        lines.extend(options.filter_map(format_option));
        lines.push(self.greeting_end().to_owned());
        lines
    }
}
