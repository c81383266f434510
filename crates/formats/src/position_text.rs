//! Positions as users name them: a FEN, a web address that contains one, moves, or a position followed by moves.

use percent_encoding::percent_decode_str;

use super::collection::ReadError;
use super::game::Game;
use super::lines;
use chuhe_engine::board::{FenError, Position};
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::notation::plain;
use chuhe_engine::types::Square;

/// Reads a position and the moves that lead to it: `startpos`, a FEN, a web address that contains a FEN, or moves from
/// the start position; or one of the first three followed by moves. The words `position`, `fen` and `moves` of the
/// protocols may be there or not. Moves may be in any notation, with or without numbers.
///
/// Ranks in coordinates are numbered as `ranks` says; if it is `None`, the numbering is
/// [detected](chuhe_engine::notation::rank_numbering).
///
/// ```
/// use chuhe_formats::position_text;
///
/// let text = "position startpos moves h2e2 h9g7";
/// let expected = position_text::read(text, None)?.final_position()?.fen();
/// for same in ["1. C2.5 H8+7", "startpos 炮二平五马8进7", "h3e3 h10g8"] {
///     assert_eq!(position_text::read(same, None)?.final_position()?.fen(), expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If any part of the text can be read neither as a position nor as a legal move.
pub fn read(text: &str, ranks: Option<Ranks>) -> Result<Game, ReadError> {
    lines::read_one(text, ranks)
}

/// Whether a text has the form of a position that [`read`] reads, even if a move in it is illegal.
pub fn is_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let (intro, rest) = text.trim().split_at(first.len());
    match intro.to_ascii_lowercase().as_str() {
        "startpos" => true,
        "position" | "fen" => is_position(rest),
        "moves" => is_line(rest),
        _ => placement_length(first).is_some() || fen_in_address(text).is_some() || is_line(text),
    }
}

/// Whether a text consists of moves, with or without numbers and a result.
fn is_line(text: &str) -> bool {
    lines::count_moves(text).is_some_and(|count| count > 0)
}

/// Whether a text can continue a position: moves, move numbers, or the remaining fields of a FEN.
pub fn continues_position(text: &str) -> bool {
    text.split_whitespace().all(|word| is_fen_field(word) || lines::count_moves(word).is_some())
}

fn is_fen_field(word: &str) -> bool {
    ["w", "b", "r", "red", "black", "moves"].iter().any(|field| word.eq_ignore_ascii_case(field))
}

/// Whether a text begins like a position, although it may not be one.
pub fn begins_like_position(text: &str) -> bool {
    lines::looks_like_one(text) || lines::looks_like_fen(text)
}

/// Parses a FEN, or a web address that contains one, such as those of online boards. In an address, the FEN may follow
/// `fen=` or `?` or be part of the path; it may be percent-encoded, and may contain `_` or `+` in place of blanks.
/// Invisible characters are ignored, and full-width characters are read as ASCII.
///
/// ```
/// use chuhe_engine::board::Position;
/// use chuhe_formats::position_text::position_from_text;
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
    // The text is tried as a FEN first, because any text may follow a FEN, even an address or invisible characters.
    if let Ok(position) = Position::from_fen(text) {
        return Ok(position);
    }
    let text = &*plain(text);
    Position::from_fen(text)
        .or_else(|error| fen_in_address(text).map_or(Err(error), |fen| Position::from_fen(&fen)))
}

/// Whether a text starts with the ten ranks of a FEN, valid or not, or is an address that contains a FEN.
pub fn looks_like_position(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or_default();
    board.matches('/').count() == 9 || fen_in_address(text).is_some()
}

/// The FEN in an address; `None` if the text is not an address or does not contain ten ranks.
pub fn fen_in_address(text: &str) -> Option<String> {
    let address = text.trim().trim_matches('"');
    let is_address = address.contains("://") || address.contains("fen=") || address.contains("%2");
    if !is_address {
        return None;
    }
    let plain = percent_decode_str(address).decode_utf8().ok()?;
    let mut begins =
        std::iter::once(0).chain(plain.match_indices(['/', '=', '?', '&']).map(|(at, _)| at + 1));
    let (begin, length) = begins.find_map(|at| Some((at, placement_length(&plain[at..])?)))?;
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
    fn other_text_is_left_alone() {
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
