//! Identifies a file without reading its games.

use std::fs::File;
use std::io;
use std::path::Path;

use chuhe_files::Digest;

/// The size and the digest of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint {
    pub(super) size: u64,
    pub(super) digest: u64,
}

impl Fingerprint {
    pub(super) fn of_file(path: &Path) -> io::Result<Self> {
        let mut digest = Digest::new();
        let size = io::copy(&mut File::open(path)?, &mut digest)?;
        Ok(Self { size, digest: digest.value() })
    }

    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        Self { size: bytes.len() as u64, digest: chuhe_files::digest(bytes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_bytes_have_the_same_marks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let long = "炮二平五".repeat(40_000);
        for bytes in [b"", b"text".as_slice(), long.as_bytes(), b"\xff"] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(Fingerprint::of_file(&path).unwrap(), Fingerprint::of_bytes(bytes));
        }
    }
}
