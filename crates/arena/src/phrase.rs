//! Texts in English and Chinese, for tables that hold both beside the code that uses them.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};

/// A text in two languages. It is displayed, and serialized to JSON, in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The English text.
    pub english: Cow<'static, str>,
    /// The Chinese text.
    pub chinese: Cow<'static, str>,
}

/// A [`Phrase`] of two format strings.
macro_rules! phrase {
    ($english:literal, $chinese:literal $(,)?) => {
        $crate::phrase::Phrase {
            english: format!($english).into(),
            chinese: format!($chinese).into(),
        }
    };
}

pub(crate) use phrase;

impl Phrase {
    pub(crate) const fn new(english: &'static str, chinese: &'static str) -> Self {
        Self { english: Cow::Borrowed(english), chinese: Cow::Borrowed(chinese) }
    }

    /// This text in place of `{}` in the patterns.
    pub(crate) fn within(&self, english: &str, chinese: &str) -> Self {
        Self {
            english: english.replace("{}", &self.english).into(),
            chinese: chinese.replace("{}", &self.chinese).into(),
        }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl Serialize for Phrase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.english)
    }
}

/// What an engine or a host writes is the same in both languages.
impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        Self { english: text.to_owned().into(), chinese: text.to_owned().into() }
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<Duration> for Phrase {
    fn from(time: Duration) -> Self {
        format!("{} ms", time.as_millis()).into()
    }
}
