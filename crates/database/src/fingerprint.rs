//! Identifies a file without reading its games.

use std::io::{self, Read};

use chuhe_util::files::Digest;

/// The size and the digest of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint {
    pub(super) size: u64,
    pub(super) digest: u64,
}

impl Fingerprint {
    pub(super) fn of(mut source: impl Read) -> io::Result<Self> {
        let mut digest = Digest::new();
        let size = io::copy(&mut source, &mut digest)?;
        Ok(Self { size, digest: digest.value() })
    }
}
