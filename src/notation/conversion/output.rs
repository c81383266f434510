//! Where converted games go: a stream, one file, or a file for each file.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::notation::collection::FileFormat;
use crate::notation::encoding::Encoding;
use crate::notation::game_files::GameFile;

/// The place for converted games. A file has another name, ending in `.part`, until it is complete.
#[derive(Debug)]
pub struct ConversionOutput<W> {
    destination: Destination<W>,
    format: FileFormat,
    encoding: Encoding,
    open: Option<PartialFile>,
}

#[derive(Debug)]
enum Destination<W> {
    Stream(W),
    File,
    Folder {
        root: PathBuf,
        /// Files already written, so that none is written twice.
        taken: HashSet<PathBuf>,
    },
}

/// Why converted games cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// A file or the stream cannot be written.
    #[error("cannot write {place}")]
    Write {
        /// The file, or `standard output`.
        place: String,
        /// Why.
        source: io::Error,
    },
    /// The file is one of those that are read.
    #[error("{0}: this file is to be read, it cannot be written")]
    IsInput(String),
    /// Two files have names that become the same.
    #[error("{0}: two files to be read would both be written to it")]
    Taken(String),
}

/// A file that is being written.
#[derive(Debug)]
struct PartialFile {
    file: BufWriter<File>,
    path: PathBuf,
    partial: PathBuf,
}

impl<W: Write> ConversionOutput<W> {
    /// All games go into a stream.
    pub const fn stream(stream: W, format: FileFormat, encoding: Encoding) -> Self {
        Self { destination: Destination::Stream(stream), format, encoding, open: None }
    }

    /// Games go into one file, or a file for each file that is read if `path` is a folder or ends in a separator.
    ///
    /// # Errors
    /// If a file would be written over one of those that are read, or cannot be created.
    pub fn path(
        path: PathBuf,
        format: FileFormat,
        encoding: Encoding,
        inputs: &[GameFile],
    ) -> Result<Self, OutputError> {
        if is_folder(&path) {
            let destination = Destination::Folder { root: path, taken: HashSet::new() };
            return Ok(Self { destination, format, encoding, open: None });
        }
        if inputs.iter().any(|input| is_same(&input.path, &path)) {
            return Err(OutputError::IsInput(path.display().to_string()));
        }
        let open = Some(PartialFile::create(path)?);
        Ok(Self { destination: Destination::File, format, encoding, open })
    }

    /// The games of a file come next.
    pub(super) fn begin(&mut self, input: &GameFile) -> Result<(), OutputError> {
        let Destination::Folder { root, taken } = &mut self.destination else { return Ok(()) };
        let extension = self.format.extension();
        let mut path = root.join(input.name.with_extension(extension));
        if taken.contains(&path) {
            // Another file of this name, but with another ending.
            let mut name = input.name.clone().into_os_string();
            name.push(".");
            name.push(extension);
            path = root.join(name);
        }
        if !taken.insert(path.clone()) {
            return Err(OutputError::Taken(path.display().to_string()));
        }
        if is_same(&input.path, &path) {
            return Err(OutputError::IsInput(path.display().to_string()));
        }
        self.open = Some(PartialFile::create(path)?);
        Ok(())
    }

    /// Adds the text of a game.
    pub(super) fn write(&mut self, text: &str) -> Result<(), OutputError> {
        let bytes = self.encoding.encode(text);
        let written = match (&mut self.open, &mut self.destination) {
            (Some(open), _) => open.file.write_all(&bytes),
            (None, Destination::Stream(stream)) => stream.write_all(&bytes),
            (None, Destination::File | Destination::Folder { .. }) => Ok(()),
        };
        written.map_err(|error| self.failed(error))
    }

    /// The last game of a file has come.
    pub(super) fn end(&mut self) -> Result<(), OutputError> {
        match self.destination {
            Destination::Folder { .. } => self.close(),
            Destination::Stream(_) | Destination::File => Ok(()),
        }
    }

    /// All games have come.
    pub(super) fn finish(&mut self) -> Result<(), OutputError> {
        self.close()?;
        match &mut self.destination {
            Destination::Stream(stream) => stream.flush().map_err(|error| self.failed(error)),
            Destination::File | Destination::Folder { .. } => Ok(()),
        }
    }

    fn close(&mut self) -> Result<(), OutputError> {
        let Some(PartialFile { file, path, partial }) = self.open.take() else { return Ok(()) };
        let complete = file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|_| fs::rename(&partial, &path));
        complete.map_err(|source| OutputError::Write { place: path.display().to_string(), source })
    }

    fn failed(&self, source: io::Error) -> OutputError {
        let open = self.open.as_ref();
        let place = open
            .map_or_else(|| "standard output".to_owned(), |open| open.path.display().to_string());
        OutputError::Write { place, source }
    }
}

impl PartialFile {
    fn create(path: PathBuf) -> Result<Self, OutputError> {
        let mut partial = path.clone().into_os_string();
        partial.push(".part");
        let partial = PathBuf::from(partial);
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        match folder.and_then(|()| File::create(&partial)) {
            Ok(file) => Ok(Self { file: BufWriter::new(file), path, partial }),
            Err(source) => Err(OutputError::Write { place: path.display().to_string(), source }),
        }
    }
}

/// Whether a path means a folder.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// Whether two paths lead to one file that exists.
fn is_same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(a).is_some() && real(a) == real(b)
}
