//! A results file, from which interrupted work can resume.
//!
//! A note next to the file, with the extension `.unfinished`, records everything that the results depend on and, after
//! that, how far they go. After the last result, a note with the extension `.finished` takes its place, which contains
//! the digest of all results, so that repeating the work does nothing.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use chuhe_util::files;

/// A results file and its note. The note is locked as long as this value exists.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    terms: Value,
    header: String,
    /// The file, open for appending; `None` before the first result.
    results: Option<File>,
    /// The note; `None` if the results were complete when the file was opened.
    note: Option<File>,
    note_path: PathBuf,
    finished_path: PathBuf,
    progress: SavedProgress,
}

/// How far the results go.
#[derive(Clone, Copy, Debug, Default)]
struct SavedProgress {
    /// The number of the last result; 0 if there is none.
    number: u64,
    /// The length of all complete results, in bytes.
    bytes: u64,
    digest: files::Digest,
}

/// Why results cannot be added to a file.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum ResultsFileError {
    #[error("{0} already exists")]
    Exists(String),
    #[error("{path}: begun with different settings: {}", differences.join(", "))]
    OtherTerms { path: String, differences: Vec<String> },
    #[error("{path}: begun with another program of {engine}, whose file has changed since")]
    OtherProgram { path: String, engine: String },
    #[error("{0}: begun by another version of chuhe")]
    OtherForm(String),
    #[error(
        "refusing to overwrite {0}, which is not an index of annotated games; choose another folder"
    )]
    OtherIndex(String),
    #[error("{0}: in use by another run of chuhe")]
    Locked(String),
    #[error("{path}: {}", files::reason(.error))]
    Io { path: String, error: io::Error },
}

impl ResultsFile {
    /// Opens a results file to resume it, or to begin it: the first result creates the file. If it is finished, nothing
    /// is left to do. `terms` are everything that the results depend on, as an object with the version of its form in
    /// the field `form`; work with different terms cannot resume the file. `header` is the text before the first
    /// result. `overwrite` permits the first result to replace other contents.
    ///
    /// An incomplete result at the end, left by a crash, is removed.
    ///
    /// # Errors
    /// If the file has other contents or belongs to other work, another process is writing to it, or it cannot be
    /// written.
    pub fn open(
        path: impl Into<PathBuf>,
        terms: &impl Serialize,
        header: impl Into<String>,
        overwrite: bool,
    ) -> Result<Self, ResultsFileError> {
        let path = path.into();
        let [note_path, finished_path] = ["unfinished", "finished"].map(|ending| {
            let mut beside = path.as_os_str().to_owned();
            beside.push(".");
            beside.push(ending);
            PathBuf::from(beside)
        });
        // Check this before reading the file or creating the note.
        files::check_writable(&path).map_err(fail(&path))?;
        let terms = serde_json::to_value(terms).map_err(io::Error::from).map_err(fail(&path))?;
        let mut file = Self {
            path,
            terms,
            header: header.into(),
            results: None,
            note: None,
            note_path,
            finished_path,
            progress: SavedProgress::default(),
        };
        let was_begun = file.note_path.exists();
        let is_new = overwrite || !files::has_content(&file.path);
        if !was_begun && !is_new {
            file.open_finished()?;
            return Ok(file);
        }
        let mut note = open(&file.note_path).map_err(fail(&file.note_path))?;
        match files::lock(&note) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ResultsFileError::Locked(file.name())),
            Err(TryLockError::Error(error)) => return Err(fail(&file.note_path)(error)),
        }
        let mut lines = Vec::new();
        note.read_to_end(&mut lines).map_err(fail(&file.note_path))?;
        let resumed = if is_new { None } else { Unfinished::read(&lines) };
        match resumed {
            Some(unfinished) => file.resume(&mut note, &unfinished)?,
            None if !lines.is_empty() && !has_terms(&lines) => {
                let path = if is_new { &file.note_path } else { &file.path };
                return Err(ResultsFileError::Exists(path.display().to_string()));
            }
            None if is_new => write_note(&mut note, &file.terms).map_err(fail(&file.note_path))?,
            // The work was interrupted before its first result, so the contents are older than the note.
            None => {
                fs::remove_file(&file.note_path).map_err(fail(&file.note_path))?;
                file.open_finished()?;
                return Ok(file);
            }
        }
        file.note = Some(note);
        Ok(file)
    }

    /// Opens a file that has contents but is not being written.
    fn open_finished(&mut self) -> Result<(), ResultsFileError> {
        let note = note_at(&self.finished_path);
        let digest = digest_of(&self.path).map_err(fail(&self.path))?;
        let note = note.filter(|note| note["results"] == digest);
        let note = note.ok_or_else(|| ResultsFileError::Exists(self.name()))?;
        compare(&note, &self.terms, &self.path)?;
        self.progress.number = note["last"].as_u64().unwrap_or_default();
        Ok(())
    }

    /// Continues the results that an unfinished note describes.
    fn resume(&mut self, note: &mut File, unfinished: &Unfinished) -> Result<(), ResultsFileError> {
        compare(&unfinished.terms, &self.terms, &self.path)?;
        let mut results = open(&self.path).map_err(fail(&self.path))?;
        let found = unfinished.progress_of(&mut results).map_err(fail(&self.path))?;
        let (progress, note_bytes) = found.ok_or_else(|| ResultsFileError::Exists(self.name()))?;
        cut(&mut results, progress.bytes).map_err(fail(&self.path))?;
        cut(note, note_bytes).map_err(fail(&self.note_path))?;
        self.progress = progress;
        self.results = Some(results);
        Ok(())
    }

    /// The number of the last result in the file; 0 if there is none.
    pub const fn last(&self) -> u64 {
        self.progress.number
    }

    /// Whether the results were complete when the file was opened.
    pub const fn was_finished(&self) -> bool {
        self.note.is_none()
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the note, which exists until [`ResultsFile::finish`].
    pub fn note_path(&self) -> &Path {
        &self.note_path
    }

    /// Adds a complete result. Numbers must increase.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, number: u64, text: &str) -> Result<(), ResultsFileError> {
        let note = self
            .note
            .as_mut()
            .ok_or_else(|| ResultsFileError::Exists(self.path.display().to_string()))?;
        let first = self.results.is_none().then(|| self.header.clone() + text);
        let text = first.as_deref().unwrap_or(text);
        self.progress.number = number;
        self.progress.bytes += text.len() as u64;
        self.progress.digest.update(text.as_bytes());
        // The note comes first: a line whose result is missing from the file is ignored.
        note.write_all(self.progress.line().as_bytes()).map_err(fail(&self.note_path))?;
        if let Some(results) = &mut self.results {
            return results.write_all(text.as_bytes()).map_err(fail(&self.path));
        }
        note.sync_all().map_err(fail(&self.note_path))?;
        files::write_whole(&self.path, text.as_bytes()).map_err(fail(&self.path))?;
        // The file that the finished note described no longer exists.
        if note_at(&self.finished_path).is_some() {
            fs::remove_file(&self.finished_path).map_err(fail(&self.finished_path))?;
        }
        let mut results = open(&self.path).map_err(fail(&self.path))?;
        results.seek(SeekFrom::End(0)).map_err(fail(&self.path))?;
        self.results = Some(results);
        Ok(())
    }

    /// Marks the file as complete. Without results, there is no file, and no note is left.
    ///
    /// # Errors
    /// If the file or the note cannot be written.
    pub fn finish(self) -> Result<(), ResultsFileError> {
        let Self { results: Some(results), mut terms, .. } = self else { return self.leave() };
        results.sync_all().map_err(fail(&self.path))?;
        // Another file with the name of the note is kept.
        if !self.finished_path.exists() || note_at(&self.finished_path).is_some() {
            terms["results"] = self.progress.digest.value().into();
            terms["last"] = self.progress.number.into();
            let text = format!("{terms}\n");
            let written = files::write_whole(&self.finished_path, text.as_bytes());
            written.map_err(fail(&self.finished_path))?;
        }
        fs::remove_file(&self.note_path).map_err(fail(&self.note_path))
    }

    /// Closes the file, to be resumed later. The note is removed if there are no results yet.
    ///
    /// # Errors
    /// If the note cannot be removed.
    pub fn leave(self) -> Result<(), ResultsFileError> {
        if self.note.is_some() && self.results.is_none() {
            fs::remove_file(&self.note_path).map_err(fail(&self.note_path))?;
        }
        Ok(())
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

fn cut(file: &mut File, bytes: u64) -> io::Result<u64> {
    file.set_len(bytes)?;
    file.seek(SeekFrom::End(0))
}

impl SavedProgress {
    fn line(&self) -> String {
        format!("{} {} {:016x}\n", self.number, self.bytes, self.digest.value())
    }
}

/// The contents of an unfinished note with at least one result.
struct Unfinished<'a> {
    terms: Value,
    /// The lines after the terms.
    lines: &'a [u8],
    terms_bytes: u64,
}

impl<'a> Unfinished<'a> {
    fn read(note: &'a [u8]) -> Option<Self> {
        let end = note.iter().position(|&byte| byte == b'\n')? + 1;
        let terms: Value = serde_json::from_slice(&note[..end]).ok()?;
        let lines = &note[end..];
        let is_ours = terms.get("form").is_some() && lines.contains(&b'\n');
        is_ours.then_some(Self { terms, lines, terms_bytes: end as u64 })
    }

    /// How far the results go, and the length of the note up to there, in bytes; `None` if the file contains something
    /// else.
    fn progress_of(&self, results: &mut File) -> io::Result<Option<(SavedProgress, u64)>> {
        let length = results.metadata()?.len();
        let mut note_bytes = self.terms_bytes;
        let mut last = None;
        for line in self.lines.split_inclusive(|&byte| byte == b'\n') {
            note_bytes += line.len() as u64;
            match numbers(line) {
                Some([number, bytes, digest]) if bytes <= length => {
                    last = Some((number, bytes, digest, note_bytes));
                }
                _ => break,
            }
        }
        let Some((number, bytes, value, note_bytes)) = last else { return Ok(None) };
        let mut digest = files::Digest::new();
        io::copy(&mut Read::take(results, bytes), &mut digest)?;
        let progress = SavedProgress { number, bytes, digest };
        Ok((digest.value() == value).then_some((progress, note_bytes)))
    }
}

/// Whether an unfinished note was written by this program.
fn has_terms(note: &[u8]) -> bool {
    let line = note.split(|&byte| byte == b'\n').next().unwrap_or_default();
    serde_json::from_slice(line).is_ok_and(|terms: Value| terms.get("form").is_some())
}

/// The numbers of a line of the note; `None` if it is incomplete.
fn numbers(line: &[u8]) -> Option<[u64; 3]> {
    let mut words = str::from_utf8(line).ok()?.strip_suffix('\n')?.split(' ');
    let [first, second, digest] =
        [10, 10, 16].map(|radix| u64::from_str_radix(words.next()?, radix).ok());
    Some([first?, second?, digest?])
}

fn open(path: &Path) -> io::Result<File> {
    files::open(path, OpenOptions::new().read(true).write(true).create(true).truncate(false))
}

pub(crate) fn fail(path: &Path) -> impl Fn(io::Error) -> ResultsFileError {
    move |error| ResultsFileError::Io { path: path.display().to_string(), error }
}

/// The digest of the contents of a file.
pub(crate) fn digest_of(path: &Path) -> io::Result<u64> {
    let mut digest = files::Digest::new();
    io::copy(&mut File::open(path)?, &mut digest)?;
    Ok(digest.value())
}

/// Begins a note.
fn write_note(note: &mut File, terms: &Value) -> io::Result<()> {
    note.set_len(0)?;
    note.rewind()?;
    // The note is written at once, because formatting directly into a file writes several pieces.
    note.write_all(format!("{terms}\n").as_bytes())?;
    note.sync_all()
}

/// Reads the terms from the finished note at a path. Returns `None` if there is no readable note there.
fn note_at(path: &Path) -> Option<Value> {
    files::check_regular(path).ok()?;
    let terms: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    terms.get("form").is_some().then_some(terms)
}

/// Checks that the terms of earlier work are those of this work. `path` names the results in errors.
pub(crate) fn compare(old: &Value, new: &Value, path: &Path) -> Result<(), ResultsFileError> {
    let path = path.display().to_string();
    if old["form"] != new["form"] {
        return Err(ResultsFileError::OtherForm(path));
    }
    let keys = new.as_object().into_iter().flat_map(|terms| terms.keys());
    let differences: Vec<String> =
        keys.filter(|key| old.get(key) != new.get(key)).cloned().collect();
    match &differences[..] {
        [] => Ok(()),
        [only] if only == "program" => {
            let engine = new["engine"].as_str().unwrap_or_default().to_owned();
            Err(ResultsFileError::OtherProgram { path, engine })
        }
        _ => Err(ResultsFileError::OtherTerms { path, differences }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    struct Setting(tempfile::TempDir);

    impl Setting {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn file(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn path(&self) -> PathBuf {
            self.file("results")
        }

        fn open_with(&self, terms: &Value, fresh: bool) -> Result<ResultsFile, ResultsFileError> {
            ResultsFile::open(self.path(), terms, "header\n", fresh)
        }

        fn open(&self) -> Result<ResultsFile, ResultsFileError> {
            self.open_with(&terms(), false)
        }

        fn text(&self) -> String {
            fs::read_to_string(self.path()).unwrap()
        }
    }

    fn terms() -> Value {
        json!({ "form": 1, "nodes": 100, "multipv": 1 })
    }

    #[test]
    fn a_file_cut_off_anywhere_resumes_after_its_last_whole_result() {
        let setting = Setting::new();
        let mut file = setting.open().unwrap();
        assert!(!setting.path().exists(), "the first result creates the file");
        for (number, text) in [(1, "one\n"), (3, "three\n\n"), (4, "four\n")] {
            file.append(number, text).unwrap();
        }
        drop(file);
        let (text, note) = (setting.text(), fs::read(setting.file("results.unfinished")).unwrap());
        assert_eq!(text, "header\none\nthree\n\nfour\n");
        for length in "header\none\n".len()..=text.len() {
            fs::write(setting.path(), &text[..length]).unwrap();
            let expected = match length {
                23.. => (4, 23),
                18.. => (3, 18),
                _ => (1, 11),
            };
            let file = setting.open().unwrap();
            assert_eq!((file.last(), setting.text().len()), expected, "{length}");
            drop(file);
            fs::write(setting.file("results.unfinished"), &note).unwrap();
        }
        // The note may be cut off, too.
        for length in 0..=note.len() {
            fs::write(setting.path(), &text).unwrap();
            fs::write(setting.file("results.unfinished"), &note[..length]).unwrap();
            let Ok(mut file) = setting.open() else {
                assert_eq!(setting.text(), text);
                continue;
            };
            assert!(text.starts_with(&setting.text()));
            if file.last() < 3 {
                file.append(3, "three\n\n").unwrap();
            }
            if file.last() < 4 {
                file.append(4, "four\n").unwrap();
            }
            drop(file);
            assert_eq!((setting.text(), setting.open().unwrap().last()), (text.clone(), 4));
        }
    }

    #[test]
    fn other_terms_are_refused_by_name() {
        let setting = Setting::new();
        setting.open().unwrap().append(1, "one\n").unwrap();
        let other = json!({ "form": 1, "nodes": 200, "multipv": 2 });
        let error = setting.open_with(&other, false).unwrap_err().to_string();
        assert!(error.ends_with("begun with different settings: multipv, nodes"), "{error}");
        let error = setting.open_with(&json!({ "form": 2 }), false).unwrap_err();
        assert!(matches!(error, ResultsFileError::OtherForm(_)), "{error}");
        assert_eq!(setting.open().unwrap().last(), 1);
    }

    #[test]
    fn foreign_files_are_left_alone() {
        let setting = Setting::new();
        let refuse = |expected: &Path| match setting.open() {
            Err(ResultsFileError::Exists(path)) => assert_eq!(Path::new(&path), expected),
            other => panic!("{other:?}"),
        };
        let note = setting.file("results.unfinished");
        fs::write(&note, "my notes").unwrap();
        refuse(&note);
        fs::write(setting.path(), "mine").unwrap();
        refuse(&setting.path());
        assert_eq!(fs::read_to_string(&note).unwrap(), "my notes");
        fs::remove_file(&note).unwrap();
        // The file was edited after the interruption.
        let mut file = setting.open_with(&terms(), true).unwrap();
        assert_eq!(setting.text(), "mine", "until there is a result");
        file.append(1, "one\n").unwrap();
        drop(file);
        let edited = setting.text().replace("one", "1st") + "mine";
        fs::write(setting.path(), &edited).unwrap();
        refuse(&setting.path());
        assert_eq!(setting.text(), edited);
    }

    #[test]
    fn work_without_results_changes_nothing() {
        let setting = Setting::new();
        for end in [ResultsFile::leave, ResultsFile::finish] {
            end(setting.open().unwrap()).unwrap();
            assert_eq!(fs::read_dir(setting.0.path()).unwrap().count(), 0);
        }
        let mut file = setting.open().unwrap();
        file.append(1, "one\n").unwrap();
        file.finish().unwrap();
        // Killed before its first result, or interrupted.
        drop(setting.open_with(&terms(), true).unwrap());
        assert!(setting.open().unwrap().was_finished());
        setting.open_with(&terms(), true).unwrap().leave().unwrap();
        assert!(setting.open().unwrap().was_finished());
    }

    #[test]
    fn the_same_work_finds_its_results_finished() {
        let setting = Setting::new();
        let mut file = setting.open().unwrap();
        assert!(!file.was_finished());
        file.append(1, "one\n").unwrap();
        file.finish().unwrap();
        for _ in 0..2 {
            let mut again = setting.open().unwrap();
            assert_eq!((again.was_finished(), again.last()), (true, 1));
            assert!(again.append(2, "two\n").is_err());
            again.finish().unwrap();
            assert_eq!(setting.text(), "header\none\n");
        }
        // Work with different terms or contents is different work.
        let error = setting.open_with(&json!({ "form": 1, "nodes": 200 }), false).unwrap_err();
        assert!(matches!(error, ResultsFileError::OtherTerms { .. }), "{error}");
        fs::write(setting.path(), "mine").unwrap();
        let error = setting.open().unwrap_err();
        assert!(matches!(error, ResultsFileError::Exists(_)), "{error}");
        // A missing file is created again.
        fs::remove_file(setting.path()).unwrap();
        let mut anew = setting.open().unwrap();
        assert!(!anew.was_finished() && anew.last() == 0);
        anew.append(1, "one\n").unwrap();
        assert!(!setting.file("results.finished").exists());
    }

    #[test]
    fn a_file_is_written_by_one_process() {
        let setting = Setting::new();
        let mut file = setting.open().unwrap();
        assert!(matches!(setting.open(), Err(ResultsFileError::Locked(_))));
        file.append(1, "one\n").unwrap();
        file.finish().unwrap();
        fs::remove_file(setting.file("results.finished")).unwrap();
        assert!(matches!(setting.open(), Err(ResultsFileError::Exists(_))));
    }
}
