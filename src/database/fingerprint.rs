//! What tells a file from others without reading its games.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::files::Digest;

/// The size and the digest of a file, and whether it is text in UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint {
    pub(super) size: u64,
    pub(super) digest: u64,
    pub(super) is_utf8: bool,
}

impl Fingerprint {
    pub(super) fn of_file(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut buffer = vec![0; 1 << 18];
        let mut found = Self { size: 0, digest: 0, is_utf8: true };
        let mut digest = Digest::new();
        // The bytes of a character that was cut off.
        let mut held = 0;
        loop {
            let count = file.read(&mut buffer[held..])?;
            if count == 0 {
                found.is_utf8 &= held == 0;
                found.digest = digest.value();
                return Ok(found);
            }
            found.size += count as u64;
            let filled = held + count;
            digest.update(&buffer[held..filled]);
            held = 0;
            if !found.is_utf8 {
                continue;
            }
            if let Err(error) = std::str::from_utf8(&buffer[..filled]) {
                found.is_utf8 = error.error_len().is_none();
                let valid = error.valid_up_to();
                buffer.copy_within(valid..filled, 0);
                held = if found.is_utf8 { filled - valid } else { 0 };
            }
        }
    }

    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        let digest = crate::files::digest(bytes);
        Self { size: bytes.len() as u64, digest, is_utf8: std::str::from_utf8(bytes).is_ok() }
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
        let cut = &long.as_bytes()[..long.len() - 1];
        let mut wrong = long.clone().into_bytes();
        wrong[300_000] = 0xff;
        for bytes in [b"", b"text".as_slice(), long.as_bytes(), cut, &wrong, "\u{e9}".as_bytes()] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(Fingerprint::of_file(&path).unwrap(), Fingerprint::of_bytes(bytes));
        }
        assert!(!Fingerprint::of_bytes(cut).is_utf8 && !Fingerprint::of_bytes(&wrong).is_utf8);
    }
}
