//! Draws marks over a board: arrows, rings, and the points of the last move.

use std::fmt::Write as _;
use std::str::FromStr;

use super::ink::{Ink, Palette};
use super::{Picture, discs};
use chuhe_engine::types::{Move, Square};

/// An arrow from one point to another, written as `h2e2` or `h2e2:colour`. The move need not be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The two points.
    pub mv: Move,
    /// The colour.
    pub ink: Ink,
}

/// A ring around a point, written as `e4` or `e4:colour`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point.
    pub square: Square,
    /// The colour.
    pub ink: Ink,
}

/// Why a text is not an arrow, a mark or a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum MarkError {
    #[error("invalid arrow {0:?}; expected two points, files a to i and ranks 0 to 9, like h2e2")]
    Arrow(String),
    #[error("invalid point {0:?}; expected a file a to i and a rank 0 to 9, like e4")]
    Mark(String),
    #[error("unknown colour {0:?}; expected green, red, blue, orange, purple, black or #rrggbb")]
    Ink(String),
}

/// Splits a text into the points and the colour after the colon.
fn split(text: &str) -> Result<(&str, Ink), MarkError> {
    match text.split_once(':') {
        Some((place, ink)) => Ok((place, ink.parse()?)),
        None => Ok((text, Ink::GREEN)),
    }
}

impl FromStr for Arrow {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Self, MarkError> {
        let (place, ink) = split(text)?;
        let mv: Option<Move> = place.to_ascii_lowercase().parse().ok();
        let mv = mv.filter(|mv| mv.from() != mv.to());
        mv.map(|mv| Self { mv, ink }).ok_or_else(|| MarkError::Arrow(place.to_owned()))
    }
}

impl FromStr for Mark {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Self, MarkError> {
        let (place, ink) = split(text)?;
        let square = place.to_ascii_lowercase().parse();
        square.map(|square| Self { square, ink }).map_err(|_| MarkError::Mark(place.to_owned()))
    }
}

/// Draws an arrow that ends just before the centre of its target.
pub(super) fn draw_arrow(svg: &mut String, arrow: Arrow, picture: &Picture<'_>, palette: &Palette) {
    /// Half the width of the shaft and of the head, and the length of the head, in picture units.
    const SHAFT: f64 = 7.0;
    const HEAD: f64 = 22.0;
    const HEAD_LENGTH: f64 = 40.0;
    /// The distance of the arrow's ends from the centres of the two points, in picture units.
    const START_GAP: f64 = 20.0;
    const END_GAP: f64 = 6.0;
    let [(x, y), (to_x, to_y)] = [arrow.mv.from(), arrow.mv.to()].map(|square| {
        let (x, y) = picture.place(square);
        (f64::from(x), f64::from(y))
    });
    let length = (to_x - x).hypot(to_y - y);
    let angle = (to_y - y).atan2(to_x - x).to_degrees();
    let (end, neck) = (length - END_GAP, length - END_GAP - HEAD_LENGTH);
    let ink = palette.ink(arrow.ink);
    let _ = writeln!(
        svg,
        "<path transform=\"translate({x} {y}) rotate({angle:.2})\" fill=\"{ink}\" fill-opacity=\"0.82\" \
         stroke=\"#ffffff\" stroke-width=\"2.5\" stroke-linejoin=\"round\" \
         d=\"M{START_GAP} -{SHAFT}H{neck:.1}V-{HEAD}L{end:.1} 0L{neck:.1} {HEAD}V{SHAFT}H{START_GAP}Z\"/>"
    );
}

/// Draws a ring around a point and any piece on it.
pub(super) fn draw_mark(svg: &mut String, mark: Mark, picture: &Picture<'_>, palette: &Palette) {
    let (x, y) = picture.place(mark.square);
    // A white ring inside makes the mark visible around a disc of the same colour.
    for (radius, width, color) in [(1, 6, "#ffffff"), (6, 7, &palette.ink(mark.ink)[..])] {
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"{width}\"/>",
            discs::RADIUS + radius,
        );
    }
}

/// Draws corner marks around both points of a move, and a dot on its origin.
pub(super) fn draw_last_move(svg: &mut String, mv: Move, picture: &Picture<'_>, palette: &Palette) {
    /// The distance of the corner marks from the centre of the point, and the length of their arms, in picture units.
    const REACH: i32 = 47;
    const LEG: i32 = 18;
    let mut path = String::new();
    for square in [mv.from(), mv.to()] {
        let (x, y) = picture.place(square);
        for (side, rise) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (corner_x, corner_y) = (x + side * REACH, y + rise * REACH);
            let (inner_x, inner_y) = (corner_x - side * LEG, corner_y - rise * LEG);
            let _ = write!(path, "M{inner_x} {corner_y}H{corner_x}V{inner_y}");
        }
    }
    let color = palette.last_move;
    let (x, y) = picture.place(mv.from());
    let _ = writeln!(
        svg,
        "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"6\" stroke-linejoin=\"round\" d=\"{path}\"/>\n\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{color}\"/>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_marks_come_with_and_without_a_colour() {
        let mv: Move = "h2e2".parse().unwrap();
        assert_eq!("h2e2".parse(), Ok(Arrow { mv, ink: Ink::GREEN }));
        assert_eq!("H2E2:blue".parse(), Ok(Arrow { mv, ink: Ink::BLUE }));
        let mark: Mark = "e4:red".parse().unwrap();
        assert_eq!((mark.square.to_string(), mark.ink), ("e4".to_owned(), Ink::RED));
        for bad in ["", "h2", "h2h2", "j2e2", "h2e2e2"] {
            assert_eq!(bad.parse::<Arrow>(), Err(MarkError::Arrow(bad.to_owned())));
        }
        assert!(matches!("h2e2:".parse::<Arrow>(), Err(MarkError::Ink(_))));
        assert!(matches!("e".parse::<Mark>(), Err(MarkError::Mark(_))));
        assert!(matches!("e4:sky".parse::<Mark>(), Err(MarkError::Ink(_))));
    }
}
