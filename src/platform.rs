//! Features of the processor and the system for which the language has no safe interface.
#![allow(
    unsafe_code,
    reason = "the one room for it outside vector code; each block says why it is sound"
)]

/// Prefetches the cache line of a place in memory that will be read soon. Does nothing on processors without support.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching reads nothing and cannot fault, and the address is a valid reference's anyway.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Does some work with the widest vectors that this processor has and that give the same results as any other: the
/// compiler may use them in whatever is inlined into `work`.
#[inline]
pub(crate) fn with_wide_vectors<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function needs, as just asked.
            return unsafe { with_avx2(work) };
        }
    }
    work()
}

/// Maps a file into memory, to be read as bytes where they lie.
///
/// A file that another program changes or cuts off meanwhile shows what it then holds, or ends this process: what is
/// mapped has to be replaced as a whole, never written in place, as [`crate::files`] does.
///
/// # Errors
///
/// When the system refuses, as it does for what is no file.
pub(crate) fn map_file(file: &std::fs::File) -> std::io::Result<memmap2::Mmap> {
    // SAFETY: the map is read-only, and the bytes are never taken for anything but bytes. That nobody changes the file
    // is the promise that its readers document.
    unsafe { memmap2::Mmap::map(file) }
}

/// Bytes that several threads read and change at a time, in memory or, where they are too many for that, in a file that
/// the system keeps in memory as far as there is room.
#[derive(Debug)]
pub(crate) struct SharedBytes {
    map: memmap2::MmapMut,
}

impl SharedBytes {
    /// `length` zeros in memory.
    ///
    /// # Errors
    ///
    /// When the system has not as much.
    pub(crate) fn in_memory(length: usize) -> std::io::Result<Self> {
        Ok(Self { map: memmap2::MmapMut::map_anon(length.max(1))? })
    }

    /// `length` zeros in a new file, which has to be this process's alone, as an unnamed temporary file is.
    ///
    /// # Errors
    ///
    /// When the disk is full, or the system refuses.
    pub(crate) fn in_file(file: &std::fs::File, length: usize) -> std::io::Result<Self> {
        file.set_len(length.max(1) as u64)?;
        // SAFETY: the bytes are never taken for anything but bytes and words, and nobody else has the file.
        Ok(Self { map: unsafe { memmap2::MmapMut::map_mut(file)? } })
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[std::sync::atomic::AtomicU8] {
        // SAFETY: the map is owned here and never lent in any other way but this and the next; an atomic byte has the
        // size and alignment of a byte, and every value is valid.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len()) }
    }

    /// The bytes, two by two; an odd one at the end is left out.
    pub(crate) fn words(&self) -> &[std::sync::atomic::AtomicU16] {
        // SAFETY: as above; a map begins at a page, so that its words are aligned.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len() / 2) }
    }
}
