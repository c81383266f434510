//! Files as they are read: blocks of games, each by itself, so that what is damaged costs its own games alone.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::iter::FusedIterator;
use std::path::Path;

use super::coder::{Reader, Writer};
use super::model::Model;
use super::{DataError, DataFault, DataHeader, HEADER_MAX, SelfPlayGame, plain};

/// The first bytes of every block, with the version of the format.
pub(super) const MAGIC: &[u8; 8] = b"chuhegm2";
/// The most games of a block.
pub(super) const GAMES_MAX: usize = 1 << 16;
/// Bytes that are searched at a time for the next block.
const SEARCHED_AT_ONCE: usize = 1 << 16;

/// Some games of a run, as they lie in a file.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where the games come from.
    pub header: DataHeader,
    /// How many there are.
    pub count: usize,
    /// That of the file or block, which is that of its content.
    pub checksum: u32,
    /// Where it begins in its file.
    pub begin: u64,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// Format 1: a whole file.
    Plain(Vec<u8>),
    /// Format 2.
    Packed(Vec<u8>),
}

/// The games of a block, one at a time.
#[derive(Debug)]
pub struct Games {
    left: usize,
    content: Unread,
}

#[derive(Debug)]
enum Unread {
    Plain { bytes: Vec<u8>, at: usize },
    Packed { reader: Reader, model: Box<Model> },
}

impl Block {
    /// The games, as they are read. After an error there are no more.
    #[must_use]
    pub fn games(self) -> Games {
        let content = match self.content {
            Content::Plain(bytes) => Unread::Plain { bytes, at: 0 },
            Content::Packed(bytes) => {
                Unread::Packed { reader: Reader::new(bytes), model: Box::new(Model::new()) }
            }
        };
        Games { left: self.count, content }
    }

    /// The bytes of a block.
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
        let header = serde_json::to_vec(header).map_err(|_| DataFault::Header)?;
        if header.len() > HEADER_MAX {
            return Err(DataFault::HeaderLength.into());
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        bytes.extend((games.len() as u32).to_le_bytes());
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend(packed);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    fn read(source: &mut impl Read, begin: u64) -> Result<Self, DataError> {
        let mut sum = crc32fast::Hasher::new();
        sum.update(MAGIC);
        let mut take = |source: &mut dyn Read, length: usize| {
            let mut bytes = Vec::new();
            source.take(length as u64).read_to_end(&mut bytes)?;
            sum.update(&bytes);
            if bytes.len() < length { Err(DataError::from(DataFault::Cut)) } else { Ok(bytes) }
        };
        let mut number = |source: &mut dyn Read| {
            let bytes = take(source, 4)?;
            Ok::<_, DataError>(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
        };
        let length = number(source)?;
        if length > HEADER_MAX {
            return Err(DataFault::HeaderLength.into());
        }
        let header = take(source, length)?;
        let mut number = |source: &mut dyn Read| {
            let bytes = take(source, 4)?;
            Ok::<_, DataError>(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
        };
        let count = number(source)?;
        let length = number(source)?;
        let packed = take(source, length)?;
        let checksum = sum.finalize();
        let mut told = [0; 4];
        source.read_exact(&mut told)?;
        if checksum != u32::from_le_bytes(told) {
            return Err(DataError::Checksum);
        }
        if count > GAMES_MAX {
            return Err(DataFault::Games.into());
        }
        let header = serde_json::from_slice(&header).map_err(|_| DataFault::Header)?;
        Ok(Self { header, count, checksum, begin, content: Content::Packed(packed) })
    }
}

impl Iterator for Games {
    type Item = Result<SelfPlayGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let game = match &mut self.content {
            Unread::Plain { bytes, at } => {
                let mut rest = &bytes[*at..];
                let game = plain::read_game(&mut rest);
                *at = bytes.len() - rest.len();
                let is_surplus = self.left == 0 && !rest.is_empty();
                if is_surplus && game.is_ok() { Err(DataFault::Surplus.into()) } else { game }
            }
            Unread::Packed { reader, model } => model.game(reader, None),
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

/// The blocks of a file, one at a time. A damaged one is told as an error, and the next one follows.
#[derive(Debug)]
pub struct Blocks<R> {
    source: R,
    at: u64,
    is_done: bool,
}

impl Blocks<BufReader<File>> {
    /// Those of a file, from a place where one begins.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path, begin: u64) -> io::Result<Self> {
        let mut source = BufReader::new(File::open(path)?);
        source.seek(SeekFrom::Start(begin))?;
        Ok(Self { source, at: begin, is_done: false })
    }
}

impl<'a> Blocks<Cursor<&'a [u8]>> {
    /// Those of a file whose bytes are known.
    #[must_use]
    pub fn of(bytes: &'a [u8]) -> Self {
        Self { source: Cursor::new(bytes), at: 0, is_done: false }
    }
}

impl<R: Read + Seek> Blocks<R> {
    /// The games of all blocks, one at a time. What cannot be read is told in its place, and what can be follows.
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
        let mut magic = Vec::new();
        (&mut self.source).take(MAGIC.len() as u64).read_to_end(&mut magic)?;
        if magic.is_empty() && begin > 0 {
            return Ok(None);
        }
        if magic == plain::MAGIC && begin == 0 {
            self.is_done = true;
            let mut bytes = magic;
            self.source.read_to_end(&mut bytes)?;
            let (header, count, games, checksum) = plain::read(&bytes)?;
            let content = Content::Plain(games.to_vec());
            return Ok(Some(Block { header, count, checksum, begin, content }));
        }
        let block = if magic == MAGIC {
            Block::read(&mut self.source, begin)
        } else {
            Err(DataError::NotData)
        };
        let error = match block {
            Ok(block) => {
                self.at = self.source.stream_position()?;
                return Ok(Some(block));
            }
            Err(error) => error,
        };
        match self.find(begin + 1)? {
            None if begin == 0 && matches!(error, DataError::NotData) => {
                self.is_done = true;
                return Err(error);
            }
            Some(next) => self.at = next,
            None => {
                self.at = self.source.seek(SeekFrom::End(0))?;
                self.is_done = true;
            }
        }
        self.source.seek(SeekFrom::Start(self.at))?;
        Err(DataError::Block { begin, end: self.at })
    }

    /// The next place from here where a block begins.
    fn find(&mut self, from: u64) -> io::Result<Option<u64>> {
        self.source.seek(SeekFrom::Start(from))?;
        let (mut window, mut begin) = (Vec::new(), from);
        loop {
            let more = (&mut self.source).take(SEARCHED_AT_ONCE as u64).read_to_end(&mut window)?;
            let found = window.windows(MAGIC.len()).position(|bytes| bytes == MAGIC);
            if let Some(found) = found {
                return Ok(Some(begin + found as u64));
            }
            if more == 0 {
                return Ok(None);
            }
            let searched = window.len().saturating_sub(MAGIC.len() - 1);
            window.drain(..searched);
            begin += searched as u64;
        }
    }
}

impl<R: Read + Seek> Iterator for Blocks<R> {
    type Item = Result<Block, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let block = self.block();
        // What cannot be read is not searched for more.
        self.is_done |= matches!(block, Err(DataError::Io(_)) | Ok(None));
        block.transpose()
    }
}

impl<R: Read + Seek> FusedIterator for Blocks<R> {}
