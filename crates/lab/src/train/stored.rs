//! Stores training positions in a file.
#![allow(unsafe_code, reason = "maps a file; each block states why it is sound")]

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use memmap2::Mmap;

use super::samples::TrainingSample;

/// Positions in memory, or in a file that the system caches in memory as far as possible.
#[derive(Debug)]
pub(super) enum SampleList {
    Owned(Vec<TrainingSample>),
    Mapped(Mmap),
}

impl Default for SampleList {
    fn default() -> Self {
        Self::Owned(Vec::new())
    }
}

impl SampleList {
    pub(super) fn samples(&self) -> &[TrainingSample] {
        match self {
            Self::Owned(list) => list,
            // SAFETY: the bytes are samples that this process wrote to an unnamed file, to which nobody else has
            // access; a map begins at a page boundary, so they are aligned.
            Self::Mapped(map) => unsafe {
                std::slice::from_raw_parts(
                    map.as_ptr().cast(),
                    map.len() / size_of::<TrainingSample>(),
                )
            },
        }
    }
}

/// An unnamed file to which positions are written.
#[derive(Debug)]
pub(super) struct SampleFile {
    file: BufWriter<File>,
    is_empty: bool,
}

impl SampleFile {
    /// Creates a file in a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile_in(folder)?), is_empty: true })
    }

    pub(super) fn append(&mut self, samples: &[TrainingSample]) -> io::Result<()> {
        self.is_empty &= samples.is_empty();
        // There is no padding between the fields.
        const { assert!(size_of::<TrainingSample>() == 2 * 64 + 4 + 4 + 4) };
        // SAFETY: all bytes of samples belong to fields, so all are initialized.
        let bytes = unsafe {
            std::slice::from_raw_parts(samples.as_ptr().cast::<u8>(), size_of_val(samples))
        };
        self.file.write_all(bytes)
    }

    pub(super) fn finish(self) -> io::Result<SampleList> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        if self.is_empty {
            return Ok(SampleList::default());
        }
        // SAFETY: nobody else has access to the file, and it is no longer written.
        Ok(SampleList::Mapped(unsafe { Mmap::map(&file)? }))
    }
}
