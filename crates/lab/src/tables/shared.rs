//! Memory that threads share without locks.
#![allow(unsafe_code, reason = "maps of memory and of files; each block says why it is sound")]

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicU8, AtomicU16};

use memmap2::MmapMut;

/// Bytes that several threads read and change at a time, in memory or, where they are too many for that, in a file that
/// the system keeps in memory as far as there is room.
#[derive(Debug)]
pub(super) struct SharedBytes {
    map: MmapMut,
}

impl SharedBytes {
    /// `length` zeros in memory.
    ///
    /// # Errors
    ///
    /// When the system has not as much.
    pub(super) fn in_memory(length: usize) -> io::Result<Self> {
        Ok(Self { map: MmapMut::map_anon(length.max(1))? })
    }

    /// `length` zeros in a new file, which has to be this process's alone, as an unnamed temporary file is.
    ///
    /// # Errors
    ///
    /// When the disk is full, or the system refuses.
    pub(super) fn in_file(file: &File, length: usize) -> io::Result<Self> {
        file.set_len(length.max(1) as u64)?;
        // SAFETY: the bytes are never taken for anything but bytes and words, and nobody else has the file.
        Ok(Self { map: unsafe { MmapMut::map_mut(file)? } })
    }

    /// The bytes.
    pub(super) fn bytes(&self) -> &[AtomicU8] {
        // SAFETY: the map is owned here and never lent in any other way but this and the next; an atomic byte has the
        // size and alignment of a byte, and every value is valid.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len()) }
    }

    /// The bytes, two by two; an odd one at the end is left out.
    pub(super) fn words(&self) -> &[AtomicU16] {
        // SAFETY: as above; a map begins at a page, so that its words are aligned.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len() / 2) }
    }
}
