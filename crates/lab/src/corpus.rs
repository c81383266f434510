//! The training games and the held-out games.

use std::io;
use std::path::{Path, PathBuf};
use std::slice;

use super::data::{DataError, DataFile, SelfPlayGame, files};
use chuhe_files::digest;

/// Games with their numbers among all games.
type NumberedGames = Vec<(u64, SelfPlayGame)>;

/// The games of some files.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    games: NumberedGames,
    /// For each run, what its headers share, and the number of games up to its last file.
    origins: Vec<(String, String)>,
    /// Of all files so far, in order.
    digest: u64,
}

/// Where games come from, for those who want the same ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataOrigin {
    /// A line for each run: its command and the number of its last game.
    pub runs: Vec<String>,
    /// The digest of all games, as 16 hexadecimal digits.
    pub digest: String,
}

/// Why games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A folder cannot be listed.
    #[error("{}: {}", .path.display(), chuhe_files::reason(.error))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A folder has no data file in it.
    #[error("{}: no files of self-play games in this folder", .0.display())]
    EmptyFolder(PathBuf),
    /// A file cannot be used.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: DataError,
    },
}

impl Corpus {
    /// Reads the games of files, and of all data files in folders.
    ///
    /// # Errors
    /// If a folder cannot be listed or has none, or a file cannot be read.
    pub fn read(paths: &[PathBuf]) -> Result<Self, CorpusError> {
        let mut corpus = Self::default();
        for path in paths {
            let found = files(slice::from_ref(path))
                .map_err(|error| CorpusError::Folder { path: path.clone(), error })?;
            if found.is_empty() {
                return Err(CorpusError::EmptyFolder(path.clone()));
            }
            for path in found {
                corpus.read_file(&path).map_err(|error| CorpusError::File { path, error })?;
            }
        }
        Ok(corpus)
    }

    fn read_file(&mut self, path: &Path) -> Result<(), DataError> {
        let bytes = std::fs::read(path)?;
        // Each file ends with its checksum, so a digest of the checksums is one of all the contents.
        let checksum = bytes.last_chunk::<4>().copied().unwrap_or_default();
        self.digest = digest(&[&self.digest.to_le_bytes()[..], &checksum].concat());
        self.add(DataFile::from_bytes(&bytes)?);
        Ok(())
    }

    fn add(&mut self, file: DataFile) {
        let (run, count) = file.header.command.rsplit_once(" --games ").unwrap_or_default();
        let run = format!("{run} (version {}, bench {})", file.header.version, file.header.bench);
        match self.origins.iter_mut().find(|(known, _)| *known == run) {
            Some((_, last)) => count.clone_into(last),
            None => self.origins.push((run, count.to_owned())),
        }
        for game in file.games {
            self.games.push((self.games.len() as u64, game));
        }
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// A line for each run that the games come from: its command and the number of its last game.
    #[must_use]
    pub fn origins(&self) -> Vec<String> {
        self.origins.iter().map(|(run, count)| format!("`{run}`, to game {count}")).collect()
    }

    /// Where the games come from.
    #[must_use]
    pub fn origin(&self) -> DataOrigin {
        DataOrigin { runs: self.origins(), digest: format!("{:016x}", self.digest) }
    }

    /// The training games and the held-out games. The first `percent` of each hundred games are held out, whatever the
    /// seed.
    #[must_use]
    pub fn split(self, percent: u64) -> (NumberedGames, NumberedGames) {
        self.games.into_iter().partition(|(number, _)| number % 100 >= percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DataHeader;
    use chuhe_engine::board::START_FEN;

    fn file(first: u64, games: u64) -> DataFile {
        let command = format!("chuhe datagen --seed 1 --games {}", first + games);
        let header = DataHeader { version: "1".to_owned(), bench: 2, command, first };
        let game = SelfPlayGame {
            start: START_FEN.to_owned(),
            plies: Vec::new(),
            winner: None,
            adjudicated: false,
        };
        DataFile { header, games: vec![game; games as usize] }
    }

    #[test]
    fn a_share_of_every_hundred_games_is_held_out() {
        let mut corpus = Corpus::default();
        corpus.add(file(0, 50));
        corpus.add(file(50, 70));
        assert_eq!(corpus.len(), 120);
        let origin = "`chuhe datagen --seed 1 (version 1, bench 2)`, to game 120";
        assert_eq!(corpus.origins(), [origin]);
        let (learnt, held_out) = corpus.split(10);
        let numbers: Vec<u64> = held_out.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (0..10).chain(100..110).collect::<Vec<_>>());
        assert_eq!(learnt.len(), 100);
    }
}
