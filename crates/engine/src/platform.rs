//! Features of the processor and the system for which the language has no safe interface.
#![allow(
    unsafe_code,
    reason = "the one room for it outside vector code; each block says why it is sound"
)]

mod control_group;

/// Prefetches the cache line of a place in memory that will be read soon. Does nothing on processors without support.
#[inline]
pub fn prefetch<T>(place: &T) {
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
pub fn with_wide_vectors<R>(work: impl FnOnce() -> R) -> R {
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

/// The bytes that the control groups of this process leave to it (Linux). None where nothing limits it, or where the
/// system does not tell. The system itself grants what is asked for, and kills who uses it.
#[must_use]
pub fn memory_left() -> Option<usize> {
    control_group::free()
}

/// From here on, large blocks of memory go back to the system as soon as they are freed, as the tables of engines that come
/// and go. The C library of most Linux systems would keep those of up to 32 MB for the thread that has freed them, and a
/// server has many threads. Does nothing elsewhere. It holds for the whole process, so that only programs may ask for it.
pub fn return_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use nix::libc::{M_MMAP_THRESHOLD, mallopt};
        const LARGE_BYTES: i32 = 1 << 20;
        // SAFETY: it changes nothing but when the allocator asks the system, and takes its own lock for that.
        unsafe { mallopt(M_MMAP_THRESHOLD, LARGE_BYTES) };
    }
}

/// Asks the system to hold a large block of memory in huge pages (Linux), so that the processor caches more of its
/// translations of addresses. Where the system has none, nothing changes. Of small blocks, which come and go with engines,
/// nothing is asked: they gain little, and huge pages take longer to be had for the first time.
pub fn advise_huge_pages<T>(block: &[T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use nix::libc::{MADV_HUGEPAGE, madvise};
        const LARGE_BYTES: usize = 32 << 20;
        /// The size on nearly every processor; elsewhere the system finds the pages within the range itself.
        const HUGE_PAGE: usize = 2 << 20;
        let start = block.as_ptr().cast::<u8>();
        let before = start.align_offset(HUGE_PAGE);
        let length = size_of_val(block).saturating_sub(before) & !(HUGE_PAGE - 1);
        if size_of_val(block) >= LARGE_BYTES {
            // SAFETY: the range lies in the block, and advice of this kind changes nothing that a program can read.
            unsafe { madvise(start.wrapping_add(before).cast_mut().cast(), length, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = block;
}

/// Maps a file into memory, to be read as bytes where they lie.
///
/// A file that another program changes or cuts off meanwhile shows what it then holds, or ends this process: what is
/// mapped has to be replaced as a whole, never written in place, as [`chuhe_files`] does.
///
/// # Errors
///
/// When the system refuses, as it does for what is no file.
pub fn map_file(file: &std::fs::File) -> std::io::Result<memmap2::Mmap> {
    // SAFETY: the map is read-only, and the bytes are never taken for anything but bytes. That nobody changes the file
    // is the promise that its readers document.
    unsafe { memmap2::Mmap::map(file) }
}
