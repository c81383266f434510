//! Reads the games in a text one by one. An error in one game does not affect the next.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::super::game::{
    Game, Line, LineMove, NESTING_MAX, Outcome, PLIES_MAX, one_line, read_tag_name,
};
use super::super::pgn::{is_field, plain_lines};
use super::super::pieces::GamesInText;
use super::super::placement::{self, PIECES};
use super::super::position_text::position_from_text;
use super::super::read_error::ReadError;
use super::super::read_problem::{ReadProblem, StartSource};
use super::super::salvage::Faults;
use super::{NAMES, PRESENTATION, START, is_record, square};
use chuhe_engine::board::Position;
use chuhe_engine::notation::wxf::half_width;
use chuhe_engine::notation::{MoveForm, MoveTextError};
use chuhe_engine::types::Move;

/// Reads the games in a text, which may be a whole web page.
///
/// Fields may be in any order and case, and may be closed wrongly or not at all; digits may be separated by white
/// space. HTML references such as `&amp;` and line breaks (`<br>`) in texts are decoded. The first piece moved determines which side begins; without a move it is Red.
pub fn read(text: &str) -> DhtmlXqGames<'_> {
    DhtmlXqGames::within(text, 1, false)
}

/// The games in a text, read one by one by [`read`]. Iteration continues after an error, which contains the readable
/// part of its game; see [`ReadError::salvaged`].
#[derive(Clone, Debug)]
pub struct DhtmlXqGames<'a> {
    text: &'a str,
    /// The byte offset of the game last read.
    begin: usize,
    at: usize,
    line: usize,
    /// Whether a game or an error has already been returned.
    seen: bool,
}

impl<'a> DhtmlXqGames<'a> {
    /// The games in part of a text; `line` is the number of its first line. If `seen` is set, a part without games is
    /// not an error.
    pub(in super::super) const fn within(text: &'a str, line: usize, seen: bool) -> Self {
        Self { text, begin: 0, at: 0, line, seen }
    }
}

impl GamesInText for DhtmlXqGames<'_> {
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

const OPENING: &str = "[DhtmlXQ]";
const FIELD: &str = "[DhtmlXQ_";
const CLOSING: &str = "[/DhtmlXQ";
const CLOSED: &str = "[/DhtmlXQ]";

impl Iterator for DhtmlXqGames<'_> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let length = game_length(rest);
            let line = self.line;
            self.begin = self.at;
            self.at += length;
            self.line += rest[..length].matches('\n').count();
            let fields: Vec<_> = Fields::new(&rest[..length], line).collect();
            if fields.iter().any(|field| is_game_field(field.name)) {
                self.seen = true;
                return Some(build(&fields));
            } else if begins_with(rest, OPENING) || !fields.is_empty() {
                self.seen = true;
                return Some(Err(ReadError::at_line(line, ReadProblem::NoDhtmlXq)));
            }
        }
        let is_first = !std::mem::replace(&mut self.seen, true);
        is_first.then(|| Err(ReadError::at_line(1, ReadProblem::NoDhtmlXq)))
    }
}

/// The length of the first game in a text. The first game may lack its opening tag, and so may the second, in which
/// case it begins behind the closing tag of the first. No more of the text is examined than this decision requires.
fn game_length(text: &str) -> usize {
    let mut closed = None;
    let mut has_game = false;
    for tag in brackets(text) {
        let rest = &text[tag..];
        if tag > 0 && begins_with(rest, OPENING) {
            return tag;
        }
        if begins_with(rest, CLOSED) && has_game && closed.is_none() {
            closed = Some(tag + CLOSED.len());
        } else if let Some(name) = field_name(rest) {
            if let Some(closed) = closed {
                return closed;
            }
            has_game |= is_game_field(name);
        }
    }
    text.len()
}

fn is_game_field(name: &str) -> bool {
    let name = name.trim();
    ["movelist", "binit", "fen", "move_0_1_0"].iter().any(|field| field.eq_ignore_ascii_case(name))
}

fn brackets(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices('[').map(|(at, _)| at)
}

fn begins_with(text: &str, sought: &str) -> bool {
    text.get(..sought.len()).is_some_and(|head| head.eq_ignore_ascii_case(sought))
}

/// A field and the line on which it begins.
#[derive(Debug)]
struct Field<'a> {
    line: usize,
    name: &'a str,
    value: &'a str,
}

/// The fields in a text.
struct Fields<'a> {
    text: &'a str,
    at: usize,
    /// The number of the line at `at`.
    line: usize,
}

impl<'a> Fields<'a> {
    const fn new(text: &'a str, line: usize) -> Self {
        Self { text, at: 0, line }
    }

    fn pass(&mut self, length: usize) {
        self.line += self.text[self.at..self.at + length].matches('\n').count();
        self.at += length;
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let rest = &self.text[self.at..];
        let mut names = brackets(rest).filter_map(|at| Some((at, field_name(&rest[at..])?)));
        let (at, name) = names.next()?;
        self.pass(at);
        let line = self.line;
        self.pass(FIELD.len() + name.len() + 1);
        let behind = &self.text[self.at..];
        let ends = |&at: &usize| [CLOSING, FIELD].iter().any(|end| begins_with(&behind[at..], end));
        let value = &behind[..brackets(behind).find(ends).unwrap_or(behind.len())];
        self.pass(value.len());
        Some(Field { line, name: name.trim(), value: value.trim() })
    }
}

/// The name of the field at the start of a text.
fn field_name(text: &str) -> Option<&str> {
    let inside = text.get(FIELD.len()..).filter(|_| begins_with(text, FIELD))?;
    let end = inside.find(['[', ']']).filter(|&end| inside[end..].starts_with(']'))?;
    Some(&inside[..end])
}

/// A sequence of moves; branch 0 is the main line.
struct MoveBranch<'a> {
    line: usize,
    field: &'a str,
    parent: u32,
    /// The number of the move that the branch replaces, from 1.
    ply: usize,
    moves: Vec<Move>,
    /// Invalid text after the moves.
    bad_end: Option<ReadProblem>,
}

/// The branches and comments of a game whose moves have not been played yet.
struct GameParts<'a> {
    faults: Faults,
    branches: BTreeMap<u32, MoveBranch<'a>>,
    /// The numbers of the branches that replace a move, keyed by the branch and the ply of that move.
    children: HashMap<(u32, usize), Vec<u32>>,
    comments: HashMap<(u32, usize), String>,
}

fn build(fields: &[Field<'_>]) -> Result<Game, ReadError> {
    let mut parts = GameParts {
        faults: Faults::new(),
        branches: BTreeMap::new(),
        children: HashMap::new(),
        comments: HashMap::new(),
    };
    let (mut placement, mut fen) = (None, None);
    let mut outcome = Outcome::Unknown;
    let mut tags = Vec::new();
    for field in fields.iter().filter(|field| !field.value.is_empty()) {
        let name = field.name.to_ascii_lowercase();
        if name == "binit" {
            placement = Some(field);
        } else if name == "fen" {
            fen = Some(field);
        } else if name == "movelist" {
            parts.add_branch(field, 0, 1, 0);
        } else if let Some(numbering) = name.strip_prefix("move_") {
            let numbers = numbers(numbering).and_then(|numbers| <[u32; 3]>::try_from(numbers).ok());
            match numbers {
                Some([_, _, 0]) => parts.add_branch(field, 0, 1, 0),
                Some([parent, ply, branch]) => {
                    parts.add_branch(field, parent, ply as usize, branch);
                }
                None => {
                    let problem = ReadProblem::Branch { field: field.name.to_owned() };
                    parts.faults.skip(ReadError::at_line(field.line, problem));
                }
            }
        } else if let Some((branch, ply)) = comment_place(&name) {
            parts.comments.insert((branch, ply), text_of(field.value));
        } else if name == "result" {
            outcome = outcome_of(field.value);
        } else if !PRESENTATION.contains(&name.as_str()) {
            let tag =
                NAMES.iter().find(|(known, _)| *known == name).map_or(field.name, |&(_, tag)| tag);
            let value =
                BREAKS.iter().fold(field.value.to_owned(), |text, br| text.replace(br, " "));
            tags.push((read_tag_name(tag), one_line(&decode_entities(&value))));
        }
    }
    let first = fields.first().map_or(1, |field| field.line);
    let line = placement.or(fen).map_or(first, |field| field.line);
    let start = match (placement, fen) {
        (Some(field), _) => start_of(&digits_of(field.value), parts.first_move()),
        (None, Some(field)) => position_from_text(&decode_entities(field.value))
            .map_err(|error| ReadProblem::Start { from: StartSource::FenField, error }),
        (None, None) => start_of(START, parts.first_move()),
    };
    let start = match start {
        Ok(start) => start,
        Err(problem) => return Err(parts.faults.refuse(ReadError::at_line(line, problem))),
    };
    let mut game = Game::new(start);
    let tags = tags.into_iter().filter(|(name, _)| !is_field(name) && !is_record(name));
    game.set_tags(tags);
    game.outcome = outcome;
    parts.check_branches();
    game.line = parts.line(0, 0, &mut game.start.clone(), 0);
    game.line.comment = parts.comments.remove(&(0, 0)).unwrap_or_default();
    parts.faults.finish(game)
}

impl<'a> GameParts<'a> {
    fn add_branch(&mut self, field: &Field<'a>, parent: u32, ply: usize, branch: u32) {
        if self.branches.contains_key(&branch) {
            // The first branch with this number is kept, because its children may already have been recorded.
            let problem = ReadProblem::TwiceBranch { field: field.name.to_owned(), branch };
            self.faults.skip(ReadError::at_line(field.line, problem));
            return;
        }
        let digits = digits_of(field.value);
        let mut moves = Vec::with_capacity(digits.len() / 4);
        let mut bad_end = (!digits.len().is_multiple_of(4)).then(|| ReadProblem::FieldDigits {
            field: field.name.to_owned(),
            found: digits.len(),
        });
        for (i, text) in digits.as_bytes().chunks_exact(4).enumerate() {
            let [from, to] =
                [&text[..2], &text[2..]].map(|point| square(point[0] - b'0', point[1] - b'0'));
            let Some((from, to)) = from.zip(to) else {
                let found = String::from_utf8_lossy(text).into_owned();
                let error = MoveTextError::form(&found, MoveForm::Digits);
                let field = field.name.to_owned();
                bad_end = Some(ReadProblem::FieldMove { field, ply: ply + i, error });
                break;
            };
            moves.push(Move::new(from, to));
        }
        if branch > 0 {
            self.children.entry((parent, ply)).or_default().push(branch);
        }
        let (line, field) = (field.line, field.name);
        self.branches.insert(branch, MoveBranch { line, field, parent, ply, moves, bad_end });
    }

    /// The first move of the main line.
    fn first_move(&self) -> Option<Move> {
        self.branches.get(&0)?.moves.first().copied()
    }

    /// Reports branches that do not replace a move in another branch or do not lead back to the main line.
    fn check_branches(&mut self) {
        // Whether each branch leads back to the main line. A branch that is met again on the way leads in a circle.
        let mut rooted = HashMap::from([(0, true)]);
        for (&number, branch) in &self.branches {
            let mut path = Vec::new();
            let mut next = number;
            let is_rooted = loop {
                if let Some(&is_rooted) = rooted.get(&next) {
                    break is_rooted;
                }
                rooted.insert(next, false);
                path.push(next);
                let Some(parent) = self.branches.get(&next).map(|branch| branch.parent) else {
                    break false;
                };
                next = parent;
            };
            rooted.extend(path.into_iter().map(|number| (number, is_rooted)));
            let has_move = number == 0
                || self.branches.get(&branch.parent).is_some_and(|parent| {
                    (parent.ply..parent.ply + parent.moves.len()).contains(&branch.ply)
                        // The branch may replace a move in the unreadable part.
                        || parent.bad_end.is_some() && branch.ply >= parent.ply
                });
            if !is_rooted || !has_move {
                let (parent, ply) = (branch.parent, branch.ply);
                let problem = ReadProblem::LooseBranch { branch: number, parent, ply };
                self.faults.skip(ReadError::at_line(branch.line, problem));
            }
        }
    }

    /// The moves of a branch, as far as they are legal in `position`, which is unchanged afterwards.
    fn line(&mut self, number: u32, depth: usize, position: &mut Position, played: usize) -> Line {
        let mut line = Line::default();
        let Some(branch) = self.branches.remove(&number) else { return line };
        let mut problem = branch.bad_end;
        for (ply, &mv) in (branch.ply..).zip(&branch.moves) {
            if depth > NESTING_MAX {
                problem = Some(ReadProblem::TooDeep);
                break;
            }
            if played + line.moves.len() == PLIES_MAX {
                problem = Some(ReadProblem::TooLong);
                break;
            }
            let mut variations = Vec::new();
            for child in self.children.remove(&(number, ply)).unwrap_or_default() {
                variations.push(self.line(child, depth + 1, position, ply - 1));
            }
            if !position.is_legal(mv) {
                let error = MoveTextError::Illegal { found: mv.to_string() };
                let field = branch.field.to_owned();
                problem = Some(ReadProblem::FieldMove { field, ply, error });
                break;
            }
            position.make_unchecked(mv, &mut ());
            let comment = self.comments.remove(&(number, ply)).unwrap_or_default();
            variations.retain(|variation| !variation.moves.is_empty());
            variations.shrink_to_fit();
            line.moves.push(LineMove { comment, variations, ..LineMove::from(mv) });
        }
        for _ in &line.moves {
            position.unmake(&mut ());
        }
        line.moves.shrink_to_fit();
        let error = problem.map(|problem| ReadError::at_line(branch.line, problem));
        match error {
            Some(error) if depth == 0 => self.faults.cut(error),
            Some(error) => self.faults.skip(error),
            None => {}
        }
        line
    }
}

/// The numbers in a text, separated by underscores.
fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split('_').map(|number| number.parse().ok()).collect()
}

/// The branch and the ply in the name of a comment's field: `comment5`, or `comment2_5` for branch 2.
fn comment_place(name: &str) -> Option<(u32, usize)> {
    match numbers(name.strip_prefix("comment")?)?[..] {
        [ply] => Some((0, ply as usize)),
        [branch, ply] => Some((branch, ply as usize)),
        _ => None,
    }
}

/// A text with the characters that HTML references such as `&amp;` and `&#39;` stand for.
pub(in super::super) fn decode_entities(text: &str) -> Cow<'_, str> {
    html_escape::decode_html_entities(text)
}

/// The line break elements of HTML, as text.
pub(super) const BREAKS: [&str; 3] = ["<br>", "<br/>", "<br />"];

/// A comment with its own line breaks, without the page's line breaks and indentation.
pub(super) fn text_of(value: &str) -> String {
    let plain = plain_lines(value);
    let plain = BREAKS.iter().fold(plain, |text, br| text.replace(br, "||"));
    let lines = plain.split("||").map(|line| {
        let mut parts = line.split('\n');
        let mut text = parts.next().unwrap_or_default().trim_end().to_owned();
        for part in parts {
            text.push('\n');
            text.push_str(part.trim());
        }
        text
    });
    decode_entities(&lines.collect::<Vec<_>>().join("\n")).trim().to_owned()
}

fn digits_of(value: &str) -> String {
    value.chars().map(half_width).filter(char::is_ascii_digit).collect()
}

fn outcome_of(value: &str) -> Outcome {
    match value {
        "和" => Outcome::Draw,
        _ => Outcome::from_text(decode_entities(value).trim()).unwrap_or_default(),
    }
}

/// The start position with this placement. The first piece moved determines which side begins.
fn start_of(digits: &str, first: Option<Move>) -> Result<Position, ReadProblem> {
    if digits.len() != 2 * PIECES.len() {
        return Err(ReadProblem::Binit { found: digits.len() });
    }
    let mut squares = [None; PIECES.len()];
    for (place, point) in squares.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
        if point == b"99" {
            continue;
        }
        let found = String::from_utf8_lossy(point);
        let square = square(point[0] - b'0', point[1] - b'0');
        *place = Some(square.ok_or_else(|| ReadProblem::BinitPoint { found: found.into_owned() })?);
    }
    placement::position(&squares, first, None, StartSource::Binit)
}
