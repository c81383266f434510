//! Why a game in a file cannot be read.

use std::error::Error;
use std::fmt;

use super::ccbridge::CcbridgeProblem;
use super::dhtmlxq::DhtmlXqProblem;
use super::game::{Game, counted};
use super::lines::LineProblem;
use super::pfc::PfcProblem;
use super::pgn::PgnProblem;
use super::qq::QqProblem;
use super::salvage::{Salvage, SalvageExtent};
use super::wxf::WxfProblem;
use super::xqf::XqfProblem;

/// Why a game in a file cannot be read, with its place in the file, and with what could be read of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Where in the file; none if it cannot be read on.
    pub place: Option<FilePlace>,
    /// What is wrong there.
    pub problem: ReadProblem,
    /// What else is wrong with the game, if anything.
    pub others: Option<Box<Others>>,
    pub(super) salvage: Salvage,
}

/// What is wrong with a game besides what matters most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Others {
    /// The first few, with their places.
    pub first: Vec<(Option<FilePlace>, ReadProblem)>,
    /// How many more there are.
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

/// What is wrong with a game in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "a variant for each reader")]
pub enum ReadProblem {
    #[error(transparent)]
    Pgn(#[from] PgnProblem),
    #[error(transparent)]
    DhtmlXq(#[from] DhtmlXqProblem),
    #[error(transparent)]
    Xqf(#[from] XqfProblem),
    #[error(transparent)]
    Ccbridge(#[from] CcbridgeProblem),
    #[error(transparent)]
    Wxf(#[from] WxfProblem),
    #[error(transparent)]
    Pfc(#[from] PfcProblem),
    #[error(transparent)]
    Qq(#[from] QqProblem),
    #[error(transparent)]
    Line(#[from] LineProblem),
    /// Bytes that stand for no character in any encoding. U+FFFD stands for them in the rest of the game.
    #[error("{} cannot be decoded", counted(*count, "byte"))]
    Bytes { count: usize },
    /// Why no more of the file can be read. No games come after it.
    #[error("the rest of the file cannot be read: {0}")]
    Rest(String),
}

impl ReadError {
    pub(super) fn at_line(line: usize, problem: impl Into<ReadProblem>) -> Self {
        Self::new(Some(FilePlace::Line(line)), problem.into())
    }

    pub(super) fn at_byte(offset: usize, problem: impl Into<ReadProblem>) -> Self {
        Self::new(Some(FilePlace::Byte(offset)), problem.into())
    }

    /// The rest of a file cannot be read.
    pub(super) fn rest(error: &std::io::Error) -> Self {
        Self::new(None, ReadProblem::Rest(chuhe_files::reason(error)))
    }

    fn new(place: Option<FilePlace>, problem: ReadProblem) -> Self {
        Self { place, problem, others: None, salvage: Salvage::default() }
    }

    /// The line in the file, counted from 1; none for binary files, which have no lines.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        match self.place {
            Some(FilePlace::Line(line)) => Some(line),
            Some(FilePlace::Byte(_)) | None => None,
        }
    }

    /// How much of the game could be read; none if nothing of it.
    #[must_use]
    pub fn extent(&self) -> Option<SalvageExtent> {
        self.salvage.extent()
    }

    /// The game without what is broken, none if nothing of it could be read: its tags and recorded outcome, and the
    /// moves before the first that cannot be played. A broken variation ends before such a move too.
    #[must_use]
    pub fn salvaged(&self) -> Option<&Game> {
        self.salvage.game()
    }

    /// [`Self::salvaged`] as an owned game.
    #[must_use]
    pub fn into_salvaged(self) -> Option<Game> {
        self.salvage.into_game()
    }

    /// [`Self::into_salvaged`] with a comment that says what is missing: after the last move, or before the first one
    /// if the main line is whole.
    #[must_use]
    pub fn into_noted(self) -> Option<Game> {
        let reason = self.reason();
        self.salvage.into_noted(&reason)
    }

    fn reason(&self) -> String {
        let reason = at_place(self.place, &self.problem);
        self.others.as_ref().map_or_else(|| reason.clone(), |others| format!("{reason}{others}"))
    }

    /// Adds what else is wrong with the game.
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
    /// How many are told.
    pub(super) const TOLD: usize = 3;
}

fn at_place(place: Option<FilePlace>, problem: &ReadProblem) -> String {
    place.map_or_else(|| problem.to_string(), |place| format!("{place}: {problem}"))
}

/// `; line 3: …; and 2 more`; nothing if there are none.
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
