//! Writes games as lines of moves or of positions.

use super::super::epd;
use super::super::game::{Game, Outcome, WriteError, check_playable, one_line};
use super::super::losses::{Losses, is_meaningful};
use chuhe_engine::board::START_FEN;
use chuhe_engine::notation::{MoveFormat, move_text};

/// The positions of a game that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Positions {
    /// The position after the last move.
    #[default]
    Last,
    /// The position before the first move.
    First,
    /// All positions, including the first and the last.
    All,
}

/// Writes a line with the moves of a game, and its result if known. Unless the game starts from the usual start
/// position, `fen <FEN> moves` comes first. A game with a single move starts with `startpos moves`, because successive
/// lines of one move each would be read as one game. Coordinates are written as in the protocols: `h2e2`.
///
/// # Errors
/// If a move is illegal, or the game is longer than 10,000 plies.
pub fn write_moves(game: &Game, format: MoveFormat) -> Result<(String, Losses), WriteError> {
    let mut words = Vec::new();
    let fen = game.start.fen();
    let is_start = fen == START_FEN;
    if !is_start {
        words.extend(["fen".to_owned(), fen]);
    }
    let has_start = !is_start || game.line.moves.len() < 2;
    if is_start && has_start {
        words.push("startpos".to_owned());
    }
    if has_start && !game.line.moves.is_empty() {
        words.push("moves".to_owned());
    }
    let mut position = game.start.clone();
    for mv in game.moves() {
        check_playable(&position, mv)?;
        words.push(move_text(position.board(), mv, format).to_string());
        position.make_unchecked(mv, &mut ());
    }
    if game.outcome != Outcome::Unknown {
        words.push(game.outcome.text().to_owned());
    }
    Ok((words.join(" ") + "\n", Losses::beside_moves(game)))
}

/// Writes a line for each selected position. If the first position is written, tags that are EPD opcodes follow it as
/// operations. The comment before the first move also follows it, joined into one line: as `c0` if there are
/// operations, otherwise after a semicolon.
///
/// # Errors
/// If a move is illegal, or the game is longer than 10,000 plies.
pub fn write_fens(game: &Game, positions: Positions) -> Result<(String, Losses), WriteError> {
    let mut losses = Losses::beside_moves(game);
    losses.moves = game.line.moves.len();
    losses.results = usize::from(game.outcome != Outcome::Unknown);
    let mut position = game.start.clone();
    let mut text = String::new();
    let plies = game.line.moves.len();
    let mut moves = game.moves();
    for ply in 0..=plies {
        let is_wanted = match positions {
            Positions::First => ply == 0,
            Positions::Last => ply == plies,
            Positions::All => true,
        };
        if is_wanted {
            text += &position.fen();
            if ply == 0 {
                text += &remarks(game, &mut losses);
            }
            text.push('\n');
        }
        if let Some(mv) = moves.next() {
            check_playable(&position, mv)?;
            position.make_unchecked(mv, &mut ());
        }
    }
    Ok((text, losses))
}

/// The text after the first position of a game. What it contains is subtracted from the losses.
fn remarks(game: &Game, losses: &mut Losses) -> String {
    let mut text = String::new();
    for (opcode, operand) in game.tags.iter().filter(|(name, _)| epd::is_opcode(name)) {
        let operation = epd::write(opcode, &one_line(operand));
        losses.tags -= usize::from(is_meaningful(operand));
        text = format!("{text} {operation}");
    }
    let comment = &game.line.comment;
    if !comment.is_empty() {
        let plain = one_line(comment);
        losses.comments -= 1;
        if text.is_empty() {
            losses.changed_comments += usize::from(plain != *comment);
            text = format!(" ; {plain}");
        } else {
            losses.changed_comments += usize::from(plain != *comment || plain.contains('"'));
            text = format!("{text} {}", epd::write(epd::COMMENT, &plain));
        }
    }
    text
}
