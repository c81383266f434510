//! The bodies of the fuzz targets, each a plain function of bytes that panics where a promise is broken.
//!
//! The main package has the same files in its tests, where they replay every committed seed, so that a stable build
//! keeps them in step with the library.
#![expect(clippy::unwrap_used, reason = "a target fails loudly")]

mod common;
mod subjects;

/// The target of a name. It is found when a fuzzer is compiled, so that nothing of the other targets is in it: a fuzzer
/// looks at the counters of all code that it has after each input.
///
/// # Panics
/// If there is no such target.
#[must_use]
pub const fn target(name: &str) -> fn(&[u8]) {
    let mut index = 0;
    while index < subjects::TARGETS.len() {
        let (other, target) = subjects::TARGETS[index];
        if is_same(name.as_bytes(), other.as_bytes()) {
            return target;
        }
        index += 1;
    }
    panic!("there is no target of this name")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}
