//! The conversation with a host, which runs when no command is given.

use std::fmt::Write as _;
use std::io::{self, Cursor, IsTerminal, Read, Write as _};

use super::args::{OptionSetting, engine_error};
use super::intent::Talk;
use super::outputs::Stdout;
use super::prompt::Prompt;
use crate::failure;
use chuhe_engine::engine::Engine;
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::protocol;
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::tr;

/// Talks to the host over stdin and stdout until either side ends the conversation. `language` is for a person who is
/// the host.
pub(super) fn run(
    options: &[OptionSetting],
    talk: &Talk,
    language: Language,
) -> failure::Result<()> {
    let mut first_lines = String::new();
    if !talk.continues {
        // The end of the input then waits for the last search.
        first_lines.push_str("setoption name batch value true\n");
    }
    // Options that the host sets later override those set on the command line.
    for OptionSetting { name, value } in options {
        writeln!(first_lines, "setoption name {name} value {value}")?;
    }
    for line in &talk.lines {
        writeln!(first_lines, "{line}")?;
    }
    let first_lines = Cursor::new(first_lines);
    let engine = Engine::try_new(None, MemoryLimit::of_control_groups()).map_err(engine_error)?;
    let outcome = if !talk.continues {
        protocol::serve(first_lines, Stdout::new(), engine)
    } else if io::stdin().is_terminal() {
        if io::stderr().is_terminal() {
            let text = locale::with(language, || {
                let boards = cfg!(all(feature = "play", feature = "serve"));
                tr!("prompt-greeting", version = env!("CARGO_PKG_VERSION"), boards = boards)
            });
            writeln!(io::stderr(), "{text}")?;
        }
        let prompt = Prompt::new(io::BufReader::new(io::stdin()), language);
        protocol::serve(first_lines.chain(prompt), Stdout::new(), engine)
    } else {
        protocol::serve(first_lines.chain(io::stdin()), Stdout::new(), engine)
    };
    log::logger().flush();
    Ok(outcome?)
}
