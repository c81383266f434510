//! Advisory file locks between processes. Processes that do not request the lock can read and write the file.

use std::fs::{File, TryLockError};

/// Locks a file until it is closed, without waiting.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if another process holds the lock.
pub(crate) fn try_lock(file: &File) -> Result<(), TryLockError> {
    system::try_lock(file)
}

/// Whether a process has locked a file with [`try_lock`].
pub(crate) fn is_locked(file: &File) -> bool {
    match system::try_lock_shared(file) {
        Ok(()) => {
            system::unlock(file);
            false
        }
        Err(error) => matches!(error, TryLockError::WouldBlock),
    }
}

#[cfg(not(windows))]
mod system {
    use std::fs::{File, TryLockError};

    pub(super) fn try_lock(file: &File) -> Result<(), TryLockError> {
        file.try_lock()
    }

    pub(super) fn try_lock_shared(file: &File) -> Result<(), TryLockError> {
        file.try_lock_shared()
    }

    pub(super) fn unlock(file: &File) {
        // If this fails, closing the file unlocks it.
        let _ = file.unlock();
    }
}

/// Windows forbids reading locked regions, and the standard library locks the whole file. This module therefore locks a
/// single byte beyond the end of any file.
#[cfg(windows)]
mod system {
    #![allow(
        unsafe_code,
        reason = "locks one byte of a file on Windows; each block states why it is sound"
    )]

    use std::fs::{File, TryLockError};
    use std::io;
    use std::os::windows::io::AsRawHandle;

    use windows_sys::Win32::Foundation::ERROR_LOCK_VIOLATION;
    use windows_sys::Win32::Storage::FileSystem::{
        LOCK_FILE_FLAGS, LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx, UnlockFile,
    };
    use windows_sys::Win32::System::IO::{OVERLAPPED, OVERLAPPED_0, OVERLAPPED_0_0};

    /// The offset of the locked byte, as its low and high halves.
    const PLACE: (u32, u32) = (u32::MAX - 1, i32::MAX as u32);

    fn lock(file: &File, kind: LOCK_FILE_FLAGS) -> Result<(), TryLockError> {
        let place = OVERLAPPED_0_0 { Offset: PLACE.0, OffsetHigh: PLACE.1 };
        let mut place =
            OVERLAPPED { Anonymous: OVERLAPPED_0 { Anonymous: place }, ..OVERLAPPED::default() };
        let flags = kind | LOCKFILE_FAIL_IMMEDIATELY;
        // SAFETY: the handle is open as long as the file is borrowed, and no event is requested. The operation is
        // complete when the call returns, since files are not opened for overlapped I/O here.
        if unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &raw mut place) } != 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if error.raw_os_error() == Some(ERROR_LOCK_VIOLATION as i32) {
            Err(TryLockError::WouldBlock)
        } else {
            Err(TryLockError::Error(error))
        }
    }

    pub(super) fn try_lock(file: &File) -> Result<(), TryLockError> {
        lock(file, LOCKFILE_EXCLUSIVE_LOCK)
    }

    pub(super) fn try_lock_shared(file: &File) -> Result<(), TryLockError> {
        lock(file, 0)
    }

    pub(super) fn unlock(file: &File) {
        // If this fails, closing the file unlocks it. SAFETY: the handle is open as long as the file is borrowed.
        unsafe { UnlockFile(file.as_raw_handle(), PLACE.0, PLACE.1, 1, 0) };
    }
}
