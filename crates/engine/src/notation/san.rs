//! Standard algebraic notation (SAN), as written by programs for many chess variants: `Che3`, `Rxa10`, `c5`, `H2f3`.
//!
//! A move consists of a capital letter for the piece (none for a pawn), the file or rank of the origin or both if
//! another such piece could move to the same point, `x` for a capture, and the destination. Two other forms can be
//! read: the long form `Ch3-e3`, which always includes the origin, and Janggi notation, `C88-85`, which writes each
//! point as a row (counted from the top, with 0 for the tenth) and a file (counted from Red's left). Signs for check
//! and mate are not part of the notation here; the game reader handles them.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_engine::notation::iccs::Ranks;
//! use chuhe_engine::notation::san;
//!
//! let start = Position::startpos();
//! assert_eq!(san::parse(&start, "Che3", Ranks::FromOne)?.to_string(), "h2e2");
//! assert_eq!(san::parse(&start, "Che2", Ranks::FromZero)?.to_string(), "h2e2");
//! # Ok::<(), chuhe_engine::notation::MoveTextError>(())
//! ```

use super::iccs::Ranks;
use super::relative::{MoveForm, MoveTextError};
use super::wxf;
use crate::board::Position;
use crate::types::{Move, Piece, PieceType, Square};

/// Parses a legal move; `ranks` is the numbering of the ranks. If a pawn move has no file of origin and several pawns
/// could make it, the move straight ahead is meant.
///
/// # Errors
/// If the text is not in this notation, or does not name exactly one legal move.
pub fn parse(position: &Position, text: &str, ranks: Ranks) -> Result<Move, MoveTextError> {
    let symbols = read(text).ok_or_else(|| MoveTextError::form(text, MoveForm::San))?;
    find(position, symbols, ranks, text)
}

/// The parts of a move in this notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SanMove {
    /// The kind of piece; `None` if the move does not name it.
    kind: Option<PieceType>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to_file: u8,
    to_rank: u8,
    /// Whether the move is a pawn capture given by its destination alone: `xe5`.
    is_bare_capture: bool,
    /// Whether the ranks are those of [`Square`], regardless of the game's numbering.
    is_absolute: bool,
}

impl SanMove {
    /// The ranks in the move, as written; empty if they do not depend on the numbering.
    pub(super) fn ranks(self) -> impl Iterator<Item = u8> {
        let ranks = [self.from_rank, Some(self.to_rank)];
        ranks.into_iter().flatten().filter(move |_| !self.is_absolute)
    }
}

/// Finds the legal move that is meant; `text` is for error messages.
pub(super) fn find(
    position: &Position,
    san: SanMove,
    ranks: Ranks,
    text: &str,
) -> Result<Move, MoveTextError> {
    let first = if san.is_absolute { 0 } else { ranks.first() };
    let is_rank = |rank: u8, square: Square| rank.checked_sub(first) == Some(square.rank());
    let found = position.legal_moves().into_iter().filter(|mv| {
        let (from, to) = (mv.from(), mv.to());
        let kind = position.board().moved_piece(*mv).map(Piece::kind);
        (san.kind.is_none() || san.kind == kind)
            && (!san.is_bare_capture || position.board().piece_at(to).is_some())
            && san.from_file.is_none_or(|file| file == from.file())
            && san.from_rank.is_none_or(|rank| is_rank(rank, from))
            && (san.to_file == to.file() && is_rank(san.to_rank, to))
    });
    let found: Vec<Move> = found.collect();
    match found[..] {
        [] => Err(MoveTextError::Illegal { found: text.to_owned() }),
        [mv] => Ok(mv),
        [first, second, ..] => found
            .iter()
            .find(|mv| {
                san.kind == Some(PieceType::Pawn)
                    && san.from_file.is_none()
                    && !san.is_bare_capture
                    && mv.from().file() == mv.to().file()
            })
            .copied()
            .ok_or_else(|| MoveTextError::Ambiguous { found: text.to_owned(), first, second }),
    }
}

/// Reads the parts of a move; `None` if the text is not in this notation. Plain coordinates, `h2e2` and `H2-E2`, are
/// not in this notation.
pub(super) fn read(text: &str) -> Option<SanMove> {
    read_janggi(text).or_else(|| read_western(text))
}

fn read_western(text: &str) -> Option<SanMove> {
    let (kind, text) = match piece(text) {
        Some((kind, rest)) => (Some(kind), rest),
        None => (None, text),
    };
    let (text, to_rank) = split_rank(text)?;
    let (text, to_file) = split_file(text)?;
    let (text, separator) = match text.strip_suffix(['x', '-']) {
        Some(rest) => (rest, text.chars().next_back()),
        None => (text, None),
    };
    let (text, from_rank) =
        split_rank(text).map_or((text, None), |(rest, rank)| (rest, Some(rank)));
    let (text, from_file) =
        split_file(text).map_or((text, None), |(rest, file)| (rest, Some(file)));
    let has_square = from_file.is_some() && from_rank.is_some();
    let well_formed = match (kind, separator) {
        (_, Some('-')) => kind.is_some() && has_square,
        (Some(_), _) => true,
        // A capture given as two points may be made by any piece; other moves without a letter have at most a file of
        // origin.
        (None, Some(_)) => from_file.is_some() || from_rank.is_none(),
        (None, None) => from_rank.is_none(),
    };
    let is_bare_capture = kind.is_none() && separator.is_some() && from_file.is_none();
    let any_piece = kind.is_none() && has_square;
    let kind = if any_piece { None } else { Some(kind.unwrap_or(PieceType::Pawn)) };
    let is_absolute = false;
    (text.is_empty() && well_formed).then_some(SanMove {
        kind,
        from_file,
        from_rank,
        to_file,
        to_rank,
        is_bare_capture,
        is_absolute,
    })
}

/// Reads Janggi notation: a letter and two points of two digits each.
fn read_janggi(text: &str) -> Option<SanMove> {
    let (kind, rest) = piece(text)?;
    let &[from_row, from_file, b'-' | b'x', to_row, to_file] = rest.as_bytes() else { return None };
    let is_digit = [from_row, from_file, to_row, to_file].iter().all(u8::is_ascii_digit);
    if !is_digit {
        return None;
    }
    Some(SanMove {
        kind: Some(kind),
        from_file: Some(file_of(from_file)?),
        from_rank: Some(rank(from_row)),
        to_file: file_of(to_file)?,
        to_rank: rank(to_row),
        is_bare_capture: false,
        is_absolute: true,
    })
}

fn file_of(file: u8) -> Option<u8> {
    (file - b'0').checked_sub(1)
}

fn rank(row: u8) -> u8 {
    (10 - (row - b'0')) % 10
}

/// Splits off a leading capital letter: the piece it stands for, and the rest of the text.
fn piece(text: &str) -> Option<(PieceType, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
    Some((wxf::piece_of(letter)?, &text[1..]))
}

/// Splits off a rank at the end of a text: the text before it, and the rank.
fn split_rank(text: &str) -> Option<(&str, u8)> {
    if let Some(rest) = text.strip_suffix("10")
        && (rest.is_empty() || !rest.ends_with(|c: char| c.is_ascii_digit()))
    {
        return Some((rest, 10));
    }
    let digit = text.bytes().next_back().filter(u8::is_ascii_digit)?;
    Some((&text[..text.len() - 1], digit - b'0'))
}

/// Splits off a file at the end of a text, a lower-case letter: the text before it, and the file.
fn split_file(text: &str) -> Option<(&str, u8)> {
    let file = text.bytes().next_back().filter(|byte| (b'a'..=b'i').contains(byte))?;
    Some((&text[..text.len() - 1], file - b'a'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as(fen: &str, text: &str, ranks: Ranks) -> String {
        let position = Position::from_fen(fen).unwrap();
        match parse(&position, text, ranks) {
            Ok(mv) => mv.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn origins_are_read_in_every_form() {
        let cannons = "4k4/9/9/9/2C6/9/9/2C6/9/3K5 w";
        for (text, found) in [
            ("C2c3", "c2c3"),
            ("Cc2c3", "c2c3"),
            ("Cc2-c3", "c2c3"),
            ("C5c3", "c5c3"),
            ("Cf5", "c5f5"),
            ("Ccf5", "c5f5"),
            ("Kd1", "d0d1"),
            ("Cdf5", "\"Cdf5\" is not a legal move here"),
            ("Rd1", "\"Rd1\" is not a legal move here"),
        ] {
            assert_eq!(read_as(cannons, text, Ranks::FromZero), found);
        }
        for text in ["Cc3", "Ccc3"] {
            let found = read_as(cannons, text, Ranks::FromZero);
            assert!(found.contains("is ambiguous: it may be "), "{found}");
        }
        assert_eq!(
            read_as(cannons, "Cc11", Ranks::FromOne),
            "\"Cc11\" is not a move: expected piece and target point, such as Che3"
        );
        let rook = "4k4/9/9/9/9/9/9/9/9/R2K5 w";
        for text in ["Ra10", "R1a10", "Ra1a10", "Ra1-a10"] {
            assert_eq!(read_as(rook, text, Ranks::FromOne), "a0a9");
        }
    }

    #[test]
    fn captures_have_a_cross() {
        let fen = "5k3/9/9/4p4/4C4/4P4/9/4p4/9/3K5 w";
        assert_eq!(read_as(fen, "Cxe2", Ranks::FromZero), "e5e2");
        assert_eq!(read_as(fen, "Cxe3", Ranks::FromOne), "e5e2");
        assert_eq!(read_as(fen, "e5xe2", Ranks::FromZero), "e5e2");
    }

    #[test]
    fn a_pawn_without_a_file_goes_straight_ahead() {
        let fen = "3k5/9/9/3P5/2P6/9/9/9/9/4K4 w";
        let pawns = "3k5/9/9/2P6/3P5/9/9/9/9/4K4 w";
        assert_eq!(read_as(fen, "c6", Ranks::FromZero), "c5c6");
        assert_eq!(read_as(fen, "dc6", Ranks::FromZero), "d6c6");
        assert_eq!(read_as(fen, "cd5", Ranks::FromZero), "c5d5");
        assert_eq!(read_as(pawns, "b6", Ranks::FromZero), "c6b6");
        let taken = "3k5/9/9/2p6/2P6/9/9/9/9/4K4 w";
        assert_eq!(read_as(taken, "cxc6", Ranks::FromZero), "c5c6");
    }

    /// `BanksiaGUI` omits the file if the pawn stays on it.
    #[test]
    fn a_capture_without_a_file_is_that_of_the_one_pawn_that_can() {
        let facing = "3k5/9/9/4p4/4P4/9/9/9/9/5K3 w";
        assert_eq!(read_as(facing, "xe6", Ranks::FromZero), "e5e6");
        assert_eq!(read_as(facing, "xe7", Ranks::FromOne), "e5e6");
        let free = "3k5/9/9/9/4P4/9/9/9/9/5K3 w";
        assert_eq!(read_as(free, "xe6", Ranks::FromZero), "\"xe6\" is not a legal move here");
        assert_eq!(read_as(free, "Pxe6", Ranks::FromZero), "e5e6");
        let two = "3k5/9/9/3Pp4/4P4/9/9/9/9/5K3 w";
        let found = read_as(two, "xe6", Ranks::FromZero);
        assert!(found.contains("is ambiguous: it may be "), "{found}");
    }

    #[test]
    fn janggi_points_are_rows_from_the_top() {
        let start = crate::board::START_FEN;
        assert_eq!(read_as(start, "C88-85", Ranks::FromOne), "h2e2");
        assert_eq!(read_as(start, "C88x18", Ranks::FromZero), "h2h9");
        assert_eq!(read_as(start, "H08-87", Ranks::FromZero), "h0g2");
    }

    #[test]
    fn other_notations_are_none_of_this() {
        for text in [
            "h2e2",
            "H2-E2",
            "h2-e2",
            "C2.5",
            "C2=5",
            "c2=5",
            "Pa+1",
            "H2E2",
            "e",
            "10",
            "x",
            "xe",
            "x5",
            "4xe5",
            "cx",
            "C",
            "Ce",
            "Zc3",
            "nc3",
            "4c5",
            "-c5",
            "Ch-e2",
            "炮二平五",
            "C88-80",
            "C8é-8",
            "10-12-20",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
