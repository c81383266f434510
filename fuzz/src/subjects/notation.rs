//! Moves as text, in every notation.

use chuhe_engine::board::Position;
use chuhe_engine::notation::chinese::{self, Script};
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::notation::{
    MoveFormat, line_texts, move_text, parse_move, play_words, position_after, rank_numbering, san,
    wxf,
};

use super::shape::{Bytes, is_readable, pick, position, text};

const FORMATS: [MoveFormat; 5] = [
    MoveFormat::Coordinates,
    MoveFormat::Iccs,
    MoveFormat::Wxf,
    MoveFormat::Chinese(Script::Simplified),
    MoveFormat::Chinese(Script::Traditional),
];

/// Words read as moves. The first line is a FEN or empty; the words after it are read, in every notation, as moves of
/// that position. A readable move is legal, and its text is read back as the same move.
pub(super) fn moves(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let (fen, words) = text.split_once('\n').unwrap_or(("", text));
    let fen = Some(fen.trim()).filter(|fen| !fen.is_empty());
    let Ok(position) = fen.map_or_else(|| Ok(Position::startpos()), Position::from_fen) else {
        return;
    };
    let words: Vec<&str> = words.split_whitespace().take(24).collect();
    for &word in &words {
        for ranks in [Ranks::FromZero, Ranks::FromOne] {
            let _ = iccs::parse(word, ranks);
            let found = [
                parse_move(&position, word, ranks),
                wxf::parse(&position, word),
                chinese::parse(&position, word),
                san::parse(&position, word, ranks),
            ];
            for found in found {
                match found {
                    Ok(mv) => {
                        assert!(position.is_legal(mv), "{word:?} is {mv} in {}", position.fen());
                        for format in FORMATS {
                            reads_back(&position, mv, format);
                        }
                    }
                    Err(error) => is_readable(&error.to_string()),
                }
            }
        }
    }
    let ranks = rank_numbering(&position, words.iter().copied());
    if let Err(error) = position_after(fen, words.iter().copied(), ranks) {
        is_readable(&error.to_string());
    }
    for ranks in [None, Some(ranks)] {
        if let Err(error) = play_words(&position, &words.join(" "), ranks) {
            is_readable(&error.to_string());
        }
    }
}

fn reads_back(position: &Position, mv: chuhe_engine::types::Move, format: MoveFormat) {
    let written = move_text(position.board(), mv, format).to_string();
    let read = parse_move(position, &written, Ranks::FromZero);
    assert_eq!(read, Ok(mv), "{written} in {}", position.fen());
}

/// Every legal move of every position of a game survives a round trip in every notation, and no two have the same text.
pub(super) fn notation(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let Some(mut position) = position(&mut bytes) else { return };
    let start = position.clone();
    for _ in 0..8 {
        let moves = position.legal_moves();
        for format in FORMATS {
            let mut texts = Vec::with_capacity(moves.len());
            for &mv in &moves {
                reads_back(&position, mv, format);
                texts.push(move_text(position.board(), mv, format).to_string());
            }
            texts.sort_unstable();
            let all = texts.len();
            texts.dedup();
            assert_eq!(texts.len(), all, "{}", position.fen());
        }
        if moves.is_empty() || bytes.is_empty() {
            break;
        }
        let mv = pick(&position, &moves, bytes.next());
        position.make_unchecked(mv, &mut ());
    }
    let played: Vec<_> = position.history().iter().filter_map(|undo| undo.mv).collect();
    for format in FORMATS {
        let mut replayed = start.clone();
        for text in line_texts(&start, &played, format) {
            let mv =
                parse_move(&replayed, &text, Ranks::FromZero).expect("the move is in the line");
            replayed.make_unchecked(mv, &mut ());
        }
        assert_eq!(replayed.fen(), position.fen());
    }
}
