//! One search, shown as it runs.

use std::io::Write;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use super::super::interrupt::on_interrupt;
use super::super::terminal::out_columns;
use super::AnalyzeArgs;
use super::lines::{HEADER, LineTable};
use super::live::LiveView;
use crate::analysis::SearchReport;
use crate::board::Position;
use crate::engine::{Engine, SearchResult};
use crate::notation::diagram::Diagram;
use crate::search::Event;

/// How often the progress bar moves while the search says nothing.
const TICK: Duration = Duration::from_millis(100);

impl AnalyzeArgs {
    /// Searches the position of the command line and writes what is found, as it comes if it is for people.
    pub(super) fn run_single(self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut engine = self.engine.engine(&self.multipv)?;
        let position = self.position.position()?;
        engine.set_position(position.clone());
        if !self.json {
            self.introduce(out, &position, &engine)?;
        }
        let width = out_columns();
        let table = LineTable { position: &position, moves: self.notation.format(), width };
        let result = self.search(out, &mut engine, &table)?;
        if !self.json {
            return Ok(table.write_answer(out, &result)?);
        }
        for info in &result.lines {
            let report = SearchReport::new(&position, result.best, info);
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        }
        Ok(())
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
            "search to {}; threads {}, hash {} MB; scores in pawns from red's view\n",
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
        table: &LineTable<'_>,
    ) -> anyhow::Result<SearchResult> {
        let limits = self.limits();
        let mut view = LiveView::new(&limits, !self.json);
        let mut search = engine.start(limits.limits());
        let handle = search.handle();
        on_interrupt(move || handle.stop())?;
        let writes_lines = !self.json && !view.shows_lines();
        let mut header = Some(HEADER);
        loop {
            match search.next_timeout(TICK) {
                Ok(Event::Info(info)) => {
                    log::debug!("{info:?}");
                    if writes_lines && !info.pv.is_empty() {
                        if let Some(header) = header.take() {
                            writeln!(out, "{header}")?;
                        }
                        writeln!(out, "{}", table.row(&info))?;
                    }
                    view.update(&info);
                    view.show(table, search.lines());
                }
                Ok(event) => log::debug!("{event:?}"),
                Err(RecvTimeoutError::Timeout) => view.tick(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if view.finish() {
            table.write(out, search.lines())?;
        }
        Ok(search.wait())
    }
}
