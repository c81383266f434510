//! The words for files of games: which format, which positions.

use clap::ValueEnum;

use chuhe_formats::collection::FileFormat;
use chuhe_formats::lines::Positions;

/// A format of files, as a word of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GameFormat {
    /// Portable game notation, as xiangqi programs have it
    Pgn,
    /// `[DhtmlXQ]` text of web pages and forums, also called UBB
    #[value(alias = "ubb")]
    Dhtmlxq,
    /// Files of `XQStudio`, a game each
    Xqf,
    /// Games of `CCBridge` (象棋桥); read only
    Cbr,
    /// Libraries of `CCBridge`; read only
    Cbl,
    /// Games of `CCBridge` as XML; read only
    Cbf,
    /// Text as `XieXie` and `PlayOK` write it; read only
    Wxf,
    /// Games of 鹏飞象棋, an XML file each; read only
    Pfc,
    /// Games of QQ象棋, a CHE file each; read only
    #[value(alias = "che")]
    Qq,
    /// A game a line, or numbered moves
    Moves,
    /// A position a line
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

/// Which positions of games are meant, as a word of the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Which {
    /// The one after the last move
    #[default]
    Last,
    /// The one before the first move
    First,
    /// Every one
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
