//! Reads the games in a text one by one. An error in one game does not affect the next.

use std::collections::HashSet;
use std::ops::Range;

use super::super::game::{Game, Line, LineMove, NESTING_MAX, Outcome, PLIES_MAX, usual_name};
use super::super::other_game::{NamingTags, OtherGame};
use super::super::pieces::GamesInText;
use super::super::position_text::position_from_text;
use super::super::read_error::ReadError;
use super::super::read_problem::{ReadProblem, StartSource};
use super::super::readings::parse_move_before;
use super::super::salvage::Faults;
use super::glyphs::{glyphs_of, split_word};
use super::is_field;
use super::lexer::{Lexer, RawGame, Token, is_pass};
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::notation::rank_numbering;
use chuhe_engine::types::Move;

/// Reads the games in a text.
///
/// Moves are read in any notation, whatever the tag `Format` says. Tag names may have any case, and `White` means
/// `Red`, unless the tag `Red` is present. Comments are in braces, after a semicolon, or in parentheses that do not
/// start with a move; several comments on one move are joined as lines of one comment. Signs after a move, such as `!`,
/// `?` and `+=`, become glyphs. Move numbers and text between games are ignored. If no result follows the moves, the
/// tag `Result` counts. A pass ends its line; the text from there on is kept as a comment. Moves below an empty line that
/// are numbered from 1 again belong to another game.
pub fn read(text: &str) -> PgnGames<'_> {
    PgnGames { lexer: Lexer::new(text), begin: 0, end: 0, seen: false }
}

/// The games in a text, read one by one by [`read`]. Iteration continues after an error, which contains the readable
/// part of its game; see [`ReadError::salvaged`].
#[derive(Clone, Debug)]
pub struct PgnGames<'a> {
    lexer: Lexer<'a>,
    /// The byte offset of the game last read.
    begin: usize,
    /// The byte offset of the end of the game last read.
    end: usize,
    /// Whether a game or an error has already been returned.
    seen: bool,
}

impl<'a> PgnGames<'a> {
    /// The games in part of a text; `line` is the number of its first line. If `seen` is set, a part without
    /// games is not an error.
    pub(in super::super) fn within(text: &'a str, line: usize, seen: bool) -> Self {
        Self { lexer: Lexer::at_line(text, line), begin: 0, end: 0, seen }
    }
}

impl GamesInText for PgnGames<'_> {
    fn place(&self) -> Range<usize> {
        self.begin..self.lexer.offset()
    }

    fn line(&self) -> usize {
        self.lexer.line()
    }

    fn has_more(&mut self) -> bool {
        !self.lexer.rest().trim_start().is_empty()
    }
}

impl Iterator for PgnGames<'_> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = None;
        while let Some(raw) = self.lexer.next_game() {
            if raw.is_game() {
                self.begin = raw.begin - self.lexer.paragraph_before(self.end..raw.begin);
                self.end = self.lexer.offset();
                self.seen = true;
                return Some(build(raw));
            }
            line.get_or_insert(raw.tokens.first().map_or(self.lexer.line(), |&(line, _)| line));
        }
        let line = line.filter(|_| !std::mem::replace(&mut self.seen, true))?;
        Some(Err(ReadError::at_line(line, ReadProblem::NoPgn)))
    }
}

/// The main line or a variation, while it is being read.
struct OpenLine {
    line: Line,
    /// The number of the line of text on which the line starts.
    begins: usize,
    /// Whether a move was illegal, so the rest of the line is skipped.
    is_broken: bool,
    /// The rest of the line from a pass on, which becomes a comment.
    unplayed: Option<String>,
}

fn build(raw: RawGame<'_>) -> Result<Game, ReadError> {
    let mut faults = Faults::new();
    for &(line, text) in &raw.bad_tags {
        let found = text.chars().take(40).collect();
        let error = ReadError::at_line(line, ReadProblem::Tag { found });
        if hides_start(text) {
            return Err(faults.refuse(error));
        }
        faults.skip(error);
    }
    let first_line = raw.tags.first().map(|tag| tag.line);
    let first_line = first_line.or(raw.tokens.first().map(|&(line, _)| line)).unwrap_or(1);
    let [variant, game, red, fen] = ["Variant", "Game", "Red", "FEN"].map(|name| {
        let tag = raw.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name));
        tag.map(|tag| &tag.value[..])
    });
    let naming = NamingTags { variant, game, has_red: red.is_some() };
    let is_usual = naming.is_usual();
    if let Some(other) = OtherGame::of_tags(naming).or_else(|| OtherGame::of_fen(fen?)) {
        return Err(ReadError::at_line(first_line, ReadProblem::OtherGame(other)));
    }
    let other = fen.is_none().then(|| OtherGame::of_moves(&main_line(&raw.tokens))).flatten();
    let start = match raw.field("FEN").map(|tag| (tag.line, position_from_text(&tag.value))) {
        Some((_, Ok(start))) => start,
        Some((line, Err(error))) => {
            let problem = ReadProblem::Start { from: StartSource::Tag, error };
            return Err(faults.refuse(ReadError::at_line(line, problem)));
        }
        None => Position::startpos(),
    };
    let tag = raw.field("Result");
    let said = tag.and_then(|tag| Outcome::from_text(tag.value.trim()));
    let outcome =
        raw.outcome.filter(|&outcome| outcome != Outcome::Unknown).or(said).unwrap_or_default();
    if let Some((tag, problem)) =
        tag.zip(ReadProblem::of_results(outcome, said.unwrap_or_default()))
    {
        faults.skip(ReadError::at_line(tag.line, problem));
    }
    let line = build_line(&start, raw.tokens, &mut faults);
    if let Some(other) = other.filter(|_| faults.is_cut() || is_usual) {
        return Err(ReadError::at_line(first_line, ReadProblem::OtherGame(other)));
    }
    let names: HashSet<String> = raw.tags.iter().map(|tag| tag.name.to_ascii_lowercase()).collect();
    let is_second_name = |name: &str| {
        let white = name.to_ascii_lowercase();
        white.strip_prefix("white").is_some_and(|rest| names.contains(&format!("red{rest}")))
    };
    let tags = raw.tags.into_iter().filter(|tag| !is_field(tag.name) && !is_second_name(tag.name));
    let tags = tags.map(|tag| (usual_name(tag.name), tag.value)).collect();
    faults.finish(Game { tags, start, line, outcome })
}

/// Reads the moves in part of a WXF file, and the result after them; `line` is the number of its first line.
pub(in super::super) fn read_moves(
    text: &str,
    line: usize,
    start: &Position,
    faults: &mut Faults,
) -> (Line, Option<Outcome>) {
    let mut lexer = Lexer::at_line(text, line).with_slashed_comments();
    let mut raw = RawGame::default();
    lexer.take_moves(&mut raw);
    let moves = build_line(start, raw.tokens, faults);
    if raw.outcome.is_none() && lexer.offset() < text.len() {
        let found = text[lexer.offset()..].chars().take(40).collect();
        faults.cut(ReadError::at_line(lexer.line(), ReadProblem::Tag { found }));
    }
    (moves, raw.outcome)
}

/// Whether an invalid line was probably meant as the tag `FEN`, without which the moves have no meaning.
fn hides_start(found: &str) -> bool {
    let name = found.trim_start_matches('[').trim_start().get(..3);
    name.is_some_and(|name| name.eq_ignore_ascii_case("FEN"))
}

/// The main line with everything that is readable.
fn build_line(start: &Position, tokens: Vec<(usize, Token<'_>)>, faults: &mut Faults) -> Line {
    let ranks = rank_numbering(start, main_line(&tokens));
    let mut tree = OpenTree {
        ranks,
        position: start.clone(),
        current: OpenLine::new(0),
        around: Vec::new(),
        skipped: 0,
        skipped_from: 0,
    };
    let mut tokens = tokens.into_iter();
    while let Some((line, token)) = tokens.next() {
        if let Err(problem) = tree.take(line, token, tokens.as_slice()) {
            // Nothing is read after an unclosed comment.
            let is_cut = tree.is_cut()
                || matches!(problem, ReadProblem::OpenComment | ReadProblem::OpenSlashedComment);
            let error = ReadError::at_line(line, problem);
            if is_cut { faults.cut(error) } else { faults.skip(error) }
        }
    }
    if let Some(line) = tree.open_variation() {
        faults.cut(ReadError::at_line(line, ReadProblem::OpenVariation));
    }
    while tree.close() {}
    tree.current.keep_unplayed();
    tree.current.line
}

/// The moves of a game while they are being read.
struct OpenTree {
    ranks: Ranks,
    /// The position after the last move of the current line.
    position: Position,
    current: OpenLine,
    /// The enclosing lines, outermost first.
    around: Vec<OpenLine>,
    /// The nesting depth within a variation that is left out.
    skipped: usize,
    /// The number of the line of text on which the variation that is left out starts.
    skipped_from: usize,
}

impl OpenTree {
    /// Takes a token; `rest` are the tokens after it.
    fn take(
        &mut self,
        line: usize,
        token: Token<'_>,
        rest: &[(usize, Token<'_>)],
    ) -> Result<(), ReadProblem> {
        let is_left_out = self.skipped > 0 || self.current.is_broken;
        let is_end = token == Token::Close && self.skipped == 0;
        if let Some(text) = self.current.unplayed.as_mut().filter(|_| !is_end) {
            token.push_to(text);
        }
        match token {
            Token::Close if self.skipped > 0 => self.skipped -= 1,
            Token::Close if self.close() => {}
            Token::Close => return Err(ReadProblem::StrayClose),
            Token::Open if is_left_out => self.skipped += 1,
            _ if is_left_out => {}
            Token::Open => return self.open(line),
            Token::Word(word) => {
                return self.current.take_word(&word, &mut self.position, self.ranks, rest);
            }
            Token::Comment(text) => self.current.comment(&text),
            Token::Glyph(glyph) => self.current.glyph(glyph),
            Token::Bad(bad) => return Err(bad.problem()),
        }
        Ok(())
    }

    /// Opens a variation. An unreadable one is left out.
    fn open(&mut self, line: usize) -> Result<(), ReadProblem> {
        let inner = match self.current.variation(line) {
            Some(_) if self.around.len() == NESTING_MAX => Err(ReadProblem::TooDeep),
            Some(inner) => Ok(inner),
            None => Err(ReadProblem::EarlyVariation),
        };
        let inner = inner.inspect_err(|_| (self.skipped, self.skipped_from) = (1, line))?;
        self.position.unmake(&mut ());
        self.around.push(std::mem::replace(&mut self.current, inner));
        Ok(())
    }

    /// Closes the current variation. Returns false if the current line is the main line.
    fn close(&mut self) -> bool {
        let Some(outer) = self.around.pop() else { return false };
        let inner = std::mem::replace(&mut self.current, outer);
        for _ in &inner.line.moves {
            self.position.unmake(&mut ());
        }
        if let Some(replaced) = self.current.line.moves.last() {
            self.position.make_unchecked(replaced.mv, &mut ());
        }
        self.current.take_variation(inner);
        true
    }

    /// Whether the main line has reached an illegal move.
    fn is_cut(&self) -> bool {
        self.around.is_empty() && self.current.is_broken
    }

    /// The number of the line of text on which an unclosed variation starts, if there is one.
    fn open_variation(&self) -> Option<usize> {
        if self.skipped > 0 && !self.current.is_broken {
            Some(self.skipped_from)
        } else {
            (!self.around.is_empty()).then_some(self.current.begins)
        }
    }
}

/// The moves of the main line, as written.
fn main_line<'t>(tokens: &'t [(usize, Token<'_>)]) -> Vec<&'t str> {
    let mut depth = 0_usize;
    let words = tokens.iter().filter_map(|(_, token)| {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Word(word) if depth == 0 => return Some(split_word(word).0),
            _ => {}
        }
        None
    });
    words.filter(|text| !text.is_empty()).collect()
}

/// The moves that follow in the same line, as written, among the next tokens.
fn following<'t>(tokens: &'t [(usize, Token<'_>)]) -> impl Iterator<Item = &'t str> + Clone {
    const TOKENS_MAX: usize = 200;
    let mut depth = 0_usize;
    let words = tokens.iter().take(TOKENS_MAX).map_while(move |(_, token)| {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.checked_sub(1)?,
            Token::Word(word) if depth == 0 => return Some(Some(split_word(word).0)),
            _ => {}
        }
        Some(None)
    });
    words.flatten().filter(|text| !text.is_empty())
}

impl Token<'_> {
    /// Adds the token to the text of a line that cannot be played.
    fn push_to(&self, text: &mut String) {
        let token = match self {
            Self::Word(word) => word,
            Self::Comment(comment) => &**comment,
            Self::Glyph(glyph) => &format!("${glyph}"),
            Self::Open => "(",
            Self::Close => ")",
            Self::Bad(_) => return,
        };
        let is_joined = text.ends_with('(') || *self == Self::Close;
        text.push_str(if is_joined || text.is_empty() { "" } else { " " });
        text.push_str(token);
    }
}

/// The next move of a game; `rest` are the tokens after it.
fn parse(
    position: &mut Position,
    text: &str,
    ranks: Ranks,
    rest: &[(usize, Token<'_>)],
) -> Result<Move, ReadProblem> {
    let ply = position.history().len() + 1;
    if ply > PLIES_MAX {
        return Err(ReadProblem::TooLong);
    }
    let parsed = parse_move_before(position, text, ranks, &following(rest));
    parsed.map_err(|error| ReadProblem::Move { ply, error })
}

impl OpenLine {
    fn new(begins: usize) -> Self {
        Self { line: Line::default(), begins, is_broken: false, unplayed: None }
    }

    fn take_word(
        &mut self,
        word: &str,
        position: &mut Position,
        ranks: Ranks,
        rest: &[(usize, Token<'_>)],
    ) -> Result<(), ReadProblem> {
        let (text, glyphs) = split_word(word);
        if is_pass(text) {
            self.is_broken = true;
            self.unplayed = Some(word.to_owned());
            return Err(ReadProblem::Pass { ply: position.history().len() + 1 });
        }
        if !text.is_empty() {
            let mv = parse(position, text, ranks, rest).inspect_err(|_| self.is_broken = true)?;
            position.make_unchecked(mv, &mut ());
            self.line.push(mv);
        }
        glyphs_of(glyphs).unwrap_or_default().into_iter().for_each(|glyph| self.glyph(glyph));
        Ok(())
    }

    /// Makes what cannot be played a comment.
    fn keep_unplayed(&mut self) {
        let text = self.unplayed.take().unwrap_or_default();
        self.comment(&text);
    }

    /// Adds a comment at the end of the line.
    fn comment(&mut self, text: &str) {
        let place = match self.line.moves.last_mut() {
            Some(LineMove { comment, .. }) => comment,
            None => &mut self.line.comment,
        };
        if !place.is_empty() && !text.is_empty() {
            place.push('\n');
        }
        place.push_str(text);
    }

    /// Adds a glyph to the last move. A glyph before the first move is dropped.
    fn glyph(&mut self, glyph: u8) {
        if let Some(last) = self.line.moves.last_mut() {
            last.glyphs.push(glyph);
        }
    }

    /// An empty variation that replaces the last move, if there is one.
    fn variation(&self, begins: usize) -> Option<Self> {
        (!self.line.moves.is_empty()).then(|| Self::new(begins))
    }

    /// Adds a variation that replaces the last move, unless no part of it was readable.
    fn take_variation(&mut self, mut inner: Self) {
        if inner.is_broken && inner.line.moves.is_empty() {
            self.comment(&inner.unplayed.unwrap_or_default());
            return;
        }
        inner.keep_unplayed();
        // Most variations are short.
        inner.line.moves.shrink_to_fit();
        if let Some(replaced) = self.line.moves.last_mut() {
            replaced.variations.push(inner.line);
        }
    }
}
