//! The unfinished files of drafts: their names, and what becomes of those that a killed process has left.
//!
//! A file that is being written is locked, and the system gives the lock back when the process ends, however it ends. So
//! one that nobody has locked is left over. Its name follows from the name of the file that it was to become, so that
//! the next draft of that file comes upon it, without looking at anything else in the folder.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::{digest, lock};

/// How the names begin and end.
const NAME: (&str, &str) = ("chuhe-", ".part");
/// How often another process may come in between before a name by chance is taken.
const ATTEMPTS: usize = 4;

/// Makes the unfinished file for a file, locked, and with its permissions if that exists already. It is removed with the
/// path that is returned. What a killed process has left of the same file is taken away.
///
/// # Errors
/// If the folder cannot be written.
pub(super) fn begin(path: &Path, replaced: Option<&Metadata>) -> io::Result<(File, TempPath)> {
    let folder = super::draft::folder_of(path);
    let usual = usual_place(path);
    for _ in 0..ATTEMPTS {
        match create(&usual, replaced) {
            Ok(file) => {
                let place = TempPath::try_from_path(&usual)?;
                // Until it is locked it looks like one that is left over.
                if !matches!(lock(&file), Err(TryLockError::WouldBlock)) && is_at(&file, &usual) {
                    return Ok((file, place));
                }
                // Whatever is there now is not ours to remove.
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
    // Somebody else is writing the same file, or the name belongs to somebody else.
    let mut builder = tempfile::Builder::new();
    builder.prefix(NAME.0).suffix(NAME.1);
    // The library's message names the unfinished file, which nobody has asked for.
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

/// Makes a new file. It must not be readable to more people than the one that it replaces; a temporary file of the system
/// would be its owner's alone, a new one has the permissions of any other.
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

/// Where the unfinished file of a file is, unless two are written at a time.
pub(super) fn usual_place(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_else(|| OsStr::new("")).as_encoded_bytes();
    super::draft::folder_of(path).join(format!("{}{:016x}{}", NAME.0, digest(name), NAME.1))
}

/// Removes an unfinished file that no living process writes.
fn take_away(place: &Path) -> bool {
    // A pipe is not even opened.
    if !fs::symlink_metadata(place).is_ok_and(|data| data.is_file()) {
        return false;
    }
    let Ok(file) = File::options().write(true).open(place) else { return false };
    // As long as the lock is held nobody takes the file for their own.
    crate::lock::try_lock(&file).is_ok() && is_at(&file, place) && fs::remove_file(place).is_ok()
}

/// Whether a file is still the one at a place.
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
