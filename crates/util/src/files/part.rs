//! The temporary files of drafts: their names, and removing those left by killed processes.
//!
//! A temporary file is locked while it is being written, and the system releases the lock when the process ends for any
//! reason. An unlocked file is therefore a leftover. Its name is derived from that of the final file, so the next draft
//! of that file finds it without searching the folder.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{digest, lock};

/// How often the temporary file of a draft may turn out to be in use before the draft is given up.
const ATTEMPTS: u32 = 1000;

/// The temporary files of this process.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn parts() -> MutexGuard<'static, Vec<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes a file off the list. Threads that create the same file one after another may each have put it there.
fn forget(parts: &mut Vec<PathBuf>, place: &Path) {
    if let Some(at) = parts.iter().position(|part| part == place) {
        parts.swap_remove(at);
    }
}

/// The path of a temporary file, which is removed when this value is dropped, unless it was moved.
#[derive(Debug)]
pub(super) struct Part(Option<PathBuf>);

impl Part {
    #[cfg(test)]
    pub(super) fn path(&self) -> &Path {
        self.0.as_deref().unwrap_or(Path::new(""))
    }

    /// Moves the file to its final path.
    pub(super) fn put(mut self, path: &Path) -> io::Result<()> {
        let mut parts = parts();
        if let Some(place) = &self.0 {
            fs::rename(place, path)?;
            forget(&mut parts, place);
        }
        self.0 = None;
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(place) = self.0.take() {
            let mut parts = parts();
            forget(&mut parts, &place);
            // If it cannot be removed, the next draft of the file tries again.
            let _ = fs::remove_file(place);
        }
    }
}

/// Removes the temporary files of all drafts, for a process that is about to end without dropping them. Drafts that are
/// finished or begun from then on wait for its end.
pub fn remove_drafts() {
    let parts = parts();
    for part in parts.iter() {
        let _ = fs::remove_file(part);
    }
    std::mem::forget(parts);
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
        match listed(&place, replaced) {
            // Until it is locked, the file looks like a leftover, and another process may have removed it.
            Ok(file) => {
                if !matches!(lock(&file), Err(TryLockError::WouldBlock)) && is_at(&file, &place) {
                    return Ok((file, Part(Some(place))));
                }
                forget(&mut parts(), &place);
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

/// Creates the file, and puts it on the list.
fn listed(place: &Path, replaced: Option<&Metadata>) -> io::Result<File> {
    let mut parts = parts();
    let file = create(place, replaced)?;
    parts.push(place.to_owned());
    Ok(file)
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
