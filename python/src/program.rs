//! Runs the whole program, for `python -m chuhe`.

use std::ffi::OsString;

use chuhe::cli::{self, Cli};
use pyo3::prelude::*;

/// Runs the program with `words`, the first of which is the program's name, and returns its exit code.
///
/// The program uses the streams of the process and handles Ctrl-C itself.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| {
        let cli = match Cli::read(words) {
            Ok(cli) => cli,
            Err(interlude) => return interlude.print() as u8,
        };
        cli.set_language();
        cli::conclude(cli.start_logging().and_then(|()| cli.run())) as u8
    })
}
