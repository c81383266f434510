//! Material: the pieces of both sides, as a number and as text.

use chuhe_engine::board::Board;
use chuhe_engine::types::{Color, PieceType};

use super::QueryError;

/// The attacking kinds of piece, each with the number of values that its count can have.
const ATTACKERS: [(PieceType, u32); 4] =
    [(PieceType::Rook, 3), (PieceType::Horse, 3), (PieceType::Cannon, 3), (PieceType::Pawn, 6)];
/// The guarding kinds of piece, each with the number of values that its count can have.
const GUARDS: [(PieceType, u32); 2] = [(PieceType::Advisor, 3), (PieceType::Elephant, 3)];
/// The number of combinations of both sides' guards, and therefore of the numbers that differ only in the
/// guards.
const GUARD_RANGE: u32 = 81;

/// The number that represents the material on a board, without the kings.
pub(super) fn signature(board: &Board) -> u32 {
    number(&|color, kind| board.count(color, kind))
}

/// The number that represents a combination of material, with both sides' attackers in the high digits and their guards
/// in the low ones.
fn number(count: &dyn Fn(Color, PieceType) -> u32) -> u32 {
    let mut number = 0;
    for kinds in [&ATTACKERS[..], &GUARDS] {
        for side in [Color::Red, Color::Black] {
            for &(kind, values) in kinds {
                number = number * values + count(side, kind);
            }
        }
    }
    number
}

/// A material filter, such as `KRNPKCC`: the pieces of one side, then those of the other, each list beginning with the
/// king. Either side may be Red. A `*` after a side stands for any number of advisors and elephants of that side.
///
/// ```
/// use chuhe_database::MaterialPattern;
///
/// let pattern: MaterialPattern = "KRP*KCAA".parse()?;
/// assert_eq!(pattern.to_string(), "KRP*KCAA");
/// assert!("KRPX".parse::<MaterialPattern>().is_err());
/// # Ok::<(), chuhe_database::QueryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialPattern([SidePattern; 2]);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SidePattern {
    /// Counts by kind of piece.
    counts: [u32; PieceType::COUNT],
    any_guards: bool,
}

impl std::str::FromStr for MaterialPattern {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Self, QueryError> {
        let refuse = || QueryError::Material(text.to_owned());
        let mut sides: Vec<SidePattern> = Vec::new();
        for letter in text.trim().chars() {
            let letter = letter.to_ascii_uppercase();
            if letter == 'K' {
                sides.push(SidePattern::default());
                continue;
            }
            let side = sides.last_mut().filter(|side| !side.any_guards).ok_or_else(refuse)?;
            if letter == '*' {
                let guards = GUARDS.iter().any(|(kind, _)| side.counts[kind.index()] > 0);
                if guards {
                    return Err(refuse());
                }
                side.any_guards = true;
                continue;
            }
            let kind = chuhe_engine::types::Piece::from_letter(letter).ok_or_else(refuse)?.kind();
            let count = &mut side.counts[kind.index()];
            *count += 1;
            if *count > kind.max_count() as u32 {
                return Err(refuse());
            }
        }
        <[SidePattern; 2]>::try_from(sides).map(Self).map_err(|_| refuse())
    }
}

impl std::fmt::Display for MaterialPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for side in self.0 {
            f.write_str("K")?;
            for (kind, _) in ATTACKERS.into_iter().chain(GUARDS) {
                let letter = chuhe_engine::types::Piece::new(Color::Red, kind).letter().to_string();
                f.write_str(&letter.repeat(side.counts[kind.index()] as usize))?;
            }
            f.write_str(if side.any_guards { "*" } else { "" })?;
        }
        Ok(())
    }
}

impl MaterialPattern {
    /// The numbers of all matching combinations of material, as ranges from first to last.
    pub(super) fn ranges(self) -> Vec<(u32, u32)> {
        let [one, other] = self.0;
        let mut ranges = Self::of_sides(one, other);
        ranges.extend(Self::of_sides(other, one));
        ranges.sort_unstable();
        ranges.dedup();
        ranges
    }

    fn of_sides(red: SidePattern, black: SidePattern) -> Vec<(u32, u32)> {
        let base = |guards: [[u32; 2]; 2]| {
            number(&|color, kind| {
                let side = if color == Color::Red { red } else { black };
                match kind {
                    PieceType::Advisor if side.any_guards => guards[color.index()][0],
                    PieceType::Elephant if side.any_guards => guards[color.index()][1],
                    kind => side.counts[kind.index()],
                }
            })
        };
        if red.any_guards && black.any_guards {
            let first = base([[0; 2]; 2]);
            return vec![(first, first + GUARD_RANGE - 1)];
        }
        let pairs: Vec<[u32; 2]> = (0..3).flat_map(|a| (0..3).map(move |e| [a, e])).collect();
        let all = pairs.iter().map(|&pair| base([pair, pair]));
        let mut all: Vec<u32> = all.collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(|number| (number, number)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::Position;

    fn matches(pattern: &str, fen: &str) -> bool {
        let number = signature(Position::from_fen(fen).unwrap().board());
        let pattern: MaterialPattern = pattern.parse().unwrap();
        pattern.ranges().iter().any(|&(first, last)| (first..=last).contains(&number))
    }

    #[test]
    fn material_is_exact_whichever_side_comes_first() {
        let fen = "3k5/4a4/4b4/9/9/9/4P4/9/9/R3K4 w";
        for pattern in ["KRPKAE", "KABKPR", "krpkab", "KRP*KAE", "KRPK*", "KRP*K*", "K*KRP*"] {
            assert!(matches(pattern, fen), "{pattern}");
        }
        for pattern in ["KRPKA", "KRPK", "KRK*", "KRPPKAE", "KRPAK*", "KKRP", "KRP*K"] {
            assert!(!matches(pattern, fen), "{pattern}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "K", "RK", "KRKCKN", "KRX", "KRRRK", "KPPPPPPK", "KA*K", "K*AK", "K**K"] {
            assert!(text.parse::<MaterialPattern>().is_err(), "{text}");
        }
    }
}
