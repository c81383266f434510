//! Reads the games in a text that is larger than memory, piece by piece.

use std::io::{self, Read};
use std::ops::Range;

use super::collection::{FileFormat, ReadError};
use super::game::Game;
use super::lines::{Layout, LineGames};
use super::pgn::PgnGames;

/// The number of bytes read at a time.
const PIECE: usize = if cfg!(test) { 64 } else { 256 << 10 };
/// The number of games parsed ahead. Games take about a hundred times as much memory as their text.
const GAMES: usize = if cfg!(test) { 3 } else { 32 };
/// The number of bytes of a text of lines that are read to determine its layout.
const LAYOUT_PIECE: usize = if cfg!(test) { 192 } else { 1 << 20 };

/// The games in a UTF-8 text. At most the games in a few hundred kilobytes of text, or the longest game, are in memory
/// at a time. The games are the same as in a [`Collection`](super::collection::Collection) of the whole text, except
/// that the first megabyte of a text of [lines](super::lines) determines the layout of all of it.
///
/// ```
/// use chuhe_formats::collection::FileFormat;
/// use chuhe_formats::stream::GameStream;
///
/// let text = "[Red \"A\"]\n\n1. h2e2 *\n\n[Red \"B\"]\n\n1. h0g2 *\n";
/// let mut stream = GameStream::new(text.as_bytes(), FileFormat::Pgn).unwrap();
/// let mut names = Vec::new();
/// while let Some(game) = stream.next_game()? {
///     names.push(game?.tag("Red").map(str::to_owned));
/// }
/// assert_eq!(names, [Some("A".to_owned()), Some("B".to_owned())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameStream<R> {
    source: R,
    layout: StreamLayout,
    /// The text that has been read but not delivered; ends after a line end, or at the end of the text.
    text: String,
    /// The bytes after the last line end that was read.
    rest: Vec<u8>,
    /// Games from `text` that have been parsed ahead.
    games: std::vec::IntoIter<PlacedGame>,
    /// The byte offset of `text` within the whole text.
    at: u64,
    /// The number of the first line of `text`, from 1.
    line: usize,
    /// The number of bytes to read before games are searched for.
    wanted: usize,
    is_at_start: bool,
    is_ended: bool,
}

/// What earlier pieces determine about the layout of the next.
#[derive(Debug)]
enum StreamLayout {
    /// PGN, and whether a game has been returned.
    Pgn { seen: bool },
    /// Lines, with their layout once it is known.
    Lines(Option<Layout>),
}

/// The first games in a piece of text, the byte offset of the end of the last of them, and the number of the line
/// there.
type Piece = (Vec<PlacedGame>, usize, usize);

/// A game, with its byte range in the text.
type PlacedGame = (Result<Game, ReadError>, Range<u64>);

impl<R: Read> GameStream<R> {
    /// The games from a source of bytes; `None` if the format is not [of lines](FileFormat::is_of_lines).
    pub fn new(source: R, format: FileFormat) -> Option<Self> {
        let (layout, wanted) = match format {
            FileFormat::Pgn => (StreamLayout::Pgn { seen: false }, PIECE),
            FileFormat::Moves | FileFormat::Fen => (StreamLayout::Lines(None), LAYOUT_PIECE),
            FileFormat::DhtmlXq
            | FileFormat::Xqf
            | FileFormat::Cbr
            | FileFormat::Cbl
            | FileFormat::Cbf
            | FileFormat::Wxf
            | FileFormat::Pfc
            | FileFormat::Qq => return None,
        };
        Some(Self {
            source,
            layout,
            text: String::new(),
            rest: Vec::new(),
            games: Vec::new().into_iter(),
            at: 0,
            line: 1,
            wanted,
            is_at_start: true,
            is_ended: false,
        })
    }

    /// The source of the bytes.
    pub const fn source(&self) -> &R {
        &self.source
    }

    pub(super) const fn source_mut(&mut self) -> &mut R {
        &mut self.source
    }

    /// The next game or its error; `None` at the end.
    ///
    /// # Errors
    /// If the source cannot be read, or is not UTF-8.
    pub fn next_game(&mut self) -> io::Result<Option<Result<Game, ReadError>>> {
        Ok(self.next_placed()?.map(|(game, _)| game))
    }

    /// Like [`Self::next_game`], with the game's range in the text.
    pub(super) fn next_placed(&mut self) -> io::Result<Option<PlacedGame>> {
        loop {
            if let Some(game) = self.games.next() {
                return Ok(Some(game));
            }
            if self.is_ended && self.text.is_empty() {
                return Ok(None);
            }
            self.read_piece()?;
            self.split();
        }
    }

    fn read_piece(&mut self) -> io::Result<()> {
        while !self.is_ended && self.text.len() < self.wanted {
            let before = self.rest.len();
            let count = self.source.by_ref().take(PIECE as u64).read_to_end(&mut self.rest)?;
            self.is_ended = count == 0;
            let whole = if self.is_ended {
                self.rest.len()
            } else {
                let last = self.rest[before..].iter().rposition(|&byte| byte == b'\n');
                last.map_or(0, |at| before + at + 1)
            };
            let lines = std::str::from_utf8(&self.rest[..whole])
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            // A byte order mark at the start is not part of the text.
            let all = lines.len();
            let lines = if self.is_at_start { lines.trim_start_matches('\u{feff}') } else { lines };
            self.at += (all - lines.len()) as u64;
            self.is_at_start &= whole == 0;
            self.text.push_str(lines);
            self.rest.drain(..whole);
        }
        Ok(())
    }

    /// Parses the next games in the text, except the last, which may continue in the next piece.
    fn split(&mut self) {
        let (text, line, is_ended) = (&self.text, self.line, self.is_ended);
        let (games, end, line) = match &mut self.layout {
            StreamLayout::Pgn { seen } => pgn_games(text, line, is_ended, seen),
            StreamLayout::Lines(layout) => {
                let layout = *layout.get_or_insert_with(|| Layout::of(text));
                line_games(text, line, is_ended, layout)
            }
        };
        self.wanted = if games.is_empty() { 2 * text.len().max(PIECE) } else { PIECE };
        let placed = games
            .into_iter()
            .map(|(game, place)| (game, self.at + place.start..self.at + place.end));
        self.games = placed.collect::<Vec<_>>().into_iter();
        self.text.drain(..end);
        self.at += end as u64;
        self.line = line;
    }
}

fn pgn_games(text: &str, line: usize, is_ended: bool, seen: &mut bool) -> Piece {
    let mut games = PgnGames::within(text, line, *seen || !is_ended);
    let mut read = Vec::new();
    let (mut end, mut line) = (0, line);
    while read.len() < GAMES {
        let Some(game) = games.next() else {
            end = if is_ended { text.len() } else { end };
            break;
        };
        let at = games.offset();
        if !is_ended && text[at..].trim().is_empty() {
            break;
        }
        read.push((game, games.begin() as u64..at as u64));
        (end, line) = (at, games.line());
    }
    *seen |= !read.is_empty();
    (read, end, line)
}

fn line_games(text: &str, line: usize, is_ended: bool, layout: Layout) -> Piece {
    let mut games = LineGames::within(text, line, layout);
    let mut read = Vec::new();
    let (mut end, mut line) = (0, line);
    while read.len() < GAMES {
        let Some(game) = games.next() else {
            end = if is_ended { text.len() } else { end };
            break;
        };
        if !is_ended && !games.has_more() {
            break;
        }
        (end, line) = games.end();
        read.push((game, games.begin() as u64..end as u64));
    }
    (read, end, line)
}

#[cfg(test)]
mod tests {
    use super::super::collection::Collection;
    use super::*;

    /// A source that returns a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len()).min(self.0.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn check(text: &str, format: FileFormat) {
        let whole = Collection::new(text.as_bytes().to_vec(), format);
        let whole: Vec<_> = whole.games().collect();
        for step in [1, 7, 64, 1000] {
            let mut stream = GameStream::new(Slow(text.as_bytes(), step), format).unwrap();
            let streamed: Vec<_> = std::iter::from_fn(|| stream.next_game().unwrap()).collect();
            assert_eq!(streamed, whole, "{step}: {text}");
        }
    }

    #[test]
    fn pieces_of_pgn_give_what_the_whole_gives() {
        let game =
            "[Red \"炮\"]\n[Result \"1-0\"]\n\n1. h2e2 {a\n[b]} h9g7\n(1... h7e7) 2. h0g2 1-0\n\n";
        let bare = "1. h2e2 h9g7\n2. h0g2 *\n";
        let broken = "[Red \"A\"]\n\n1. h2e2 a0a5 2. h0g2 0-1\n\n";
        let open = "[Red \"B\"]\n\n1. h2e2 {never closed\n\nmore\n[Red \"C\"]\n\n1. h0g2 *\n";
        for text in [
            String::new(),
            "nothing here\n".to_owned(),
            game.to_owned(),
            game.repeat(5),
            bare.repeat(9),
            [game, broken, game, bare].concat().repeat(3),
            [game, open].concat().repeat(3),
            format!("some words first\n\n{}", game.repeat(3)),
            format!("{}and some after", game.repeat(3)),
            format!("{game}{}", "; a long comment\n".repeat(40)).repeat(2),
            game.replace('\n', "\r\n").repeat(4),
        ] {
            check(&text, FileFormat::Pgn);
        }
    }

    #[test]
    fn pieces_of_lines_give_what_the_whole_gives() {
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        let vertical = "h2e2\nh9g7\nh0g2\n# between\ni9h9\n\n";
        let numbered = "1. 炮二平五 马８进７\n2. 马二进三 车９平８\n\n";
        for text in [
            String::new(),
            "# nothing\n".to_owned(),
            "h2e2 h9g7\n".to_owned(),
            "h2e2 h9g7\nnonsense\n\nh2e2 e0e9 h0g2".repeat(9),
            format!("{fen} moves h2e2 h9g7 h0g2\n{fen}\n").repeat(6),
            format!("{fen} moves h2e2\n{}", "; a long comment\n".repeat(40)).repeat(3),
            vertical.repeat(20),
            numbered.repeat(20),
            format!("startpos\n{numbered}").repeat(9),
            format!("红方: A\n黑方: B\n\n{numbered}\n-----\n某局\n").repeat(9),
            format!("红方: A\n{numbered}结果: 红胜\n\ntext\n\n红方: B\n").repeat(9),
            "text\n\n".repeat(99),
            format!("\u{feff}{}", numbered.replace('\n', "\r\n").repeat(9)),
        ] {
            check(&text, FileFormat::Moves);
        }
    }

    #[test]
    fn other_formats_and_encodings_are_refused() {
        assert!(GameStream::new(&b""[..], FileFormat::Xqf).is_none());
        for format in [FileFormat::Pgn, FileFormat::Fen] {
            let bytes = [b"1. h2e2 *\n".as_slice(), &[0xff, 0xfe, b'\n']].concat();
            let mut stream = GameStream::new(&bytes[..], format).unwrap();
            let error = stream.next_game().unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        }
    }
}
