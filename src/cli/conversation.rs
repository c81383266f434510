//! The conversation with a host, which runs when no command is given.

use std::fmt::Write as _;
use std::io::{self, Cursor, IsTerminal, Read, Write as _};

use super::args::OptionSetting;
use super::outputs::Stdout;
use crate::failure;
use chuhe_engine::engine::Engine;
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::protocol;

/// Talks to the host over stdin and stdout until either side ends the conversation.
pub(super) fn run(options: &[OptionSetting]) -> failure::Result<()> {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        writeln!(
            io::stderr(),
            "chuhe is waiting for UCCI or UCI commands from a GUI. Type `help` to try them by hand, or \
             `quit` to leave; `chuhe --help` shows other uses."
        )?;
    }
    // Options that the host sets later override those set on the command line.
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
