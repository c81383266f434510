//! The temporary files of drafts: their names, and removing those left by killed processes.
//!
//! A temporary file is locked while it is being written, and the system releases the lock when the process ends for any
//! reason. An unlocked file is therefore a leftover. Its name is derived from that of the final file, so the next draft
//! of that file finds it without searching the folder.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::{digest, lock};

/// The start and the end of the names.
const NAME: (&str, &str) = ("chuhe-", ".part");
/// How many times another process may interfere before a random name is used instead.
const ATTEMPTS: usize = 4;

/// Creates and locks the temporary file for a file, with the permissions of the file to be replaced. Dropping the
/// returned path removes the temporary file. A leftover for the same file is removed first.
///
/// # Errors
/// If no file can be created in the folder.
pub(super) fn begin(path: &Path, replaced: Option<&Metadata>) -> io::Result<(File, TempPath)> {
    let folder = super::draft::folder_of(path);
    let usual = usual_place(path);
    for _ in 0..ATTEMPTS {
        match create(&usual, replaced) {
            Ok(file) => {
                let place = TempPath::try_from_path(&usual)?;
                // Until it is locked, the file looks like a leftover, and another process may have removed it.
                if !matches!(lock(&file), Err(TryLockError::WouldBlock)) && is_at(&file, &usual) {
                    return Ok((file, place));
                }
                // Whatever is at the path now belongs to another process and must stay.
                let _ = place.keep();
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !take_away(&usual) {
                    break;
                }
            }
            Err(_) => break,
        }
    }
    // Another process is writing the same file, or the name is taken.
    let mut builder = tempfile::Builder::new();
    builder.prefix(NAME.0).suffix(NAME.1);
    // The error of `tempfile` would name the temporary file, which means nothing to the user.
    let mut said = None;
    let made = builder.make_in(folder, |place| {
        create(place, replaced).map_err(|error| {
            let kind = error.kind();
            said = Some(error);
            kind.into()
        })
    });
    Ok(made.map_err(|error| said.unwrap_or(error))?.into_parts())
}

/// Creates a new file with the permissions of the file that it replaces, so that no additional users can read it. If it
/// replaces no file, it gets the default permissions, whereas `tempfile` would make it private.
fn create(place: &Path, replaced: Option<&Metadata>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(replaced.map_or(0o666, |file| file.permissions().mode() & 0o777));
    }
    #[cfg(not(unix))]
    let _ = replaced;
    options.open(place)
}

/// The temporary path for a file, unless two drafts of it are written at the same time.
pub(super) fn usual_place(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_else(|| OsStr::new("")).as_encoded_bytes();
    super::draft::folder_of(path).join(format!("{}{:016x}{}", NAME.0, digest(name), NAME.1))
}

/// Removes a temporary file that no living process is writing. Returns whether this succeeded.
fn take_away(place: &Path) -> bool {
    // A pipe must not even be opened.
    if !fs::symlink_metadata(place).is_ok_and(|data| data.is_file()) {
        return false;
    }
    let Ok(file) = File::options().write(true).open(place) else { return false };
    // While this lock is held, no other process takes over the file.
    crate::lock::try_lock(&file).is_ok() && is_at(&file, place) && fs::remove_file(place).is_ok()
}

/// Whether an open file is still the one at a path.
fn is_at(file: &File, place: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let id = |data: Metadata| (data.dev(), data.ino());
        let ours = file.metadata().map(id).ok();
        ours.is_some() && ours == fs::symlink_metadata(place).map(id).ok()
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        place.exists()
    }
}
