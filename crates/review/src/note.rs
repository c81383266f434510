//! The note next to a results file, which contains everything that the results depend on and, once they are finished,
//! their digest.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::Path;

use serde_json::Value;

use crate::analysis::{ResultsFileError, digest_of};
use chuhe_files as files;

/// Writes a note.
pub(crate) fn write_note(note: &mut File, terms: &Value) -> io::Result<()> {
    note.set_len(0)?;
    note.rewind()?;
    // The note is written at once, because formatting directly into a file writes several pieces.
    note.write_all(format!("{terms}\n").as_bytes())?;
    note.sync_all()
}

/// Reads the terms from the note at a path. Returns `None` if there is no readable note there.
pub(crate) fn note_at(path: &Path) -> Option<Value> {
    files::check_regular(path).ok()?;
    let said: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    said.get("form").is_some().then_some(said)
}

/// Reads the terms of finished results. Returns `None` if the file no longer matches its note.
pub(crate) fn finished(note: &Path, results: &Path) -> io::Result<Option<Value>> {
    let Some(said) = note_at(note) else { return Ok(None) };
    let digest = digest_of(results)?;
    Ok((said["results"] == digest).then_some(said))
}

/// Checks that the terms match the note.
pub(crate) fn compare(old: &Value, new: &Value, path: String) -> Result<(), ResultsFileError> {
    if old["form"] != new["form"] {
        return Err(ResultsFileError::OtherForm(path));
    }
    let keys = new.as_object().into_iter().flat_map(|terms| terms.keys());
    let differences: Vec<String> =
        keys.filter(|key| old.get(key) != new.get(key)).cloned().collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(ResultsFileError::OtherTerms { path, differences })
}
