//! Positions as text.

use chuhe_engine::board::Position;
use chuhe_engine::notation::diagram::Diagram;
use chuhe_formats::position_text::{looks_like_position, position_from_text};

use super::shape::{is_readable, sets_agree, text};

/// A readable FEN is written and read back as the same position; a rejected FEN yields an error with a reason.
pub(super) fn fen(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let read = Position::from_fen(text);
    assert_eq!(read, Position::from_fen(text), "accepted once");
    match &read {
        Ok(position) => {
            position.board().check();
            sets_agree(position);
            let written = position.fen();
            let again = Position::from_fen(&written).expect("a written FEN can be read");
            assert_eq!((&again, again.fen()), (position, written));
            let drawn = Diagram::new(position.board()).to_string();
            assert!(drawn.lines().count() >= 10);
        }
        Err(error) => is_readable(&error.to_string()),
    }
    // The guess may be wrong, but must not panic.
    let _ = looks_like_position(text);
    match position_from_text(text) {
        Ok(position) => assert!(Position::from_fen(&position.fen()).is_ok()),
        Err(error) => {
            is_readable(&error.to_string());
            assert!(read.is_err(), "a FEN is a position as text");
        }
    }
}
