//! Moves as coordinates: `h2e2`, `H2-E2`, or `h3e3` with ranks numbered from 1.
//!
//! ```
//! use chuhe_engine::notation::iccs::{self, Ranks};
//!
//! let mv = iccs::parse("H2-E2", Ranks::FromZero)?;
//! assert_eq!(iccs::parse("h3e3", Ranks::FromOne)?, mv);
//! assert_eq!(iccs::text(mv, Ranks::FromOne).to_string(), "h3e3");
//! # Ok::<(), iccs::ParseMoveError>(())
//! ```

use std::fmt;

use crate::types::{Move, Square};

/// How the ranks are numbered, from Red's back rank up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ranks {
    /// 0 to 9, as in UCCI, UCI-Cyclone and nearly every xiangqi program.
    #[default]
    FromZero,
    /// 1 to 10, as in programs for many chess variants.
    FromOne,
}

impl Ranks {
    /// Detects the numbering from moves in coordinates. Ranks 0 and 10 each exist in only one numbering, so the first
    /// move with either decides. Returns `None` if no move has either.
    pub fn shown_by<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut moves = words.into_iter().filter_map(read_text);
        moves.find_map(|[(_, from), (_, to)]| Self::shown([from, to]))
    }

    /// Detects the numbering from the ranks in moves; see [`shown_by`](Self::shown_by).
    pub(super) fn shown(ranks: impl IntoIterator<Item = u8>) -> Option<Self> {
        ranks.into_iter().find_map(|rank| match rank {
            0 => Some(Self::FromZero),
            10 => Some(Self::FromOne),
            _ => None,
        })
    }

    /// The number of Red's back rank.
    pub const fn first(self) -> u8 {
        match self {
            Self::FromZero => 0,
            Self::FromOne => 1,
        }
    }
}

/// The error for a text that does not name two points of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two points of the board, such as h2e2")]
pub struct ParseMoveError;

/// Parses a move in upper or lower case, with or without a hyphen. The move may be illegal.
///
/// # Errors
/// If the text is not two points of the board in this numbering.
pub fn parse(text: &str, ranks: Ranks) -> Result<Move, ParseMoveError> {
    let points = read_text(text).ok_or(ParseMoveError)?;
    let [from, to] = points.map(|(file, rank)| {
        let rank = rank.checked_sub(ranks.first()).filter(|&rank| rank < Square::RANKS)?;
        Some(Square::new(file, rank))
    });
    Ok(Move::new(from.ok_or(ParseMoveError)?, to.ok_or(ParseMoveError)?))
}

/// The text of a move.
pub const fn text(mv: Move, ranks: Ranks) -> IccsText {
    IccsText { mv, ranks }
}

/// The text of a move, in lower case and without a hyphen, written by `Display`.
#[derive(Clone, Copy, Debug)]
pub struct IccsText {
    mv: Move,
    ranks: Ranks,
}

impl fmt::Display for IccsText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in [self.mv.from(), self.mv.to()] {
            let file = char::from(b'a' + square.file());
            write!(f, "{file}{}", square.rank() + self.ranks.first())?;
        }
        Ok(())
    }
}

/// Whether a text is two points in either numbering.
pub(super) fn is_move(text: &str) -> bool {
    read_text(text).is_some()
}

/// The two points, each as file 0..9 and rank 0..=10, in either numbering.
fn read_text(text: &str) -> Option<[(u8, u8); 2]> {
    let (from, rest) = read_point(text.as_bytes())?;
    let (to, rest) = read_point(rest.strip_prefix(b"-").unwrap_or(rest))?;
    rest.is_empty().then_some([from, to])
}

fn read_point(text: &[u8]) -> Option<((u8, u8), &[u8])> {
    let (file, rest) = text.split_first()?;
    let file = file.to_ascii_lowercase().wrapping_sub(b'a');
    let (rank, rest) = match rest {
        [b'1', b'0', rest @ ..] => (10, rest),
        [digit @ b'0'..=b'9', rest @ ..] => (digit - b'0', rest),
        _ => return None,
    };
    (file < Square::FILES).then_some(((file, rank), rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_spelling_is_read() {
        let mv = parse("h2e2", Ranks::FromZero).unwrap();
        for same in ["H2E2", "h2-e2", "H2-E2"] {
            assert_eq!(parse(same, Ranks::FromZero), Ok(mv));
        }
        assert_eq!(parse("h3e3", Ranks::FromOne), Ok(mv));
        let top = parse("a10-a9", Ranks::FromOne).unwrap();
        assert_eq!(text(top, Ranks::FromZero).to_string(), "a9a8");
        assert_eq!(text(top, Ranks::FromOne).to_string(), "a10a9");
    }

    #[test]
    fn points_off_the_board_are_refused() {
        for bad in
            ["", "h2", "h2e", "h2e2x", "j0a0", "a10a9", "h2--e2", "0000", "h2é2", "a0a11", "a01a1"]
        {
            assert!(parse(bad, Ranks::FromZero).is_err(), "{bad}");
        }
        assert!(parse("a0a1", Ranks::FromOne).is_err());
    }

    #[test]
    fn only_ranks_0_and_10_tell() {
        assert_eq!(Ranks::shown_by(["h3e3", "b8e8"]), None);
        assert_eq!(Ranks::shown_by(["moves", "h3e3", "a10a9"]), Some(Ranks::FromOne));
        assert_eq!(Ranks::shown_by(["h2e2", "B0-C2", "a10a9"]), Some(Ranks::FromZero));
        assert_eq!(Ranks::shown_by(["0000", "10", "a0"]), None);
    }

    proptest! {
        #[test]
        fn text_round_trips(from in 0u8..90, to in 0u8..90, one in any::<bool>()) {
            let ranks = if one { Ranks::FromOne } else { Ranks::FromZero };
            let square = |i: u8| Square::new(i % 9, i / 9);
            let mv = Move::new(square(from), square(to));
            prop_assert_eq!(parse(&text(mv, ranks).to_string(), ranks), Ok(mv));
        }

        #[test]
        fn no_text_is_too_strange(words in proptest::collection::vec(".{0,6}|[a-i0-9-]{0,6}", 0..4)) {
            for word in &words {
                let _ = parse(word, Ranks::FromOne);
            }
            let _ = Ranks::shown_by(words.iter().map(String::as_str));
        }
    }
}
