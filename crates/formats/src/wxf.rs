//! WXF, the text files of the World Xiangqi Federation, as `XieXie` and `PlayOK` write them; read, not written.
//!
//! Lines with a keyword say what the game is: `FORMAT`, `GAME`, `EVENT`, `DATE`, `RED` and `BLACK` with name, rating and
//! more between semicolons, `RESULT`, `FEN`. The moves follow between `START{` and `}END`.
//!
//! ```
//! use chuhe_formats::wxf;
//!
//! let text = "FORMAT\tWXF\nRED\tA ; 1200 ;;\nBLACK\tB ;;;\nRESULT\t1-0\nSTART{\n 1. C2.5 h8+7\n}END\n";
//! let game = wxf::read(text).next().unwrap()?;
//! assert_eq!((game.tag("Red"), game.tag("RedElo")), (Some("A"), Some("1200")));
//! assert_eq!(game.moves().count(), 2);
//! # Ok::<(), chuhe_formats::collection::ReadError>(())
//! ```

use std::ops::Range;

use super::game::{Game, Outcome};
use super::pgn;
use super::read_error::ReadError;
use super::salvage::Faults;
use chuhe_engine::board::{FenError, Position};

/// What is wrong with a game, beside its moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message says it")]
pub enum WxfProblem {
    #[error("no game: expected START{{, moves and }}END")]
    NoGame,
    #[error("START{{ without }}END")]
    Open,
    #[error("line FEN: {0}")]
    Fen(FenError),
    #[error("SETUP{{ is not read; a start position is read from a line FEN")]
    Setup,
}

/// Keywords and the tags they stand for; `RED` and `BLACK` have more than a name.
const NAMES: [(&str, &str); 11] = [
    ("GAME", "Title"),
    ("SITE", "Site"),
    ("PLACE", "Site"),
    ("DATE", "Date"),
    ("ROUND", "Round"),
    ("TIME", "Time"),
    ("OPENING", "Opening"),
    ("VARIATION", "Variation"),
    ("AUTHOR", "Author"),
    ("ANNOTATOR", "Annotator"),
    ("REMARK", "Annotator"),
];

/// The games of a text. Moves are in any notation, with comments and variations as in [`pgn`].
#[must_use]
pub fn read(text: &str) -> WxfGames<'_> {
    WxfGames { text, begin: 0, at: 0, line: 1, seen: false }
}

/// Whether a file is WXF: a line says so, or begins the moves as no other format does.
pub(super) fn is_wxf(bytes: &[u8]) -> bool {
    // Keywords are the same bytes in all encodings but UTF-16.
    let line_of = |line: &[u8]| {
        let line = String::from_utf8_lossy(line.get(..40).unwrap_or(line));
        let (keyword, value) = split_keyword(clean(&line));
        is_start(clean(&line))
            || keyword.eq_ignore_ascii_case("FORMAT") && value.eq_ignore_ascii_case("WXF")
    };
    let begins = |line: &&[u8]| line.iter().take(10).any(|&byte| b"fFsS".contains(&byte));
    bytes.split(|&byte| byte == b'\n').filter(begins).any(line_of)
}

const START: &str = "START{";
const END: &str = "}END";

/// Reads the games of a text one by one; made by [`read`]. After an error the next game comes. The error has what could
/// be read of its game: [`ReadError::salvaged`].
#[derive(Clone, Debug)]
pub struct WxfGames<'a> {
    text: &'a str,
    /// Where the last game begins, in bytes.
    begin: usize,
    at: usize,
    /// Counted from 1.
    line: usize,
    /// Whether a game or an error was returned already.
    seen: bool,
}

/// A line above the moves: its number, keyword and value.
type Field<'a> = (usize, &'a str, &'a str);

impl<'a> Iterator for WxfGames<'a> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut fields: Vec<Field<'a>> = Vec::new();
        self.begin = self.at;
        while let Some(line) = self.peek_line() {
            let number = self.line;
            let text = clean(line);
            if is_start(text) {
                self.at += line.len() - line.trim_start_matches(is_blank).len() + START.len();
                let (moves, is_closed) = self.take_moves();
                self.seen = true;
                return Some(build(&fields, number, moves, is_closed));
            }
            let (keyword, value) = split_keyword(text);
            // What is said again is said of another game.
            if is_known(keyword) && field(&fields, keyword).is_some() {
                break;
            }
            fields.push((number, keyword, value));
            self.skip(line.len());
        }
        let is_said =
            |&&(_, keyword, _): &&Field<'_>| is_known(keyword) || !self.seen && !keyword.is_empty();
        let &(line, ..) = fields.iter().find(is_said)?;
        self.seen = true;
        Some(Err(ReadError::at_line(line, WxfProblem::NoGame)))
    }
}

impl<'a> WxfGames<'a> {
    /// Where the last game is, in bytes.
    pub(super) const fn place(&self) -> Range<usize> {
        self.begin..self.at
    }

    /// The rest of the current line, with its end.
    fn peek_line(&self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
        (length > 0).then(|| &rest[..length])
    }

    fn skip(&mut self, length: usize) {
        self.line += self.text[self.at..self.at + length].matches('\n').count();
        self.at += length;
    }

    /// The moves up to `}END`, and whether it is there. Without it they go on up to the next game.
    fn take_moves(&mut self) -> (&'a str, bool) {
        let begin = self.at;
        while let Some(line) = self.peek_line() {
            let mut ends = line.match_indices('}').map(|(at, _)| at);
            let is_end = |&at: &usize| {
                line[at..].get(..END.len()).is_some_and(|text| text.eq_ignore_ascii_case(END))
            };
            if let Some(at) = ends.find(is_end) {
                let moves = &self.text[begin..self.at + at];
                self.skip(at + END.len());
                return (moves, true);
            }
            let text = clean(line);
            if self.at > begin
                && (is_start(text) || split_keyword(text).0.eq_ignore_ascii_case("FORMAT"))
            {
                break;
            }
            self.skip(line.len());
        }
        (&self.text[begin..self.at], false)
    }
}

const fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// A line without blanks around it.
fn clean(line: &str) -> &str {
    line.trim_matches(is_blank)
}

fn is_start(line: &str) -> bool {
    line.get(..START.len()).is_some_and(|text| text.eq_ignore_ascii_case(START))
}

/// The first word of a line, and what follows.
fn split_keyword(line: &str) -> (&str, &str) {
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

/// Whether a word says something of a game.
fn is_known(keyword: &str) -> bool {
    let known = ["FORMAT", "RED", "BLACK", "RESULT", "EVENT", "FEN"];
    known
        .into_iter()
        .chain(NAMES.map(|(name, _)| name))
        .any(|name| name.eq_ignore_ascii_case(keyword))
}

fn field<'f, 'a>(fields: &'f [Field<'a>], name: &str) -> Option<&'f Field<'a>> {
    fields.iter().find(|(_, keyword, _)| keyword.eq_ignore_ascii_case(name))
}

fn build(
    fields: &[Field<'_>],
    line: usize,
    moves: &str,
    is_closed: bool,
) -> Result<Game, ReadError> {
    let mut faults = Faults::new();
    let is_setup =
        |word: &str| word.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("SETUP"));
    let start = match field(fields, "FEN").filter(|(.., fen)| !fen.is_empty()) {
        Some(&(line, _, fen)) => Position::from_fen(fen)
            .map_err(|error| ReadError::at_line(line, WxfProblem::Fen(error)))?,
        None => match fields.iter().find(|(_, keyword, _)| is_setup(keyword)) {
            Some(&(line, ..)) => return Err(ReadError::at_line(line, WxfProblem::Setup)),
            None => Position::startpos(),
        },
    };
    let (main_line, outcome) = pgn::read_moves(moves, line, &start, &mut faults);
    let mut game = Game::new(start);
    for &(_, keyword, value) in fields {
        describe(&mut game, keyword, &value.replace(char::is_control, " "));
    }
    game.line = main_line;
    game.outcome = outcome.unwrap_or(game.outcome);
    if !is_closed {
        faults.skip(ReadError::at_line(line, WxfProblem::Open));
    }
    faults.finish(game)
}

/// Tells a game what a line says of it. Lines with other keywords say nothing.
fn describe(game: &mut Game, keyword: &str, value: &str) {
    let mut set = |name: &str, value: &str| {
        if !value.is_empty() {
            game.set_tag(name, value);
        }
    };
    match keyword.to_ascii_uppercase().as_str() {
        "RESULT" => game.outcome = Outcome::from_text(value).unwrap_or_default(),
        side @ ("RED" | "BLACK") => {
            let side = if side == "RED" { "Red" } else { "Black" };
            let mut parts = value.split(';').map(str::trim);
            set(side, parts.next().unwrap_or_default());
            let is_rating = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
            let (ratings, others): (Vec<&str>, Vec<&str>) =
                parts.filter(|part| !part.is_empty()).partition(is_rating);
            set(&format!("{side}Elo"), ratings.first().copied().unwrap_or_default());
            set(&format!("{side}Team"), &others.join("; "));
        }
        "EVENT" => {
            let (event, time) = value.split_once(';').unwrap_or((value, ""));
            set("Event", event.trim());
            set("TimeControl", time.trim());
        }
        keyword => {
            if let Some((_, tag)) = NAMES.iter().find(|(name, _)| *name == keyword) {
                set(tag, value);
            }
        }
    }
}
