//! The bodies of the fuzz targets. Each is a plain function of bytes that panics if a promise is broken.
//!
//! The main package includes these files in its tests, which replay every committed seed, so the stable compiler
//! suffices to keep the targets in step with the library.
#![expect(clippy::unwrap_used, reason = "a fuzz target may panic")]

mod common;
mod subjects;

/// The target with this name. It is resolved at compile time so that the other targets are not linked, because after
/// each input the fuzzer examines the counters of all code in the program.
///
/// # Panics
/// If there is no such target.
pub const fn target(name: &str) -> fn(&[u8]) {
    let mut index = 0;
    while index < subjects::TARGETS.len() {
        let (other, target) = subjects::TARGETS[index];
        if is_same(name.as_bytes(), other.as_bytes()) {
            return target;
        }
        index += 1;
    }
    panic!("no target has this name")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}
