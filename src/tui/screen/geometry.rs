//! Where things are on the screen.

use ratatui::layout::Rect;

use chuhe_engine::types::Square;

/// Columns from one file to the next.
const FILE_STEP: u16 = 4;
/// Columns left of the a-file: rank numbers and a bracket.
const LEFT: u16 = 4;
/// Columns of the board: nine files, the last with a piece and a bracket.
const BOARD_WIDTH: u16 = LEFT + 8 * FILE_STEP + 4;
/// The least width of the panel beside the board.
const SIDE_WIDTH: u16 = 26;
/// Rows below the board: messages, input, keys.
const BELOW: u16 = 5;
/// Columns needed.
pub(super) const WIDTH_MIN: u16 = BOARD_WIDTH + SIDE_WIDTH;
/// Rows needed by a board of which each rank takes one row.
pub(super) const HEIGHT_MIN: u16 = 12 + BELOW;
/// Rows needed by a board of which each rank takes two rows.
const HEIGHT_TALL: u16 = 20 + BELOW;

/// The parts of a screen that is large enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    /// The board with its coordinates.
    pub(super) board: Rect,
    /// Clocks and moves.
    pub(super) side: Rect,
    /// The message.
    pub(super) message: Rect,
    /// The input.
    pub(super) input: Rect,
    /// The keys.
    pub(super) keys: Rect,
    /// Whether a rank takes two rows.
    pub(super) is_tall: bool,
    is_flipped: bool,
}

impl Geometry {
    /// The parts of a screen; none if it is too small.
    pub(super) fn of(area: Rect, is_flipped: bool) -> Option<Self> {
        if area.width < WIDTH_MIN || area.height < HEIGHT_MIN {
            return None;
        }
        let is_tall = area.height >= HEIGHT_TALL;
        let rows = if is_tall { 20 } else { 12 };
        let row = |from: u16, height| Rect { y: area.y + rows + from, height, ..area };
        Some(Self {
            board: Rect { width: BOARD_WIDTH, height: rows, ..area },
            side: Rect {
                x: area.x + BOARD_WIDTH,
                width: (area.width - BOARD_WIDTH).min(40),
                height: rows,
                ..area
            },
            message: row(0, 3),
            input: row(3, 1),
            keys: row(4, 1),
            is_tall,
            is_flipped,
        })
    }

    /// Column and row of a point; a piece there may take two columns.
    pub(super) fn point(&self, square: Square) -> (u16, u16) {
        let (column, row) = if self.is_flipped {
            (Square::FILES - 1 - square.file(), square.rank())
        } else {
            (square.file(), Square::RANKS - 1 - square.rank())
        };
        (self.board.x + LEFT + FILE_STEP * u16::from(column), self.row(u16::from(row)))
    }

    /// The screen's row of a row of the board, 0 at the top.
    fn row(&self, row: u16) -> u16 {
        // A flat board has an extra row for the river.
        self.board.y + if self.is_tall { 2 * row } else { row + u16::from(row > 4) }
    }

    /// The row of the river.
    pub(super) fn river(&self) -> u16 {
        self.row(4) + 1
    }

    /// The point at a cell or beside it; none between points and off the board.
    pub(super) fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        Square::all().find(|&square| {
            let (left, row) = self.point(square);
            row == y && (left - 1..=left + 2).contains(&x)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_found_where_it_is() {
        for (height, is_flipped) in [(17, false), (17, true), (40, false), (40, true)] {
            let area = Rect::new(0, 0, 80, height);
            let geometry = Geometry::of(area, is_flipped).unwrap();
            for square in Square::all() {
                let (x, y) = geometry.point(square);
                assert_eq!(geometry.square_at(x, y), Some(square));
                assert_eq!(geometry.square_at(x + 1, y), Some(square));
                assert!(y < geometry.board.bottom() - 1 && x + 2 < geometry.side.x);
            }
            assert_eq!(geometry.square_at(6, geometry.river()), None);
            assert_eq!(geometry.square_at(70, 3), None);
            assert!(geometry.keys.bottom() <= area.bottom());
        }
        let start = Geometry::of(Rect::new(0, 0, 80, 24), false).unwrap();
        assert_eq!(
            (start.point(Square::new(0, 9)), start.point(Square::new(0, 0))),
            ((4, 0), (4, 10))
        );
    }

    #[test]
    fn small_screens_have_no_room() {
        assert_eq!(Geometry::of(Rect::new(0, 0, WIDTH_MIN - 1, 50), false), None);
        assert_eq!(Geometry::of(Rect::new(0, 0, 200, HEIGHT_MIN - 1), false), None);
        assert!(Geometry::of(Rect::new(0, 0, WIDTH_MIN, HEIGHT_MIN), false).is_some());
    }
}
