//! CBL: a header, an index, and records that start at multiples of 4096 bytes after the first.

use super::super::encoding::SourceEncoding;
use super::super::game::Game;
use super::super::read_error::ReadError;
use super::super::read_problem::ReadProblem;
use super::{RECORD_MAGIC, record};

/// The offset and the length of the library's name, in bytes.
const NAME: (usize, usize) = (64, 512);
/// The offset of the index, and the length of an entry in it.
const INDEX: (usize, usize) = (66624, 276);
/// The offset and the length of a game's title in its index entry, in bytes.
const ENTRY_TITLE: (usize, usize) = (100, 128);
/// The flag in an entry whose game has not been deleted.
const KEPT: u8 = 2;
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
    let is_library = super::is_library(bytes.as_ref());
    let first = if is_library { find_record(bytes.as_ref()) } else { Some(0) };
    let encoding = encoding.unwrap_or(SourceEncoding::UTF_16LE);
    CcbridgeGames { bytes, encoding, is_library, next: first, number: 0, failed: false }
}

/// The games in a file, read one by one by [`read`]. Iteration continues after an error.
#[derive(Clone, Debug)]
pub struct CcbridgeGames<B> {
    bytes: B,
    encoding: SourceEncoding,
    is_library: bool,
    /// The offset of the next record; `None` at the end.
    next: Option<usize>,
    /// The number of records read.
    number: usize,
    failed: bool,
}

impl<B: AsRef<[u8]>> Iterator for CcbridgeGames<B> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(begin) = self.next else {
            let is_empty = self.number == 0 && !std::mem::replace(&mut self.failed, true);
            return is_empty.then(|| Err(ReadError::at_byte(0, ReadProblem::EmptyLibrary)));
        };
        self.next = self.is_library.then(|| self.record_after(begin)).flatten();
        let end = self.next.unwrap_or(self.bytes.as_ref().len());
        let number = self.number;
        self.number += 1;
        Some(match record::read(&self.bytes.as_ref()[..end], begin, self.encoding) {
            Ok(mut game) => {
                self.describe(&mut game, number);
                Ok(game)
            }
            Err(mut error) => {
                if let Some(game) = error.salvage.game_mut() {
                    self.describe(game, number);
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

    /// Adds the library's information about a game.
    fn describe(&self, game: &mut Game, number: usize) {
        if !self.is_library {
            return;
        }
        let name = self.text(NAME.0, NAME.1);
        if !name.is_empty() {
            game.set_tag("Collection", name);
        }
        let at = INDEX.0 + number * INDEX.1;
        let title = self.text(at + ENTRY_TITLE.0, ENTRY_TITLE.1);
        let flags = self.bytes.as_ref().get(at).copied().unwrap_or_default();
        // An entry with another title belongs to another game.
        let is_its_own = title == game.tag("Title").unwrap_or_default();
        if flags != 0 && flags & KEPT == 0 && is_its_own {
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

/// Whether a record seems to start here. A few wrong bytes are tolerated, so that a damaged record is reported rather
/// than skipped.
fn may_be_record(bytes: &[u8]) -> bool {
    let same = bytes.iter().zip(RECORD_MAGIC).filter(|(byte, magic)| byte == magic).count();
    same + 3 >= RECORD_MAGIC.len()
}
