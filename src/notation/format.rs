//! Moves written in any notation and read in all of them.

use std::fmt;

use super::chinese::{self, Script};
use super::iccs::{self, Ranks};
use super::relative::{self, MoveTextError, RelativeNotation};
use super::wxf;
use crate::board::{Board, Position};
use crate::types::Move;

/// The notation in which moves are written.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveFormat {
    /// Coordinates as in game records: `H2-E2`.
    #[default]
    Iccs,
    /// `C2.5`, see [`wxf`].
    Wxf,
    /// 炮二平五, see [`chinese`].
    Chinese(Script),
}

impl MoveFormat {
    /// The value of PGN's tag `Format`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Iccs => "ICCS",
            Self::Wxf => "WXF",
            Self::Chinese(_) => "Chinese",
        }
    }
}

/// The text of a move that is legal on the board.
#[must_use]
pub fn move_text(board: &Board, mv: Move, format: MoveFormat) -> MoveText {
    MoveText(match format {
        MoveFormat::Iccs => Inner::Iccs(mv),
        MoveFormat::Wxf => Inner::Wxf(wxf::text(board, mv)),
        MoveFormat::Chinese(script) => Inner::Chinese(chinese::text(board, mv, script)),
    })
}

/// Reads a legal move in coordinates, WXF or Chinese; `ranks` is the numbering of the ranks in coordinates. No text is
/// a move in two of these notations.
///
/// # Errors
/// If the text has none of these forms, or does not name exactly one legal move.
pub fn parse_move(position: &Position, text: &str, ranks: Ranks) -> Result<Move, MoveTextError> {
    if let Some(symbols) = wxf::read(text) {
        relative::find(position, symbols, RelativeNotation::Wxf, text)
    } else if let Some(symbols) = chinese::read(text) {
        relative::find(position, symbols, RelativeNotation::Chinese, text)
    } else if iccs::is_move(text) {
        let mv = iccs::parse(text, ranks).ok().filter(|&mv| position.is_legal(mv));
        mv.ok_or_else(|| MoveTextError::Illegal { found: text.to_owned() })
    } else {
        Err(MoveTextError::form(text, "a move like h2e2, C2.5 or 炮二平五"))
    }
}

/// Whether a text has the form of a move in any notation.
pub(super) fn is_move(text: &str) -> bool {
    wxf::read(text).is_some() || chinese::read(text).is_some() || iccs::is_move(text)
}

/// The text of a move; print it with its `Display`.
#[derive(Clone, Copy, Debug)]
pub struct MoveText(Inner);

#[derive(Clone, Copy, Debug)]
enum Inner {
    Iccs(Move),
    Wxf(wxf::WxfText),
    Chinese(chinese::ChineseText),
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Inner::Iccs(mv) => {
                let [from, to] = [mv.from(), mv.to()].map(|at| at.to_string().to_ascii_uppercase());
                write!(f, "{from}-{to}")
            }
            Inner::Wxf(text) => text.fmt(f),
            Inner::Chinese(text) => text.fmt(f),
        }
    }
}
