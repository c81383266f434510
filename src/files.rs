//! Files that are written as a whole, so that a reader finds the old content or the new one and never a part of it;
//! locks against other processes; and digests that tell contents apart.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a lock. A child process that is just being started holds its parent's locks for a moment, even if
/// the parent has closed the file or has been killed.
const LOCK_WAIT: Duration = Duration::from_millis(300);

/// Writes a file so that it has either its old content or all of `bytes`, whatever happens meanwhile.
///
/// The bytes go into a file beside it, to disk, and then under its name. A symbolic link stays, and what it leads to is
/// written. The permissions of a file that exists are kept. What is no ordinary file, such as `/dev/stdout` or a pipe, is
/// written to directly.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("result.json");
/// chuhe::files::write_whole(&path, b"{}\n")?;
/// assert_eq!(std::fs::read(&path)?, b"{}\n");
/// # std::io::Result::Ok(())
/// ```
///
/// # Errors
/// If the file or its folder cannot be written, or the file is read-only. An ordinary file is then as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = match path.canonicalize() {
        Ok(path) => path,
        // A link to nothing yet: the system knows where to create it.
        Err(_) if path.is_symlink() => return fs::write(path, bytes),
        Err(_) => path.to_owned(),
    };
    let existing = match fs::metadata(&path) {
        Ok(existing) if !existing.is_file() => return fs::write(path, bytes),
        Ok(existing) if existing.permissions().readonly() => {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Ok(existing) => Some(existing.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut draft = draft_builder().tempfile_in(folder)?;
    draft.write_all(bytes)?;
    if let Some(permissions) = existing {
        draft.as_file().set_permissions(permissions)?;
    }
    draft.as_file().sync_all()?;
    draft.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Locks a file against other processes until it is closed.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if another process keeps it locked.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    let deadline = Instant::now() + LOCK_WAIT;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                thread::sleep(Duration::from_millis(10));
            }
            locked => return locked,
        }
    }
}

/// FNV-1a with 64 bits: tells contents apart, and protects nothing. Journals keep these numbers.
///
/// ```
/// assert_eq!(chuhe::files::digest(b"foobar"), 0x8594_4171_f739_67e8);
/// ```
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Drafts get the permissions of any new file; a temporary file would be its owner's alone.
fn draft_builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn digests_are_the_published_ones() {
        assert_eq!(digest(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_file_is_made_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        for text in ["one", "another", ""] {
            write_whole(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["a.txt"], "no draft is left");
        assert!(write_whole(&folder.path().join("no/such/folder"), b"").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept_and_new_files_are_as_any_other() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (plain, whole) = (folder.path().join("plain"), folder.path().join("whole"));
        fs::write(&plain, "").unwrap();
        write_whole(&whole, b"").unwrap();
        assert_eq!(mode(&whole), mode(&plain));
        fs::set_permissions(&whole, fs::Permissions::from_mode(0o640)).unwrap();
        write_whole(&whole, b"more").unwrap();
        assert_eq!(mode(&whole), 0o640);
        fs::set_permissions(&whole, fs::Permissions::from_mode(0o440)).unwrap();
        let error = write_whole(&whole, b"less").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&whole).unwrap(), b"more");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        std::os::unix::fs::symlink("target", &link).unwrap();
        for text in ["through a link to nothing", "through a link to a file"] {
            write_whole(&link, text.as_bytes()).unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read_to_string(&target).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["link", "target"]);
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to() {
        use std::os::unix::fs::FileTypeExt;
        write_whole(Path::new("/dev/null"), b"gone").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
