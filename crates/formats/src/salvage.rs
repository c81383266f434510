//! The readable part of a broken game, carried by its error.

use std::fmt;

use super::game::{Game, LineMove};
use super::read_error::{Others, ReadError};
use chuhe_engine::board::START_FEN;

/// The readable part of a broken game; empty if only the usual start position is left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Salvage(Option<Box<Salvaged>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Salvaged {
    game: Game,
    /// Whether the main line continues in the file.
    is_cut: bool,
}

/// How much of a broken game was readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SalvageExtent {
    /// Everything except the broken part; the main line is complete.
    Rest,
    /// Only the start position and the tags.
    Start,
    /// The main line up to this move.
    Moves(usize),
}

impl fmt::Display for SalvageExtent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rest => f.write_str("everything else was read"),
            Self::Start => f.write_str("the start position was read"),
            Self::Moves(moves) => write!(f, "read up to move {moves}"),
        }
    }
}

/// The problems in a game, collected while the rest of it is read.
#[derive(Debug)]
pub(super) struct Faults {
    /// Errors outside the main line or before it, up to a limit.
    aside: Vec<ReadError>,
    /// The number of further errors.
    more: usize,
    /// The error that ends the main line.
    cut: Option<ReadError>,
}

impl Faults {
    pub(super) const fn new() -> Self {
        Self { aside: Vec::new(), more: 0, cut: None }
    }

    /// Records an error that leaves the main line intact.
    pub(super) fn skip(&mut self, error: ReadError) {
        if self.aside.len() > Others::TOLD {
            self.more += 1;
        } else {
            self.aside.push(error);
        }
    }

    /// Records an error that ends the main line.
    pub(super) fn cut(&mut self, error: ReadError) {
        self.cut.get_or_insert(error);
    }

    /// Whether the rest of the main line is unreadable.
    pub(super) const fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    /// The error for a game whose start position cannot be read, so that nothing is salvaged: the first problem, which
    /// includes the others. `error` is the last of them.
    pub(super) fn refuse(mut self, error: ReadError) -> ReadError {
        self.skip(error);
        self.error().expect("an error was skipped")
    }

    /// The most important error, which includes the others.
    fn error(self) -> Option<ReadError> {
        let mut errors = self.cut.into_iter().chain(self.aside);
        let mut first = errors.next()?;
        errors.for_each(|error| first.add(error));
        first.others.iter_mut().for_each(|others| others.more += self.more);
        Some(first)
    }

    /// Returns the game or, if there were errors, the most important one, which includes the others and the readable
    /// part of the game.
    pub(super) fn finish(self, game: Game) -> Result<Game, ReadError> {
        let is_cut = self.cut.is_some();
        let Some(error) = self.error() else { return Ok(game) };
        let says_nothing = game.line.moves.is_empty() && game.start.fen() == START_FEN;
        let salvaged = (!says_nothing).then(|| Box::new(Salvaged { game, is_cut }));
        Err(ReadError { salvage: Salvage(salvaged), ..error })
    }
}

impl Salvage {
    /// The salvage of a game that is readable as a whole.
    pub(super) fn whole(game: Game) -> Self {
        Self(Some(Box::new(Salvaged { game, is_cut: false })))
    }

    pub(super) fn game(&self) -> Option<&Game> {
        self.0.as_ref().map(|salvaged| &salvaged.game)
    }

    pub(super) fn game_mut(&mut self) -> Option<&mut Game> {
        self.0.as_mut().map(|salvaged| &mut salvaged.game)
    }

    pub(super) fn into_game(self) -> Option<Game> {
        self.0.map(|salvaged| salvaged.game)
    }

    /// How much of the game was readable, if anything.
    pub(super) fn extent(&self) -> Option<SalvageExtent> {
        let salvaged = self.0.as_ref()?;
        Some(match salvaged.game.line.moves.len() {
            _ if !salvaged.is_cut => SalvageExtent::Rest,
            0 => SalvageExtent::Start,
            moves => SalvageExtent::Moves(moves),
        })
    }

    /// The game with a comment on what is missing: after the last move, or before the first move if the main line is
    /// complete.
    pub(super) fn into_noted(self, error: &str) -> Option<Game> {
        let Salvaged { mut game, is_cut } = *self.0?;
        let comment = match game.line.moves.last_mut() {
            Some(LineMove { comment, .. }) if is_cut => comment,
            _ => &mut game.line.comment,
        };
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&note(error));
        Some(game)
    }
}

/// The comment on what is missing from a game.
fn note(error: &str) -> String {
    format!("not read: {error}")
}
