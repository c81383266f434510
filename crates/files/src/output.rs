//! Files that users name for output: a regular file is replaced as a whole, anything else is written to as a stream.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::draft::{Draft, check_writable};
use super::reason::reason;
use super::regular::NotAFile;

/// An output file. A regular file, or one that does not exist yet, is a [`Draft`]; a pipe or a device is opened and
/// written to, so that `-o >(gzip > games.gz)` and `-o /dev/null` work. Nothing is created beside a stream, and it is never
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

/// The reader of a pipe that is written to has closed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the reader closed the pipe")]
pub struct ReaderGone;

/// Standard output takes no more.
#[derive(Debug, thiserror::Error)]
#[error("cannot write standard output: {}", reason(.0))]
pub struct StdoutFailed(#[source] pub io::Error);

impl Output {
    /// Begins an output.
    ///
    /// # Errors
    /// If a folder or a socket stands at `path`, a stream cannot be opened, or as [`Draft::new`].
    pub fn new(path: &Path) -> io::Result<Self> {
        if !is_stream(path) {
            return Draft::new(path).map(|draft| Self(Kind::File(Box::new(draft))));
        }
        let stream = File::options().write(true).open(path)?;
        // A regular file may have replaced it in the meantime, and is not overwritten in place.
        if stream.metadata()?.is_file() {
            return Err(io::Error::other(NotAFile::Other));
        }
        Ok(Self(Kind::Stream(BufWriter::new(stream))))
    }

    /// Puts a file in its place, or flushes a stream.
    ///
    /// # Errors
    /// As [`Draft::finish`], or [`ReaderGone`].
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

/// Writes all of an output; see [`Output`].
///
/// # Errors
/// As [`Output::new`] and [`Output::finish`].
pub fn write_output(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut output = Output::new(path)?;
    output.write_all(bytes)?;
    output.finish()
}

/// Checks that an output could be written now, before long work for it. Nothing is changed. A stream is not opened,
/// because its reader would take the closing for the end.
///
/// # Errors
/// As [`check_writable`].
pub fn check_output(path: &Path) -> io::Result<()> {
    if is_stream(path) { Ok(()) } else { check_writable(path) }
}

/// Whether a regular file with something in it stands at a path, so that an output there would take its place.
#[must_use]
pub fn has_content(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
}

/// Whether a pipe or a device stands at a path, behind links too.
#[must_use]
pub fn is_stream(path: &Path) -> bool {
    let kind = super::check_regular(path).err().and_then(|error| NotAFile::reason_of(&error));
    matches!(kind, Some(NotAFile::Pipe | NotAFile::Device))
}

/// An error of a write, with [`ReaderGone`] for a broken pipe.
fn reader_gone(error: io::Error) -> io::Error {
    match error.kind() {
        kind @ io::ErrorKind::BrokenPipe => io::Error::new(kind, ReaderGone),
        _ => error,
    }
}

/// An error of a write to standard output, with [`ReaderGone`] for a broken pipe, or else [`StdoutFailed`].
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
        // Opened after its reader has left, an open pipe does not wait for another one. A child of another test that is
        // just being started has the reader for a moment.
        let error = iter::repeat_with(|| write_output(path, b"unread")).find_map(Result::err);
        assert_eq!(error.unwrap().get_ref().unwrap().downcast_ref(), Some(&ReaderGone));
    }
}
