//! Material classes: the pieces of both sides, without their squares.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::types::{Color, Piece, PieceType};

/// The kinds other than the king, in the order in which names list them: officers, pawns, guards.
const NAMED: [PieceType; 6] = [
    PieceType::Rook,
    PieceType::Cannon,
    PieceType::Horse,
    PieceType::Pawn,
    PieceType::Advisor,
    PieceType::Elephant,
];

/// The maximum number of pieces in a class, including both kings.
pub const PIECES_MAX: usize = 12;

/// A material class: the number of pieces of each kind on both sides. The first side is the stronger one, so swapping
/// the colours of all pieces does not change the class.
///
/// ```
/// use chuhe_engine::tables::MaterialClass;
///
/// let class: MaterialClass = "kaabbKR".parse()?;
/// assert_eq!(class.to_string(), "KRKAABB");
/// # Ok::<(), chuhe_engine::tables::ClassError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MaterialClass {
    /// Counts, indexed by side (0 for the first) and kind.
    counts: [[u8; PieceType::COUNT]; 2],
}

impl MaterialClass {
    /// The class with these counts, with the sides in either order. Each side gets one king, regardless of the counts.
    fn new(mut counts: [[u8; PieceType::COUNT]; 2]) -> Self {
        for side in &mut counts {
            side[PieceType::King.index()] = 1;
        }
        counts.sort_by_key(|side| Reverse(strength(*side)));
        Self { counts }
    }

    /// The class of a board, and the colour of the first side, which is Red if both sides have the same pieces.
    pub fn of(board: &Board) -> (Self, Color) {
        let [red, black] =
            Color::ALL.map(|color| PieceType::ALL.map(|kind| board.count(color, kind) as u8));
        let first = if strength(black) > strength(red) { Color::Black } else { Color::Red };
        (Self::new([red, black]), first)
    }

    /// The number of a side's pieces of a kind; the first side is 0.
    pub const fn count(&self, side: usize, kind: PieceType) -> u8 {
        self.counts[side & 1][kind.index()]
    }

    /// The number of pieces, both kings included.
    pub fn pieces(&self) -> usize {
        self.counts.iter().flatten().map(|count| usize::from(*count)).sum()
    }

    /// Whether both sides have the same pieces.
    pub fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Whether a side has a rook, cannon, horse or pawn. Without one it can neither win nor give check.
    pub fn has_attackers(&self, side: usize) -> bool {
        NAMED[..4].iter().any(|kind| self.count(side, *kind) > 0)
    }

    /// Whether neither side can win. Every position of such a class is a draw, unless the side to move is stalemated,
    /// which cannot be forced. The class needs no table, because the rules end the game as soon as it is reached.
    pub fn is_dead(&self) -> bool {
        !self.has_attackers(0) && !self.has_attackers(1)
    }

    /// The classes that a single capture leads to, each once, without dead classes.
    pub fn children(&self) -> Vec<Self> {
        let mut children = Vec::new();
        for side in 0..2 {
            for kind in NAMED {
                let mut counts = self.counts;
                let Some(fewer) = counts[side][kind.index()].checked_sub(1) else { continue };
                counts[side][kind.index()] = fewer;
                let child = Self::new(counts);
                if !child.is_dead() && !children.contains(&child) {
                    children.push(child);
                }
            }
        }
        children
    }

    /// This class and all classes that captures lead to from it, without dead classes, each after its children.
    pub fn closure(&self) -> Vec<Self> {
        fn visit(class: MaterialClass, found: &mut Vec<MaterialClass>) {
            if class.is_dead() || found.contains(&class) {
                return;
            }
            for child in class.children() {
                visit(child, found);
            }
            found.push(class);
        }
        let mut found = Vec::new();
        visit(*self, &mut found);
        found
    }
}

/// The strength of a side, for comparison: the value of its pieces first, then the counts in the order of [`NAMED`].
fn strength(side: [u8; PieceType::COUNT]) -> (u32, [u8; 6]) {
    let worth = [18, 9, 8, 3, 0, 0];
    let counts = NAMED.map(|kind| side[kind.index()]);
    (counts.iter().zip(worth).map(|(count, worth)| u32::from(*count) * worth).sum(), counts)
}

/// Writes the first side's pieces, then the second side's, each beginning with its king: `KRKAABB`.
impl fmt::Display for MaterialClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        for side in 0..2 {
            name.push('K');
            for kind in NAMED {
                let letter = Piece::new(Color::Red, kind).letter();
                name.extend(std::iter::repeat_n(letter, usize::from(self.count(side, kind))));
            }
        }
        f.pad(&name)
    }
}

impl fmt::Debug for MaterialClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for MaterialClass {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for MaterialClass {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Why a text does not name a class with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum ClassError {
    #[error("{name:?}: {letter:?} is not a piece; expected a class such as KRKAABB")]
    Letter { name: String, letter: char },
    #[error("{name:?}: expected two kings, each the first piece of its side, as in KRKAABB")]
    Kings { name: String },
    #[error(
        "{name:?}: a side has at most {} {}",
        kind.max_count(),
        Piece::new(Color::Red, *kind).letter()
    )]
    TooMany { name: String, kind: PieceType },
    /// The class has more than [`PIECES_MAX`] pieces.
    #[error("{name:?}: a table has at most {PIECES_MAX} pieces")]
    Pieces { name: String },
    #[error("{name:?}: neither side can win, so there is no table")]
    Dead { name: String },
}

/// Parses a name in upper or lower case, with the pieces of a side in any order after its king. `E` and `H` are
/// accepted for elephant and horse.
impl FromStr for MaterialClass {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<Self, ClassError> {
        let name = || text.chars().take(40).collect::<String>();
        let mut sides: Vec<[u8; PieceType::COUNT]> = Vec::new();
        for letter in text.chars() {
            let kind = Piece::from_letter(letter)
                .ok_or_else(|| ClassError::Letter { name: name(), letter })?
                .kind();
            if kind == PieceType::King {
                sides.push([0; PieceType::COUNT]);
            }
            let side = sides.last_mut().ok_or_else(|| ClassError::Kings { name: name() })?;
            let count = &mut side[kind.index()];
            if usize::from(*count) == kind.max_count() {
                return Err(ClassError::TooMany { name: name(), kind });
            }
            *count += 1;
        }
        let counts = sides.try_into().map_err(|_| ClassError::Kings { name: name() })?;
        let class = Self::new(counts);
        if class.pieces() > PIECES_MAX {
            return Err(ClassError::Pieces { name: name() });
        }
        if class.is_dead() {
            return Err(ClassError::Dead { name: name() });
        }
        Ok(class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn class(name: &str) -> MaterialClass {
        name.parse().unwrap()
    }

    #[test]
    fn names_are_read_in_any_order_and_written_in_one() {
        for (text, name) in [
            ("KRK", "KRK"),
            ("KKR", "KRK"),
            ("krkaabb", "KRKAABB"),
            ("KABKNC", "KCNKAB"),
            ("KHKE", "KNKB"),
            ("KPKAN", "KNAKP"),
            ("KRKNC", "KRKCN"),
        ] {
            assert_eq!(class(text).to_string(), name);
            assert_eq!(class(name), class(text));
        }
        for (text, part) in [
            ("", "king"),
            ("RK", "king"),
            ("KRKK", "king"),
            ("KRQK", "'Q'"),
            ("KRRRK", "at most 2 R"),
            ("KAABBKAABB", "neither side"),
            ("KRRCCNNPPPKAABB", "12"),
        ] {
            let error = text.parse::<MaterialClass>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn captures_lead_to_children_before_their_parents() {
        let names = |classes: Vec<MaterialClass>| {
            classes.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names(class("KRKA").children()), ["KRK"]);
        assert_eq!(names(class("KRKC").children()), ["KCK", "KRK"]);
        assert_eq!(names(class("KRKR").children()), ["KRK"]);
        assert_eq!(names(class("KRKAB").closure()), ["KRK", "KRKB", "KRKA", "KRKAB"]);
        for parent in class("KRCKNAAB").closure() {
            assert!(parent.children().iter().all(|child| child.pieces() + 1 == parent.pieces()));
        }
    }

    #[test]
    fn a_board_has_a_class_whoever_has_which_pieces() {
        for (fen, first) in [
            ("3k1a3/9/9/9/9/9/9/9/9/R3K4 w", Color::Red),
            ("3k4r/9/9/9/9/9/9/9/4A4/4K4 w", Color::Black),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let (found, color) = MaterialClass::of(position.board());
            assert_eq!((found, color), (class("KRKA"), first), "{fen}");
        }
    }
}
