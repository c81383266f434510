//! The live view of a search on a terminal.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::lines::{LineTable, header};
use chuhe_engine::search::{SearchInfo, nodes_per_second};
use chuhe_localize::tr;
use chuhe_review::analysis::PositionLimits;

/// The length of the progress bar, in arbitrary units.
const FULL: f64 = 1000.0;

/// A table of lines of play, and a bar that shows the progress toward the nearest limit. Both are drawn on stderr if it
/// is a terminal.
pub(super) struct LiveView {
    screen: MultiProgress,
    bar: ProgressBar,
    /// The rows of the table, header first; `None` if the lines of play are written to stdout instead.
    table: Option<Vec<ProgressBar>>,
    start: Instant,
    depth_limit: Option<u32>,
    node_limit: Option<u64>,
    time_limit: Option<Duration>,
    /// The depth of the latest report.
    depth: u32,
    /// The fraction of the depth or node limit used so far, from 0 to 1.
    used: f64,
}

impl LiveView {
    pub(super) fn new(limits: &PositionLimits, wants_lines: bool) -> Self {
        let terminal = io::stderr().is_terminal();
        let screen = MultiProgress::with_draw_target(if terminal {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        });
        let bar = screen.add(ProgressBar::new(FULL as u64));
        bar.set_style(style("{bar:30} {msg}"));
        Self {
            screen,
            bar,
            table: (wants_lines && terminal && io::stdout().is_terminal()).then(Vec::new),
            start: Instant::now(),
            depth_limit: limits.depth,
            node_limit: limits.nodes,
            time_limit: limits.move_time,
            depth: 0,
            used: 0.0,
        }
    }

    /// Whether lines of play are shown here rather than written to stdout.
    pub(super) const fn shows_lines(&self) -> bool {
        self.table.is_some()
    }

    /// Updates the bar from a search report.
    pub(super) fn update(&mut self, info: &SearchInfo) {
        self.depth = info.depth;
        let depth = self.depth_limit.map(|limit| f64::from(info.depth) / f64::from(limit));
        self.used = depth.map_or(self.used, |depth| self.used.max(depth)).min(1.0);
        self.update_effort(info.nodes, info.time, info.hashfull);
    }

    /// Updates the bar from what the search says about itself between reports.
    pub(super) fn update_effort(&mut self, nodes: u64, time: Duration, hashfull: u32) {
        let share = self.node_limit.map(|limit| nodes as f64 / limit as f64);
        self.used = share.map_or(self.used, |share| self.used.max(share)).min(1.0);
        self.bar.set_message(tr!(
            "analyze-progress",
            depth = self.depth,
            nodes = format!("{:.1}", nodes as f64 / 1e6),
            speed = format!("{:.2}", nodes_per_second(nodes, time) as f64 / 1e6),
            hash = hashfull / 10,
        ));
        self.tick();
    }

    /// Shows the current lines.
    pub(super) fn show(&mut self, look: &LineTable<'_>, lines: &[SearchInfo]) {
        let Some(table) = &mut self.table else { return };
        let rows: Vec<String> = std::iter::once(header()).chain(look.rows(lines)).collect();
        while table.len() < rows.len() {
            let row = self.screen.insert_before(&self.bar, ProgressBar::new(0));
            row.set_style(style("{wide_msg}"));
            table.push(row);
        }
        for (row, text) in table.iter().zip(rows) {
            row.set_message(text);
        }
    }

    /// Advances the bar with the elapsed time.
    pub(super) fn tick(&self) {
        let time = self
            .time_limit
            .map_or(0.0, |limit| self.start.elapsed().as_secs_f64() / limit.as_secs_f64());
        self.bar.set_position((self.used.max(time).min(1.0) * FULL) as u64);
    }

    /// Clears the view. Returns true if it showed lines of play, which the caller must then write out.
    pub(super) fn finish(self) -> bool {
        for row in self.table.iter().flatten() {
            row.finish_and_clear();
        }
        self.bar.finish_and_clear();
        self.table.is_some()
    }
}

/// A progress style, made from a template in this file.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates are valid")
}
