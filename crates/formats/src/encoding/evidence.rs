//! Evidence for the encoding of a piece of text.

use std::sync::LazyLock;

use encoding_rs::{BIG5, GB18030};

/// The candidate encodings. If several fit equally well, the first is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    Utf8,
    Gb18030,
    Big5,
    /// Windows-1252, which includes Latin-1.
    Latin,
}

impl Charset {
    const ALL: [Self; 4] = [Self::Utf8, Self::Gb18030, Self::Big5, Self::Latin];
}

/// How well a text fits each encoding.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence([i32; 4]);

impl Evidence {
    pub(super) fn of(bytes: &[u8]) -> Self {
        Self([utf8(bytes), gb18030(bytes), big5(bytes), latin(bytes)])
    }

    /// Adds the evidence from another part, multiplied by a weight.
    pub(super) fn add(&mut self, other: Self, weight: i32) {
        for (sum, points) in self.0.iter_mut().zip(other.0) {
            *sum += points * weight;
        }
    }

    pub(super) fn best(self) -> Charset {
        let best = self.0.iter().copied().max();
        let place = self.0.iter().position(|&points| Some(points) == best);
        Charset::ALL[place.expect("the largest is among them")]
    }
}

/// The points for characters of moves, for common, rarer and odd characters, and for errors.
const MOVE: i32 = 12;
const COMMON: i32 = 6;
const RARE: i32 = 1;
const ODD: i32 = -2;
const BAD: i32 = -16;
/// The points for a bad byte in windows-1252: one less than in UTF-8, where the byte is replaced and therefore
/// reported.
const BAD_LATIN: i32 = BAD / 2 - 1;

/// The characters of moves in both scripts, each as two bytes in GB18030 and in Big5, sorted.
static MOVE_CHARACTERS: LazyLock<[Vec<[u8; 2]>; 2]> = LazyLock::new(|| {
    let text = "进進退平车車马馬炮砲包兵卒象相士仕将將帅帥俥傌前后後中一二三四五六七八九１２３４５６７８９";
    [GB18030, BIG5].map(|encoding| {
        // A character that the encoding lacks becomes a reference of more than two bytes, which is left out.
        let bytes = text.chars().map(|c| encoding.encode(&c.to_string()).0.into_owned());
        let mut pairs: Vec<[u8; 2]> =
            bytes.filter_map(|bytes| <[u8; 2]>::try_from(bytes).ok()).collect();
        pairs.sort_unstable();
        pairs
    })
});

/// Whether text that is valid UTF-8 may be GB 2312 whose byte pairs are valid only by chance, judging by lead bytes
/// that Chinese and Latin text never contains in UTF-8.
pub(super) fn may_be_pairs(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, 0xc4..=0xdf))
}

/// Whether a text must be UTF-8, because it is valid and not just by chance.
pub(super) fn is_surely_utf8(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    if !may_be_pairs(text) {
        return true;
    }
    let (mut before, mut chars) = (' ', text.chars().peekable());
    let mut letters = [0; 3];
    while let Some(c) = chars.next() {
        if c.len_utf8() > 2 || is_in_word(before, c, chars.peek().copied()) {
            return true;
        }
        if !c.is_ascii() {
            let mut pair = [0; 2];
            c.encode_utf8(&mut pair);
            if pair[1] < 0xa1 {
                return true;
            }
            letters[match c {
                '\u{370}'..='\u{3ff}' => 0,
                '\u{400}'..='\u{4ff}' => 1,
                _ => 2,
            }] += 1;
        }
        before = c;
    }
    // The text has words in Greek or Cyrillic.
    matches!(letters, [(3..), 0, 0] | [0, (3..), 0])
}

/// Whether `c` is a Latin letter beyond ASCII next to an ASCII letter.
fn is_in_word(before: char, c: char, behind: Option<char>) -> bool {
    let is_plain = |c: char| c.is_ascii_alphabetic();
    ('\u{c0}'..'\u{250}').contains(&c) && (is_plain(before) || behind.is_some_and(is_plain))
}

fn utf8(bytes: &[u8]) -> i32 {
    let mut points = 0;
    for chunk in bytes.utf8_chunks() {
        let mut before = ' ';
        let mut chars = chunk.valid().chars().peekable();
        while let Some(c) = chars.next() {
            points += match (c.len_utf8(), c) {
                (1, _) => 0,
                (2, _) if is_in_word(before, c, chars.peek().copied()) => 8,
                (2, _) => 3,
                (
                    3,
                    '\u{1e00}'..='\u{206f}' | '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}',
                ) => 10,
                (3, _) => ODD,
                _ => COMMON,
            };
            before = c;
        }
        points += match chunk.invalid() {
            [] => 0,
            [_] => BAD / 2,
            // The start of a truncated character.
            _ => ODD / 2,
        };
    }
    points
}

fn gb18030(bytes: &[u8]) -> i32 {
    pairs(bytes, |pair| match pair {
        _ if MOVE_CHARACTERS[0].binary_search(&pair).is_ok() => Some(MOVE),
        // The three patterns are the first level of GB 2312, its punctuation, and its second level.
        [0xb0..=0xd7, 0xa1..=0xfe] => Some(COMMON),
        [0xa1..=0xa3, 0xa1..=0xfe] => Some(COMMON / 2),
        [0xd8..=0xf7, 0xa1..=0xfe] => Some(RARE),
        // These punctuation marks more likely stand for themselves.
        [_, b'[' | b'\\' | b']' | b'{' | b'}'] => Some(BAD / 2),
        [_, 0x40..=0x7e | 0x80..=0xfe] => Some(ODD),
        [_, 0x30..=0x39] => Some(ODD / 2),
        _ => None,
    })
}

fn big5(bytes: &[u8]) -> i32 {
    pairs(bytes, |pair| match pair {
        _ if MOVE_CHARACTERS[1].binary_search(&pair).is_ok() => Some(MOVE),
        // The first level of Big5; if both bytes are high, the pair could also be GB 2312.
        [0xa4..=0xc6, 0x40..=0x7e] => Some(COMMON + 1),
        [0xa4..=0xc6, 0xa1..=0xfe] => Some(COMMON - 1),
        [0xa1..=0xa3, 0x40..=0x7e | 0xa1..=0xfe] => Some(COMMON / 2),
        [0xc9..=0xf9, 0x40..=0x7e | 0xa1..=0xfe] => Some(RARE),
        _ => None,
    })
}

/// The sum of points over pairs of bytes with a high first byte. `rate` returns the points of a pair, or `None` if it
/// is not a character.
fn pairs(bytes: &[u8], rate: impl Fn([u8; 2]) -> Option<i32>) -> i32 {
    let (mut points, mut rest, mut is_in_word) = (0, bytes, false);
    while let [first, behind @ ..] = rest {
        rest = behind;
        if first.is_ascii() {
            is_in_word = first.is_ascii_lowercase();
            continue;
        }
        let second = behind.first().copied().unwrap_or_default();
        let Some(rating) = rate([*first, second]).filter(|_| !matches!(first, 0x80 | 0xff)) else {
            points += BAD;
            continue;
        };
        // If these are the first two bytes of a four-byte character in GB18030, the third is high again.
        rest = &behind[1..];
        // No word in Latin letters ends with a single Chinese character.
        let is_alone = is_in_word && rest.first().is_none_or(u8::is_ascii);
        points += if is_alone { rating.min(BAD / 2 - 1) } else { rating };
        is_in_word = false;
    }
    points
}

fn latin(bytes: &[u8]) -> i32 {
    let at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
    let mut points = 0;
    for (i, &byte) in bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
        let (before, behind) = (at(i.checked_sub(1)), at(Some(i + 1)));
        let is_small = matches!(byte, 0xdf..=0xff | 0x9a | 0x9c | 0x9e);
        let is_word = before.is_ascii_alphabetic() || behind.is_ascii_alphabetic();
        points += match byte {
            // These characters are rare in text, but common in damaged text.
            0xd7 | 0xf7 | 0xff => BAD_LATIN,
            _ if !before.is_ascii() || !behind.is_ascii() => BAD_LATIN,
            // A capital does not follow a lower-case letter.
            _ if is_small && behind.is_ascii_uppercase() => ODD,
            0xc0..=0xde if before.is_ascii_lowercase() => BAD_LATIN,
            0xc0..=0xfe | 0x8a | 0x8c | 0x8e | 0x9a | 0x9c | 0x9e | 0x9f if is_word => COMMON,
            // These are words of one letter.
            0xc0 | 0xc8 | 0xc9 | 0xd3 | 0xe0 | 0xe8 | 0xe9 | 0xf3 => RARE,
            // These are quotes, dashes and dots.
            0x85 | 0x91..=0x94 | 0x96 | 0x97 | 0xab | 0xb0 | 0xbb => 0,
            _ => BAD_LATIN,
        };
    }
    points
}
