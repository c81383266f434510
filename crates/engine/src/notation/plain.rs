//! Text that was copied from web pages and documents.

use std::borrow::Cow;

use super::wxf::half_width;

/// Whether a character has neither width nor meaning in moves and positions: a zero-width space or joiner, a soft
/// hyphen, a direction mark, a variation selector, or a byte order mark.
pub const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}

/// Moves or a position as they would be typed: without invisible characters, and with ASCII characters in place of
/// full-width forms, dashes and other spaces.
///
/// ```
/// use chuhe_engine::notation::plain;
///
/// assert_eq!(plain("\u{200b}Ｈ２–Ｅ２"), "H2-E2");
/// ```
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let visible = text.chars().filter(|&c| !is_invisible(c));
    Cow::Owned(visible.map(|c| if is_space(c) { ' ' } else { half_width(c) }).collect())
}

fn is_space(c: char) -> bool {
    c.is_whitespace() && !c.is_ascii()
}
