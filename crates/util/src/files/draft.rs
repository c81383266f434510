//! Files that are written under a temporary name and renamed when complete.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::part::{self, Part};
use super::regular::{FileProblem, existing, writable};

/// A file that is being written. Until [`Draft::finish`] succeeds, its path has its old contents. A draft that is
/// dropped leaves no trace.
///
/// The bytes are written to a temporary file in the same folder and synced to disk; then the file is renamed. If the
/// path is a symbolic link, the link remains and its target is replaced. An existing file's permissions are kept, and
/// so are its owner and group where the system allows it. Only a process that is killed leaves a temporary file behind,
/// which the next draft of the same file removes.
///
/// ```
/// use std::io::Write;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.pgn");
/// let mut draft = chuhe_util::files::Draft::new(&path)?;
/// draft.write_all(b"1. h2e2 ")?;
/// draft.write_all(b"h9g7 *\n")?;
/// assert!(!path.exists());
/// draft.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"1. h2e2 h9g7 *\n");
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct Draft {
    /// The temporary path, which is removed on drop, before the file's lock is released.
    place: Part,
    file: BufWriter<File>,
    /// The final path, with all links resolved.
    path: PathBuf,
    /// The metadata of the file to be replaced, if it exists.
    replaced: Option<Metadata>,
}

impl Draft {
    /// Starts writing a file.
    ///
    /// # Errors
    /// If something other than a regular file is at `path` ([`FileProblem`]), the file is read-only or
    /// belongs to another user, or its folder is not writable.
    pub fn new(path: &Path) -> io::Result<Self> {
        let replaced = writable(path)?;
        if replaced.is_some() {
            // A user who may write to the folder may lack permission for a file in it; only the system can tell.
            File::options().write(true).open(path)?;
        }
        let path = behind_links(path);
        let folder = folder_of(&path);
        if !folder.is_dir() {
            let missing = FileProblem::NoFolder(folder.to_owned());
            return Err(io::Error::new(io::ErrorKind::NotFound, missing));
        }
        // The draft must not be readable by more users than the file.
        let (file, place) = part::begin(&path, replaced.as_ref())?;
        Ok(Self { place, file: BufWriter::new(file), path, replaced })
    }

    /// Completes the file and renames it to its final path.
    ///
    /// # Errors
    /// If the file cannot be written to disk or renamed. The path then has its old contents.
    pub fn finish(self) -> io::Result<()> {
        self.put(File::sync_all)
    }

    /// Completes the file, calls `secure` on it, and renames it to its final path.
    fn put(self, secure: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some(replaced) = &self.replaced {
            keep_owner(&file, replaced);
            file.set_permissions(replaced.permissions())?;
        }
        secure(&file)?;
        // Something other than a file may have appeared at the path meanwhile.
        existing(&self.path)?;
        self.place.put(&self.path)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file so that the path has either its old contents or all of `bytes`, whatever happens meanwhile; see
/// [`Draft`].
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("result.json");
/// chuhe_util::files::write_whole(&path, b"{}\n")?;
/// assert_eq!(std::fs::read(&path)?, b"{}\n");
/// # std::io::Result::Ok(())
/// ```
///
/// # Errors
/// Like those of [`Draft::new`] and [`Draft::finish`]. The path then has its old contents.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    draft.write_all(bytes)?;
    draft.finish()
}

/// Like [`write_whole`], but does not wait for the disk: a reader still finds the old or the new contents, but after a
/// crash of the system the file may be empty. It is meant for files that are soon rewritten.
///
/// # Errors
/// Like those of [`write_whole`], if the system reports them at once.
pub fn write_whole_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    draft.write_all(bytes)?;
    draft.put(|_| Ok(()))
}

/// Checks that a file can be written, before the long work that produces it. Changes nothing.
///
/// # Errors
/// Like those of [`Draft::new`].
pub fn check_writable(path: &Path) -> io::Result<()> {
    Draft::new(path).map(drop)
}

/// The path with all links resolved, whether or not its target exists. The caller has already accessed the path, so
/// there is no cycle of links.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    while let Ok(target) = fs::read_link(&path) {
        path = folder_of(&path).join(target);
    }
    path
}

/// The folder that contains a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Gives a file the owner and group of another, as far as the system allows it.
fn keep_owner(file: &File, other: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only administrators may change a file's owner. A user who may write to another user's file may also replace
        // it.
        let _ = fchown(file, None, Some(other.gid()));
        let _ = fchown(file, Some(other.uid()), None);
    }
    #[cfg(not(unix))]
    let _ = (file, other);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the files in a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_made_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        for text in ["one", "another", ""] {
            write_whole(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            write_whole_unsynced(&path, b"soon gone").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "soon gone");
        }
        assert_eq!(names(folder.path()), ["a.txt"], "no draft is left");
        let error = write_whole(&folder.path().join("no/such/folder"), b"").unwrap_err();
        assert!(error.to_string().starts_with("no such folder:"), "{error}");
    }

    /// On Windows, a plain rename would fail.
    #[test]
    fn a_file_that_somebody_has_open_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "old").unwrap();
        let reader = File::open(&path).unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(io::read_to_string(&reader).unwrap(), "old");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_draft_takes_its_place_when_it_is_complete_and_leaves_no_trace_otherwise() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "old").unwrap();
        let begin = || {
            let mut draft = Draft::new(&path).unwrap();
            draft.write_all(b"ne").unwrap();
            draft.flush().unwrap();
            assert_eq!(names(folder.path()).len(), 2);
            assert_eq!(fs::read_to_string(&path).unwrap(), "old");
            draft
        };
        drop(begin());
        assert_eq!(names(folder.path()), ["a.txt"]);
        let mut draft = begin();
        draft.write_all(b"w").unwrap();
        draft.finish().unwrap();
        assert_eq!(names(folder.path()), ["a.txt"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        check_writable(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn only_leftovers_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let other = part::place(&folder.path().join("b.txt"), 0);
        let old_name = folder.path().join("chuhe-Ab12Cd.part");
        for place in [&other, &old_name] {
            fs::write(place, "not of this file").unwrap();
        }
        // Leave the file unlocked, as after a kill.
        fs::write(part::place(&path, 0), "left over").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(other.exists() && old_name.exists() && names(folder.path()).len() == 3);

        // A temporary file that is being written is left alone, so both drafts are written; the last to finish counts.
        let mut first = Draft::new(&path).unwrap();
        first.write_all(b"first").unwrap();
        let mut second = Draft::new(&path).unwrap();
        second.write_all(b"second").unwrap();
        second.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        check_writable(&path).unwrap();
        first.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(names(folder.path()).len(), 3);
    }

    /// Threads that write the same file do not disturb each other.
    #[test]
    fn a_file_that_many_write_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        std::thread::scope(|scope| {
            for number in 0..4_u8 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..25 {
                        write_whole(path, &[b'0' + number; 1000]).unwrap();
                    }
                });
            }
        });
        let written = fs::read(&path).unwrap();
        assert!(written.len() == 1000 && written.iter().all(|byte| *byte == written[0]));
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{PermissionsExt, symlink};

        use super::super::super::regular::specials;
        use super::*;

        #[test]
        fn permissions_are_kept_and_new_files_are_as_any_other() {
            let folder = tempfile::tempdir().unwrap();
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            let set = |path: &Path, mode| {
                fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
            };
            let (plain, whole) = (folder.path().join("plain"), folder.path().join("whole"));
            fs::write(&plain, "").unwrap();
            write_whole(&whole, b"").unwrap();
            assert_eq!(mode(&whole), mode(&plain));
            set(&whole, 0o660);
            write_whole(&whole, b"more").unwrap();
            assert_eq!(mode(&whole), 0o660);
            // A file that only its owner may read stays private while it is being written.
            set(&whole, 0o600);
            let draft = Draft::new(&whole).unwrap();
            assert_eq!(mode(draft.place.path()), 0o600);
            drop(draft);
            for read_only in [0o440, 0o444] {
                set(&whole, read_only);
                for error in [write_whole(&whole, b"less"), check_writable(&whole)] {
                    assert_eq!(error.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
                }
            }
            assert_eq!(fs::read(&whole).unwrap(), b"more");
            assert_eq!(names(folder.path()), ["plain", "whole"]);
        }

        #[test]
        fn links_stay_links() {
            let folder = tempfile::tempdir().unwrap();
            fs::create_dir(folder.path().join("other")).unwrap();
            let place = |name: &str| folder.path().join(name);
            symlink("other/link", place("link")).unwrap();
            symlink("../target", place("other/link")).unwrap();
            for text in ["through links to nothing", "through links to a file"] {
                write_whole(&place("link"), text.as_bytes()).unwrap();
                assert!(place("link").is_symlink() && place("other/link").is_symlink());
                assert_eq!(fs::read_to_string(place("target")).unwrap(), text);
            }
            assert_eq!(names(folder.path()), ["link", "other", "target"]);
            symlink("loop", place("loop")).unwrap();
            assert!(write_whole(&place("loop"), b"").is_err());
            fs::set_permissions(place("target"), fs::Permissions::from_mode(0o444)).unwrap();
            let error = write_whole(&place("link"), b"").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        }

        #[test]
        fn non_files_are_refused_and_left_alone() {
            let folder = tempfile::tempdir().unwrap();
            let made = specials::make(folder.path());
            let before = names(folder.path());
            for (path, kind) in &made {
                let was = fs::symlink_metadata(path).unwrap().file_type();
                let error = write_whole(path, b"lost").unwrap_err();
                assert_eq!(FileProblem::of(&error), Some(kind), "{}", path.display());
                assert_eq!(fs::symlink_metadata(path).unwrap().file_type(), was);
            }
            assert_eq!(names(folder.path()), before);
            // A folder is also refused if it appears while the file is being written.
            let path = folder.path().join("late");
            let draft = Draft::new(&path).unwrap();
            fs::create_dir(&path).unwrap();
            assert_eq!(FileProblem::of(&draft.finish().unwrap_err()), Some(&FileProblem::Folder));
        }
    }
}
