//! The file format of books: sorted keys, searched in place, followed by the moves. `docs/books.md` describes the
//! format.

use std::ops::Range;

use super::entry::BookMove;
use super::error::BookError;
use super::varint::{put, take};
use crate::types::Move;

/// The first bytes of every file, which include the version of the format.
pub(super) const MAGIC: &[u8; 8] = b"chuhebk1";
/// The first bytes of a file in any version of the format.
pub(super) const MAGIC_STEM: &[u8; 7] = b"chuhebk";
/// The length of the header: magic, number of positions, number of moves, and length of the move lists in bytes.
const HEADER: usize = 8 + 4 + 4 + 4;
/// The year from which a file counts years.
const YEAR_ZERO: u16 = 999;

/// The layout of a file: the numbers of positions and moves, and the length of the move lists in bytes.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    positions: usize,
    moves: usize,
    lists: Range<usize>,
}

/// The sorted key at this index.
fn key_at(bytes: &[u8], index: usize) -> u64 {
    let at = HEADER + 8 * index;
    u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|i| bytes[at + i]))
}

/// The key of a position, and its moves as stored in the file.
pub type Entry = (u64, Vec<BookMove>);

impl Layout {
    /// Checks a whole file and locates its parts.
    pub(super) fn of(bytes: &[u8]) -> Result<Self, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(if bytes.starts_with(MAGIC_STEM) {
                BookError::OtherVersion
            } else {
                BookError::NotABook
            });
        }
        let (content, checksum) = bytes.split_last_chunk().ok_or(BookError::Truncated)?;
        if content.len() < HEADER {
            return Err(BookError::Truncated);
        }
        let [positions, moves, length] = [8, 12, 16]
            .map(|at| u32::from_le_bytes([0, 1, 2, 3].map(|i| content[at + i])) as usize);
        let start = HEADER as u64 + 8 * positions as u64 + 4 * (positions as u64 + 1);
        if start + length as u64 != content.len() as u64 {
            return Err(BookError::Length);
        }
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(BookError::Checksum);
        }
        let layout = Self { positions, moves, lists: start as usize..content.len() };
        layout.check(content)?;
        Ok(layout)
    }

    /// Checks that the parts are consistent, so that probes need not check them.
    fn check(&self, bytes: &[u8]) -> Result<(), BookError> {
        let mut moves = 0;
        let mut last = None;
        if self.offset(bytes, 0) != 0 || self.offset(bytes, self.positions) != self.lists.len() {
            return Err(BookError::Inconsistent);
        }
        for index in 0..self.positions {
            let key = key_at(bytes, index);
            let list = self.list(bytes, index).and_then(read_list);
            let (true, Some(list)) = (last < Some(key), list) else {
                return Err(BookError::Inconsistent);
            };
            moves += list.len();
            last = Some(key);
        }
        if moves == self.moves { Ok(()) } else { Err(BookError::Inconsistent) }
    }

    pub(super) const fn positions(&self) -> usize {
        self.positions
    }

    pub(super) const fn moves(&self) -> usize {
        self.moves
    }

    fn offset(&self, bytes: &[u8], index: usize) -> usize {
        let at = HEADER + 8 * self.positions + 4 * index;
        u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i])) as usize
    }

    fn list<'a>(&self, bytes: &'a [u8], index: usize) -> Option<&'a [u8]> {
        let (from, to) = (self.offset(bytes, index), self.offset(bytes, index + 1));
        bytes[self.lists.clone()].get(from..to)
    }

    /// The index of a key; `None` if it is missing.
    pub(super) fn place(&self, bytes: &[u8], key: u64) -> Option<usize> {
        let (mut low, mut high) = (0, self.positions);
        while low < high {
            let middle = low + (high - low) / 2;
            match key_at(bytes, middle).cmp(&key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// The moves under a key, as stored in the file; empty if the key is missing.
    pub(super) fn find(&self, bytes: &[u8], key: u64) -> Vec<BookMove> {
        let list = self.place(bytes, key).and_then(|index| self.list(bytes, index));
        list.and_then(read_list).unwrap_or_default()
    }

    /// All positions, in the order of their keys.
    pub(super) fn entries<'a>(&'a self, bytes: &'a [u8]) -> impl Iterator<Item = Entry> + 'a {
        (0..self.positions).map(|index| {
            let list = self.list(bytes, index).and_then(read_list).unwrap_or_default();
            (key_at(bytes, index), list)
        })
    }
}

fn read_list(mut list: &[u8]) -> Option<Vec<BookMove>> {
    let list = &mut list;
    let count = take(list)?;
    // Each move takes at least seven bytes, so a wrong count cannot make this allocate much memory.
    if count > list.len() as u64 / 7 {
        return None;
    }
    let moves = (0..count).map(|_| read_move(list)).collect::<Option<_>>()?;
    list.is_empty().then_some(moves)
}

fn read_move(bytes: &mut &[u8]) -> Option<BookMove> {
    let (bits, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    let mv = Move::from_bits(u16::from_le_bytes(*bits))?;
    if !mv.from().is_on_board() || !mv.to().is_on_board() {
        return None;
    }
    let weight = take_number(bytes)?;
    let (wins, draws, losses) = (take_number(bytes)?, take_number(bytes)?, take_number(bytes)?);
    let years = match take_number(bytes)? {
        0 => None,
        first => {
            let first = YEAR_ZERO.checked_add(first)?;
            Some((first, first.checked_add(take_number(bytes)?)?))
        }
    };
    let score = match take_number::<u32>(bytes)? {
        0 => None,
        folded => {
            let folded = folded - 1;
            let size = (folded >> 1) as i32;
            Some(i16::try_from(if folded & 1 == 0 { size } else { -size - 1 }).ok()?)
        }
    };
    Some(BookMove { mv, weight, wins, draws, losses, years, score })
}

fn take_number<T: TryFrom<u64>>(bytes: &mut &[u8]) -> Option<T> {
    T::try_from(take(bytes)?).ok()
}

fn write_move(bytes: &mut Vec<u8>, entry: &BookMove) {
    bytes.extend(entry.mv.bits().to_le_bytes());
    for number in [u32::from(entry.weight), entry.wins, entry.draws, entry.losses] {
        put(bytes, number.into());
    }
    match entry.years.filter(|(first, _)| *first > YEAR_ZERO) {
        None => put(bytes, 0),
        Some((first, last)) => {
            put(bytes, (first - YEAR_ZERO).into());
            put(bytes, last.saturating_sub(first).into());
        }
    }
    let folded = entry.score.map_or(0, |score| {
        let score = i64::from(score);
        1 + if score < 0 { -2 * score - 1 } else { 2 * score }
    });
    put(bytes, folded as u64);
}

/// Encodes a book with these positions, which must be sorted by key and have moves.
///
/// # Errors
/// [`BookError::TooLarge`] if the file would be too large.
pub fn write(entries: &[Entry]) -> Result<Vec<u8>, BookError> {
    let mut lists = Vec::new();
    let mut offsets = Vec::with_capacity(4 * (entries.len() + 1));
    let mut moves = 0;
    for (_, list) in entries {
        offsets.extend(offset(lists.len())?);
        put(&mut lists, list.len() as u64);
        for entry in list {
            write_move(&mut lists, entry);
        }
        moves += list.len();
    }
    offsets.extend(offset(lists.len())?);
    let mut bytes = MAGIC.to_vec();
    for number in [entries.len(), moves, lists.len()] {
        bytes.extend(offset(number)?);
    }
    for (key, _) in entries {
        bytes.extend(key.to_le_bytes());
    }
    bytes.extend(offsets);
    bytes.extend(lists);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}

fn offset(number: usize) -> Result<[u8; 4], BookError> {
    Ok(u32::try_from(number).map_err(|_| BookError::TooLarge)?.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entries() -> Vec<Entry> {
        let mv = |text: &str| text.parse().unwrap();
        let full = BookMove {
            wins: 300,
            draws: 20_000,
            losses: u32::MAX,
            years: Some((1956, 2026)),
            score: Some(-31),
            ..BookMove::new(mv("h2e2"), u16::MAX)
        };
        let low = BookMove { score: Some(i16::MIN), ..BookMove::new(mv("a0a1"), 0) };
        let high = BookMove { score: Some(i16::MAX), years: Some((1000, 1000)), ..low };
        vec![
            (3, vec![full, low]),
            (u64::MAX / 2, vec![high]),
            (u64::MAX, vec![BookMove { score: Some(0), ..low }]),
        ]
    }

    #[test]
    fn written_games_are_read_back() {
        for entries in [entries(), Vec::new()] {
            let bytes = write(&entries).unwrap();
            let layout = Layout::of(&bytes).unwrap();
            assert_eq!(layout.entries(&bytes).collect::<Vec<_>>(), entries);
            assert_eq!(layout.positions(), entries.len());
            assert_eq!(layout.moves(), entries.iter().map(|(_, list)| list.len()).sum::<usize>());
            for (key, list) in &entries {
                assert_eq!(&layout.find(&bytes, *key), list);
                assert_eq!(layout.find(&bytes, key ^ 1), []);
            }
        }
    }

    /// The bytes that `docs/books.md` explains.
    #[test]
    fn the_bytes_are_these() {
        let one = BookMove {
            wins: 2,
            draws: 1,
            years: Some((2024, 2026)),
            score: Some(-5),
            ..BookMove::new("h2e2".parse().unwrap(), 300)
        };
        let bytes = write(&[(0x0102_0304_0506_0708, vec![one])]).unwrap();
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hex.join(" "),
            "63 68 75 68 65 62 6b 31 01 00 00 00 01 00 00 00 0c 00 00 00 08 07 06 05 04 03 02 01 \
             00 00 00 00 0c 00 00 00 01 5a 57 ac 02 02 01 00 81 08 02 0a 4e a3 e0 ae"
        );
    }

    #[test]
    fn any_damage_is_seen() {
        let bytes = write(&entries()).unwrap();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                assert!(Layout::of(&bytes).is_err(), "byte {at}, bit {bit}");
            }
            assert!(Layout::of(&bytes[..at]).is_err(), "cut at {at}");
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(matches!(Layout::of(&longer), Err(BookError::Length)));
        assert!(matches!(Layout::of(b"chuhebk2 and more"), Err(BookError::OtherVersion)));
        assert!(matches!(Layout::of(b"something else"), Err(BookError::NotABook)));
    }

    /// A valid checksum does not make invalid content valid.
    #[test]
    fn a_book_that_was_written_wrongly_is_refused() {
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = write(&entries()).unwrap();
            bytes.truncate(bytes.len() - 4);
            change(&mut bytes);
            bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
            Layout::of(&bytes).is_err()
        };
        assert!(!refused(&|_| {}));
        assert!(refused(&|bytes| bytes[20..36].rotate_left(8)), "keys out of order");
        assert!(refused(&|bytes| bytes[12] += 1), "another number of moves");
        assert!(refused(&|bytes| bytes[44] = 1), "lists that do not begin at the beginning");
        assert!(refused(&|bytes| bytes[48] += 1), "a list that ends within a move");
        assert!(refused(&|bytes| bytes[60] = 200), "more moves than there is room for");
        assert!(refused(&|bytes| bytes[61] = 0), "a move off the board");
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_strange(tail in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut bytes = MAGIC.to_vec();
            bytes.extend(tail);
            let _ = Layout::of(&bytes);
            bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
            let _ = Layout::of(&bytes);
        }
    }
}
