//! The progress of a match, shown as a live table on a terminal and as lines elsewhere.

use std::io::{self, IsTerminal, Write};

use indicatif::ProgressBar;

use super::super::progress;
use super::report;
use chuhe_arena::GameRecord;
use chuhe_arena::summary::{MatchState, MatchSummary};
use chuhe_localize::tr;

/// Shows the progress of a match.
pub(super) struct Live {
    /// The live table, hidden if stderr is not a terminal.
    bar: ProgressBar,
    /// Whether finished games are reported as lines.
    plain: bool,
    /// The number of games between reports; 0 for no reports.
    interval: u64,
}

impl Live {
    /// Starts the display of a match of `total` games, `done` of which were played earlier.
    pub(super) fn new(done: u64, total: u64, interval: u64) -> Self {
        let plain = !io::stderr().is_terminal();
        let template = format!("{}\n{{msg}}", tr!("match-progress"));
        let bar = progress::resumed_bar(done, total, &template);
        Self { bar, plain, interval }
    }

    /// Reports a finished game.
    pub(super) fn game(
        &self,
        out: &mut impl Write,
        game: &GameRecord,
        names: &[String],
        summary: impl FnOnce() -> MatchSummary,
    ) -> io::Result<()> {
        self.bar.inc(1);
        let played = self.bar.position();
        if !self.plain {
            self.bar.set_message(report::table(&summary()));
            return Ok(());
        }
        let total = self.bar.length().unwrap_or_default() as u32;
        writeln!(out, "{}", report::game_line(game, names, played, total))?;
        // The report at the end of the match follows anyway.
        let is_due = self.interval > 0 && played.is_multiple_of(self.interval);
        let due = is_due.then(summary).filter(|summary| summary.state == MatchState::Running);
        if let Some(summary) = due {
            writeln!(out, "{}\n", report::table(&summary))?;
        }
        out.flush()
    }

    /// Clears the table from the terminal.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
