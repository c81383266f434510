//! Draws the board as an SVG picture that needs no fonts, and renders it as PNG.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_review::picture::{Arrow, Picture};
//!
//! let position = Position::startpos();
//! let arrow: Arrow = "h2e2:green".parse()?;
//! let picture = Picture { arrows: vec![arrow], ..Picture::new(position.board()) };
//! assert!(picture.svg().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod discs;
mod grid;
mod ink;
mod marks;
mod outlines;
pub mod page;
#[cfg(feature = "png")]
mod raster;

pub use ink::Ink;
pub use marks::{Arrow, Mark, MarkError};
#[cfg(feature = "png")]
pub use raster::{RasterError, WIDTH_MAX, png};

use std::fmt::Write as _;

use self::ink::Palette;
use chuhe_engine::board::Board;
use chuhe_engine::types::{Move, Piece, Square};

/// The distance between neighbouring lines of the board, in the units of the picture.
const CELL: i32 = 100;
/// The distance from the outermost points to the edge of the picture.
const MARGIN: i32 = 68;
/// The additional margin for coordinates.
const COORDINATES_ROOM: i32 = 32;
/// The distance from the outermost points to the edge of the board of a page, with room for labels on all sides.
const PAGE_MARGIN: i32 = 88;

/// A picture of a board. [`Picture::svg`] draws it.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The pieces and their squares.
    pub board: &'a Board,
    /// The last move, whose points are marked.
    pub last_move: Option<Move>,
    /// Arrows over the pieces. Later ones are drawn over earlier ones.
    pub arrows: Vec<Arrow>,
    /// Rings around points.
    pub marks: Vec<Mark>,
    /// The faces of the discs.
    pub faces: Faces,
    /// The colours.
    pub theme: Theme,
    /// Whether the edges show the files a to i and the ranks 0 to 9.
    pub coordinates: bool,
    /// Whether Black's side is at the bottom.
    pub flipped: bool,
}

/// The faces of the discs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faces {
    /// The characters of an ordinary set, in traditional forms.
    #[default]
    Chinese,
    /// The letters of FEN, in upper case for both sides.
    Letters,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Wood, red and black.
    #[default]
    Wood,
    /// Black on white, for printing. Black's discs are filled, and marks and arrows are always black.
    Print,
}

impl<'a> Picture<'a> {
    /// A picture of a board with coordinates and with Red at the bottom.
    pub fn new(board: &'a Board) -> Self {
        Self {
            board,
            last_move: None,
            arrows: Vec::new(),
            marks: Vec::new(),
            faces: Faces::Chinese,
            theme: Theme::Wood,
            coordinates: true,
            flipped: false,
        }
    }

    /// Returns the picture as an SVG document. The document contains no text and refers to no other files, so it looks
    /// the same everywhere.
    pub fn svg(&self) -> String {
        let palette = Palette::of(self.theme);
        let (frame, style) = (self.frame(), "xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
        let [left, top, width, height] = frame;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {style} \
             viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\">\n",
        );
        svg.push_str("<defs>\n");
        for piece in Piece::ALL {
            if self.board.pieces().any(|(other, _)| other == piece) {
                discs::define(&mut svg, piece, self.faces, palette);
            }
        }
        svg.push_str("</defs>\n");
        grid::draw(&mut svg, frame, palette);
        if self.coordinates {
            grid::draw_coordinates(&mut svg, self.flipped, palette);
        }
        if let Some(mv) = self.last_move {
            marks::draw_last_move(&mut svg, mv, self, palette);
        }
        let mut pieces: Vec<(Piece, Square)> = self.board.pieces().collect();
        pieces.sort_by_key(|&(_, square)| square);
        for (piece, square) in pieces {
            let (x, y) = self.place(square);
            // Older viewers support `xlink:href` but not `href`.
            let _ =
                writeln!(svg, "<use xlink:href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", discs::name(piece));
        }
        for mark in &self.marks {
            marks::draw_mark(&mut svg, *mark, self, palette);
        }
        for arrow in &self.arrows {
            marks::draw_arrow(&mut svg, *arrow, self, palette);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The left, top, width and height of the picture.
    fn frame(&self) -> [i32; 4] {
        let room = if self.coordinates { COORDINATES_ROOM } else { 0 };
        frame(room)
    }

    /// The position of a point in the picture.
    fn place(&self, square: Square) -> (i32, i32) {
        place(square, self.flipped)
    }
}

/// The parts from which a web page can draw any position: the definitions of all discs, named `disc-` plus the FEN
/// letter, and the empty board. Neighbouring points are 100 units apart; a9 is at (0, 0) and i0 at (800, 900).
fn parts() -> BoardParts {
    let palette = Palette::of(Theme::Wood);
    let mut discs = String::new();
    discs::define_wooden(&mut discs, palette);
    let mut board = String::new();
    let [width, height] = [Square::FILES, Square::RANKS].map(|lines| CELL * (lines as i32 - 1));
    let frame = [-PAGE_MARGIN, -PAGE_MARGIN, width + 2 * PAGE_MARGIN, height + 2 * PAGE_MARGIN];
    grid::draw(&mut board, frame, palette);
    BoardParts { discs, board, frame }
}

/// The discs of a simplified set that differ from those of [`parts`], named `simplified-` plus the letter.
fn simplified() -> String {
    let mut discs = String::new();
    discs::define_simplified(&mut discs, Palette::of(Theme::Wood));
    discs
}

/// The return value of [`parts`], as SVG elements.
struct BoardParts {
    /// The definitions of the discs, centred on (0, 0).
    discs: String,
    /// The board without pieces.
    board: String,
    /// The left, top, width and height of the picture.
    frame: [i32; 4],
}

/// The left, top, width and height of a picture with `room` for coordinates.
const fn frame(room: i32) -> [i32; 4] {
    let files = CELL * (Square::FILES as i32 - 1);
    let ranks = CELL * (Square::RANKS as i32 - 1);
    let [left, top] = [-MARGIN - room, -MARGIN];
    [left, top, files + 2 * MARGIN + room, ranks + 2 * MARGIN + room]
}

/// The position of a point in the picture.
const fn place(square: Square, flipped: bool) -> (i32, i32) {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    let (last_file, last_rank) = (Square::FILES as i32 - 1, Square::RANKS as i32 - 1);
    if flipped {
        ((last_file - file) * CELL, rank * CELL)
    } else {
        (file * CELL, (last_rank - rank) * CELL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::Position;

    #[test]
    fn every_piece_and_character_is_there_once() {
        let position = Position::startpos();
        for faces in [Faces::Chinese, Faces::Letters] {
            for theme in [Theme::Wood, Theme::Print] {
                let svg = Picture { faces, theme, ..Picture::new(position.board()) }.svg();
                assert_eq!(svg.matches("<use ").count(), 32);
                assert_eq!(svg.matches("<g id=\"disc-").count(), 14);
                assert!(!svg.contains("<text") && !svg.contains("href=\"http"), "{svg}");
            }
        }
    }

    #[test]
    fn only_pieces_on_the_board_are_defined() {
        let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").unwrap();
        let svg = Picture::new(position.board()).svg();
        assert_eq!(svg.matches("<g id=\"disc-").count(), 2);
        assert!(svg.contains("<use xlink:href=\"#disc-k\" x=\"300\" y=\"0\"/>"), "{svg}");
    }

    #[test]
    fn a_flipped_board_is_turned_around() {
        let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").unwrap();
        let svg = Picture { flipped: true, ..Picture::new(position.board()) }.svg();
        assert!(svg.contains("<use xlink:href=\"#disc-k\" x=\"500\" y=\"900\"/>"), "{svg}");
    }

    #[cfg(feature = "png")]
    #[test]
    fn pngs_have_the_size_asked_for() {
        let position = Position::startpos();
        let picture = Picture::new(position.board());
        let bytes = png(&picture.svg(), 300).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 300);
        assert!(matches!(png("<svg", 300), Err(RasterError::Svg(_))));
        assert!(matches!(png(&picture.svg(), 0), Err(RasterError::Width(0))));
    }
}
