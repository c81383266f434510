//! Single lines of the engine protocols, both ends.

use chuhe_engine::protocol::{Dialect, Unit};

use super::shape::text;

/// What is read of a line from a host can be written, and what is written is read as what is written the same. Any line
/// of an engine is read without harm.
pub(super) fn command(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    for line in text.lines().take(8) {
        for dialect in [Dialect::Uci, Dialect::Ucci] {
            for unit in [Unit::Milliseconds, Unit::Seconds] {
                let Some(command) = dialect.parse_command(line, unit) else { continue };
                let Some(written) = dialect.format_command(&command) else { continue };
                assert!(!written.contains(char::is_control), "{line:?} is written as {written:?}");
                // A control character becomes a blank, which may part a word of the line in two or leave nothing of it.
                if line.contains(char::is_control) {
                    continue;
                }
                let again = dialect.parse_command(&written, Unit::Milliseconds);
                let again = again.unwrap_or_else(|| panic!("{written:?} is not read"));
                assert_eq!(dialect.format_command(&again), Some(written), "of {line:?}");
            }
            let _ = dialect.parse_reply(line);
        }
    }
}
