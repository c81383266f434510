//! Colours, and the characters drawn with them.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::Theme;
use super::marks::MarkError;
use super::outlines::OUTLINES;

/// The colour of an arrow or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink([u8; 3]);

impl Ink {
    /// The default colour.
    pub const GREEN: Self = Self([0x1f, 0x7a, 0x3d]);
    /// For mistakes.
    pub const RED: Self = Self([0xc8, 0x1e, 0x1e]);
    /// For alternatives.
    pub const BLUE: Self = Self([0x1d, 0x5f, 0xbf]);

    const NAMES: [(&'static str, Self); 6] = [
        ("green", Self::GREEN),
        ("red", Self::RED),
        ("blue", Self::BLUE),
        ("orange", Self([0xe0, 0x7b, 0x00])),
        ("purple", Self([0x7a, 0x35, 0xa8])),
        ("black", Self([0x11, 0x11, 0x11])),
    ];
}

impl FromStr for Ink {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Self, MarkError> {
        let named = Self::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        named
            .map(|&(_, ink)| ink)
            .or_else(|| {
                let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
                if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                    return None;
                }
                let number = u32::from_str_radix(digits, 16).ok()?;
                let [_, red, green, blue] = number.to_be_bytes();
                Some(Self([red, green, blue]))
            })
            .ok_or_else(|| MarkError::Ink(text.to_owned()))
    }
}

impl fmt::Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The colours of a theme, as in SVG.
#[derive(Debug)]
pub(super) struct Palette {
    pub(super) board: &'static str,
    pub(super) line: &'static str,
    pub(super) river: &'static str,
    pub(super) coordinate: &'static str,
    /// The colours of red discs and of black discs.
    pub(super) discs: [Disc; 2],
    pub(super) last_move: &'static str,
    /// The colour that replaces all inks; `None` if they keep their own colours.
    pub(super) only_ink: Option<&'static str>,
    pub(super) has_shadows: bool,
}

/// The colours of a disc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    pub(super) body: &'static str,
    pub(super) edge: &'static str,
    /// The inner ring and the character.
    pub(super) face: &'static str,
}

const WOOD: Palette = Palette {
    board: "#ecc98d",
    line: "#5a3716",
    river: "#8a5a28",
    coordinate: "#7a4f22",
    discs: [
        Disc { body: "#fbf0d6", edge: "#7d4f20", face: "#b5121b" },
        Disc { body: "#fbf0d6", edge: "#7d4f20", face: "#1c1c1c" },
    ],
    last_move: "#1c6fb8",
    only_ink: None,
    has_shadows: true,
};

const PRINT: Palette = Palette {
    board: "#ffffff",
    line: "#000000",
    river: "#000000",
    coordinate: "#000000",
    discs: [
        Disc { body: "#ffffff", edge: "#000000", face: "#000000" },
        Disc { body: "#000000", edge: "#000000", face: "#ffffff" },
    ],
    last_move: "#000000",
    only_ink: Some("#000000"),
    has_shadows: false,
};

impl Palette {
    pub(super) const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Wood => &WOOD,
            Theme::Print => &PRINT,
        }
    }

    /// The colour of an ink in this theme.
    pub(super) fn ink(&self, ink: Ink) -> String {
        self.only_ink.map_or_else(|| ink.to_string(), str::to_owned)
    }
}

/// Draws a character centred on a point, with the given font size. Draws nothing if the character has no outline.
pub(super) fn character(svg: &mut String, c: char, (x, y): (i32, i32), size: i32, color: &str) {
    let Some(outline) = OUTLINES.iter().find(|outline| outline.character == c) else { return };
    let scale = f64::from(size) / 1000.0;
    let [left, top, right, bottom] = outline.bounds.map(f64::from);
    let (dx, dy) = (
        f64::from(x) - scale * f64::midpoint(left, right),
        f64::from(y) - scale * f64::midpoint(top, bottom),
    );
    let _ = writeln!(
        svg,
        "<path transform=\"translate({dx:.1} {dy:.1}) scale({scale})\" fill=\"{color}\" d=\"{}\"/>",
        outline.path
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::types::Piece;

    #[test]
    fn colours_have_names_and_numbers() {
        assert_eq!("Green".parse(), Ok(Ink::GREEN));
        assert_eq!("#1d5fbf".parse(), Ok(Ink::BLUE));
        for bad in ["", "grean", "#12345", "#1234567", "#12345g", "#+12345"] {
            assert_eq!(bad.parse::<Ink>(), Err(MarkError::Ink(bad.to_owned())));
        }
    }

    #[test]
    fn every_character_of_a_board_has_an_outline() {
        let pieces = Piece::ALL.into_iter().flat_map(|piece| [piece.chinese(), piece.letter()]);
        let others = "帅马车将楚河漢界abcdefghi0123456789";
        let needed = pieces.filter(|c| !c.is_ascii_lowercase()).chain(others.chars());
        for c in needed {
            assert!(OUTLINES.iter().any(|outline| outline.character == c), "{c}");
        }
    }
}
