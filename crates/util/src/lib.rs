//! What several crates need and no library offers in this form. Only [`clock`] and [`parallel`] are always there.

pub mod clock;
#[cfg(feature = "duration")]
pub mod duration;
#[cfg(feature = "files")]
pub mod files;
pub mod parallel;
