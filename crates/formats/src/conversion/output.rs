//! The destinations of converted games: a stream, one file, or one file per input.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::collection::{FileFormat, GameContent};
use crate::encoding::Encoding;
use crate::game_files::GameFile;
use chuhe_util::files;

/// The destination of converted games. A file appears only when it is complete; if no game is written to it, an
/// existing file is kept.
#[derive(Debug)]
pub struct ConversionOutput<W> {
    destination: Destination<W>,
    format: FileFormat,
    encoding: Encoding,
    /// Whether existing files may be overwritten.
    overwrites: bool,
    open: Option<OpenFile>,
    /// The number of games since the start of the file or stream or, in a folder, since the start of the current input.
    games: usize,
    /// The number of files finished.
    written: usize,
}

#[derive(Debug)]
enum Destination<W> {
    Stream(W),
    File(PathBuf),
    Folder {
        root: PathBuf,
        /// The files written so far, none of which may be written again.
        taken: HashSet<PathBuf>,
        /// The file for the next games, or only for the first of them if the format holds one game per file.
        next: PathBuf,
    },
}

/// A destination that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputPlace {
    /// The stream.
    Stream,
    /// A file.
    File(PathBuf),
}

impl fmt::Display for OutputPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stream => f.write_str("standard output"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// Why converted games cannot be written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum OutputError {
    #[error("{}", files::reason(.0))]
    Stream(#[source] io::Error),
    #[error("cannot write {}: {}", .path.display(), files::reason(.source))]
    Write { path: PathBuf, source: io::Error },
    #[error("{}: refusing to overwrite an input file", .0.display())]
    IsInput(PathBuf),
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    #[error(
        "{0}: this format holds one game per file; name a folder for separate files, such as -o out/"
    )]
    OneGame(OutputPlace),
    #[error("{}: two inputs would both be written to this file", .0.display())]
    Taken(PathBuf),
}

/// A file being written.
#[derive(Debug)]
struct OpenFile {
    draft: files::Output,
    path: PathBuf,
}

impl<W: Write> ConversionOutput<W> {
    /// Writes all games to a stream.
    pub const fn stream(stream: W, format: FileFormat, encoding: Encoding) -> Self {
        Self {
            destination: Destination::Stream(stream),
            format,
            encoding,
            overwrites: false,
            open: None,
            games: 0,
            written: 0,
        }
    }

    /// Writes games to one file, or to one file per input if `path` is a folder or ends with a separator. A non-empty
    /// file is overwritten only if `overwrites` is set.
    ///
    /// # Errors
    /// If the file exists and must not be overwritten, is one of the inputs, or cannot be written.
    pub fn path(
        path: PathBuf,
        format: FileFormat,
        encoding: Encoding,
        inputs: &[GameFile],
        overwrites: bool,
    ) -> Result<Self, OutputError> {
        let destination = if is_folder(&path) {
            Destination::Folder { root: path, taken: HashSet::new(), next: PathBuf::new() }
        } else {
            if inputs.iter().any(|input| is_same(&input.path, &path)) {
                return Err(OutputError::IsInput(path));
            }
            // A missing folder is created with the first game; until then nothing can be checked.
            if folder_of(&path).is_none_or(Path::exists) {
                files::check_output(&path).map_err(|error| OutputError::at(&path, error))?;
            }
            if !overwrites && files::has_content(&path) {
                return Err(OutputError::Exists(path));
            }
            Destination::File(path)
        };
        Ok(Self { destination, format, encoding, overwrites, open: None, games: 0, written: 0 })
    }

    /// Prepares for the games from an input.
    pub(super) fn begin(&mut self, input: &GameFile) -> Result<(), OutputError> {
        let Destination::Folder { root, taken, next } = &mut self.destination else {
            return Ok(());
        };
        let extension = self.format.extension();
        let mut path = root.join(input.name.with_extension(extension));
        if taken.contains(&path) {
            // An input with the same name but another extension came before.
            let mut name = input.name.clone().into_os_string();
            name.push(".");
            name.push(extension);
            path = root.join(name);
        }
        if !taken.insert(path.clone()) {
            return Err(OutputError::Taken(path));
        }
        if is_same(&input.path, &path) {
            return Err(OutputError::IsInput(path));
        }
        if !self.overwrites && files::has_content(&path) {
            return Err(OutputError::Exists(path));
        }
        *next = path;
        self.games = 0;
        Ok(())
    }

    /// Adds a game.
    pub(super) fn write(&mut self, game: &GameContent) -> Result<(), OutputError> {
        self.games += 1;
        if self.games > 1 && self.format.holds_one_game() {
            self.begin_another()?;
        }
        let bytes = game.bytes(self.encoding);
        let path = match &mut self.destination {
            Destination::Stream(stream) => {
                return stream.write_all(&bytes).map_err(OutputError::Stream);
            }
            Destination::File(path) | Destination::Folder { next: path, .. } => path,
        };
        let open = match &mut self.open {
            Some(open) => open,
            empty => empty.insert(OpenFile::new(path)?),
        };
        open.draft.write_all(&bytes).map_err(|error| OutputError::at(path, error))
    }

    /// Starts another file in the folder, with the game's number in its name.
    fn begin_another(&mut self) -> Result<(), OutputError> {
        let (taken, first) = match &mut self.destination {
            Destination::Folder { taken, next, .. } => (taken, next),
            Destination::File(path) => {
                return Err(OutputError::OneGame(OutputPlace::File(path.clone())));
            }
            Destination::Stream(_) => return Err(OutputError::OneGame(OutputPlace::Stream)),
        };
        let stem = first.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{stem}-{}.{}", self.games, self.format.extension());
        let path = first.with_file_name(name);
        if !taken.insert(path.clone()) {
            return Err(OutputError::Taken(path));
        }
        if !self.overwrites && files::has_content(&path) {
            return Err(OutputError::Exists(path));
        }
        self.close()?;
        self.open = Some(OpenFile::new(&path)?);
        Ok(())
    }

    /// Ends the games from an input.
    pub(super) fn end(&mut self) -> Result<(), OutputError> {
        match self.destination {
            Destination::Folder { .. } => self.close(),
            Destination::Stream(_) | Destination::File(_) => Ok(()),
        }
    }

    /// Finishes the last file. Returns the number of files written.
    pub(super) fn finish(&mut self) -> Result<usize, OutputError> {
        self.close()?;
        self.flush()?;
        Ok(self.written)
    }

    /// Discards an unfinished file. Returns the number of files finished.
    pub(super) fn abandon(&mut self) -> Result<usize, OutputError> {
        self.open = None;
        self.flush()?;
        Ok(self.written)
    }

    fn close(&mut self) -> Result<(), OutputError> {
        let Some(OpenFile { draft, path }) = self.open.take() else { return Ok(()) };
        draft.finish().map_err(|error| OutputError::at(&path, error))?;
        self.written += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), OutputError> {
        match &mut self.destination {
            Destination::Stream(stream) => stream.flush().map_err(OutputError::Stream),
            Destination::File(_) | Destination::Folder { .. } => Ok(()),
        }
    }
}

impl OpenFile {
    fn new(path: &Path) -> Result<Self, OutputError> {
        if let Some(folder) = folder_of(path) {
            files::make_folder(folder).map_err(|error| OutputError::at(folder, error))?;
        }
        files::Output::new(path)
            .map(|draft| Self { draft, path: path.to_owned() })
            .map_err(|error| OutputError::at(path, error))
    }
}

impl OutputError {
    fn at(path: &Path, source: io::Error) -> Self {
        Self::Write { path: path.to_owned(), source }
    }
}

/// The parent folder in a path, if it names one.
fn folder_of(path: &Path) -> Option<&Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty())
}

/// Whether a path denotes a folder.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// Whether two paths lead to the same existing file.
fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
