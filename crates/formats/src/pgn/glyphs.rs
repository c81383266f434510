//! Signs after moves that stand for numeric annotation glyphs (NAG), such as `!` and `+=`.

use chuhe_engine::notation::is_move;
use chuhe_engine::notation::wxf::half_width;

/// The signs and their glyphs; longer signs come before their prefixes. `White` in the standard names of glyphs means
/// Red here.
const SIGNS: [(&str, u8); 22] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("=", 10),
    ("\u{221e}", 13),
    ("\u{2a72}", 14),
    ("\u{2a71}", 15),
    ("\u{b1}", 16),
    ("\u{2213}", 17),
    ("\u{25a1}", 7),
    ("N", 146),
];

/// The glyphs in a text that consists of signs; `+` and `#`, for check and mate, stand for no glyph. `None` if there is
/// any other text.
pub(in super::super) fn glyphs_of(text: &str) -> Option<Vec<u8>> {
    let text: String = text.chars().map(half_width).collect();
    let mut rest = &text[..];
    let mut glyphs = Vec::new();
    while !rest.is_empty() {
        let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
        glyphs.extend(sign.map(|&(_, glyph)| glyph));
        let length = sign.map(|(sign, _)| sign.len());
        let length = length.or_else(|| rest.starts_with(['+', '#']).then_some(1))?;
        rest = &rest[length..];
    }
    Some(glyphs)
}

/// The length of the signs at the start of a word, if a move number or, after `!` and `?`, a move follows them. They
/// belong to the previous move.
pub(in super::super) fn signs_before_number(word: &str) -> usize {
    let is_sign =
        |c| "!?+-=/\u{b1}\u{2213}\u{221e}\u{2a72}\u{2a71}\u{25a1}".contains(half_width(c));
    let behind = word.trim_start_matches(is_sign);
    let signs = &word[..word.len() - behind.len()];
    let is_numbered = unnumbered(behind).len() < behind.len()
        && !behind.trim_start_matches(|c| half_width(c).is_ascii_digit()).is_empty();
    let is_it = is_numbered
        || signs.chars().all(|c| matches!(half_width(c), '!' | '?'))
            && is_move(split_word(behind).0);
    if !signs.is_empty() && !behind.is_empty() && is_it && glyphs_of(signs).is_some() {
        signs.len()
    } else {
        0
    }
}

/// Splits a word into its text without the move number, and its signs. Either may be empty.
pub(in super::super) fn split_word(word: &str) -> (&str, &str) {
    let bare = word.trim_end_matches(is_mark);
    // 27.6 is a move, not the move number 27 before something else.
    if is_move(bare) {
        return (bare, &word[bare.len()..]);
    }
    // Signs that may be part of a move are split off only if a move, a number or nothing remains.
    if word.ends_with(is_sign) {
        let (text, signs) = word.split_at(word.trim_end_matches(is_sign).len());
        let text = if is_move(text) { text } else { unnumbered(text) };
        if (text.is_empty() || is_move(text)) && glyphs_of(signs).is_some() {
            return (text, signs);
        }
    }
    (unnumbered(bare), &word[bare.len()..])
}

fn is_sign(c: char) -> bool {
    is_mark(c) || "=-/N\u{b1}\u{2213}\u{221e}\u{2a72}\u{2a71}\u{25a1}".contains(half_width(c))
}

fn is_mark(c: char) -> bool {
    matches!(half_width(c), '!' | '?' | '+' | '#')
}

/// A word without its move number.
fn unnumbered(word: &str) -> &str {
    let behind = word.trim_start_matches(|c| half_width(c).is_ascii_digit());
    let text = behind.trim_start_matches(|c| matches!(half_width(c), '.' | '…' | '、'));
    if behind.is_empty() || text.len() < behind.len() { text } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_distinguished_from_moves_and_numbers() {
        for (word, text, glyphs) in [
            ("h9g7+=", "h9g7", &[14][..]),
            ("2.H8+7!±", "H8+7", &[1, 16]),
            ("马８进７＝＋", "马８进７", &[15]),
            ("C2=5+-", "C2=5", &[18]),
            ("C2=5", "C2=5", &[]),
            ("h2e2++", "h2e2", &[]),
            ("h2e2N", "h2e2", &[146]),
            ("Nh2", "Nh2", &[]),
            ("27.6", "27.6", &[]),
            ("3.", "", &[]),
            ("3.=", "", &[10]),
            ("-/+", "", &[17]),
            ("−+", "", &[19]),
            ("□", "", &[7]),
            ("!!?", "", &[3, 2]),
        ] {
            let (found, signs) = split_word(word);
            assert_eq!((found, glyphs_of(signs)), (text, Some(glyphs.to_vec())), "{word}");
        }
        for word in ["-", "h2-", "C2.", "=x", "1-", "hN"] {
            assert!(!split_word(word).0.is_empty() && !is_move(split_word(word).0), "{word}");
        }
    }
}
