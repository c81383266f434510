//! Temporary files for readers that need a path.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

thread_local! {
    static FOLDER: TempDir = tempfile::tempdir().expect("a folder can be created");
}

/// Writes bytes to a temporary file, replacing this thread's previous file of the same name. `TMPDIR` selects the
/// folder.
pub(super) fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = FOLDER.with(|folder| folder.path().join(name));
    fs::write(&path, bytes).expect("a file can be created");
    path
}

/// The bytes with the last four replaced by a correct checksum.
pub(super) fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some(content) = bytes.len().checked_sub(4) {
        let checksum = crc32fast::hash(&bytes[..content]).to_le_bytes();
        bytes[content..].copy_from_slice(&checksum);
    }
    bytes
}
