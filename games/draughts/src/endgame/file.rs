//! Reads and writes files of tables: a signature, the number of pieces, the slices in order, and a checksum.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::index::Slice;
use super::{PIECES_MAX, Tables};
use crate::files;

/// The signature at the start of a file.
const MARK: &[u8; 8] = b"DRAUGHT1";

/// Why tables cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum TablesError {
    #[error("cannot read {path}: {reason}", path = .0.display(), reason = chuhe_util::files::reason(.1))]
    Unreadable(PathBuf, io::Error),
    #[error("{0} contains no endgame tables; `chuhe-draughts tables` generates them")]
    Foreign(PathBuf),
    #[error("{0} is damaged: wrong size or checksum; generate it again")]
    Damaged(PathBuf),
}

impl Tables {
    /// Reads tables from a file.
    ///
    /// # Errors
    /// If the file cannot be read, does not contain endgame tables or is damaged.
    pub fn read(path: &Path) -> Result<Self, TablesError> {
        let bytes =
            fs::read(path).map_err(|error| TablesError::Unreadable(path.to_owned(), error))?;
        let rest = bytes.strip_prefix(MARK).ok_or_else(|| TablesError::Foreign(path.to_owned()))?;
        Self::from_bytes(rest).ok_or_else(|| TablesError::Damaged(path.to_owned()))
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&pieces, rest) = bytes.split_first()?;
        let pieces = u32::from(pieces);
        let (mut data, sum) = rest.split_last_chunk::<8>()?;
        if !(2..=PIECES_MAX).contains(&pieces) || sum_of(data) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut slices = Vec::new();
        for slice in Slice::all(pieces) {
            let (bytes, after) = data.split_at_checked(slice.size())?;
            slices.push((slice, bytes.to_vec()));
            data = after;
        }
        data.is_empty().then_some(Self { pieces, slices })
    }

    /// Writes the tables to a file. An existing file is replaced only if `may_replace` is set.
    ///
    /// # Errors
    /// If the file exists and may not be replaced, or cannot be written. An existing file is then unchanged.
    pub fn write(&self, path: &Path, may_replace: bool) -> io::Result<()> {
        files::write(path, may_replace, |out| {
            let data: Vec<u8> = self.slices.iter().flat_map(|(_, bytes)| bytes).copied().collect();
            out.write_all(MARK)?;
            out.write_all(&[self.pieces as u8])?;
            out.write_all(&data)?;
            out.write_all(&sum_of(&data).to_le_bytes())
        })
    }
}

/// The FNV-1a hash of the data.
fn sum_of(data: &[u8]) -> u64 {
    data.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_come_back_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tables");
        let tables = Tables::generate(2, |_, _| {});
        tables.write(&path, false).unwrap();
        assert_eq!(Tables::read(&path).unwrap(), tables);
        assert!(tables.write(&path, false).is_err());
        tables.write(&path, true).unwrap();

        let mut bytes = fs::read(&path).unwrap();
        bytes[40] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(matches!(Tables::read(&path), Err(TablesError::Damaged(_))));
        fs::write(&path, &bytes[..20]).unwrap();
        assert!(matches!(Tables::read(&path), Err(TablesError::Damaged(_))));
        fs::write(&path, "text").unwrap();
        assert!(matches!(Tables::read(&path), Err(TablesError::Foreign(_))));
        let missing = folder.path().join("missing");
        assert!(matches!(Tables::read(&missing), Err(TablesError::Unreadable(..))));
    }
}
