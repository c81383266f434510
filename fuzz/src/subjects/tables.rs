//! Endgame table files.

use chuhe_engine::tables::Tables;

use super::scratch::{file, sealed};
use super::shape::is_readable;

/// The size in bytes of a block's entry in the block list.
const BLOCK_PLACE: usize = 12;

/// A table of arbitrary bytes with corrected checksums, so that the code behind the checksums is reached. A table that
/// can be opened answers for every position, or reports damage.
pub(super) fn table(bytes: &[u8]) {
    let path = file("KPK.chtb", &repaired(bytes));
    let mut tables = Tables::none();
    if let Err(error) = tables.add(&path) {
        return is_readable(&error.to_string());
    }
    let table = &tables.all()[0];
    let index = table.index();
    let step = (index.entries() / 200).max(1) as usize;
    for number in (0..index.entries()).step_by(step) {
        if let Some(board) = index.board(number) {
            assert_eq!(index.number(&board), Some(number));
            match tables.probe(&board) {
                Ok(value) => assert!(value.is_some(), "the table covers its own positions"),
                Err(error) => is_readable(&error.to_string()),
            }
        }
    }
}

/// The bytes with corrected checksums of the header, the blocks and the block list, as far as these can be located.
fn repaired(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = sealed(bytes);
    let word = |bytes: &[u8], at: usize| {
        bytes.get(at..at + 4).map(|word| u32::from_le_bytes(word.try_into().unwrap()) as usize)
    };
    let Some(length) = word(&bytes, 8).filter(|length| length + 20 <= bytes.len()) else {
        return bytes;
    };
    let end = 12 + length;
    let checksum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..end + 4].copy_from_slice(&checksum);
    // The list entry of the block, if there is only one block.
    let last = bytes.len() - 4;
    if let Some(place) = last.checked_sub(BLOCK_PLACE).filter(|&place| place >= end + 4)
        && let Some(block) = bytes.get(end + 4..place)
    {
        let checksum = crc32fast::hash(block).to_le_bytes();
        bytes[place + 8..place + 12].copy_from_slice(&checksum);
        let list = crc32fast::hash(&bytes[place..last]).to_le_bytes();
        bytes[last..].copy_from_slice(&list);
    }
    bytes
}
