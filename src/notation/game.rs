//! A game as every file format has it: where it begins, what was played, what could have been, what is said about it.
//!
//! This is what the readers of [`pgn`](super::pgn) and of the other formats give and what their writers take.

use crate::board::Position;
use crate::types::{Color, Move};

/// Variations may be nested so deep in a file that is read.
pub(super) const NESTING_MAX: usize = 500;
/// Games may be so long, in plies.
pub(super) const PLIES_MAX: usize = 10_000;

/// A game, or a tree of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Names and values in order, but for those that the other fields stand for: `Game`, `Result`, `FEN`, `SetUp` and
    /// `Format`. Names are one or more letters, digits and `_`.
    pub tags: Vec<(String, String)>,
    /// Where it begins; what was played before is not part of the record.
    pub start: Position,
    /// What was played, with all that could have been.
    pub line: Line,
    /// How it ended.
    pub outcome: Outcome,
}

/// A sequence of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first move; may have several lines. Empty for nothing.
    pub comment: String,
    /// The moves.
    pub moves: Vec<LineMove>,
}

/// A move in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs as PGN counts them: 1 is `!`, 2 is `?`.
    pub glyphs: Vec<u8>,
    /// What is said about it; may have several lines. Empty for nothing.
    pub comment: String,
    /// What could have been played in its place; lines without moves are not written.
    pub variations: Vec<Line>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// `1-0`, or `0-1` for Black.
    Win(Color),
    /// `1/2-1/2`.
    Draw,
    /// `*`: it goes on, or nobody knows.
    #[default]
    Unknown,
}

impl Game {
    /// A game without moves, and with the tags that every record should have, each unknown.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let unknown = |name: &str| {
            let value = if name == "Date" { "????.??.??" } else { "?" };
            (name.to_owned(), value.to_owned())
        };
        let tags = ["Event", "Site", "Date", "Round", "Red", "Black"].map(unknown).to_vec();
        Self { tags, start, line: Line::default(), outcome: Outcome::Unknown }
    }

    /// The value of a tag, in any case of letters; none if there is no such tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, at its place if there is one, else behind the others.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The moves that were played, without variations.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.moves.iter().map(|played| played.mv)
    }
}

impl Line {
    /// Adds a move at the end.
    pub fn push(&mut self, mv: Move) {
        self.moves.push(LineMove::from(mv));
    }
}

impl From<Move> for LineMove {
    fn from(mv: Move) -> Self {
        Self { mv, glyphs: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

impl Outcome {
    /// The text in tags and behind the moves.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Win(Color::Red) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// The outcome of a text, none if it is none.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let all = [Self::Win(Color::Red), Self::Win(Color::Black), Self::Draw, Self::Unknown];
        let found = all.into_iter().find(|outcome| outcome.text() == text);
        found.or_else(|| matches!(text, "1/2" | "½-½").then_some(Self::Draw))
    }
}

/// Why a game cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A move that cannot be played.
    #[error("move {number}: {mv} is not legal")]
    Illegal {
        /// The number of the move, as it would be written.
        number: u32,
        /// The move.
        mv: Move,
    },
    /// Too many moves.
    #[error("the game is longer than {PLIES_MAX} plies")]
    TooLong,
}

/// Whether the next move of a game can be written.
pub(super) fn check_playable(position: &Position, mv: Move) -> Result<(), WriteError> {
    if position.history().len() >= PLIES_MAX {
        return Err(WriteError::TooLong);
    }
    if !position.is_legal(mv) {
        return Err(WriteError::Illegal { number: position.game_ply() / 2 + 1, mv });
    }
    Ok(())
}
