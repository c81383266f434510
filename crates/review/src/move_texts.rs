//! Moves in all notations, for JSON.

use serde::{Deserialize, Serialize};

use chuhe_engine::board::{Board, Position};
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::Move;

/// A move in all notations.
#[derive(Serialize, Deserialize)]
pub(crate) struct MoveTexts {
    #[serde(rename = "move")]
    pub(crate) mv: Move,
    wxf: String,
    chinese: String,
}

impl MoveTexts {
    pub(crate) fn new(board: &Board, mv: Move) -> Self {
        Self {
            mv,
            wxf: move_text(board, mv, MoveFormat::Wxf).to_string(),
            chinese: move_text(board, mv, MoveFormat::Chinese(Script::Simplified)).to_string(),
        }
    }

    /// Writes a line in all notations, up to the first illegal move.
    pub(crate) fn of_line(start: &Position, line: &[Move]) -> Vec<Self> {
        let mut position = start.clone();
        let texts = line.iter().map_while(|&mv| {
            let texts = Self::new(position.board(), mv);
            position.play(mv).is_ok().then_some(texts)
        });
        texts.collect()
    }
}
