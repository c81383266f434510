//! Game files on disk: finding them in folders, and reading them.
//!
//! ```
//! use chuhe_formats::game_files;
//!
//! let folder = std::env::temp_dir().join(format!("chuhe-game-files-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! std::fs::write(folder.join("opening.pgn"), "1. h2e2 h9g7 *")?;
//!
//! for file in game_files::find([&folder])? {
//!     for game in file.open(None)? {
//!         assert_eq!(game?.moves().count(), 2);
//!     }
//! }
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::collection::{Collection, FileFormat};
use super::encoding::SourceEncoding;
pub use super::game_reader::GameReader;
use super::natural;
use chuhe_util::files::{self, FileProblem, awaiting_pipe};

/// A game file that has not been read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The path of the file; `-` is standard input, as on command lines.
    pub path: PathBuf,
    /// The path relative to the folder in which the file was found, or the file's name.
    pub name: PathBuf,
    /// Whether the file was found in a folder rather than named by the user. A file found in a folder need not contain
    /// games.
    pub found: bool,
    /// The encoding of the texts in the file; `None` to detect it.
    pub encoding: Option<SourceEncoding>,
}

/// The maximum length of the text of a game, or of a line. No game is that long, but a source may be endless.
const GAME_MAX: usize = if cfg!(test) { 4 << 20 } else { 256 << 20 };

/// Refuses to keep this many bytes of a game in memory.
///
/// # Errors
/// If the source is endless.
pub(super) fn check_game_length(bytes: usize) -> io::Result<()> {
    if bytes <= GAME_MAX {
        return Ok(());
    }
    Err(io::Error::other(FileProblem::Endless(GAME_MAX as u64 >> 20)))
}

/// A pipe or a device, each read of which may wait.
struct PipeReader<R>(R);

impl<R: Read> Read for PipeReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        awaiting_pipe(|| self.0.read(buffer))
    }
}

/// Why game files cannot be found or read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum GameFileError {
    #[error("{path}: {}", chuhe_util::files::reason(.error))]
    Io { path: String, error: io::Error },
    #[error("{0}: no game files in this folder")]
    EmptyFolder(String),
}

/// Why a file cannot be read as games.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum GameReadError {
    #[error("{}", chuhe_util::files::reason(.0))]
    Io(#[from] io::Error),
    #[error(
        "no games: expected PGN, [DhtmlXQ] text, XQF, CBR, CBL, CBF, WXF, PFC, QQ (CHE), or lines of moves or FENs"
    )]
    NoGames,
}

impl GameFile {
    /// The file at this path.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = match path.file_name() {
            _ if path == Path::new("-") => PathBuf::from("stdin"),
            Some(name) => PathBuf::from(name),
            None => path.clone(),
        };
        Self { path, name, found: false, encoding: None }
    }

    /// Opens the file so that its games can be read one by one, in the given format or, if there is none, in the
    /// detected format.
    ///
    /// # Errors
    /// If the file cannot be read, is empty, or does not look like a game file.
    pub fn open(&self, format: Option<FileFormat>) -> Result<GameReader, GameReadError> {
        GameReader::detect(&self.path.to_string_lossy(), self.source()?, format, self.encoding)
    }

    /// Like [`Self::open`], but returns `None` for a file without games that was found in a folder, since folders of
    /// games may contain readme files.
    ///
    /// # Errors
    /// If the file cannot be read, or was named and does not look like a game file.
    pub fn open_if_games(
        &self,
        format: Option<FileFormat>,
    ) -> Result<Option<GameReader>, GameReadError> {
        match self.open(format) {
            Err(GameReadError::NoGames) if self.found => Ok(None),
            opened => opened.map(Some),
        }
    }

    /// Reads the whole file, so that its games can be read more than once.
    ///
    /// # Errors
    /// If the file cannot be read, is empty, or does not look like a game file.
    pub fn read(&self, format: Option<FileFormat>) -> Result<Collection, GameReadError> {
        let bytes = self.bytes()?;
        let name = self.path.to_string_lossy();
        Collection::detect(&name, bytes, format, self.encoding).ok_or(GameReadError::NoGames)
    }

    /// The contents of the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        if self.is_regular() { fs::read(&self.path) } else { files::read_whole(self.source()?) }
    }

    fn is_regular(&self) -> bool {
        !self.is_stdin() && files::is_regular(&self.path)
    }

    /// Opens the file, which may wait for the writer of a pipe.
    fn source(&self) -> io::Result<Box<dyn Read + Send>> {
        if self.is_regular() {
            return Ok(Box::new(File::open(&self.path)?));
        }
        if self.is_stdin() {
            return Ok(Box::new(PipeReader(io::stdin())));
        }
        Ok(Box::new(PipeReader(awaiting_pipe(|| File::open(&self.path))?)))
    }

    /// Whether this is standard input.
    pub fn is_stdin(&self) -> bool {
        self.path == Path::new("-")
    }
}

/// The files at some paths. A path may lead to a file or to a folder; a folder stands for all files in it, at any
/// depth, that have the extension of a game format, in the natural order of their names. Links from a folder to other
/// folders are not followed.
///
/// # Errors
/// If a path does not exist, or a folder cannot be read or contains no game files.
pub fn find<P: AsRef<Path>>(
    paths: impl IntoIterator<Item = P>,
) -> Result<Vec<GameFile>, GameFileError> {
    let mut files = Vec::new();
    for path in paths {
        let path = path.as_ref();
        let file = GameFile::new(path);
        let fail = |error| GameFileError::Io { path: path.display().to_string(), error };
        if file.is_stdin() || !fs::metadata(path).map_err(fail)?.is_dir() {
            files.push(file);
            continue;
        }
        let before = files.len();
        for entry in WalkDir::new(path).sort_by(|a, b| natural::by_name(a.path(), b.path())) {
            let entry = entry.map_err(|error| {
                let place = error.path().unwrap_or(path).display().to_string();
                // The message of `walkdir` repeats the path.
                let text = error.to_string();
                let error = error.into_io_error().unwrap_or_else(|| io::Error::other(text));
                GameFileError::Io { path: place, error }
            })?;
            let path_found = entry.into_path();
            if path_found.is_file() && is_of_games(&path_found) {
                let name = path_found.strip_prefix(path).unwrap_or(&path_found).to_owned();
                files.push(GameFile { name, found: true, ..GameFile::new(path_found) });
            }
        }
        if files.len() == before {
            return Err(GameFileError::EmptyFolder(path.display().to_string()));
        }
    }
    Ok(files)
}

/// Whether a file found in a folder may be a game file, judging by its name.
fn is_of_games(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let is_text = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
    is_text || FileFormat::of_name(&name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_games_are_known_by_their_endings() {
        for name in ["a.pgn", "b.XQF", "c.Fen", "d.txt", "象棋.epd", "e.moves", "f.ubb", "g.CBL"]
        {
            assert!(is_of_games(Path::new(name)), "{name}");
        }
        for name in ["pgn", "a.pgn.bak", "b.exe", "c.nnue"] {
            assert!(!is_of_games(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn folders_are_walked_in_order_and_empty_ones_are_refused() {
        let folder = std::env::temp_dir().join(format!("chuhe-find-{}", std::process::id()));
        fs::create_dir_all(folder.join("b/empty")).unwrap();
        for name in ["c.pgn", "b/z.fen", "b/a.moves", "a.txt", "b/readme.md"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let files = find([&folder]).unwrap();
        // The names are compared as paths because Windows has another separator.
        let names: Vec<_> = files.iter().map(|file| file.name.as_path()).collect();
        assert_eq!(names, ["a.txt", "b/a.moves", "b/z.fen", "c.pgn"].map(Path::new));
        assert!(matches!(find([folder.join("b/empty")]), Err(GameFileError::EmptyFolder(_))));
        assert!(matches!(find([folder.join("none")]), Err(GameFileError::Io { .. })));
        fs::remove_dir_all(folder).unwrap();
    }
}
