//! Reads games from files and divides them into training games and held-out games.

use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::slice;

use super::data::{Blocks, DataError, DataHeader, SelfPlayGame, files};
use super::datagen::GAMES;
use chuhe_util::files::digest;
use chuhe_util::parallel::map_in_order;

/// Games, each with its number within the corpus.
pub type NumberedGames = Vec<(u64, SelfPlayGame)>;

/// The games of a set of files. They are not kept in memory: each block is read when it is needed.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    blocks: Vec<BlockPlace>,
    /// The number of games.
    count: u64,
    /// For each run, the part that the headers of its files have in common, and the number of its last game.
    origins: Vec<(String, String)>,
    /// The digest of the blocks so far, in order.
    digest: u64,
}

/// The location of a block of games.
#[derive(Clone, Debug)]
struct BlockPlace {
    path: PathBuf,
    begin: u64,
    /// The number, within the corpus, of the block's first game.
    first: u64,
}

impl BlockPlace {
    fn games(&self) -> Result<NumberedGames, DataError> {
        let block = Blocks::open(&self.path, self.begin)?.next();
        // The block existed when the corpus was read; if it is missing, the file has changed since.
        let block = block.ok_or(DataError::NotData)??;
        (self.first..).zip(block.games()).map(|(number, game)| Ok((number, game?))).collect()
    }
}

/// Where the games of a corpus come from, in enough detail to recognize or reproduce the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataOrigin {
    /// A line for each run: its command and the number of its last game.
    pub runs: Vec<String>,
    /// The digest of all games, as 16 hexadecimal digits.
    pub digest: String,
}

/// Why games cannot be read, or cannot be written to a joined file.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum CorpusError {
    #[error("{}: {}", .path.display(), chuhe_util::files::reason(.error))]
    Folder { path: PathBuf, error: io::Error },
    #[error("{}: no files of self-play games in this folder", .0.display())]
    EmptyFolder(PathBuf),
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: DataError },
}

impl Corpus {
    /// Reads the games in files, and in all data files in folders.
    ///
    /// # Errors
    /// If a folder cannot be listed or contains no data file, or if a file cannot be read.
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
        for block in Blocks::open(path, 0)? {
            let block = block?;
            // Hashing the checksums instead of the contents still covers all contents.
            let checksum = block.checksum.to_le_bytes();
            self.digest = digest(&[&self.digest.to_le_bytes()[..], &checksum].concat());
            self.blocks.push(BlockPlace {
                path: path.to_owned(),
                begin: block.begin,
                first: self.count,
            });
            self.add(&block.header, block.count as u64);
        }
        Ok(())
    }

    fn add(&mut self, header: &DataHeader, count: u64) {
        self.count += count;
        let (run, count) = header.command.rsplit_once(GAMES).unwrap_or_default();
        let run = format!("{run} (version {}, bench {})", header.version, header.bench);
        match self.origins.iter_mut().find(|(known, _)| *known == run) {
            Some((_, last)) => count.clone_into(last),
            None => self.origins.push((run, count.to_owned())),
        }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Reads the games block by block on `threads` threads. Calls `each` with the games of a block, then `take` with
    /// the results, in the order of the games. Stops at the first error.
    ///
    /// # Errors
    /// If games cannot be read, or `each` or `take` fails.
    pub fn read_games<T: Send, E: From<CorpusError>>(
        &self,
        threads: NonZero<usize>,
        each: impl Fn(NumberedGames) -> Result<T, DataError> + Sync,
        mut take: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        map_in_order(
            threads,
            &self.blocks,
            || (),
            |(), place| {
                place
                    .games()
                    .and_then(&each)
                    .map_err(|error| CorpusError::File { path: place.path.clone(), error })
            },
            |results| {
                for result in results {
                    take(result?)?;
                }
                Ok(())
            },
        )
    }

    /// A line for each run that the games come from: its command and the number of its last game.
    pub fn origins(&self) -> Vec<String> {
        self.origins.iter().map(|(run, count)| format!("`{run}`, to game {count}")).collect()
    }

    /// Where the games come from.
    pub fn origin(&self) -> DataOrigin {
        DataOrigin { runs: self.origins(), digest: format!("{:016x}", self.digest) }
    }

    /// Reads all games into memory, for small corpora, and returns the training games and the held-out games; see
    /// [`is_held_out`].
    ///
    /// # Errors
    /// If games cannot be read.
    pub fn split(&self, percent: u64) -> Result<(NumberedGames, NumberedGames), CorpusError> {
        let mut parts = (Vec::new(), Vec::new());
        self.read_games(NonZero::<usize>::MIN, Ok, |games| {
            let (held_out, training): (Vec<_>, Vec<_>) =
                games.into_iter().partition(|(number, _)| is_held_out(*number, percent));
            parts.0.extend(training);
            parts.1.extend(held_out);
            Ok::<_, CorpusError>(())
        })?;
        Ok(parts)
    }
}

/// Whether a game is held out. The first `percent` games of each hundred are, whatever the seed.
pub fn is_held_out(number: u64, percent: u64) -> bool {
    number % 100 < percent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DataFile;
    use chuhe_engine::board::START_FEN;

    #[test]
    fn a_share_of_every_hundred_games_is_held_out() {
        let folder = tempfile::tempdir().unwrap();
        for (first, count) in [(0, 50), (50, 70)] {
            let command = format!("chuhe datagen --seed 1 --games {}", first + count);
            let header = DataHeader { version: "1".to_owned(), bench: 2, command, first };
            let game = SelfPlayGame {
                start: START_FEN.to_owned(),
                plies: Vec::new(),
                side_lines: Vec::new(),
                winner: None,
                adjudicated: false,
            };
            let file = DataFile { header, games: vec![game; count as usize] };
            file.write(&folder.path().join(format!("{first:03}.games"))).unwrap();
        }
        let corpus = Corpus::read(&[folder.path().to_owned()]).unwrap();
        assert_eq!(corpus.len(), 120);
        let origin = "`chuhe datagen --seed 1 (version 1, bench 2)`, to game 120";
        assert_eq!(corpus.origins(), [origin]);
        let (learnt, held_out) = corpus.split(10).unwrap();
        let numbers: Vec<u64> = held_out.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (0..10).chain(100..110).collect::<Vec<_>>());
        assert_eq!(learnt.len(), 100);
    }
}
