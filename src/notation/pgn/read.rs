//! Reads the games of a text one by one. An error in one game does not affect the next.

use super::super::format::parse_move;
use super::super::game::{Game, Line, LineMove, NESTING_MAX, Outcome, PLIES_MAX};
use super::super::iccs::Ranks;
use super::super::wxf::half_width;
use super::error::{PgnError, PgnProblem};
use super::is_field;
use super::lexer::{Lexer, RawGame, Token, split_word};
use crate::board::Position;

/// The games of a text.
///
/// Moves are read in any notation, whatever the tag `Format` says. Tag names may have any case, and `White` means
/// `Red`. Comments are in braces, after a semicolon, or in parentheses that do not begin with a move; several at one
/// move are joined as lines of one comment. `!` and `?` after a move become glyphs. Move numbers and text between games
/// are ignored. If no result follows the moves, the one of the tag `Result` counts.
#[must_use]
pub fn read(text: &str) -> PgnGames<'_> {
    PgnGames { lexer: Lexer::new(text), seen: false }
}

/// Reads the games of a text one by one; made by [`read`]. After an error the next game comes.
#[derive(Clone, Debug)]
pub struct PgnGames<'a> {
    lexer: Lexer<'a>,
    /// Whether a game or an error was returned already.
    seen: bool,
}

impl Iterator for PgnGames<'_> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = None;
        while let Some(raw) = self.lexer.next_game() {
            if raw.is_game() || raw.error.as_ref().is_some_and(is_in_tag) {
                self.seen = true;
                return Some(build(raw));
            }
            line.get_or_insert(raw.tokens.first().map_or(self.lexer.line(), |&(line, _)| line));
        }
        let line = line.filter(|_| !std::mem::replace(&mut self.seen, true))?;
        Some(Err(PgnError { line, problem: PgnProblem::NoGame }))
    }
}

fn is_in_tag(error: &PgnError) -> bool {
    matches!(error.problem, PgnProblem::Tag { .. })
}

/// A variation that is being read, or the main line.
struct OpenLine {
    line: Line,
    /// The position after its last move.
    position: Position,
    /// The line of the text on which it begins.
    begins: usize,
}

fn build(raw: RawGame<'_>) -> Result<Game, PgnError> {
    if let Some(error) = raw.error {
        return Err(error);
    }
    let start = match raw.field("FEN") {
        Some(tag) => Position::from_fen(&tag.value)
            .map_err(|error| PgnError { line: tag.line, problem: PgnProblem::Fen(error) })?,
        None => Position::startpos(),
    };
    let said = raw.field("Result").and_then(|tag| Outcome::from_text(tag.value.trim()));
    let outcome =
        raw.outcome.filter(|&outcome| outcome != Outcome::Unknown).or(said).unwrap_or_default();
    let line = build_line(&start, raw.tokens)?;
    let tags = raw.tags.into_iter().filter(|tag| !is_field(tag.name));
    let tags = tags.map(|tag| (usual_name(tag.name), tag.value)).collect();
    Ok(Game { tags, start, line, outcome })
}

fn build_line(start: &Position, tokens: Vec<(usize, Token<'_>)>) -> Result<Line, PgnError> {
    let words = tokens.iter().filter_map(|(_, token)| match token {
        Token::Word(word) => Some(split_word(word).0),
        _ => None,
    });
    let ranks = Ranks::shown_by(words).unwrap_or_default();
    let mut current = OpenLine { line: Line::default(), position: start.clone(), begins: 0 };
    // The variations around the current one, outermost first.
    let mut around: Vec<OpenLine> = Vec::new();
    for (line, token) in tokens {
        let fail = |problem| PgnError { line, problem };
        match token {
            Token::Word(word) => current.take_word(word, ranks).map_err(fail)?,
            Token::Comment(text) => current.comment(&text),
            Token::Glyph(glyph) => current.glyph(glyph),
            Token::Open if around.len() == NESTING_MAX => return Err(fail(PgnProblem::TooDeep)),
            Token::Open => {
                let inner = current.open(line).map_err(fail)?;
                around.push(std::mem::replace(&mut current, inner));
            }
            Token::Close => {
                let outer = around.pop().ok_or_else(|| fail(PgnProblem::StrayClose))?;
                let inner = std::mem::replace(&mut current, outer);
                if let Some(replaced) = current.line.moves.last_mut() {
                    replaced.variations.push(inner.line);
                }
            }
        }
    }
    if around.is_empty() {
        Ok(current.line)
    } else {
        Err(PgnError { line: current.begins, problem: PgnProblem::OpenVariation })
    }
}

impl OpenLine {
    fn take_word(&mut self, word: &str, ranks: Ranks) -> Result<(), PgnProblem> {
        let (text, glyphs) = split_word(word);
        if !text.is_empty() {
            let ply = self.position.history().len() + 1;
            if ply > PLIES_MAX {
                return Err(PgnProblem::TooLong);
            }
            let mv = parse_move(&self.position, text, ranks)
                .map_err(|error| PgnProblem::Move { ply, error })?;
            self.position.make_unchecked(mv, &mut ());
            self.line.push(mv);
        }
        if let Some(glyph) = glyph_of(glyphs) {
            self.glyph(glyph);
        }
        Ok(())
    }

    /// Adds a comment at the end.
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

    /// Adds a glyph to the last move; before the first move it is dropped.
    fn glyph(&mut self, glyph: u8) {
        if let Some(last) = self.line.moves.last_mut() {
            last.glyphs.push(glyph);
        }
    }

    /// Opens a variation that replaces the last move.
    fn open(&self, begins: usize) -> Result<Self, PgnProblem> {
        if self.line.moves.is_empty() {
            return Err(PgnProblem::EarlyVariation);
        }
        let mut position = self.position.clone();
        position.unmake(&mut ());
        Ok(Self { line: Line::default(), position, begins })
    }
}

/// The number of a glyph that is written as `!` and `?`.
pub(in super::super) fn glyph_of(text: &str) -> Option<u8> {
    let marks: String = text.chars().map(half_width).filter(|c| matches!(c, '!' | '?')).collect();
    Some(match &marks[..] {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// The usual spelling of a tag's name, if it is a common one.
fn usual_name(name: &str) -> String {
    const USUAL: [&str; 14] = [
        "Event",
        "Site",
        "Date",
        "Round",
        "Red",
        "RedTeam",
        "RedElo",
        "Black",
        "BlackTeam",
        "BlackElo",
        "Opening",
        "Variation",
        "ECCO",
        "Termination",
    ];
    let name = match name.split_at_checked("White".len()) {
        Some((white, rest)) if white.eq_ignore_ascii_case("White") => format!("Red{rest}"),
        _ => name.to_owned(),
    };
    let usual = USUAL.iter().find(|usual| usual.eq_ignore_ascii_case(&name));
    usual.map_or(name, |&usual| usual.to_owned())
}
