//! Single lines of the engine protocols, in both directions.

use chuhe_engine::protocol::{Dialect, Unit};

use super::shape::text;

/// A line from a GUI that can be read can be written, and then reads the same. Any line of an engine is read without
/// harm.
pub(super) fn command(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    for line in text.lines().take(8) {
        for dialect in [Dialect::Uci, Dialect::Ucci] {
            for unit in [Unit::Milliseconds, Unit::Seconds] {
                let Some(command) = dialect.parse_command(line, unit) else { continue };
                let Some(written) = dialect.format_command(&command) else { continue };
                assert!(!written.contains(char::is_control), "{line:?} is written as {written:?}");
                // A control character becomes a blank, which may split a word of the line or leave nothing of it.
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
