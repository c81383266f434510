//! `analyze` for one position, with the search shown as it runs.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::super::Ending;
use super::super::args::search_error;
use super::super::interrupt::Interrupt;
use super::super::position::COMMAND_LINE;
use super::super::terminal::out_columns;
use super::AnalyzeArgs;
use super::lines::{LineTable, header};
use super::live::LiveView;
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{
    EngineError, EngineSource, Reports, SearchNews, SearchRequest, SearchResult, Searcher,
};
use chuhe_engine::notation::diagram::Diagram;
use chuhe_engine::search::Event;
use chuhe_localize::tr;
use chuhe_review::analysis::{PositionOrigin, SearchReport};

/// The interval between updates of the progress bar while the search reports nothing.
const TICK: Duration = Duration::from_millis(100);

impl AnalyzeArgs {
    /// Searches the position given on the command line. Text output appears during the search.
    pub(super) fn run_single(
        &self,
        position: &Position,
        engines: &EngineSource,
        out: &mut impl Write,
    ) -> failure::Result<Ending> {
        let mut config = self.engine.config(0);
        self.multipv.apply(&mut config);
        if !self.json {
            self.introduce(out, position, &config, engines.other_name())?;
        }
        let width = out_columns();
        let table = LineTable { position, moves: self.notation.format(), width };
        let request = SearchRequest {
            config,
            ..SearchRequest::new(position.clone(), self.limits().limits())
        };
        let Some(result) = self.search(out, &mut *engines.open(), request, &table)? else {
            return Ok(Ending::Interrupted);
        };
        if !self.json {
            table.write_answer(out, &result)?;
            return Ok(Ending::Done);
        }
        let ply = position.history().len();
        let engine = engines.other_name();
        let origin = PositionOrigin { source: COMMAND_LINE.to_owned(), game: 1, ply };
        outputs::json(out, &SearchReport::new(origin, position, engine, &result))?;
        Ok(Ending::Done)
    }

    /// Prints the board and the limits of the search.
    fn introduce(
        &self,
        out: &mut impl Write,
        position: &Position,
        config: &Config,
        engine: Option<&str>,
    ) -> failure::Result<()> {
        let last_move = position.history().last().and_then(|undo| undo.mv);
        let diagram = Diagram { last_move, ..Diagram::new(position.board()) };
        writeln!(out, "{}\n{}", self.board.style(diagram), position.fen())?;
        let us = position.side_to_move();
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
        let limits = ends.join(&tr!("analyze-or"));
        let plan = match engine {
            None => tr!(
                "analyze-plan",
                limits = limits,
                threads = config.effective_threads(),
                hash = config.effective_hash_mb(),
            ),
            // Its threads and table may be set by its own options, which follow its name.
            Some(engine) => tr!("analyze-plan-other", limits = limits, engine = engine),
        };
        Ok(writeln!(out, "{plan}\n")?)
    }

    /// Searches until a limit is reached or Ctrl-C is pressed, and shows the progress. Returns `None` if Ctrl-C came
    /// before the engine was ready.
    fn search(
        &self,
        out: &mut impl Write,
        engine: &mut dyn Searcher,
        request: SearchRequest,
        table: &LineTable<'_>,
    ) -> failure::Result<Option<SearchResult>> {
        let limits = self.limits();
        let mut view = LiveView::new(&limits, !self.json);
        let (sender, news) = mpsc::channel();
        let deliver = Box::new(move |news| drop(sender.send(news)));
        let ticket = engine.submit(request, deliver).map_err(search_error)?;
        let stop = Interrupt::watch_and(move || ticket.stop())?;
        let mut reports = Reports::default();
        let writes_lines = !self.json && !view.shows_lines();
        let mut heading = Some(header());
        loop {
            // Another engine may take longer to answer than a signal may otherwise wait.
            stop.acknowledged();
            let event = match news.recv_timeout(TICK) {
                Ok(SearchNews::Event(event)) => event,
                Ok(SearchNews::Failed(error)) => return Err(search_error(error)),
                Ok(SearchNews::Withdrawn) => return Ok(None),
                Ok(SearchNews::Queued { .. } | SearchNews::Started) => continue,
                Err(RecvTimeoutError::Timeout) => {
                    view.tick();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(search_error(EngineError::Panicked));
                }
            };
            log::debug!("{event:?}");
            reports.note(&event);
            match event {
                Event::Info(info) => {
                    if writes_lines && !info.pv.is_empty() {
                        if let Some(heading) = heading.take() {
                            writeln!(out, "{heading}")?;
                        }
                        writeln!(out, "{}", table.row(&info))?;
                    }
                    view.update(&info);
                    view.show(table, reports.lines());
                }
                Event::BestMove(_) => break,
                Event::Effort { nodes, time, hashfull } => {
                    view.update_effort(nodes, time, hashfull);
                }
                Event::Budget { .. } | Event::CurrentMove { .. } => {}
            }
        }
        if view.finish() {
            table.write(out, reports.lines())?;
        }
        Ok(Some(reports.result()))
    }
}
