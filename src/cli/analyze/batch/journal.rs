//! The file of results, and how an interrupted analysis goes on with it.
//!
//! Beside the file lies another one, whose name ends in `.unfinished`, with all that the results depend on. It is there
//! from before the first result until after the last one.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use super::super::ResultFormat;
use super::record::CSV_HEADER;

/// A file that results are added to.
pub(super) struct Journal {
    file: File,
    /// Locked while the analysis runs.
    _note: File,
    note_path: PathBuf,
}

impl Journal {
    /// Opens the file of results of an analysis, or starts it; returns the number of the last position that is in it.
    ///
    /// # Errors
    /// If there are results of another analysis in it, or another program writes it.
    pub(super) fn open(
        path: &Path,
        terms: &Value,
        format: ResultFormat,
        fresh: bool,
    ) -> anyhow::Result<(Self, u64)> {
        let about = || path.display().to_string();
        let mut note_path = path.as_os_str().to_owned();
        note_path.push(".unfinished");
        let note_path = PathBuf::from(note_path);
        let is_begun = note_path.exists();
        if !is_begun && !fresh && fs::metadata(path).is_ok_and(|data| data.len() > 0) {
            bail!("{}: there is such a file; --fresh writes over it", about());
        }
        let mut note = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&note_path)
            .with_context(|| note_path.display().to_string())?;
        match note.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{}: another analysis is writing it", about()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(about),
        }
        let mut said = String::new();
        note.read_to_string(&mut said)?;
        // A crash may have cut off the note; then there are no results yet.
        let said: Option<Value> = serde_json::from_str(&said).ok();
        let goes_on = is_begun && !fresh && said.is_some();
        if let Some(said) = said.filter(|said| goes_on && said != terms) {
            bail!(
                "{}: it was begun with another {}; --fresh writes over it",
                about(),
                differences(&said, terms)
            );
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(!goes_on)
            .open(path)
            .with_context(about)?;
        if !goes_on {
            note.set_len(0)?;
            note.rewind()?;
            writeln!(note, "{terms}")?;
            note.sync_all()?;
        }
        let (length, done) = complete(&file, format).with_context(about)?;
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        if length == 0 && format == ResultFormat::Csv {
            file.write_all(CSV_HEADER.as_bytes())?;
        }
        Ok((Self { file, _note: note, note_path }, done))
    }

    /// Adds the results of a position, whole.
    pub(super) fn append(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())
    }

    /// All results are there.
    pub(super) fn finish(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::remove_file(&self.note_path)
    }
}

/// What two analyses do not have in common, in words.
fn differences(old: &Value, new: &Value) -> String {
    let (Some(old), Some(new)) = (old.as_object(), new.as_object()) else {
        return "form of this note".to_owned();
    };
    let differs = |key: &&String| old.get(*key) != new.get(*key);
    let keys: Vec<&str> = new.keys().filter(differs).map(String::as_str).collect();
    keys.join(", ")
}

/// The bytes that whole results take, and the number of the last of them. What a crash cut off comes after them.
fn complete(file: &File, format: ResultFormat) -> io::Result<(u64, u64)> {
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let (mut at, mut whole, mut done) = (0, 0, 0);
    // Of the position that has begun.
    let mut number = None;
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        let Some(text) = line.strip_suffix(b"\n") else { return Ok((whole, done)) };
        at += length as u64;
        let text = String::from_utf8_lossy(text);
        let ends = match format {
            ResultFormat::Jsonl => {
                let report: Option<Value> = serde_json::from_str(&text).ok();
                number = report.and_then(|report| report["number"].as_u64());
                number.is_some()
            }
            ResultFormat::Csv => {
                let fields = fields_of(&text);
                let field = |index: usize| fields.get(index)?.parse::<u64>().ok();
                number = field(0);
                // The header has no number.
                at == length as u64 || number.is_some() && field(5) == field(6)
            }
            ResultFormat::Text => {
                let named =
                    text.strip_prefix('#').and_then(|rest| rest.split(' ').next()?.parse().ok());
                number = named.or(number);
                text.is_empty()
            }
        };
        if ends {
            whole = at;
            done = number.take().unwrap_or(done);
        }
    }
}

/// The fields of a CSV row.
fn fields_of(row: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for c in row.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            c => fields.last_mut().expect("there is always one").push(c),
        }
    }
    fields
}
