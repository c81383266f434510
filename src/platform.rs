//! Features of the processor for which the language has no safe interface.
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
