//! Reads the games in a file one by one, with only part of a large text in memory.

use std::fmt;
use std::io::{self, Cursor, Read};
use std::vec;

use super::ccbridge::{self, CcbridgeGames};
use super::collection::FileFormat;
use super::damaged_games::DamagedGames;
use super::dhtmlxq::DhtmlXqGames;
use super::encoding::{self, Decoded, Division, SourceEncoding};
use super::game::Game;
use super::game_files::{GameReadError, check_game_length};
use super::lines::{Layout, LineGames};
use super::pgn::PgnGames;
use super::pieces::{PieceOfGames, PlacedGame};
use super::read_error::ReadError;
use super::wxf::WxfGames;
use super::{pfc, qq, xqf};

/// The number of bytes of a file that are examined to detect its format.
const HEAD: usize = 1 << 20;

/// The games in a source of bytes, one by one. Iteration continues after an error, except that nothing follows
/// [`Rest`](super::collection::ReadProblem::Rest).
///
/// PGN and lines are read in pieces: at most the games in a few hundred kilobytes of text, or the longest game, are in
/// memory at a time. The first megabyte of a text of [lines](super::lines) determines the layout of all of it. Files in
/// other formats are read as a whole.
///
/// ```
/// use chuhe_formats::collection::FileFormat;
/// use chuhe_formats::game_files::GameReader;
///
/// let text = "[Red \"A\"]\n\n1. h2e2 *\n\n[Red \"B\"]\n\n1. h0g2 *\n";
/// let mut names = Vec::new();
/// for game in GameReader::new(text.as_bytes(), FileFormat::Pgn, None) {
///     names.push(game?.tag("Red").map(str::to_owned));
/// }
/// assert_eq!(names, [Some("A".to_owned()), Some("B".to_owned())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameReader<R = Box<dyn Read + Send>> {
    format: FileFormat,
    encoding: Option<SourceEncoding>,
    source: Decoded<R>,
    sizes: PieceSizes,
    parser: Parser,
    /// The text in memory.
    text: String,
    /// The length of the part of `text` from which games have been taken.
    parsed: usize,
    /// The byte offset of the unparsed text within the whole text.
    at: u64,
    /// The number of the first unparsed line, from 1.
    line: usize,
    /// The number of unparsed bytes that should be in memory before games are searched for.
    wanted: usize,
    /// Whether a game has been found, so that a piece without games is not an error.
    has_games: bool,
    /// Whether the source has no more bytes.
    is_ended: bool,
    /// Whether no more games will be parsed.
    is_done: bool,
    /// Games that have been parsed ahead.
    games: vec::IntoIter<PlacedGame>,
    damaged: DamagedGames,
    /// Why the rest of the source cannot be read.
    failure: Option<io::Error>,
}

/// How much text is parsed at a time.
#[derive(Clone, Copy, Debug)]
struct PieceSizes {
    /// The number of bytes that should be in memory.
    text: usize,
    /// The number of bytes of a text of lines by which its layout is determined.
    layout: usize,
    /// The minimum number of games parsed ahead. Games take about a hundred times as much memory as their text.
    games: usize,
}

const PIECES: PieceSizes = PieceSizes { text: 256 << 10, layout: 1 << 20, games: 32 };

/// The parser of the format.
#[derive(Debug)]
enum Parser {
    Pgn,
    /// Lines, with their layout once it is known.
    Lines(Option<Layout>),
    DhtmlXq,
    Wxf,
    /// A text that is one game.
    One(fn(&str) -> Result<Game, ReadError>),
    Xqf,
    /// CBR or CBL, once it has been read.
    Ccbridge(Option<CcbridgeGames<Vec<u8>>>),
}

impl GameReader {
    /// The games in a source of bytes whose name is known, in the format given or detected.
    ///
    /// # Errors
    /// If the source cannot be read, is empty, or does not look like a game file.
    pub fn detect(
        name: &str,
        mut source: Box<dyn Read + Send>,
        format: Option<FileFormat>,
        encoding: Option<SourceEncoding>,
    ) -> Result<Self, GameReadError> {
        let format = if let Some(format) = format {
            format
        } else {
            let mut head = Vec::new();
            source.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
            let end = head.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let lines = if head.len() == HEAD && end > 0 { &head[..end] } else { &head };
            let format = FileFormat::guess_as(name, lines, encoding);
            source = Box::new(Cursor::new(head).chain(source));
            format.ok_or(GameReadError::NoGames)?
        };
        let mut reader = Self::new(source, format, encoding);
        if !reader.is_empty() {
            return Ok(reader);
        }
        Err(reader.failure.map_or(GameReadError::NoGames, GameReadError::Io))
    }
}

impl<R: Read> GameReader<R> {
    /// The games in a source of bytes in this format. The encoding of its texts is detected unless it is given.
    pub fn new(source: R, format: FileFormat, encoding: Option<SourceEncoding>) -> Self {
        Self::with_pieces(source, format, encoding, PIECES)
    }

    fn with_pieces(
        source: R,
        format: FileFormat,
        encoding: Option<SourceEncoding>,
        sizes: PieceSizes,
    ) -> Self {
        let (parser, division) = match format {
            FileFormat::Pgn => (Parser::Pgn, Division::Pgn),
            FileFormat::Moves | FileFormat::Fen => (Parser::Lines(None), Division::Lines),
            FileFormat::DhtmlXq => (Parser::DhtmlXq, Division::DhtmlXq),
            FileFormat::Wxf => (Parser::Wxf, Division::Wxf),
            FileFormat::Cbf => (Parser::One(ccbridge::read_xml), Division::Whole),
            FileFormat::Pfc => (Parser::One(pfc::read), Division::Whole),
            FileFormat::Qq => (Parser::One(qq::read), Division::Whole),
            FileFormat::Xqf => (Parser::Xqf, Division::Whole),
            FileFormat::Cbr | FileFormat::Cbl => (Parser::Ccbridge(None), Division::Whole),
        };
        let wanted = if matches!(parser, Parser::Lines(_)) { sizes.layout } else { sizes.text };
        Self {
            format,
            encoding,
            source: Decoded::new(source, division, encoding),
            sizes,
            parser,
            text: String::new(),
            parsed: 0,
            at: 0,
            line: 1,
            wanted,
            has_games: false,
            is_ended: false,
            is_done: false,
            games: Vec::new().into_iter(),
            damaged: DamagedGames::default(),
            failure: None,
        }
    }

    /// The format in which the games are read.
    pub const fn format(&self) -> FileFormat {
        self.format
    }

    /// The number of bytes read, which runs somewhat ahead of the games. It stays 0 until the last game if the source is
    /// read as a whole.
    pub const fn bytes_read(&self) -> u64 {
        if self.format.is_of_lines() || self.is_done { self.source.bytes_read() } else { 0 }
    }

    /// Whether no game or error follows, because the source contains only white space and comments or cannot be read.
    pub fn is_empty(&mut self) -> bool {
        self.parse_ahead();
        self.games.as_slice().is_empty() && self.damaged.is_empty()
    }

    /// Parses games unless there are some already, or no more follow.
    fn parse_ahead(&mut self) {
        while self.games.as_slice().is_empty() && !self.is_done {
            if self.failure.is_none()
                && let Err(error) = self.read()
            {
                self.failure = Some(error);
            }
            self.parse();
            self.is_done |= self.failure.is_some() && self.games.as_slice().is_empty();
        }
    }

    /// Reads the next piece of text, unless enough is in memory.
    fn read(&mut self) -> io::Result<()> {
        if !self.format.is_of_lines() {
            return if self.is_ended { Ok(()) } else { self.read_whole() };
        }
        if self.text.len() - self.parsed < self.wanted {
            self.text.drain(..self.parsed);
            self.parsed = 0;
        }
        check_game_length(self.wanted)?;
        while !self.is_ended && self.text.len() - self.parsed < self.wanted {
            self.is_ended = !self.source.read_to(&mut self.text)?;
            self.damaged.add(self.source.take_damage());
        }
        Ok(())
    }

    fn read_whole(&mut self) -> io::Result<()> {
        let bytes = self.source.read_all()?;
        self.is_ended = true;
        match &mut self.parser {
            Parser::Xqf => {
                let game = xqf::read_as(&bytes, self.encoding);
                self.games = vec![(game, 0..0)].into_iter();
                self.is_done = true;
            }
            Parser::Ccbridge(games) => *games = Some(ccbridge::read_as(bytes, self.encoding)),
            Parser::Pgn | Parser::Lines(_) | Parser::DhtmlXq | Parser::Wxf | Parser::One(_) => {
                let text = encoding::into_text(bytes, self.source.division(), self.encoding);
                self.damaged.add(text.damage);
                self.text = text.text;
            }
        }
        Ok(())
    }

    /// Parses the next games in the text. Unless the text is complete, the last game may continue in the next piece, so
    /// it is left for then.
    fn parse(&mut self) {
        let (line, is_last, count) = (self.line, self.is_ended, self.sizes.games);
        let seen = self.has_games || !is_last;
        let text = &self.text[self.parsed..];
        // The last line may be incomplete.
        let complete = || text.rfind('\n').map_or(0, |at| at + 1);
        let text = if is_last { text } else { &text[..complete()] };
        let piece = match &mut self.parser {
            Parser::Pgn => {
                let games = PgnGames::within(text, line, seen);
                PieceOfGames::new(text, line, is_last, count, games)
            }
            Parser::Lines(layout) => {
                let layout = *layout.get_or_insert_with(|| Layout::of(text));
                let games = LineGames::within(text, line, layout);
                PieceOfGames::new(text, line, is_last, count, games)
            }
            Parser::DhtmlXq => {
                let games = DhtmlXqGames::within(text, line, seen);
                PieceOfGames::new(text, line, is_last, count, games)
            }
            Parser::Wxf => {
                let games = WxfGames::within(text, line, seen);
                PieceOfGames::new(text, line, is_last, count, games)
            }
            Parser::One(read) if is_last => {
                let game = (read(text), 0..text.len() as u64);
                PieceOfGames { games: vec![game], end: text.len(), line, is_exhausted: true }
            }
            Parser::Ccbridge(Some(records)) => {
                let games: Vec<_> = records.by_ref().take(count).map(|game| (game, 0..0)).collect();
                let is_exhausted = games.len() < count;
                PieceOfGames { games, end: 0, line, is_exhausted }
            }
            Parser::One(_) | Parser::Ccbridge(None) | Parser::Xqf => return,
        };
        self.wanted = if piece.games.is_empty() {
            2 * text.len().max(self.sizes.text)
        } else {
            self.sizes.text
        };
        self.has_games |= !piece.games.is_empty();
        self.is_done = is_last && piece.is_exhausted;
        let at = self.at;
        let placed = |(game, place): PlacedGame| (game, at + place.start..at + place.end);
        self.games = piece.games.into_iter().map(placed).collect::<Vec<_>>().into_iter();
        self.parsed += piece.end;
        self.at += piece.end as u64;
        self.line = piece.line;
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.parse_ahead();
            let Some((game, place)) = self.games.next() else {
                return self
                    .damaged
                    .finish()
                    .or_else(|| self.failure.take().map(|error| Err(ReadError::rest(&error))));
            };
            if let Some(before) = self.damaged.push(game, place) {
                return Some(before);
            }
        }
    }
}

impl<R> fmt::Debug for GameReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameReader").field("format", &self.format).finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::fs;

    use super::super::collection::Collection;
    use super::super::encoding::Encoding;
    use super::super::game_files::GameFile;
    use super::super::{lines, pgn};
    use super::*;

    /// Sizes with which even a short text is read in many pieces.
    const SMALL: PieceSizes = PieceSizes { text: 64, layout: 192, games: 3 };

    /// A source that returns a few bytes at a time.
    pub(in super::super) struct Slow<'a>(pub(in super::super) &'a [u8], pub(in super::super) usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len()).min(self.0.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    /// A source that fails at its end.
    struct Broken<'a>(&'a [u8]);

    impl Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer) {
                Ok(0) => Err(io::Error::other("the disk is gone")),
                read => read,
            }
        }
    }

    /// The games in a source that is read in small pieces, which must be those in the whole.
    fn check_pieces(bytes: &[u8], format: FileFormat) -> Vec<Result<Game, ReadError>> {
        let whole: Vec<_> = GameReader::new(bytes, format, None).collect();
        for step in [1, 7, 64, 1000] {
            let reader = GameReader::with_pieces(Slow(bytes, step), format, None, SMALL);
            assert_eq!(reader.collect::<Vec<_>>(), whole, "{step}");
        }
        whole
    }

    #[test]
    fn pieces_of_pgn_have_the_games_of_the_whole() {
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
            let whole = check_pieces(text.as_bytes(), FileFormat::Pgn);
            assert_eq!(whole, pgn::read(&text).collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn pieces_of_lines_have_the_games_of_the_whole() {
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
            numbered.replace('\n', "\r\n").repeat(9),
        ] {
            let whole = check_pieces(text.as_bytes(), FileFormat::Moves);
            assert_eq!(whole, lines::read(&text).collect::<Vec<_>>(), "{text}");
            check_pieces(format!("\u{feff}{text}").as_bytes(), FileFormat::Moves);
        }
    }

    #[test]
    fn other_formats_are_read_as_a_whole() {
        let game = "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
        let open = "[DhtmlXQ]\n[DhtmlXQ_movelist]7747706[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
        let text = [&game.repeat(60), open, game].concat();
        let whole = check_pieces(text.as_bytes(), FileFormat::DhtmlXq);
        assert_eq!((whole.len(), whole.iter().filter(|game| game.is_err()).count()), (62, 1));
        let wxf = "FORMAT\tWXF\nRED\tA\nSTART{\n 1. C2.5 h8+7\n}END\n";
        let text = format!("{wxf}{}START{{\n C2.5\n", wxf.repeat(9));
        let whole = check_pieces(text.as_bytes(), FileFormat::Wxf);
        assert_eq!((whole.len(), whole.iter().filter(|game| game.is_err()).count()), (11, 1));
        let mut reader = GameReader::new(wxf.as_bytes(), FileFormat::Wxf, None);
        assert!(!reader.is_empty());
        assert_eq!(reader.by_ref().count(), 1);
        assert_eq!(reader.bytes_read(), wxf.len() as u64);
    }

    #[test]
    fn damage_is_reported_alike_in_pieces_and_whole() {
        let game = "[Red \"胡荣华\"]\n[Black \"许银川\"]\n\n1. 炮二平五 马8进7 {说明} 1-0\n\n";
        let gbk = Encoding::Gb18030.encode(game).into_owned();
        let mut cut = game.as_bytes().to_vec();
        cut.truncate(70);
        let damaged = game.replace("许", "?").into_bytes();
        let damaged: Vec<u8> =
            damaged.iter().map(|&byte| if byte == b'?' { 0xff } else { byte }).collect();
        let parts = [&damaged, game.as_bytes(), &gbk, &cut, &gbk, game.as_bytes(), b"\xff\n"];
        let whole = check_pieces(&parts.concat().repeat(12), FileFormat::Pgn);
        let errors = || whole.iter().filter_map(|game| game.as_ref().err());
        let games = whole
            .iter()
            .filter_map(|game| game.as_ref().map_or_else(|error| error.salvaged(), Some));
        let names: Vec<_> = games
            .map(|game| [game.tag("Red"), game.tag("Black")].map(Option::unwrap).join(" "))
            .collect();
        let count = |name: &str| names.iter().filter(|other| *other == name).count();
        assert_eq!((count("胡荣华 许银川"), count("胡荣华 \u{fffd}银川")), (60, 12));
        assert_eq!(errors().count(), 25);
        let first = errors().next().unwrap().to_string();
        assert_eq!(first, "line 2: 1 byte cannot be decoded; everything else was read");
    }

    #[test]
    fn files_are_detected_by_their_first_lines() {
        let folder = tempfile::tempdir().unwrap();
        let game = "[Red \"炮\"]\n[Black \"馬\"]\n\n1. 炮二平五 马8进7 {说明} 2. 马二进三 1-0\n\n";
        let lines = "h2e2 h9g7 h0g2\nc3c4\nnonsense\n炮二平五\n";
        for encoding in [Encoding::Utf8, Encoding::Gb18030] {
            for (name, text, format) in [
                ("a.pgn", game, None),
                ("a.txt", game, None),
                ("a", game, Some(FileFormat::Pgn)),
                ("a.moves", lines, None),
            ] {
                let path = folder.path().join(name);
                fs::write(&path, encoding.encode(&text.repeat(20_000))).unwrap();
                let file = GameFile::new(path);
                let reader = file.open(format).unwrap();
                let expected = if text == game { FileFormat::Pgn } else { FileFormat::Moves };
                assert_eq!(reader.format(), expected);
                assert!(reader.bytes_read() < HEAD as u64 * 2, "only the head has been read");
                let readable = reader.take(30).flatten().count();
                assert_eq!(readable, if text == game { 30 } else { 23 });
            }
        }
        let file = GameFile::new(folder.path().join("no such file.pgn"));
        assert!(matches!(file.open(None), Err(GameReadError::Io(_))));
        fs::write(folder.path().join("empty.pgn"), "% nothing\n").unwrap();
        let file = GameFile::new(folder.path().join("empty.pgn"));
        assert!(matches!(file.open(None), Err(GameReadError::NoGames)));
    }

    #[test]
    fn a_source_that_breaks_off_is_reported_once() {
        let text = "1. h2e2 *\n\n".repeat(200);
        for format in [FileFormat::Pgn, FileFormat::Xqf] {
            let mut reader = GameReader::new(Broken(text.as_bytes()), format, None);
            let mut games = reader.by_ref().skip_while(Result::is_ok);
            let error = games.next().unwrap().unwrap_err();
            let expected = "the rest of the file cannot be read: the disk is gone";
            assert_eq!(error.to_string(), expected);
            assert!(error.line().is_none() && error.into_noted().is_none());
            assert!(reader.next().is_none());
        }
        let reader = GameReader::new(Broken(text.as_bytes()), FileFormat::Pgn, None);
        assert!((190..200).contains(&reader.flatten().count()));
    }

    /// A source that repeats a text, for much longer than a game.
    struct Endless(&'static str, usize);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Self(text, at) = self;
            assert!(*at < 64 << 20, "{text:?}: it reads on and on");
            buffer.fill_with(|| {
                *at += 1;
                text.as_bytes()[*at % text.len()]
            });
            Ok(buffer.len())
        }
    }

    #[test]
    fn sources_without_end_are_refused() {
        for (text, format) in [
            ("a", FileFormat::Pgn),
            ("{ a long comment\n", FileFormat::Pgn),
            ("a", FileFormat::Moves),
        ] {
            let games = GameReader::new(Endless(text, 0), format, None);
            let error = games.last().unwrap().unwrap_err().to_string();
            assert!(error.contains("it is too large, or endless"), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_source_that_cannot_be_read_at_all_is_refused() {
        for format in [None, Some(FileFormat::Pgn), Some(FileFormat::Xqf)] {
            let refused = GameReader::detect("a.pgn", Box::new(Broken(b"")), format, None);
            assert!(matches!(refused, Err(GameReadError::Io(_))), "{format:?}");
        }
        let collection = Collection::new(b"% no\n".to_vec(), FileFormat::Pgn);
        assert!(collection.is_empty() && collection.games().next().is_none());
    }
}
