//! Positions from pasted text: a FEN, or a web address that contains one.

use percent_encoding::percent_decode_str;

use crate::board::{FenError, Position};
use crate::types::Square;

/// Parses a FEN, or a web address that contains one, such as those of online boards. In an address, the FEN may follow
/// `fen=` or `?` or be part of the path; it may be percent-encoded, and may contain `_` or `+` in place of blanks.
///
/// ```
/// use chuhe_engine::board::Position;
/// use chuhe_engine::notation::position_from_text;
///
/// let rook = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 b")?;
/// for text in [
///     "3k5/9/9/9/9/9/9/9/9/R3K4 b",
///     "https://example.org/analysis/xiangqi?fen=3k5/9/9/9/9/9/9/9/9/R3K4_b_-_-_0_1",
///     "https://example.org/?board=1&fen=3k5%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2FR3K4%20b&flip=1",
///     "https://example.org/editor/3k5/9/9/9/9/9/9/9/9/R3K4+b#analysis",
/// ] {
///     assert_eq!(position_from_text(text)?, rook, "{text}");
/// }
/// # Ok::<(), chuhe_engine::board::FenError>(())
/// ```
///
/// # Errors
/// If the FEN is invalid. If the text does not contain ten ranks, the error is that of parsing the whole text as a FEN.
pub fn position_from_text(text: &str) -> Result<Position, FenError> {
    // The text is tried as a FEN first, because any text may follow a FEN, even an address.
    Position::from_fen(text)
        .or_else(|error| fen_in_address(text).map_or(Err(error), |fen| Position::from_fen(&fen)))
}

/// Whether a text starts with the ten ranks of a FEN, valid or not, or is an address that contains a FEN.
#[must_use]
pub fn looks_like_position(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or_default();
    board.matches('/').count() == 9 || fen_in_address(text).is_some()
}

/// The FEN in an address; `None` if the text is not an address or does not contain ten ranks.
#[must_use]
pub fn fen_in_address(text: &str) -> Option<String> {
    let address = text.trim().trim_matches('"');
    let is_address = address.contains("://") || address.contains("fen=") || address.contains("%2");
    if !is_address {
        return None;
    }
    let plain = percent_decode_str(address).decode_utf8().ok()?;
    let begins: Vec<usize> = std::iter::once(0)
        .chain(plain.match_indices(['/', '=', '?', '&']).map(|(at, _)| at + 1))
        .collect();
    let (begin, length) =
        begins.into_iter().find_map(|at| Some((at, placement_length(&plain[at..])?)))?;
    let (placement, rest) = plain[begin..].split_at(length);
    let fields = rest.split(['&', '#', '?', '/']).next().unwrap_or_default();
    Some(format!("{placement}{}", fields.replace(['_', '+'], " ")))
}

/// The length of the ten ranks at the start of a text.
fn placement_length(text: &str) -> Option<usize> {
    let mut length = 0;
    for rank in 0..Square::RANKS {
        let rest = &text[length..];
        let rest = if rank == 0 { rest } else { rest.strip_prefix('/')? };
        let letters = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let width = rest[..letters]
            .bytes()
            .map(|byte| if byte.is_ascii_digit() { usize::from(byte - b'0') } else { 1 })
            .sum::<usize>();
        if width != usize::from(Square::FILES) {
            return None;
        }
        length = text.len() - rest.len() + letters;
    }
    Some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_found_wherever_it_is() {
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        for (text, found) in [
            (format!("https://www.pychess.org/analysis/xiangqi?fen={fen}_w_-_-_0_1"), " w - - 0 1"),
            (
                format!("https://www.pychess.org/analysis/xiangqi?fen={fen}[]_b_-_-_0_1"),
                "[] b - - 0 1",
            ),
            (format!("https://example.org/?fen={fen}%5B%5D%20w&x=1"), "[] w"),
            (format!("http://example.org/{fen}%20b%20-%20-%203%2041"), " b - - 3 41"),
            (format!("https://example.org/q?{fen} w - - 0 1"), " w - - 0 1"),
            (format!("?fen={fen}+r&x=1"), " r"),
            (format!("\"https://example.org/a/{fen}/\""), ""),
        ] {
            assert_eq!(fen_in_address(&text), Some(format!("{fen}{found}")), "{text}");
            assert!(position_from_text(&text).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_left_alone() {
        for text in ["", "9/9/9 w", "https://example.org/9/9/9", "fen=", "%2F%2F", "://////////"] {
            assert_eq!(fen_in_address(text), None, "{text}");
        }
        assert!(position_from_text("https://example.org/").is_err());
        assert!(
            !looks_like_position("https://example.org/9/9/9") && !looks_like_position("a/b.pgn")
        );
        assert!(looks_like_position("9/9/9/9/9/9/9/9/9/9 w"));
        let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w a_b c+d 3 7 https://example.org/";
        assert_eq!(
            position_from_text(fen).map(|found| found.fen()),
            Position::from_fen(fen).map(|found| found.fen())
        );
        let error = position_from_text("x://9/9/9/9/9/9/9/9/9/9").unwrap_err();
        assert!(matches!(error, FenError::KingCount { .. }), "{error}");
    }
}
