//! The kinds of thing at a path: a regular file, nothing yet, or something that must not be treated as a file.

use std::fs::{self, File, FileType, Metadata, OpenOptions, ReadDir};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::output::awaiting_pipe;

/// Why a path cannot be used. Errors of this module contain it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum FileProblem {
    #[error("it is a folder, not a file")]
    Folder,
    /// A terminal, a disk, or an endless source or sink.
    #[error("it is a device, not a file")]
    Device,
    #[error("it is a pipe, not a file")]
    Pipe,
    #[error("it is a socket, not a file")]
    Socket,
    /// Only where links must not be followed.
    #[error("it is a link, not a file")]
    Link,
    #[error("it is not a regular file")]
    Other,
    #[error("it is a file, not a folder")]
    NotAFolder,
    #[error("no such folder: {}", .0.display())]
    NoFolder(PathBuf),
    /// It is marked read-only, even if the system allows the user to write it.
    #[error("it is read-only")]
    ReadOnly,
    #[error("the reader closed the pipe")]
    ReaderGone,
    /// This many megabytes of it, or of one game in it, would have to be in memory at once.
    #[error("it is too large, or endless: more than {0} MB would have to be read at once")]
    Endless(u64),
}

impl FileProblem {
    /// The problem in an error from this module; `None` for any other error.
    ///
    /// ```
    /// use chuhe_util::files::{FileProblem, write_whole};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let error = write_whole(folder.path(), b"").unwrap_err();
    /// assert_eq!(FileProblem::of(&error), Some(&FileProblem::Folder));
    /// # std::io::Result::Ok(())
    /// ```
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    /// What a path holds, with links resolved; `None` for a regular file.
    fn of_kind(kind: FileType) -> Option<Self> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            if kind.is_char_device() || kind.is_block_device() {
                return Some(Self::Device);
            }
            if kind.is_fifo() {
                return Some(Self::Pipe);
            }
            if kind.is_socket() {
                return Some(Self::Socket);
            }
        }
        if kind.is_file() {
            None
        } else if kind.is_dir() {
            Some(Self::Folder)
        } else {
            Some(Self::Other)
        }
    }
}

/// Refuses a path that, once links are followed, is something other than a regular file. Opens nothing, so neither a
/// pipe nor a device is disturbed.
///
/// # Errors
/// [`FileProblem`] for anything else; the system's error if the kind cannot be determined. A missing path is no error.
pub fn check_regular(path: &Path) -> io::Result<()> {
    existing(path).map(drop)
}

/// Opens a file that grows piece by piece, such as a journal or a log. Unlike [`OpenOptions::open`], this function
/// accepts only regular files that are not marked read-only.
///
/// # Errors
/// If the path is anything else, or the system cannot open the file.
pub fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    writable(path)?;
    options.open(path)
}

/// Opens a regular file for reading. A link at the path itself is not followed, so the contents never come from
/// elsewhere; links among its parent folders are.
///
/// # Errors
/// [`FileProblem`] if the path is anything else; the system's error if it does not exist or cannot be opened.
pub fn open_in_place(path: &Path) -> io::Result<File> {
    let refuse = |kind| Err(io::Error::other(kind));
    let found = fs::symlink_metadata(path)?;
    if found.is_symlink() {
        return refuse(FileProblem::Link);
    }
    if let Some(other) = FileProblem::of_kind(found.file_type()) {
        return refuse(other);
    }
    let file = File::open(path)?;
    // Something else may have appeared at the path meanwhile.
    if is_same(&found, &file.metadata()?) { Ok(file) } else { refuse(FileProblem::Other) }
}

/// The maximum number of bytes of a pipe or device that is read as a whole.
const WHOLE_MAX: u64 = if cfg!(test) { 1 << 20 } else { 1 << 30 };

/// Reads the whole of a source that may have no end.
///
/// # Errors
/// [`FileProblem::Endless`] if it has more than a gigabyte; the system's error if it cannot be read.
pub fn read_whole(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(WHOLE_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > WHOLE_MAX {
        return Err(io::Error::other(FileProblem::Endless(WHOLE_MAX >> 20)));
    }
    Ok(bytes)
}

/// Reads a file, a pipe or a device, of which the last may have no end.
///
/// # Errors
/// Like those of [`read_whole`], unless it is a regular file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if is_regular(path) { fs::read(path) } else { read_whole(awaiting_pipe(|| File::open(path))?) }
}

/// Like [`read`], but the contents must be text.
///
/// # Errors
/// Like those of [`read`], or [`io::ErrorKind::InvalidData`] if they are not valid UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    io::read_to_string(&read(path)?[..])
}

/// Whether a path is a regular file, or a link to one.
pub fn is_regular(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file())
}

/// Creates a folder and its parents, if they do not exist.
///
/// # Errors
/// [`FileProblem::NotAFolder`] if the path is a file; the system's error if the folder cannot be created.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| no_folder(path, error))
}

/// Reads the entries of a folder.
///
/// # Errors
/// [`FileProblem::NotAFolder`] if the path is a file; the system's error if the folder cannot be read.
pub fn read_folder(path: &Path) -> io::Result<ReadDir> {
    fs::read_dir(path).map_err(|error| no_folder(path, error))
}

/// A folder error, replaced by [`FileProblem::NotAFolder`] if the path is not a folder.
fn no_folder(path: &Path, error: io::Error) -> io::Error {
    // With a trailing slash, the system would not find a file.
    let bare: PathBuf = path.components().collect();
    match fs::metadata(bare) {
        Ok(found) if !found.is_dir() => io::Error::new(error.kind(), FileProblem::NotAFolder),
        _ => error,
    }
}

#[cfg(unix)]
fn is_same(found: &Metadata, opened: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino()) == (opened.dev(), opened.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, opened: &Metadata) -> bool {
    opened.is_file()
}

/// The metadata of the regular file at a path; `None` if the path does not exist.
pub(super) fn existing(path: &Path) -> io::Result<Option<Metadata>> {
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    match FileProblem::of_kind(found.file_type()) {
        None => Ok(Some(found)),
        Some(other) => Err(io::Error::other(other)),
    }
}

/// Like [`existing`], but refuses a file marked read-only.
pub(super) fn writable(path: &Path) -> io::Result<Option<Metadata>> {
    let found = existing(path)?;
    if found.as_ref().is_some_and(|found| found.permissions().readonly()) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, FileProblem::ReadOnly));
    }
    Ok(found)
}

#[cfg(test)]
#[cfg(unix)]
pub(super) mod specials {
    //! Paths that are not files, created in a test folder.

    use std::os::unix::net::UnixListener;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use super::FileProblem;

    /// Creates one path of each kind, and a link to each. Only administrators can create devices.
    pub(crate) fn make(folder: &Path) -> Vec<(PathBuf, FileProblem)> {
        let run = |program: &str, path: &Path, words: &[&str]| {
            Command::new(program).arg(path).args(words).output().unwrap().status.success()
        };
        let place = |name: &str| folder.join(name);
        std::fs::create_dir(place("folder")).unwrap();
        assert!(run("mkfifo", &place("pipe"), &[]));
        drop(UnixListener::bind(place("socket")).unwrap());
        let mut made = vec![
            (place("folder"), FileProblem::Folder),
            (place("pipe"), FileProblem::Pipe),
            (place("socket"), FileProblem::Socket),
        ];
        if run("mknod", &place("device"), &["c", "1", "3"]) {
            made.push((place("device"), FileProblem::Device));
        }
        for (path, kind) in made.clone() {
            let link = path.with_extension("link");
            std::os::unix::fs::symlink(path.file_name().unwrap(), &link).unwrap();
            made.push((link, kind));
        }
        made
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn endless_sources_are_refused() {
        let refusals = [read_whole(io::repeat(0)), read(Path::new("/dev/zero"))];
        for refused in refusals {
            assert_eq!(FileProblem::of(&refused.unwrap_err()), Some(&FileProblem::Endless(1)));
        }
        assert_eq!(read_whole(&b"text"[..]).unwrap(), b"text");
        assert_eq!(read(Path::new("/dev/null")).unwrap(), b"");
    }

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        for (path, kind) in specials::make(folder.path()) {
            let error = open(&path, &options).unwrap_err();
            assert_eq!(FileProblem::of(&error), Some(&kind), "{}", path.display());
            let error = check_regular(&path).unwrap_err();
            assert_eq!(error.to_string(), kind.to_string());
        }
        let path = folder.path().join("journal");
        open(&path, &options).unwrap();
        open(&path, &options).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        assert_eq!(open(&path, &options).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert!(check_regular(&path).is_ok(), "it may be read");
    }

    #[test]
    fn a_folder_does_not_take_the_place_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "text").unwrap();
        for path in [file.clone(), file.join("")] {
            for error in [make_folder(&path).unwrap_err(), read_folder(&path).unwrap_err()] {
                assert_eq!(FileProblem::of(&error), Some(&FileProblem::NotAFolder));
            }
        }
        let above = make_folder(&file.join("inside")).unwrap_err();
        assert_eq!(super::super::reason(&above), "part of the path is not a folder");
        make_folder(&folder.path().join("a/b")).unwrap();
        make_folder(&folder.path().join("a/b")).unwrap();
    }

    #[test]
    fn links_are_not_read_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        let error = open_in_place(&path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        fs::write(&path, "text").unwrap();
        assert_eq!(io::read_to_string(open_in_place(&path).unwrap()).unwrap(), "text");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let reason = |path: &Path| FileProblem::of(&open_in_place(path).unwrap_err()).cloned();
        assert_eq!(reason(&link), Some(FileProblem::Link));
        for (path, kind) in specials::make(folder.path()) {
            let is_link = path.extension().is_some();
            assert_eq!(reason(&path), Some(if is_link { FileProblem::Link } else { kind }));
        }
    }
}
