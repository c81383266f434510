//! FEN for xiangqi: strict about positions that cannot be played, lenient about variants of the format and composed
//! problems.

use std::fmt;
use std::str::FromStr;

use super::slot;
use super::{Board, Position};
use crate::types::{Color, Piece, PieceType, Square};

/// The start position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The highest value of a counter that is read or written; higher values are reduced to it.
const COUNTER_MAX: u32 = 9999;

/// Why a FEN is invalid: the field, the place within the field, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message documents it")]
pub enum FenError {
    #[error("empty FEN: expected ten ranks, then the side to move")]
    Empty,
    #[error("placement: {}; expected 10, separated by '/'", counted(*found, "rank"))]
    RankCount { found: usize },
    #[error("placement, rank {rank}: {} wide; expected 9", counted(*found, "file"))]
    RankWidth { rank: u8, found: usize },
    #[error(
        "placement, rank {rank}: {letter:?} is neither a piece (K A B/E N/H R C P, lower case for black) nor a gap (1-9)"
    )]
    Letter { rank: u8, letter: char },
    #[error("placement: pieces in hand {found:?}, but xiangqi has no drops")]
    PiecesInHand { found: String },
    #[error("there {}", kings(*found, *color))]
    KingCount { color: Color, found: usize },
    #[error("more than {} {color} {kind}s", kind.max_count())]
    TooMany { color: Color, kind: PieceType },
    #[error("a {color} {kind} cannot stand on {square}")]
    Unreachable { color: Color, kind: PieceType, square: Square },
    #[error("side to move: {found:?}; expected w (or r) or b")]
    Side { found: String },
    #[error("{field}: {found:?} is not a non-negative whole number")]
    Counter { field: CounterField, found: String },
    #[error("the kings face each other on file {}", (b'a' + file) as char)]
    FacingKings { file: u8 },
    #[error("{color} is in check, but it is not {color}'s turn")]
    OpponentInCheck { color: Color },
}

/// A counter at the end of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterField {
    /// Plies since the last capture.
    PliesSinceCapture,
    /// The full-move number.
    MoveNumber,
}

impl fmt::Display for CounterField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PliesSinceCapture => "plies since capture",
            Self::MoveNumber => "move number",
        })
    }
}

/// A number and a noun, such as `1 rank` or `9 ranks`.
fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn kings(found: usize, color: Color) -> String {
    match found {
        0 => format!("is no {color} king"),
        _ => format!("are {found} {color} kings, where one is expected"),
    }
}

impl Position {
    /// The start position.
    ///
    /// # Panics
    /// Never: the start FEN is valid.
    pub fn startpos() -> Self {
        Self::from_fen(START_FEN).expect("the start FEN is valid")
    }

    /// Reads a FEN.
    ///
    /// Only the placement is required. The side to move is `w`, `r` or `b`; if it is missing, Red moves. The next two
    /// fields, which xiangqi does not use, can hold any text or be missing. If the counters are missing or are dashes, no
    /// plies have passed since the last capture, and the move number is 1. Text after the counters is ignored.
    ///
    /// Empty holdings of other variants, `[]` or `[-]`, may follow the placement.
    ///
    /// Pawns may stand anywhere, as in composed problems; [`Board::stray_pawn`] finds pawns on squares they cannot
    /// reach in a game.
    ///
    /// # Errors
    /// If the text is not a FEN, or play cannot continue from the position; see [`FenError`].
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let text = text.trim().trim_matches('"');
        let mut fields = text.split_ascii_whitespace();
        let mut board = parse_placement(without_holdings(fields.next().ok_or(FenError::Empty)?)?)?;
        if parse_side(fields.next())? == Color::Black {
            board.pass();
        }
        let (plies_since_capture, move_number) = parse_counters(fields)?;
        validate(&board)?;
        let game_ply = 2 * (move_number.max(1) - 1) + board.side as u32;
        Ok(Self::from_board(board, plies_since_capture as u16, game_ply))
    }

    /// The FEN, with `w` or `b` for the side to move, `B` for elephants, `N` for horses, and both counters.
    pub fn fen(&self) -> String {
        let counters = [self.plies_since_capture().into(), self.game_ply() / 2 + 1];
        let [quiet, number] = counters.map(|counter| counter.min(COUNTER_MAX));
        format!("{} - - {quiet} {number}", self.board())
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_fen(text)
    }
}

/// The first two FEN fields: placement and side to move.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            let mut gap = 0;
            for file in 0..Square::FILES {
                if let Some(piece) = self.piece_at(Square::new(file, rank)) {
                    if gap > 0 {
                        write!(f, "{gap}")?;
                    }
                    gap = 0;
                    write!(f, "{}", piece.letter())?;
                } else {
                    gap += 1;
                }
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        f.write_str(if self.side == Color::Red { " w" } else { " b" })
    }
}

/// The ranks without the empty list of pieces in hand that multi-variant programs append. Fails if the list is not
/// empty.
fn without_holdings(text: &str) -> Result<&str, FenError> {
    let holdings = text.strip_suffix(']').and_then(|text| text.rsplit_once('['));
    match holdings {
        None => Ok(text),
        Some((ranks, "" | "-")) => Ok(ranks),
        Some((ranks, _)) => {
            Err(FenError::PiecesInHand { found: text[ranks.len()..].chars().take(20).collect() })
        }
    }
}

fn parse_placement(text: &str) -> Result<Board, FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(Square::RANKS) {
        return Err(FenError::RankCount { found: ranks.len() });
    }
    let mut board = Board::empty();
    let mut counts = [0; Piece::COUNT];
    for (rank, text) in (0..Square::RANKS).rev().zip(ranks) {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(gap @ 1..) = letter.to_digit(10) {
                file += gap as usize;
            } else {
                let piece = Piece::from_letter(letter).ok_or(FenError::Letter { rank, letter })?;
                if file < usize::from(Square::FILES) {
                    put(&mut board, &mut counts, piece, Square::new(file as u8, rank))?;
                }
                file += 1;
            }
        }
        if file != usize::from(Square::FILES) {
            return Err(FenError::RankWidth { rank, found: file });
        }
    }
    for color in Color::ALL {
        let found = counts[Piece::new(color, PieceType::King).index()];
        if found != 1 {
            return Err(FenError::KingCount { color, found });
        }
    }
    Ok(board)
}

fn put(
    board: &mut Board,
    counts: &mut [usize; Piece::COUNT],
    piece: Piece,
    square: Square,
) -> Result<(), FenError> {
    let (color, kind) = (piece.color(), piece.kind());
    let count = &mut counts[piece.index()];
    if *count == kind.max_count() {
        return Err(match kind {
            PieceType::King => FenError::KingCount { color, found: 2 },
            _ => FenError::TooMany { color, kind },
        });
    }
    if !can_stand(color, kind, square) {
        return Err(FenError::Unreachable { color, kind, square });
    }
    board.put_piece(slot::first_slot(color, kind) + *count as u8, square, &mut ());
    *count += 1;
    Ok(())
}

/// Whether a piece may stand on a square. Kings, advisors and elephants are limited to a few squares; pawns may stand
/// anywhere.
fn can_stand(color: Color, kind: PieceType, square: Square) -> bool {
    // Coordinates as seen from the piece's own side, so that the numbers below serve both sides.
    let (file, rank) = match color {
        Color::Red => (square.file(), square.rank()),
        Color::Black => (square.file(), square.flip().rank()),
    };
    match kind {
        PieceType::King => rank <= 2 && (3..=5).contains(&file),
        PieceType::Advisor => matches!((file, rank), (3 | 5, 0 | 2) | (4, 1)),
        PieceType::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        PieceType::Pawn | PieceType::Horse | PieceType::Rook | PieceType::Cannon => true,
    }
}

fn parse_side(field: Option<&str>) -> Result<Color, FenError> {
    match field.map(str::to_ascii_lowercase).as_deref() {
        None | Some("w" | "r" | "red") => Ok(Color::Red),
        Some("b" | "black") => Ok(Color::Black),
        Some(other) => Err(FenError::Side { found: other.chars().take(20).collect() }),
    }
}

/// Parses the plies since the last capture and the move number, after up to two unused fields.
fn parse_counters<'a>(fields: impl Iterator<Item = &'a str>) -> Result<(u32, u32), FenError> {
    let is_number = |field: &str| {
        field.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit())
    };
    let mut fields = fields.peekable();
    let mut unused = 0;
    while unused < 2 && fields.next_if(|field| !is_number(field)).is_some() {
        unused += 1;
    }
    let parse = |field: CounterField, text: &str| {
        if text == "-" {
            Ok(u32::from(field == CounterField::MoveNumber))
        } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
            // Digits fail to parse only if there are too many.
            Ok(text.parse().map_or(COUNTER_MAX, |number: u32| number.min(COUNTER_MAX)))
        } else {
            Err(FenError::Counter { field, found: text.chars().take(20).collect() })
        }
    };
    match (fields.next(), fields.next()) {
        (None, _) => Ok((0, 1)),
        // In the old short form, only the move number follows the side to move.
        (Some(number), None) if unused == 0 => Ok((0, parse(CounterField::MoveNumber, number)?)),
        (Some(plies), None) => Ok((parse(CounterField::PliesSinceCapture, plies)?, 1)),
        (Some(plies), Some(number)) => Ok((
            parse(CounterField::PliesSinceCapture, plies)?,
            parse(CounterField::MoveNumber, number)?,
        )),
    }
}

/// Refuses positions in which the side to move could take the king.
fn validate(board: &Board) -> Result<(), FenError> {
    let (us, them) = (board.side, !board.side);
    if !board.is_in_check(them) {
        return Ok(());
    }
    let (a, b) = (board.king(us), board.king(them));
    let between =
        |s: Square| s.file() == a.file() && (s.rank() > a.rank()) != (s.rank() > b.rank());
    let facing =
        a.file() == b.file() && !board.pieces().any(|(_, s)| s != a && s != b && between(s));
    Err(if facing {
        FenError::FacingKings { file: a.file() }
    } else {
        FenError::OpponentInCheck { color: them }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_counter_is_written_that_is_not_read() {
        let mut position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 9999").unwrap();
        position.play("d9d8".parse().unwrap()).unwrap();
        assert_eq!(position.fen(), "9/3k5/9/9/9/9/9/9/9/R3K4 w - - 1 9999");
    }

    #[test]
    fn start_round_trips() {
        assert_eq!(Position::startpos().fen(), START_FEN);
    }
}
