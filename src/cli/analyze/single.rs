//! One search, shown as it runs.

use std::io::Write;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use anyhow::Context;

use super::AnalyzeArgs;
use super::lines::{self, Lines};
use super::live::LiveView;
use crate::board::Position;
use crate::engine::Engine;
use crate::notation::diagram::Diagram;
use crate::search::{BestMove, Event};

/// How often the progress bar moves while the search says nothing.
const TICK: Duration = Duration::from_millis(100);

impl AnalyzeArgs {
    /// Searches the position of the command line and writes what is found, as it comes if it is for people.
    pub(super) fn run_single(self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut engine = self.engine.engine()?;
        engine.set_option(self.multipv.name, &self.multipv.value)?;
        let position = self.position.position()?;
        engine.set_position(position.clone());
        if !self.json {
            self.introduce(out, &position, &engine)?;
        }
        let (lines, best) = self.search(out, &mut engine)?;
        if self.json {
            lines.write_json(out, &position, best)
        } else {
            lines::write_answer(out, &position, best)
        }
    }

    /// The board, and what is about to happen.
    fn introduce(
        &self,
        out: &mut impl Write,
        position: &Position,
        engine: &Engine,
    ) -> anyhow::Result<()> {
        let last_move = position.history().last().and_then(|undo| undo.mv);
        let diagram = Diagram { last_move, ..Diagram::new(position.board()) };
        writeln!(out, "{}\n{}", self.board.style(diagram), position.fen())?;
        let (config, us) = (engine.config(), position.side_to_move());
        let moves = position.legal_moves().len();
        let check = if position.in_check() { ", in check" } else { "" };
        writeln!(out, "{us} to move{check}, {moves} legal moves")?;
        if moves == 0 {
            return Ok(());
        }
        let limits = self.limits();
        let ends: Vec<String> = [
            limits.depth.map(|depth| format!("depth {depth}")),
            limits.nodes.map(|nodes| format!("{nodes} nodes")),
            limits.move_time.map(|time| format!("{} s", time.as_secs_f64())),
        ]
        .into_iter()
        .flatten()
        .collect();
        writeln!(
            out,
            "search to {}; threads {}, hash {} MB; scores in centipawns for {us}, moves in ICCS \
             coordinates\n",
            ends.join(" or "),
            config.effective_threads(),
            config.effective_hash_mb(),
        )?;
        Ok(())
    }

    /// Searches until a limit or Ctrl-C, showing what comes.
    fn search(
        &self,
        out: &mut impl Write,
        engine: &mut Engine,
    ) -> anyhow::Result<(Lines, BestMove)> {
        let limits = self.limits();
        let mut view = LiveView::new(&limits, !self.json);
        let mut search = engine.start(limits);
        let handle = search.handle();
        ctrlc::set_handler(move || handle.stop()).context("cannot listen for Ctrl-C")?;
        let mut lines = Lines::default();
        loop {
            match search.next_timeout(TICK) {
                Ok(Event::Info(info)) => {
                    log::debug!("{info:?}");
                    if !self.json && !view.shows_lines() {
                        lines.write_next(out, &info)?;
                    }
                    view.update(&info);
                    lines.add(info);
                    view.show(&lines);
                }
                Ok(Event::BestMove(best)) => {
                    if view.finish() {
                        lines.write_table(out)?;
                    }
                    return Ok((lines, best));
                }
                Ok(event) => log::debug!("{event:?}"),
                Err(RecvTimeoutError::Timeout) => view.tick(),
                Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the search gave no answer"),
            }
        }
    }
}
