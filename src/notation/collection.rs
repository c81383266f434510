//! Files of games in any of the formats: which one it is, what is in it, and how a game is written in another.

use super::dhtmlxq::{self, DhtmlXqError};
use super::encoding;
use super::format::MoveFormat;
use super::game::{Game, WriteError};
use super::lines::{self, LineError, Positions};
use super::losses::Losses;
use super::pgn::{self, PgnError};
use super::xqf::{self, XqfError};

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// Portable game notation, see [`pgn`].
    Pgn,
    /// Text for boards on web pages, see [`dhtmlxq`].
    DhtmlXq,
    /// Files of `XQStudio`, see [`xqf`]; read, not written.
    Xqf,
    /// A game a line, see [`lines`].
    Moves,
    /// A position a line, see [`lines`].
    Fen,
}

impl FileFormat {
    /// The format of a file. What it holds decides where that is beyond doubt, then its name, then what it looks like;
    /// none if there seems to be no game in it.
    #[must_use]
    pub fn guess(name: &str, bytes: &[u8]) -> Option<Self> {
        if xqf::is_xqf(bytes) {
            return Some(Self::Xqf);
        }
        // All encodings have brackets and letters as they are.
        let field = b"[DhtmlXQ";
        if bytes.windows(field.len()).any(|window| window.eq_ignore_ascii_case(field)) {
            return Some(Self::DhtmlXq);
        }
        Self::of_name(name).or_else(|| {
            let text = encoding::decode(bytes);
            if text.lines().any(|line| pgn::is_tag(line.trim_start())) {
                Some(Self::Pgn)
            } else if !text.lines().any(lines::looks_like_one) {
                None
            } else if text.contains(['{', '(']) {
                Some(Self::Pgn)
            } else {
                Some(Self::Moves)
            }
        })
    }

    /// The format that the ending of a file's name stands for.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "pgn" | "pgns" => Self::Pgn,
            "dhtmlxq" | "ubb" => Self::DhtmlXq,
            "xqf" => Self::Xqf,
            "fen" | "fens" | "epd" => Self::Fen,
            "moves" => Self::Moves,
            _ => return None,
        })
    }

    /// What the names of its files end in.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::DhtmlXq => "dhtmlxq",
            Self::Xqf => "xqf",
            Self::Moves => "moves",
            Self::Fen => "fen",
        }
    }
}

/// Why a game of a file cannot be read, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "a variant for each reader")]
pub enum ReadError {
    #[error(transparent)]
    Pgn(#[from] PgnError),
    #[error(transparent)]
    DhtmlXq(#[from] DhtmlXqError),
    #[error(transparent)]
    Xqf(#[from] XqfError),
    #[error(transparent)]
    Line(#[from] LineError),
}

impl ReadError {
    /// The line of the file, counted from 1; none in a file that has no lines.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::Pgn(error) => Some(error.line),
            Self::DhtmlXq(error) => Some(error.line),
            Self::Xqf(_) => None,
            Self::Line(error) => Some(error.line),
        }
    }
}

/// A file that has been read but not yet taken apart.
#[derive(Clone, Debug)]
pub struct Collection(Content);

#[derive(Clone, Debug)]
enum Content {
    Pgn(String),
    DhtmlXq(String),
    Lines(String),
    Xqf(Vec<u8>),
}

impl Collection {
    /// The games of a file's bytes, in whatever encoding they are.
    #[must_use]
    pub fn new(bytes: Vec<u8>, format: FileFormat) -> Self {
        let text = |bytes: Vec<u8>| match encoding::decode(&bytes) {
            std::borrow::Cow::Owned(text) => text,
            std::borrow::Cow::Borrowed(text) => text.to_owned(),
        };
        Self(match format {
            FileFormat::Pgn => Content::Pgn(text(bytes)),
            FileFormat::DhtmlXq => Content::DhtmlXq(text(bytes)),
            FileFormat::Moves | FileFormat::Fen => Content::Lines(text(bytes)),
            FileFormat::Xqf => Content::Xqf(bytes),
        })
    }

    /// The games one by one, each read when it is asked for. After an error the next game comes.
    #[must_use]
    pub fn games(&self) -> Box<dyn Iterator<Item = Result<Game, ReadError>> + Send + '_> {
        match &self.0 {
            Content::Pgn(text) => Box::new(pgn::read(text).map(|game| Ok(game?))),
            Content::DhtmlXq(text) => Box::new(dhtmlxq::read(text).map(|game| Ok(game?))),
            Content::Lines(text) => Box::new(lines::read(text).map(|game| Ok(game?))),
            Content::Xqf(bytes) => Box::new(std::iter::once_with(|| Ok(xqf::read(bytes)?))),
        }
    }
}

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// As PGN.
    Pgn(MoveFormat),
    /// As text for boards on web pages.
    DhtmlXq,
    /// As a line of moves.
    Moves(MoveFormat),
    /// As lines of positions.
    Fen(Positions),
}

impl Target {
    /// The text of a game, to be strung together with others, and what the format has no place for.
    ///
    /// # Errors
    /// If a move in it is not legal, or the game is longer than 10 000 plies.
    pub fn write(self, game: &Game) -> Result<(String, Losses), WriteError> {
        match self {
            Self::Pgn(format) => Ok((pgn::write(game, format)?, Losses::default())),
            Self::DhtmlXq => Ok(dhtmlxq::write(game)),
            Self::Moves(format) => lines::write_moves(game, format),
            Self::Fen(positions) => lines::write_fens(game, positions),
        }
    }

    /// The format of the file.
    #[must_use]
    pub const fn file_format(self) -> FileFormat {
        match self {
            Self::Pgn(_) => FileFormat::Pgn,
            Self::DhtmlXq => FileFormat::DhtmlXq,
            Self::Moves(_) => FileFormat::Moves,
            Self::Fen(_) => FileFormat::Fen,
        }
    }
}
