//! The `chuhe` program: the command line, and code that nothing else needs. The program is a library so that tests and
//! the Python package can call it. Other programs should use the crates in `crates`, starting with [`chuhe_engine`].

#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod cloud;
mod diagnosis;
mod failure;
mod tui;
