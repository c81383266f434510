//! Runs the whole program, for `python -m chuhe`.

use std::ffi::OsString;

use chuhe::cli::Cli;
use pyo3::prelude::*;

/// Runs the program with `words`, the first of which is the program's name, and returns its exit code.
///
/// The program uses the streams of the process and handles Ctrl-C itself.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| Cli::main(words) as u8)
}
