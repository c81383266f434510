//! The conversation with a host, when no command is given.

use std::fmt::Write as _;
use std::io::{self, Cursor, IsTerminal, Read, Write as _};

use super::args::OptionSetting;
use super::outputs::Stdout;
use crate::failure;
use chuhe_engine::engine::Engine;
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::protocol;

/// Talks to the host over stdin and stdout until either side ends.
pub(super) fn run(options: &[OptionSetting]) -> failure::Result<()> {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        writeln!(
            io::stderr(),
            "chuhe speaks UCCI and UCI with a GUI; type `help` to talk with it yourself, `quit` to \
             leave, or see `chuhe --help`."
        )?;
    }
    // Options that the host sets come later and override these.
    let mut first_lines = String::new();
    for OptionSetting { name, value } in options {
        writeln!(first_lines, "setoption name {name} value {value}")?;
    }
    let input = Cursor::new(first_lines).chain(io::stdin());
    let engine = Engine::within(MemoryLimit::of_control_groups());
    let outcome = protocol::serve(input, Stdout::new(), engine);
    log::logger().flush();
    Ok(outcome?)
}
