//! When two games are the same.
//!
//! A game is known if a stored game has the same start, apart from its counters, the same moves, and all that the game
//! says about its players, event, date, round and result. So neither a list of moves without names nor a copy with fewer
//! tags counts twice, and no game is left out that says something new.

use super::names::{days, folded};
use chuhe_util::files::digest;

/// A digest of the placement, the side to move, and the moves.
pub(super) fn identity(fen: &str, moves: &[u8]) -> i64 {
    let mut bytes = placement(fen).into_bytes();
    bytes.push(0);
    bytes.extend(moves);
    digest(&bytes) as i64
}

/// A FEN reduced to the placement and the side to move.
pub(super) fn placement(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// What tells games with the same moves apart, as it is stored; `None` for what is unknown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Headers<'a> {
    pub(super) red: Option<&'a str>,
    pub(super) black: Option<&'a str>,
    pub(super) event: Option<&'a str>,
    pub(super) date: Option<&'a str>,
    pub(super) round: Option<&'a str>,
    /// The code of the result; 0 if it is unknown.
    pub(super) result: u8,
}

/// [`Headers`] in the form for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoldedHeaders {
    /// Red's player, Black's player, the event and the round; empty if unknown.
    texts: [String; 4],
    date: Option<PlayedOn>,
    result: u8,
}

/// A date: the first and the last day that it may mean, or the text if it is no date.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PlayedOn {
    Days(u32, u32),
    Text(String),
}

impl<'a> Headers<'a> {
    /// Takes the players of Red and Black, the event, the date and the round.
    pub(super) const fn new(
        [red, black, event, date, round]: [Option<&'a str>; 5],
        result: u8,
    ) -> Self {
        Self { red, black, event, date, round, result }
    }

    pub(super) fn folded(&self) -> FoldedHeaders {
        let date = self.date.map(|date| match days(date) {
            Some((first, last)) => PlayedOn::Days(first, last),
            None => PlayedOn::Text(folded(date)),
        });
        let texts = [self.red, self.black, self.event, self.round]
            .map(|text| text.map(folded).unwrap_or_default());
        FoldedHeaders { texts, date, result: self.result }
    }
}

impl FoldedHeaders {
    pub(super) fn digest(&self) -> i64 {
        let date = match &self.date {
            None => String::new(),
            Some(PlayedOn::Days(first, last)) => format!("{first}-{last}"),
            Some(PlayedOn::Text(text)) => text.clone(),
        };
        let text = format!("{}\0{date}\0{}", self.texts.join("\0"), self.result);
        digest(text.as_bytes()) as i64
    }

    /// Whether `other` says all that these headers say.
    pub(super) fn are_in(&self, other: &Self) -> bool {
        let mut texts = self.texts.iter().zip(&other.texts);
        let has_date = match (&self.date, &other.date) {
            (None, _) => true,
            (Some(PlayedOn::Days(first, last)), Some(PlayedOn::Days(from, to))) => {
                first <= from && to <= last
            }
            (mine, theirs) => mine == theirs,
        };
        texts.all(|(mine, theirs)| mine.is_empty() || mine == theirs)
            && has_date
            && (self.result == 0 || self.result == other.result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Headers<'static> = Headers {
        red: Some("楊官璘"),
        black: Some("José Ångström"),
        event: Some("五羊杯"),
        date: Some("2003.05.01"),
        round: Some("3.1"),
        result: 1,
    };

    #[test]
    fn spelling_does_not_change_identity() {
        let other = Headers {
            red: Some("杨官璘"),
            black: Some("jose angstrom"),
            date: Some("2003-5-1"),
            ..GAME
        };
        assert_eq!(GAME.folded(), other.folded());
        assert_eq!(GAME.folded().digest(), other.folded().digest());
    }

    #[test]
    fn a_game_that_says_less_is_in_one_that_says_more() {
        let less = [
            Headers { red: None, ..GAME },
            Headers { event: None, round: None, ..GAME },
            Headers { date: Some("2003.05.??"), ..GAME },
            Headers { date: Some("2003"), ..GAME },
            Headers { date: None, ..GAME },
            Headers { result: 0, ..GAME },
        ];
        for less in less {
            assert!(less.folded().are_in(&GAME.folded()), "{less:?}");
            assert!(!GAME.folded().are_in(&less.folded()), "{less:?}");
        }
    }

    #[test]
    fn a_game_that_says_something_else_is_another() {
        let others = [
            Headers { red: Some("杨官"), ..GAME },
            Headers { black: Some("José"), ..GAME },
            Headers { event: Some("五羊杯 2"), ..GAME },
            Headers { date: Some("2003.05.02"), ..GAME },
            Headers { date: Some("2004"), ..GAME },
            Headers { date: Some("in spring"), ..GAME },
            Headers { round: Some("31"), ..GAME },
            Headers { result: 2, ..GAME },
        ];
        for other in others {
            assert!(!other.folded().are_in(&GAME.folded()), "{other:?}");
            assert!(!GAME.folded().are_in(&other.folded()), "{other:?}");
            assert_ne!(other.folded().digest(), GAME.folded().digest(), "{other:?}");
        }
    }
}
