//! Files for readers that need a path.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

thread_local! {
    static FOLDER: TempDir = tempfile::tempdir().expect("there is room for a folder");
}

/// A file of this thread with these bytes, replacing the previous one. `TMPDIR` decides where.
pub(super) fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = FOLDER.with(|folder| folder.path().join(name));
    fs::write(&path, bytes).expect("there is room for a file");
    path
}

/// The bytes, with a correct checksum in the last four.
pub(super) fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some(content) = bytes.len().checked_sub(4) {
        let checksum = crc32fast::hash(&bytes[..content]).to_le_bytes();
        bytes[content..].copy_from_slice(&checksum);
    }
    bytes
}
