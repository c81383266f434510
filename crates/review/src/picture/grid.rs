//! Draws the board without its pieces.

use std::fmt::Write as _;

use super::ink::{Palette, character};
use super::{CELL, MARGIN, place};
use chuhe_engine::types::Square;

/// The coordinates of the right and the bottom ends of the lines.
const RIGHT: i32 = CELL * 8;
const BOTTOM: i32 = CELL * 9;
/// The distance from the lines to the thick frame around them.
const FRAME_GAP: i32 = 12;

/// Draws the background, the lines, the palaces, the start marks of cannons and pawns, and the river.
pub(super) fn draw(svg: &mut String, [left, top, width, height]: [i32; 4], palette: &Palette) {
    let (board, line) = (palette.board, palette.line);
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{board}\"/>"
    );
    let _ = writeln!(
        svg,
        "<rect x=\"-{FRAME_GAP}\" y=\"-{FRAME_GAP}\" width=\"{}\" height=\"{}\" fill=\"none\" \
         stroke=\"{line}\" stroke-width=\"6\"/>",
        RIGHT + 2 * FRAME_GAP,
        BOTTOM + 2 * FRAME_GAP
    );
    let mut path = String::new();
    for rank in 0..=9 {
        let _ = write!(path, "M0 {}H{RIGHT}", rank * CELL);
    }
    for file in 0..=8 {
        let x = file * CELL;
        // Only the outermost files cross the river.
        if file == 0 || file == 8 {
            let _ = write!(path, "M{x} 0V{BOTTOM}");
        } else {
            let _ = write!(path, "M{x} 0V{}M{x} {}V{BOTTOM}", 4 * CELL, 5 * CELL);
        }
    }
    for top in [0, 7 * CELL] {
        let bottom = top + 2 * CELL;
        let (from, to) = (3 * CELL, 5 * CELL);
        let _ = write!(path, "M{from} {top}L{to} {bottom}M{to} {top}L{from} {bottom}");
    }
    for (file, rank) in [1, 7].into_iter().flat_map(|file| [(file, 2), (file, 7)]) {
        mark_point(&mut path, file, rank);
    }
    for file in [0, 2, 4, 6, 8] {
        mark_point(&mut path, file, 3);
        mark_point(&mut path, file, 6);
    }
    let _ = writeln!(
        svg,
        "<path fill=\"none\" stroke=\"{line}\" stroke-width=\"3\" stroke-linecap=\"square\" d=\"{path}\"/>"
    );
    let middle = 4 * CELL + CELL / 2;
    for (c, x) in [('楚', 150), ('河', 250), ('漢', 550), ('界', 650)] {
        character(svg, c, (x, middle), 92, palette.river);
    }
}

/// Adds the corner marks around a point, except those beyond the edge of the board.
fn mark_point(path: &mut String, file: i32, rank: i32) {
    /// The distance of the corner marks from the lines, and the length of their arms, in picture units.
    const GAP: i32 = 8;
    const LEG: i32 = 17;
    let (x, y) = (file * CELL, rank * CELL);
    for side in [-1, 1] {
        if (file == 0 && side < 0) || (file == 8 && side > 0) {
            continue;
        }
        for rise in [-1, 1] {
            let (near_x, near_y) = (x + side * GAP, y + rise * GAP);
            let (far_x, far_y) = (near_x + side * LEG, near_y + rise * LEG);
            let _ = write!(path, "M{near_x} {far_y}V{near_y}H{far_x}");
        }
    }
}

/// Labels the files at the bottom and the ranks on the left.
pub(super) fn draw_coordinates(svg: &mut String, flipped: bool, palette: &Palette) {
    const SIZE: i32 = 40;
    for file in 0..Square::FILES {
        let (x, _) = place(Square::new(file, 0), flipped);
        let letter = char::from(b'a' + file);
        character(svg, letter, (x, BOTTOM + MARGIN + 6), SIZE, palette.coordinate);
    }
    for rank in 0..Square::RANKS {
        let (_, y) = place(Square::new(0, rank), flipped);
        let digit = char::from(b'0' + rank);
        character(svg, digit, (-MARGIN - 6, y), SIZE, palette.coordinate);
    }
}
