//! Breaks lines, in English and Chinese.

use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};

use super::columns::char_width;

/// Breaks a line into lines of at most `width` columns and indents all but the first. Terminal escape sequences take no
/// columns. A word that is wider than `width` is not broken.
///
/// ```
/// use chuhe_localize::prose::fill;
///
/// assert_eq!(fill("one two three", 8, 2), "one two\n  three");
/// assert_eq!(fill("对手是楚河（按 l 更改）。", 16, 0), "对手是楚河（按 l\n更改）。");
/// assert_eq!(fill("应走 炮二平五 马８进７", 16, 0), "应走 炮二平五\n马８进７");
/// ```
pub fn fill(line: &str, width: usize, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let options = Options::new(width)
        .subsequent_indent(&indent)
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(line, options)
}

/// Whether two pieces of text are joined without a space: Chinese has no spaces between words or after its punctuation.
///
/// ```
/// use chuhe_localize::prose::is_without_blank;
///
/// assert!(is_without_blank("读入", "棋谱") && is_without_blank("读入，", "PGN"));
/// assert!(!is_without_blank("读入", "PGN") && !is_without_blank("reads", "games"));
/// ```
pub fn is_without_blank(before: &str, after: &str) -> bool {
    before.ends_with(|c: char| CLOSING.contains(c) && !c.is_ascii())
        || before.ends_with(|c: char| !c.is_ascii()) && after.starts_with(|c: char| !c.is_ascii())
}

/// Splits a line into pieces between which it may be broken: at spaces, and next to Chinese characters. No line starts
/// with closing punctuation or ends with opening punctuation, and no word as short as a move, such as 炮二平五, is split.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    const MOVE_CHARS: usize = 4;
    let ends_word = |c: char| c == ' ' || OPENING.contains(c) || CLOSING.contains(c);
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before = None;
    // The start of the current word.
    let mut word = 0;
    for (at, c) in line.char_indices() {
        if let Some(before) = before {
            if ends_word(before) {
                word = at;
            }
            let rest = line[word..].split(ends_word).next().unwrap_or_default();
            let is_within = at > word && at < word + rest.len();
            let is_move = is_within && rest.chars().count() <= MOVE_CHARS;
            if may_break(before, c) && !is_move {
                pieces.push(Word::from(&line[start..at]));
                start = at;
            }
        }
        before = Some(c);
    }
    pieces.push(Word::from(&line[start..]));
    Box::new(pieces.into_iter())
}

/// A line may not end with any of these.
const OPENING: &str = "（《“‘([{<";
/// A line may not start with any of these.
const CLOSING: &str = "）》”’)]}>，。、；：！？…,.;:!?";

fn may_break(before: char, after: char) -> bool {
    let is_wide = |c: char| char_width(c) == 2;
    match (before, after) {
        (' ', ' ') => false,
        (' ', _) => true,
        (_, ' ') => false,
        _ => {
            (is_wide(before) || is_wide(after))
                && !OPENING.contains(before)
                && !CLOSING.contains(after)
        }
    }
}
