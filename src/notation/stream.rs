//! Reads the games of a text that is larger than memory, piece by piece.

use std::io::{self, Read};

use super::super::game::Game;
use super::error::PgnError;
use super::read::PgnGames;

/// How much is read at a time, in bytes.
const PIECE: usize = if cfg!(test) { 64 } else { 256 << 10 };

/// The games of a text in UTF-8, as [`read`](super::read) gives them, with no more in memory than the games of some
/// hundred kilobytes, or the longest game.
///
/// ```
/// use chuhe::notation::pgn::PgnStream;
///
/// let text = "[Red \"A\"]\n\n1. h2e2 *\n\n[Red \"B\"]\n\n1. h0g2 *\n";
/// let mut stream = PgnStream::new(text.as_bytes());
/// let mut names = Vec::new();
/// while let Some(game) = stream.next_game()? {
///     names.push(game?.tag("Red").map(str::to_owned));
/// }
/// assert_eq!(names, [Some("A".to_owned()), Some("B".to_owned())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PgnStream<R> {
    source: R,
    /// What was read and not told yet; ends behind a line end, or at the end of the text.
    text: String,
    /// Bytes after the last line end that was read.
    rest: Vec<u8>,
    /// Games of `text` that were read ahead.
    games: std::vec::IntoIter<(Result<Game, PgnError>, u64)>,
    /// Where `text` begins, in bytes, and its line, counted from 1.
    offset: u64,
    line: usize,
    /// How much is to be read before games are looked for.
    wanted: usize,
    /// Whether a game was told.
    seen: bool,
    is_ended: bool,
    /// Where the last game that was told ends, in bytes.
    told: u64,
}

impl<R: Read> PgnStream<R> {
    /// The games of a source of bytes.
    pub fn new(source: R) -> Self {
        Self {
            source,
            text: String::new(),
            rest: Vec::new(),
            games: Vec::new().into_iter(),
            offset: 0,
            line: 1,
            wanted: PIECE,
            seen: false,
            is_ended: false,
            told: 0,
        }
    }

    /// The bytes up to the end of the last game.
    pub const fn bytes_told(&self) -> u64 {
        self.told
    }

    /// The next game, or why it cannot be read; none at the end.
    ///
    /// # Errors
    /// If the source cannot be read, or is not in UTF-8.
    pub fn next_game(&mut self) -> io::Result<Option<Result<Game, PgnError>>> {
        loop {
            if let Some((game, end)) = self.games.next() {
                self.told = end;
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
            // A mark at the front of the text is no part of it.
            let is_first = self.offset == 0 && self.text.is_empty();
            let lines = if is_first { lines.trim_start_matches('\u{feff}') } else { lines };
            self.text.push_str(lines);
            self.rest.drain(..whole);
        }
        Ok(())
    }

    /// Reads the games of the text but the last, which may go on in the next piece.
    fn split(&mut self) {
        let mut games = PgnGames::within(&self.text, self.line, self.seen || !self.is_ended);
        let mut read = Vec::new();
        // The end of the last game behind which there is something else, with the line there.
        let (mut end, mut line) = (0, self.line);
        while let Some(game) = games.next() {
            let at = games.offset();
            if !self.is_ended && self.text[at..].trim().is_empty() {
                break;
            }
            read.push((game, self.offset + at as u64));
            (end, line) = (at, games.line());
        }
        if self.is_ended {
            end = self.text.len();
        }
        self.seen |= !read.is_empty();
        self.wanted = if read.is_empty() { 2 * self.text.len().max(PIECE) } else { PIECE };
        self.games = read.into_iter();
        self.text.drain(..end);
        self.offset += end as u64;
        self.line = line;
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    /// A source that gives a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len()).min(self.0.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn streamed(text: &str, step: usize) -> Vec<Result<Game, PgnError>> {
        let mut stream = PgnStream::new(Slow(text.as_bytes(), step));
        let mut games = Vec::new();
        while let Some(game) = stream.next_game().unwrap() {
            assert!(stream.bytes_told() as usize <= text.len());
            games.push(game);
        }
        games
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
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
            let whole: Vec<_> = read(&text).collect();
            for step in [1, 7, 64, 1000] {
                assert_eq!(streamed(&text, step), whole, "{step}: {text}");
            }
        }
    }

    #[test]
    fn other_encodings_are_refused() {
        let bytes = [b"1. h2e2 *\n".as_slice(), &[0xff, 0xfe, b'\n']].concat();
        let mut stream = PgnStream::new(&bytes[..]);
        let error = stream.next_game().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
}
