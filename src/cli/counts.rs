//! Counts in words, for the summaries of commands.

use std::path::Path;

use chuhe_localize::tr;

/// A message that begins with the file that it is about.
pub(super) fn at_place(path: &Path, text: &str) -> String {
    tr!("at-place", place = path.display().to_string(), text = text)
}

/// The number of files read, such as `2 files (1 refused)`.
pub(super) fn files_read(count: usize, refused: usize) -> String {
    let files = tr!("sum-files", count = count);
    match problems(0, refused) {
        None => files,
        Some(parts) => tr!("sum-except", all = files, parts = parts),
    }
}

/// The number of unusable games, such as `1 broken, 2 refused`; `None` if there are none.
pub(super) fn problems(broken: usize, refused: usize) -> Option<String> {
    let mut parts = Vec::new();
    if broken > 0 {
        parts.push(tr!("sum-broken", count = broken));
    }
    if refused > 0 {
        parts.push(tr!("sum-refused", count = refused));
    }
    (!parts.is_empty()).then(|| parts.join(&tr!("list-separator")))
}
