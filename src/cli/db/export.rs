//! `db export`: writes games from the database to files.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use super::super::convert::report;
use super::super::interrupt::Interrupt;
use super::super::outputs::FreshArgs;
use super::super::target::{TargetArgs, check_stdout, refused};
use super::super::{Ending, outputs, progress};
use super::DatabaseArgs;
use super::filters::FilterArgs;
use super::import::step;
use crate::failure;
use chuhe_database::Database;
use chuhe_formats::conversion::{ConversionEvent, ConversionOutput, GameWriter};
use chuhe_formats::game_files::GameFile;
use chuhe_localize::tr;

/// Export the games that match all filters, in any format that `convert` writes
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe db export games.db -o all.pgn
  chuhe db export games.db --player 吕钦 --notation chinese -o lvqin.pgn
  chuhe db export games.db --material 'KRP*KR*' --to xqf -o endings/
  chuhe db export games.db --opening 顺炮 --to fen --positions all > positions.fen

An output file is written only after all of its games have been converted.")]
pub(super) struct ExportArgs {
    #[command(flatten)]
    pub(super) database: DatabaseArgs,

    #[command(flatten)]
    filters: FilterArgs,

    #[command(flatten)]
    form: TargetArgs,

    /// One file for all games, or a folder (an existing one, or a name that ends in /) for separate files; - for standard
    /// output [default: -]
    #[arg(short, long, value_name = "OUT")]
    out: Option<PathBuf>,

    #[command(flatten)]
    fresh: FreshArgs,

    /// Print reports on stderr as JSON objects, one per line; the last one is the summary
    #[arg(long)]
    json: bool,
}

impl ExportArgs {
    pub(super) fn run(self, stdout: &mut impl Write) -> failure::Result<Ending> {
        let target = self.form.target(self.out.as_deref())?;
        let query = self.filters.query()?;
        let encoding = self.form.encoding();
        let path = self.out.filter(|path| path.as_os_str() != "-");
        let writes_files = path.is_some();
        check_stdout(target, writes_files)?;
        let database = Database::open(&self.database.database)?;
        let source = GameFile::new(&self.database.database);
        let format = target.file_format();
        let output = match path {
            None => ConversionOutput::stream(stdout, format, encoding),
            Some(path) => {
                let inputs = std::slice::from_ref(&source);
                ConversionOutput::path(path, format, encoding, inputs, self.fresh.fresh)
                    .map_err(refused)?
            }
        };
        let mut writer = GameWriter::new(target, output, &source).map_err(refused)?;
        let stop = Interrupt::watch()?;
        let total = database.count(&query)?;
        let template = tr!(
            "db-export-progress",
            bar = "{bar:40}",
            done = "{pos}",
            all = "{len}",
            gone = "{elapsed}",
            left = "{eta}"
        );
        let bar = progress::bar(total, &template);
        let mut stderr = outputs::stderr();
        let mut done = 0;
        let mut failed = None;
        let went = database.visit(&query, |stored| {
            let mut write = || -> failure::Result<()> {
                let game = stored.game()?;
                let written = writer.write(&game).map_err(refused)?;
                let number = usize::try_from(stored.id).unwrap_or_default();
                let event = match &written {
                    Ok(losses) => ConversionEvent::GameConverted { game: number, losses: *losses },
                    Err(error) => ConversionEvent::GameUnwritable { game: number, error },
                };
                let tell = || report::event(&mut stderr, self.json, &source.path, &event);
                Ok(bar.suspend(tell)?)
            };
            done += 1;
            match write() {
                Ok(()) => step(&bar, &stop, done, total),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error);
        }
        // If Ctrl-C came after the last game, nothing is left unfinished.
        let is_interrupted = went.is_break() && stop.acknowledged() && done < total;
        let summary = if is_interrupted { writer.abandon() } else { writer.finish() };
        let summary = summary?;
        report::export_summary(&mut stderr, self.json, writes_files, &summary)?;
        Ok(if is_interrupted {
            Ending::Interrupted
        } else if summary.all_converted() {
            Ending::Done
        } else {
            Ending::PartialFailure
        })
    }
}
