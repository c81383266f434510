//! The values of arguments about game files: their formats, and the choice of positions.

use std::path::Path;

use clap::{Args, ValueEnum};

use super::args::localized;
use chuhe_formats::collection::FileFormat;
use chuhe_formats::encoding::SourceEncoding;
use chuhe_formats::game_files::{self, GameFile, GameFileError};
use chuhe_formats::lines::Positions;

/// How the game files of a command are read. The command must have an argument `inputs`.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct SourceArgs {
    /// Format of the input files, if it cannot be detected from their content or name
    #[arg(long, value_name = "FORMAT", value_enum, requires = "inputs")]
    from: Option<GameFormat>,

    /// Encoding of the input files, such as gb18030, big5 or utf-8, if it is detected wrongly
    #[arg(long, value_name = "ENC", requires = "inputs", value_parser = localized::<SourceEncoding>)]
    from_encoding: Option<SourceEncoding>,
}

impl SourceArgs {
    pub(super) fn format(self) -> Option<FileFormat> {
        self.from.map(GameFormat::file_format)
    }

    pub(super) const fn encoding(self) -> Option<SourceEncoding> {
        self.from_encoding
    }

    /// The game files at some paths; see [`game_files::find`].
    pub(super) fn find<P: AsRef<Path>>(
        self,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<Vec<GameFile>, GameFileError> {
        Ok(self.decoding(game_files::find(paths)?))
    }

    /// The files, to be read in the given encoding.
    pub(super) fn decoding(self, files: Vec<GameFile>) -> Vec<GameFile> {
        let encoding = self.from_encoding;
        files.into_iter().map(|file| GameFile { encoding, ..file }).collect()
    }
}

/// A file format on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GameFormat {
    /// Portable Game Notation (PGN) with the conventions of xiangqi programs
    Pgn,
    /// `[DhtmlXQ]` text from web pages and forums, also called UBB
    #[value(alias = "ubb")]
    Dhtmlxq,
    /// `XQStudio` files, one game each
    Xqf,
    /// `CCBridge` (象棋桥) games (read-only)
    Cbr,
    /// `CCBridge` libraries (read-only)
    Cbl,
    /// `CCBridge` games as XML (read-only)
    Cbf,
    /// Text from `XieXie` and `PlayOK` (read-only)
    Wxf,
    /// XML files from 鹏飞象棋, one game each (read-only)
    Pfc,
    /// CHE files from QQ象棋, one game each (read-only)
    #[value(alias = "che")]
    Qq,
    /// One game per line, or numbered moves
    Moves,
    /// One position per line
    #[value(alias = "epd")]
    Fen,
}

impl GameFormat {
    const fn file_format(self) -> FileFormat {
        match self {
            Self::Pgn => FileFormat::Pgn,
            Self::Dhtmlxq => FileFormat::DhtmlXq,
            Self::Xqf => FileFormat::Xqf,
            Self::Cbr => FileFormat::Cbr,
            Self::Cbl => FileFormat::Cbl,
            Self::Cbf => FileFormat::Cbf,
            Self::Wxf => FileFormat::Wxf,
            Self::Pfc => FileFormat::Pfc,
            Self::Qq => FileFormat::Qq,
            Self::Moves => FileFormat::Moves,
            Self::Fen => FileFormat::Fen,
        }
    }
}

/// Which positions of a game to take, as given on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Which {
    /// The position after the last move
    #[default]
    Last,
    /// The position before the first move
    First,
    /// Every position
    All,
}

impl Which {
    pub(super) const fn positions(self) -> Positions {
        match self {
            Self::Last => Positions::Last,
            Self::First => Positions::First,
            Self::All => Positions::All,
        }
    }
}
