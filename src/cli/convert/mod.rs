//! `convert`: games from one file format and notation into another.

mod output;
mod report;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};

use self::output::Output;
use self::report::Reports;
use super::args::Notation;
use super::inputs::{self, Format, Input, InputError, Which};
use super::{SOME_REFUSED, UsageError};
use crate::notation::collection::Target;
use crate::notation::encoding::Encoding;

/// Convert games (转换棋谱) between file formats and notations
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe convert game.xqf --to pgn --moves chinese
  chuhe convert old.pgn new.pgn --to pgn --moves wxf -o all.pgn
  chuhe convert games/ --to dhtmlxq -o out/            one file for each, in the same folders
  chuhe convert games.pgn --to fen --positions all > positions.fen
  echo '炮二平五 马8进7' | chuhe convert - --to moves
  chuhe convert game.pgn --to pgn --encoding gb18030 -o game-gb.pgn

Formats are told apart by content and name: PGN, DhtmlXQ text, XQF, plain lines of moves or FENs. Text may be UTF-8,
UTF-16 with a mark, GB18030 or Big5; moves in any notation. Of a folder, files are taken whose names end in pgn, xqf,
dhtmlxq, ubb, moves, fen, epd or txt. What a format has no place for is said on stderr, game by game and in sum.
docs/notation.md tells what each format holds.

Exit codes: 0 every game was converted; 3 some were refused, the others converted; 1 something failed;
2 the command line makes no sense.")]
pub(super) struct ConvertArgs {
    /// Files or folders of games (棋谱); - for standard input
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,

    /// The format that is read, for files that do not tell
    #[arg(long, value_name = "FORMAT", value_enum)]
    from: Option<Format>,

    /// The format that is written
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Format,

    /// How moves are written in PGN and move lists
    #[arg(long, value_name = "NOTATION", value_enum, default_value_t = Notation::Iccs)]
    moves: Notation,

    /// Which positions of each game become FENs
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Which::Last)]
    positions: Which,

    /// The encoding that is written
    #[arg(long, value_name = "ENCODING", value_enum, default_value_t = Charset::Utf8)]
    encoding: Charset,

    /// A file for all games, or a folder (one that exists, or ends in /) for a file each [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    out: Option<PathBuf>,

    /// Report on stderr as JSON, an object a line; the last one is the summary
    #[arg(long)]
    json: bool,
}

/// An encoding, as a word of the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Charset {
    /// What programs of today expect
    #[value(alias = "utf-8")]
    Utf8,
    /// What old Windows programs expect
    #[value(alias = "gbk", alias = "gb2312")]
    Gb18030,
}

impl ConvertArgs {
    pub(super) fn run(self, stdout: &mut impl Write) -> anyhow::Result<ExitCode> {
        let target = match self.to {
            Format::Pgn => Target::Pgn(self.moves.format()),
            Format::Dhtmlxq => Target::DhtmlXq,
            Format::Moves => Target::Moves(self.moves.format()),
            Format::Fen => Target::Fen(self.positions.positions()),
            Format::Xqf => {
                let text = "invalid value 'xqf' for '--to <FORMAT>': it is read, but not written";
                return Err(UsageError(text.to_owned()).into());
            }
        };
        let encoding = match self.encoding {
            Charset::Utf8 => Encoding::Utf8,
            Charset::Gb18030 => Encoding::Gb18030,
        };
        let inputs = inputs::expand(&self.inputs)?;
        let mut output = Output::new(stdout, self.out, target.file_format(), encoding, &inputs)?;
        let mut reports = Reports::new(io::stderr().lock(), self.json);
        for input in &inputs {
            convert(input, self.from, target, &mut output, &mut reports)?;
        }
        output.finish()?;
        let all_went_through = reports.finish()?;
        Ok(if all_went_through { ExitCode::SUCCESS } else { ExitCode::from(SOME_REFUSED) })
    }
}

/// Converts the games of a file, reporting those that cannot be.
fn convert(
    input: &Input,
    from: Option<Format>,
    target: Target,
    output: &mut Output<impl Write>,
    reports: &mut Reports<impl Write>,
) -> anyhow::Result<()> {
    let path = input.path.display().to_string();
    reports.begin(path);
    let games = match input.read(from) {
        Ok(games) => games,
        // Folders of games have readme files in them.
        Err(InputError::NoGames) if input.found => return reports.skip_file(),
        Err(error) => return reports.refuse_file(&error),
    };
    output.begin(input)?;
    for game in games.games() {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                reports.refuse(&error, error.line())?;
                continue;
            }
        };
        match target.write(&game) {
            Ok((text, losses)) => {
                output.write(&text).with_context(|| output.place())?;
                reports.converted(losses)?;
            }
            Err(error) => reports.refuse(&error, None)?,
        }
    }
    output.end()
}
