//! Measures the peak memory use of a piece of code. The allocator counts for each thread separately, so tests that run
//! at the same time do not disturb each other.
#![allow(unsafe_code, reason = "a counting allocator requires it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The number of bytes in use since counting began, and its maximum.
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(bytes: isize) {
    // A thread that is ending no longer has counters.
    let _ = IN_USE.try_with(|in_use| {
        in_use.set(in_use.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(in_use.get())));
    });
}

// SAFETY: the system's allocator does all the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's guarantees are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller's guarantees are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The result of a piece of code, and the maximum number of bytes that it had in use at any time.
pub(crate) fn peak_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    IN_USE.set(0);
    PEAK.set(0);
    let result = run();
    (result, PEAK.get().max(0) as usize)
}
