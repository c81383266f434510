//! The folder of a match.
//!
//! `journal.jsonl` is the record of the match; `games.pgn` and `result.json` are made from it and can be deleted.
//! `logs/` has the conversations with the engines.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::games_file::{GamesFile, PgnStyle};
use super::journal::{JournalError, MatchJournal};
use super::plan::PreparedMatch;
use super::record::{EndReason, GameRecord};
use super::summary::MatchSummary;
use super::tournament::{Finished, Tournament};
use crate::files::write_whole;

/// For which games the conversations with the engines are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeepLogs {
    /// None.
    None,
    /// Those lost by a fault of an engine.
    #[default]
    Faults,
    /// All.
    All,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// It cannot be read or written.
    #[error("cannot use the folder {path}: {error}")]
    Io {
        /// The folder.
        path: String,
        /// The system's error.
        error: io::Error,
    },
    /// Its journal is damaged, in use, or of another match.
    #[error("{path}: {error}")]
    Journal {
        /// The journal.
        path: String,
        /// What is wrong.
        error: JournalError,
    },
}

/// The folder of a running match.
#[derive(Debug)]
pub(super) struct MatchFolder {
    path: PathBuf,
    journal: MatchJournal,
    pgn: File,
    style: PgnStyle,
    logs: KeepLogs,
}

impl MatchFolder {
    /// Opens the folder and returns the games in it, in the order in which they ended. With `fresh` they are removed
    /// first.
    pub(super) fn open(
        path: &Path,
        prepared: &PreparedMatch,
        style: PgnStyle,
        logs: KeepLogs,
        fresh: bool,
    ) -> Result<(Self, Vec<GameRecord>), FolderError> {
        let io = |error| FolderError::Io { path: path.display().to_string(), error };
        fs::create_dir_all(path).map_err(io)?;
        let journal_path = path.join("journal.jsonl");
        let journal = |error| {
            let path = journal_path.display().to_string();
            FolderError::Journal { path, error }
        };
        if fresh {
            // First, since this fails if the match is running, and then nothing must be removed.
            MatchJournal::clear(&journal_path).map_err(journal)?;
            clear(path).map_err(io)?;
        }
        let (journal, games) =
            MatchJournal::open(&journal_path, &prepared.terms).map_err(journal)?;
        let pgn_path = path.join("games.pgn");
        // A crash may have left it incomplete: it is written again from the journal.
        let text = GamesFile::new(&prepared.tournament, &style).text(&games);
        write_whole(&pgn_path, text.as_bytes()).map_err(io)?;
        let pgn = OpenOptions::new().append(true).open(pgn_path).map_err(io)?;
        Ok((Self { path: path.to_owned(), journal, pgn, style, logs }, games))
    }

    /// Writes a finished game to disk.
    pub(super) fn add(
        &mut self,
        game: &Finished,
        tournament: &Tournament,
    ) -> Result<(), FolderError> {
        self.try_add(game, tournament).map_err(|error| self.error(error))
    }

    fn try_add(&mut self, game: &Finished, tournament: &Tournament) -> io::Result<()> {
        let keep = match self.logs {
            KeepLogs::None => false,
            KeepLogs::Faults => matches!(game.record.reason, EndReason::Fault(_)),
            KeepLogs::All => true,
        };
        if keep {
            let logs = self.path.join("logs");
            fs::create_dir_all(&logs)?;
            let name = format!("game-{:06}.log", game.record.number + 1);
            fs::write(logs.join(name), &game.transcript)?;
        }
        // The journal comes last, so that a game in it has all its other files.
        let file = GamesFile::new(tournament, &self.style);
        self.pgn.write_all(file.text(std::slice::from_ref(&game.record)).as_bytes())?;
        self.journal.append(&game.record)
    }

    /// Writes `result.json`, and `games.pgn` in the order of the schedule.
    pub(super) fn save(
        &self,
        games: &[GameRecord],
        tournament: &Tournament,
        summary: &MatchSummary,
    ) -> Result<(), FolderError> {
        let save = || {
            let text = GamesFile::new(tournament, &self.style).text(games);
            write_whole(&self.path.join("games.pgn"), text.as_bytes())?;
            let result = format!("{}\n", serde_json::to_string_pretty(summary)?);
            write_whole(&self.path.join("result.json"), result.as_bytes())
        };
        save().map_err(|error| self.error(error))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn error(&self, error: io::Error) -> FolderError {
        FolderError::Io { path: self.path.display().to_string(), error }
    }
}

/// Removes the files that an earlier match left beside its journal, and no others.
fn clear(path: &Path) -> io::Result<()> {
    let missing_is_fine = |outcome: io::Result<()>| match outcome {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        outcome => outcome,
    };
    for name in ["games.pgn", "result.json"] {
        missing_is_fine(fs::remove_file(path.join(name)))?;
    }
    let logs = match fs::read_dir(path.join("logs")) {
        Ok(logs) => logs,
        Err(error) => return missing_is_fine(Err(error)),
    };
    for log in logs {
        let log = log?.path();
        if log.extension().is_some_and(|extension| extension == "log") {
            fs::remove_file(log)?;
        }
    }
    Ok(())
}
