//! The layout of the screen.

use ratatui::layout::Rect;

use chuhe_engine::types::Square;

/// The number of columns to the left of the first file, for rank numbers and a bracket.
const LEFT: u16 = 4;
/// The minimum width of the panel next to the board, in columns.
const SIDE_WIDTH: u16 = 26;
/// The maximum width of that panel, in columns.
const SIDE_WIDTH_MAX: u16 = 60;
/// The possible sizes of the board, largest first: columns per file and rows per rank.
const SIZES: [(u16, u16); 3] = [(6, 3), (4, 2), (4, 1)];
/// The minimum number of rows below the board: two for messages, one for input and one for keys.
const BELOW: u16 = 4;
/// The maximum number of rows below the board.
const BELOW_MAX: u16 = 6;

/// The width of a board in columns: nine files, the last one with room for a piece and a bracket.
const fn board_width(file_step: u16) -> u16 {
    LEFT + 8 * file_step + 4
}

/// The height of a board in rows: ten ranks, a row for the river if the ranks leave no room for it, and the file labels
/// below.
const fn board_height(rank_step: u16) -> u16 {
    9 * rank_step + 1 + (rank_step == 1) as u16 + 1
}

/// The minimum width of the screen, in columns.
pub(super) const WIDTH_MIN: u16 = board_width(SIZES[2].0) + SIDE_WIDTH;
/// The minimum height of the screen in rows, which is what the help needs.
pub(super) const HEIGHT_MIN: u16 = 17;

/// The parts of a screen that is large enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    /// The board with its coordinates.
    pub(super) board: Rect,
    /// The clocks and moves.
    pub(super) side: Rect,
    /// The row or rows of the message.
    pub(super) message: Rect,
    /// The row of the input.
    pub(super) input: Rect,
    /// The row that lists the keys.
    pub(super) keys: Rect,
    /// The number of columns from one file to the next.
    pub(super) file_step: u16,
    /// The number of rows from one rank to the next.
    pub(super) rank_step: u16,
    is_flipped: bool,
}

impl Geometry {
    /// Divides a screen into its parts; `None` if the screen is too small.
    pub(super) fn of(area: Rect, is_flipped: bool) -> Option<Self> {
        if area.height < HEIGHT_MIN {
            return None;
        }
        let (file_step, rank_step) = SIZES.into_iter().find(|&(file_step, rank_step)| {
            area.width >= board_width(file_step) + SIDE_WIDTH
                && area.height >= board_height(rank_step) + BELOW
        })?;
        let (width, height) = (board_width(file_step), board_height(rank_step));
        let below = (area.height - height).min(BELOW_MAX);
        let row = |from: u16, rows| Rect { y: area.y + height + from, height: rows, ..area };
        Some(Self {
            board: Rect { width, height, ..area },
            side: Rect {
                x: area.x + width,
                width: (area.width - width).min(SIDE_WIDTH_MAX),
                height,
                ..area
            },
            message: row(0, below - 2),
            input: row(below - 2, 1),
            keys: row(below - 1, 1),
            file_step,
            rank_step,
            is_flipped,
        })
    }

    /// The column and row of a point. A piece there may be two columns wide.
    pub(super) fn point(&self, square: Square) -> (u16, u16) {
        let (column, row) = if self.is_flipped {
            (Square::FILES - 1 - square.file(), square.rank())
        } else {
            (square.file(), Square::RANKS - 1 - square.rank())
        };
        (self.board.x + LEFT + self.file_step * u16::from(column), self.row(u16::from(row)))
    }

    /// The screen row of a board row, counted from 0 at the top.
    fn row(&self, row: u16) -> u16 {
        // A board with one row per rank has an extra row for the river.
        self.board.y + self.rank_step * row + u16::from(self.rank_step == 1 && row > 4)
    }

    /// The row of the river.
    pub(super) fn river(&self) -> u16 {
        self.row(4).midpoint(self.row(5))
    }

    /// The point of the board at or next to a screen cell; `None` if there is none.
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
        let sizes = [(80, 17), (80, 24), (100, 40)];
        for (width, height, is_flipped) in
            sizes.into_iter().flat_map(|(w, h)| [(w, h, false), (w, h, true)])
        {
            let area = Rect::new(0, 0, width, height);
            let geometry = Geometry::of(area, is_flipped).unwrap();
            for square in Square::all() {
                let (x, y) = geometry.point(square);
                assert_eq!(geometry.square_at(x, y), Some(square));
                assert_eq!(geometry.square_at(x + 1, y), Some(square));
                assert!(y < geometry.board.bottom() - 1 && x + 2 < geometry.side.x);
            }
            assert_eq!(geometry.square_at(6, geometry.river()), None);
            assert_eq!(geometry.square_at(width - 10, 3), None);
            assert!(geometry.keys.bottom() <= area.bottom());
        }
        let start = Geometry::of(Rect::new(0, 0, 80, 24), false).unwrap();
        assert_eq!(
            (start.point(Square::new(0, 9)), start.point(Square::new(0, 0))),
            ((4, 0), (4, 18))
        );
        let large = Geometry::of(Rect::new(0, 0, 100, 40), false).unwrap();
        assert_eq!((large.file_step, large.rank_step), (6, 3));
    }

    #[test]
    fn small_screens_have_no_room() {
        assert_eq!(Geometry::of(Rect::new(0, 0, WIDTH_MIN - 1, 50), false), None);
        assert_eq!(Geometry::of(Rect::new(0, 0, 200, HEIGHT_MIN - 1), false), None);
        assert!(Geometry::of(Rect::new(0, 0, WIDTH_MIN, HEIGHT_MIN), false).is_some());
    }
}
