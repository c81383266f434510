//! Memory shared by threads without locks.
#![allow(unsafe_code, reason = "maps memory and files; each block states why it is sound")]

use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::{AtomicU8, AtomicU16};

use memmap2::MmapMut;

/// Bytes that several threads read and write at the same time. They are in memory or, if there are too many, in a file
/// that the system caches in memory as far as possible.
#[derive(Debug)]
pub(super) struct SharedBytes {
    map: MmapMut,
}

impl SharedBytes {
    /// Allocates `length` zero bytes in memory.
    ///
    /// # Errors
    ///
    /// If the system lacks the memory.
    pub(super) fn in_memory(length: usize) -> io::Result<Self> {
        Ok(Self { map: MmapMut::map_anon(length.max(1))? })
    }

    /// Allocates `length` zero bytes in a new file, which no other process may use, such as an unnamed temporary file.
    ///
    /// # Errors
    ///
    /// If the disk is full or the system refuses.
    pub(super) fn in_file(mut file: &File, length: usize) -> io::Result<Self> {
        // Written zeros have their place on the disk. A hole would get its place only when the map is written, and the
        // system would kill the process if the disk were full then.
        io::copy(&mut io::repeat(0).take(length.max(1) as u64), &mut file)?;
        // SAFETY: the bytes are only ever used as bytes and words, and no other process has access to the file.
        Ok(Self { map: unsafe { MmapMut::map_mut(file)? } })
    }

    pub(super) fn bytes(&self) -> &[AtomicU8] {
        // SAFETY: the map is owned here and borrowed only through this function and the next; an atomic byte has the
        // size and alignment of a byte, and every value is valid.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len()) }
    }

    /// The bytes in pairs; an odd byte at the end is left out.
    pub(super) fn words(&self) -> &[AtomicU16] {
        // SAFETY: as above; a map begins at a page boundary, so its words are aligned.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len() / 2) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_file_has_its_place_on_the_disk() {
        use std::os::unix::fs::MetadataExt;

        let file = tempfile::tempfile().unwrap();
        let shared = SharedBytes::in_file(&file, 1_000_001).unwrap();
        assert_eq!((shared.bytes().len(), shared.words().len()), (1_000_001, 500_000));
        file.sync_all().unwrap();
        assert!(file.metadata().unwrap().blocks() * 512 >= 1_000_001, "no hole");
    }
}
