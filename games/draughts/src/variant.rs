//! Defines the three sets of rules.

use std::fmt;
use std::str::FromStr;

use crate::geometry::Geometry;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// White, whose side has the high numbers; its men move up.
    White = 0,
    /// Black, whose side has the low numbers; its men move down.
    Black = 1,
}

impl Color {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A game of draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// 10×10 squares, twenty men each. Men also capture backwards, kings fly, and the largest capture is compulsory.
    International,
    /// 10×10 squares, fifteen men each in three rows. Men move and capture only forward, kings fly, and the largest
    /// capture is compulsory.
    Source,
    /// 8×8 squares, twelve men each. Men capture only forward, kings step one square, and any capture may be chosen.
    English,
}

/// The rules of a game.
#[derive(Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate rule")]
pub struct Rules {
    /// The variant with these rules.
    pub variant: Variant,
    /// The board.
    pub geometry: Geometry,
    /// The number of rows of men on each side at the start.
    pub rows_of_men: u32,
    /// The side that moves first.
    pub first: Color,
    /// Whether men may also capture backwards.
    pub men_capture_backwards: bool,
    /// Whether kings may move and capture over any distance.
    pub kings_fly: bool,
    /// Whether the capture of the most pieces is compulsory.
    pub largest_capture: bool,
    /// The number of plies without a man's move or a capture after which the game is drawn.
    pub idle_plies: u32,
    /// Whether endgames against a lone king are drawn after 16 or 5 moves by each side.
    pub lone_king_draws: bool,
}

const INTERNATIONAL: Rules = Rules {
    variant: Variant::International,
    geometry: Geometry::new(10),
    rows_of_men: 4,
    first: Color::White,
    men_capture_backwards: true,
    kings_fly: true,
    largest_capture: true,
    idle_plies: 50,
    lone_king_draws: true,
};

static ALL_RULES: [Rules; 3] = [
    INTERNATIONAL,
    Rules {
        variant: Variant::Source,
        rows_of_men: 3,
        men_capture_backwards: false,
        lone_king_draws: false,
        ..INTERNATIONAL
    },
    Rules {
        variant: Variant::English,
        geometry: Geometry::new(8),
        rows_of_men: 3,
        first: Color::Black,
        men_capture_backwards: false,
        kings_fly: false,
        largest_capture: false,
        idle_plies: 80,
        lone_king_draws: false,
    },
];

impl Variant {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::International, Self::Source, Self::English];

    /// The rules of the variant.
    pub fn rules(self) -> &'static Rules {
        &ALL_RULES[self as usize]
    }

    /// The name in commands and in the Hub protocol, which calls international draughts the normal game.
    pub const fn name(self) -> &'static str {
        match self {
            Self::International => "normal",
            Self::Source => "source",
            Self::English => "english",
        }
    }

    /// The number in the PDN tag `GameType`; the game `source` has none.
    pub const fn game_type(self) -> Option<u32> {
        match self {
            Self::International => Some(20),
            Self::Source => None,
            Self::English => Some(21),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The error for a name that matches no variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant {0:?}; expected normal (or international), source or english")]
pub struct NoVariant(String);

impl FromStr for Variant {
    type Err = NoVariant;

    fn from_str(name: &str) -> Result<Self, NoVariant> {
        match name {
            "normal" | "international" => Ok(Self::International),
            "source" => Ok(Self::Source),
            "english" => Ok(Self::English),
            _ => Err(NoVariant(name.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_its_own_rules_and_name() {
        for variant in Variant::ALL {
            assert_eq!(variant.rules().variant, variant);
            assert_eq!(variant.name().parse(), Ok(variant));
        }
        assert_eq!("international".parse(), Ok(Variant::International));
        assert!("chess".parse::<Variant>().is_err());
    }
}
