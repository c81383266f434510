//! Reads games from files for a puzzle hunt.

use super::{PuzzleSource, SourceGame};
use chuhe_formats::collection::{Collection, ReadError};
use chuhe_formats::game_files::{GameFile, GameReadError};

/// Game files that have been read.
#[derive(Clone, Debug)]
pub struct SourceFiles {
    files: Vec<(String, Collection)>,
}

/// Part of the input that cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum RefusedSource {
    #[error("{file}: {error}")]
    File { file: String, error: GameReadError },
    #[error("{file}: game {game}: {error}")]
    Game {
        file: String,
        /// The number of the game in the file, from 1.
        game: usize,
        error: ReadError,
    },
}

impl SourceFiles {
    /// Reads files. Files without games that were found in folders are skipped; `refused` is called with every other
    /// file that cannot be read.
    pub fn read(files: &[GameFile], mut refused: impl FnMut(RefusedSource)) -> Self {
        let mut read = Vec::new();
        for file in files {
            let name = file.name.display().to_string();
            match file.read(None) {
                Ok(collection) => read.push((name, collection)),
                Err(GameReadError::NoGames) if file.found => {}
                Err(error) => refused(RefusedSource::File { file: name, error }),
            }
        }
        Self { files: read }
    }

    /// The number of games, including partly readable ones.
    pub fn count(&self) -> usize {
        self.files.iter().map(|(_, collection)| collection.games().count()).sum()
    }

    /// Returns the games one by one. `refused` is called with games that are unreadable or only partly readable; the
    /// readable part of the latter is used.
    pub fn games<'a>(
        &'a self,
        refused: &'a (dyn Fn(RefusedSource) + Sync),
    ) -> impl Iterator<Item = SourceGame> + Send + 'a {
        self.files.iter().flat_map(move |(file, collection)| {
            (1..).zip(collection.games()).filter_map(move |(number, game)| {
                let game = match game {
                    Ok(game) => game,
                    Err(error) => {
                        let salvaged = error.salvaged().cloned();
                        refused(RefusedSource::Game { file: file.clone(), game: number, error });
                        salvaged?
                    }
                };
                let source =
                    PuzzleSource { file: file.clone(), game: number, ..PuzzleSource::default() };
                Some(SourceGame { game, source })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Mutex;

    use super::*;
    use chuhe_formats::game_files;

    #[test]
    fn games_are_numbered_and_broken_ones_reported() {
        let folder = std::env::temp_dir().join(format!("chuhe-sources-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let text = "[Red \"a\"]\n\n1. h2e2 *\n\n[Red \"b\"]\n\n1. h2e2 xyzzy *\n\n[Red \"c\"]\n\n1. h2e2 h9g7 *\n";
        fs::write(folder.join("a.pgn"), text).unwrap();
        fs::write(folder.join("notes.txt"), "nothing to see here").unwrap();
        let mut files = game_files::find([&folder]).unwrap();
        files.push(GameFile::new(folder.join("none.pgn")));
        let mut missing = Vec::new();
        let sources = SourceFiles::read(&files, |refused| missing.push(refused.to_string()));
        assert!(matches!(&missing[..], [one] if one.starts_with("none.pgn: ")), "{missing:?}");
        let refused = Mutex::new(Vec::new());
        let tell = |told: RefusedSource| refused.lock().unwrap().push(told.to_string());
        let games: Vec<_> = sources.games(&tell).collect();
        let numbers: Vec<_> = games.iter().map(|game| game.source.game).collect();
        assert_eq!((sources.count(), numbers), (3, vec![1, 2, 3]));
        let refused = refused.into_inner().unwrap();
        assert!(matches!(&refused[..], [one] if one.starts_with("a.pgn: game 2: ")), "{refused:?}");
        fs::remove_dir_all(folder).unwrap();
    }
}
