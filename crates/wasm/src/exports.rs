//! The functions that the script calls. Texts go in and out through the memory of the library.
#![allow(unsafe_code, reason = "the script passes addresses; each block says why it is sound")]
#![cfg_attr(
    not(target_family = "wasm"),
    expect(dead_code, reason = "scripts call them, and run WebAssembly only")
)]

use std::mem::ManuallyDrop;
use std::ptr;

#[cfg(feature = "page")]
use crate::page;
use crate::{lines, turns, typed};

/// Prepares everything. The script calls it once, first.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn start(nested_pauses: bool) {
    crate::start(nested_pauses);
}

/// Whether there is work to do.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn has_work() -> bool {
    turns::has_work()
}

/// Does it. The script must not call this again before it has returned.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn work() {
    turns::work();
}

/// Hears a line of UCI or UCCI. Returns whether the conversation goes on.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn line(at: *mut u8, bytes: usize) -> bool {
    lines::hear(&take(at, bytes))
}

/// Answers a request of the typed door.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn call(at: *mut u8, bytes: usize) -> u64 {
    give(typed::call(&take(at, bytes)))
}

/// Takes a request of the typed door whose answer is sent.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn ask(at: *mut u8, bytes: usize) {
    typed::ask(&take(at, bytes));
}

/// Begins the session of a page.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn page_open(at: *mut u8, bytes: usize) {
    page::open(&take(at, bytes));
}

/// Hears a request of the page.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn page_hear(at: *mut u8, bytes: usize) {
    page::hear(&take(at, bytes));
}

/// Takes note of what another window has kept.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn page_note(at: *mut u8, bytes: usize) {
    page::note(&take(at, bytes));
}

/// Takes a request that needs no session.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn page_post(at: *mut u8, bytes: usize) {
    page::post(&take(at, bytes));
}

/// Does what is due, and tells in how many milliseconds something is again.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn page_tick() -> f64 {
    turns::hearing(page::go_on);
    page::due_ms()
}

/// Makes room for a text of the script. The call that takes the text gives the room back.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut room = ManuallyDrop::new(vec![0_u8; bytes].into_boxed_slice());
    room.as_mut_ptr()
}

/// Gives back the room of a text that the script has read.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn forget(at: *mut u8, bytes: usize) {
    drop(take_bytes(at, bytes));
}

/// The bytes that the script has put into a `room`.
fn take_bytes(at: *mut u8, bytes: usize) -> Box<[u8]> {
    // SAFETY: the script passes what `room` or `give` returned, once, with the number of bytes that it had.
    unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(at, bytes)) }
}

/// The text that the script has put into a `room`.
fn take(at: *mut u8, bytes: usize) -> String {
    String::from_utf8_lossy(&take_bytes(at, bytes)).into_owned()
}

/// A text for the script, which forgets it after reading: its address in the high half, its length in the low one.
fn give(text: String) -> u64 {
    let bytes = ManuallyDrop::new(text.into_bytes().into_boxed_slice());
    (bytes.as_ptr() as u64) << 32 | bytes.len() as u64
}
