//! Writing moves in a chosen notation, and reading them in any.

use std::fmt;

use super::chinese::{self, Script};
use super::iccs::{self, Ranks};
use super::relative::{self, MoveForm, MoveTextError, RelativeNotation};
use super::{san, wxf};
use crate::board::{Board, Position};
use crate::types::Move;

/// The notation in which moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveFormat {
    /// Coordinates as in the protocols: `h2e2`.
    #[default]
    Coordinates,
    /// Coordinates as in PGN: `H2-E2`.
    Iccs,
    /// `C2.5`, see [`wxf`].
    Wxf,
    /// 炮二平五, see [`chinese`].
    Chinese(Script),
}

impl MoveFormat {
    /// The value of the PGN tag `Format`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coordinates | Self::Iccs => "ICCS",
            Self::Wxf => "WXF",
            Self::Chinese(_) => "Chinese",
        }
    }
}

/// The text of a move that is legal on the board.
pub fn move_text(board: &Board, mv: Move, format: MoveFormat) -> MoveText {
    MoveText(match format {
        MoveFormat::Coordinates => TextInFormat::Coordinates(mv),
        MoveFormat::Iccs => TextInFormat::Iccs(mv),
        MoveFormat::Wxf => TextInFormat::Wxf(wxf::text(board, mv)),
        MoveFormat::Chinese(script) => TextInFormat::Chinese(chinese::text(board, mv, script)),
    })
}

/// Parses a legal move in coordinates, WXF, Chinese or [SAN](san); `ranks` is the numbering of the ranks in coordinates
/// and in SAN. Some texts are moves in two of these notations: `C2e2` is read as SAN (a move by a cannon on rank 2) or,
/// if there is no such move, as the coordinates c2 and e2.
///
/// # Errors
/// If the text is in none of these notations, or does not name exactly one legal move.
pub fn parse_move(position: &Position, text: &str, ranks: Ranks) -> Result<Move, MoveTextError> {
    if let Some(symbols) = wxf::read(text) {
        return relative::find(position, symbols, RelativeNotation::Wxf, text);
    }
    if let Some(symbols) = chinese::read(text) {
        return relative::find(position, symbols, RelativeNotation::Chinese, text);
    }
    let is_points = iccs::is_move(text);
    match san::read(text).map(|symbols| san::find(position, symbols, ranks, text)) {
        Some(Err(MoveTextError::Illegal { .. })) if is_points => {}
        Some(found) => return found,
        None => {}
    }
    if is_points {
        let mv = iccs::parse(text, ranks).ok().filter(|&mv| position.is_legal(mv));
        return mv.ok_or_else(|| MoveTextError::Illegal { found: text.to_owned() });
    }
    Err(MoveTextError::form(text, MoveForm::Any))
}

/// Detects the numbering of the ranks in the moves of a game from `start`. Ranks 0 and 10 each exist in only one
/// numbering, so the first move with either decides. Without such a move, the numbering in which more of the moves can
/// be played is chosen; in a tie, ranks count from 0.
///
/// ```
/// use chuhe_engine::board::Position;
/// use chuhe_engine::notation::iccs::Ranks;
/// use chuhe_engine::notation::rank_numbering;
///
/// let start = Position::startpos();
/// assert_eq!(rank_numbering(&start, ["h2e2", "h9g7"]), Ranks::FromZero);
/// assert_eq!(rank_numbering(&start, ["Che3", "Hg8"]), Ranks::FromOne);
/// ```
pub fn rank_numbering<'a, W>(start: &Position, words: W) -> Ranks
where
    W: IntoIterator<Item = &'a str, IntoIter: Clone>,
{
    let words = words.into_iter();
    if let Some(ranks) = words.clone().find_map(shown_by_word) {
        return ranks;
    }
    let from_zero = playable(start, words.clone(), Ranks::FromZero);
    if from_zero < words.clone().count()
        && playable(start, words.clone(), Ranks::FromOne) > from_zero
    {
        Ranks::FromOne
    } else {
        Ranks::FromZero
    }
}

/// The number of words that can be played as moves, one after another.
fn playable<'a>(start: &Position, words: impl Iterator<Item = &'a str>, ranks: Ranks) -> usize {
    let mut position = start.clone();
    let mut count = 0;
    for word in words {
        let Ok(mv) = parse_move(&position, word, ranks) else { break };
        position.make_unchecked(mv, &mut ());
        count += 1;
    }
    count
}

fn shown_by_word(word: &str) -> Option<Ranks> {
    let in_san = san::read(word).and_then(|symbols| Ranks::shown(symbols.ranks()));
    in_san.or_else(|| Ranks::shown_by([word]))
}

/// Whether a text has the form of a move in some notation.
pub fn is_move(text: &str) -> bool {
    iccs::is_move(text)
        || wxf::read(text).is_some()
        || chinese::read(text).is_some()
        || san::read(text).is_some()
}

/// The text of a move, written by `Display`.
#[derive(Clone, Copy, Debug)]
pub struct MoveText(TextInFormat);

#[derive(Clone, Copy, Debug)]
enum TextInFormat {
    Coordinates(Move),
    Iccs(Move),
    Wxf(wxf::WxfText),
    Chinese(chinese::ChineseText),
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            TextInFormat::Coordinates(mv) => mv.fmt(f),
            TextInFormat::Iccs(mv) => {
                let [from, to] = [mv.from(), mv.to()].map(|at| at.to_string().to_ascii_uppercase());
                write!(f, "{from}-{to}")
            }
            TextInFormat::Wxf(text) => text.fmt(f),
            TextInFormat::Chinese(text) => text.fmt(f),
        }
    }
}
