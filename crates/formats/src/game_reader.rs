//! Reads the games in a file on demand, with only part of a large file in memory.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use self_cell::self_cell;

use super::collection::{Collection, FileFormat, ReadError};
use super::damaged_games::Waiting;
use super::encoding::{Decoded, Division};
use super::game::Game;
use super::game_files::{GameFile, GameReadError};
use super::stream::GameStream;

/// The minimum size of a file that is read in pieces, in bytes.
const STREAM_FROM: u64 = if cfg!(test) { 2000 } else { 8 << 20 };
/// The number of bytes of a large file that are examined to detect its format.
const HEAD: u64 = 1 << 20;

/// The games in a file, one by one. Iteration continues after an error.
///
/// Large files of PGN or lines are read in pieces, so that only part of them is in memory at a time. Other files,
/// standard input and special files are read as a whole.
#[derive(Debug)]
pub struct GameReader {
    content: Content,
    format: FileFormat,
}

#[derive(Debug)]
enum Content {
    Whole(Reading),
    Pieces(Box<(GameStream<Decoded<File>>, Waiting)>),
    /// Reading the file failed; the error is kept until it is returned.
    Cut(Option<ReadError>),
}

/// The games in a text, each parsed when it is requested.
type Games<'a> = Box<dyn Iterator<Item = Result<Game, ReadError>> + Send + 'a>;

self_cell!(
    /// The contents of a file, with an iterator over its games.
    struct Reading {
        owner: Collection,
        #[not_covariant]
        dependent: Games,
    }
);

impl GameReader {
    /// The games in a file, in the format given or detected; see [`GameFile::open`].
    pub(super) fn of_file(
        file: &GameFile,
        format: Option<FileFormat>,
    ) -> Result<Self, GameReadError> {
        match Self::in_pieces(file, format)? {
            Some(reader) => Ok(reader),
            None => file.read(format).map(Self::from),
        }
    }

    /// The games in a large file, read in pieces; `None` if the file should be read as a whole.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn in_pieces(file: &GameFile, format: Option<FileFormat>) -> io::Result<Option<Self>> {
        // If the file is unreadable, reading it as a whole will report this.
        let is_large = |path: &Path| {
            fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() >= STREAM_FROM)
        };
        if file.is_stdin() || !is_large(&file.path) {
            return Ok(None);
        }
        let open = || File::open(&file.path);
        let format = match format {
            Some(format) => Some(format),
            None => FileFormat::guess(&file.path.to_string_lossy(), &head(open()?)?),
        };
        let Some(format) = format.filter(|format| format.is_of_lines()) else { return Ok(None) };
        let division = if format == FileFormat::Pgn { Division::Pgn } else { Division::Lines };
        let stream = GameStream::new(Decoded::new(open()?, division), format);
        let content = |stream| Content::Pieces(Box::new((stream, Waiting::default())));
        Ok(stream.map(|stream| Self { content: content(stream), format }))
    }

    /// The format of the file.
    #[must_use]
    pub const fn format(&self) -> FileFormat {
        self.format
    }

    /// The number of bytes read, which runs somewhat ahead of the games; `None` if the file was read as a whole.
    #[must_use]
    pub fn bytes_read(&self) -> Option<u64> {
        match &self.content {
            Content::Pieces(pieces) => Some(pieces.0.source().bytes_read()),
            Content::Whole(_) | Content::Cut(_) => None,
        }
    }
}

impl From<Collection> for GameReader {
    fn from(collection: Collection) -> Self {
        let format = collection.format();
        let reading = Reading::new(collection, |collection| collection.games());
        Self { content: Content::Whole(reading), format }
    }
}

impl Iterator for GameReader {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.content {
            Content::Whole(reading) => reading.with_dependent_mut(|_, games| games.next()),
            Content::Pieces(pieces) => loop {
                let (stream, waiting) = &mut **pieces;
                let placed = stream.next_placed();
                waiting.add(stream.source_mut().take_damage());
                match placed {
                    Ok(Some((game, place))) => {
                        if let Some(before) = waiting.push(game, place) {
                            return Some(before);
                        }
                    }
                    Ok(None) => return waiting.finish(),
                    Err(error) => {
                        let last = waiting.finish();
                        self.content = Content::Cut(Some(ReadError::rest(&error)));
                        return last.or_else(|| self.next());
                    }
                }
            },
            Content::Cut(error) => error.take().map(Err),
        }
    }
}

impl fmt::Debug for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reading").field(self.borrow_owner()).finish()
    }
}

/// The first lines of a file, by which its format is detected.
fn head(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(HEAD).read_to_end(&mut bytes)?;
    if let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n') {
        bytes.truncate(end + 1);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::encoding::Encoding;
    use super::*;

    /// Writes a file, and compares reading it in pieces and as a whole.
    fn check(name: &str, bytes: &[u8], format: Option<FileFormat>) -> GameReader {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let file = GameFile::new(path);
        let collection = file.read(format).unwrap();
        let whole: Vec<_> = collection.games().collect();
        let reader = file.open(format).unwrap();
        assert_eq!(reader.format(), collection.format());
        assert_eq!(file.open(format).unwrap().collect::<Vec<_>>(), whole);
        assert_eq!(GameReader::from(collection).collect::<Vec<_>>(), whole);
        assert!(whole.len() > 40 && whole.iter().any(Result::is_err));
        reader
    }

    #[test]
    fn large_files_are_read_in_pieces_as_they_are_read_whole() {
        let game = "[Red \"炮\"]\n[Black \"馬\"]\n\n1. 炮二平五 马8进7 {说明} 2. 马二进三 1-0\n\n";
        let broken = "[Red \"B\"]\n\n1. h2e2 a0a5 *\n\n";
        let pgn = [&game.repeat(60), broken, game].concat();
        let lines = format!("h2e2 h9g7 h0g2\nc3c4\nnonsense\n{}", "炮二平五\n".repeat(400));
        for encoding in [Encoding::Utf8, Encoding::Gb18030] {
            for (name, format) in [("a.pgn", None), ("a.txt", None), ("a", Some(FileFormat::Pgn))] {
                let reader = check(name, &encoding.encode(&pgn), format);
                assert!(matches!(reader.content, Content::Pieces(_)));
            }
            let reader = check("a.moves", &encoding.encode(&lines), None);
            assert!(matches!(reader.content, Content::Pieces(_)));
        }
    }

    #[test]
    fn damage_is_told_alike_in_pieces_and_whole() {
        let game = "[Red \"胡荣华\"]\n[Black \"许银川\"]\n\n1. 炮二平五 马8进7 {说明} 1-0\n\n";
        let gbk = Encoding::Gb18030.encode(game).into_owned();
        let mut cut = game.as_bytes().to_vec();
        cut.truncate(70);
        let damaged = game.replace("许", "?").into_bytes();
        let damaged: Vec<u8> =
            damaged.iter().map(|&byte| if byte == b'?' { 0xff } else { byte }).collect();
        let parts = [&damaged, game.as_bytes(), &gbk, &cut, &gbk, game.as_bytes(), b"\xff\n"];
        let bytes = parts.concat().repeat(12);
        check("a.pgn", &bytes, None);
        let collection = Collection::new(bytes, FileFormat::Pgn);
        let names: Vec<_> = collection
            .games()
            .filter_map(|game| game.or_else(|error| error.into_salvaged().ok_or(())).ok())
            .map(|game| [game.tag("Red"), game.tag("Black")].map(Option::unwrap).join(" "))
            .collect();
        let count = |name: &str| names.iter().filter(|other| *other == name).count();
        assert_eq!((count("胡荣华 许银川"), count("胡荣华 \u{fffd}银川")), (60, 12));
        let told = collection.games().filter_map(Result::err).map(|error| error.to_string());
        let told: Vec<_> = told.collect();
        assert_eq!(told.len(), 25, "{told:#?}");
        assert_eq!(told[0], "line 2: 1 byte cannot be decoded; everything else was read");
    }

    #[test]
    fn what_is_small_or_of_other_formats_is_read_whole() {
        let game = "[DhtmlXQ]\n[DhtmlXQ_movelist]77478070[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
        let open = "[DhtmlXQ]\n[DhtmlXQ_movelist]7747807[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
        let reader = check("a.txt", [game.repeat(60), open.to_owned()].concat().as_bytes(), None);
        assert!(matches!(reader.content, Content::Whole(_)) && reader.bytes_read().is_none());
        let file = GameFile::new("no such file.pgn");
        assert!(matches!(file.open(None), Err(GameReadError::Io(_))));
    }

    #[test]
    fn a_file_that_breaks_off_says_so_once() {
        // Reading this file fails because it is open only for writing.
        let file = tempfile::tempdir().unwrap();
        let file = File::create(file.path().join("a.pgn")).unwrap();
        let source = Decoded::new(file, Division::Pgn);
        let stream = GameStream::new(source, FileFormat::Pgn).unwrap();
        let content = Content::Pieces(Box::new((stream, Waiting::default())));
        let mut reader = GameReader { content, format: FileFormat::Pgn };
        let error = reader.next().unwrap().unwrap_err();
        assert!(error.to_string().starts_with("the rest of the file cannot be read: "), "{error}");
        assert!(error.line().is_none() && error.into_noted().is_none());
        assert!(reader.next().is_none());
    }
}
