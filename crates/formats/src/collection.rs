//! Game files in any format: detecting the format, reading the games, and writing them in another format.
//!
//! ```
//! use chuhe_engine::notation::MoveFormat;
//! use chuhe_formats::collection::{Collection, FileFormat, Target, GameContent};
//!
//! let bytes = "1. 炮二平五 马８进７ *".as_bytes().to_vec();
//! let format = FileFormat::guess("game.pgn", &bytes).unwrap();
//! for game in Collection::new(bytes, format).games() {
//!     let (written, losses) = Target::Moves(MoveFormat::Coordinates).write(&game?)?;
//!     assert_eq!(written, GameContent::Text("h2e2 h9g7\n".to_owned()));
//!     assert!(losses.is_empty());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;

use super::ccbridge;
use super::dhtmlxq;
use super::encoding::{self, Encoding, SourceEncoding};
use super::game::{Game, WriteError};
use super::game_reader::GameReader;
use super::lines::{self, Positions};
use super::losses::Losses;
use super::pfc;
use super::pgn;
use super::qq;
pub use super::read_error::{FilePlace, Others, ReadError};
pub use super::read_problem::{ReadProblem, StartSource};
pub use super::salvage::SalvageExtent;
use super::{wxf, xqf};
use chuhe_engine::notation::MoveFormat;

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// Portable Game Notation; see [`pgn`].
    Pgn,
    /// Text for boards on web pages; see [`dhtmlxq`].
    DhtmlXq,
    /// An `XQStudio` game; see [`xqf`].
    Xqf,
    /// A `CCBridge` game; see [`ccbridge`]. It can only be read.
    Cbr,
    /// A `CCBridge` library; see [`ccbridge`]. It can only be read.
    Cbl,
    /// A `CCBridge` game in XML; see [`ccbridge`]. It can only be read.
    Cbf,
    /// Text in the format of the World Xiangqi Federation; see [`wxf`]. It can only be read.
    Wxf,
    /// A 鹏飞象棋 game in XML; see [`pfc`]. It can only be read.
    Pfc,
    /// A QQ象棋 game; see [`qq`]. It can only be read.
    Qq,
    /// One game per line; see [`lines`].
    Moves,
    /// One position per line; see [`lines`].
    Fen,
}

impl FileFormat {
    /// Detects the format of a file; `None` if it does not seem to contain a game. Unambiguous contents determine the
    /// format. Otherwise, the extension determines it if the reader for that format finds a game. Failing that, the
    /// appearance of the text decides.
    pub fn guess(name: &str, bytes: &[u8]) -> Option<Self> {
        Self::guess_as(name, bytes, None)
    }

    /// Like [`Self::guess`], but for text in the given encoding, if any.
    pub(super) fn guess_as(
        name: &str,
        bytes: &[u8],
        encoding: Option<SourceEncoding>,
    ) -> Option<Self> {
        if xqf::is_xqf(bytes) {
            return Some(Self::Xqf);
        }
        if ccbridge::is_record(bytes) {
            return Some(Self::Cbr);
        }
        if ccbridge::is_library(bytes) {
            return Some(Self::Cbl);
        }
        if ccbridge::is_xml(bytes) {
            return Some(Self::Cbf);
        }
        // A database contains fragments of games, but is not a game file.
        if bytes.starts_with(b"SQLite format 3\0") {
            return None;
        }
        let text = encoding::decode_as(bytes, encoding);
        let before = text.split_inclusive('\n').take_while(|line| !pgn::is_tag_line(line));
        let tags = before.map(str::len).sum();
        let field = b"[DhtmlXQ";
        // After PGN tags, such a field would be part of a comment.
        let mut places = text.as_bytes()[..tags].windows(field.len());
        if places.any(|window| window.eq_ignore_ascii_case(field)) {
            return Some(Self::DhtmlXq);
        }
        if wxf::is_wxf(bytes) {
            return Some(Self::Wxf);
        }
        if pfc::is_pfc(&text[..tags]) {
            return Some(Self::Pfc);
        }
        if qq::is_qq(&text) {
            return Some(Self::Qq);
        }
        let Some(named) = Self::of_name(name) else { return Self::of_text(&text, tags) };
        // A text with tags above its first line of moves is not a text of lines.
        let has_tags = tags < text.len() && !text[..tags].lines().any(lines::looks_like_one);
        let is_of_lines = matches!(named, Self::Moves | Self::Fen);
        let head = head(&text);
        if named.finds_game(head) && !(is_of_lines && has_tags) {
            return Some(named);
        }
        Self::of_text(&text, tags).filter(|other| other.finds_game(head)).or(Some(named))
    }

    /// Guesses the format of a text from its content. Its PGN tags begin at the byte `tags`, or it has none.
    fn of_text(text: &str, tags: usize) -> Option<Self> {
        if wxf::is_wxf(text.as_bytes()) {
            Some(Self::Wxf)
        } else if tags < text.len() {
            Some(Self::Pgn)
        } else if !text.lines().any(lines::looks_like_one) {
            None
        } else if text.contains(['{', '(']) && !text.lines().any(lines::is_header) {
            Some(Self::Pgn)
        } else {
            Some(Self::Moves)
        }
    }

    /// Whether the format's reader finds a game, even a partial one, at the start of a text without an unambiguous
    /// format.
    fn finds_game(self, text: &str) -> bool {
        let first = match self {
            Self::Pgn => pgn::read(text).next(),
            Self::DhtmlXq => dhtmlxq::read(text).next(),
            Self::Wxf => wxf::read(text).next(),
            Self::Moves | Self::Fen => lines::read(text).next(),
            // Files in these formats have already been recognized by their contents.
            Self::Xqf | Self::Cbr | Self::Cbl | Self::Cbf | Self::Pfc | Self::Qq => None,
        };
        first.is_some_and(|game| game.map_or_else(|error| error.salvaged().is_some(), |_| true))
    }

    /// The format that a file name's extension stands for; `None` if it is unknown.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "pgn" | "pgns" => Self::Pgn,
            "dhtmlxq" | "ubb" => Self::DhtmlXq,
            "xqf" => Self::Xqf,
            "cbr" => Self::Cbr,
            "cbl" => Self::Cbl,
            "cbf" => Self::Cbf,
            "wxf" => Self::Wxf,
            "pfc" => Self::Pfc,
            "che" => Self::Qq,
            "fen" | "fens" | "epd" => Self::Fen,
            "moves" => Self::Moves,
            _ => return None,
        })
    }

    /// Whether a file of this format holds a single game.
    pub const fn holds_one_game(self) -> bool {
        matches!(self, Self::Xqf | Self::Cbr | Self::Cbf | Self::Pfc | Self::Qq)
    }

    /// Whether the format is text that can be read line by line; see [`GameReader`].
    pub const fn is_of_lines(self) -> bool {
        matches!(self, Self::Pgn | Self::Moves | Self::Fen)
    }

    /// The usual file extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::DhtmlXq => "dhtmlxq",
            Self::Xqf => "xqf",
            Self::Cbr => "cbr",
            Self::Cbl => "cbl",
            Self::Cbf => "cbf",
            Self::Wxf => "wxf",
            Self::Pfc => "pfc",
            Self::Qq => "che",
            Self::Moves => "moves",
            Self::Fen => "fen",
        }
    }
}

/// The first lines of a text, enough for a game or the start of one.
fn head(text: &str) -> &str {
    const LENGTH: usize = 64 << 10;
    let head = &text[..text.floor_char_boundary(LENGTH)];
    let end = head.rfind('\n').filter(|_| head.len() < text.len());
    end.map_or(head, |end| &head[..end])
}

/// The contents of a game file.
#[derive(Clone, Debug)]
pub struct Collection {
    bytes: Vec<u8>,
    format: FileFormat,
    /// The encoding of the texts; `None` to detect it.
    encoding: Option<SourceEncoding>,
}

impl Collection {
    /// Takes a file's bytes, whose encoding is detected.
    pub const fn new(bytes: Vec<u8>, format: FileFormat) -> Self {
        Self { bytes, format, encoding: None }
    }

    /// Takes a file's bytes, and detects its format and the encoding of its texts unless they are given. `None` if the
    /// file seems to contain no game.
    pub fn detect(
        name: &str,
        bytes: Vec<u8>,
        format: Option<FileFormat>,
        encoding: Option<SourceEncoding>,
    ) -> Option<Self> {
        let format = format.or_else(|| FileFormat::guess_as(name, &bytes, encoding))?;
        Some(Self { bytes, format, encoding }).filter(|collection| !collection.is_empty())
    }

    /// The format in which the file is read.
    pub const fn format(&self) -> FileFormat {
        self.format
    }

    /// The contents of the file.
    pub fn contents(&self) -> &[u8] {
        &self.bytes
    }

    /// The size of the file, in bytes.
    pub const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether the file contains only white space and comments. Other content need not be a game.
    pub fn is_empty(&self) -> bool {
        self.games().is_empty()
    }

    /// The games one by one. They are decoded and parsed on demand, so only a few are in memory at a time. Iteration
    /// continues after an error.
    pub fn games(&self) -> GameReader<&[u8]> {
        GameReader::new(&self.bytes, self.format, self.encoding)
    }
}

/// An output format for games, with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// PGN.
    Pgn(MoveFormat),
    /// `DhtmlXQ`.
    DhtmlXq,
    /// XQF, one game per file.
    Xqf,
    /// Moves, one game per line.
    Moves(MoveFormat),
    /// FENs, one position per line.
    Fen(Positions),
}

impl Target {
    /// Converts a game to the contents of a file, and counts what the format cannot hold. Texts can be concatenated.
    ///
    /// # Errors
    /// If a move is illegal, or the game is longer than 10,000 plies.
    pub fn write(self, game: &Game) -> Result<(GameContent, Losses), WriteError> {
        let (text, losses) = match self {
            Self::Pgn(format) => (pgn::write(game, format)?, Losses::default()),
            Self::DhtmlXq => dhtmlxq::write(game),
            Self::Xqf => {
                let (bytes, losses) = xqf::write(game);
                return Ok((GameContent::Binary(bytes), losses));
            }
            Self::Moves(format) => lines::write_moves(game, format)?,
            Self::Fen(positions) => lines::write_fens(game, positions)?,
        };
        Ok((GameContent::Text(text), losses))
    }

    /// Whether the format can hold comments.
    pub const fn holds_comments(self) -> bool {
        !matches!(self, Self::Moves(_) | Self::Fen(_))
    }

    /// The file format of the output.
    pub const fn file_format(self) -> FileFormat {
        match self {
            Self::Pgn(_) => FileFormat::Pgn,
            Self::DhtmlXq => FileFormat::DhtmlXq,
            Self::Xqf => FileFormat::Xqf,
            Self::Moves(_) => FileFormat::Moves,
            Self::Fen(_) => FileFormat::Fen,
        }
    }
}

/// A game as the contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameContent {
    /// Text, which can be written in any encoding.
    Text(String),
    /// Bytes, which are written unchanged.
    Binary(Vec<u8>),
}

impl GameContent {
    /// The bytes of the file.
    pub fn bytes(&self, encoding: Encoding) -> Cow<'_, [u8]> {
        match self {
            Self::Text(text) => encoding.encode(text),
            Self::Binary(bytes) => Cow::Borrowed(bytes),
        }
    }
}
