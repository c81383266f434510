//! Reports on stderr: unreadable games, and a summary with counts of everything left out.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::super::counts::{at_place, files_read, problems};
use chuhe_formats::conversion::{ConversionEvent, ConversionSummary};
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// Reports a file or game with problems. JSON includes everything that was left out of a game; text output only logs
/// it, because a collection may contain many such games.
pub(in super::super) fn event(
    out: &mut impl Write,
    json: bool,
    path: &Path,
    event: &ConversionEvent<'_>,
) -> io::Result<()> {
    let refused = |game: usize, line: Option<usize>, error: &dyn Localize| {
        let report = json!({ "error": error.to_string(), "game": game, "line": line });
        (tr!("game-refused", game = game, error = error.localize()), report)
    };
    let (text, mut report) = match event {
        ConversionEvent::FileSkipped => (tr!("files-skipped"), json!({ "skipped": "no games" })),
        ConversionEvent::FileRefused(error) => {
            (error.localize(), json!({ "error": error.to_string() }))
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
            let text = tr!("game-left-out", game = *game, losses = losses.localize());
            if !json {
                log::info!("{}", at_place(path, &text));
                return Ok(());
            }
            (text, json!({ "game": game, "left_out": losses }))
        }
    };
    if json {
        report["file"] = Value::from(path.display().to_string());
        writeln!(out, "{report}")
    } else {
        writeln!(out, "{}", at_place(path, &text))
    }
}

/// Prints the summary, with the number of files written if `writes_files` is true.
pub(super) fn summary(
    out: &mut impl Write,
    json: bool,
    writes_files: bool,
    summary: &ConversionSummary,
) -> io::Result<()> {
    if json {
        return writeln!(out, "{}", json!({ "summary": summary }));
    }
    let files = files_read(summary.files, summary.files_refused);
    let games = tr!("sum-games", count = summary.games);
    let sum = match problems(summary.games_broken, summary.games_refused) {
        None => tr!("sum-converted", files = files, games = games),
        Some(parts) => tr!("sum-converted-except", files = files, games = games, parts = parts),
    };
    rest(out, sum, writes_files, summary)
}

/// Prints the summary of games that were not read from files.
pub(in super::super) fn export_summary(
    out: &mut impl Write,
    json: bool,
    writes_files: bool,
    summary: &ConversionSummary,
) -> io::Result<()> {
    if json {
        return writeln!(out, "{}", json!({ "summary": summary }));
    }
    let games = tr!("sum-games", count = summary.games);
    let sum = match problems(0, summary.games_refused) {
        None => tr!("sum-exported", games = games),
        Some(parts) => tr!("sum-exported-except", games = games, parts = parts),
    };
    rest(out, sum, writes_files, summary)
}

/// Prints a summary, followed by the number of files written and the counts of what was left out.
fn rest(
    out: &mut impl Write,
    mut sum: String,
    writes_files: bool,
    summary: &ConversionSummary,
) -> io::Result<()> {
    if writes_files {
        let files = tr!("sum-files", count = summary.files_written);
        sum = tr!("sum-written", sum = sum, files = files);
    }
    if !summary.left_out.is_empty() {
        let losses = summary.left_out.localize();
        sum = tr!("sum-left-out", sum = sum, games = summary.games_with_losses, losses = losses);
    }
    if summary.interrupted {
        sum = tr!("sum-interrupted", sum = sum);
    }
    writeln!(out, "{sum}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_formats::{Losses, WriteError};

    #[test]
    fn only_losses_and_refusals_are_reported() {
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
            "2 files (1 refused): 2 games converted (2 broken, 1 refused); omitted from 1 game: 2 glyphs\n"
        );
        let numbers = ConversionSummary { files: 9, interrupted: true, ..Default::default() };
        assert_eq!(
            tell(true, &numbers),
            "9 files: 0 games converted; 0 files written; interrupted\n"
        );
    }
}
