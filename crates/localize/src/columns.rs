//! Measures and pads text in a terminal, where a Chinese character takes two columns.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The number of columns that a text occupies.
///
/// ```
/// assert_eq!(chuhe_localize::columns::width("炮二平五 C2.5"), 13);
/// ```
pub fn width(text: &str) -> usize {
    text.width()
}

/// The number of columns that a character takes: 0, 1 or 2.
///
/// ```
/// assert_eq!(chuhe_localize::columns::char_width('炮'), 2);
/// ```
pub fn char_width(c: char) -> usize {
    c.width().unwrap_or_default()
}

/// Pads a text with spaces on the right to `columns` columns.
///
/// ```
/// assert_eq!(chuhe_localize::columns::left("红方", 6), "红方  ");
/// ```
pub fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", spaces(text, columns))
}

/// Pads a text with spaces on the left to `columns` columns.
///
/// ```
/// assert_eq!(chuhe_localize::columns::right("红方", 6), "  红方");
/// ```
pub fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", spaces(text, columns))
}

fn spaces(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text)))
}
