//! Writes files completely or not at all, without losing existing data.

use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file. An existing file is replaced only if `may_replace` is set.
///
/// # Errors
/// If the file exists and may not be replaced, or cannot be written. An existing file is then unchanged.
pub fn write(
    path: &Path,
    may_replace: bool,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let file = tempfile::NamedTempFile::new_in(folder.unwrap_or_else(|| Path::new(".")))
        // The original error names a temporary file, which would mean nothing to the user.
        .map_err(|error| io::Error::from(error.kind()))?;
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    let file = out.into_inner()?;
    file.as_file().sync_all()?;
    let kept = if may_replace { file.persist(path) } else { file.persist_noclobber(path) };
    kept.map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let text = |text: &'static str| move |out: &mut dyn Write| out.write_all(text.as_bytes());
        write(&path, false, text("first")).unwrap();
        let exists = write(&path, false, text("second")).unwrap_err();
        assert_eq!(exists.kind(), io::ErrorKind::AlreadyExists);
        let broken = write(&path, true, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(broken.is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "first");
        write(&path, true, text("third")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "third");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
