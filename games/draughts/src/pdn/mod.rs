//! Games in Portable Draughts Notation.
//!
//! The reader accepts tags, moves, comments, variations and annotations, and keeps the tags and the moves of the main
//! line. The tag `GameType` identifies the game: 20 is international draughts, 21 English draughts. The game `source`
//! has no number and is marked by `[Variant "source"]`.

mod read;

use std::fmt::{self, Write as _};

pub use self::read::{PdnError, read_games};
use crate::board::Board;
use crate::notation::{fen, move_text};
use crate::position::{GameResult, Position};
use crate::variant::{Color, Variant};

/// The maximum length of a line of moves, in columns.
const LINE_MAX: usize = 80;

/// A game with its tags and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnGame {
    /// All tags except those derived from the game: `GameType`, `Variant`, `FEN`, `SetUp` and `Result`.
    pub tags: Vec<(String, String)>,
    /// The position after all moves, with its history.
    pub position: Position,
    /// The result, which may have been agreed; `None` if the game is not over.
    pub result: Option<GameResult>,
}

impl PdnGame {
    /// A game without tags.
    pub fn new(position: Position) -> Self {
        let result = position.result();
        Self { tags: Vec::new(), position, result }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| &value[..])
    }
}

/// The result in PDN: two points for a win in the international game (`2-0`), otherwise as in chess (`1-0`).
pub const fn result_text(variant: Variant, result: Option<GameResult>) -> &'static str {
    match (result, variant) {
        (None, _) => "*",
        (Some(GameResult::Won(Color::White)), Variant::International) => "2-0",
        (Some(GameResult::Draw), Variant::International) => "1-1",
        (Some(GameResult::Won(Color::Black)), Variant::International) => "0-2",
        (Some(GameResult::Won(Color::White)), _) => "1-0",
        (Some(GameResult::Draw), _) => "1/2-1/2",
        (Some(GameResult::Won(Color::Black)), _) => "0-1",
    }
}

impl fmt::Display for PdnGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = *self.position.first_board();
        let variant = first.rules().variant;
        for (name, value) in &self.tags {
            write_tag(out, name, value)?;
        }
        match variant.game_type() {
            Some(number) => write_tag(out, "GameType", &number.to_string())?,
            None => write_tag(out, "Variant", variant.name())?,
        }
        if first != Board::start(variant) {
            write_tag(out, "SetUp", "1")?;
            write_tag(out, "FEN", &fen(&first))?;
        }
        let result = result_text(variant, self.result);
        write_tag(out, "Result", result)?;
        writeln!(out)?;
        let mut words = move_words(&first, &self.position);
        words.push(result.to_owned());
        let mut column = 0;
        for word in words {
            if column > 0 && column + 1 + word.len() > LINE_MAX {
                writeln!(out)?;
                column = 0;
            }
            if column > 0 {
                out.write_char(' ')?;
                column += 1;
            }
            out.write_str(&word)?;
            column += word.len();
        }
        writeln!(out)
    }
}

fn write_tag(out: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    writeln!(out, "[{name} \"{value}\"]")
}

/// The moves with their numbers. A move number is written before the move of the side that moves first.
fn move_words(first: &Board, position: &Position) -> Vec<String> {
    let mut board = *first;
    let mut words = Vec::new();
    let first_side = board.rules().first;
    let mut number = 1;
    for (index, &mv) in position.played().iter().enumerate() {
        let text = move_text(&board, mv);
        if board.side() == first_side {
            words.push(format!("{number}. {text}"));
        } else {
            words.push(if index == 0 { format!("{number}... {text}") } else { text });
            number += 1;
        }
        board = board.after(mv);
    }
    words
}
