//! Draws the discs of the pieces.

use std::fmt::Write as _;

use super::Faces;
use super::ink::{Palette, character};
use chuhe_engine::types::Piece;

/// The radius of a disc.
pub(super) const RADIUS: i32 = 45;

/// The id of a disc in the SVG document.
pub(super) fn name(piece: Piece) -> String {
    format!("disc-{}", piece.letter())
}

/// Defines a disc around (0, 0).
pub(super) fn define(svg: &mut String, piece: Piece, faces: Faces, palette: &Palette) {
    let disc = &palette.discs[piece.color().index()];
    let _ = writeln!(svg, "<g id=\"{}\">", name(piece));
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
    match faces {
        Faces::Chinese => character(svg, piece.chinese(), (0, 0), 58, disc.face),
        Faces::Letters => {
            character(svg, piece.letter().to_ascii_uppercase(), (0, 0), 62, disc.face);
        }
    }
    svg.push_str("</g>\n");
}
