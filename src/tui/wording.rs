//! What is said about a game, in English with the Chinese terms.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::board::Position;
use crate::casual::{CasualError, CasualGame, CasualMove, FileError, LoadedGame, OpponentAnswer};
use crate::notation::iccs::{self, Ranks};
use crate::notation::{MoveTextError, move_text};
use crate::types::{Color, Score, is_rule};

/// Why something cannot be done.
pub(super) fn error(error: CasualError, position: &Position) -> String {
    match error {
        CasualError::Over => "the game is over: `new`, `undo`, `save FILE` or `quit`".to_owned(),
        CasualError::MoveText(error) => move_text_error(&error, position),
        CasualError::NothingToUndo => "you have not moved yet".to_owned(),
        CasualError::Strength => "levels go from 0 to 20, ratings from 500 to 2400".to_owned(),
        CasualError::NoFileName => "say where: `save game.pgn`".to_owned(),
        CasualError::File(FileError::Exists(path)) => {
            format!("{} is there already: choose another name", path.display())
        }
        CasualError::File(error) => save_error(&error),
        error => error.to_string(),
    }
}

/// Why a game is not saved.
pub(super) fn save_error(error: &FileError) -> String {
    format!("the game cannot be saved: {error}")
}

/// Why a text is not a legal move in a position.
fn move_text_error(error: &MoveTextError, position: &Position) -> String {
    match error {
        MoveTextError::Illegal { found } => {
            let reason = iccs::parse(found, Ranks::FromZero)
                .ok()
                .and_then(|mv| position.check_move(mv).err());
            let why = reason
                .map_or_else(|| "no legal move is called so".to_owned(), |why| why.to_string());
            format!("{found} cannot be played: {why}")
        }
        MoveTextError::Form { found, .. } => format!(
            "{found:?} is neither a move like h2e2, C2.5 or 炮二平五 nor a command; `help` lists them"
        ),
        ambiguous @ MoveTextError::Ambiguous { .. } => ambiguous.to_string(),
    }
}

/// A move with its number, and who played it if that was the engine.
pub(super) fn played_move(played: &CasualMove, person: Color) -> String {
    let who = if played.color == person { "" } else { "chuhe: " };
    let dots = if played.color == Color::Red { "." } else { "..." };
    let check = if played.gives_check { ", check 将军" } else { "" };
    format!("{who}{}{dots} {}{check}", played.number, played.text)
}

/// How the game ended, if it has.
pub(super) fn finish(game: &CasualGame) -> Option<String> {
    game.state().finish().map(ToString::to_string)
}

/// A hint for the position of the game, with the line expected and the score.
pub(super) fn hint(answer: &OpponentAnswer, game: &CasualGame) -> String {
    let Some(mv) = answer.mv else { return "there is no move".to_owned() };
    let format = game.format();
    let mut position = game.state().position().clone();
    let mut text = format!("hint 提示: {}", move_text(position.board(), mv, format));
    if position.play(mv).is_err() {
        return text;
    }
    let mut then = Vec::new();
    for &reply in answer.line.iter().skip(1).take(3) {
        let reply_text = move_text(position.board(), reply, format).to_string();
        if position.play(reply).is_err() {
            break;
        }
        then.push(reply_text);
    }
    if !then.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, ", then {}", then.join(" "));
    }
    if let Some(score) = answer.score {
        let _ = write!(text, "; {}", worth(score));
    }
    text
}

/// A score in words. View: side to move.
fn worth(score: Score) -> String {
    let text = score.in_pawns();
    match score {
        Score::Cp(cp) if !is_rule(cp) => format!("worth {text}"),
        _ => text,
    }
}

/// The moves so far, one full move a row.
pub(super) fn sheet_rows(game: &CasualGame) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for (number, color, text) in game.state().sheet(game.format()) {
        match rows.last_mut() {
            Some(row) if color == Color::Black => row.extend(["  ", text.as_str()]),
            _ if color == Color::Black => rows.push(format!("{number:>3}. …  {text}")),
            _ => rows.push(format!("{number:>3}. {text}")),
        }
    }
    rows
}

/// The moves so far, one full move a line, or that there are none.
pub(super) fn sheet(game: &CasualGame) -> String {
    let rows = sheet_rows(game);
    if rows.is_empty() { "no moves yet".to_owned() } else { rows.join("\n") }
}

/// What a file held, and what was taken from it.
pub(super) fn loaded(loaded: &LoadedGame, path: &Path) -> String {
    let plies = loaded.game.line.moves.len();
    let which =
        if loaded.count > 1 { format!(", the first of {}", loaded.count) } else { String::new() };
    format!("{plies} plies from {}{which}", path.display())
}

/// Time left as on a clock: `1:02:03`, `9:58`, and tenths below ten seconds.
pub(super) fn clock(left: Duration) -> String {
    if left < Duration::from_secs(10) {
        return format!("0:{:04.1}", (left.as_millis() / 100) as f64 / 10.0);
    }
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decided_scores_are_not_called_a_worth() {
        for (score, text) in [
            (Score::Cp(-35), "worth -0.35"),
            (Score::MateIn(3), "mate in 2"),
            (Score::Cp(crate::types::RULE_WIN), "wins by rule"),
        ] {
            assert_eq!(worth(score), text);
        }
    }
}
