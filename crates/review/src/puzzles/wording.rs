//! Describes puzzles in words.

use std::fmt;

use super::{Goal, PuzzleSource, PuzzleTheme};
use chuhe_engine::types::{Color, PieceType};

/// The task in a few words, without revealing the solution.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate { moves } => write!(f, "mate in {moves}"),
            Self::Win { won, lost } if lost.is_empty() && won.len() == 1 => {
                write!(f, "win {}", PieceList(won))
            }
            Self::Win { .. } => f.write_str("win material"),
        }
    }
}

/// The name of the theme.
impl fmt::Display for PuzzleTheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "check",
            Self::DoubleCheck => "double check",
            Self::DiscoveredCheck => "discovered check",
            Self::Fork => "fork",
            Self::DiscoveredAttack => "discovered attack",
            Self::Sacrifice => "sacrifice",
            Self::QuietMove => "quiet move",
        })
    }
}

/// The players, event, date, and place in the file: `Hu – Xu, Guangzhou, 1960.??.??; games.pgn, game 3, ply 40`.
impl fmt::Display for PuzzleSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player =
            |color: Color| self.players[color.index()].clone().unwrap_or_else(|| color.to_string());
        write!(f, "{} – {}", player(Color::Red), player(Color::Black))?;
        for known in [&self.event, &self.date].into_iter().flatten() {
            write!(f, ", {known}")?;
        }
        write!(f, "; {}, game {}, ply {}", self.file, self.game, self.ply)
    }
}

/// Pieces in words, such as `a rook` or `a cannon and 2 pawns`. Pieces of the same kind are grouped.
#[derive(Clone, Copy, Debug)]
pub struct PieceList<'a>(pub &'a [PieceType]);

impl fmt::Display for PieceList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        let groups = self.0.chunk_by(PartialEq::eq);
        let last = groups.clone().count() - 1;
        for (i, group) in groups.enumerate() {
            if i > 0 {
                f.write_str(if i == last { " and " } else { ", " })?;
            }
            let article = match group[0] {
                PieceType::Advisor | PieceType::Elephant => "an",
                _ => "a",
            };
            match group.len() {
                1 => write!(f, "{article} {}", group[0].name())?,
                count => write!(f, "{count} {}s", group[0].name())?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_counted() {
        use PieceType::{Advisor, Cannon, Elephant, Pawn, Rook};
        for (kinds, text) in [
            (&[][..], "nothing"),
            (&[Advisor], "an advisor"),
            (&[Rook, Pawn, Pawn], "a rook and 2 pawns"),
            (&[Cannon, Elephant, Pawn], "a cannon, an elephant and a pawn"),
        ] {
            assert_eq!(PieceList(kinds).to_string(), text);
        }
    }

    #[test]
    fn sources_are_worded_as_far_as_known() {
        let source = PuzzleSource {
            file: "a.pgn".to_owned(),
            game: 3,
            ply: 40,
            players: [Some("Hu".to_owned()), None],
            event: Some("Guangzhou".to_owned()),
            date: None,
        };
        assert_eq!(source.to_string(), "Hu – black, Guangzhou; a.pgn, game 3, ply 40");
    }
}
