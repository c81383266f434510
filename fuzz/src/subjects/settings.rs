//! Short texts that people write: match files and database queries.

use chuhe::cli::check_match_file;
use chuhe_database::{MaterialPattern, PlayedDate, folded};

use super::shape::{is_readable, text};

/// A match file is either a valid plan or rejected with a reason. No match is started.
pub(super) fn match_file(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    // Whether the openings files exist does not matter here.
    if text.contains("file") {
        return;
    }
    if let Err(error) = check_match_file(text) {
        is_readable(&error);
    }
}

/// A readable material pattern is written and read back as the same pattern; dates and names are read without a panic.
pub(super) fn query(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match text.parse::<MaterialPattern>() {
        Ok(pattern) => {
            let written = pattern.to_string();
            assert_eq!(written.parse::<MaterialPattern>(), Ok(pattern), "{written}");
        }
        Err(error) => is_readable(&error.to_string()),
    }
    if let Err(error) = text.parse::<PlayedDate>() {
        is_readable(&error.to_string());
    }
    let once = folded(text);
    assert_eq!(folded(&once), once, "{text:?}");
}
