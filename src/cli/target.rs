//! The arguments for writing games: format, notation, positions and encoding.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::{Args, ValueEnum};

use super::UsageError;
use super::args::NotationArgs;
use super::inputs::Which;
use super::outputs::{exists, form_by_name, is_folder};
use crate::failure::Failure;
use chuhe_formats::collection::Target;
use chuhe_formats::conversion::OutputError;
use chuhe_formats::encoding::Encoding;
use chuhe_localize::tr;

/// How games are written.
#[derive(Debug, Args)]
pub(super) struct TargetArgs {
    /// Output format [default: from the file name]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<WrittenFormat>,

    #[command(flatten)]
    notation: NotationArgs,

    /// Which positions of each game to write as FENs
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Which::Last)]
    positions: Which,

    /// Character encoding of the output
    #[arg(long, value_name = "ENCODING", value_enum, default_value_t = Charset::Utf8)]
    encoding: Charset,
}

/// An output format on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WrittenFormat {
    /// Portable Game Notation (PGN) with the conventions of xiangqi programs
    Pgn,
    /// `[DhtmlXQ]` text from web pages and forums, also called UBB
    #[value(alias = "ubb")]
    Dhtmlxq,
    /// `XQStudio` files, one game each
    Xqf,
    /// One game per line, or numbered moves
    Moves,
    /// One position per line
    #[value(alias = "epd")]
    Fen,
}

impl WrittenFormat {
    /// The file extensions of each format.
    const EXTENSIONS: [(&str, Self); 9] = [
        ("pgn", Self::Pgn),
        ("pgns", Self::Pgn),
        ("dhtmlxq", Self::Dhtmlxq),
        ("ubb", Self::Dhtmlxq),
        ("xqf", Self::Xqf),
        ("moves", Self::Moves),
        ("fen", Self::Fen),
        ("fens", Self::Fen),
        ("epd", Self::Fen),
    ];
}

/// A character encoding on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Charset {
    /// Expected by current programs
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// Expected by old Windows programs
    #[value(alias = "gbk", alias = "gb2312")]
    Gb18030,
}

impl TargetArgs {
    /// The chosen output format or, without a choice, the one that the file name implies.
    pub(super) fn target(&self, out: Option<&Path>) -> Result<Target, UsageError> {
        let is_file = |path: &&Path| *path != Path::new("-") && !is_folder(path);
        let by_name = match (self.to, out.filter(is_file)) {
            (None, Some(path)) => form_by_name(path, &WrittenFormat::EXTENSIONS, "--to")?,
            _ => None,
        };
        let to = self.to.or(by_name).ok_or_else(|| UsageError(tr!("convert-no-format")))?;
        Ok(match to {
            WrittenFormat::Pgn => Target::Pgn(self.notation.pgn_format()),
            WrittenFormat::Dhtmlxq => Target::DhtmlXq,
            WrittenFormat::Xqf => Target::Xqf,
            WrittenFormat::Moves => Target::Moves(self.notation.format()),
            WrittenFormat::Fen => Target::Fen(self.positions.positions()),
        })
    }

    /// The chosen encoding.
    pub(super) const fn encoding(&self) -> Encoding {
        match self.encoding {
            Charset::Utf8 => Encoding::Utf8,
            Charset::Gb18030 => Encoding::Gb18030,
        }
    }
}

/// The error for games that cannot be written. The message says what the user can do.
pub(super) fn refused(error: OutputError) -> Failure {
    match error {
        error @ OutputError::Exists(_) => exists(&error),
        error => error.into(),
    }
}

/// Refuses to write a binary file to a terminal.
pub(super) fn check_stdout(target: Target, writes_files: bool) -> Result<(), UsageError> {
    if target == Target::Xqf && !writes_files && io::stdout().is_terminal() {
        return Err(UsageError(tr!("convert-terminal")));
    }
    Ok(())
}
