//! WXF, the text files of the World Xiangqi Federation, as `XieXie` and `PlayOK` write them. They can be read but not
//! written.
//!
//! Lines that start with a keyword describe the game: `FORMAT`, `GAME`, `EVENT`, `DATE`, `RED` and `BLACK` (name,
//! rating and more, separated by semicolons), `RESULT`, `FEN`. The moves are between `START{` and `}END`. Comments are
//! in braces, or between `/*` and `*/`. Instead of `FEN`, a start position may be given between `SETUP{` and `}`, as
//! `xiangqi-setup` reads it: pieces with their squares (`Ke0`; lower-case letters are Black's), the side to move (`RED`
//! or `BLACK`), and the number of the first move (`MOVE 20`).
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

use super::encoding::begins_wxf;
use super::game::{Game, Outcome};
use super::pgn::{self, is_blank};
use super::pieces::GamesInText;
use super::placement;
use super::position_text::position_from_text;
use super::read_error::ReadError;
use super::read_problem::{ReadProblem, StartSource};
use super::salvage::Faults;
use chuhe_engine::board::Position;
use chuhe_engine::types::{Color, Piece, Square};

/// Keywords and the corresponding tags. The values of `RED` and `BLACK` contain more than a name.
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

/// Reads the games in a text. Moves may be in any notation, with comments and variations as in [`pgn`].
pub fn read(text: &str) -> WxfGames<'_> {
    WxfGames::within(text, 1, false)
}

/// Whether a file is WXF: a line states this, or the moves start as in no other format.
pub(super) fn is_wxf(bytes: &[u8]) -> bool {
    // Keywords are the same bytes in every encoding but UTF-16.
    bytes
        .split(|&byte| byte == b'\n')
        .filter(|line| line.iter().take(10).any(|&byte| b"fFsS".contains(&byte)))
        .any(|line| {
            let line = String::from_utf8_lossy(line.get(..40).unwrap_or(line));
            let (keyword, value) = split_keyword(clean(&line));
            is_start(clean(&line))
                || keyword.eq_ignore_ascii_case("FORMAT") && value.eq_ignore_ascii_case("WXF")
        })
}

const START: &str = "START{";
/// How each field above the moves that may span several lines begins and ends.
const BLOCKS: [(&str, &str); 2] = [(SETUP, "}"), (COMMENT, "*/")];
const SETUP: &str = "SETUP{";
const COMMENT: &str = "/*";
const END: &str = "}END";

/// The games in a text, read one by one by [`read`]. Iteration continues after an error, which contains the readable
/// part of its game; see [`ReadError::salvaged`].
#[derive(Clone, Debug)]
pub struct WxfGames<'a> {
    text: &'a str,
    /// The byte offset of the game last read.
    begin: usize,
    at: usize,
    /// The number of the current line, from 1.
    line: usize,
    /// The byte offset up to which each kind of field that spans several lines is known to be open.
    unclosed: [usize; BLOCKS.len()],
    /// Whether a game or an error has already been returned.
    seen: bool,
}

/// A line above the moves: its number, its keyword and its value.
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
            let indent = line.len() - line.trim_start_matches(is_blank).len();
            let block = BLOCKS.iter().position(|(open, _)| begins_with(text, open));
            if let Some(block) = block {
                let (open, _) = BLOCKS[block];
                if is_known(open) && field(&fields, open).is_some() {
                    break;
                }
                self.skip(indent + open.len());
                fields.push((number, open, self.take_block(block)));
                continue;
            }
            let (keyword, value) = split_keyword(text);
            // A repeated keyword belongs to another game.
            if is_known(keyword) && field(&fields, keyword).is_some() {
                break;
            }
            if !keyword.is_empty() {
                fields.push((number, keyword, value));
            }
            self.skip(line.len());
        }
        let is_said = |&&(_, keyword, _): &&Field<'_>| is_known(keyword) || !self.seen;
        let &(line, ..) = fields.iter().find(is_said)?;
        self.seen = true;
        Some(Err(ReadError::at_line(line, ReadProblem::NoWxf)))
    }
}

impl GamesInText for WxfGames<'_> {
    fn place(&self) -> Range<usize> {
        self.begin..self.at
    }

    fn line(&self) -> usize {
        self.line
    }

    fn has_more(&mut self) -> bool {
        !self.text[self.at..].trim_start().is_empty()
    }
}

impl<'a> WxfGames<'a> {
    /// The games in part of a text; `line` is the number of its first line. If `seen` is set, unknown text in a part
    /// without games is not an error.
    pub(super) const fn within(text: &'a str, line: usize, seen: bool) -> Self {
        Self { text, begin: 0, at: 0, line, unclosed: [0; BLOCKS.len()], seen }
    }

    /// The rest of the current line, including its end.
    fn peek_line(&self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
        (length > 0).then(|| &rest[..length])
    }

    fn skip(&mut self, length: usize) {
        self.line += self.text[self.at..self.at + length].matches('\n').count();
        self.at += length;
    }

    /// Takes the text up to and including the end of a field that may span several lines. If the moves or the end of
    /// the text come first, takes only the rest of the line.
    fn take_block(&mut self, block: usize) -> &'a str {
        let (_, close) = BLOCKS[block];
        let rest = &self.text[self.at..];
        let mut lines = rest.split_inclusive('\n');
        let first = lines.next().unwrap_or_default();
        let mut length = first.find(close).map(|at| at + close.len());
        if length.is_none() && self.at >= self.unclosed[block] {
            let mut passed = first.len();
            let mut until_moves = lines.take_while(|line| !is_start(clean(line)));
            length = until_moves.find_map(|line| {
                passed += line.len();
                Some(passed - line.len() + line.find(close)? + close.len())
            });
            self.unclosed[block] = self.at + passed;
        }
        let line = first.strip_suffix('\n').unwrap_or(first);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let body = &rest[..length.unwrap_or(line.len())];
        self.skip(body.len());
        body
    }

    /// Takes the moves up to `}END`, and returns whether it is present. Without it, the moves extend to the next game.
    fn take_moves(&mut self) -> (&'a str, bool) {
        let begin = self.at;
        while let Some(line) = self.peek_line() {
            let mut ends = line.match_indices('}').map(|(at, _)| at);
            let end = ends.find(|&at| {
                line[at..].get(..END.len()).is_some_and(|text| text.eq_ignore_ascii_case(END))
            });
            if let Some(at) = end {
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
            // Another file may have been appended to one truncated within this line.
            let mut heads = line.match_indices(['F', 'f']).map(|(at, _)| at);
            if let Some(at) = heads.find(|&at| begins_wxf(&line.as_bytes()[at..])) {
                self.skip(at);
                break;
            }
            self.skip(line.len());
        }
        (&self.text[begin..self.at], false)
    }
}

/// A line without white space at its ends.
fn clean(line: &str) -> &str {
    line.trim_matches(is_blank)
}

fn is_start(line: &str) -> bool {
    begins_with(line, START)
}

fn begins_with(line: &str, sought: &str) -> bool {
    line.get(..sought.len()).is_some_and(|text| text.eq_ignore_ascii_case(sought))
}

/// The first word of a line, and the rest.
fn split_keyword(line: &str) -> (&str, &str) {
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

/// Whether a word is a known keyword.
fn is_known(keyword: &str) -> bool {
    let known = ["FORMAT", "RED", "BLACK", "RESULT", "EVENT", "FEN", SETUP];
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
    let start = match field(fields, "FEN").filter(|(.., fen)| !fen.is_empty()) {
        Some(&(line, _, fen)) => position_from_text(fen).map_err(|error| {
            ReadError::at_line(line, ReadProblem::Start { from: StartSource::Line, error })
        })?,
        None => match field(fields, SETUP) {
            Some(&(line, _, body)) => {
                setup(body).map_err(|problem| ReadError::at_line(line, problem))?
            }
            None => Position::startpos(),
        },
    };
    let (mut main_line, outcome) = pgn::read_moves(moves, line, &start, &mut faults);
    let comments = fields.iter().filter(|(_, keyword, _)| *keyword == COMMENT);
    for &(line, _, body) in comments.rev() {
        let Some(text) = body.strip_suffix("*/") else {
            faults.skip(ReadError::at_line(line, ReadProblem::OpenSlashedComment));
            continue;
        };
        let text = pgn::plain_lines(text);
        let comment = format!("{}\n{}", text.trim(), main_line.comment);
        comment.trim().clone_into(&mut main_line.comment);
    }
    let mut game = Game::new(start);
    for &(_, keyword, value) in fields {
        describe(&mut game, keyword, &value.replace(char::is_control, " "));
    }
    game.line = main_line;
    let said = game.outcome;
    game.outcome = outcome.filter(|&outcome| outcome != Outcome::Unknown).unwrap_or(said);
    if let Some(problem) = ReadProblem::of_results(game.outcome, said) {
        faults.skip(ReadError::at_line(
            field(fields, "RESULT").map_or(line, |field| field.0),
            problem,
        ));
    }
    if !is_closed {
        faults.skip(ReadError::at_line(line, ReadProblem::OpenMoves));
    }
    faults.finish(game)
}

/// The position in `SETUP{`; `body` includes the closing brace.
fn setup(body: &str) -> Result<Position, ReadProblem> {
    let body = body.strip_suffix('}').ok_or(ReadProblem::OpenSetup)?;
    let mut points = [None; Square::COUNT];
    let (mut side, mut number) = (None, None);
    let mut words = body
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))
        .filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        let invalid = ReadProblem::Setup { found: word.chars().take(20).collect() };
        match word.to_ascii_uppercase().as_str() {
            "RED" => side = Some(Color::Red),
            "BLACK" => side = Some(Color::Black),
            "MOVE" => {
                let value = words.next().and_then(|value| value.parse::<u32>().ok());
                number = Some(value.filter(|&value| value > 0).ok_or(invalid)?);
            }
            _ => {
                let mut chars = word.chars();
                let piece = chars.next().and_then(Piece::from_letter);
                let square = chars.as_str().to_ascii_lowercase().parse::<Square>().ok();
                let (piece, square) = piece.zip(square).ok_or(invalid)?;
                if points[square.dense()].replace(piece).is_some() {
                    return Err(ReadProblem::TwoPieces { from: StartSource::Setup, square });
                }
            }
        }
    }
    let start = placement::of_points(&points, None, side, StartSource::Setup)?;
    let Some(number) = number else { return Ok(start) };
    let fen = format!("{} - - 0 {number}", start.board());
    Position::from_fen(&fen).map_err(|error| ReadProblem::Start { from: StartSource::Setup, error })
}

/// Sets a tag or the outcome of a game from a line. Lines with other keywords are ignored.
fn describe(game: &mut Game, keyword: &str, value: &str) {
    match keyword.to_ascii_uppercase().as_str() {
        "RESULT" => game.outcome = Outcome::from_text(value).unwrap_or_default(),
        side @ ("RED" | "BLACK") => {
            let side = if side == "RED" { "Red" } else { "Black" };
            let mut parts = value.split(';').map(str::trim);
            set(game, side, parts.next().unwrap_or_default());
            let (ratings, others): (Vec<&str>, Vec<&str>) = parts
                .filter(|part| !part.is_empty())
                .partition(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
            set(game, &format!("{side}Elo"), ratings.first().copied().unwrap_or_default());
            set(game, &format!("{side}Team"), &others.join("; "));
        }
        "EVENT" => {
            let (event, time) = value.split_once(';').unwrap_or((value, ""));
            set(game, "Event", event.trim());
            set(game, "TimeControl", time.trim());
        }
        keyword => {
            if let Some((_, tag)) = NAMES.iter().find(|(name, _)| *name == keyword) {
                set(game, tag, value);
            }
        }
    }
}

/// Sets a tag, unless the value is empty.
fn set(game: &mut Game, name: &str, value: &str) {
    if !value.is_empty() {
        game.set_tag(name, value);
    }
}
