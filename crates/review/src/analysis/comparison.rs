//! Searches each position with several engines, and looks deeper where they disagree.

use serde::Serialize;

use super::batch::{Batch, BatchError, BatchHandle, BatchRun, ReadPosition};
use super::positions::QueuedPosition;
use super::report::PositionReport;
use crate::dispute::Dispute;
use chuhe_engine::engine::config::ConfigError;
use chuhe_engine::engine::{EngineError, EngineSource, Searcher};

/// A batch whose positions are searched by one or more engines, one after another.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The options, the limits of each engine, and the first engine.
    pub batch: Batch,
    /// The other engines.
    pub others: Vec<EngineSource>,
}

/// What one or more engines found in a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionComparison {
    /// The report of each engine. Of several, each names its engine.
    pub reports: Vec<PositionReport>,
    /// The best moves, if they differ, and what the engines think of them after a deeper look.
    pub dispute: Option<Dispute>,
}

impl Comparison {
    /// The engines.
    pub fn engines(&self) -> impl Iterator<Item = &EngineSource> {
        [&self.batch.engines].into_iter().chain(&self.others)
    }

    /// Starts searching positions, and returns at once.
    ///
    /// # Errors
    /// If an option is out of range, or no thread can be started.
    pub fn start<P>(&self, positions: P) -> Result<BatchRun<PositionComparison>, ConfigError>
    where
        P: IntoIterator<Item = QueuedPosition>,
        P::IntoIter: Send + 'static,
    {
        let batches: Vec<Batch> = self
            .engines()
            .map(|engines| Batch { engines: engines.clone(), ..self.batch.clone() })
            .collect();
        let sources: Vec<EngineSource> = self.engines().cloned().collect();
        self.batch.run(
            positions.into_iter(),
            move || sources.iter().map(EngineSource::open).collect::<Vec<_>>(),
            Box::new(move |engines: &mut Vec<_>, queued, stop| match ReadPosition::new(queued) {
                Ok(read) => compare(&batches, engines, &read, stop),
                Err(refused) => Some(Err(refused)),
            }),
        )
    }
}

/// Searches a position with each engine. Returns `None` if the batch is stopped.
fn compare(
    batches: &[Batch],
    engines: &mut [Box<dyn Searcher>],
    read: &ReadPosition,
    stop: &BatchHandle,
) -> Option<Result<PositionComparison, BatchError>> {
    let mut reports = Vec::new();
    for (batch, engine) in batches.iter().zip(&mut *engines) {
        match batch.search(&mut **engine, read, stop)? {
            Ok(report) => reports.push(report),
            Err(error) => return Some(Err(error)),
        }
    }
    if let [_, _, ..] = batches {
        for (report, batch) in reports.iter_mut().zip(batches) {
            report.engine = Some(batch.engines.name().to_owned());
        }
    }
    let mut moves = Vec::new();
    for mv in reports.iter().filter_map(|report| report.best_move) {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    if moves.len() < 2 {
        return Some(Ok(PositionComparison { reports, dispute: None }));
    }
    let batch = batches.first()?;
    let (config, limits) = (&batch.config, &batch.limits.limits());
    let is_stopped = || stop.is_stopped();
    match Dispute::settle(engines, &read.position, &moves, (config, limits), &is_stopped) {
        Ok(dispute) => Some(Ok(PositionComparison { reports, dispute: Some(dispute) })),
        Err(EngineError::Stopped) => None,
        Err(error) => Some(Err(BatchError::Engine(error))),
    }
}

impl PositionComparison {
    /// The position's number in the batch, counted from 1.
    pub fn number(&self) -> u64 {
        self.reports.first().map_or(0, |report| report.number)
    }

    /// Returns the comparison as a JSON object on one line; that of one engine is its report.
    ///
    /// # Panics
    /// If it cannot be serialized, which would be a bug in this library.
    pub fn json_line(&self) -> String {
        if let [report] = &self.reports[..] {
            return report.json_line();
        }
        serde_json::to_string(self).expect("a comparison is plain data") + "\n"
    }

    /// The engines that chose the move on which all agree after a deeper look; `None` if there was no dispute, or it
    /// is not settled.
    pub fn right(&self) -> Option<Vec<&str>> {
        let settled = self.dispute.as_ref()?.settled;
        settled?;
        let right = self.reports.iter().filter(|report| report.best_move == settled);
        Some(right.filter_map(|report| report.engine.as_deref()).collect())
    }
}
