//! The outputs of commands: files, standard output, and progress on stderr.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::UsageError;
use crate::failure::{self, Failure};
use chuhe_formats::conversion::OutputError;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_review::results_file::{ResultsFile, ResultsFileError};
use chuhe_util::files;
use chuhe_util::files::{FileProblem, stdout_failed, write_output};
use serde::Serialize;

/// The output file; `None` for standard output, which is the default and can also be given as `-`. Called before the
/// work begins, so that an unwritable file is reported early.
pub(super) fn file(path: Option<&Path>) -> failure::Result<Option<&Path>> {
    let path = path.filter(|path| *path != Path::new("-"));
    if let Some(path) = path {
        files::check_output(path).map_err(|error| refused(path, error))?;
    }
    Ok(path)
}

/// Permission to overwrite files.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct FreshArgs {
    /// Overwrite an existing file
    #[arg(long)]
    pub(super) fresh: bool,
}

impl FreshArgs {
    /// Like [`file`], but refuses a file with content unless it may be overwritten.
    pub(super) fn file(self, path: Option<&Path>) -> failure::Result<Option<&Path>> {
        let path = file(path)?;
        match path {
            Some(path) if !self.fresh && files::has_content(path) => {
                Err(exists(&OutputError::Exists(path.to_owned())))
            }
            path => Ok(path),
        }
    }
}

/// The error for a file that already exists. The message says how to overwrite it.
pub(super) fn exists(error: &impl Localize) -> Failure {
    Failure::new(tr!("results-fresh", error = error.localize()))
}

/// The error for an unusable results file. The message says what the user can do.
pub(super) fn results_file(error: ResultsFileError) -> Failure {
    use ResultsFileError::{Exists, Io, Locked, OtherForm, OtherIndex, OtherProgram, OtherTerms};

    match error {
        Exists(_) | OtherTerms { .. } | OtherProgram { .. } | OtherForm(_) => exists(&error),
        Io { path, error } => refused(Path::new(&path), error),
        Locked(_) | OtherIndex(_) => error.into(),
    }
}

/// Closes an unfinished results file. Returns a message that says how to resume the work, unless there are no results.
///
/// # Errors
/// If a file without results cannot be closed.
pub(super) fn leave(file: ResultsFile) -> failure::Result<Option<String>> {
    let [path, note] = [file.path(), file.note_path()].map(|path| path.display().to_string());
    let unfinished = tr!("results-unfinished", path = path, note = note);
    let has_results = file.last() > 0;
    file.leave()?;
    Ok(has_results.then_some(unfinished))
}

/// The canonical path of a file, which need not exist yet; its folder must.
pub(super) fn place(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?))
}

/// Whether a path names a folder, which need not exist if the path ends in a slash.
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// The format implied by the extension of an output path; `None` for a stream without an extension.
///
/// # Errors
/// If the extension is not one of `known`. The error names `flag`, the option that sets the format.
pub(super) fn form_by_name<T: Copy>(
    path: &Path,
    known: &[(&str, T)],
    flag: &str,
) -> Result<Option<T>, UsageError> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    if let Some((_, form)) = known.iter().find(|(name, _)| extension.eq_ignore_ascii_case(name)) {
        return Ok(Some(*form));
    }
    if files::is_stream(path) {
        return Ok(None);
    }
    let valid: Vec<String> = known.iter().map(|(name, _)| format!(".{name}")).collect();
    let valid = valid.join(&tr!("list-separator"));
    let path = path.display().to_string();
    Err(UsageError(tr!("output-which-form", path = path, valid = valid, flag = flag)))
}

/// Writes a complete output to the path, which may mean standard output as in [`file`].
pub(super) fn write(
    path: Option<&Path>,
    bytes: &[u8],
    stdout: &mut impl Write,
) -> failure::Result<()> {
    let Some(path) = file(path)? else {
        stdout.write_all(bytes)?;
        return Ok(stdout.flush()?);
    };
    write_output(path, bytes).map_err(|error| refused(path, error))
}

/// Writes a value as a line of JSON.
pub(super) fn json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Writes a value as indented JSON.
pub(super) fn pretty_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// The error for a file that cannot be written, including its name.
pub(super) fn refused(path: &Path, error: io::Error) -> Failure {
    Failure::from(error).context(path.display().to_string())
}

/// The error for a file that cannot be resumed.
pub(super) fn not_resumable(path: &Path, error: io::Error) -> Failure {
    match FileProblem::of(&error) {
        Some(FileProblem::Pipe | FileProblem::Device) => {
            let error = Failure::from(error).to_string();
            Failure::new(tr!("output-not-resumable", error = error))
                .context(path.display().to_string())
        }
        _ => refused(path, error),
    }
}

/// Standard output.
#[derive(Debug)]
pub(super) struct Stdout(io::Stdout);

impl Stdout {
    pub(super) fn new() -> Self {
        Self(io::stdout())
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        files::awaiting_pipe(|| self.0.write(bytes)).map_err(stdout_failed)
    }

    fn flush(&mut self) -> io::Result<()> {
        files::awaiting_pipe(|| self.0.flush()).map_err(stdout_failed)
    }
}

/// A stream whose reader may close it. Writes to a closed stream are dropped, and the work continues, because its
/// result goes elsewhere.
pub(super) struct MayClose<W>(pub(super) W);

impl<W: Write> MayClose<W> {
    fn open_or(result: io::Result<usize>, closed: usize) -> io::Result<usize> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(closed),
            result => result,
        }
    }
}

impl<W: Write> Write for MayClose<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::open_or(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::open_or(self.0.flush().map(|()| 0), 0).map(drop)
    }
}

/// Stderr, for progress messages. It may be closed.
pub(super) fn stderr() -> MayClose<io::Stderr> {
    MayClose(io::stderr())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Closed(io::ErrorKind);

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn only_a_reader_that_left_is_forgiven() {
        let mut out = MayClose(Closed(io::ErrorKind::BrokenPipe));
        assert!(out.write_all(b"text").is_ok() && out.flush().is_ok());
        let mut out = MayClose(Closed(io::ErrorKind::StorageFull));
        assert!(out.write_all(b"text").is_err() && out.flush().is_err());
    }
}
