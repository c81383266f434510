//! Columns of text in a terminal, where a Chinese character is two columns wide.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The columns that a text takes.
///
/// ```
/// assert_eq!(chuhe_localize::columns::width("炮二平五 C2.5"), 13);
/// ```
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// The columns that a character takes: none, one or two.
///
/// ```
/// assert_eq!(chuhe_localize::columns::char_width('炮'), 2);
/// ```
#[must_use]
pub fn char_width(c: char) -> usize {
    c.width().unwrap_or_default()
}

/// A text with spaces behind it, up to `columns`.
///
/// ```
/// assert_eq!(chuhe_localize::columns::left("红方", 6), "红方  ");
/// ```
#[must_use]
pub fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", spaces(text, columns))
}

/// A text with spaces before it, up to `columns`.
///
/// ```
/// assert_eq!(chuhe_localize::columns::right("红方", 6), "  红方");
/// ```
#[must_use]
pub fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", spaces(text, columns))
}

fn spaces(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text)))
}
