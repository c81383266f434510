//! Chinese notation: 炮二平五, 马８进７, 前车进一.
//!
//! A move consists of the piece, its file counted from the player's right, the direction (进 forward, 退 back, 平
//! sideways), and the number of ranks moved along the file or, for other moves, the file of the destination. Red's
//! numbers are Chinese numerals, and Black's are full-width digits. Of two equal pieces on a file, 前 marks the front
//! one and 后 the rear one; see `docs/reference/notation.md` for pawns.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_engine::notation::chinese::{self, Script};
//!
//! let position = Position::startpos();
//! let mv = chinese::parse(&position, "马二进三")?;
//! assert_eq!(mv.to_string(), "h0g2");
//! assert_eq!(chinese::text(position.board(), mv, Script::Traditional).to_string(), "馬二進三");
//! # Ok::<(), chuhe_engine::notation::MoveTextError>(())
//! ```

use std::fmt::{self, Write as _};

use super::plain::is_invisible;
use super::relative::{self, MoveForm, MoveTextError, RelativeNotation, Symbol, Symbols};
use super::wxf::half_width;
use crate::board::{Board, Position};
use crate::types::{Color, Move, Piece, PieceType, Square};

/// The script in which moves are written. Moves in either script can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Script {
    /// 车马炮进后, as on the mainland and in nearly all files.
    #[default]
    Simplified,
    /// 車馬炮進後, as in Hong Kong and Taiwan.
    Traditional,
}

/// The text of a move that is legal on the board.
///
/// If the origin is empty, the move is written in coordinates.
pub fn text(board: &Board, mv: Move, script: Script) -> ChineseText {
    let color = board.moved_piece(mv).map_or(Color::Red, Piece::color);
    ChineseText { mv, symbols: relative::describe(board, mv), color, script }
}

/// Parses a legal move. Accepts any mix of scripts, variant characters and kinds of digits, and all naming systems in
/// use for pawns.
///
/// # Errors
/// If the text is not four characters of this notation, or does not name exactly one legal move.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let symbols = read(text).ok_or_else(|| MoveTextError::form(text, MoveForm::Chinese))?;
    relative::find(position, symbols, RelativeNotation::Chinese, text)
}

/// Splits a word into its first move, with a move number and marks such as `!`, and the rest. Returns `None` if the
/// word does not begin with a move of four characters.
///
/// ```
/// use chuhe_engine::notation::chinese::split_first;
///
/// assert_eq!(split_first("1.兵七进一炮2平3"), Some(("1.兵七进一", "炮2平3")));
/// assert_eq!(split_first("炮2平3!2.兵三进一"), Some(("炮2平3!", "2.兵三进一")));
/// assert_eq!(split_first("中炮对屏风马"), None);
/// ```
pub fn split_first(word: &str) -> Option<(&str, &str)> {
    let behind_digits = word.trim_start_matches(|c| half_width(c).is_ascii_digit());
    let behind_dots =
        behind_digits.trim_start_matches(|c| matches!(half_width(c), '.' | '…' | '、'));
    let is_numbered = behind_dots.len() < behind_digits.len();
    let text = if is_numbered { behind_dots } else { word };
    let text = text.trim_start_matches(is_invisible);
    let length = text.chars().take(4).map(char::len_utf8).sum();
    let (four, rest) = text.split_at(length);
    read(four)?;
    let rest = rest
        .trim_start_matches(|c| matches!(half_width(c), '!' | '?' | '+' | '#') || is_invisible(c));
    Some(word.split_at(word.len() - rest.len()))
}

/// The text of a move in four characters, written by `Display`.
#[derive(Clone, Copy, Debug)]
pub struct ChineseText {
    mv: Move,
    symbols: Option<Symbols>,
    color: Color,
    script: Script,
}

impl ChineseText {
    fn piece(&self, kind: PieceType) -> char {
        let characters = match (self.script, self.color) {
            (Script::Simplified, Color::Red) => ['帅', '仕', '相', '马', '车', '炮', '兵'],
            (Script::Simplified, Color::Black) => ['将', '士', '象', '马', '车', '炮', '卒'],
            (Script::Traditional, Color::Red) => ['帥', '仕', '相', '馬', '車', '炮', '兵'],
            (Script::Traditional, Color::Black) => ['將', '士', '象', '馬', '車', '炮', '卒'],
        };
        characters[kind as usize]
    }

    fn number(&self, number: u8) -> char {
        digit(self.color, number)
    }
}

/// A number from 1 to 9 in a side's digits.
fn digit(color: Color, number: u8) -> char {
    let digits = match color {
        Color::Red => NUMERALS,
        Color::Black => ['１', '２', '３', '４', '５', '６', '７', '８', '９'],
    };
    digits[usize::from(number - 1)]
}

/// The name of a file, 0 to 8 from Red's left, in a side's notation: 九 to 一 for Red, １ to ９ for Black.
///
/// # Panics
/// If there is no such file.
pub fn file_name(color: Color, file: u8) -> char {
    digit(
        color,
        match color {
            Color::Red => Square::FILES - file,
            Color::Black => file + 1,
        },
    )
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

impl fmt::Display for ChineseText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some([first, second, direction, number]) = self.symbols else { return self.mv.fmt(f) };
        let traditional = self.script == Script::Traditional;
        let character = |symbol| match symbol {
            Symbol::Piece(kind) => self.piece(kind),
            Symbol::Number(number) => self.number(number),
            // Black's pawns are numbered with Chinese numerals as well; otherwise 3卒 would look like 卒3.
            Symbol::Nth(index) => NUMERALS[usize::from(index - 1)],
            Symbol::Plus => '前',
            Symbol::Level => '中',
            Symbol::Minus if traditional => '後',
            Symbol::Minus => '后',
        };
        let name = match second {
            Symbol::Number(_) => [first, second],
            _ => [second, first],
        };
        name.into_iter().try_for_each(|symbol| f.write_char(character(symbol)))?;
        f.write_char(match direction {
            Symbol::Plus if traditional => '進',
            Symbol::Plus => '进',
            Symbol::Minus => '退',
            _ => '平',
        })?;
        f.write_char(character(number))
    }
}

/// The four symbols of a text, with the piece before its place; `None` if the text is not in this notation.
pub(super) fn read(text: &str) -> Option<Symbols> {
    // Most texts are coordinates, and no Chinese move is ASCII.
    if text.is_ascii() {
        return None;
    }
    let mut chars = text.chars();
    let texts = [chars.next()?, chars.next()?, chars.next()?, chars.next()?];
    if chars.next().is_some() {
        return None;
    }
    let [first, second, direction, number] = texts;
    let name = match [read_name(first)?, read_name(second)?] {
        [Symbol::Number(index @ 1..=5), piece @ Symbol::Piece(PieceType::Pawn)] => {
            [piece, Symbol::Nth(index)]
        }
        [Symbol::Piece(_) | Symbol::Number(_), Symbol::Piece(_)] => return None,
        [sign, piece @ Symbol::Piece(_)] => [piece, sign],
        name => name,
    };
    let direction = match direction {
        '进' | '進' => Symbol::Plus,
        '退' => Symbol::Minus,
        '平' => Symbol::Level,
        _ => return None,
    };
    Some([name[0], name[1], direction, Symbol::Number(read_number(number)?)])
}

/// Parses a digit of any kind, 1 to 9.
fn read_number(c: char) -> Option<u8> {
    let c = half_width(c);
    let numeral = NUMERALS.iter().position(|&numeral| numeral == c).map(|index| index as u8 + 1);
    numeral.or_else(|| matches!(c, '1'..='9').then(|| c as u8 - b'0'))
}

/// Parses a piece, a place or a number.
fn read_name(c: char) -> Option<Symbol> {
    Some(match c {
        '帅' | '帥' | '将' | '將' => Symbol::Piece(PieceType::King),
        '仕' | '士' => Symbol::Piece(PieceType::Advisor),
        '相' | '象' => Symbol::Piece(PieceType::Elephant),
        '马' | '馬' | '傌' => Symbol::Piece(PieceType::Horse),
        '车' | '車' | '俥' => Symbol::Piece(PieceType::Rook),
        '炮' | '砲' | '包' => Symbol::Piece(PieceType::Cannon),
        '兵' | '卒' => Symbol::Piece(PieceType::Pawn),
        '前' => Symbol::Plus,
        '中' => Symbol::Level,
        '后' | '後' => Symbol::Minus,
        _ => Symbol::Number(read_number(c)?),
    })
}
