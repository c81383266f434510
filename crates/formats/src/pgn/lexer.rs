//! Splits a text into games, and each game into tags and tokens, without interpreting the moves.

use std::borrow::Cow;
use std::ops::Range;

use super::super::game::Outcome;
use super::super::read_problem::ReadProblem;
use super::glyphs::{signs_before_number, split_word};
use super::is_field;
use chuhe_engine::notation::chinese::split_first;
use chuhe_engine::notation::wxf::half_width;
use chuhe_engine::notation::{is_invisible, is_move, plain};

/// The tags and tokens of one game.
#[derive(Debug, Default)]
pub(super) struct RawGame<'a> {
    /// The byte offset of the game.
    pub(super) begin: usize,
    pub(super) tags: Vec<RawTag<'a>>,
    pub(super) tokens: Vec<(usize, Token<'a>)>,
    /// How many of the tokens are moves, counted up to two.
    moves: usize,
    pub(super) outcome: Option<Outcome>,
    /// Invalid lines among the tags, with their numbers.
    pub(super) bad_tags: Vec<(usize, &'a str)>,
}

/// A tag, with the number of its line.
#[derive(Debug)]
pub(super) struct RawTag<'a> {
    pub(super) line: usize,
    pub(super) name: &'a str,
    pub(super) value: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A move, a move number, or both, with or without glyphs after it, as it would be typed.
    Word(Cow<'a, str>),
    Comment(Box<str>),
    Glyph(u8),
    Open,
    Close,
    /// Anything else.
    Bad(BadToken<'a>),
}

/// A text that is not a token. It is small, because a text may consist of millions of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadToken<'a> {
    Glyph(&'a str),
    OpenComment,
    OpenSlashedComment,
}

impl BadToken<'_> {
    pub(super) fn problem(self) -> ReadProblem {
        match self {
            Self::Glyph(text) => ReadProblem::Glyph { found: text.chars().take(20).collect() },
            Self::OpenComment => ReadProblem::OpenComment,
            Self::OpenSlashedComment => ReadProblem::OpenSlashedComment,
        }
    }
}

type Taken<'a, T> = Result<T, BadToken<'a>>;

/// The maximum number of broken tags in a line; whatever follows them in the line is not searched for tags.
const BROKEN_TAGS_MAX: usize = 16;

/// The maximum number of bytes between a tag within a comment and the end of the comment. Beyond it, the comment counts
/// as unclosed, and the tag as that of another game.
const BEHIND_TAG_MAX: usize = 1024;

/// The lexer, at a position in the text.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The number of the current line, from 1.
    line: usize,
    /// The byte offset of the current line, behind any byte order marks.
    line_start: usize,
    /// The byte offset of the end of the current line, as far as it is known.
    line_end: usize,
    /// The number of broken tags in the current line.
    broken_tags: usize,
    /// The byte offsets up to which comments in braces and comments in slashes are known to be open.
    unclosed: [usize; 2],
    /// Whether only blanks precede the position in its line.
    is_first: bool,
    /// Whether `/*` starts a comment.
    has_slashed_comments: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self::at_line(text, 1)
    }

    /// A lexer for part of a text; `line` is the number of its first line.
    pub(super) fn at_line(text: &'a str, line: usize) -> Self {
        Self {
            text,
            at: 0,
            line,
            line_start: marks_length(text),
            line_end: 0,
            broken_tags: 0,
            unclosed: [0; 2],
            is_first: true,
            has_slashed_comments: false,
        }
    }

    /// Makes `/*` and `*/` enclose comments, as in WXF.
    pub(super) fn with_slashed_comments(self) -> Self {
        Self { has_slashed_comments: true, ..self }
    }

    /// The current byte offset.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// The number of the current line, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// The next part of the text that may be a game; `None` at the end.
    pub(super) fn next_game(&mut self) -> Option<RawGame<'a>> {
        self.skip_blanks();
        if self.rest().is_empty() {
            return None;
        }
        let mut game = RawGame { begin: self.at, ..RawGame::default() };
        while self.rest().starts_with('[') && !self.begins_another(&game) {
            self.take_tag(&mut game);
            self.skip_blanks();
        }
        self.take_moves(&mut game);
        Some(game)
    }

    /// The number of bytes between two games that directly precede the second and are therefore an unreadable part of
    /// it.
    pub(super) fn paragraph_before(&self, between: Range<usize>) -> usize {
        let text = self.text[between].split_once('\n').map_or("", |(_, lines)| lines);
        let lines = text.split_inclusive('\n').rev();
        lines.take_while(|line| !line.trim().is_empty()).map(str::len).sum()
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) {
        let passed = &self.rest()[..bytes];
        for (at, _) in passed.match_indices('\n') {
            self.line += 1;
            self.line_start = self.at + at + 1;
            self.broken_tags = 0;
            self.is_first = true;
        }
        if self.line_start > self.at {
            self.line_start += marks_length(&self.text[self.line_start..]);
        }
        self.is_first &= passed[passed.rfind('\n').unwrap_or(0)..].chars().all(is_blank);
        self.at += bytes;
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.advance(bytes);
        taken
    }

    /// Skips blanks, and lines escaped by `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.advance(rest.len() - rest.trim_start_matches(is_blank).len());
            if self.at > self.line_start || !self.rest().starts_with('%') {
                return;
            }
            self.advance(line_length(self.rest()));
        }
    }

    fn take_tag(&mut self, game: &mut RawGame<'a>) {
        let line = self.line;
        if self.line_end <= self.at {
            self.line_end = self.at + line_length(self.rest());
        }
        let in_line = &self.text[self.at..self.line_end];
        let is_searched = self.broken_tags < BROKEN_TAGS_MAX;
        let tag = is_searched.then(|| read_tag(in_line)).flatten();
        if let Some((name, value, length)) = tag {
            self.advance(length);
            game.tags.push(RawTag { line, name, value });
        } else {
            let next = is_searched.then(|| tag_within(in_line, in_line.len())).flatten();
            self.broken_tags += 1;
            let found = self.take(next.unwrap_or(in_line.len()));
            game.bad_tags.push((line, found));
        }
    }

    /// Whether the tag here starts another game, because the current one was truncated within a tag or has no moves.
    fn begins_another(&self, game: &RawGame<'a>) -> bool {
        let Some((name, _)) = read_tag_name(self.rest()) else { return false };
        let is_first = |tag: &RawTag<'_>| tag.name.eq_ignore_ascii_case(name);
        let is_joined = !self.is_first && !game.bad_tags.is_empty();
        is_joined || game.tags.first().is_some_and(is_first)
    }

    pub(super) fn take_moves(&mut self, game: &mut RawGame<'a>) {
        let mut depth = 0_usize;
        loop {
            self.skip_blanks();
            let line = self.line;
            let token = match self.rest().chars().next() {
                None => return,
                Some('[') if is_tag(self.rest()) => return,
                Some('{') => self.take_comment('{', '}', false).map(Token::Comment),
                Some(';') => Ok(Token::Comment(self.take_line_comment())),
                Some('/') if self.opens_slashed_comment() => {
                    self.take_slashed_comment().map(Token::Comment)
                }
                Some('(') if self.opens_variation() => {
                    depth += 1;
                    self.advance(1);
                    Ok(Token::Open)
                }
                Some('(') => self.take_comment('(', ')', true).map(Token::Comment),
                Some(')') => {
                    depth = depth.saturating_sub(1);
                    self.advance(1);
                    Ok(Token::Close)
                }
                Some('$') => self.take_glyph(),
                Some('1') if depth == 0 && self.begins_anew(game) => return,
                Some(_) => {
                    let word = self.take_word();
                    match Outcome::from_text(word) {
                        // A result inside a variation does not end the game.
                        Some(_) if depth > 0 => continue,
                        Some(outcome) => {
                            game.outcome = Some(outcome);
                            return;
                        }
                        None => Ok(Token::Word(plain(word))),
                    }
                }
            };
            game.push(line, token.unwrap_or_else(Token::Bad));
        }
    }

    /// Whether the moves of another game start here although neither a result nor a tag ended the current one: below an
    /// empty line, the numbers start from 1 again.
    fn begins_anew(&self, game: &RawGame<'_>) -> bool {
        let before = &self.text[..self.at];
        let gap = &before[before.trim_end_matches(is_blank).len()..];
        let is_first_move = || {
            let mut behind = self.rest()[1..].chars().filter(|&c| !is_blank(c)).map(half_width);
            behind.next().is_some_and(|c| matches!(c, '.' | '、'))
                && !behind.next().is_some_and(|c| matches!(c, '.' | '…'))
        };
        game.moves > 1 && gap.matches('\n').count() > 1 && is_first_move()
    }

    /// Takes a comment in brackets. If it is not closed, the text is skipped up to the next tag or the end.
    fn take_comment(&mut self, open: char, close: char, nests: bool) -> Taken<'a, Box<str>> {
        let rest = self.rest();
        let mut depth = 0_usize;
        let mut first_tag = None;
        // No tag starts a line before this offset.
        let mut untagged = 0;
        let mut end = rest.len();
        for (at, mark) in rest.match_indices([open, close, '[', '\n']) {
            if first_tag.is_some_and(|tag| at > tag + BEHIND_TAG_MAX) {
                break;
            }
            if mark == "\n" {
                if at < untagged {
                    continue;
                }
                let behind = rest[at..].trim_start_matches(is_blank);
                untagged = rest.len() - behind.len();
                if is_tag(behind) {
                    // If another file was appended to one truncated here, its first tag is in the previous line.
                    let line = rest[..at].rfind('\n').unwrap_or(0);
                    end = at;
                    first_tag = tag_within(&rest[line..], at - line).map(|tag| line + tag);
                    break;
                }
            } else if mark == "[" {
                if first_tag.is_none() && is_tag(&rest[at..]) {
                    first_tag = Some(at);
                }
            } else if mark.starts_with(open) {
                depth = if nests { depth + 1 } else { 1 };
            } else {
                depth -= 1;
                if depth == 0 {
                    let text = self.take(at + 1);
                    return Ok(comment_text(&text[1..at]).into());
                }
            }
        }
        self.advance(first_tag.unwrap_or(end));
        if !nests {
            self.unclosed[0] = self.at;
        }
        Err(BadToken::OpenComment)
    }

    /// Takes a comment from `;` to the end of the line, joined with successive lines that also start with `;`. One
    /// space after each `;` is dropped.
    fn take_line_comment(&mut self) -> Box<str> {
        let mut lines = Vec::new();
        while self.rest().starts_with(';') {
            let line = &self.take(line_length(self.rest()))[1..];
            lines.push(line.strip_prefix(' ').unwrap_or(line));
            self.advance(usize::from(self.rest().starts_with('\n')));
        }
        comment_text(&lines.join("\n")).into()
    }

    fn opens_slashed_comment(&self) -> bool {
        self.has_slashed_comments && self.rest().starts_with("/*")
    }

    /// Takes a comment from `/*` to `*/`.
    fn take_slashed_comment(&mut self) -> Taken<'a, Box<str>> {
        let rest = self.rest();
        let Some(end) = rest["/*".len()..].find("*/") else {
            self.advance(rest.len());
            self.unclosed[1] = self.at;
            return Err(BadToken::OpenSlashedComment);
        };
        let text = &self.take(end + "/**/".len())["/*".len()..][..end];
        Ok(comment_text(text).into())
    }

    fn take_glyph(&mut self) -> Taken<'a, Token<'a>> {
        let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
        let text = self.take(1 + digits);
        text[1..].parse().map(Token::Glyph).map_err(|_| BadToken::Glyph(text))
    }

    fn take_word(&mut self) -> &'a str {
        let ends = |c| ends_word(c) || matches!(c, '{' | '}' | '(' | ')' | ';' | '$');
        let word = first_word(self.rest(), ends);
        let slashes = word.find("/*").filter(|_| self.has_slashed_comments);
        let length = slashes.unwrap_or(word.len());
        let length = tag_within(self.rest(), length).unwrap_or(length);
        // An unmatched bracket is a separate word.
        self.take(length.max(1))
    }

    /// Whether the parenthesis here opens a variation, because the first word in it that is not a move number is a
    /// move. Some old programs write comments in parentheses.
    fn opens_variation(&mut self) -> bool {
        let mut ahead = self.clone();
        ahead.advance(1);
        loop {
            ahead.skip_blanks();
            let comment = match ahead.rest().chars().next() {
                Some('{') if ahead.at < self.unclosed[0] => return false,
                Some('{') => ahead.take_comment('{', '}', false),
                Some(';') => Ok(ahead.take_line_comment()),
                Some('/') if ahead.opens_slashed_comment() => {
                    if ahead.at < self.unclosed[1] {
                        return false;
                    }
                    ahead.take_slashed_comment()
                }
                None | Some('(' | ')' | '}' | '$') => return false,
                Some(_) => match split_word(&plain(ahead.take_word())) {
                    ("", "") => continue,
                    (text, _) => return is_move(text) || is_pass(text),
                },
            };
            if comment.is_err() {
                self.unclosed = ahead.unclosed;
                return false;
            }
        }
    }
}

impl<'a> RawGame<'a> {
    /// Whether this is a game and not just text between games.
    pub(super) fn is_game(&self) -> bool {
        !self.tags.is_empty() || !self.bad_tags.is_empty() || self.moves > 0
    }

    fn push(&mut self, line: usize, token: Token<'a>) {
        if let Token::Word(word) = &token
            && self.moves < 2
        {
            self.moves += usize::from(is_move(split_word(word).0));
        }
        self.tokens.push((line, token));
    }

    /// The tag with this name; `None` if it is missing or empty.
    pub(super) fn field(&self, name: &str) -> Option<&RawTag<'_>> {
        debug_assert!(is_field(name));
        let mut tags = self.tags.iter();
        tags.find(|tag| tag.name.eq_ignore_ascii_case(name) && !tag.value.trim().is_empty())
    }
}

/// Whether a character between words is skipped: white space, control characters (DOS files end in one), and invisible
/// characters.
pub(in super::super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || is_invisible(c)
}

/// Whether a character ends a word. Most invisible characters do not, because they may also be within a word.
pub(in super::super) fn ends_word(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}' | '\u{feff}')
}

/// Whether a word stands for a pass, which programs for chess write in lines that show a threat.
pub(super) fn is_pass(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "<>" | "@@@@")
}

/// The number of bytes of the byte order marks at the start of a text.
fn marks_length(text: &str) -> usize {
    text.len() - text.trim_start_matches('\u{feff}').len()
}

/// The number of bytes up to the end of the line.
fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// The text with every line end as `\n`, and without NUL characters.
pub(in super::super) fn plain_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "")
}

/// The text of a comment: with every line end as `\n`, and without NUL characters or white space at either end.
pub(in super::super) fn comment_text(text: &str) -> String {
    plain_lines(text).trim().to_owned()
}

/// The name of the tag at the start of a text, and the text after the opening quotation mark of its value.
fn read_tag_name(text: &str) -> Option<(&str, &str)> {
    let text = trim_in_line(text.strip_prefix('[')?);
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let quoted = trim_in_line(&text[end..]).strip_prefix(is_quote)?;
    (end > 0).then(|| (&text[..end], quoted))
}

/// Whether a character is a quotation mark that a word processor may have put in place of `"`.
const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '‟' | '＂')
}

fn trim_in_line(text: &str) -> &str {
    text.trim_start_matches(|c: char| c != '\n' && (c.is_whitespace() || is_invisible(c)))
}

/// Whether a text starts with a tag, whether closed or not.
fn is_tag(text: &str) -> bool {
    read_tag_name(text).is_some()
}

/// The offset of a tag within the first `length` bytes of a text, but not at its start.
fn tag_within(text: &str, length: usize) -> Option<usize> {
    let brackets = text[..length].match_indices('[').map(|(at, _)| at).filter(|&at| at > 0);
    brackets.into_iter().find(|&at| is_tag(&text[at..]))
}

/// Whether a text starts with a tag after invisible characters.
pub(in super::super) fn is_tag_line(text: &str) -> bool {
    is_tag(text.trim_start_matches(is_blank))
}

/// The tag at the start of a text: its name, its value, and its length in bytes. A quotation mark ends the value only
/// before `]`, because some programs do not escape quotation marks. Nor do they escape backslashes: one before the last
/// `"]` is not an escape.
fn read_tag(text: &str) -> Option<(&str, String, usize)> {
    let (name, quoted) = read_tag_name(text)?;
    if is_cut(quoted) {
        return None;
    }
    let is_typed = text[..text.len() - quoted.len()].ends_with('"');
    let mut value = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next().filter(|&c| c != '\n') {
        let behind = chars.as_str();
        if c == '"' || !is_typed && is_quote(c) {
            if let Some(left) = trim_in_line(behind).strip_prefix(']') {
                return Some((name, value, text.len() - left.len()));
            }
        } else if c == '\\' && behind.starts_with(['"', '\\']) && !ends_tag(behind) {
            value.extend(chars.next());
            continue;
        }
        // The value is kept as it would be written.
        value.push(if c.is_control() { ' ' } else { c });
    }
    None
}

/// The word at the start of a text. A Chinese move is a word if another move or a result follows it without a space.
/// The rest of the text is not examined, because it may be a whole game.
pub(in super::super) fn first_word(text: &str, ends: impl FnMut(char) -> bool) -> &str {
    if let Some((first, rest)) = split_first(text)
        && split_first(rest).is_some()
    {
        return first;
    }
    let word = &text[..text.find(ends).unwrap_or(text.len())];
    let signs = signs_before_number(word);
    if signs > 0 {
        return &word[..signs];
    }
    let last = split_first(word).filter(|(_, rest)| Outcome::from_text(rest).is_some());
    last.map_or(word, |(first, _)| first)
}

/// Whether a text starts with the end of a tag, followed only by other tags in its line.
fn ends_tag(text: &str) -> bool {
    let behind = text.strip_prefix('"').and_then(|text| trim_in_line(text).strip_prefix(']'));
    let behind = behind.map(trim_in_line);
    behind.is_some_and(|text| text.is_empty() || text.starts_with('\n') || is_tag(text))
}

/// Whether a value is truncated and a tag from another file follows, up to the end of the line.
fn is_cut(value: &str) -> bool {
    let line = &value[..line_length(value)];
    let end = |text: &str| {
        let mut quotes = text.match_indices('"').map(|(at, _)| &text[at + 1..]);
        quotes.find_map(|behind| trim_in_line(behind).strip_prefix(']').map(str::len))
    };
    let inner = if is_tag(line) { Some(0) } else { tag_within(line, line.len()) };
    let Some(inner) = inner else { return false };
    let behind = read_tag_name(&line[inner..]).and_then(|(_, quoted)| end(quoted));
    let is_last = |behind: usize| {
        let text = trim_in_line(&line[line.len() - behind..]);
        text.is_empty() || is_tag(text)
    };
    // The first end of a value must be that of the inner tag.
    behind.is_some_and(|behind| end(line) == Some(behind) && is_last(behind))
}
