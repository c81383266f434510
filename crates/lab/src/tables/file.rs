//! Writes table files, in the format that `chuhe_engine::tables` reads. `docs/tables.md` describes the bytes.

use std::io::{self, Write};
use std::path::Path;

use flate2::{Compress, Compression, FlushCompress, Status};

use chuhe_engine::tables::{BLOCK, ClassIndex, MAGIC, SideCounts, TableHeader, TableValue};
use chuhe_util::files::Draft;

/// Returns the header of a table. `code_of` returns the code for the number of an entry, or `None` if it represents no
/// position.
pub(super) fn header(index: &ClassIndex, code_of: impl Fn(u64) -> Option<u16>) -> TableHeader {
    let mut seen = vec![false; 1 << 16];
    let mut sides = vec![SideCounts::default(); index.sides() as usize];
    for number in 0..index.entries() {
        let side = &mut sides[(number / index.size()) as usize];
        match code_of(number).and_then(|code| Some((code, TableValue::from_code(code)?))) {
            Some((code, value)) => {
                seen[usize::from(code)] = true;
                side.add(value, number);
            }
            None => side.unused += 1,
        }
    }
    let palette: Vec<u16> = (0..=u16::MAX).filter(|code| seen[usize::from(*code)]).collect();
    TableHeader::new(index, palette, sides)
}

/// Writes a table atomically.
pub(super) fn write(
    path: &Path,
    header: &TableHeader,
    code_of: impl Fn(u64) -> Option<u16>,
) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    let json = serde_json::to_vec(header)?;
    let mut head = MAGIC.to_vec();
    head.extend((json.len() as u32).to_le_bytes());
    head.extend(json);
    let sum = crc32fast::hash(&head);
    head.extend(sum.to_le_bytes());
    draft.write_all(&head)?;
    let mut symbols = vec![0u16; 1 << 16];
    for (symbol, code) in header.palette.iter().enumerate() {
        symbols[usize::from(*code)] = symbol as u16;
    }
    let is_wide = header.palette.len() > 256;
    let mut compress = Compress::new(Compression::new(7), false);
    let (mut at, mut places) = (head.len() as u64, Vec::new());
    let mut last = 0;
    let (mut plain, mut deflated) = (Vec::new(), Vec::new());
    let mut number = 0;
    while number < header.entries {
        let end = (number + BLOCK as u64).min(header.entries);
        let block: Vec<u16> = (number..end)
            .map(|number| {
                last = code_of(number).map_or(last, |code| symbols[usize::from(code)]);
                last
            })
            .collect();
        plain.clear();
        plain.extend(block.iter().map(|symbol| *symbol as u8));
        if is_wide {
            plain.extend(block.iter().map(|symbol| (symbol >> 8) as u8));
        }
        deflated.clear();
        deflated.reserve(2 * plain.len() + 64);
        compress.reset();
        let status = compress.compress_vec(&plain, &mut deflated, FlushCompress::Finish)?;
        debug_assert_eq!(status, Status::StreamEnd);
        draft.write_all(&deflated)?;
        places.extend(at.to_le_bytes());
        places.extend(crc32fast::hash(&deflated).to_le_bytes());
        at += deflated.len() as u64;
        number = end;
    }
    draft.write_all(&places)?;
    draft.write_all(&crc32fast::hash(&places).to_le_bytes())?;
    draft.finish()
}
