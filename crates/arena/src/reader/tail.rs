//! Reads a file as another process appends lines to it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use chuhe_util::files::digest;

/// The maximum number of bytes read at a time, which limits the length of a line.
const STEP_BYTES: usize = 4 << 20;

/// The position in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Tail {
    /// The offset of the next line.
    offset: u64,
    /// The number of lines before the position.
    lines: usize,
    /// The offset of the last line read, and a digest of its bytes.
    last: Option<(u64, u64)>,
    /// Whether the position is within a line that is too long.
    skips: bool,
}

/// A line of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TailLine<'a> {
    /// The line's number, from 1.
    pub(super) number: usize,
    /// The line's offset.
    pub(super) offset: u64,
    /// The line's content without its line ending; `None` if it is too long.
    pub(super) bytes: Option<&'a [u8]>,
}

impl Tail {
    /// Whether the file still starts with the lines read so far, judging by the last of them.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn fits(&self, file: &mut File) -> io::Result<bool> {
        if file.metadata()?.len() < self.offset {
            return Ok(false);
        }
        let Some((start, known)) = self.last else { return Ok(true) };
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = vec![0; (self.offset - start) as usize];
        file.read_exact(&mut bytes)?;
        Ok(digest(&bytes) == known)
    }

    /// Reads the next complete lines, at most a few megabytes. Returns whether more are available.
    ///
    /// # Errors
    /// If the file cannot be read. The call can be repeated.
    pub(super) fn read(
        &mut self,
        file: &mut File,
        mut handle: impl FnMut(TailLine<'_>),
    ) -> io::Result<bool> {
        file.seek(SeekFrom::Start(self.offset))?;
        let mut bytes = Vec::new();
        file.take(STEP_BYTES as u64).read_to_end(&mut bytes)?;
        let is_full = bytes.len() == STEP_BYTES;
        let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n') else {
            if is_full {
                let (number, offset) = (self.lines + 1, self.offset);
                if !self.skips {
                    handle(TailLine { number, offset, bytes: None });
                }
                self.skips = true;
                self.last = None;
                self.offset += bytes.len() as u64;
            }
            return Ok(is_full);
        };
        for line in bytes[..=end].split_inclusive(|&byte| byte == b'\n') {
            let (number, offset) = (self.lines + 1, self.offset);
            if !std::mem::take(&mut self.skips) {
                handle(TailLine { number, offset, bytes: Some(&line[..line.len() - 1]) });
            }
            self.last = Some((offset, digest(line)));
            self.offset += line.len() as u64;
            self.lines = number;
        }
        Ok(is_full)
    }
}

/// Reads the line at the current position, up to the maximum length.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn read_line(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    BufReader::new(file.take(STEP_BYTES as u64)).read_until(b'\n', &mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::io::Write;
    use std::path::Path;

    use super::*;

    fn read(tail: &mut Tail, path: &Path) -> (Vec<(usize, u64, Option<String>)>, bool) {
        let mut heard = Vec::new();
        let more = tail.read(&mut File::open(path).unwrap(), |line| {
            let text = line.bytes.map(|bytes| String::from_utf8(bytes.to_vec()).unwrap());
            heard.push((line.number, line.offset, text));
        });
        (heard, more.unwrap())
    }

    #[test]
    fn whole_lines_are_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut file = OpenOptions::new().create(true).append(true).open(&path).unwrap();
        let mut tail = Tail::default();
        assert_eq!(read(&mut tail, &path), (vec![], false));
        file.write_all(b"one\ntw").unwrap();
        assert_eq!(read(&mut tail, &path), (vec![(1, 0, Some("one".to_owned()))], false));
        file.write_all(b"o").unwrap();
        assert_eq!(read(&mut tail, &path), (vec![], false));
        file.write_all(b"\n\nfour\n").unwrap();
        let line = |number, offset, text: &str| (number, offset, Some(text.to_owned()));
        let lines = vec![line(2, 4, "two"), line(3, 8, ""), line(4, 9, "four")];
        assert_eq!(read(&mut tail, &path), (lines, false));
        assert_eq!(tail.offset, 14);
    }

    #[test]
    fn another_file_in_its_place_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut tail = Tail::default();
        let fits = |tail: &Tail, text: &str| {
            fs::write(&path, text).unwrap();
            tail.fits(&mut File::open(&path).unwrap()).unwrap()
        };
        assert!(fits(&tail, "head\none\ntwo"));
        read(&mut tail, &path);
        assert!(fits(&tail, "head\none\ntwo\nthree\n"));
        assert!(fits(&tail, "head\none\n"), "what was no whole line may be gone");
        assert!(!fits(&tail, "head\n"));
        assert!(!fits(&tail, "head\nother\nlines\n"));
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let long = "x".repeat(STEP_BYTES * 2 + 5);
        fs::write(&path, format!("one\n{long}\nthree\n")).unwrap();
        let (mut tail, mut lines) = (Tail::default(), Vec::new());
        loop {
            let (heard, more) = read(&mut tail, &path);
            lines.extend(heard.into_iter().map(|(number, _, text)| (number, text)));
            if !more {
                break;
            }
        }
        let expected = [(1, Some("one".to_owned())), (2, None), (3, Some("three".to_owned()))];
        assert_eq!(lines, expected);
    }
}
