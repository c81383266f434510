//! Files that are written so that a reader finds the old or the new contents, never part of them; files that grow piece
//! by piece; locks against other processes; and digests that tell contents apart.
//!
//! Every file that this project writes is written by this crate. An [`Output`], whose path a user names, may be a pipe
//! or a device, and is then written as a stream. Everywhere else, anything but a regular file is refused. A file marked
//! read-only is always refused, even for users whom the system allows to write it.
//!
//! ```
//! use std::io::Write;
//!
//! use chuhe_util::files::{Output, write_whole};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("games.pgn");
//! write_whole(&path, b"1. h2e2 *\n")?;
//!
//! let mut output = Output::new(&path)?;
//! output.write_all(b"1. c3c4 *\n")?;
//! assert_eq!(std::fs::read(&path)?, b"1. h2e2 *\n"); // until it is finished
//! output.finish()?;
//! assert_eq!(std::fs::read(&path)?, b"1. c3c4 *\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod draft;
mod lock;
mod output;
mod part;
mod reason;
mod regular;

use std::fs::{File, TryLockError};
use std::io;
use std::thread;
use std::time::{Duration, Instant};

pub use self::draft::{Draft, check_writable, write_whole, write_whole_unsynced};
pub use self::output::{
    Output, StdoutFailed, awaiting_pipe, awaits_pipe, check_output, has_content, is_stream,
    stdout_failed, write_output,
};
pub use self::part::remove_drafts;
pub use self::reason::reason;
pub use self::regular::{
    FileProblem, check_regular, is_regular, make_folder, open, open_in_place, read, read_folder,
    read_text, read_whole,
};

/// How long to wait for a lock. A child process that is just starting briefly holds its parent's locks, even if the
/// parent has closed the file or was killed.
const LOCK_WAIT: Duration = Duration::from_millis(300);

/// Locks a file against other processes that call this function, until the file is closed. Other processes can still
/// read it.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if another process holds the lock.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    let deadline = Instant::now() + LOCK_WAIT;
    loop {
        match lock::try_lock(file) {
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                thread::sleep(Duration::from_millis(10));
            }
            locked => return locked,
        }
    }
}

/// Whether a process holds the lock of a file, acquired with [`lock`]. This test does not make a concurrent attempt to
/// lock the file fail; it only delays it briefly.
pub fn is_locked(file: &File) -> bool {
    lock::is_locked(file)
}

/// The 64-bit FNV-1a hash of some bytes. It tells contents apart but is not cryptographic. Journals store these hashes,
/// so the function must not change.
///
/// ```
/// assert_eq!(chuhe_util::files::digest(b"foobar"), 0x8594_4171_f739_67e8);
/// ```
pub fn digest(bytes: &[u8]) -> u64 {
    let mut digest = Digest::new();
    digest.update(bytes);
    digest.value()
}

/// A [`digest`] of bytes that arrive piece by piece, as a writer that never fails.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Digest {
    /// The digest of no bytes.
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes to the digest.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    }

    /// The digest of all bytes so far.
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl io::Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On Windows, a lock on the whole file would prevent reading.
    #[test]
    fn locked_files_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "text").unwrap();
        let open = || File::options().read(true).write(true).open(&path).unwrap();
        let locked = open();
        assert!(!is_locked(&locked));
        lock(&locked).unwrap();
        let reader = File::open(&path).unwrap();
        assert!(is_locked(&reader));
        assert!(matches!(lock(&open()), Err(TryLockError::WouldBlock)));
        assert_eq!(io::read_to_string(&reader).unwrap(), "text");
        drop(locked);
        assert!(!is_locked(&reader));
        lock(&open()).unwrap();
    }

    #[test]
    fn digests_are_the_published_ones() {
        assert_eq!(digest(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest(b"foobar"), 0x8594_4171_f739_67e8);
        let mut pieces = Digest::default();
        pieces.update(b"foo");
        pieces.update(b"bar");
        assert_eq!(pieces.value(), digest(b"foobar"));
    }
}
