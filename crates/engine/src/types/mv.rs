//! Moves.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use super::Square;
use super::square::ParseSquareError;

/// A move, stored as its two squares: origin in the low byte, destination in the high byte.
///
/// It does not record the moved or the captured piece. `Option<Move>` takes two bytes as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The move from one square to another.
    ///
    /// # Panics
    /// If both squares have index 0, which is not on the board.
    pub const fn new(from: Square, to: Square) -> Self {
        match NonZeroU16::new(from.raw() as u16 | (to.raw() as u16) << 8) {
            Some(bits) => Self(bits),
            None => panic!("square 0 is not on the board"),
        }
    }

    /// The origin.
    pub const fn from(self) -> Square {
        Square::from_index(self.0.get() as u8)
    }

    /// The destination.
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() >> 8) as u8)
    }

    /// The move as 16 bits, never 0, for the transposition table and for files.
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these 16 bits, or `None` for 0. Other values are not checked, so test the move for legality on a
    /// board.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The same move on the left-right mirrored board.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::new(self.from().mirror(), self.to().mirror())
    }

    /// The same move with the sides swapped: ranks reversed, files kept.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::new(self.from().flip(), self.to().flip())
    }
}

/// Coordinates as in the protocols: `h2e2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{:?}", self.from(), self.to())
    }
}

impl FromStr for Move {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (from, to) = text.split_at_checked(2).ok_or(ParseSquareError)?;
        Ok(Self::new(from.parse()?, to.parse()?))
    }
}

/// Serialized as coordinates, such as `h2e2`.
impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Move {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(|_| {
            serde::de::Error::invalid_value(serde::de::Unexpected::Str(&text), &"a move like h2e2")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bits_round_trip() {
        let mv: Move = "h2e2".parse().unwrap();
        assert_eq!(mv.to_string(), "h2e2");
        assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        assert_eq!(mv.mirror().to_string(), "b2e2");
        assert_eq!(mv.flip().to_string(), "h7e7");
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(size_of::<Option<Move>>(), 2);
        assert!(
            "h2".parse::<Move>().is_err()
                && "".parse::<Move>().is_err()
                && "é2e2".parse::<Move>().is_err()
        );
    }
}
