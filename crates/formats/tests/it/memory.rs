//! How much memory a piece of code takes at most. The allocator counts for each thread by itself, so tests that run at
//! the same time do not disturb each other.
#![allow(unsafe_code, reason = "an allocator that counts cannot be had otherwise")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes in use and the most there ever were, since the counting began.
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(bytes: isize) {
    // A thread that ends has no counters any more.
    let _ = IN_USE.try_with(|in_use| {
        in_use.set(in_use.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(in_use.get())));
    });
}

// SAFETY: all it does is done by the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The result of a piece of code, and the most bytes that it had in use at a time.
pub(crate) fn peak_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    IN_USE.set(0);
    PEAK.set(0);
    let result = run();
    (result, PEAK.get().max(0) as usize)
}
