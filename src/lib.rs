//! The `chuhe` program: the command line, and code that nothing else needs. The program is a library so that tests and
//! the Python package can call it. Other programs should use the crates in `crates`, starting with [`chuhe_engine`].
// Shared functions may serve only commands that a build leaves out. The build with all features finds unused ones.
#![cfg_attr(
    not(all(
        feature = "arena",
        feature = "database",
        feature = "help",
        feature = "lab",
        feature = "play",
        feature = "review",
        feature = "serve"
    )),
    allow(dead_code)
)]

#[doc(hidden)]
pub mod cli;
#[cfg(feature = "serve")]
#[doc(hidden)]
pub mod cloud;
mod diagnosis;
mod failure;
#[cfg(feature = "play")]
mod tui;
