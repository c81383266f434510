//! Sorts more entries than fit in memory: runs of entries are sorted in memory, written to unnamed files, and merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use zerocopy::{FromBytes, Immutable, IntoBytes};

/// An entry that can be sorted and written as it lies in memory.
pub(super) trait Sortable: Copy + Ord + FromBytes + IntoBytes + Immutable {}

impl<E: Copy + Ord + FromBytes + IntoBytes + Immutable> Sortable for E {}

/// Collects entries and sorts them.
#[derive(Debug)]
pub(super) struct Sorter<E> {
    /// The folder for the files, which are unnamed and disappear with the process.
    folder: PathBuf,
    /// The maximum number of entries kept in memory.
    capacity: usize,
    entries: Vec<E>,
    runs: Vec<File>,
}

impl<E: Sortable> Sorter<E> {
    pub(super) fn new(folder: &Path, capacity: usize) -> Self {
        Self { folder: folder.to_owned(), capacity, entries: Vec::new(), runs: Vec::new() }
    }

    pub(super) fn push(&mut self, entry: E) -> io::Result<()> {
        if self.entries.len() >= self.capacity {
            self.lay_down()?;
        }
        self.entries.push(entry);
        Ok(())
    }

    fn lay_down(&mut self) -> io::Result<()> {
        self.entries.sort_unstable();
        let mut out = BufWriter::with_capacity(1 << 16, tempfile::tempfile_in(&self.folder)?);
        for entry in self.entries.drain(..) {
            out.write_all(entry.as_bytes())?;
        }
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        self.runs.push(file);
        Ok(())
    }

    /// Returns all entries in order.
    pub(super) fn sorted(mut self) -> io::Result<Sorted<E>> {
        self.entries.sort_unstable();
        let mut sorted = Sorted {
            memory: self.entries.into_iter(),
            runs: self.runs.into_iter().map(|run| BufReader::with_capacity(1 << 16, run)).collect(),
            heads: BinaryHeap::new(),
        };
        for run in 0..=sorted.runs.len() {
            if let Some(head) = sorted.read(run)? {
                sorted.heads.push(Reverse((head, run)));
            }
        }
        Ok(sorted)
    }
}

/// Sorted entries.
#[derive(Debug)]
pub(super) struct Sorted<E> {
    /// The last run, which was not written to a file.
    memory: std::vec::IntoIter<E>,
    runs: Vec<BufReader<File>>,
    /// The next entry of each run that has one.
    heads: BinaryHeap<Reverse<(E, usize)>>,
}

impl<E: Sortable> Sorted<E> {
    /// Returns the next entry; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<E>> {
        let Some(Reverse((entry, run))) = self.heads.pop() else { return Ok(None) };
        if let Some(head) = self.read(run)? {
            self.heads.push(Reverse((head, run)));
        }
        Ok(Some(entry))
    }

    fn read(&mut self, run: usize) -> io::Result<Option<E>> {
        let Some(file) = self.runs.get_mut(run) else { return Ok(self.memory.next()) };
        match E::read_from_io(file) {
            Ok(entry) => Ok(Some(entry)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::types::rng::SplitMix64;

    #[test]
    fn any_number_of_runs_comes_out_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for (count, capacity) in [(0, 10), (9, 10), (10, 10), (11, 10), (1000, 10), (1000, 999)] {
            let mut rng = SplitMix64::new(count);
            let mut expected: Vec<u64> = (0..count).map(|_| rng.below(300)).collect();
            let mut sorter = Sorter::new(folder.path(), capacity);
            for &entry in &expected {
                sorter.push(entry).unwrap();
            }
            let mut sorted = sorter.sorted().unwrap();
            expected.sort_unstable();
            for entry in expected {
                assert_eq!(sorted.next().unwrap(), Some(entry));
            }
            assert_eq!(sorted.next().unwrap(), None);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
