//! A file that a separate thread writes.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of bytes that may wait for the disk. Beyond that number, writers block, so the memory in use is bounded.
const WAITING_BYTES_MAX: usize = 16 << 20;

/// A file that a separate thread writes, so that the caller need not wait for the disk. Disk errors are ignored.
#[derive(Clone, Debug)]
pub(super) struct LateFile(Arc<Queue>);

#[derive(Debug, Default)]
struct Queue {
    bytes: Mutex<Bytes>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Bytes {
    waiting: Vec<u8>,
    is_writing: bool,
}

impl LateFile {
    /// Starts the thread that writes the file.
    ///
    /// # Errors
    /// If the system cannot start the thread.
    pub(super) fn start(mut file: impl Write + Send + 'static) -> io::Result<Self> {
        let queue = Arc::<Queue>::default();
        let ours = Arc::clone(&queue);
        let write = move || loop {
            let bytes = ours.take();
            // An error in the log must not disturb the conversation with the host.
            let _ = file.write_all(&bytes);
            ours.lock().is_writing = false;
            ours.changed.notify_all();
        };
        thread::Builder::new().name("late file".to_owned()).spawn(write)?;
        Ok(Self(queue))
    }

    /// Waits until everything is written, but at most for `patience`.
    pub(super) fn finish(&self, patience: Duration) {
        let is_busy = |bytes: &mut Bytes| bytes.is_writing || !bytes.waiting.is_empty();
        let waited = self.0.changed.wait_timeout_while(self.0.lock(), patience, is_busy);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

impl Write for LateFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Self(queue) = self;
        let is_full = |bytes: &mut Bytes| bytes.waiting.len() > WAITING_BYTES_MAX;
        let waited = queue.changed.wait_while(queue.lock(), is_full);
        waited.unwrap_or_else(PoisonError::into_inner).waiting.extend_from_slice(bytes);
        queue.changed.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Bytes> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for bytes and takes all of them.
    fn take(&self) -> Vec<u8> {
        let is_empty = |bytes: &mut Bytes| bytes.waiting.is_empty();
        let waited = self.changed.wait_while(self.lock(), is_empty);
        let mut bytes = waited.unwrap_or_else(PoisonError::into_inner);
        bytes.is_writing = true;
        std::mem::take(&mut bytes.waiting)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver, Sender};
    use std::time::Instant;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(20);

    /// A disk that writes only after a signal.
    struct Disk {
        go: Receiver<()>,
        written: Sender<Vec<u8>>,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.go.recv_timeout(PATIENCE);
            let _ = self.written.send(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_waits_for_the_disk() {
        let ((go, told), (written, disk)) = (mpsc::channel(), mpsc::channel());
        let mut file = LateFile::start(Disk { go: told, written }).unwrap();
        let mut lines = String::new();
        let begun = Instant::now();
        for number in 0..1000 {
            let line = format!("{number}\n");
            file.write_all(line.as_bytes()).unwrap();
            lines.push_str(&line);
        }
        file.finish(Duration::from_millis(10));
        assert!(begun.elapsed() < PATIENCE / 2);
        assert!(disk.try_recv().is_err());
        // From now on the disk is fast.
        drop(go);
        file.finish(PATIENCE);
        let text = disk.try_iter().flatten().collect::<Vec<_>>();
        assert_eq!(String::from_utf8(text).unwrap(), lines);
    }
}
