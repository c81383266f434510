//! Why a game in a file cannot be read.

use std::error::Error;
use std::fmt;

use super::game::Game;
use super::read_problem::ReadProblem;
use super::salvage::{Salvage, SalvageExtent};

/// Why a game in a file cannot be read, with the place in the file and the readable part of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The place in the file; `None` if the rest of the file cannot be read.
    pub place: Option<FilePlace>,
    /// The problem.
    pub problem: ReadProblem,
    /// Other problems in the game, if any.
    pub others: Option<Box<Others>>,
    pub(super) salvage: Salvage,
}

/// The less important problems in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Others {
    /// The first few problems, with their places.
    pub first: Vec<(Option<FilePlace>, ReadProblem)>,
    /// The number of further problems.
    pub more: usize,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePlace {
    /// A line of text, counted from 1.
    Line(usize),
    /// A byte of a binary file, counted from 0.
    Byte(usize),
}

impl ReadError {
    pub(super) fn at_line(line: usize, problem: ReadProblem) -> Self {
        Self::new(Some(FilePlace::Line(line)), problem)
    }

    pub(super) fn at_byte(offset: usize, problem: ReadProblem) -> Self {
        Self::new(Some(FilePlace::Byte(offset)), problem)
    }

    /// An error for the unreadable rest of a file.
    pub(super) fn rest(error: &std::io::Error) -> Self {
        Self::new(None, ReadProblem::Rest(chuhe_util::files::reason(error)))
    }

    /// The error with lines in place of byte offsets in a text, of which `line_at` is the line at an offset.
    pub(super) fn with_lines(mut self, line_at: impl Fn(usize) -> usize) -> Self {
        let others = self.others.iter_mut().flat_map(|others| &mut others.first);
        let places = others.map(|(place, _)| place).chain([&mut self.place]);
        for place in places.flatten() {
            if let FilePlace::Byte(offset) = *place {
                *place = FilePlace::Line(line_at(offset));
            }
        }
        self
    }

    fn new(place: Option<FilePlace>, problem: ReadProblem) -> Self {
        Self { place, problem, others: None, salvage: Salvage::default() }
    }

    /// The number of the line in the file, from 1; `None` for binary files.
    pub const fn line(&self) -> Option<usize> {
        match self.place {
            Some(FilePlace::Line(line)) => Some(line),
            Some(FilePlace::Byte(_)) | None => None,
        }
    }

    /// How much of the game was readable; `None` if nothing was.
    pub fn extent(&self) -> Option<SalvageExtent> {
        self.salvage.extent()
    }

    /// The readable part of the game, if any: its tags and recorded outcome, and the moves before the first illegal
    /// one. A broken variation also ends before its first illegal move.
    pub fn salvaged(&self) -> Option<&Game> {
        self.salvage.game()
    }

    /// Like [`Self::salvaged`], but as an owned game.
    pub fn into_salvaged(self) -> Option<Game> {
        self.salvage.into_game()
    }

    /// Like [`Self::into_salvaged`], with a comment on what is missing: after the last move, or before the first move
    /// if the main line is complete.
    pub fn into_noted(self) -> Option<Game> {
        let reason = self.reason();
        self.salvage.into_noted(&reason)
    }

    fn reason(&self) -> String {
        let reason = at_place(self.place, &self.problem);
        self.others.as_ref().map_or_else(|| reason.clone(), |others| format!("{reason}{others}"))
    }

    /// Adds another problem in the game.
    pub(super) fn add(&mut self, error: Self) {
        let others = self.others.get_or_insert_default();
        if others.first.len() < Others::TOLD {
            others.first.push((error.place, error.problem));
        } else {
            others.more += 1;
        }
    }
}

impl Others {
    /// The maximum number of problems listed.
    pub(super) const TOLD: usize = 3;
}

fn at_place(place: Option<FilePlace>, problem: &ReadProblem) -> String {
    place.map_or_else(|| problem.to_string(), |place| format!("{place}: {problem}"))
}

/// The problems as text, such as `; line 3: …; and 2 more`; empty if there are none.
impl fmt::Display for Others {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, problem) in &self.first {
            write!(f, "; {}", at_place(*place, problem))?;
        }
        if self.more > 0 { write!(f, "; and {} more", self.more) } else { Ok(()) }
    }
}

impl Error for ReadError {}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason())?;
        self.extent().map_or(Ok(()), |extent| write!(f, "; {extent}"))
    }
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(offset) => write!(f, "byte {offset:#x}"),
        }
    }
}
