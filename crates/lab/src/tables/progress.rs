//! Saves the state of a class on disk between two passes, so that the work can be resumed.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use super::retrograde::{Stage, Work};
use chuhe_util::files;
use chuhe_util::files::Draft;

/// The file name extension of saved states.
pub(super) const ENDING: &str = "progress";
const MAGIC: &[u8; 8] = b"chuhetp1";
/// The number of entries written or read at a time.
const CHUNK: usize = 1 << 16;

/// The beginning of the file, with the class and the stage.
fn head(work: &Work<'_>, stage: Stage) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(format!("{:16}", work.class()).as_bytes());
    head.extend(work.index.entries().to_le_bytes());
    head.extend(stage.plies.to_le_bytes());
    head.extend(stage.longest.unwrap_or(u16::MAX).to_le_bytes());
    head
}

/// Writes the state atomically.
pub(super) fn write(path: &Path, work: &Work<'_>, stage: Stage) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    let mut sum = crc32fast::Hasher::new();
    let entries = work.entries().chunks(CHUNK).map(|entries| {
        entries.iter().flat_map(|entry| entry.load(Relaxed).to_le_bytes()).collect::<Vec<u8>>()
    });
    let counts = work.counts().chunks(CHUNK);
    let counts = counts.map(|counts| counts.iter().map(|count| count.load(Relaxed)).collect());
    for bytes in std::iter::once(head(work, stage)).chain(entries).chain(counts) {
        sum.update(&bytes);
        draft.write_all(&bytes)?;
    }
    let sum = sum.finalize();
    draft.write_all(&sum.to_le_bytes())?;
    draft.finish()
}

/// Restores a saved state if the file is intact and belongs to this class. Otherwise the work on the class starts anew,
/// which costs only time.
pub(super) fn read(path: &Path, work: &Work<'_>) -> Option<Stage> {
    files::check_regular(path).ok()?;
    let file = File::open(path).ok()?;
    let result = read_from(BufReader::new(file), work);
    if let Ok(None) | Err(_) = result {
        log::warn!("{}: cannot be resumed; starting over", path.display());
    }
    result.ok().flatten()
}

fn read_from(mut file: impl Read, work: &Work<'_>) -> io::Result<Option<Stage>> {
    let mut sum = crc32fast::Hasher::new();
    let nothing = Stage { plies: 0, longest: None };
    let mut found = vec![0; head(work, nothing).len()];
    file.read_exact(&mut found)?;
    sum.update(&found);
    let at = found.len() - 4;
    let stage = Stage {
        plies: u16::from_le_bytes([found[at], found[at + 1]]),
        longest: Some(u16::from_le_bytes([found[at + 2], found[at + 3]]))
            .filter(|longest| *longest != u16::MAX),
    };
    if found != head(work, stage) {
        return Ok(None);
    }
    for entries in work.entries().chunks(CHUNK) {
        let mut bytes = vec![0; 2 * entries.len()];
        file.read_exact(&mut bytes)?;
        sum.update(&bytes);
        for (entry, pair) in entries.iter().zip(bytes.chunks_exact(2)) {
            entry.store(u16::from_le_bytes([pair[0], pair[1]]), Relaxed);
        }
    }
    for counts in work.counts().chunks(CHUNK) {
        let mut bytes = vec![0; counts.len()];
        file.read_exact(&mut bytes)?;
        sum.update(&bytes);
        for (count, byte) in counts.iter().zip(bytes) {
            count.store(byte, Relaxed);
        }
    }
    let mut expected = [0; 4];
    file.read_exact(&mut expected)?;
    let is_whole = u32::from_le_bytes(expected) == sum.finalize() && file.read(&mut [0])? == 0;
    Ok(is_whole.then_some(stage))
}
