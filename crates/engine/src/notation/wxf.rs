//! The notation of the World Xiangqi Federation (WXF): `C2.5`, `H2+3`, `R+.3`.
//!
//! A move consists of a letter for the piece (K A E H R C P), its file counted from the player's right, a sign (`+`
//! forward, `-` back, `.` sideways), and a number. The number gives the ranks moved along the file or, for other moves,
//! the file of the destination. Of two equal pieces on a file, the front one has `+` in place of its file and the rear
//! one has `-`; see `docs/reference/notation.md` for pawns.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_engine::notation::wxf;
//!
//! let position = Position::startpos();
//! let mv = wxf::parse(&position, "C2.5")?;
//! assert_eq!(mv.to_string(), "h2e2");
//! assert_eq!(wxf::text(position.board(), mv).to_string(), "C2.5");
//! # Ok::<(), chuhe_engine::notation::MoveTextError>(())
//! ```

use std::fmt;

use super::relative::{self, MoveForm, MoveTextError, RelativeNotation, Symbol, Symbols};
use crate::board::{Board, Position};
use crate::types::{Move, PieceType};

/// The text of a move that is legal on the board.
///
/// If the origin is empty, the move is written in coordinates.
pub fn text(board: &Board, mv: Move) -> WxfText {
    WxfText { mv, symbols: relative::describe(board, mv) }
}

/// Parses a legal move. Accepts upper or lower case, alternative letters (H or N, E or B, K or G), `.` or `=` for
/// sideways, half-width or full-width characters, and any naming system in use for pawns.
///
/// # Errors
/// If the text is not four symbols of this notation, or does not name exactly one legal move.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let symbols = read(text).ok_or_else(|| MoveTextError::form(text, MoveForm::Wxf))?;
    relative::find(position, symbols, RelativeNotation::Wxf, text)
}

/// The text of a move, in upper case for either side, written by `Display`.
#[derive(Clone, Copy, Debug)]
pub struct WxfText {
    mv: Move,
    symbols: Option<Symbols>,
}

impl fmt::Display for WxfText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(symbols) = self.symbols else { return self.mv.fmt(f) };
        symbols.into_iter().try_for_each(|symbol| fmt::Write::write_char(f, letter(symbol)))
    }
}

const fn letter(symbol: Symbol) -> char {
    match symbol {
        Symbol::Piece(kind) => b"KAEHRCP"[kind as usize] as char,
        Symbol::Number(number) => (b'0' + number) as char,
        Symbol::Nth(index) => (b'a' - 1 + index) as char,
        Symbol::Plus => '+',
        Symbol::Level => '.',
        Symbol::Minus => '-',
    }
}

/// The four symbols of a text, with the piece before its place; `None` if the text is not in this notation.
pub(super) fn read(text: &str) -> Option<Symbols> {
    let mut chars = text.chars().map(half_width);
    let texts = [chars.next()?, chars.next()?, chars.next()?, chars.next()?];
    if chars.next().is_some() {
        return None;
    }
    let [first, second, direction, number] = texts;
    let name = match (read_plain(first).or_else(|| piece_of(first).map(Symbol::Piece))?, second) {
        // After a pawn, a letter is a place; after a sign, it is the piece, as in `+C` for `C+`.
        (piece @ Symbol::Piece(PieceType::Pawn), 'a'..='e' | 'A'..='E') => {
            [piece, Symbol::Nth(second.to_ascii_lowercase() as u8 - b'a' + 1)]
        }
        (first, second) => {
            match (first, read_plain(second).or_else(|| piece_of(second).map(Symbol::Piece))?) {
                (Symbol::Number(_) | Symbol::Piece(_), Symbol::Piece(_)) => return None,
                (sign, piece @ Symbol::Piece(_)) => [piece, sign],
                (first, second) => [first, second],
            }
        }
    };
    let (direction, number) = (read_plain(direction)?, read_plain(number)?);
    let well_formed =
        !matches!(direction, Symbol::Number(_)) && matches!(number, Symbol::Number(_));
    well_formed.then_some([name[0], name[1], direction, number])
}

/// Parses a digit or a sign.
fn read_plain(c: char) -> Option<Symbol> {
    Some(match c {
        '1'..='9' => Symbol::Number(c as u8 - b'0'),
        '+' => Symbol::Plus,
        '.' | '=' => Symbol::Level,
        '-' => Symbol::Minus,
        _ => return None,
    })
}

/// The piece for an upper-case or lower-case letter, including the alternatives H or N, E or B, K or G.
pub(super) fn piece_of(c: char) -> Option<PieceType> {
    Some(match c.to_ascii_uppercase() {
        'K' | 'G' => PieceType::King,
        'A' => PieceType::Advisor,
        'B' | 'E' => PieceType::Elephant,
        'N' | 'H' => PieceType::Horse,
        'R' => PieceType::Rook,
        'C' => PieceType::Cannon,
        'P' => PieceType::Pawn,
        _ => return None,
    })
}

/// The ASCII character for a full-width form, a dash or a fraction slash; other characters are returned unchanged.
///
/// # Panics
/// Never: full-width forms lie a fixed distance above ASCII.
pub fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(c as u32 - 0xff01 + 0x21).expect("a printable ASCII character")
        }
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹣' => '-',
        '⁄' | '∕' => '/',
        _ => c,
    }
}
