//! Where commands write: files, standard output, and what people hear meanwhile.

use std::io::{self, Write};
use std::path::Path;

use crate::failure::{self, Failure};
use chuhe_files as files;
use chuhe_files::{NotAFile, reader_gone, write_output};
use chuhe_localize::tr;
use serde::Serialize;

/// The file that is asked for; none for standard output, for which `-` stands, as does no name at all. What cannot be
/// written is refused before the work for it begins.
pub(super) fn file(path: Option<&Path>) -> failure::Result<Option<&Path>> {
    let path = path.filter(|path| *path != Path::new("-"));
    if let Some(path) = path {
        files::check_output(path).map_err(|error| refused(path, error))?;
    }
    Ok(path)
}

/// Writes a whole output to a file, or to standard output as [`file`] has it.
pub(super) fn write(
    path: Option<&Path>,
    bytes: &[u8],
    stdout: &mut impl Write,
) -> failure::Result<()> {
    let Some(path) = file(path)? else {
        stdout.write_all(bytes)?;
        return Ok(stdout.flush()?);
    };
    write_output(path, bytes).map_err(|error| refused(path, error))
}

/// Writes a value as a line of JSON.
pub(super) fn json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Writes a value as JSON that people can read.
pub(super) fn pretty_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Why a file is not written, with its name.
pub(super) fn refused(path: &Path, error: io::Error) -> Failure {
    Failure::from(error).context(path.display().to_string())
}

/// Why a file that an interrupted command continues is not written.
pub(super) fn not_resumable(path: &Path, error: io::Error) -> Failure {
    match NotAFile::reason_of(&error) {
        Some(NotAFile::Pipe | NotAFile::Device) => {
            let error = Failure::from(error).to_string();
            Failure::new(tr!("output-not-resumable", error = error))
                .context(path.display().to_string())
        }
        _ => refused(path, error),
    }
}

/// Standard output.
#[derive(Debug)]
pub(super) struct Stdout(io::Stdout);

impl Stdout {
    pub(super) fn new() -> Self {
        Self(io::stdout())
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(reader_gone)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(reader_gone)
    }
}

/// A stream whose reader may go away. What would be written to it then is dropped, and the work goes on, because its
/// result is elsewhere.
pub(super) struct MayClose<W>(pub(super) W);

impl<W: Write> MayClose<W> {
    fn open_or(result: io::Result<usize>, closed: usize) -> io::Result<usize> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(closed),
            result => result,
        }
    }
}

impl<W: Write> Write for MayClose<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::open_or(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::open_or(self.0.flush().map(|()| 0), 0).map(drop)
    }
}

/// What goes to people who watch on stderr. Nobody need watch.
pub(super) fn stderr() -> MayClose<io::Stderr> {
    MayClose(io::stderr())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Closed(io::ErrorKind);

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn only_a_reader_that_left_is_forgiven() {
        let mut out = MayClose(Closed(io::ErrorKind::BrokenPipe));
        assert!(out.write_all(b"text").is_ok() && out.flush().is_ok());
        let mut out = MayClose(Closed(io::ErrorKind::StorageFull));
        assert!(out.write_all(b"text").is_err() && out.flush().is_err());
    }
}
