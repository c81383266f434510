//! `analyze` for one position, with the search shown as it runs.

use std::io::Write;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use super::super::interrupt::Interrupt;
use super::super::position::COMMAND_LINE;
use super::super::terminal::out_columns;
use super::AnalyzeArgs;
use super::lines::{LineTable, header};
use super::live::LiveView;
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::board::Position;
use chuhe_engine::engine::{Engine, SearchResult};
use chuhe_engine::notation::diagram::Diagram;
use chuhe_engine::search::Event;
use chuhe_localize::tr;
use chuhe_review::analysis::{PositionOrigin, SearchReport};

/// The interval between updates of the progress bar while the search reports nothing.
const TICK: Duration = Duration::from_millis(100);

impl AnalyzeArgs {
    /// Searches the position given on the command line. Text output appears during the search.
    pub(super) fn run_single(
        self,
        position: &Position,
        out: &mut impl Write,
    ) -> failure::Result<()> {
        let mut engine = self.engine.engine(&self.multipv)?;
        engine.set_position(position.clone());
        if !self.json {
            self.introduce(out, position, &engine)?;
        }
        let width = out_columns();
        let table = LineTable { position, moves: self.notation.format(), width };
        let result = self.search(out, &mut engine, &table)?;
        if !self.json {
            return Ok(table.write_answer(out, &result)?);
        }
        let ply = position.history().len();
        let origin = PositionOrigin { source: COMMAND_LINE.to_owned(), game: 1, ply };
        Ok(outputs::json(out, &SearchReport::new(origin, position, &result))?)
    }

    /// Prints the board and the limits of the search.
    fn introduce(
        &self,
        out: &mut impl Write,
        position: &Position,
        engine: &Engine,
    ) -> failure::Result<()> {
        let last_move = position.history().last().and_then(|undo| undo.mv);
        let diagram = Diagram { last_move, ..Diagram::new(position.board()) };
        writeln!(out, "{}\n{}", self.board.style(diagram), position.fen())?;
        let (config, us) = (engine.config(), position.side_to_move());
        let moves = position.legal_moves().len();
        let side = tr!("side", side = us.to_string());
        let check = if position.in_check() { "yes" } else { "no" };
        let to_move = tr!("analyze-to-move", side = side, check = check, moves = moves);
        writeln!(out, "{to_move}")?;
        if moves == 0 {
            return Ok(());
        }
        let limits = self.limits();
        let ends: Vec<String> = [
            limits.depth.map(|depth| tr!("analyze-depth", depth = depth)),
            limits.nodes.map(|nodes| tr!("analyze-nodes", nodes = nodes.to_string())),
            limits
                .move_time
                .map(|time| tr!("analyze-time", seconds = time.as_secs_f64().to_string())),
        ]
        .into_iter()
        .flatten()
        .collect();
        let plan = tr!(
            "analyze-plan",
            limits = ends.join(&tr!("analyze-or")),
            threads = config.effective_threads(),
            hash = config.effective_hash_mb(),
        );
        writeln!(out, "{plan}\n")?;
        Ok(())
    }

    /// Searches until a limit is reached or Ctrl-C is pressed, and shows the progress.
    fn search(
        &self,
        out: &mut impl Write,
        engine: &mut Engine,
        table: &LineTable<'_>,
    ) -> failure::Result<SearchResult> {
        let limits = self.limits();
        let mut view = LiveView::new(&limits, !self.json);
        let mut search = engine.start(limits.limits());
        let handle = search.handle();
        Interrupt::watch_and(move || handle.stop())?;
        let writes_lines = !self.json && !view.shows_lines();
        let mut heading = Some(header());
        loop {
            match search.next_timeout(TICK) {
                Ok(Event::Info(info)) => {
                    log::debug!("{info:?}");
                    if writes_lines && !info.pv.is_empty() {
                        if let Some(heading) = heading.take() {
                            writeln!(out, "{heading}")?;
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
