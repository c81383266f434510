//! Many positions, several at a time, their results in order.

mod journal;
mod record;
mod source;
mod worker;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use anyhow::{Context, anyhow};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde_json::json;

use self::journal::Journal;
use self::source::{Item, Source};
use self::worker::Worker;
use super::super::{INTERRUPTED, SOME_REFUSED};
use super::{AnalyzeArgs, ResultFormat};

/// Bytes of table for each node that a search may take: entries are 16 bytes, and no entry has to give way.
const TABLE_BYTES_PER_NODE: u64 = 32;
/// The table where nodes do not say how much is needed, and the most that they ask for, in MB.
const TABLE_MB: [u64; 2] = [16, 64];

/// What became of an item: its text, or why it was refused.
struct Done {
    number: u64,
    result: Result<String, String>,
}

/// Searches all positions of the command line.
///
/// # Errors
/// If the results cannot be written or an engine cannot be had.
pub(super) fn run(args: &AnalyzeArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let format = match args.format {
        Some(format) => format,
        None if args.json => ResultFormat::Jsonl,
        None => ResultFormat::Text,
    };
    let source = Source::new(&args.inputs, args.from, args.positions)?;
    let (mut journal, mut done) = (None, 0);
    if let Some(path) = &args.out {
        let (opened, last) =
            Journal::open(path, &terms(args, format, &source)?, format, args.fresh)?;
        journal = Some(opened);
        done = last;
    } else if format == ResultFormat::Csv {
        out.write_all(record::CSV_HEADER.as_bytes())?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = Arc::clone(&stop);
    ctrlc::set_handler(move || stopper.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;
    let bar = progress_bar(&source, done);
    let mut batch = Batch { out, journal, bar, next: done + 1, refused: 0 };
    batch.run(args, format, &source, done, &stop)?;
    batch.finish(stop.load(Ordering::Relaxed))
}

/// All that the results depend on.
fn terms(
    args: &AnalyzeArgs,
    format: ResultFormat,
    source: &Source,
) -> anyhow::Result<serde_json::Value> {
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "input": source.digest()?,
        "from": args.from.map(|from| from.file_format().extension()),
        "positions": args.positions,
        "format": format,
        "depth": args.depth,
        "nodes": args.nodes,
        "movetime": args.limits().move_time.map(|time| time.as_millis() as u64),
        "multipv": args.multipv.value,
        "options": args.engine.settings(table_mb(args)),
    }))
}

/// The size of each table unless the command line says it, in MB.
fn table_mb(args: &AnalyzeArgs) -> u64 {
    let [default, most] = TABLE_MB;
    args.nodes.map_or(default, |nodes| {
        nodes.saturating_mul(TABLE_BYTES_PER_NODE).div_ceil(1 << 20).clamp(1, most)
    })
}

/// A bar with rate and time left, on a terminal; counting all positions takes a while, so elsewhere there is none.
fn progress_bar(source: &Source, done: u64) -> ProgressBar {
    if !io::IsTerminal::is_terminal(&io::stderr()) {
        return ProgressBar::hidden();
    }
    let mut count = 0;
    let _ = source.visit(|_| {
        count += 1;
        ControlFlow::Continue(())
    });
    let template = "{bar:30} {pos}/{len} positions, {rate} a second, {eta} left";
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        // A bar that cannot be drawn is no reason to stop.
        let _ = write!(out, "{:.1}", state.per_sec());
    };
    let style = ProgressStyle::with_template(template).expect("the template is sound");
    let style = style.with_key("rate", rate);
    let bar = ProgressBar::new(count).with_style(style);
    bar.set_position(done);
    bar.reset_eta();
    bar
}

/// What writes the results.
struct Batch<'a, W> {
    out: &'a mut W,
    journal: Option<Journal>,
    bar: ProgressBar,
    /// The number of the item that is written next.
    next: u64,
    refused: u64,
}

impl<W: Write> Batch<'_, W> {
    /// Goes through the items behind the first `done`.
    fn run(
        &mut self,
        args: &AnalyzeArgs,
        format: ResultFormat,
        source: &Source,
        done: u64,
        stop: &AtomicBool,
    ) -> anyhow::Result<()> {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let jobs = if args.jobs == 0 { cores() } else { args.jobs };
        let workers = (0..jobs)
            .map(|_| Worker::new(args, format, table_mb(args)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let refused_before = AtomicU64::new(0);
        // Enough that nobody waits, and little: a position takes some kilobytes.
        let (items, inbox) = mpsc::sync_channel::<Item>(2 * jobs);
        let inbox = Mutex::new(inbox);
        let (results, finished) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                let items = items;
                let _ = source.visit(|item| {
                    if item.number <= done {
                        refused_before
                            .fetch_add(u64::from(item.position.is_err()), Ordering::Relaxed);
                        return ControlFlow::Continue(());
                    }
                    // Nobody takes it if the end has come.
                    match items.send(item) {
                        Ok(()) if !stop.load(Ordering::Relaxed) => ControlFlow::Continue(()),
                        _ => ControlFlow::Break(()),
                    }
                });
            });
            for mut worker in workers {
                let (results, inbox) = (results.clone(), &inbox);
                scope.spawn(move || {
                    loop {
                        let item = inbox.lock().ok().and_then(|inbox| inbox.recv().ok());
                        let Some(item) = item.filter(|_| !stop.load(Ordering::Relaxed)) else {
                            break;
                        };
                        let number = item.number;
                        let result = worker.search(item, stop).transpose();
                        let done =
                            result.map(|result| result.map(|result| Done { number, result }));
                        let is_over = done.as_ref().is_none_or(Result::is_err);
                        if done.is_some_and(|done| results.send(done).is_err()) || is_over {
                            break;
                        }
                    }
                });
            }
            drop(results);
            let written = self.write_in_order(&finished);
            // Whoever still works may go, and whoever waits for a place.
            if written.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            let drained = inbox.lock().map(|inbox| while inbox.try_recv().is_ok() {});
            written.and(drained.map_err(|_| anyhow!("a search thread failed")))
        })?;
        self.refused += refused_before.into_inner();
        Ok(())
    }

    fn write_in_order(
        &mut self,
        finished: &mpsc::Receiver<anyhow::Result<Done>>,
    ) -> anyhow::Result<()> {
        let mut waiting = BTreeMap::new();
        for done in finished {
            let Done { number, result } = done?;
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&self.next) {
                self.next += 1;
                self.write(result)?;
                self.bar.inc(1);
            }
        }
        Ok(())
    }

    fn write(&mut self, result: Result<String, String>) -> anyhow::Result<()> {
        match (result, &mut self.journal) {
            (Ok(text), Some(journal)) => journal.append(&text)?,
            (Ok(text), None) => self.out.write_all(text.as_bytes())?,
            (Err(error), _) => {
                self.refused += 1;
                self.bar.suspend(|| writeln!(io::stderr(), "{error}"))?;
            }
        }
        Ok(())
    }

    fn finish(self, interrupted: bool) -> anyhow::Result<ExitCode> {
        self.bar.finish_and_clear();
        self.out.flush()?;
        let analyzed = self.next - 1;
        if interrupted {
            let goes_on = if self.journal.is_some() { "; the same command goes on" } else { "" };
            writeln!(io::stderr(), "interrupted after {analyzed} positions{goes_on}")?;
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if let Some(journal) = self.journal {
            journal.finish()?;
        }
        if self.refused > 0 {
            writeln!(io::stderr(), "{} of {analyzed} positions could not be read", self.refused)?;
            return Ok(ExitCode::from(SOME_REFUSED));
        }
        Ok(ExitCode::SUCCESS)
    }
}
