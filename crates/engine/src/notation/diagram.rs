//! Text diagrams of the board, for terminals.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_engine::notation::diagram::Diagram;
//!
//! let position = Position::startpos();
//! let text = Diagram::new(position.board()).to_string();
//! assert!(text.starts_with(" 9  r n b a k a b n r\n 8  . . . . . . . . .\n"));
//! ```

use std::fmt;

use super::chinese;
use super::iccs::Ranks;
use crate::board::Board;
use crate::types::{Color, Move, Piece, Square};

/// A diagram of a board, with its files and ranks labelled at the edge, written by `Display`.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The board to draw.
    pub board: &'a Board,
    /// The last move, whose squares are put in brackets.
    pub last_move: Option<Move>,
    /// The labels at the edge.
    pub edge: Edge,
    /// How pieces are drawn.
    pub pieces: Pieces,
    /// Whether to use colours; the terminal must support 256 colours.
    pub color: bool,
    /// Whether Black's side is at the bottom.
    pub flipped: bool,
}

/// The labels at the edge of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Files a to i, and ranks.
    Coordinates(Ranks),
    /// Files as Chinese notation counts them, from each side's own right: 九 to 一 at Red's edge, １ to ９ at Black's.
    Files,
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pieces {
    /// FEN letters.
    #[default]
    Letters,
    /// The characters on the discs, each two columns wide.
    Chinese,
}

impl<'a> Diagram<'a> {
    /// Creates a diagram in letters, without colours, with ranks numbered from 0.
    pub fn new(board: &'a Board) -> Self {
        Self {
            board,
            last_move: None,
            edge: Edge::Coordinates(Ranks::FromZero),
            pieces: Pieces::Letters,
            color: false,
            flipped: false,
        }
    }

    fn is_marked(&self, square: Square) -> bool {
        self.last_move.is_some_and(|mv| square == mv.from() || square == mv.to())
    }

    fn glyph(&self, piece: Option<Piece>) -> char {
        match (self.pieces, piece) {
            (Pieces::Letters, None) => '.',
            (Pieces::Letters, Some(piece)) => piece.letter(),
            // Empty points are full-width like the pieces, because terminals disagree about the width of box-drawing
            // characters.
            (Pieces::Chinese, None) => '＋',
            (Pieces::Chinese, Some(piece)) => piece.chinese(),
        }
    }

    /// The escape sequence for the colours of a square; empty if colours are off.
    fn paint(&self, piece: Option<Piece>, marked: bool) -> &'static str {
        if !self.color {
            return "";
        }
        match (piece.map(Piece::color), marked) {
            (None, false) => "\x1b[2m",
            (None, true) => "\x1b[30;48;5;222m",
            (Some(Color::Red), false) => "\x1b[1;38;5;160;48;5;230m",
            (Some(Color::Red), true) => "\x1b[1;38;5;160;48;5;222m",
            (Some(Color::Black), false) => "\x1b[1;38;5;16;48;5;230m",
            (Some(Color::Black), true) => "\x1b[1;38;5;16;48;5;222m",
        }
    }

    /// The files from left to right.
    fn files(&self) -> impl Iterator<Item = u8> {
        let flipped = self.flipped;
        (0..Square::FILES)
            .map(move |column| if flipped { Square::FILES - 1 - column } else { column })
    }

    /// Writes the names of the files at a side's edge.
    fn write_files(&self, f: &mut fmt::Formatter<'_>, side: Color) -> fmt::Result {
        let names = self.files().map(|file| match self.edge {
            Edge::Coordinates(_) => char::from(b'a' + file),
            Edge::Files => chinese::file_name(side, file),
        });
        let names: Vec<String> = names.map(String::from).collect();
        // Chinese pieces and file names are two columns wide; letters are one column wide.
        match (self.pieces, self.edge) {
            (Pieces::Chinese, Edge::Coordinates(_)) => writeln!(f, "    {}", names.join("  ")),
            (Pieces::Letters, Edge::Files) => writeln!(f, "    {}", names.concat()),
            _ => writeln!(f, "    {}", names.join(" ")),
        }
    }

    fn write_rank(&self, f: &mut fmt::Formatter<'_>, rank: u8) -> fmt::Result {
        let reset = if self.color { "\x1b[0m" } else { "" };
        match self.edge {
            Edge::Coordinates(ranks) => write!(f, "{:>2} ", rank + ranks.first())?,
            Edge::Files => f.write_str("   ")?,
        }
        let mut left_marked = false;
        for file in self.files() {
            let square = Square::new(file, rank);
            let (piece, marked) = (self.board.piece_at(square), self.is_marked(square));
            let gap = match (left_marked, marked) {
                (_, true) => '[',
                (true, false) => ']',
                (false, false) => ' ',
            };
            write!(f, "{gap}{}{}{reset}", self.paint(piece, marked), self.glyph(piece))?;
            left_marked = marked;
        }
        f.write_str(if left_marked { "]\n" } else { "\n" })
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (upper, lower) =
            if self.flipped { (Color::Red, Color::Black) } else { (Color::Black, Color::Red) };
        if self.edge == Edge::Files {
            self.write_files(f, upper)?;
        }
        for row in 0..Square::RANKS {
            let rank = if self.flipped { row } else { Square::RANKS - 1 - row };
            self.write_rank(f, rank)?;
            if row == 4 {
                f.write_str(match self.pieces {
                    Pieces::Letters => "    ~~~~~~~~~~~~~~~~~\n",
                    Pieces::Chinese => "    ～ 楚 ～ 河 ～ 漢 ～ 界 ～\n",
                })?;
            }
        }
        self.write_files(f, lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    /// The number of terminal columns that a line occupies. A full-width character occupies two.
    fn width(line: &str) -> usize {
        line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
    }

    #[test]
    fn files_are_named_from_each_sides_right() {
        let position = Position::startpos();
        let edge = Edge::Files;
        let text = |pieces, flipped| {
            Diagram { edge, pieces, flipped, ..Diagram::new(position.board()) }.to_string()
        };
        let outer = |text: &str| {
            [text.lines().next(), text.lines().last()].map(Option::unwrap).map(str::to_owned)
        };
        assert_eq!(
            outer(&text(Pieces::Chinese, false)),
            ["    １ ２ ３ ４ ５ ６ ７ ８ ９", "    九 八 七 六 五 四 三 二 一"]
        );
        assert_eq!(
            outer(&text(Pieces::Chinese, true)),
            ["    一 二 三 四 五 六 七 八 九", "    ９ ８ ７ ６ ５ ４ ３ ２ １"]
        );
        assert_eq!(outer(&text(Pieces::Letters, false))[1], "    九八七六五四三二一");
    }

    #[test]
    fn every_rank_is_as_wide_as_every_other() {
        let position = Position::startpos();
        for pieces in [Pieces::Letters, Pieces::Chinese] {
            let text = Diagram { pieces, ..Diagram::new(position.board()) }.to_string();
            let widths: Vec<usize> = text.lines().take(11).map(width).collect();
            assert!(widths.iter().all(|&w| w == widths[0]), "{widths:?}\n{text}");
            assert_eq!(text.lines().count(), 12);
        }
    }

    #[test]
    fn the_last_move_is_in_brackets() {
        let mut position = Position::startpos();
        let mv: Move = "h2e2".parse().unwrap();
        position.make_unchecked(mv, &mut ());
        let diagram = Diagram { last_move: Some(mv), ..Diagram::new(position.board()) };
        let text = diagram.to_string();
        assert!(text.starts_with(" 9  r n b a k a b n r\n"), "{text}");
        assert!(text.contains("\n 2  . C . .[C]. .[.].\n"), "{text}");
        let chinese = Diagram { pieces: Pieces::Chinese, ..diagram }.to_string();
        assert!(chinese.contains("\n 2  ＋ 炮 ＋ ＋[炮]＋ ＋[＋]＋\n"), "{chinese}");
        let edge: Move = "h0i2".parse().unwrap();
        let text =
            Diagram { last_move: Some(edge), edge: Edge::Coordinates(Ranks::FromOne), ..diagram }
                .to_string();
        assert!(text.contains("\n 3  . C . . C . . .[.]\n"), "{text}");
    }

    #[test]
    fn a_flipped_board_is_turned_around() {
        let position = Position::startpos();
        let text = Diagram { flipped: true, ..Diagram::new(position.board()) }.to_string();
        assert!(text.starts_with(" 0  R N B A K A B N R\n"), "{text}");
        assert!(text.ends_with(" 9  r n b a k a b n r\n    i h g f e d c b a\n"), "{text}");
    }

    #[test]
    fn colours_change_nothing_but_the_colours() {
        let position = Position::startpos();
        let plain = Diagram::new(position.board());
        let mut colored = Diagram { color: true, ..plain }.to_string();
        assert!(colored.contains("\x1b[1;38;5;160;48;5;230mR\x1b[0m"));
        while let Some(start) = colored.find('\x1b') {
            let end = start + colored[start..].find('m').unwrap();
            colored.replace_range(start..=end, "");
        }
        assert_eq!(colored, plain.to_string());
    }
}
