//! What is said on stderr: games that cannot be read, what was left out, and the sum of it.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;
use serde_json::json;

use crate::notation::Losses;

/// Reports game by game and counts.
pub(super) struct Reports<W> {
    out: W,
    json: bool,
    /// The file that is being read.
    path: String,
    /// The game that was read last, 1 first.
    game: usize,
    summary: Summary,
}

#[derive(Debug, Default, Serialize)]
struct Summary {
    files: usize,
    files_refused: usize,
    files_without_games: usize,
    games: usize,
    games_refused: usize,
    games_with_losses: usize,
    left_out: Losses,
}

impl<W: Write> Reports<W> {
    pub(super) fn new(out: W, json: bool) -> Self {
        Self { out, json, path: String::new(), game: 0, summary: Summary::default() }
    }

    /// A file begins.
    pub(super) fn begin(&mut self, path: String) {
        self.path = path;
        self.game = 0;
        self.summary.files += 1;
    }

    /// A file has no games, and nobody said it had.
    pub(super) fn skip_file(&mut self) -> anyhow::Result<()> {
        self.summary.files -= 1;
        self.summary.files_without_games += 1;
        if self.json {
            writeln!(self.out, "{}", json!({ "file": self.path, "skipped": "no games" }))?;
        } else {
            writeln!(self.out, "{}: skipped, no games", self.path)?;
        }
        Ok(())
    }

    /// A file cannot be read at all.
    pub(super) fn refuse_file(&mut self, error: &dyn std::error::Error) -> anyhow::Result<()> {
        self.summary.files_refused += 1;
        let (path, error) = (&self.path, error.to_string());
        if self.json {
            writeln!(self.out, "{}", json!({ "file": path, "error": error }))?;
        } else {
            writeln!(self.out, "{path}: {error}")?;
        }
        Ok(())
    }

    /// The next game cannot be read or written.
    pub(super) fn refuse(
        &mut self,
        error: &dyn std::error::Error,
        line: Option<usize>,
    ) -> anyhow::Result<()> {
        self.game += 1;
        self.summary.games_refused += 1;
        let (path, game, error) = (&self.path, self.game, error.to_string());
        if self.json {
            let report: BTreeMap<&str, serde_json::Value> = [
                ("file", json!(path)),
                ("game", json!(game)),
                ("line", json!(line)),
                ("error", json!(error)),
            ]
            .into();
            writeln!(self.out, "{}", serde_json::to_string(&report)?)?;
        } else {
            writeln!(self.out, "{path}: game {game}: {error}")?;
        }
        Ok(())
    }

    /// The next game was written, but for some things perhaps.
    pub(super) fn converted(&mut self, losses: Losses) -> anyhow::Result<()> {
        self.game += 1;
        self.summary.games += 1;
        if losses.is_empty() {
            return Ok(());
        }
        self.summary.games_with_losses += 1;
        self.summary.left_out += losses;
        let (path, game) = (&self.path, self.game);
        if self.json {
            let report = json!({ "file": path, "game": game, "left_out": losses });
            writeln!(self.out, "{report}")?;
        } else {
            writeln!(self.out, "{path}: game {game}: left out: {losses}")?;
        }
        Ok(())
    }

    /// Says the sum, and whether everything could be converted.
    pub(super) fn finish(mut self) -> anyhow::Result<bool> {
        let Summary {
            files, files_refused, games, games_refused, games_with_losses, left_out, ..
        } = &self.summary;
        if self.json {
            writeln!(self.out, "{}", json!({ "summary": self.summary }))?;
        } else {
            let count = |count: &usize, one: &str| {
                format!("{count} {one}{}", if *count == 1 { "" } else { "s" })
            };
            let refused = |count: &usize| match count {
                0 => String::new(),
                count => format!(" ({count} refused)"),
            };
            let (files, bad_files) = (count(files, "file"), refused(files_refused));
            let (converted, bad_games) = (count(games, "game"), refused(games_refused));
            write!(self.out, "{files}{bad_files}: {converted} converted{bad_games}")?;
            if !left_out.is_empty() {
                write!(self.out, "; left out of {games_with_losses}: {left_out}")?;
            }
            writeln!(self.out)?;
        }
        Ok(self.summary.files_refused + self.summary.games_refused == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_one_line() {
        let mut text = Vec::new();
        let mut reports = Reports::new(&mut text, false);
        reports.begin("a.pgn".to_owned());
        reports.converted(Losses::default()).unwrap();
        reports.converted(Losses { glyphs: 2, ..Losses::default() }).unwrap();
        reports.refuse(&std::fmt::Error, Some(7)).unwrap();
        reports.begin("b.pgn".to_owned());
        reports.refuse_file(&std::fmt::Error).unwrap();
        assert!(!reports.finish().unwrap());
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "a.pgn: game 2: left out: 2 glyphs");
        assert!(lines[1].starts_with("a.pgn: game 3: "));
        assert_eq!(
            lines[3],
            "2 files (1 refused): 2 games converted (1 refused); left out of 1: 2 glyphs"
        );
    }
}
