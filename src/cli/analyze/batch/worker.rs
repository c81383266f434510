//! An engine that searches one position after the other, each as if it were the first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use anyhow::bail;

use super::super::lines::Lines;
use super::super::{AnalyzeArgs, ResultFormat};
use super::record;
use super::source::Item;
use crate::engine::Engine;
use crate::search::{Event, Limits};

/// How often a search looks whether it has been interrupted.
const TICK: Duration = Duration::from_millis(50);

/// An engine with its settings.
pub(super) struct Worker {
    engine: Engine,
    limits: Limits,
    format: ResultFormat,
}

impl Worker {
    /// # Errors
    /// If its table or threads cannot be had.
    pub(super) fn new(
        args: &AnalyzeArgs,
        format: ResultFormat,
        table_mb: u64,
    ) -> anyhow::Result<Self> {
        let mut engine = args.engine.engine_with_hash(table_mb)?;
        engine.set_option(args.multipv.name, &args.multipv.value)?;
        Ok(Self { engine, limits: args.limits(), format })
    }

    /// What is to be written about an item, or why it is refused; nothing if the search was interrupted.
    ///
    /// # Errors
    /// If the engine fails.
    pub(super) fn search(
        &mut self,
        item: Item,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Result<String, String>>> {
        let Item { number, place, position } = item;
        let position = match position {
            Ok(position) => position,
            Err(error) => return Ok(Some(Err(format!("{}: {error}", place.source)))),
        };
        // Neither the table nor a handicap's whims may come from the position before.
        self.engine.new_game_with_seed(0);
        self.engine.set_position(position.clone());
        let mut running = self.engine.start(self.limits.clone());
        let mut lines = Lines::default();
        let mut interrupted = false;
        let best = loop {
            match running.next_timeout(TICK) {
                Ok(Event::Info(info)) => lines.add(info),
                Ok(Event::BestMove(best)) => break best,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    if stop.load(Ordering::Relaxed) {
                        interrupted = true;
                        running.stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => bail!("the search gave no answer"),
            }
        };
        if interrupted {
            return Ok(None);
        }
        let text = record::text(self.format, number, &place, &position, &lines, best)?;
        Ok(Some(Ok(text)))
    }
}
