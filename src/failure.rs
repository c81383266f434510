//! The errors of commands, as sentences in the reader's language.

use std::error::Error;
use std::{fmt, io, iter};

use chuhe_localize::Localize;
use chuhe_localize::tr;

/// Why a command fails. The operator `?` converts only errors that have texts in both languages.
#[derive(Debug)]
pub(crate) struct Failure {
    text: String,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

/// The result of a command.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// A failure without an underlying error.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), cause: None }
    }

    /// An error from a library, in the library's own words.
    pub(crate) fn foreign(error: impl Error + Send + Sync + 'static) -> Self {
        Self { text: error.to_string(), cause: Some(Box::new(error)) }
    }

    /// Prefixes the failure with the place or the work that it concerns.
    #[must_use]
    pub(crate) fn context(self, context: impl fmt::Display) -> Self {
        Self { text: format!("{context}{}{}", tr!("cause-separator"), self.text), ..self }
    }

    /// The underlying error, if it has this type.
    pub(crate) fn cause<E: Error + 'static>(&self) -> Option<&E> {
        self.cause.as_ref()?.downcast_ref()
    }

    /// The first underlying system error that `find` accepts.
    pub(crate) fn find_io<T>(&self, find: impl Fn(&io::Error) -> Option<T>) -> Option<T> {
        let first = self.cause.as_deref().map(|cause| cause as &(dyn Error + 'static));
        iter::successors(first, |error| Error::source(*error))
            .find_map(|error| find(error.downcast_ref()?))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Text from a file must not send control characters to the terminal.
        let harmless =
            |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c };
        f.write_str(&self.text.chars().map(harmless).collect::<String>())
    }
}

impl<E: Error + Localize + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self { text: error.localize(), cause: Some(Box::new(error)) }
    }
}

/// Prefixes an error with the place or the work that it concerns.
pub(crate) trait Context<T> {
    fn with_context<C: fmt::Display>(self, context: impl FnOnce() -> C) -> Result<T>;
}

impl<T, E: Into<Failure>> Context<T> for std::result::Result<T, E> {
    fn with_context<C: fmt::Display>(self, context: impl FnOnce() -> C) -> Result<T> {
        self.map_err(|error| error.into().context(context()))
    }
}
