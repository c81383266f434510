//! Features of the processor and the operating system that have no safe interface in Rust.
#![allow(
    unsafe_code,
    reason = "prefetches, selects vector code, uses large pages and maps files; each block states why it is sound"
)]

/// Prefetches the cache line of a value that will be read soon. Does nothing on processors other than x86-64.
#[inline]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching reads nothing and cannot fault, and the address comes from a valid reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Runs `work` with the widest vector instructions that this processor supports and that do not change results. The
/// compiler may use them in everything inlined into `work`.
#[inline]
pub fn with_wide_vectors<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature that the function requires, as just checked.
            return unsafe { with_avx2(work) };
        }
    }
    work()
}

/// Makes the allocator map each large block of memory, such as a transposition table, on its own. Otherwise the C
/// library of most Linux systems keeps freed blocks of up to 32 MB for the thread that freed them: a server with many
/// threads would hold the tables of short-lived engines, and a table in reused memory would get no huge pages. Does
/// nothing on other systems. The setting affects the whole process, so programs may call this function, but libraries
/// should not.
pub fn map_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use nix::libc::{M_MMAP_THRESHOLD, mallopt};
        const LARGE_BYTES: i32 = 1 << 20;
        // SAFETY: the call only changes when the allocator requests memory from the system, and takes the allocator's
        // own lock.
        unsafe { mallopt(M_MMAP_THRESHOLD, LARGE_BYTES) };
    }
}

/// The size of a huge page on nearly every processor; on others, the system finds the huge pages in a block itself.
const HUGE_PAGE: usize = 2 << 20;

/// The alignment for a block of memory that is read at random: a huge page if the system may back it with huge pages
/// (see [`advise_huge_pages`]), otherwise a cache line.
pub const fn block_alignment(bytes: usize) -> usize {
    const CACHE_LINE: usize = 64;
    let has_huge_pages = cfg!(all(target_os = "linux", not(miri)));
    if has_huge_pages && bytes >= 2 * HUGE_PAGE { HUGE_PAGE } else { CACHE_LINE }
}

/// Asks the system to back a block of memory with huge pages (Linux), so that the processor's cache of address
/// translations covers more of it. Only whole huge pages within the block count, so align it with [`block_alignment`].
/// Has no effect on a block of less than two huge pages, or if the system has none.
pub fn advise_huge_pages<T>(block: &[T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    if block_alignment(size_of_val(block)) == HUGE_PAGE {
        use nix::libc::{MADV_HUGEPAGE, madvise};
        let start = block.as_ptr().cast::<u8>();
        let before = start.align_offset(HUGE_PAGE);
        let length = size_of_val(block).saturating_sub(before) & !(HUGE_PAGE - 1);
        // SAFETY: the range lies within the block, and this kind of advice does not change the contents of memory.
        unsafe { madvise(start.wrapping_add(before).cast_mut().cast(), length, MADV_HUGEPAGE) };
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = block;
}

/// Maps a file into memory, to be read as bytes without copying.
///
/// If another program changes the file, the map shows the new contents; if it truncates the file, reading beyond the
/// new end kills this process. So a mapped file must be replaced as a whole, as [`chuhe_util::files`] does, and never written
/// in place.
///
/// # Errors
///
/// If the system cannot map it, for example because it is not a regular file.
pub fn map_file(file: &std::fs::File) -> std::io::Result<memmap2::Mmap> {
    // SAFETY: the map is read-only, and its contents are only interpreted as bytes. The readers of mapped files
    // document that nobody may change them.
    unsafe { memmap2::Mmap::map(file) }
}
