//! The languages of hosts, and how conversations in them begin.

use super::command::Greeting;

/// A language of hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// UCI for xiangqi.
    Uci,
    /// UCCI 3.0.
    Ucci,
}

impl Dialect {
    /// The word a host begins with.
    #[must_use]
    pub const fn greeting(self) -> Greeting {
        match self {
            Self::Uci => Greeting::Uci,
            Self::Ucci => Greeting::Ucci,
        }
    }

    /// The line that ends an engine's announcements.
    #[must_use]
    pub const fn greeting_end(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Ucci => "ucciok",
        }
    }

    /// The dialect whose announcements a word ends, in lower case.
    pub(super) fn of_greeting_end(word: &str) -> Option<Self> {
        [Self::Uci, Self::Ucci].into_iter().find(|dialect| dialect.greeting_end() == word)
    }
}
