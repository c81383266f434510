//! The bodies of the fuzz targets, each a plain function of bytes that panics where a promise is broken.
//!
//! The main package has the same files in its tests, where they replay every committed seed, so that a stable build
//! keeps them in step with the library.
#![expect(clippy::unwrap_used, reason = "a target fails loudly")]

mod common;
mod subjects;

/// Runs the target of a name.
///
/// # Panics
/// If there is no such target, or a promise is broken.
pub fn run(name: &str, bytes: &[u8]) {
    let found = subjects::TARGETS.iter().find(|(other, _)| *other == name);
    let (_, target) = found.unwrap_or_else(|| panic!("no target {name}"));
    target(bytes);
}
