//! The two protocols and their opening words.

use super::command::Greeting;

/// A protocol between host and engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// UCI for xiangqi.
    Uci,
    /// UCCI 3.0.
    Ucci,
}

impl Dialect {
    /// The word with which a host begins a conversation.
    pub const fn greeting(self) -> Greeting {
        match self {
            Self::Uci => Greeting::Uci,
            Self::Ucci => Greeting::Ucci,
        }
    }

    /// The line with which an engine ends its introduction.
    pub const fn greeting_end(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Ucci => "ucciok",
        }
    }

    /// The dialect in which `word`, in lower case, ends the introduction.
    pub(super) fn of_greeting_end(word: &str) -> Option<Self> {
        [Self::Uci, Self::Ucci].into_iter().find(|dialect| dialect.greeting_end() == word)
    }
}
