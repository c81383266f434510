//! Determines which lines of a text form one game.

use super::super::epd;
use super::super::game::Outcome;
use super::super::pgn::{is_blank, split_word};
use super::super::position_text::fen_in_address;
use super::header::{Header, is_header, is_rule, resembles_moves};
use super::read::{LineGames, begins_with_moves, looks_like_fen, words_of};
use chuhe_engine::notation::{is_move, plain};

/// A line that is not skipped, and its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceLine<'a> {
    /// The number of the line, from 1.
    pub(super) number: usize,
    /// The whole line.
    pub(super) text: &'a str,
    /// Byte offsets, within the text, of the start of this line and of the next.
    pub(super) begin: usize,
    pub(super) end: usize,
    /// Whether the line states the start position.
    pub(super) has_start: bool,
    /// The position at the start of the line, as a FEN or a web address; `None` for the usual start position.
    pub(super) fen: Option<&'a str>,
    /// The rest of the line.
    pub(super) moves: &'a str,
    /// Whether the line is a header of the game below it.
    pub(super) is_header: bool,
    /// Whether an empty line, a rule or text separates the line from the previous one.
    pub(super) is_apart: bool,
}

/// The lines of a text, except empty lines, comments, rules, and text around the moves.
#[derive(Clone, Debug)]
pub(super) struct SourceLines<'a> {
    /// The unread text, its offset, and the number of its first line.
    rest: &'a str,
    at: usize,
    number: usize,
    /// The number of the line before which iteration ends.
    end: usize,
    /// Whether the next line is separated from the previous one.
    is_apart: bool,
    /// The number of the first line after the text that was examined last, and whether this text is skipped.
    block: (usize, bool),
}

/// The lines of a game.
#[derive(Clone, Debug)]
pub(super) struct LineGroup<'a> {
    pub(super) header: Header<'a>,
    lines: Vec<SourceLine<'a>>,
    is_numbered: bool,
    has_ended: bool,
}

/// The layout of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Layout {
    /// One game per line, or numbered moves on several lines.
    GamePerLine,
    /// A game on successive lines.
    Running {
        /// Whether an empty line ends a game.
        ends_at_gap: bool,
    },
}

impl Layout {
    pub(in super::super) fn of(text: &str) -> Self {
        let mut is_vertical = true;
        let mut ends_at_gap = false;
        let mut has_bare_lines = false;
        for (i, line) in SourceLines::new(text).filter(|line| !line.is_header).enumerate() {
            ends_at_gap |= i > 0 && !line.is_apart;
            if !line.has_start && line.has_moves() {
                has_bare_lines |= line.move_number().is_none();
                let moves = words_of(line.moves).filter(|word| is_move(split_word(word).0));
                is_vertical &= moves.count() < 2;
            }
            if !is_vertical && ends_at_gap && has_bare_lines {
                break;
            }
        }
        let running = Self::Running { ends_at_gap };
        if is_vertical {
            return running;
        }
        if !has_bare_lines {
            return Self::GamePerLine;
        }
        // In the layout in which the text was written, the first invalid line, if any, comes later than in the other
        // layout.
        let end = usize::MAX;
        let broken = running.first_break(text, end);
        let is_running = Self::GamePerLine.first_break(text, broken.unwrap_or(end));
        let is_running = is_running.is_some_and(|line| broken.is_none_or(|other| line < other));
        if is_running { running } else { Self::GamePerLine }
    }

    /// The number of the first line before `end` that is invalid in this layout.
    fn first_break(self, text: &str, end: usize) -> Option<usize> {
        let mut games = LineGames::of_lines(SourceLines::new(text).before(end), self);
        games.find_map(Result::err).and_then(|error| error.line())
    }

    /// Whether a line continues the game of the lines before it.
    pub(super) fn continues(self, group: &LineGroup<'_>, line: &SourceLine<'_>) -> bool {
        if line.is_header
            || line.has_start
            || line.has_board()
            || group.has_ended
            || !group.has_moves() && !group.is_position()
        {
            return false;
        }
        if line.is_result() {
            return true;
        }
        if !line.has_moves() && !group.has_moves() {
            return false;
        }
        match (line.move_number(), self) {
            (Some(1), _) if !line.is_black_reply() => group.is_position() && !line.is_apart,
            (Some(_), Self::GamePerLine) => group.is_numbered || group.is_position(),
            (Some(_), Self::Running { .. }) => true,
            (None, Self::GamePerLine) => group.is_numbered && !line.is_apart,
            (None, Self::Running { ends_at_gap }) => !(ends_at_gap && line.is_apart),
        }
    }
}

impl<'a> SourceLines<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self::at_line(text, 1)
    }

    /// The lines of part of a text; `number` is the number of its first line.
    pub(super) const fn at_line(text: &'a str, number: usize) -> Self {
        let is_apart = number == 1;
        Self { rest: text, at: 0, number, end: usize::MAX, is_apart, block: (0, false) }
    }

    /// Restricts the lines to those before the line `end`.
    pub(super) const fn before(self, end: usize) -> Self {
        Self { end, ..self }
    }
}

impl<'a> SourceLines<'a> {
    /// The next line, trimmed, with its number.
    fn next_raw(&mut self) -> Option<(usize, &'a str)> {
        if self.rest.is_empty() || self.number >= self.end {
            return None;
        }
        let length = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
        let (line, rest) = self.rest.split_at(length);
        let number = self.number;
        (self.rest, self.at, self.number) = (rest, self.at + length, number + 1);
        Some((number, line.trim_matches(is_blank)))
    }

    /// The first line that is neither empty nor a comment.
    pub(super) fn first_written(mut self) -> Option<(usize, &'a str)> {
        std::iter::from_fn(|| self.next_raw())
            .find(|(_, text)| !text.is_empty() && !is_comment(text))
    }

    /// The number of the line that ends the text ahead, and whether that text is skipped. It is skipped if nothing can
    /// be lost: it is set apart from the moves on both sides, or the first move of a game follows it.
    fn look_ahead(&self) -> (usize, bool) {
        let mut ahead = self.clone();
        while let Some((number, text)) = ahead.next_raw() {
            if is_comment(text) {
                continue;
            }
            if text.is_empty() || is_rule(text) {
                return (number, self.is_apart);
            }
            let line = SourceLine::new(number, text);
            if line.is_header || !line.is_text() {
                let begins =
                    line.is_header || line.move_number() == Some(1) && !line.is_black_reply();
                return (number, self.is_apart && begins);
            }
        }
        (ahead.number, self.is_apart)
    }
}

fn is_comment(text: &str) -> bool {
    text.starts_with(['#', ';', '%']) || text.starts_with("//")
}

impl<'a> Iterator for SourceLines<'a> {
    type Item = SourceLine<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let begin = self.at;
            let (number, text) = self.next_raw()?;
            if text.is_empty() || is_rule(text) {
                self.is_apart = true;
                continue;
            }
            if is_comment(text) {
                continue;
            }
            let is_apart = self.is_apart;
            let end = self.at;
            let line = SourceLine { begin, end, is_apart, ..SourceLine::new(number, text) };
            if line.is_text() && !line.is_header {
                if number >= self.block.0 {
                    self.block = self.look_ahead();
                }
                if self.block.1 {
                    self.is_apart = true;
                    continue;
                }
            }
            self.is_apart = line.is_header;
            return Some(line);
        }
    }
}

impl<'a> SourceLine<'a> {
    pub(super) fn new(number: usize, text: &'a str) -> Self {
        let line = Self {
            number,
            text,
            begin: 0,
            end: 0,
            has_start: false,
            fen: None,
            moves: "",
            is_header: is_header(text),
            is_apart: false,
        };
        if line.is_header {
            return line;
        }
        let rest = skip_word(text, "position").unwrap_or(text);
        if let Some(rest) = skip_word(rest, "startpos") {
            return Self {
                has_start: true,
                moves: skip_word(rest, "moves").unwrap_or(rest),
                ..line
            };
        }
        if fen_in_address(rest).is_some() {
            let (fen, moves) = rest.split_at(address_length(rest));
            let moves = moves.trim_start();
            let moves = skip_word(moves, "moves").unwrap_or(moves);
            return Self { has_start: true, fen: Some(fen.trim_end()), moves, ..line };
        }
        let rest = skip_word(rest, "fen").unwrap_or(rest).trim_start_matches('"');
        let placement = rest.split([' ', '\t', ',', ';']).next().unwrap_or_default();
        if !placement.contains('/') || Outcome::from_text(placement).is_some() {
            return Self { moves: skip_word(rest, "moves").unwrap_or(rest), ..line };
        }
        let (fen, rest) = rest.split_at(fen_length(rest));
        let rest = rest.trim_start_matches(['"', ' ', '\t']);
        let moves = skip_word(rest, "moves").unwrap_or(rest);
        Self { has_start: true, fen: Some(fen), moves, ..line }
    }

    /// Whether moves, a move number or a result follow the position in the line.
    pub(super) fn has_moves(&self) -> bool {
        let is_remark = self.moves.starts_with([',', ';', '|']) && !is_all_moves(self.moves)
            || self.has_start && epd::begins_with_comment(self.moves);
        !is_remark && (begins_with_moves(self.moves) || self.move_number().is_some())
    }

    /// Whether the line is plain text, and not a position or moves, even invalid ones.
    fn is_text(&self) -> bool {
        // A damaged board has most of its slashes, even if a word such as `fen` precedes it or a blank divides it.
        let words = self.text.split_whitespace().take(3);
        if words.map(|word| word.matches('/').count()).sum::<usize>() > 6
            && !self.text.contains("://")
        {
            return false;
        }
        match self.fen {
            Some(fen) => {
                skip_word(self.text, "fen").is_none()
                    && skip_word(self.text, "position").is_none()
                    && fen_in_address(fen).is_none()
                    && !looks_like_fen(fen)
            }
            None => !self.has_start && !self.has_moves() && !resembles_moves(self.text),
        }
    }

    /// Whether the line contains a board of ten ranks, so that it cannot continue another game.
    fn has_board(&self) -> bool {
        self.text.matches('/').count() >= 9
    }

    fn is_result(&self) -> bool {
        Outcome::from_text(self.text).is_some()
    }

    fn ends_game(&self) -> bool {
        words_of(self.moves).last().is_some_and(|word| Outcome::from_text(&word).is_some())
    }

    /// The move number at the start of the line's moves.
    fn move_number(&self) -> Option<u32> {
        let first = self.moves.split_whitespace().next().map(plain);
        let first = first.filter(|first| !is_move(first))?;
        let behind = first.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = behind.is_empty() || behind.starts_with(['.', '．', '…', '、']);
        let digits = &first[..first.len() - behind.len()];
        is_number.then(|| digits.parse().ok()).flatten()
    }

    /// Whether dots after the move number show that it is Black's turn: `1...`.
    fn is_black_reply(&self) -> bool {
        let behind = self.moves.trim_start_matches(|c: char| c.is_ascii_digit());
        let dots: String = behind.chars().take_while(|&c| is_dot(c)).collect();
        dots.contains('…') || dots.matches(['.', '．']).count() > 1
    }
}

fn is_dot(c: char) -> bool {
    matches!(c, '.' | '．' | '…') || c.is_whitespace()
}

impl<'a> LineGroup<'a> {
    pub(super) fn new(header: Header<'a>, first: SourceLine<'a>) -> Self {
        let mut group = Self { header, lines: Vec::new(), is_numbered: false, has_ended: false };
        group.push(first);
        group
    }

    pub(super) fn push(&mut self, line: SourceLine<'a>) {
        self.is_numbered |= line.move_number().is_some();
        self.has_ended |= line.ends_game();
        self.lines.push(line);
    }

    /// The lines of the game, at least one.
    pub(super) fn lines(&self) -> &[SourceLine<'a>] {
        &self.lines
    }

    /// Whether the group is a position without moves.
    fn is_position(&self) -> bool {
        self.lines.len() == 1 && self.lines[0].has_start && !self.lines[0].has_moves()
    }

    fn has_moves(&self) -> bool {
        self.lines.len() > 1 || self.lines[0].has_moves()
    }
}

/// Whether a text behind a position consists of moves and a result, at least two of them, and so is not a remark.
fn is_all_moves(text: &str) -> bool {
    let mut count = 0;
    words_of(text).all(|word| {
        let text = split_word(&word).0;
        count += usize::from(!text.is_empty());
        text.is_empty() || is_move(text) || Outcome::from_text(&word).is_some()
    }) && count > 1
}

/// The text after its first word, if that is `word`.
fn skip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    let is_word =
        first.eq_ignore_ascii_case(word) && !rest.starts_with(|c: char| c.is_alphanumeric());
    is_word.then(|| rest.trim_start())
}

/// The length in bytes of the web address at the start of a text. It may contain blanks; it ends where the moves begin.
fn address_length(text: &str) -> usize {
    let mut blanks = text.match_indices([' ', '\t']).map(|(at, _)| at);
    let mut examined = 0;
    blanks
        .find(|&at| {
            if at < examined {
                return false;
            }
            let rest = text[at..].trim_start();
            examined = text.len() - rest.len();
            skip_word(rest, "moves").is_some()
                || words_of(rest).next().is_some_and(|word| is_move(split_word(&word).0))
        })
        .unwrap_or(text.len())
}

/// The length in bytes of the FEN at the start of a text: placement, side to move, up to two unused fields, and two
/// counters.
fn fen_length(text: &str) -> usize {
    let mut length = 0;
    let mut wanted = 0;
    loop {
        let rest = &text[length..];
        let field_start = rest.len() - rest.trim_start().len();
        let field_length = rest[field_start..]
            .find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '|'))
            .unwrap_or(rest.len() - field_start);
        let field = &*plain(&rest[field_start..field_start + field_length]);
        // Each field may be missing.
        let Some(place) = (wanted..6).find(|place| match place {
            0 => true,
            1 => is_side(field),
            2 | 3 => matches!(field, "-" | "--"),
            _ => field.bytes().all(|byte| byte.is_ascii_digit()) || field == "-",
        }) else {
            return length;
        };
        if field.is_empty() {
            return length;
        }
        wanted = place + 1;
        length += field_start + field_length;
    }
}

fn is_side(field: &str) -> bool {
    ["w", "r", "b", "red", "black"].iter().any(|side| field.eq_ignore_ascii_case(side))
}
