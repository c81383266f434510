//! Files that users name for output: a regular file is replaced as a whole; a pipe or a device is written to as a
//! stream.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::draft::{Draft, check_writable};
use super::reason::reason;
use super::regular::FileProblem;

/// An output file. A regular file, or one that does not exist yet, is written as a [`Draft`]. A pipe or a device is
/// opened and written to, so that `-o >(gzip > games.gz)` and `-o /dev/null` work; no file is created next to it or
/// renamed over it. Opening a named pipe waits for its reader.
///
/// ```
/// use std::io::Write;
///
/// let folder = tempfile::tempdir()?;
/// let mut output = chuhe_util::files::Output::new(&folder.path().join("games.pgn"))?;
/// output.write_all(b"1. h2e2 *\n")?;
/// output.finish()?;
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct Output(OutputKind);

#[derive(Debug)]
enum OutputKind {
    File(Box<Draft>),
    Stream(StreamOutput),
}

/// A pipe or a device. Bytes that were not flushed are lost when it is dropped, since flushing them may wait forever.
#[derive(Debug)]
struct StreamOutput(Option<BufWriter<File>>);

/// The number of calls of [`awaiting_pipe`] that have not returned.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Whether a thread may be waiting for the other end of a pipe.
pub fn awaits_pipe() -> bool {
    WAITING.load(Ordering::SeqCst) > 0
}

/// Calls a function that may wait for the other end of a pipe, to open it, to read or to write.
pub fn awaiting_pipe<T>(work: impl FnOnce() -> T) -> T {
    WAITING.fetch_add(1, Ordering::SeqCst);
    let done = work();
    WAITING.fetch_sub(1, Ordering::SeqCst);
    done
}

impl StreamOutput {
    fn call<T>(
        &mut self,
        work: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>,
    ) -> io::Result<T> {
        let Some(stream) = &mut self.0 else { return Err(io::ErrorKind::BrokenPipe.into()) };
        awaiting_pipe(|| work(stream)).map_err(reader_gone)
    }
}

impl Drop for StreamOutput {
    fn drop(&mut self) {
        drop(self.0.take().map(BufWriter::into_parts));
    }
}

/// The error for a failed write to standard output.
#[derive(Debug, thiserror::Error)]
#[error("cannot write to standard output: {}", reason(.0))]
pub struct StdoutFailed(#[source] pub io::Error);

impl Output {
    /// Starts writing an output.
    ///
    /// # Errors
    /// If a folder or a socket is at `path`, a stream cannot be opened, or [`Draft::new`] fails.
    pub fn new(path: &Path) -> io::Result<Self> {
        if !is_stream(path) {
            return Draft::new(path).map(|draft| Self(OutputKind::File(Box::new(draft))));
        }
        let stream = awaiting_pipe(|| File::options().write(true).open(path))?;
        // A regular file may have appeared at the path meanwhile; it must not be overwritten in place.
        if stream.metadata()?.is_file() {
            return Err(io::Error::other(FileProblem::Other));
        }
        Ok(Self(OutputKind::Stream(StreamOutput(Some(BufWriter::new(stream))))))
    }

    /// Renames a file to its final path, or flushes a stream.
    ///
    /// # Errors
    /// Like those of [`Draft::finish`], or [`FileProblem::ReaderGone`].
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            OutputKind::File(draft) => draft.finish(),
            OutputKind::Stream(mut stream) => stream.call(Write::flush),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            OutputKind::File(draft) => draft.write(bytes),
            OutputKind::Stream(stream) => stream.call(|stream| stream.write(bytes)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            OutputKind::File(draft) => draft.flush(),
            OutputKind::Stream(stream) => stream.call(Write::flush),
        }
    }
}

/// Writes a complete output; see [`Output`].
///
/// # Errors
/// Like those of [`Output::new`] and [`Output::finish`].
pub fn write_output(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut output = Output::new(path)?;
    output.write_all(bytes)?;
    output.finish()
}

/// Checks that an output can be written, before the long work that produces it. Changes nothing. A stream is not
/// opened, because closing it again would signal the end of the output to its reader.
///
/// # Errors
/// Like those of [`check_writable`].
pub fn check_output(path: &Path) -> io::Result<()> {
    if is_stream(path) { Ok(()) } else { check_writable(path) }
}

/// Whether a path is a non-empty regular file, which an output would replace.
pub fn has_content(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
}

/// Whether a path is a pipe or a device, or a link to one.
pub fn is_stream(path: &Path) -> bool {
    super::check_regular(path).is_err_and(|error| {
        matches!(FileProblem::of(&error), Some(FileProblem::Pipe | FileProblem::Device))
    })
}

/// Turns a broken pipe into [`FileProblem::ReaderGone`]; returns other write errors unchanged.
fn reader_gone(error: io::Error) -> io::Error {
    match error.kind() {
        kind @ io::ErrorKind::BrokenPipe => io::Error::new(kind, FileProblem::ReaderGone),
        _ => error,
    }
}

/// The error for a failed write to standard output: [`FileProblem::ReaderGone`] for a broken pipe, otherwise
/// [`StdoutFailed`].
pub fn stdout_failed(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => reader_gone(error),
        kind => io::Error::new(kind, StdoutFailed(error)),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::iter;
    use std::os::fd::AsRawFd;
    use std::thread;

    use super::super::regular::specials;
    use super::*;

    #[test]
    fn pipes_and_devices_are_streams_and_the_rest_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        for (path, kind) in specials::make(folder.path()) {
            let before = fs::read_dir(folder.path()).unwrap().count();
            let is_streamed = matches!(kind, FileProblem::Pipe | FileProblem::Device);
            assert_eq!(check_output(&path).is_ok(), is_streamed, "{}", path.display());
            if kind == FileProblem::Pipe {
                let writer = thread::spawn({
                    let path = path.clone();
                    move || write_output(&path, b"streamed")
                });
                assert_eq!(fs::read(&path).unwrap(), b"streamed");
                writer.join().unwrap().unwrap();
            } else if is_streamed {
                write_output(&path, b"streamed").unwrap();
            } else {
                let error = write_output(&path, b"lost").unwrap_err();
                assert_eq!(FileProblem::of(&error), Some(&kind));
            }
            let now = super::super::check_regular(&path).unwrap_err();
            assert_eq!(FileProblem::of(&now), Some(&kind), "it stays what it was");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before);
        }
        let path = folder.path().join("file");
        fs::write(&path, "a longer text").unwrap();
        write_output(&path, b"text").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"text");
    }

    #[test]
    fn a_reader_that_closes_the_pipe_is_recognized() {
        let (reader, writer) = io::pipe().unwrap();
        let path = format!("/dev/fd/{}", writer.as_raw_fd());
        let path = Path::new(&path);
        drop(reader);
        // A pipe opened through `/dev/fd` after its reader has left does not wait for another. Writing may succeed at
        // first, because a child process that another test is starting briefly holds the reading end.
        let error = iter::repeat_with(|| write_output(path, b"unread")).find_map(Result::err);
        assert_eq!(FileProblem::of(&error.unwrap()), Some(&FileProblem::ReaderGone));
    }
}
