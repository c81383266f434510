//! The words for the form in which games are written: format, notation, positions, encoding.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::{Args, ValueEnum};

use super::UsageError;
use super::args::{NOTATION_VARIABLE, Notation};
use super::inputs::{GameFormat, Which};
use chuhe_formats::collection::Target;
use chuhe_formats::encoding::Encoding;
use chuhe_localize::tr;

/// The form in which games are written.
#[derive(Debug, Args)]
pub(super) struct TargetArgs {
    /// The format that is written; by the name of the file if left out
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<GameFormat>,

    /// How moves are written in PGN and move lists
    #[arg(long, value_name = "NOTATION", value_enum, default_value_t = Notation::Iccs,
          env = NOTATION_VARIABLE, hide_env_values = true)]
    notation: Notation,

    /// Which positions of each game become FENs
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Which::Last)]
    positions: Which,

    /// The encoding that is written
    #[arg(long, value_name = "ENCODING", value_enum, default_value_t = Charset::Utf8)]
    encoding: Charset,
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

impl TargetArgs {
    /// What was asked for, or else what the name of the file means.
    pub(super) fn target(&self, out: Option<&Path>) -> Result<Target, UsageError> {
        let by_name = |path: &Path| GameFormat::from_str(path.extension()?.to_str()?, true).ok();
        let to = self
            .to
            .or_else(|| out.and_then(by_name))
            .ok_or_else(|| UsageError(tr!("convert-no-format")))?;
        Ok(match to {
            GameFormat::Pgn => Target::Pgn(self.notation.format()),
            GameFormat::Dhtmlxq => Target::DhtmlXq,
            GameFormat::Moves => Target::Moves(self.notation.format()),
            GameFormat::Fen => Target::Fen(self.positions.positions()),
            GameFormat::Xqf => Target::Xqf,
            GameFormat::Cbr | GameFormat::Cbl | GameFormat::Cbf | GameFormat::Wxf => {
                let name = to.file_format().extension();
                return Err(UsageError(tr!("convert-read-only", name = name)));
            }
        })
    }

    /// The encoding that was asked for.
    pub(super) const fn encoding(&self) -> Encoding {
        match self.encoding {
            Charset::Utf8 => Encoding::Utf8,
            Charset::Gb18030 => Encoding::Gb18030,
        }
    }
}

/// Refuses to write a binary file to a terminal.
pub(super) fn check_stdout(target: Target, writes_files: bool) -> Result<(), UsageError> {
    if target == Target::Xqf && !writes_files && io::stdout().is_terminal() {
        return Err(UsageError(tr!("convert-terminal")));
    }
    Ok(())
}
