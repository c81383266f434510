//! What is said on stderr: games that cannot be read, and the sum of all, with what was left out.

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::super::counts::{count, except};
use crate::notation::conversion::{ConversionEvent, ConversionSummary};

/// Tells what became of a file or a game, unless all went well. What was left out of a game is told in JSON, and
/// otherwise logged: a collection has many such games.
pub(super) fn event(
    out: &mut impl Write,
    json: bool,
    path: &Path,
    event: &ConversionEvent<'_>,
) -> io::Result<()> {
    let path = path.display();
    let refused = |game: usize, line: Option<usize>, error: &dyn Error| {
        let report = json!({ "error": error.to_string(), "game": game, "line": line });
        (format!("game {game}: {error}"), report)
    };
    let (text, mut report) = match event {
        ConversionEvent::FileSkipped => {
            ("skipped, no games".to_owned(), json!({ "skipped": "no games" }))
        }
        ConversionEvent::FileRefused(error) => {
            (error.to_string(), json!({ "error": error.to_string() }))
        }
        ConversionEvent::GameUnreadable { game, error } => refused(*game, error.line(), error),
        ConversionEvent::GameBroken { game, error } => {
            let (text, mut report) = refused(*game, error.line(), error);
            report["kept_moves"] = error.salvaged().map(|kept| kept.line.moves.len()).into();
            (text, report)
        }
        ConversionEvent::GameUnwritable { game, error } => refused(*game, None, error),
        ConversionEvent::GameConverted { losses, .. } if losses.is_empty() => return Ok(()),
        ConversionEvent::GameConverted { game, losses } => {
            let text = format!("game {game}: left out: {losses}");
            if !json {
                log::info!("{path}: {text}");
                return Ok(());
            }
            (text, json!({ "game": game, "left_out": losses }))
        }
    };
    if json {
        report["file"] = Value::from(path.to_string());
        writeln!(out, "{report}")
    } else {
        writeln!(out, "{path}: {text}")
    }
}

/// Tells the sum; of the files written only if there should be any.
pub(super) fn summary(
    out: &mut impl Write,
    json: bool,
    writes_files: bool,
    summary: &ConversionSummary,
) -> io::Result<()> {
    if json {
        return writeln!(out, "{}", json!({ "summary": summary }));
    }
    write!(
        out,
        "{}{}: {} converted{}",
        count(summary.files, "file"),
        except(&[(summary.files_refused, "refused")]),
        count(summary.games, "game"),
        except(&[(summary.games_broken, "broken"), (summary.games_refused, "refused")]),
    )?;
    if writes_files {
        write!(out, "; {} written", count(summary.files_written, "file"))?;
    }
    if !summary.left_out.is_empty() {
        write!(out, "; left out of {}: {}", summary.games_with_losses, summary.left_out)?;
    }
    writeln!(out, "{}", if summary.interrupted { "; interrupted" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Losses, WriteError};

    #[test]
    fn only_losses_and_refusals_are_told() {
        let mut text = Vec::new();
        let mut tell = |json, told| event(&mut text, json, Path::new("a.pgn"), &told).unwrap();
        tell(true, ConversionEvent::GameConverted { game: 1, losses: Losses::default() });
        let losses = Losses { glyphs: 2, ..Losses::default() };
        tell(false, ConversionEvent::GameConverted { game: 2, losses });
        tell(true, ConversionEvent::GameConverted { game: 2, losses });
        let error = &WriteError::TooLong;
        tell(false, ConversionEvent::GameUnwritable { game: 3, error });
        tell(true, ConversionEvent::GameUnwritable { game: 3, error });
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("\"game\":2") && lines[0].contains("\"left_out\""));
        assert_eq!(lines[1], format!("a.pgn: game 3: {error}"));
        assert_eq!(lines.len(), 3);
        assert!(lines[2].contains("\"file\":\"a.pgn\"") && lines[2].contains("\"game\":3"));
    }

    #[test]
    fn the_sum_is_one_line() {
        let left_out = Losses { glyphs: 2, ..Losses::default() };
        let numbers = ConversionSummary {
            files: 2,
            files_refused: 1,
            games: 2,
            games_broken: 2,
            games_refused: 1,
            games_with_losses: 1,
            left_out,
            ..ConversionSummary::default()
        };
        let tell = |writes_files, numbers| {
            let mut text = Vec::new();
            summary(&mut text, false, writes_files, numbers).unwrap();
            String::from_utf8(text).unwrap()
        };
        assert_eq!(
            tell(false, &numbers),
            "2 files (1 refused): 2 games converted (2 broken, 1 refused); left out of 1: 2 glyphs\n"
        );
        let numbers = ConversionSummary { files: 9, interrupted: true, ..Default::default() };
        assert_eq!(
            tell(true, &numbers),
            "9 files: 0 games converted; 0 files written; interrupted\n"
        );
    }
}
