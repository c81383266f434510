//! The `chuhe` program: the command line and what only it needs. It is a library so that tests and the Python package can
//! call it; what programs build on is in the crates, with [`chuhe_engine`] first.

#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod cloud;
mod diagnosis;
mod failure;
mod tui;
