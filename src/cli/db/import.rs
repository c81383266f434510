//! `db import`: imports games into the database.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
#[cfg(feature = "lab")]
use std::sync::Arc;

use clap::Args;
use indicatif::ProgressBar;
use serde_json::json;

use super::super::convert::report;
use super::super::counts::{at_place, files_read, problems};
use super::super::inputs::SourceArgs;
use super::super::interrupt::Interrupt;
use super::super::{Ending, outputs, progress};
use super::{DatabaseArgs, in_english};
use crate::failure::{self, Context};
use chuhe_database::{DatabaseWriter, ImportEvent, ImportSummary};
#[cfg(feature = "lab")]
use chuhe_database::{IncomingGame, OtherFile, OtherReader};
use chuhe_formats::game_files::GameFile;
#[cfg(feature = "lab")]
use chuhe_lab::data::{self, DataError, DataFile, SelfPlayGame};
use chuhe_localize::tr;

/// The number of duplicates that text output names; more are only counted.
const DOUBLES_MAX: u64 = 5;

/// Import games into a database, creating it if needed
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe db import games.db games/
  chuhe db import games.db new.pgn old.cbl data/
  xz -dc all.pgn.xz | chuhe db import games.db -
  chuhe db import games.db                       finish an interrupted import

All formats that `convert` reads are supported, as are the files that `datagen` writes. Files already imported are
skipped; running the same command again resumes an interrupted import. A game is left out if a stored game has the same
moves and says all that the game says about its players, event, date, round and result.")]
pub(super) struct ImportArgs {
    #[command(flatten)]
    pub(super) database: DatabaseArgs,

    /// Files or folders of games (棋谱); - for standard input
    #[arg(value_name = "IN")]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    source: SourceArgs,

    /// Print the summary as a JSON object, and reports on stderr as JSON objects, one per line
    #[arg(long)]
    json: bool,
}

impl ImportArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        #[cfg(feature = "lab")]
        let files = data::with_game_files(&self.inputs)?;
        #[cfg(not(feature = "lab"))]
        let files = chuhe_formats::game_files::find(&self.inputs)?;
        let files = self.source.decoding(files);
        let stop = Interrupt::watch_patiently()?;
        let mut writer = DatabaseWriter::open(&self.database.database)?;
        let summary = self.games(&mut writer, &files, &stop)?;
        stop.begin_cleaning();
        let has_nothing = summary.files > 0 && summary.stored == 0;
        if has_nothing && writer.is_new() {
            writer.discard()?;
            return self.print_summary(out, &summary, !summary.interrupted, 0);
        }
        let indexed = !summary.interrupted && index(&mut writer, &stop)?;
        let in_all = writer.database().info()?;
        let ending = self.print_summary(out, &summary, indexed, in_all.games)?;
        if in_all.unindexed > 0 && !self.json {
            writeln!(outputs::stderr(), "{}", tr!("db-goes-on", games = in_all.unindexed))?;
        }
        Ok(ending)
    }

    /// Prints the summary of the import, and returns how the command ends.
    fn print_summary(
        &self,
        out: &mut impl Write,
        summary: &ImportSummary,
        indexed: bool,
        games: u64,
    ) -> failure::Result<Ending> {
        if self.json {
            let sum = json!({ "import": summary, "indexed": indexed, "games": games });
            writeln!(out, "{sum}")?;
        } else {
            writeln!(out, "{}", sum(summary, games))?;
        }
        out.flush()?;
        Ok(if !indexed {
            Ending::Interrupted
        } else if summary.is_whole() {
            Ending::Done
        } else {
            Ending::PartialFailure
        })
    }

    fn games(
        &self,
        writer: &mut DatabaseWriter,
        files: &[GameFile],
        stop: &Interrupt,
    ) -> failure::Result<ImportSummary> {
        let size = |file: &GameFile| std::fs::metadata(&file.path).map_or(0, |found| found.len());
        let template = tr!(
            "db-import-progress",
            bar = "{bar:40}",
            done = "{bytes}",
            all = "{total_bytes}",
            games = "{msg}",
            gone = "{elapsed}",
            left = "{eta}"
        );
        let bar = progress::bar(files.iter().map(size).sum(), &template).with_message("0");
        let mut told = Ok(());
        let (mut games, mut doubles) = (0_u64, 0_u64);
        let from = self.source.format();
        #[cfg(feature = "lab")]
        let other: Option<OtherReader> = Some(Arc::new(self_play));
        #[cfg(not(feature = "lab"))]
        let other = None;
        let summary = writer.import(files, from, other, |path, event| {
            match event {
                ImportEvent::Game { .. } => games += 1,
                ImportEvent::Double { .. } if !self.json && doubles >= DOUBLES_MAX => doubles += 1,
                ImportEvent::Bytes(bytes) => {
                    bar.set_position(*bytes);
                    bar.set_message(games.to_string());
                }
                event => {
                    doubles += u64::from(matches!(event, ImportEvent::Double { .. }));
                    told = bar.suspend(|| self.report(path, event));
                }
            }
            if told.is_err() || stop.acknowledged() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        bar.finish_and_clear();
        if doubles > DOUBLES_MAX && !self.json {
            told = told.and_then(|()| {
                let rest = tr!("db-more-doubles", count = doubles - DOUBLES_MAX);
                writeln!(outputs::stderr(), "{rest}")
            });
        }
        told.with_context(|| tr!("stderr"))?;
        Ok(summary)
    }

    /// Reports a file or game with problems.
    fn report(&self, path: &Path, event: &ImportEvent<'_>) -> std::io::Result<()> {
        let mut stderr = outputs::stderr();
        let text = match event {
            ImportEvent::Trouble(event) => {
                return report::event(&mut stderr, self.json, path, event);
            }
            // There may be many such files, so text output only counts them, in the summary.
            ImportEvent::FileKnown if !self.json => {
                log::info!("{}", at_place(path, &tr!("db-file-known")));
                return Ok(());
            }
            ImportEvent::FileKnown => tr!("db-file-known"),
            ImportEvent::FileResumed { games } => tr!("db-file-resumed", games = *games),
            ImportEvent::Double { game, of } if self.json => {
                let path = path.display().to_string();
                let report = json!({ "file": path, "game": game, "duplicate_of": of });
                return writeln!(stderr, "{report}");
            }
            ImportEvent::Double { game, of } => tr!("db-double", game = *game, of = *of),
            _ => return Ok(()),
        };
        if self.json {
            let text = match event {
                ImportEvent::FileResumed { games } => {
                    in_english(|| tr!("db-file-resumed", games = *games))
                }
                _ => in_english(|| tr!("db-file-known")),
            };
            let path = path.display().to_string();
            return writeln!(stderr, "{}", json!({ "file": path, "note": text }));
        }
        writeln!(stderr, "{}", at_place(path, &text))
    }
}

/// Updates the indexes; returns false if interrupted.
fn index(writer: &mut DatabaseWriter, stop: &Interrupt) -> failure::Result<bool> {
    let template = tr!(
        "db-index-progress",
        bar = "{bar:40}",
        percent = "{percent}",
        gone = "{elapsed}",
        left = "{eta}"
    );
    let bar = progress::bar(0, &template);
    let done = writer.finish(|done, total| step(&bar, stop, done, total))?;
    bar.finish_and_clear();
    Ok(done)
}

/// Shows the progress, and returns whether to continue.
pub(super) fn step(bar: &ProgressBar, stop: &Interrupt, done: u64, total: u64) -> ControlFlow<()> {
    bar.set_length(total);
    bar.set_position(done);
    if stop.acknowledged() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

#[cfg(feature = "lab")]
/// Reads a file of self-play games, together with the search scores recorded in it.
fn self_play(bytes: &[u8]) -> Option<OtherFile> {
    let read = match DataFile::from_bytes(bytes) {
        Err(DataError::NotData) => return None,
        read => read,
    };
    let incoming =
        |played: &SelfPlayGame| played.record().map(|(game, scores)| IncomingGame { game, scores });
    let games = read.and_then(|file| file.games.iter().map(incoming).collect());
    Some((data::EXTENSION, games.map_err(|error: DataError| error.into())))
}

/// The summary of the import, on one line.
fn sum(summary: &ImportSummary, in_all: u64) -> String {
    let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    let files = files_read(number(summary.files), number(summary.files_refused));
    let games = tr!("sum-games", count = number(summary.stored));
    let mut parts = Vec::new();
    if summary.doubles > 0 {
        parts.push(tr!("db-sum-doubles", count = summary.doubles));
    }
    parts.extend(problems(number(summary.broken), number(summary.refused)));
    let mut sum = if parts.is_empty() {
        tr!("db-sum", files = files, games = games, all = in_all)
    } else {
        let parts = parts.join(&tr!("list-separator"));
        tr!("db-sum-except", files = files, games = games, parts = parts, all = in_all)
    };
    if summary.files_known > 0 {
        sum = tr!("db-sum-known", sum = sum, files = summary.files_known);
    }
    if summary.interrupted {
        sum = tr!("sum-interrupted", sum = sum);
    }
    sum
}
