//! Many positions: the words for [`crate::analysis`].

use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;

use super::super::inputs::GameFormat;
use super::super::interrupt::on_interrupt;
use super::super::{Ending, args, outputs, progress};
use super::{AnalyzeArgs, BatchFormat};
use crate::analysis::{
    Batch, BatchTerms, PositionSource, ResultFormat, ResultsFile, ResultsFileError, table_mb,
};
use crate::notation::game_files;

/// Searches all positions of the command line.
///
/// # Errors
/// If there are none, the results cannot be written or an engine cannot be had.
pub(super) fn run(args: &AnalyzeArgs, out: &mut impl Write) -> anyhow::Result<Ending> {
    let format = match args.format {
        Some(format) => format.result_format(),
        None if args.json => ResultFormat::Jsonl,
        None => ResultFormat::Text,
    };
    let source = source(args)?;
    let limits = args.limits();
    let mut config = args.engine.config(table_mb(&limits));
    args.multipv.apply(&mut config);
    let batch = Batch { config, limits, jobs: args.jobs };
    let mut file = match outputs::file(args.out.as_deref())? {
        Some(path) => Some(results_file(args, path, &BatchTerms::new(&batch, &source, format)?)?),
        None => None,
    };
    match search(&batch, &source, format, &mut file, out) {
        Ok(tally) => conclude(&tally, file),
        Err(error) => {
            if let Some(unfinished) = leave(file)? {
                writeln!(outputs::stderr(), "{unfinished}")?;
            }
            Err(error)
        }
    }
}

/// How far a batch came.
struct BatchTally {
    /// Positions done, those that could not be read and those of earlier runs included.
    analyzed: u64,
    /// Positions that could not be read.
    refused: u64,
    interrupted: bool,
}

/// Searches what is not yet done.
fn search(
    batch: &Batch,
    source: &PositionSource,
    format: ResultFormat,
    file: &mut Option<ResultsFile>,
    out: &mut impl Write,
) -> anyhow::Result<BatchTally> {
    if file.is_none() {
        out.write_all(format.header().as_bytes())?;
    }
    let done = file.as_ref().map_or(0, ResultsFile::done);
    let mut positions = source.positions();
    let before = positions.by_ref().take(done as usize);
    let mut refused = before.filter(|position| position.position.is_err()).count() as u64;
    let bar = progress_bar(source, done);
    let mut run = batch.start(positions).map_err(args::engine_error)?;
    let handle = run.handle();
    let stopper = run.handle();
    on_interrupt(move || stopper.stop())?;
    let mut analyzed = done;
    for result in &mut run {
        match (result, &mut *file) {
            (Ok(report), Some(file)) => file.append(&report)?,
            (Ok(report), None) => out.write_all(format.text(&report).as_bytes())?,
            (Err(error), _) => {
                refused += 1;
                bar.suspend(|| writeln!(outputs::stderr(), "{error}"))?;
            }
        }
        analyzed += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    out.flush()?;
    Ok(BatchTally { analyzed, refused, interrupted: handle.is_stopped() })
}

/// Ends the file of results, and tells what is missing in it.
fn conclude(tally: &BatchTally, file: Option<ResultsFile>) -> anyhow::Result<Ending> {
    let BatchTally { analyzed, refused, interrupted } = *tally;
    let mut stderr = outputs::stderr();
    if interrupted {
        writeln!(stderr, "interrupted after {analyzed} positions")?;
        if let Some(unfinished) = leave(file)? {
            writeln!(stderr, "{unfinished}")?;
        }
        return Ok(Ending::Interrupted);
    }
    match file {
        Some(file) if file.done() > 0 => file.finish()?,
        without_results => {
            leave(without_results)?;
        }
    }
    if analyzed == 0 {
        bail!("there are no positions to search");
    }
    if refused > 0 {
        writeln!(stderr, "{refused} of {analyzed} positions could not be read")?;
        return Ok(Ending::NotAllWell);
    }
    Ok(Ending::Done)
}

/// Leaves a file of results before its end: says what to do with it, or removes it if it has no results.
fn leave(file: Option<ResultsFile>) -> anyhow::Result<Option<String>> {
    let Some(file) = file else { return Ok(None) };
    if file.done() == 0 {
        file.discard()?;
        return Ok(None);
    }
    let (path, note) = (file.path().display(), file.note_path().display());
    Ok(Some(format!(
        "{path} is unfinished: the same command goes on with it, for which {note} is kept; \
         --fresh begins anew"
    )))
}

/// The words of the command line: FENs, files, folders, `-`.
fn source(args: &AnalyzeArgs) -> anyhow::Result<PositionSource> {
    let format = args.from.map(GameFormat::file_format);
    let mut source = PositionSource::new(format, args.positions.positions());
    for word in &args.inputs {
        let board = word.split_whitespace().next().unwrap_or_default();
        if board.matches('/').count() == 9 && !Path::new(word).exists() {
            source.add_text("command line", word.clone().into_bytes());
        } else if word == "-" {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
            source.add_text("stdin", bytes);
        } else {
            game_files::find([word])?.into_iter().for_each(|file| source.add_file(file));
        }
    }
    Ok(source)
}

/// The file for the results, with what there is to do about it if it cannot be used.
fn results_file(
    args: &AnalyzeArgs,
    path: &Path,
    terms: &BatchTerms,
) -> anyhow::Result<ResultsFile> {
    use ResultsFileError::{Exists, Io, OtherForm, OtherTerms};

    ResultsFile::open(path, terms, args.fresh).map_err(|error| match error {
        Exists(_) | OtherTerms { .. } | OtherForm(_) => {
            anyhow!("{error}; --fresh writes over it")
        }
        Io { path, error } => outputs::refused(Path::new(&path), error),
        error => error.into(),
    })
}

/// A bar with rate and time left. Counting all positions takes a while, so it is done for a terminal only.
fn progress_bar(source: &PositionSource, done: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{bar:30} {pos}/{len} positions, {per_second} a second, {eta} left";
    let bar = progress::bar(source.count(), template);
    bar.set_position(done);
    bar.reset_eta();
    bar
}

impl BatchFormat {
    const fn result_format(self) -> ResultFormat {
        match self {
            Self::Text => ResultFormat::Text,
            Self::Jsonl => ResultFormat::Jsonl,
            Self::Csv => ResultFormat::Csv,
        }
    }
}
