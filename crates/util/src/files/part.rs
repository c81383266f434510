//! The temporary files of drafts: their names, and removing those left by killed processes.
//!
//! A temporary file is locked while it is being written, and the system releases the lock when the process ends for any
//! reason. An unlocked file is therefore a leftover. Its name is derived from that of the final file, so the next draft
//! of that file finds it without searching the folder.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::{digest, lock};

/// How often the temporary file of a draft may turn out to be in use before the draft is given up.
const ATTEMPTS: u32 = 1000;

/// The path of a temporary file, which is removed when this value is dropped, unless it was kept.
#[derive(Debug)]
pub(super) struct Part(Option<PathBuf>);

impl Part {
    pub(super) fn path(&self) -> &Path {
        self.0.as_deref().unwrap_or(Path::new(""))
    }

    /// Leaves whatever is at the path.
    pub(super) fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // If it cannot be removed, the next draft of the file tries again.
        let _ = self.0.take().map(fs::remove_file);
    }
}

/// Creates and locks the temporary file for a file, with the permissions of the file to be replaced. A leftover for the
/// same file is removed first.
///
/// # Errors
/// If no file can be created in the folder.
pub(super) fn begin(path: &Path, replaced: Option<&Metadata>) -> io::Result<(File, Part)> {
    let mut number = 0;
    for _ in 0..ATTEMPTS {
        let place = place(path, number);
        match create(&place, replaced) {
            // Until it is locked, the file looks like a leftover, and another process may have removed it.
            Ok(file) => {
                if !matches!(lock(&file), Err(TryLockError::WouldBlock)) && is_at(&file, &place) {
                    return Ok((file, Part(Some(place))));
                }
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Err(_) if take_away(&place) => continue,
            Err(_) => {}
        }
        // Another process is writing the same file, or the name is taken.
        number += 1;
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Creates a new file with the permissions of the file that it replaces, so that no additional users can read it. If it
/// replaces no file, it gets the default permissions.
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

/// The temporary path for a file. The number is 0 unless several drafts of the file are written at the same time.
pub(super) fn place(path: &Path, number: u32) -> PathBuf {
    let name = path.file_name().unwrap_or_else(|| OsStr::new("")).as_encoded_bytes();
    let number = if number == 0 { String::new() } else { format!("-{number}") };
    super::draft::folder_of(path).join(format!("chuhe-{:016x}{number}.part", digest(name)))
}

/// Removes a temporary file that no living process is writing. Returns whether this succeeded.
fn take_away(place: &Path) -> bool {
    // A pipe must not even be opened.
    if !fs::symlink_metadata(place).is_ok_and(|data| data.is_file()) {
        return false;
    }
    let Ok(file) = File::options().write(true).open(place) else { return false };
    // While this lock is held, no other process takes over the file.
    super::lock::try_lock(&file).is_ok() && is_at(&file, place) && fs::remove_file(place).is_ok()
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
