//! CBL: a header, an index, and records that start at multiples of 4096 bytes after the first.

use super::super::encoding::SourceEncoding;
use super::super::game::Game;
use super::super::read_error::ReadError;
use super::super::read_problem::ReadProblem;
use super::{LIBRARY_MAGIC, RECORD_MAGIC, record};

/// The offset and the length of the library's name, in bytes.
const NAME: (usize, usize) = (64, 512);
/// The offset of the number of entries for which the index has room.
const CAPACITY: usize = 60;
/// The offset of the index, and the length of an entry in it.
const INDEX: (usize, usize) = (66624, 276);
/// The offset of the length of a game's record in its index entry.
const ENTRY_LENGTH: usize = 12;
/// The offset and the length of a game's title in its index entry, in bytes.
const ENTRY_TITLE: (usize, usize) = (100, 128);
/// The flag in an entry whose game has not been deleted, and all flags.
const KEPT: u8 = 2;
const FLAGS: u8 = 7;
/// Every record starts at a multiple of this many bytes after the first.
const STEP: usize = 4096;

/// Reads the games in a CBR or CBL file. Games from a library get its name as the tag `Collection`. Games that were
/// deleted but are still in the file are read as well; they get the tag `Deleted`.
pub fn read(bytes: &[u8]) -> CcbridgeGames<&[u8]> {
    read_as(bytes, None)
}

/// Like [`read`], but with texts in the given encoding instead of UTF-16, if any.
pub(in super::super) fn read_as<B: AsRef<[u8]>>(
    bytes: B,
    encoding: Option<SourceEncoding>,
) -> CcbridgeGames<B> {
    let all = bytes.as_ref();
    let record = find_record(all).filter(|_| !may_be_record(all));
    // What contains a record is a library, even if its header is damaged.
    let is_library = record.is_some() || resembles(all, LIBRARY_MAGIC);
    let next = if is_library { record } else { Some(0) };
    let index = record.map_or_else(Vec::new, |first| read_index(all, first));
    let encoding = encoding.unwrap_or(SourceEncoding::UTF_16LE);
    CcbridgeGames { bytes, encoding, is_library, index, next, number: 0, is_ended: false }
}

/// An entry of the index that is in use.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The offset of the entry.
    at: usize,
    flags: u8,
    /// The offset of the record, if all entries up to this one state the lengths of their records.
    begin: usize,
    /// The length of the record, if the entry states it.
    length: Option<usize>,
}

/// The entries of the index, in a library whose first record found is at `first`.
fn read_index(bytes: &[u8], first: usize) -> Vec<Entry> {
    let number = |at: usize| {
        let number = bytes.get(at..)?.first_chunk().copied();
        number.map(|number| u32::from_le_bytes(number) as usize).filter(|&number| number > 0)
    };
    let room = first.saturating_sub(INDEX.0) / INDEX.1;
    let capacity = number(CAPACITY).filter(|&capacity| capacity <= room);
    // Records follow in the order of their entries, each at a multiple of a fixed length after the index.
    let mut begin = capacity.map_or(first, |capacity| INDEX.0 + capacity * INDEX.1);
    let entries = (0..capacity.unwrap_or(room)).map(|entry| INDEX.0 + entry * INDEX.1);
    let entries = entries.map_while(|at| {
        let entry = Entry { at, flags: bytes[at], begin, length: number(at + ENTRY_LENGTH) };
        begin += entry.length.unwrap_or(1).next_multiple_of(STEP);
        (1..=FLAGS).contains(&entry.flags).then_some(entry)
    });
    entries.collect()
}

/// The games in a file, read one by one by [`read`]. Iteration continues after an error.
#[derive(Clone, Debug)]
pub struct CcbridgeGames<B> {
    bytes: B,
    encoding: SourceEncoding,
    is_library: bool,
    index: Vec<Entry>,
    /// The offset of the next record; `None` at the end.
    next: Option<usize>,
    /// The number of records read.
    number: usize,
    is_ended: bool,
}

impl<B: AsRef<[u8]>> Iterator for CcbridgeGames<B> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(begin) = self.next else {
            let is_first = !std::mem::replace(&mut self.is_ended, true);
            return is_first.then(|| self.missing()).flatten().map(Err);
        };
        self.next = self.is_library.then(|| self.record_after(begin)).flatten();
        let end = self.next.unwrap_or(self.bytes.as_ref().len());
        let entry = self.entry(begin);
        let length = entry.and_then(|entry| entry.length);
        self.number += 1;
        Some(match record::read(&self.bytes.as_ref()[..end], begin, length, self.encoding) {
            Ok(mut game) => {
                self.describe(&mut game, entry);
                Ok(game)
            }
            Err(mut error) => {
                if let Some(game) = error.salvage.game_mut() {
                    self.describe(game, entry);
                }
                Err(error)
            }
        })
    }
}

impl<B: AsRef<[u8]>> CcbridgeGames<B> {
    fn record_after(&self, begin: usize) -> Option<usize> {
        let bytes = self.bytes.as_ref();
        (begin..bytes.len()).step_by(STEP).skip(1).find(|&at| may_be_record(&bytes[at..]))
    }

    /// The error for games that are in the index but not in the file.
    fn missing(&self) -> Option<ReadError> {
        let declared = self.index.iter().filter(|entry| entry.flags & KEPT != 0).count();
        let found = self.number;
        let problem = match found {
            0 => ReadProblem::EmptyLibrary,
            _ if declared > found => ReadProblem::GameCount { declared, found },
            _ => return None,
        };
        Some(ReadError::at_byte(if found == 0 { 0 } else { INDEX.0 }, problem))
    }

    /// The entry of the record at this offset.
    fn entry(&self, begin: usize) -> Option<Entry> {
        let has_lengths = self.index.first().is_some_and(|entry| entry.length.is_some());
        let place = if has_lengths {
            self.index.binary_search_by_key(&begin, |entry| entry.begin).ok()
        } else {
            Some(self.number)
        };
        self.index.get(place?).copied()
    }

    /// Adds the library's information about a game.
    fn describe(&self, game: &mut Game, entry: Option<Entry>) {
        if !self.is_library {
            return;
        }
        let name = self.text(NAME.0, NAME.1);
        if !name.is_empty() {
            game.set_tag("Collection", name);
        }
        let Some(Entry { at, flags, .. }) = entry else { return };
        let title = self.text(at + ENTRY_TITLE.0, ENTRY_TITLE.1);
        // An entry with another title belongs to another game.
        let is_its_own = title == game.tag("Title").unwrap_or_default();
        if flags & KEPT == 0 && is_its_own {
            game.set_tag("Deleted", "1");
        }
    }

    /// The text at the offset `at`; empty if the file is too short.
    fn text(&self, at: usize, length: usize) -> String {
        let bytes = self.bytes.as_ref().get(at..at + length).unwrap_or_default();
        super::one_line(&self.encoding.decode_field(bytes).0)
    }
}

/// The offset of a library's first record. It comes after the index, whose length depends on how many games the library
/// has ever contained.
fn find_record(bytes: &[u8]) -> Option<usize> {
    let mut first = bytes.windows(RECORD_MAGIC.len()).position(|window| window == RECORD_MAGIC)?;
    while let Some(before) = first.checked_sub(STEP).filter(|&at| may_be_record(&bytes[at..])) {
        first = before;
    }
    Some(first)
}

/// Whether a record seems to start here.
fn may_be_record(bytes: &[u8]) -> bool {
    resembles(bytes, RECORD_MAGIC)
}

/// Whether this magic number seems to be here. A few wrong bytes are tolerated, so that what is damaged is reported
/// rather than skipped.
fn resembles(bytes: &[u8], magic: &[u8; 16]) -> bool {
    let same = bytes.iter().zip(magic).filter(|(byte, magic)| byte == magic).count();
    same + 3 >= magic.len()
}
