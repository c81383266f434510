//! Reads lines one by one. An error in one line does not affect the next.

use std::iter::Enumerate;
use std::str::Lines;

use super::super::format::{is_move, parse_move};
use super::super::game::{Game, LineMove, Outcome, PLIES_MAX};
use super::super::iccs::Ranks;
use super::super::pgn::{glyph_of, split_word};
use super::super::relative::MoveTextError;
use crate::board::{FenError, Position};

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LineError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: LineProblem,
}

/// What is wrong with a line.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message says it")]
pub enum LineProblem {
    #[error("{0}")]
    Fen(FenError),
    #[error("move {ply}, both sides counted: {error}")]
    Move { ply: usize, error: MoveTextError },
    #[error("{found:?}: expected a FEN, or moves like h2e2, C2.5 or 炮二平五")]
    Nothing { found: String },
    #[error("the game is longer than {PLIES_MAX} plies")]
    TooLong,
}

/// The games and positions of a text, one per line.
///
/// Moves are in any notation, with or without move numbers, and may be followed by a result. A line that begins with a
/// move number above 1 continues the line before. Text after a FEN that is not moves, such as EPD operations, becomes
/// the comment before the first move. Empty lines, and lines that begin with `#`, `;`, `%` or `//`, are skipped.
#[must_use]
pub fn read(text: &str) -> LineGames<'_> {
    LineGames { lines: text.lines().enumerate(), next: None }
}

/// Reads lines one by one; made by [`read`].
#[derive(Clone, Debug)]
pub struct LineGames<'a> {
    lines: Enumerate<Lines<'a>>,
    /// A line that was read ahead and belongs to the next game.
    next: Option<(usize, &'a str)>,
}

impl<'a> LineGames<'a> {
    /// The next line that is not skipped, with its number.
    fn line(&mut self) -> Option<(usize, &'a str)> {
        self.next.take().or_else(|| {
            let trim =
                |line: &'a str| line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            let says_nothing = |line: &str| {
                line.is_empty() || line.starts_with(['#', ';', '%']) || line.starts_with("//")
            };
            self.lines
                .by_ref()
                .map(|(i, line)| (i + 1, trim(line)))
                .find(|(_, line)| !says_nothing(line))
        })
    }
}

impl Iterator for LineGames<'_> {
    type Item = Result<Game, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (line, text) = self.line()?;
        let mut lines = vec![(line, text)];
        if number_of(text).is_some() {
            while let Some((line, text)) = self.line() {
                if number_of(text).is_none_or(|number| number <= 1) {
                    self.next = Some((line, text));
                    break;
                }
                lines.push((line, text));
            }
        }
        Some(build(&lines))
    }
}

/// The move number that a line begins with.
fn number_of(text: &str) -> Option<u32> {
    let first = text.split_whitespace().next().filter(|first| !is_move(first))?;
    let behind = first.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = behind.is_empty() || behind.starts_with(['.', '．', '…', '、']);
    let digits = &first[..first.len() - behind.len()];
    is_number.then(|| digits.parse().ok()).flatten()
}

fn build(lines: &[(usize, &str)]) -> Result<Game, LineError> {
    let &(first, text) = lines.first().expect("a game has a line");
    let fail = |line, problem| LineError { line, problem };
    let (start, rest) = read_start(text).map_err(|problem| fail(first, problem))?;
    let is_named = start.is_some();
    let start = start.unwrap_or_else(Position::startpos);
    let mut game = Game::new(start);
    let is_remark = rest.starts_with([',', ';', '|']);
    if is_remark || !rest.is_empty() && !begins_with_moves(rest) {
        if !is_named {
            let found = text.chars().take(40).collect();
            return Err(fail(first, LineProblem::Nothing { found }));
        }
        let remark = rest.trim_start_matches([',', ';', '|']).trim();
        remark.clone_into(&mut game.line.comment);
        return Ok(game);
    }
    let words = || {
        let texts = std::iter::once((first, rest)).chain(lines[1..].iter().copied());
        texts.flat_map(|(line, text)| words_of(text).map(move |word| (line, word)))
    };
    let ranks = Ranks::shown_by(words().map(|(_, word)| split_word(word).0)).unwrap_or_default();
    let mut position = game.start.clone();
    for (line, word) in words() {
        if let Some(outcome) = Outcome::from_text(word) {
            game.outcome = outcome;
            continue;
        }
        let (text, glyphs) = split_word(word);
        if text.is_empty() {
            continue;
        }
        let ply = position.history().len() + 1;
        if ply > PLIES_MAX {
            return Err(fail(line, LineProblem::TooLong));
        }
        let mv = parse_move(&position, text, ranks)
            .map_err(|error| fail(line, LineProblem::Move { ply, error }))?;
        position.make_unchecked(mv, &mut ());
        let glyphs = glyph_of(glyphs).into_iter().collect();
        game.line.moves.push(LineMove { glyphs, ..LineMove::from(mv) });
    }
    Ok(game)
}

/// Whether a line looks like a game or position: it begins with a FEN, a keyword or a move.
pub(in super::super) fn looks_like_one(text: &str) -> bool {
    let text = text.trim();
    let word = text.split_whitespace().next().unwrap_or_default();
    let keyword =
        ["position", "startpos", "fen"].iter().any(|known| word.eq_ignore_ascii_case(known));
    keyword || word.matches('/').count() == 9 || begins_with_moves(text)
}

/// Moves, numbers and results, between blanks and commas.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '，' | ';' | '；' | '。');
    text.split(separates).filter(|word| !word.is_empty())
}

/// Whether the first word that is not a move number is a move or a result.
fn begins_with_moves(text: &str) -> bool {
    let mut words = words_of(text).map(|word| (word, split_word(word).0));
    let first = words.find(|(_, text)| !text.is_empty());
    first.is_some_and(|(word, text)| is_move(text) || Outcome::from_text(word).is_some())
}

/// The position at the beginning of a line, if there is one, and the rest without the word `moves`.
fn read_start(text: &str) -> Result<(Option<Position>, &str), LineProblem> {
    let text = skip_word(text, "position").unwrap_or(text);
    if let Some(rest) = skip_word(text, "startpos") {
        return Ok((Some(Position::startpos()), skip_word(rest, "moves").unwrap_or(rest)));
    }
    let text = skip_word(text, "fen").unwrap_or(text).trim_start_matches('"');
    let placement = text.split([' ', '\t', ',', ';']).next().unwrap_or_default();
    if !placement.contains('/') {
        return Ok((None, skip_word(text, "moves").unwrap_or(text)));
    }
    let length = fen_length(text);
    let position = Position::from_fen(&text[..length]).map_err(LineProblem::Fen)?;
    let rest = text[length..].trim_start_matches(['"', ' ', '\t']);
    Ok((Some(position), skip_word(rest, "moves").unwrap_or(rest)))
}

/// The text after its first word if that is `word`, else none.
fn skip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    let is_word =
        first.eq_ignore_ascii_case(word) && !rest.starts_with(|c: char| c.is_alphanumeric());
    is_word.then(|| rest.trim_start())
}

/// The length in bytes of the FEN at the beginning of a text: placement, side, up to two unused fields, two counters.
fn fen_length(text: &str) -> usize {
    let is_counter = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let is_unused = |field: &str| matches!(field, "-" | "--");
    let is_side = |field: &str| {
        ["w", "r", "b", "red", "black"].iter().any(|side| field.eq_ignore_ascii_case(side))
    };
    let mut length = 0;
    let mut wanted = 0;
    let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '|');
    loop {
        let rest = &text[length..];
        let field_start = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let field_length = rest[field_start..].find(ends).unwrap_or(rest.len() - field_start);
        let field = &rest[field_start..field_start + field_length];
        // Each field may be missing.
        let Some(place) = (wanted..6).find(|place| match place {
            0 => true,
            1 => is_side(field),
            2 | 3 => is_unused(field),
            _ => is_counter(field),
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
