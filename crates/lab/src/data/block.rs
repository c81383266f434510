//! Reads and writes files as independent blocks of games, so damage to one block costs only that block's games.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::iter::FusedIterator;
use std::path::Path;

use super::coder::{Reader, Writer};
use super::model::Model;
use super::{DataError, DataFault, DataHeader, HEADER_MAX, SelfPlayGame, plain};

/// The magic bytes that begin every block; they include the version of the format. They occur nowhere else in a block,
/// so a damaged block ends where the next begins, and a file can be read in a single pass, however badly it is damaged.
pub(super) const MAGIC: &[u8; 8] = b"chuhegm2";
/// [`MAGIC`] as text, and the JSON escape that replaces it in headers.
const ESCAPED: [&str; 2] = ["chuhegm2", "chuhegm\\u0032"];
/// The maximum number of games in a block.
pub(super) const GAMES_MAX: usize = 1 << 16;
/// The smallest number of bytes read at a time.
const READ_AT_ONCE: usize = 1 << 16;

/// Some games of a run, as stored in a file.
#[derive(Clone, Debug)]
pub struct Block {
    /// The origin of the games.
    pub header: DataHeader,
    /// The number of games.
    pub count: usize,
    /// The checksum of the block, or of the whole file in format 1.
    pub checksum: u32,
    /// The offset, in bytes, at which the block begins in its file.
    pub begin: u64,
    content: BlockContent,
}

#[derive(Clone, Debug)]
enum BlockContent {
    /// Format 1: a whole file.
    Plain(Vec<u8>),
    /// Format 2.
    Packed(Vec<u8>),
}

/// The games of a block, one at a time.
#[derive(Debug)]
pub struct Games {
    left: usize,
    content: BlockGames,
}

#[derive(Debug)]
enum BlockGames {
    Plain { bytes: Vec<u8>, at: usize },
    Packed { reader: Reader, model: Box<Model> },
}

impl Block {
    /// Decodes the games one by one. After an error the iterator ends.
    pub fn games(self) -> Games {
        let content = match self.content {
            BlockContent::Plain(bytes) => BlockGames::Plain { bytes, at: 0 },
            BlockContent::Packed(bytes) => {
                BlockGames::Packed { reader: Reader::new(bytes), model: Box::new(Model::new()) }
            }
        };
        Games { left: self.count, content }
    }

    /// Returns the bytes of a block with these games.
    pub(super) fn to_bytes(
        header: &DataHeader,
        games: &[SelfPlayGame],
    ) -> Result<Vec<u8>, DataError> {
        if games.len() > GAMES_MAX {
            return Err(DataFault::Games.into());
        }
        let (mut writer, mut model) = (Writer::new(), Model::new());
        for game in games {
            model.game(&mut writer, Some(game))?;
        }
        let packed = writer.finish();
        let header = serde_json::to_string(header).map_err(|_| DataFault::Header)?;
        let header = header.replace(ESCAPED[0], ESCAPED[1]);
        if header.len() > HEADER_MAX {
            return Err(DataFault::HeaderLength.into());
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header.into_bytes());
        bytes.extend((games.len() as u32).to_le_bytes());
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend(packed);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        if next_magic(&bytes[1..]).is_some() {
            return Err(DataFault::Magic.into());
        }
        Ok(bytes)
    }

    /// The length, in bytes, of a block that begins with `bytes`. If `bytes` is too short to tell, the result is
    /// greater than the length of `bytes`. `None` if no valid block begins like this.
    fn length(bytes: &[u8]) -> Option<usize> {
        let number = |at: usize| {
            bytes.get(at..)?.first_chunk().map(|number| u32::from_le_bytes(*number) as usize)
        };
        let Some(header) = number(MAGIC.len()) else { return Some(MAGIC.len() + 4) };
        let before = MAGIC.len() + 4 + header.min(HEADER_MAX) + 8;
        let packed = number(before - 4).map_or(0, |packed| packed.saturating_add(4));
        (header <= HEADER_MAX).then_some(before.saturating_add(packed))
    }

    /// Reads a block from all its bytes.
    fn from_bytes(bytes: &[u8], begin: u64) -> Option<Self> {
        let (content, checksum) = bytes.split_last_chunk()?;
        let checksum = u32::from_le_bytes(*checksum);
        if crc32fast::hash(content) != checksum {
            return None;
        }
        let (length, rest) = content.get(MAGIC.len()..)?.split_first_chunk()?;
        let (header, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let (count, rest) = rest.split_first_chunk()?;
        let count = u32::from_le_bytes(*count) as usize;
        let header = serde_json::from_slice(header).ok().filter(|_| count <= GAMES_MAX)?;
        let content = BlockContent::Packed(rest.get(4..)?.to_vec());
        Some(Self { header, count, checksum, begin, content })
    }
}

/// The offset at which the next block may begin.
fn next_magic(bytes: &[u8]) -> Option<usize> {
    bytes.windows(MAGIC.len()).position(|bytes| bytes == MAGIC)
}

impl Iterator for Games {
    type Item = Result<SelfPlayGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let game = match &mut self.content {
            BlockGames::Plain { bytes, at } => {
                let mut rest = &bytes[*at..];
                let game = plain::read_game(&mut rest);
                *at = bytes.len() - rest.len();
                let is_surplus = self.left == 0 && !rest.is_empty();
                if is_surplus && game.is_ok() { Err(DataFault::Surplus.into()) } else { game }
            }
            BlockGames::Packed { reader, model } => model.game(reader, None),
        };
        if game.is_err() {
            self.left = 0;
        }
        Some(game)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.left))
    }
}

impl FusedIterator for Games {}

/// The blocks of a file, one at a time. A damaged block yields an error, and the next block follows.
#[derive(Debug)]
pub struct Blocks<R> {
    source: R,
    /// Bytes read ahead from the source, of which the first `done` have been used.
    ahead: Vec<u8>,
    done: usize,
    at: u64,
    is_done: bool,
}

impl Blocks<File> {
    /// The blocks of a file, from an offset at which one begins.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path, begin: u64) -> io::Result<Self> {
        let mut source = File::open(path)?;
        source.seek(SeekFrom::Start(begin))?;
        Ok(Self { source, ahead: Vec::new(), done: 0, at: begin, is_done: false })
    }
}

impl<'a> Blocks<&'a [u8]> {
    /// The blocks of a file that is already in memory.
    pub fn of(bytes: &'a [u8]) -> Self {
        Self { source: bytes, ahead: Vec::new(), done: 0, at: 0, is_done: false }
    }
}

impl<R: Read> Blocks<R> {
    /// Returns the games of all blocks, one at a time. What cannot be read yields an error, and the next readable game
    /// follows.
    pub fn all_games(mut self) -> impl Iterator<Item = Result<SelfPlayGame, DataError>> {
        let mut games: Option<Games> = None;
        std::iter::from_fn(move || {
            loop {
                if let Some(game) = games.as_mut().and_then(Iterator::next) {
                    return Some(game);
                }
                match self.next()? {
                    Ok(block) => games = Some(block.games()),
                    Err(error) => return Some(Err(error)),
                }
            }
        })
    }

    fn block(&mut self) -> Result<Option<Block>, DataError> {
        let begin = self.at;
        let head = self.peek(MAGIC.len())?;
        let is_data = head.starts_with(MAGIC);
        if head.is_empty() && begin > 0 {
            return Ok(None);
        }
        if head.starts_with(plain::MAGIC) && begin == 0 {
            self.is_done = true;
            let (header, count, games, checksum) = plain::read(self.peek(usize::MAX)?)?;
            let content = BlockContent::Plain(games.to_vec());
            return Ok(Some(Block { header, count, checksum, begin, content }));
        }
        if is_data
            && let Some(length) = self.length()?
            && let Some(block) = Block::from_bytes(&self.peek(length)?[..length], begin)
        {
            self.skip(length);
            return Ok(Some(block));
        }
        self.is_done = !self.skip_to_next()?;
        if begin == 0 && !is_data && self.is_done {
            return Err(DataError::NotData);
        }
        Err(DataError::Block { begin, end: self.at })
    }

    /// The length of the block that begins here, or `None` if another block begins before this one would end.
    fn length(&mut self) -> io::Result<Option<usize>> {
        let (mut known, mut searched) = (MAGIC.len(), 1);
        loop {
            let bytes = self.peek(known)?;
            let Some(length) = Block::length(bytes).filter(|_| bytes.len() >= known) else {
                return Ok(None);
            };
            let end = bytes.len().min(length);
            if next_magic(&bytes[searched..end]).is_some() {
                return Ok(None);
            }
            if bytes.len() >= length {
                return Ok(Some(length));
            }
            searched = searched.max((end + 1).saturating_sub(MAGIC.len()));
            known = bytes.len() + 1;
        }
    }

    /// Skips to the place where the next block may begin. Returns `false` at the end of the file.
    fn skip_to_next(&mut self) -> io::Result<bool> {
        let here = self.peek(1)?.len().min(1);
        self.skip(here);
        loop {
            let bytes = self.peek(MAGIC.len())?;
            let (next, length) = (next_magic(bytes), bytes.len());
            match next {
                Some(next) => self.skip(next),
                None if length < MAGIC.len() => self.skip(length),
                None => {
                    self.skip(length + 1 - MAGIC.len());
                    continue;
                }
            }
            return Ok(next.is_some());
        }
    }

    /// Returns the bytes read ahead from the current offset: at least `wanted` bytes, unless the file ends sooner.
    fn peek(&mut self, wanted: usize) -> io::Result<&[u8]> {
        let known = self.ahead.len() - self.done;
        if known < wanted {
            self.ahead.drain(..self.done);
            self.done = 0;
            let missing = (wanted - known).max(READ_AT_ONCE);
            (&mut self.source).take(missing as u64).read_to_end(&mut self.ahead)?;
        }
        Ok(&self.ahead[self.done..])
    }

    fn skip(&mut self, bytes: usize) {
        self.done += bytes;
        self.at += bytes as u64;
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = Result<Block, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let block = self.block();
        // After an I/O error, reading stops.
        self.is_done |= matches!(block, Err(DataError::Io(_)) | Ok(None));
        block.transpose()
    }
}

impl<R: Read> FusedIterator for Blocks<R> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn block(command: &str, games: &[SelfPlayGame]) -> Result<Vec<u8>, DataError> {
        let (version, command) = ("1".to_owned(), command.to_owned());
        Block::to_bytes(&DataHeader { version, bench: 1, command, first: 0 }, games)
    }

    /// The file consists of headers, each for a block at least as long as the rest of the file.
    #[test]
    fn heads_without_blocks_cost_no_more_than_other_bytes() {
        const LENGTH: usize = 4 << 20;
        let empty = block("", &[]).unwrap();
        for before in [&b""[..], &empty] {
            for promised in [LENGTH as u32, LENGTH as u32 / 8, u32::MAX] {
                let mut file = Vec::new();
                while file.len() < LENGTH {
                    file.extend(before);
                    file.extend([&MAGIC[..], &[0; 8], &promised.to_le_bytes()].concat());
                }
                let heads = file.len() / (before.len() + MAGIC.len() + 12);
                file.extend(&empty);
                let begin = Instant::now();
                let (whole, damaged): (Vec<_>, Vec<_>) = Blocks::of(&file).partition(Result::is_ok);
                let whole_expected = if before.is_empty() { 1 } else { heads + 1 };
                assert_eq!((whole.len(), damaged.len()), (whole_expected, heads));
                assert!(begin.elapsed() < Duration::from_secs(30), "{promised}");
            }
        }
    }

    #[test]
    fn the_first_bytes_of_a_block_stand_nowhere_else_in_it() {
        let command = "a\u{1}chuhegm2 \\chuhegm2 chuhegm\\u0032";
        let bytes = block(command, &[]).unwrap();
        assert_eq!(next_magic(&bytes[1..]), None);
        let found = Blocks::of(&bytes).next().unwrap().unwrap();
        assert_eq!(found.header.command, command);

        // Decode games from bytes that contain the magic bytes, so that packing these games yields the same bytes.
        let game = |bytes: &[u8]| Model::new().game(&mut Reader::new(bytes.to_vec()), None);
        let rest = |at: u8| [&[0, 0, at][..], &[at; 30], MAGIC, &[at; 30]].concat();
        let games: Vec<_> = (0..=255).filter_map(|at| game(&rest(at)).ok()).collect();
        let refused = games.into_iter().filter_map(|game| block("", &[game]).err());
        assert!(
            refused
                .into_iter()
                .any(|error| { matches!(error, DataError::Invalid(DataFault::Magic)) })
        );
    }
}
