//! Draws the discs of the pieces.

use std::fmt::Write as _;

use super::Faces;
use super::ink::{Disc, Palette, character};
use chuhe_engine::types::Piece;

/// The radius of a disc.
pub(super) const RADIUS: i32 = 45;

/// The id of a disc in the SVG document.
pub(super) fn name(piece: Piece) -> String {
    format!("disc-{}", piece.letter())
}

/// The wood of discs on a page.
const WOOD: &str = "url(#boxwood)";

/// The forms of the pieces on simplified sets that differ from those on traditional ones.
const SIMPLIFIED: [(char, char); 7] =
    [('K', '帅'), ('N', '马'), ('R', '车'), ('k', '将'), ('n', '马'), ('r', '车'), ('c', '炮')];

/// Defines a disc around (0, 0).
pub(super) fn define(svg: &mut String, piece: Piece, faces: Faces, palette: &Palette) {
    let disc = &palette.discs[piece.color().index()];
    let (character, size) = match faces {
        Faces::Chinese => (piece.chinese(), 58),
        Faces::Letters => (piece.letter().to_ascii_uppercase(), 62),
    };
    draw(svg, &name(piece), (character, size), disc, palette);
}

/// Defines the discs of a page, around (0, 0), whose wood is the page's gradient `boxwood`.
pub(super) fn define_wooden(svg: &mut String, palette: &Palette) {
    for piece in Piece::ALL {
        draw(svg, &name(piece), (piece.chinese(), 58), &wooden(piece, palette), palette);
    }
}

/// Defines the discs of a simplified set that differ from those of [`define_wooden`], named `simplified-` plus the
/// letter.
pub(super) fn define_simplified(svg: &mut String, palette: &Palette) {
    for piece in Piece::ALL {
        let own = SIMPLIFIED.iter().find(|(letter, _)| *letter == piece.letter());
        if let Some((letter, face)) = own {
            let name = format!("simplified-{letter}");
            draw(svg, &name, (*face, 58), &wooden(piece, palette), palette);
        }
    }
}

fn wooden(piece: Piece, palette: &Palette) -> Disc {
    Disc { body: WOOD, ..palette.discs[piece.color().index()] }
}

fn draw(svg: &mut String, name: &str, (face, size): (char, i32), disc: &Disc, palette: &Palette) {
    let _ = writeln!(svg, "<g id=\"{name}\">");
    if palette.has_shadows {
        let _ = writeln!(svg, "<circle cx=\"2\" cy=\"4\" r=\"{RADIUS}\" fill-opacity=\"0.3\"/>");
    }
    let _ = writeln!(
        svg,
        "<circle r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>\n\
         <circle r=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
        RADIUS - 1,
        disc.body,
        disc.edge,
        RADIUS - 7,
        disc.face
    );
    character(svg, face, (0, 0), size, disc.face);
    svg.push_str("</g>\n");
}
