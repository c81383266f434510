//! The languages, and the current language of each thread.
//!
//! ```
//! use chuhe_localize as locale;
//! use chuhe_localize::Language;
//!
//! assert_eq!(locale::with(Language::Chinese, locale::current), Language::Chinese);
//! assert_eq!(Language::of_tag("zh_CN.UTF-8"), Some(Language::Chinese));
//! ```

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};

/// A language with a catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// The language's tag, as used in web pages and folder names: `en` or `zh-CN`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-CN",
        }
    }

    /// The language with a tag such as `zh`, `zh-Hans` or `en_GB.UTF-8`; `None` if there is no catalogue for it.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let language = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        match &language.to_ascii_lowercase()[..] {
            "en" | "c" | "posix" => Some(Self::English),
            "zh" | "cn" => Some(Self::Chinese),
            _ => None,
        }
    }

    /// The language of the environment, from the first of `CHUHE_LANG`, `LC_ALL`, `LC_MESSAGES` and `LANG` that is set;
    /// English if there is no catalogue for it.
    pub fn of_environment() -> Self {
        let names = ["CHUHE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];
        let value = names.iter().filter_map(|name| std::env::var(name).ok());
        let first = value.into_iter().find(|value| !value.is_empty());
        first.and_then(|tag| Self::of_tag(&tag)).unwrap_or_default()
    }
}

thread_local! {
    /// The language of this thread, if one was set for it.
    static CURRENT: Cell<Option<Language>> = const { Cell::new(None) };
}

/// The language of all other threads, as an index into [`Language::ALL`].
static DEFAULT: AtomicU8 = AtomicU8::new(0);

/// The language of this thread.
pub fn current() -> Language {
    let default = || Language::ALL[usize::from(DEFAULT.load(Ordering::Relaxed))];
    CURRENT.get().unwrap_or_else(default)
}

/// Sets the language of all threads for which none was set. Call it once, at the start of a program.
pub fn set_default(language: Language) {
    DEFAULT.store(language as u8, Ordering::Relaxed);
}

/// Runs some work on this thread in a given language.
///
/// ```
/// use chuhe_localize as locale;
/// use chuhe_localize::Language;
///
/// let language = locale::with(Language::Chinese, locale::current);
/// assert_eq!(language, Language::Chinese);
/// ```
pub fn with<T>(language: Language, work: impl FnOnce() -> T) -> T {
    /// Restores the language, even if the work panics.
    struct Before(Option<Language>);
    impl Drop for Before {
        fn drop(&mut self) {
            CURRENT.set(self.0);
        }
    }
    let _before = Before(CURRENT.replace(Some(language)));
    work()
}

/// Joins words as in a sentence.
///
/// ```
/// use chuhe_localize::{Language, list, with};
///
/// let words = ["rook".to_owned(), "horse".to_owned(), "cannon".to_owned()];
/// assert_eq!(with(Language::English, || list(&words)), "rook, horse and cannon");
/// ```
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [front @ .., last] => {
            let front = front.join(&crate::tr!("list-separator"));
            crate::tr!("list-last", front = front, last = last.clone())
        }
    }
}

/// Returns the text of a message in the language of this thread, as a `String`.
///
/// The first argument is the message's name in the catalogue; the others are the values of its variables. If a message
/// has a singular and a plural, a number selects between them.
///
/// ```
/// use chuhe_localize as locale;
/// use chuhe_localize::Language;
/// use chuhe_localize::tr;
///
/// locale::with(Language::English, || {
///     assert_eq!(tr!("list-last", front = "rook", last = "horse"), "rook and horse");
/// });
/// ```
#[macro_export]
macro_rules! tr {
    ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::message($id, &[$((stringify!($name), &$value as &dyn ::std::fmt::Display)),*])
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_name_languages() {
        for tag in ["zh", "zh_CN.UTF-8", "zh-Hans", "ZH_tw", "cn"] {
            assert_eq!(Language::of_tag(tag), Some(Language::Chinese), "{tag}");
        }
        for tag in ["en", "en_GB.UTF-8", "C", "C.UTF-8", "POSIX"] {
            assert_eq!(Language::of_tag(tag), Some(Language::English), "{tag}");
        }
        for tag in ["", "de_DE", "zhuang"] {
            assert_eq!(Language::of_tag(tag), None, "{tag}");
        }
        for language in Language::ALL {
            assert_eq!(Language::of_tag(language.tag()), Some(language));
            assert_eq!(Language::ALL[language as usize], language);
        }
    }

    #[test]
    fn a_language_lasts_as_long_as_its_work() {
        let before = current();
        with(Language::Chinese, || {
            with(Language::English, || assert_eq!(current(), Language::English));
            assert_eq!(current(), Language::Chinese);
            assert!(std::panic::catch_unwind(|| with(Language::English, || panic!())).is_err());
            assert_eq!(current(), Language::Chinese);
        });
        assert_eq!(current(), before);
    }
}
