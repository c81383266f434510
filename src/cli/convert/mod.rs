//! `convert`: converts games between file formats and notations.

pub(super) mod report;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;

use super::inputs::SourceArgs;
use super::interrupt::Interrupt;
use super::outputs::FreshArgs;
use super::target::{TargetArgs, check_stdout, refused};
use super::{Ending, outputs};
use crate::failure::{self, Context, Failure};
use chuhe_formats::conversion::{ConversionOutput, convert};
use chuhe_localize::tr;

/// Convert games (转换棋谱) between file formats and notations
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe convert game.xqf --to pgn --notation chinese
  chuhe convert old.pgn new.pgn --notation wxf -o all.pgn
  chuhe convert games/ --to dhtmlxq -o out/     one file per input file
  chuhe convert library.cbl --to xqf -o out/    one file per game
  chuhe convert games.pgn --to fen --positions all > positions.fen
  echo '炮二平五 马8进7' | chuhe convert - --to moves
  chuhe convert game.pgn --encoding gb18030 -o game-gb.pgn

The input format is detected from the content and name of the file: PGN, DhtmlXQ text, XQF, CBR, CBL, CBF, WXF, PFC
(鹏飞), QQ, or plain lines of moves or FENs. Text may be encoded in UTF-8, UTF-16 with a byte order mark, GB18030 or Big5;
moves may be in any notation. In a folder, only files with the extensions pgn, xqf, cbr, cbl, cbf, wxf, pfc, che,
dhtmlxq, ubb, moves, fen, epd and txt are read. Whatever the output format cannot hold, such as comments or variations,
is left out; the number of omitted items of each kind is printed on stderr, and -v lists them game by game. An XQF file
holds one game; to write several games, name a folder. An output file is written only after all of its games have been
converted. \"File formats and notation\" in the handbook describes what each format holds.")]
pub(super) struct ConvertArgs {
    /// Files or folders of games (棋谱); - for standard input
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    form: TargetArgs,

    /// One file for all games, or a folder (an existing one, or a name that ends in /) for separate files; - for
    /// standard output [default: -]
    #[arg(short, long, value_name = "OUT")]
    out: Option<PathBuf>,

    #[command(flatten)]
    fresh: FreshArgs,

    /// Print reports on stderr as JSON objects, one per line; the last one is the summary
    #[arg(long)]
    json: bool,
}

impl ConvertArgs {
    pub(super) fn run(self, stdout: &mut impl Write) -> failure::Result<Ending> {
        let target = self.form.target(self.out.as_deref())?;
        let encoding = self.form.encoding();
        let files = self.source.find(&self.inputs)?;
        let format = target.file_format();
        let path = self.out.filter(|path| path.as_os_str() != "-");
        let writes_files = path.is_some();
        check_stdout(target, writes_files)?;
        let mut output = match path {
            None => ConversionOutput::stream(stdout, format, encoding),
            Some(path) => ConversionOutput::path(path, format, encoding, &files, self.fresh.fresh)
                .map_err(refused)?,
        };
        let stop = Interrupt::watch()?;
        let mut stderr = outputs::stderr();
        let mut reported = Ok(());
        let from = self.source.format();
        let summary = convert(&files, from, target, &mut output, |path, event| {
            reported = report::event(&mut stderr, self.json, path, event);
            if reported.is_err() || stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .map_err(refused)?;
        reported.with_context(|| tr!("stderr"))?;
        report::summary(&mut stderr, self.json, writes_files, &summary)?;
        if summary.is_empty() {
            return Err(Failure::new(tr!("convert-no-games")));
        }
        Ok(if summary.interrupted {
            Ending::Interrupted
        } else if summary.all_converted() {
            Ending::Done
        } else {
            Ending::PartialFailure
        })
    }
}
