//! Files named by users for output: a regular file is replaced as a whole, anything else is written to as a stream.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::draft::{Draft, check_writable};
use super::reason::reason;
use super::regular::NotAFile;

/// An output file. A regular file, or one that does not exist yet, is a [`Draft`]; a pipe or a device is opened and
/// written to, so that `-o >(gzip > games.gz)` and `-o /dev/null` work. Nothing is created next to a stream, and it is never
/// renamed over. Opening a named pipe waits for its reader.
///
/// ```
/// use std::io::Write;
///
/// let folder = tempfile::tempdir()?;
/// let mut output = chuhe_files::Output::new(&folder.path().join("games.pgn"))?;
/// output.write_all(b"1. h2e2 *\n")?;
/// output.finish()?;
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct Output(Kind);

#[derive(Debug)]
enum Kind {
    File(Box<Draft>),
    Stream(BufWriter<File>),
}

/// The reader of a pipe has closed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the reader closed the pipe")]
pub struct ReaderGone;

/// Standard output failed.
#[derive(Debug, thiserror::Error)]
#[error("cannot write to standard output: {}", reason(.0))]
pub struct StdoutFailed(#[source] pub io::Error);

impl Output {
    /// Starts an output.
    ///
    /// # Errors
    /// If a folder or a socket is at `path`, a stream cannot be opened, or like [`Draft::new`].
    pub fn new(path: &Path) -> io::Result<Self> {
        if !is_stream(path) {
            return Draft::new(path).map(|draft| Self(Kind::File(Box::new(draft))));
        }
        let stream = File::options().write(true).open(path)?;
        // A regular file may have appeared in the meantime; it must not be overwritten in place.
        if stream.metadata()?.is_file() {
            return Err(io::Error::other(NotAFile::Other));
        }
        Ok(Self(Kind::Stream(BufWriter::new(stream))))
    }

    /// Moves a file into its place, or flushes a stream.
    ///
    /// # Errors
    /// Like [`Draft::finish`], or [`ReaderGone`].
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Kind::File(draft) => draft.finish(),
            Kind::Stream(mut stream) => stream.flush().map_err(reader_gone),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::File(draft) => draft.write(bytes),
            Kind::Stream(stream) => stream.write(bytes).map_err(reader_gone),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Kind::File(draft) => draft.flush(),
            Kind::Stream(stream) => stream.flush().map_err(reader_gone),
        }
    }
}

/// Writes a whole output; see [`Output`].
///
/// # Errors
/// Like [`Output::new`] and [`Output::finish`].
pub fn write_output(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut output = Output::new(path)?;
    output.write_all(bytes)?;
    output.finish()
}

/// Checks that an output can be written, before the long work for it. Changes nothing. A stream is not opened, because
/// its reader would take the closing for the end.
///
/// # Errors
/// Like [`check_writable`].
pub fn check_output(path: &Path) -> io::Result<()> {
    if is_stream(path) { Ok(()) } else { check_writable(path) }
}

/// Whether a path has a non-empty regular file, which an output would replace.
#[must_use]
pub fn has_content(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
}

/// Whether a path is a pipe or a device, or a link to one.
#[must_use]
pub fn is_stream(path: &Path) -> bool {
    let kind = super::check_regular(path).err().and_then(|error| NotAFile::reason_of(&error));
    matches!(kind, Some(NotAFile::Pipe | NotAFile::Device))
}

/// A write error, with [`ReaderGone`] for a broken pipe.
fn reader_gone(error: io::Error) -> io::Error {
    match error.kind() {
        kind @ io::ErrorKind::BrokenPipe => io::Error::new(kind, ReaderGone),
        _ => error,
    }
}

/// A write error of standard output: [`ReaderGone`] for a broken pipe, or else [`StdoutFailed`].
#[must_use]
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
            let is_streamed = matches!(kind, NotAFile::Pipe | NotAFile::Device);
            assert_eq!(check_output(&path).is_ok(), is_streamed, "{}", path.display());
            if kind == NotAFile::Pipe {
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
                assert_eq!(NotAFile::reason_of(&error), Some(kind));
            }
            let now = super::super::check_regular(&path).unwrap_err();
            assert_eq!(NotAFile::reason_of(&now), Some(kind), "it stays what it was");
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
        // If it was opened after its reader left, an open pipe does not wait for another one. A child of another test
        // that is just starting holds the reader for a moment.
        let error = iter::repeat_with(|| write_output(path, b"unread")).find_map(Result::err);
        assert_eq!(error.unwrap().get_ref().unwrap().downcast_ref(), Some(&ReaderGone));
    }
}
