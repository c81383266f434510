//! Exports the functions that the script calls. Text is passed through the WebAssembly module's memory.
#![allow(unsafe_code, reason = "the script passes addresses; each block states why it is sound")]
#![cfg_attr(
    not(target_family = "wasm"),
    expect(dead_code, reason = "scripts call them, on WebAssembly only")
)]

use std::mem::ManuallyDrop;
use std::ptr;

#[cfg(feature = "page")]
use crate::page;
use crate::{lines, turns, typed};

/// Initializes the library. The script must call this once, before anything else.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn start(nested_pauses: bool) {
    crate::start(nested_pauses);
}

/// Whether work is pending.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn has_work() -> bool {
    turns::has_work()
}

/// Does all pending work. The script must not call this again before it returns.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn work() {
    turns::work();
}

/// Handles a line of UCI or UCCI. Returns whether the session continues.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn line(at: *mut u8, bytes: usize) -> bool {
    lines::handle_line(&take(at, bytes))
}

/// Answers a request of the typed interface.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn call(at: *mut u8, bytes: usize) -> u64 {
    give(typed::call(&take(at, bytes)))
}

/// Accepts a request of the typed interface whose answer is sent as an event.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn request(at: *mut u8, bytes: usize) {
    typed::request(&take(at, bytes));
}

/// Starts the session of a page.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn page_open(at: *mut u8, bytes: usize) {
    page::open(&take(at, bytes));
}

/// Handles a request from the page.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn page_hear(at: *mut u8, bytes: usize) {
    page::handle_request(&take(at, bytes));
}

/// Records what another window has saved.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn page_note(at: *mut u8, bytes: usize) {
    page::note(&take(at, bytes));
}

/// Accepts a request that needs no session.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn page_post(at: *mut u8, bytes: usize) {
    page::post(&take(at, bytes));
}

/// Does the work that is due, and returns the number of milliseconds until more work is due.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn page_tick() -> f64 {
    turns::as_if_idle(page::go_on);
    page::due_ms()
}

/// Allocates memory for a text from the script. The call that takes the text frees it.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut room = ManuallyDrop::new(vec![0_u8; bytes].into_boxed_slice());
    room.as_mut_ptr()
}

/// Frees the memory of a text that the script has read.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
extern "C" fn forget(at: *mut u8, bytes: usize) {
    drop(take_bytes(at, bytes));
}

/// The bytes that the script has written to memory from `room`.
fn take_bytes(at: *mut u8, bytes: usize) -> Box<[u8]> {
    // SAFETY: the script passes each address that `room` or `give` returned only once, with the same number of bytes.
    unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(at, bytes)) }
}

/// The text that the script has written to memory from `room`.
fn take(at: *mut u8, bytes: usize) -> String {
    String::from_utf8_lossy(&take_bytes(at, bytes)).into_owned()
}

/// Passes a text to the script, which calls `forget` after reading it. The address is in the high half of the result,
/// and the length is in the low half.
fn give(text: String) -> u64 {
    let bytes = ManuallyDrop::new(text.into_bytes().into_boxed_slice());
    (bytes.as_ptr() as u64) << 32 | bytes.len() as u64
}
