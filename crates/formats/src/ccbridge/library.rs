//! CBL: a header, an index, and records that start at multiples of 4096 bytes after the first.

use super::super::game::Game;
use super::super::read_error::ReadError;
use super::error::CcbridgeProblem;
use super::{LIBRARY_MAGIC, RECORD_MAGIC, record};
use crate::encoding::decode_utf16;

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
#[must_use]
pub fn read(bytes: &[u8]) -> CcbridgeGames<'_> {
    let is_library = bytes.starts_with(LIBRARY_MAGIC);
    let first = if is_library { find_record(bytes) } else { Some(0) };
    CcbridgeGames { bytes, is_library, next: first, number: 0, failed: false }
}

/// The games in a file, read one by one by [`read`]. Iteration continues after an error.
#[derive(Clone, Debug)]
pub struct CcbridgeGames<'a> {
    bytes: &'a [u8],
    is_library: bool,
    /// The offset of the next record; `None` at the end.
    next: Option<usize>,
    /// The number of records read.
    number: usize,
    failed: bool,
}

impl Iterator for CcbridgeGames<'_> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(begin) = self.next else {
            let is_empty = self.number == 0 && !std::mem::replace(&mut self.failed, true);
            return is_empty.then(|| Err(ReadError::at_byte(0, CcbridgeProblem::EmptyLibrary)));
        };
        self.next = self.is_library.then(|| self.record_after(begin)).flatten();
        let end = self.next.unwrap_or(self.bytes.len());
        let number = self.number;
        self.number += 1;
        let tell = |game: &mut Game| self.tell(game, number);
        Some(match record::read(&self.bytes[..end], begin) {
            Ok(mut game) => {
                tell(&mut game);
                Ok(game)
            }
            Err(mut error) => {
                if let Some(game) = error.salvage.game_mut() {
                    tell(game);
                }
                Err(error)
            }
        })
    }
}

impl CcbridgeGames<'_> {
    fn record_after(&self, begin: usize) -> Option<usize> {
        let mut places = (begin..self.bytes.len()).step_by(STEP).skip(1);
        places.find(|&at| may_be_record(&self.bytes[at..]))
    }

    /// Adds the library's information about a game.
    fn tell(&self, game: &mut Game, number: usize) {
        if !self.is_library {
            return;
        }
        let name = text(self.bytes, NAME.0, NAME.1);
        if !name.is_empty() {
            game.set_tag("Collection", name);
        }
        let at = INDEX.0 + number * INDEX.1;
        let title = text(self.bytes, at + ENTRY_TITLE.0, ENTRY_TITLE.1);
        let flags = self.bytes.get(at).copied().unwrap_or_default();
        // An entry with another title belongs to another game.
        let is_its_own = title == game.tag("Title").unwrap_or_default();
        if flags != 0 && flags & KEPT == 0 && is_its_own {
            game.set_tag("Deleted", "1");
        }
    }
}

/// The text at the offset `at`; empty if the file is too short.
fn text(bytes: &[u8], at: usize, length: usize) -> String {
    let bytes = bytes.get(at..at + length).unwrap_or_default();
    super::one_line(&decode_utf16(bytes).0)
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
