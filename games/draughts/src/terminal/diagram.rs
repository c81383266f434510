//! The board as text.

use std::fmt::Write as _;

use crate::board::{Board, Move};
use crate::variant::Color;

/// The options for drawing a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diagram {
    /// Whether Black's side is at the bottom.
    pub(super) is_flipped: bool,
    /// Whether colours may be set by escape sequences.
    pub(super) has_colors: bool,
    /// The move to mark.
    pub(super) last: Option<Move>,
}

impl Diagram {
    /// Draws the rows of the board from the top, each ending with a line break. Free squares show their numbers, men a
    /// small letter, kings a capital letter. No row is wider than 37 columns.
    pub(super) fn draw(self, board: &Board) -> String {
        let geometry = &board.rules().geometry;
        let (rows, width) = (geometry.rows(), geometry.width());
        let mut text = String::new();
        for line in 0..rows {
            let row = if self.is_flipped { rows - 1 - line } else { line };
            let [first, last] = [row * width + 1, (row + 1) * width];
            let label =
                if self.is_flipped { format!("{last}-{first}") } else { format!("{first}-{last}") };
            // Writing to a string cannot fail.
            let _ = write!(text, "{label:>5} |");
            for column in 0..rows {
                let column = if self.is_flipped { rows - 1 - column } else { column };
                if (row + column) % 2 == 1 {
                    let number = (row * width + column / 2 + 1) as u8;
                    text.push_str(&self.square(board, number));
                } else {
                    text.push_str("   ");
                }
            }
            text.push_str("|\n");
        }
        text
    }

    fn square(self, board: &Board, number: u8) -> String {
        let bit = board.rules().geometry.bit(number);
        let Some(piece) = board.piece_at(bit) else {
            return self.colored("2", &format!("{number:>2} "));
        };
        let letter = match (piece.color, piece.is_king) {
            (Color::White, false) => 'w',
            (Color::White, true) => 'W',
            (Color::Black, false) => 'b',
            (Color::Black, true) => 'B',
        };
        let is_marked = self.last.is_some_and(|mv| mv.to == bit);
        let text = if is_marked { format!("[{letter}]") } else { format!(" {letter} ") };
        self.colored(if piece.color == Color::White { "1;93" } else { "1;96" }, &text)
    }

    fn colored(self, code: &str, text: &str) -> String {
        if self.has_colors { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;
    use crate::variant::Variant;

    #[test]
    fn the_board_is_drawn_from_either_side() {
        let board = read_board(Variant::English, "B:W21,K8:B1,2,K30").unwrap();
        let diagram = Diagram { is_flipped: false, has_colors: false, last: None };
        let expected = "  1-4 |    b     b     3     4 |
  5-8 | 5     6     7     W    |
 9-12 |    9    10    11    12 |
13-16 |13    14    15    16    |
17-20 |   17    18    19    20 |
21-24 | w    22    23    24    |
25-28 |   25    26    27    28 |
29-32 |29     B    31    32    |
";
        assert_eq!(diagram.draw(&board), expected);
        let turned = Diagram { is_flipped: true, ..diagram }.draw(&board);
        assert!(turned.starts_with("32-29 |   32    31     B    29 |\n"), "{turned}");
    }

    #[test]
    fn it_fits_in_forty_columns() {
        let board = Board::start(Variant::International);
        let last = Move { from: 0, to: 3, captured: 0 };
        let diagram = Diagram { is_flipped: false, has_colors: false, last: Some(last) };
        let text = diagram.draw(&board);
        assert!(text.lines().all(|line| line.len() <= 40), "{text}");
        assert!(text.contains("[b]"));
        assert!(Diagram { has_colors: true, ..diagram }.draw(&board).contains("\x1b[1;96m[b]"));
    }
}
