//! The values of arguments about game files: their formats, and the choice of positions.

use clap::ValueEnum;

use chuhe_formats::collection::FileFormat;
use chuhe_formats::lines::Positions;

/// A file format on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GameFormat {
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
    pub(super) const fn file_format(self) -> FileFormat {
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
