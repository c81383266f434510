//! `analyze` for many positions, which [`chuhe_review::analysis`] searches.

use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::Path;

use indicatif::ProgressBar;

use super::super::interrupt::Interrupt;
use super::super::numbers::cores;
use super::super::position::{COMMAND_LINE, Named};
use super::super::{Ending, UsageError, args, outputs, progress};
use super::{AnalyzeArgs, BatchFormat, block};
use crate::failure::{self, Context, Failure};
use chuhe_engine::engine::EngineSource;
use chuhe_engine::notation::MoveFormat;
use chuhe_formats::game_files::GameFile;
use chuhe_formats::lines;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_review::analysis::{
    Batch, BatchError, BatchTerms, Comparison, PositionComparison, PositionReadError,
    PositionReport, PositionSource, ResultFormat, table_mb,
};
use chuhe_review::results_file::ResultsFile;
use chuhe_util::files;

/// Searches all positions that the command line names.
///
/// # Errors
/// If there are no positions, if the results cannot be written, or if an engine cannot be started.
pub(super) fn run(
    args: &AnalyzeArgs,
    named: &[Named],
    mut engines: Vec<EngineSource>,
    out: &mut impl Write,
) -> failure::Result<Ending> {
    let format = result_format(args)?;
    let source = source(args, named)?;
    let limits = args.limits();
    let mut config = args.engine.config(table_mb(&limits));
    args.multipv.apply(&mut config);
    let fitting = || (cores().get() / config.effective_threads()).max(1);
    let jobs = args.jobs.map_or_else(fitting, NonZero::get);
    if format == ResultFormat::Csv && engines.len() > 1 {
        return Err(UsageError(tr!("analyze-csv-one-engine")).into());
    }
    let others = engines.split_off(1);
    let engines = engines.swap_remove(0);
    let comparison = Comparison { batch: Batch { config, limits, jobs, engines }, others };
    let language = chuhe_localize::current().tag();
    let mut file = match outputs::file(args.out.as_deref())? {
        Some(path) if files::is_stream(path) => {
            // Results written to a pipe are gone, so a later run cannot resume from them.
            let mut stream =
                files::Output::new(path).map_err(|error| outputs::refused(path, error))?;
            let tally = search(&comparison, &source, format, &mut None, &mut stream);
            let tally = tally.map_err(|error| match error.find_io(|_| Some(())) {
                Some(()) => error.context(path.display().to_string()),
                None => error,
            })?;
            return conclude(&tally, None);
        }
        Some(path) => {
            let terms = BatchTerms::new(&comparison, &source, format, language)?;
            let file = ResultsFile::open(path, &terms, format.header(), args.fresh);
            Some(file.map_err(outputs::results_file)?)
        }
        None => None,
    };
    match search(&comparison, &source, format, &mut file, out) {
        Ok(tally) => conclude(&tally, file),
        Err(error) => {
            if let Some(unfinished) = file.map(outputs::leave).transpose()?.flatten() {
                writeln!(outputs::stderr(), "{unfinished}")?;
            }
            Err(error)
        }
    }
}

/// The progress of a batch.
struct BatchTally {
    /// Finished positions, including unreadable ones and those from earlier runs.
    analyzed: u64,
    unread: Unread,
    interrupted: bool,
}

/// The number of positions with a move to find or avoid, and how many of them were solved.
#[derive(Default)]
struct Solved {
    tasks: usize,
    solved: usize,
}

impl Solved {
    fn count(&mut self, report: &PositionReport) {
        self.tasks += usize::from(report.solved.is_some());
        self.solved += usize::from(report.solved == Some(true));
    }

    /// The number of solved positions, as text; `None` if no position had a move to find or avoid. Positions from
    /// earlier runs, of which there were `before`, are not counted.
    fn text(&self, before: u64) -> Option<String> {
        let Self { tasks, solved } = *self;
        let text = match before {
            0 => tr!("analyze-solved", solved = solved, tasks = tasks),
            _ => {
                tr!("analyze-solved-since", solved = solved, tasks = tasks, first = before + 1)
            }
        };
        (tasks > 0).then_some(text)
    }
}

/// Searches the unfinished positions.
fn search(
    comparison: &Comparison,
    source: &PositionSource,
    format: ResultFormat,
    file: &mut Option<ResultsFile>,
    out: &mut impl Write,
) -> failure::Result<BatchTally> {
    if file.is_none() {
        out.write_all(format.header().as_bytes())?;
    }
    let done = file.as_ref().map_or(0, ResultsFile::last);
    let mut positions = source.positions().map_err(args::thread_error)?;
    let before = positions.by_ref().take(done as usize);
    let mut unread = Unread::default();
    before.filter_map(|position| position.position.err()).for_each(|error| unread.count(&error));
    let bar = progress_bar(source, done);
    let mut run = comparison.start(positions).map_err(args::engine_error)?;
    let handle = run.handle();
    let stopper = run.handle();
    let stop = Interrupt::watch_and(move || stopper.stop())?;
    let mut analyzed = done;
    let engines: Vec<&str> = comparison.engines().map(EngineSource::name).collect();
    let mut solved: Vec<Solved> = engines.iter().map(|_| Solved::default()).collect();
    for result in &mut run {
        if let Ok(PositionComparison { reports, .. }) = &result {
            solved.iter_mut().zip(reports).for_each(|(solved, report)| solved.count(report));
        }
        match (result, &mut *file) {
            (Ok(found), Some(file)) => {
                file.append(found.number(), &block::text(format, &found))?;
            }
            (Ok(found), None) => out.write_all(block::text(format, &found).as_bytes())?,
            (Err(BatchError::Refused(refused)), _) => {
                unread.count(&refused.error);
                bar.suspend(|| writeln!(outputs::stderr(), "{}", refused.localize()))?;
            }
            (Err(BatchError::Engine(error)), _) => {
                bar.finish_and_clear();
                return Err(args::search_error(error));
            }
        }
        analyzed += 1;
        bar.inc(1);
    }
    stop.acknowledged();
    bar.finish_and_clear();
    for (solved, engine) in solved.iter().zip(&engines) {
        let Some(mut text) = solved.text(done) else { continue };
        if engines.len() > 1 {
            text = tr!("analyze-solved-by", engine = *engine, solved = text);
        }
        // A line of text among JSON objects or CSV rows would make the output invalid.
        match (format, &*file) {
            (ResultFormat::Text(_), None) => writeln!(out, "{text}")?,
            _ => writeln!(outputs::stderr(), "{text}")?,
        }
    }
    out.flush()?;
    Ok(BatchTally { analyzed, unread, interrupted: handle.is_stopped() })
}

/// Finishes the results file and reports what is missing from it.
fn conclude(tally: &BatchTally, file: Option<ResultsFile>) -> failure::Result<Ending> {
    let BatchTally { analyzed, unread, interrupted } = tally;
    let mut stderr = outputs::stderr();
    if *interrupted {
        writeln!(stderr, "{}", tr!("analyze-interrupted", count = *analyzed))?;
        if let Some(unfinished) = file.map(outputs::leave).transpose()?.flatten() {
            writeln!(stderr, "{unfinished}")?;
        }
        return Ok(Ending::Interrupted);
    }
    if let Some(file) = file {
        if file.was_finished() {
            let path = file.path().display().to_string();
            writeln!(stderr, "{}", tr!("results-finished", path = path))?;
        }
        file.finish()?;
    }
    if *analyzed == 0 {
        return Err(Failure::new(tr!("analyze-no-positions")));
    }
    if unread.files + unread.positions + unread.rests > 0 {
        writeln!(stderr, "{}", unread.text(*analyzed))?;
        return Ok(Ending::PartialFailure);
    }
    Ok(Ending::Done)
}

/// Counts of what could not be read.
#[derive(Default)]
struct Unread {
    files: usize,
    positions: usize,
    /// Games of which only the first part was read.
    rests: usize,
}

impl Unread {
    fn count(&mut self, error: &PositionReadError) {
        let count = if error.is_of_source() {
            &mut self.files
        } else if error.is_rest() {
            &mut self.rests
        } else {
            &mut self.positions
        };
        *count += 1;
    }

    /// The summary of unreadable input. `all` is the number of results and refusals together.
    fn text(&self, all: u64) -> String {
        let mut parts = Vec::new();
        if self.files > 0 {
            parts.push(tr!("analyze-files-unread", count = self.files));
        }
        if self.positions > 0 {
            let all = all - self.files as u64;
            parts.push(tr!("analyze-unread", unread = self.positions, all = all));
        }
        if self.rests > 0 {
            parts.push(tr!("analyze-rests", count = self.rests));
        }
        parts.join(&tr!("analyze-sentence-separator"))
    }
}

/// The positions that the command line names, in texts, files, folders, or `-` for standard input.
fn source(args: &AnalyzeArgs, named: &[Named]) -> failure::Result<PositionSource> {
    let mut source = PositionSource::new(args.source.format(), args.positions.positions());
    for named in named {
        match named {
            Named::Position(named) if args.position.sets_ranks() => {
                let text = lines::write_moves(&named.game, MoveFormat::Coordinates)?.0;
                source.add_text(COMMAND_LINE, text.into_bytes(), None);
            }
            Named::Position(named) => {
                source.add_text(COMMAND_LINE, named.text.clone().into(), None);
            }
            Named::File(path) if path == Path::new("-") => {
                let bytes = GameFile::new("-").bytes().with_context(|| tr!("stdin"))?;
                source.add_text("stdin", bytes, args.source.encoding());
            }
            Named::File(path) => {
                let files = args.source.find([path])?;
                for file in files {
                    source.add_file(file);
                }
            }
        }
    }
    if named.is_empty() {
        source.add_text(COMMAND_LINE, b"startpos".to_vec(), None);
    }
    Ok(source)
}

/// A progress bar with the rate and the time left. It is shown only on a terminal, because all positions must first be
/// counted, which takes time.
fn progress_bar(source: &PositionSource, done: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    progress::resumed_bar(done, source.count(), &tr!("analyze-batch-progress"))
}

/// The chosen output format or, without a choice, the one that the file name implies.
fn result_format(args: &AnalyzeArgs) -> Result<ResultFormat, UsageError> {
    let asked = if args.json { Some(BatchFormat::Jsonl) } else { args.to };
    let path = args.out.as_deref().filter(|path| *path != Path::new("-"));
    let by_name = match (asked, path) {
        (None, Some(path)) => outputs::form_by_name(path, &BatchFormat::EXTENSIONS, "--to")?,
        _ => None,
    };
    Ok(match asked.or(by_name).unwrap_or(BatchFormat::Text) {
        BatchFormat::Text => ResultFormat::Text(args.notation.format()),
        BatchFormat::Jsonl => ResultFormat::Jsonl,
        BatchFormat::Csv => ResultFormat::Csv,
    })
}
