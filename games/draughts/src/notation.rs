//! Reads and writes positions and moves as text.
//!
//! A position is written as a FEN, as in PDN (`W:W31-50:B1-20`, with K before a king's square), or as in the Hub
//! protocol: the side to move, followed by a letter for each square. A move is written as `32-28` or `19x30`; if
//! several captures share their first and last squares, the intermediate squares are added, as in `47x24x33`. The Hub
//! protocol adds the captured pieces instead.

use crate::board::{Board, Move, Piece};
use crate::geometry::bits;
use crate::moves::{legal_moves, paths};
use crate::variant::{Color, Variant};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum BoardError {
    #[error(
        "invalid position {0:?}: expected a FEN such as W:W31-50:B1-20, or a position of the Hub protocol"
    )]
    Form(String),
    #[error("invalid side to move {0:?}: expected W or B")]
    Side(String),
    #[error("invalid square {0:?}: expected a number from 1 to {1}")]
    Square(String, u8),
    #[error("invalid range of squares {0:?}")]
    Range(String),
    #[error("two pieces on square {0}")]
    Twice(u8),
    #[error("a man on square {0} would be a king")]
    ManOnFarRow(u8),
    #[error("expected {expected} squares, but found {found}")]
    Length { found: usize, expected: u8 },
    #[error("invalid piece {0:?} on square {1}: expected w, W, b, B or e")]
    Letter(char, u8),
    #[error("there are no pieces on the board")]
    Empty,
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum MoveError {
    #[error("invalid move {0:?}: expected squares such as 32-28 or 19x30")]
    Form(String),
    #[error("{0} is not legal here")]
    Illegal(String),
    #[error("{text} is not legal here: a capture is compulsory ({captures})")]
    MustCapture { text: String, captures: String },
    #[error("{text} can be several captures: {captures}")]
    Ambiguous { text: String, captures: String },
}

/// Reads a position in either form.
///
/// # Errors
/// If the text has neither form, or is not a position in this game.
pub fn read_board(variant: Variant, text: &str) -> Result<Board, BoardError> {
    let text = text.trim();
    let board =
        if text.contains(':') { read_fen(variant, text) } else { read_hub_board(variant, text) }?;
    if board.count() == 0 {
        return Err(BoardError::Empty);
    }
    Ok(board)
}

fn side_of(text: &str) -> Result<Color, BoardError> {
    match text {
        "W" | "w" => Ok(Color::White),
        "B" | "b" => Ok(Color::Black),
        _ => Err(BoardError::Side(text.to_owned())),
    }
}

fn read_fen(variant: Variant, text: &str) -> Result<Board, BoardError> {
    let text = text.trim_end_matches('.');
    let mut fields = text.split(':');
    let side = side_of(fields.next().unwrap_or_default().trim())?;
    let mut board = Board::empty(variant, side);
    for field in fields {
        let field = field.trim();
        let form = || BoardError::Form(text.to_owned());
        // Some programs add move counters.
        if field.starts_with(['H', 'F']) && field[1..].parse::<u32>().is_ok() {
            continue;
        }
        let first = field.chars().next().ok_or_else(form)?;
        let color = match first {
            'W' | 'w' => Color::White,
            'B' | 'b' => Color::Black,
            _ => return Err(form()),
        };
        for part in field[1..].split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (is_king, squares) = match part.strip_prefix(['K', 'k']) {
                Some(rest) => (true, rest),
                None => (false, part),
            };
            let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
            let square = |text: &str| read_square(&board, text, part);
            let (first, last) = (square(first)?, square(last.trim_start_matches(['K', 'k']))?);
            if last < first {
                return Err(BoardError::Range(part.to_owned()));
            }
            for number in first..=last {
                put(&mut board, number, Piece { color, is_king })?;
            }
        }
    }
    Ok(board)
}

fn read_square(board: &Board, text: &str, part: &str) -> Result<u8, BoardError> {
    let squares = board.rules().geometry.squares();
    let number = text.parse().ok().filter(|number| (1..=squares).contains(number));
    number.ok_or_else(|| BoardError::Square(part.to_owned(), squares))
}

fn put(board: &mut Board, number: u8, piece: Piece) -> Result<(), BoardError> {
    let bit = board.rules().geometry.bit(number);
    if board.piece_at(bit).is_some() {
        return Err(BoardError::Twice(number));
    }
    if !piece.is_king && board.far_row(piece.color) >> bit & 1 != 0 {
        return Err(BoardError::ManOnFarRow(number));
    }
    board.put(bit, piece);
    Ok(())
}

fn read_hub_board(variant: Variant, text: &str) -> Result<Board, BoardError> {
    let mut letters = text.chars();
    let side = match letters.next() {
        Some('W') => Color::White,
        Some('B') => Color::Black,
        _ => return Err(BoardError::Form(text.to_owned())),
    };
    let mut board = Board::empty(variant, side);
    let expected = board.rules().geometry.squares();
    let found = letters.clone().count();
    if found != usize::from(expected) {
        return Err(BoardError::Length { found, expected });
    }
    for (number, letter) in (1..).zip(letters) {
        let (color, is_king) = match letter {
            'w' => (Color::White, false),
            'W' => (Color::White, true),
            'b' => (Color::Black, false),
            'B' => (Color::Black, true),
            'e' => continue,
            _ => return Err(BoardError::Letter(letter, number)),
        };
        put(&mut board, number, Piece { color, is_king })?;
    }
    Ok(board)
}

/// The position as a FEN.
pub fn fen(board: &Board) -> String {
    let geometry = &board.rules().geometry;
    let squares = |color| {
        let pieces = bits(board.pieces(color)).map(|bit| {
            let king = if board.kings(color) >> bit & 1 != 0 { "K" } else { "" };
            format!("{king}{}", geometry.number(bit))
        });
        pieces.collect::<Vec<String>>().join(",")
    };
    let [white, black] = Color::ALL.map(squares);
    format!("{}:W{white}:B{black}", side_letter(board.side()))
}

/// The position in the Hub protocol's format.
pub fn hub_board(board: &Board) -> String {
    let geometry = &board.rules().geometry;
    let letters = (1..=geometry.squares()).map(|number| {
        board.piece_at(geometry.bit(number)).map_or('e', |piece| {
            let letter = side_letter(piece.color);
            if piece.is_king { letter } else { letter.to_ascii_lowercase() }
        })
    });
    std::iter::once(side_letter(board.side())).chain(letters).collect()
}

const fn side_letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'B',
    }
}

/// A legal move as people write it: its first and last squares, with others between them if another legal move shares
/// both.
pub fn move_text(board: &Board, mv: Move) -> String {
    let same_ends = |other: &Move| other.from == mv.from && other.to == mv.to;
    if legal_moves(board).iter().filter(|other| same_ends(other)).count() > 1 {
        long_move_text(board, mv)
    } else {
        squares_text(board, &[mv.from, mv.to], mv.is_capture())
    }
}

/// A legal move, with every square on which the piece stands, in order.
pub fn long_move_text(board: &Board, mv: Move) -> String {
    let path = paths(board, mv).into_iter().next().unwrap_or_else(|| vec![mv.from, mv.to]);
    squares_text(board, &path, mv.is_capture())
}

fn squares_text(board: &Board, squares: &[u8], is_capture: bool) -> String {
    let geometry = &board.rules().geometry;
    let numbers = squares.iter().map(|&bit| geometry.number(bit).to_string());
    numbers.collect::<Vec<String>>().join(if is_capture { "x" } else { "-" })
}

/// A move as the Hub protocol writes it: its first and last squares, followed by those of the captured pieces.
pub fn hub_move(board: &Board, mv: Move) -> String {
    let squares: Vec<u8> = [mv.from, mv.to].into_iter().chain(bits(mv.captured)).collect();
    squares_text(board, &squares, mv.is_capture())
}

/// Reads a legal move as people write it. A capture may also list some or all of the squares where the piece lands, or
/// the squares of the captured pieces.
///
/// # Errors
/// If the text does not have the form of a move, is not legal, or matches several moves.
pub fn read_move(board: &Board, text: &str) -> Result<Move, MoveError> {
    find_move(board, text, false)
}

/// Reads a legal move as the Hub protocol writes it.
///
/// # Errors
/// If the text does not have the form of a move, is not legal, or matches several moves.
pub fn read_hub_move(board: &Board, text: &str) -> Result<Move, MoveError> {
    find_move(board, text, true)
}

fn find_move(board: &Board, text: &str, names_captured: bool) -> Result<Move, MoveError> {
    let text = text.trim();
    let numbers = read_numbers(text).ok_or_else(|| MoveError::Form(text.to_owned()))?;
    let geometry = &board.rules().geometry;
    let is_square = |number: &u8| (1..=geometry.squares()).contains(number);
    let illegal = || MoveError::Illegal(text.to_owned());
    if !numbers.iter().all(is_square) {
        return Err(illegal());
    }
    let squares: Vec<u8> = numbers.iter().map(|&number| geometry.bit(number)).collect();
    let moves = legal_moves(board);
    let by_captured = || matching(&moves, |mv| names_its_captures(*mv, &squares));
    let by_path = || matching(&moves, |mv| follows_path(board, *mv, &squares));
    let mut found = if names_captured { by_captured() } else { by_path() };
    if found.len() > 1 {
        // One capture may visit all the squares of another, and more.
        let is_way = |mv: &Move| paths(board, *mv).contains(&squares);
        if let Some(&mv) = found.iter().find(|mv| is_way(mv)) {
            return Ok(mv);
        }
    }
    if found.is_empty() {
        found = if names_captured { by_path() } else { by_captured() };
    }
    match found[..] {
        [mv] => Ok(mv),
        [] if moves.first().is_some_and(|mv| mv.is_capture()) => Err(MoveError::MustCapture {
            text: text.to_owned(),
            captures: all_texts(board, &moves, move_text),
        }),
        [] => Err(illegal()),
        _ => Err(MoveError::Ambiguous {
            text: text.to_owned(),
            captures: all_texts(board, &found, long_move_text),
        }),
    }
}

fn all_texts(board: &Board, moves: &[Move], text: fn(&Board, Move) -> String) -> String {
    moves.iter().map(|&mv| text(board, mv)).collect::<Vec<String>>().join(", ")
}

fn matching(moves: &[Move], is_meant: impl Fn(&Move) -> bool) -> Vec<Move> {
    moves.iter().copied().filter(is_meant).collect()
}

fn read_numbers(text: &str) -> Option<Vec<u8>> {
    let numbers: Option<Vec<u8>> =
        text.split(['-', 'x', 'X', ':', '×']).map(|part| part.trim().parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() >= 2)
}

/// Whether the squares are a move's first and last squares, followed by those of its captured pieces.
fn names_its_captures(mv: Move, squares: &[u8]) -> bool {
    let [from, to, captured @ ..] = squares else { return false };
    let captured = captured.iter().fold(0, |all, &bit| all | 1 << bit);
    mv.from == *from && mv.to == *to && (captured == 0 || mv.captured == captured)
}

/// Whether the squares are a move's first and last squares, with some of the intermediate squares between them, in
/// order.
fn follows_path(board: &Board, mv: Move, squares: &[u8]) -> bool {
    let [from, between @ .., to] = squares else { return false };
    if mv.from != *from || mv.to != *to {
        return false;
    }
    between.is_empty()
        || paths(board, mv).iter().any(|path| {
            let mut rest = path[1..path.len() - 1].iter();
            between.iter().all(|square| rest.any(|passed| passed == square))
        })
}
