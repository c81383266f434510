//! Reads games and positions one by one. An error in one does not affect the next.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::super::epd;
use super::super::game::{Game, LineMove, Outcome, PLIES_MAX};
use super::super::other_game::OtherGame;
use super::super::pgn::{comment_text, ends_word, first_word, glyphs_of, is_blank, split_word};
use super::super::pieces::GamesInText;
use super::super::position_text::{looks_like_position, position_from_text};
use super::super::read_error::ReadError;
use super::super::read_problem::{ReadProblem, StartSource};
use super::super::readings::parse_move_before;
use super::super::salvage::Faults;
use super::header::{Header, Key, fields};
use super::layout::{Layout, LineGroup, SourceLine, SourceLines};
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::notation::{MoveForm, MoveTextError, WordProblem};
use chuhe_engine::notation::{is_move, legal_move, plain, rank_numbering};

/// Reads the games and positions in a text, in the layout described in the [module](super).
///
/// Moves may be in any notation, with or without move numbers, and may be followed by a result. EPD operations after a
/// FEN become tags; `c0`, and any other text that is not moves, becomes the comment before the first move. A FEN may be
/// part of a web address. Empty lines, rules, text set apart from the moves, and lines that start with `#`, `;`, `%` or
/// `//` are skipped. Lines with a known keyword, such as `红方: 某甲`, become tags.
pub fn read(text: &str) -> LineGames<'_> {
    LineGames::of_lines(SourceLines::new(text), Layout::of(text))
}

/// The games in a text, read one by one by [`read`]. Iteration continues after an error, which contains the readable
/// part of its game; see [`ReadError::salvaged`].
#[derive(Clone, Debug)]
pub struct LineGames<'a> {
    lines: std::iter::Peekable<SourceLines<'a>>,
    layout: Layout,
    /// The byte offset of the game last read.
    begin: usize,
    /// The byte offset of the end of the game last read, and the number of the line there.
    end: (usize, usize),
    /// The lines that the error quotes if no game is found.
    nothing: Option<SourceLines<'a>>,
    /// The byte offset behind the next line that is not a header, or a greater number if there is none, once searched.
    further: usize,
}

impl<'a> LineGames<'a> {
    pub(super) fn of_lines(lines: SourceLines<'a>, layout: Layout) -> Self {
        let nothing = Some(lines.clone());
        Self { lines: lines.peekable(), layout, begin: 0, end: (0, 1), nothing, further: 0 }
    }

    /// The games in part of a text; `line` is the number of its first line.
    pub(in super::super) fn within(text: &'a str, line: usize, layout: Layout) -> Self {
        let games = Self::of_lines(SourceLines::at_line(text, line), layout);
        // If earlier lines precede this part, they contain games, so a part without games is not an error.
        let nothing = games.nothing.filter(|_| line == 1);
        Self { end: (0, line), nothing, ..games }
    }

    /// Takes the header lines of the next game. A repeated keyword belongs to the game after it.
    fn take_header(&mut self) -> Header<'a> {
        let mut header = Header::default();
        while let Some(line) =
            self.lines.next_if(|line| line.is_header && !header.is_repeated_by(line.text))
        {
            header.push(line.number, line.text);
            self.end = (line.end, line.number + 1);
        }
        header
    }

    /// Takes the footer lines of a game: a result directly below its moves, or the last lines of the text.
    fn take_footer(&mut self, group: &mut LineGroup<'a>) {
        let is_result = |line: &SourceLine<'_>| {
            line.is_header
                && !line.is_apart
                && fields(line.text).iter().all(|(key, _)| *key == Key::Result)
        };
        if !group.header.has(Key::Result)
            && let Some(line) = self.lines.next_if(is_result)
        {
            group.header.push(line.number, line.text);
            self.end = (line.end, line.number + 1);
        }
        let mut header = group.header.clone();
        let are_all = self.lines.clone().all(|line| {
            let is_of_it = line.is_header && !header.is_repeated_by(line.text);
            header.push(line.number, line.text);
            is_of_it
        });
        if are_all {
            group.header = header;
            self.lines.by_ref().for_each(drop);
        }
    }
}

impl GamesInText for LineGames<'_> {
    fn place(&self) -> Range<usize> {
        self.begin..self.end.0
    }

    fn line(&self) -> usize {
        self.end.1
    }

    fn has_more(&mut self) -> bool {
        let Some(next) = self.lines.peek().map(|line| line.end) else { return false };
        // The same line is not searched for again.
        if self.further < next {
            let mut lines = self.lines.clone();
            self.further = lines.find(|line| !line.is_header).map_or(usize::MAX, |line| line.end);
        }
        self.further < usize::MAX
    }
}

/// The error for a line that is neither a position nor moves.
fn nothing((number, line): (usize, &str)) -> ReadError {
    if let Some(other) = OtherGame::of_fen(line) {
        return ReadError::at_line(number, ReadProblem::OtherGame(other));
    }
    let found = line.chars().take(40).collect();
    ReadError::at_line(number, ReadProblem::NoLine { found })
}

impl Iterator for LineGames<'_> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let begin = self.lines.peek().map(|line| line.begin);
        let header = self.take_header();
        let text = self.nothing.take();
        let Some(first) = self.lines.next_if(|line| !line.is_header) else {
            return Some(Err(nothing(
                header.first().or_else(|| text.and_then(SourceLines::first_written))?,
            )));
        };
        self.begin = begin.unwrap_or(first.begin);
        let mut group = LineGroup::new(header, first);
        while let Some(line) = self.lines.next_if(|line| self.layout.continues(&group, line)) {
            group.push(line);
        }
        self.end = group.lines().last().map_or(self.end, |line| (line.end, line.number + 1));
        self.take_footer(&mut group);
        Some(build(&group, None))
    }
}

/// Reads the only position or game in a text; see [`position_text::read`](super::super::position_text::read).
pub(in super::super) fn read_one(text: &str, ranks: Option<Ranks>) -> Result<Game, ReadError> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = SourceLine::new(1, &text);
    let is_remark = || line.moves.starts_with([',', ';', '|']) || epd::read(line.moves).is_some();
    if line.has_start && !line.moves.is_empty() && !line.has_moves() && !is_remark() {
        let first = words_of(line.moves).next();
        let error = MoveTextError::form(first.as_deref().unwrap_or(line.moves), MoveForm::Any);
        return Err(ReadError::at_line(1, ReadProblem::Move { ply: 1, error }));
    }
    let game = build(&LineGroup::new(Header::default(), line), ranks)?;
    if !line.has_start && game.line.moves.is_empty() {
        return Err(nothing((1, &text)));
    }
    Ok(game)
}

/// Builds a game from its lines. The ranks in coordinates are numbered as `ranks` says; if it is `None`, the numbering
/// is detected.
fn build(group: &LineGroup<'_>, ranks: Option<Ranks>) -> Result<Game, ReadError> {
    let [first, more @ ..] = group.lines() else { unreachable!("a group has a line") };
    let said = group.header.start().filter(|_| !first.has_start);
    let start = match first.fen.or(said) {
        Some(fen) => position_from_text(fen).map_err(|error| {
            let other = OtherGame::of_fen(fen).map(ReadProblem::OtherGame);
            let problem = ReadProblem::Start { from: StartSource::Text, error };
            ReadError::at_line(first.number, other.unwrap_or(problem))
        })?,
        None => Position::startpos(),
    };
    let mut game = Game::new(start);
    group.header.describe(&mut game);
    let mut faults = Faults::new();
    let mut rest = first.moves;
    if !first.has_moves() && !rest.is_empty() {
        if !first.has_start {
            return Err(nothing((first.number, first.text)));
        }
        if let Some(operations) = epd::read(rest) {
            take_operations(&mut game, operations, |problem| {
                faults.skip(ReadError::at_line(first.number, problem));
            });
        } else {
            let remark = rest.trim_start_matches([',', ';', '|']).trim();
            game.line.comment = comment_text(remark);
        }
        rest = "";
    }
    let texts = std::iter::once((first.number, rest));
    let texts = texts.chain(more.iter().map(|line| (line.number, line.moves)));
    let words = texts.flat_map(|(line, text)| words_of(text).map(move |word| (line, word)));
    let words: Vec<_> = words.collect();
    let words: Vec<_> =
        words.iter().map(|(line, word)| (*line, &**word, split_word(word))).collect();
    let texts_of_moves: Vec<&str> = words
        .iter()
        .filter(|(_, word, (text, _))| !text.is_empty() && Outcome::from_text(word).is_none())
        .map(|&(.., (text, _))| text)
        .collect();
    let other = OtherGame::of_moves(&texts_of_moves).filter(|_| first.fen.or(said).is_none());
    let ranks = ranks.unwrap_or_else(|| rank_numbering(&game.start, texts_of_moves));
    let mut position = game.start.clone();
    let mut words = words.into_iter();
    while let Some((line, word, (text, glyphs))) = words.next() {
        if let Some(outcome) = Outcome::from_text(word) {
            if let Some(problem) = ReadProblem::of_results(outcome, game.outcome) {
                faults.skip(ReadError::at_line(line, problem));
            }
            if outcome != Outcome::Unknown {
                game.outcome = outcome;
            }
            continue;
        }
        // A result may still follow.
        if faults.is_cut() {
            continue;
        }
        let glyphs = glyphs_of(glyphs).unwrap_or_default();
        if text.is_empty() {
            if let Some(last) = game.line.moves.last_mut() {
                last.glyphs.extend(glyphs);
            }
            continue;
        }
        let ply = position.history().len() + 1;
        let mv = if ply > PLIES_MAX {
            Err(ReadProblem::TooLong)
        } else {
            let rest = words.as_slice().iter().map(|(.., (text, _))| *text);
            let rest = rest.filter(|text| !text.is_empty());
            let mv = parse_move_before(&mut position, text, ranks, &rest);
            mv.map_err(|error| match legal_move(&position, text, ranks) {
                Err(WordProblem::Illegal(error)) => {
                    ReadProblem::Illegal { ply, found: text.to_owned(), error }
                }
                _ => ReadProblem::Move { ply, error },
            })
        };
        match mv {
            Ok(mv) => {
                position.make_unchecked(mv, &mut ());
                game.line.moves.push(LineMove { glyphs, ..LineMove::from(mv) });
            }
            Err(problem) => faults.cut(ReadError::at_line(line, problem)),
        }
    }
    match other.filter(|_| faults.is_cut()) {
        Some(other) => Err(ReadError::at_line(first.number, ReadProblem::OtherGame(other))),
        None => faults.finish(game),
    }
}

/// Converts EPD operations to tags. Invalid operations are left out.
fn take_operations(
    game: &mut Game,
    operations: Vec<(&str, String)>,
    mut tell: impl FnMut(ReadProblem),
) {
    let fen = game.start.fen();
    let [plies, number] = COUNTERS.map(|(_, field)| fen.split(' ').nth(field).unwrap_or_default());
    let mut counters = [plies.to_owned(), number.to_owned()];
    let mut seen = HashSet::new();
    for (opcode, operand) in operations {
        if !seen.insert(opcode) {
            tell(ReadProblem::TwiceOperation { opcode: opcode.to_owned() });
            continue;
        }
        let counter = COUNTERS.iter().position(|(name, _)| *name == opcode);
        match counter {
            Some(_) if operand.parse::<u32>().is_err() => {
                let found = operand.chars().take(20).collect();
                tell(ReadProblem::Counter { opcode: opcode.to_owned(), found });
            }
            Some(counter) => counters[counter] = operand,
            None if opcode == epd::COMMENT => game.line.comment = comment_text(&operand),
            None => game.set_tag(opcode, operand.replace(char::is_control, " ")),
        }
    }
    match Position::from_fen(&format!("{} - - {}", game.start.board(), counters.join(" "))) {
        Ok(start) => game.start = start,
        Err(error) => tell(ReadProblem::Start { from: StartSource::Text, error }),
    }
}

/// The opcodes of a position's counters, each with the index of its field in a FEN.
const COUNTERS: [(&str, usize); 2] = [("hmvc", 4), ("fmvn", 5)];

/// Whether a line looks like a game or position, because it starts with a FEN, a keyword such as `fen`, or a move.
pub(in super::super) fn looks_like_one(text: &str) -> bool {
    let text = text.trim_matches(is_blank);
    let word = text.split_whitespace().next().unwrap_or_default();
    let keyword =
        ["position", "startpos", "fen"].iter().any(|known| word.eq_ignore_ascii_case(known));
    keyword || looks_like_position(text) || begins_with_moves(text)
}

/// Whether a text can only be meant as a position, because it starts with a board of ten ranks, or with ranks and the
/// side to move.
pub fn looks_like_fen(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or_default();
    let is_side = words.next().is_some_and(|side| matches!(side, "w" | "b" | "r" | "-"));
    match board.matches('/').count() {
        0 => false,
        9 => true,
        slashes => {
            board.chars().all(|c| "0123456789/rnbakcpehgRNBAKCPEHG".contains(c))
                && (slashes > 1 || is_side)
        }
    }
}

/// Splits a text into moves, numbers and results, separated by white space or commas; Chinese moves need no separator.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c| is_blank(c) || is_comma(c));
        let (word, behind) = rest.split_at(first_word(rest, |c| ends_word(c) || is_comma(c)).len());
        rest = behind;
        (!word.is_empty()).then(|| plain(word))
    })
}

fn is_comma(c: char) -> bool {
    matches!(c, ',' | '，' | ';' | '；' | '。' | '|')
}

/// The number of moves in a text that consists only of moves, move numbers and results.
pub(in super::super) fn count_moves(text: &str) -> Option<usize> {
    let mut count = 0;
    for word in words_of(text) {
        let (text, _) = split_word(&word);
        if is_move(text) {
            count += 1;
        } else if !text.is_empty() && Outcome::from_text(&word).is_none() {
            return None;
        }
    }
    Some(count)
}

/// Whether the first word other than a move number is a move or a result.
pub(super) fn begins_with_moves(text: &str) -> bool {
    let first = words_of(text).find(|word| !split_word(word).0.is_empty());
    first.is_some_and(|word| is_move(split_word(&word).0) || Outcome::from_text(&word).is_some())
}
