//! Single lines of the engine protocols, in both directions.

use chuhe_engine::protocol::{Dialect, Unit};

use super::shape::text;

/// A readable line from a GUI is written and read back as the same command. Any line from an engine is read without a
/// panic.
pub(super) fn command(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    for line in text.lines().take(8) {
        for dialect in [Dialect::Uci, Dialect::Ucci] {
            for unit in [Unit::Milliseconds, Unit::Seconds] {
                let Some(command) = dialect.parse_command(line, unit) else { continue };
                let Some(written) = dialect.format_command(&command) else { continue };
                assert!(!written.contains(char::is_control), "{line:?} is written as {written:?}");
                // A control character becomes a blank, which may split a word of the line or leave it empty.
                if line.contains(char::is_control) {
                    continue;
                }
                let again = dialect.parse_command(&written, Unit::Milliseconds);
                let again = again.unwrap_or_else(|| panic!("{written:?} cannot be read"));
                assert_eq!(dialect.format_command(&again), Some(written), "of {line:?}");
            }
            let _ = dialect.parse_reply(line);
        }
    }
}
