//! A results file, from which an interrupted batch can resume.
//!
//! A note next to the file, with the extension `.unfinished`, records everything that the results depend on. It is
//! created before the first result. After the last one, its extension becomes `.finished`, and the digest of the
//! results is added, so that repeating the batch does nothing.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, Terminator};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::batch::Batch;
use super::format::{CSV_COLUMNS, ResultFormat};
use super::positions::{PositionSource, digest_of};
use crate::note::{compare, finished, note_at, write_note};
use chuhe_engine::engine::config::Config;
use chuhe_files as files;
use chuhe_formats::collection::FileFormat;
use chuhe_formats::game_files::GameFileError;
use chuhe_formats::lines::Positions;

/// The version of the note. Notes of different versions cannot be compared.
const NOTE_FORM: u32 = 4;

/// A results file, open for appending and locked as long as this value exists.
#[derive(Debug)]
pub struct ResultsFile {
    file: File,
    path: PathBuf,
    /// The note, which holds the lock.
    note: File,
    note_path: PathBuf,
    finished_path: PathBuf,
    was_finished: bool,
    done: u64,
}

/// Everything that a batch's results depend on. A batch cannot resume a file with different terms.
#[derive(Clone, Debug, Serialize)]
pub struct BatchTerms {
    form: u32,
    version: &'static str,
    /// The digest of the source.
    input: String,
    from: Option<&'static str>,
    positions: Positions,
    format: ResultFormat,
    /// The language tag for text output; `None` for other formats.
    language: Option<&'static str>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The time limit, in milliseconds.
    movetime: Option<u64>,
    #[serde(flatten)]
    config: Config,
}

/// Why results cannot be added to a file.
#[derive(Debug, thiserror::Error)]
pub enum ResultsFileError {
    /// The file already contains results, which are complete or were not written by a batch.
    #[error("{0} already exists")]
    Exists(String),
    /// The file belongs to a batch with different terms.
    #[error("{path}: begun with different settings: {}", differences.join(", "))]
    OtherTerms {
        /// The file.
        path: String,
        /// The names of the terms that differ.
        differences: Vec<String>,
    },
    /// The file's note was written by a version of the program that uses a different form.
    #[error("{0}: begun by another version of chuhe")]
    OtherForm(String),
    /// Another batch is writing to the file.
    #[error("{0}: in use by another analysis")]
    Locked(String),
    /// The file or its note cannot be read or written.
    #[error("{path}: {}", files::reason(.error))]
    Io {
        /// The file, or its note.
        path: String,
        /// The reason.
        error: io::Error,
    },
}

impl BatchTerms {
    /// The terms of a batch, which do not include the number of jobs. `language` is the language tag for text output.
    ///
    /// # Errors
    /// If a file of the source cannot be read.
    pub fn new(
        batch: &Batch,
        source: &PositionSource,
        format: ResultFormat,
        language: &'static str,
    ) -> Result<Self, GameFileError> {
        Ok(Self {
            form: NOTE_FORM,
            version: env!("CARGO_PKG_VERSION"),
            input: source.digest()?,
            from: source.format().map(FileFormat::extension),
            positions: source.which(),
            format,
            language: matches!(format, ResultFormat::Text(_)).then_some(language),
            depth: batch.limits.depth,
            nodes: batch.limits.nodes,
            movetime: batch.limits.move_time.map(|time| time.as_millis() as u64),
            config: batch.config.clone(),
        })
    }
}

impl ResultsFile {
    /// Opens a results file to resume it, or creates it. If the file is finished, nothing is left to do. `overwrite`
    /// discards the contents of an existing file.
    ///
    /// An incomplete result at the end, left by a crash, is removed.
    ///
    /// # Errors
    /// If the file contains the results of another batch, another batch is writing to it, or it cannot be written.
    pub fn open(
        path: impl Into<PathBuf>,
        terms: &BatchTerms,
        overwrite: bool,
    ) -> Result<Self, ResultsFileError> {
        let path = path.into();
        let name = || path.display().to_string();
        let fail = |error| ResultsFileError::Io { path: name(), error };
        let [note_path, finished_path] = ["unfinished", "finished"].map(|ending| {
            let mut beside = path.as_os_str().to_owned();
            beside.push(".");
            beside.push(ending);
            PathBuf::from(beside)
        });
        let note_fail =
            |error| ResultsFileError::Io { path: note_path.display().to_string(), error };
        // Check this before reading the file or creating the note.
        files::check_writable(&path).map_err(fail)?;
        let terms_now = serde_json::to_value(terms).map_err(|error| note_fail(error.into()))?;
        let mut is_begun = note_path.exists();
        let has_results = files::has_content(&path);
        let was_finished = !is_begun && !overwrite && has_results;
        if was_finished {
            let said = finished(&finished_path, &path).map_err(fail)?;
            let said = said.ok_or_else(|| ResultsFileError::Exists(name()))?;
            compare(&said, &terms_now, name())?;
            fs::rename(&finished_path, &note_path).map_err(note_fail)?;
            is_begun = true;
        }
        let mut note = open(&note_path, false).map_err(note_fail)?;
        match files::lock(&note) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ResultsFileError::Locked(name())),
            Err(TryLockError::Error(error)) => return Err(note_fail(error)),
        }
        let mut said = String::new();
        note.read_to_string(&mut said).map_err(note_fail)?;
        let said: Option<Value> = serde_json::from_str(&said).ok();
        let goes_on = is_begun && !overwrite && said.is_some();
        // A crash can truncate the note only before the first result, so results without a valid note were not written
        // by a batch.
        if !goes_on && !overwrite && has_results {
            return Err(ResultsFileError::Exists(name()));
        }
        if let Some(said) = said.filter(|_| goes_on) {
            compare(&said, &terms_now, name())?;
        }
        let mut file = open(&path, !goes_on).map_err(fail)?;
        if !goes_on {
            // The file that the finished note described no longer exists.
            if note_at(&finished_path).is_some() {
                fs::remove_file(&finished_path).map_err(note_fail)?;
            }
            write_note(&mut note, &terms_now).map_err(note_fail)?;
        }
        let format = terms.format;
        let (whole_bytes, done) = whole_results(&mut file, format).map_err(fail)?;
        let cut = |file: &mut File| {
            file.set_len(whole_bytes)?;
            file.seek(SeekFrom::End(0))?;
            if whole_bytes == 0 { file.write_all(format.header().as_bytes()) } else { Ok(()) }
        };
        cut(&mut file).map_err(fail)?;
        Ok(Self { file, path, note, note_path, finished_path, was_finished, done })
    }

    /// The number of the last position with a result in the file; 0 if there is none. Earlier positions without a
    /// result were unreadable.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// Whether the results were complete when the file was opened.
    #[must_use]
    pub const fn was_finished(&self) -> bool {
        self.was_finished
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the note, which exists until [`ResultsFile::finish`].
    #[must_use]
    pub fn note_path(&self) -> &Path {
        &self.note_path
    }

    /// Adds the complete result of a position, as text in the file's format.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, number: u64, text: &str) -> Result<(), ResultsFileError> {
        self.file.write_all(text.as_bytes()).map_err(|error| self.failed(error))?;
        self.done = number;
        Ok(())
    }

    /// Marks the file as complete.
    ///
    /// # Errors
    /// If the file cannot be written, or the note cannot be renamed.
    pub fn finish(mut self) -> Result<(), ResultsFileError> {
        let finished = self.file.sync_all().and_then(|()| self.finish_note());
        finished.map_err(|error| self.failed(error))
    }

    /// Records that the results are complete, unless another file has the note's name.
    fn finish_note(&mut self) -> io::Result<()> {
        let is_free = !self.finished_path.exists() || note_at(&self.finished_path).is_some();
        let Some(mut terms) = note_at(&self.note_path).filter(|_| is_free) else {
            return fs::remove_file(&self.note_path);
        };
        terms["results"] = digest_of(&self.path)?.into();
        write_note(&mut self.note, &terms)?;
        fs::rename(&self.note_path, &self.finished_path)
    }

    /// Removes the file and the note, because there are no results.
    ///
    /// # Errors
    /// If the file or the note cannot be removed.
    pub fn discard(self) -> Result<(), ResultsFileError> {
        // If the path is a symbolic link, the link is kept; its target was created by this batch.
        let removed = self.path.canonicalize().and_then(fs::remove_file);
        let removed = removed.and_then(|()| fs::remove_file(&self.note_path));
        removed.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> ResultsFileError {
        ResultsFileError::Io { path: self.path.display().to_string(), error }
    }
}

fn open(path: &Path, truncate: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(truncate);
    files::open(path, &options)
}

/// The length of all complete results, in bytes, and the number of the last one. Everything after them is incomplete.
fn whole_results(file: &mut File, format: ResultFormat) -> io::Result<(u64, u64)> {
    match format {
        ResultFormat::Csv => whole_rows(file),
        ResultFormat::Jsonl | ResultFormat::Text(_) => whole_blocks(file, format),
    }
}

/// Implements [`whole_results`] for formats in which the last line of each result marks its end.
fn whole_blocks(file: &File, format: ResultFormat) -> io::Result<(u64, u64)> {
    #[derive(Deserialize)]
    struct Numbered {
        number: u64,
    }

    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let (mut at, mut whole, mut done) = (0, 0, 0);
    // The number of the current result.
    let mut number = None;
    loop {
        line.clear();
        at += reader.read_until(b'\n', &mut line)? as u64;
        let Some(text) = line.strip_suffix(b"\n") else { return Ok((whole, done)) };
        let text = String::from_utf8_lossy(text);
        let is_last = if format == ResultFormat::Jsonl {
            let Ok(Numbered { number: named }) = serde_json::from_str(&text) else {
                return Ok((whole, done));
            };
            number = Some(named);
            true
        } else {
            let named =
                text.strip_prefix('#').and_then(|rest| rest.split(' ').next()?.parse().ok());
            number = named.or(number);
            text.is_empty()
        };
        if is_last {
            whole = at;
            done = number.take().unwrap_or(done);
        }
    }
}

/// Implements [`whole_results`] for CSV, in which a result is complete once its last line of play is complete.
fn whole_rows(file: &mut File) -> io::Result<(u64, u64)> {
    #[derive(Deserialize)]
    struct RowPlace {
        number: u64,
        line: usize,
        lines: usize,
    }

    let length = file.seek(SeekFrom::End(0))?;
    let mut last_byte = [b'\n'];
    if length > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last_byte)?;
    }
    file.rewind()?;
    let mut reader =
        ReaderBuilder::new().flexible(true).terminator(Terminator::Any(b'\n')).from_reader(file);
    let header = reader.byte_headers()?.clone();
    let (mut whole, mut done) = (0, 0);
    let is_cut_off = |at: u64| at == length && last_byte != [b'\n'];
    if header != CSV_COLUMNS[..] || is_cut_off(reader.position().byte()) {
        return Ok((whole, done));
    }
    whole = reader.position().byte();
    let mut row = csv::ByteRecord::new();
    while reader.read_byte_record(&mut row)? {
        let at = reader.position().byte();
        let place = row.deserialize::<RowPlace>(Some(&header)).ok();
        if let Some(place) = place.filter(|place| place.line == place.lines && !is_cut_off(at)) {
            (whole, done) = (at, place.number);
        }
    }
    Ok((whole, done))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{PositionLimits, PositionReport};
    use chuhe_engine::board::Position;
    use chuhe_engine::engine::Engine;
    use chuhe_engine::notation::MoveFormat;
    use chuhe_engine::search::Limits;

    struct Setting {
        folder: PathBuf,
        batch: Batch,
        source: PositionSource,
    }

    impl Setting {
        fn new(name: &str) -> Self {
            let name = format!("chuhe-results-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(&folder).unwrap();
            let limits = PositionLimits { nodes: Some(100), ..PositionLimits::default() };
            let batch = Batch { config: Config::default(), limits, jobs: 1 };
            let mut source = PositionSource::new(None, Positions::All);
            source.add_text("a, b", b"h2e2\n".to_vec());
            Self { folder, batch, source }
        }

        fn open(&self, format: ResultFormat) -> Result<ResultsFile, ResultsFileError> {
            let terms = BatchTerms::new(&self.batch, &self.source, format, "en").unwrap();
            ResultsFile::open(self.path(), &terms, false)
        }

        fn path(&self) -> PathBuf {
            self.folder.join("results")
        }

        /// A report with two lines of play, and one without any.
        fn reports(&self) -> [PositionReport; 2] {
            let config = Config { multipv: 2, ..self.batch.config.clone() };
            let mut engine = Engine::with_config(config).unwrap();
            let result = engine.search(Limits::depth(1));
            let origin = self.source.positions().next().unwrap().origin;
            let report = PositionReport::new(1, origin, &Position::startpos(), None, &result);
            [report.clone(), PositionReport { number: 3, lines: Vec::new(), ..report }]
        }
    }

    fn text_of(format: ResultFormat, report: &PositionReport) -> String {
        match format {
            ResultFormat::Text(_) => format!("#{} a\n{}\n\n", report.number, report.fen),
            ResultFormat::Jsonl => report.json_line(),
            ResultFormat::Csv => report.csv_rows(),
        }
    }

    impl Drop for Setting {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn a_file_cut_off_anywhere_goes_on_behind_its_last_whole_result() {
        let text = ResultFormat::Text(MoveFormat::Iccs);
        for format in [text, ResultFormat::Jsonl, ResultFormat::Csv] {
            let setting = Setting::new(&format!("{format:?}"));
            let reports = setting.reports();
            let mut file = setting.open(format).unwrap();
            for report in &reports {
                file.append(report.number, &text_of(format, report)).unwrap();
            }
            drop(file);
            let text = fs::read(setting.path()).unwrap();
            let header = format.header().len();
            let first = header + text_of(format, &reports[0]).len();
            assert_eq!(text.len(), first + text_of(format, &reports[1]).len());
            for length in 0..=text.len() {
                fs::write(setting.path(), &text[..length]).unwrap();
                let done = setting.open(format).unwrap().done();
                let (expected, kept) = match length {
                    length if length == text.len() => (3, length),
                    length if length >= first => (1, first),
                    _ => (0, header),
                };
                assert_eq!(done, expected, "{format:?} {length}");
                assert_eq!(fs::read(setting.path()).unwrap(), text[..kept], "{format:?} {length}");
            }
        }
    }

    #[test]
    fn other_terms_are_refused_by_name() {
        let mut setting = Setting::new("terms");
        drop(setting.open(ResultFormat::Csv).unwrap());
        setting.batch.limits.nodes = Some(200);
        setting.batch.config.multipv = 2;
        setting.batch.jobs = 2;
        let error = setting.open(ResultFormat::Csv).unwrap_err().to_string();
        assert!(error.ends_with("begun with different settings: multipv, nodes"), "{error}");
        let note = setting.folder.join("results.unfinished");
        fs::write(note, "{\"version\":\"0.1.0\",\"multipv\":\"2\"}\n").unwrap();
        let error = setting.open(ResultFormat::Csv).unwrap_err();
        assert!(matches!(error, ResultsFileError::OtherForm(_)), "{error}");
    }

    #[test]
    fn a_note_of_somebody_else_is_no_leave_to_write_over_a_file() {
        let setting = Setting::new("foreign");
        fs::write(setting.path(), "mine").unwrap();
        fs::write(setting.folder.join("results.unfinished"), "my notes").unwrap();
        let error = setting.open(ResultFormat::Csv).unwrap_err();
        assert!(matches!(error, ResultsFileError::Exists(_)), "{error}");
        assert_eq!(fs::read_to_string(setting.path()).unwrap(), "mine");
    }

    #[test]
    fn the_same_batch_finds_its_results_finished() {
        let mut setting = Setting::new("finished");
        let [report, _] = setting.reports();
        let mut file = setting.open(ResultFormat::Csv).unwrap();
        assert!(!file.was_finished());
        file.append(report.number, &report.csv_rows()).unwrap();
        file.finish().unwrap();
        let results = fs::read(setting.path()).unwrap();
        for _ in 0..2 {
            let again = setting.open(ResultFormat::Csv).unwrap();
            assert!(again.was_finished());
            assert_eq!(again.done(), 1);
            again.finish().unwrap();
            assert_eq!(fs::read(setting.path()).unwrap(), results);
        }
        // A batch with different terms or contents is a different batch.
        setting.batch.limits.nodes = Some(200);
        let error = setting.open(ResultFormat::Csv).unwrap_err();
        assert!(matches!(error, ResultsFileError::OtherTerms { .. }), "{error}");
        setting.batch.limits.nodes = Some(100);
        fs::write(setting.path(), "mine").unwrap();
        let error = setting.open(ResultFormat::Csv).unwrap_err();
        assert!(matches!(error, ResultsFileError::Exists(_)), "{error}");
        // A missing file is created again.
        fs::remove_file(setting.path()).unwrap();
        let anew = setting.open(ResultFormat::Csv).unwrap();
        assert!(!anew.was_finished() && anew.done() == 0);
        assert!(!setting.folder.join("results.finished").exists());
    }

    #[test]
    fn a_file_is_written_by_one_and_then_complete() {
        let setting = Setting::new("complete");
        let mut file = setting.open(ResultFormat::Jsonl).unwrap();
        assert!(matches!(setting.open(ResultFormat::Jsonl), Err(ResultsFileError::Locked(_))));
        let [report, _] = setting.reports();
        file.append(report.number, &report.json_line()).unwrap();
        file.finish().unwrap();
        fs::remove_file(setting.folder.join("results.finished")).unwrap();
        assert!(matches!(setting.open(ResultFormat::Jsonl), Err(ResultsFileError::Exists(_))));
    }
}
