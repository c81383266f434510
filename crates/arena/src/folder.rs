//! The folder of a match.
//!
//! `journal.jsonl` is the record of the match. `games.pgn` and `result.json` are generated from it and can be deleted;
//! `logs/` contains conversations with the engines. While games are played, [`live.json`](super::live) shows the
//! current boards. A [`MatchReader`](super::MatchReader) reads such a folder, even while another process plays.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::contest::MatchError;
use super::games_file::{GamesFile, PgnStyle};
use super::journal::{JOURNAL_FILE, MatchJournal};
use super::live::LIVE_FILE;
use super::plan::PreparedMatch;
use super::record::{EndReason, GameRecord};
use super::summary::MatchSummary;
use super::tournament::{FinishedGame, Tournament};
use chuhe_util::files;
use chuhe_util::files::write_whole;
use serde::{Deserialize, Serialize};

/// The game file in a match's folder.
const PGN_FILE: &str = "games.pgn";
/// The file with the result in a match's folder.
pub(super) const RESULT_FILE: &str = "result.json";

/// The games whose conversations with the engines are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum KeepLogs {
    /// No games
    None,
    /// Games lost through an engine's fault, such as a crash or an illegal move
    #[default]
    Faults,
    /// All games
    All,
}

/// The folder of a running match.
#[derive(Debug)]
pub(super) struct MatchFolder {
    path: PathBuf,
    journal: MatchJournal,
    style: PgnStyle,
    logs: KeepLogs,
}

impl MatchFolder {
    /// Opens the folder and returns its games, in the order in which they ended. If `fresh` is set, they are removed
    /// first.
    pub(super) fn open(
        path: &Path,
        prepared: &PreparedMatch,
        style: PgnStyle,
        logs: KeepLogs,
        fresh: bool,
    ) -> Result<(Self, Vec<GameRecord>), MatchError> {
        files::make_folder(path).map_err(|error| failed(path, error))?;
        let journal_path = path.join(JOURNAL_FILE);
        let failed_journal = |error| {
            let path = journal_path.display().to_string();
            MatchError::Journal { path, error }
        };
        if fresh {
            // The journal is cleared first because this fails if the match is running, and then nothing may be removed.
            MatchJournal::clear(&journal_path).map_err(failed_journal)?;
            clear(path)?;
        }
        let (journal, games) =
            MatchJournal::open(&journal_path, &prepared.terms).map_err(failed_journal)?;
        // Left by a match that was killed; if no game is left to play, nothing would replace it.
        remove(&path.join(LIVE_FILE))?;
        // The result is written only at the end of the match, but if its path cannot be written, this should be
        // reported now.
        let result = path.join(RESULT_FILE);
        files::check_writable(&result).map_err(|error| failed(&result, error))?;
        let pgn = path.join(PGN_FILE);
        // A crash may have left `games.pgn` incomplete, so it is rewritten from the journal.
        let text = GamesFile::new(&prepared.tournament, &style).text(&games);
        write_whole(&pgn, text.as_bytes()).map_err(|error| failed(&pgn, error))?;
        Ok((Self { path: path.to_owned(), journal, style, logs }, games))
    }

    /// Writes a finished game to disk.
    pub(super) fn add(
        &mut self,
        game: &FinishedGame,
        tournament: &Tournament,
    ) -> Result<(), MatchError> {
        let keep = match self.logs {
            KeepLogs::None => false,
            KeepLogs::Faults => matches!(game.record.reason, EndReason::Fault(_)),
            KeepLogs::All => true,
        };
        if keep {
            let logs = self.path.join("logs");
            let log = logs.join(format!("game-{:06}.log", game.record.number + 1));
            files::make_folder(&logs)
                .and_then(|()| write_whole(&log, &game.transcript))
                .map_err(|error| failed(&log, error))?;
        }
        // The journal is written last, so that every game in it has all its other files.
        let file = GamesFile::new(tournament, &self.style);
        let text = file.text(std::slice::from_ref(&game.record));
        // `games.pgn` is not kept open: some systems cannot replace open files, and a handle that stays open would
        // still refer to the file that was replaced.
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        files::open(&self.path.join(PGN_FILE), &options)
            .and_then(|mut pgn| pgn.write_all(text.as_bytes()))
            .and_then(|()| self.journal.append(&game.record))
            .map_err(|error| failed(&self.path, error))
    }

    /// Writes `result.json`, and `games.pgn` in the order of the schedule.
    pub(super) fn save(
        &self,
        games: &[GameRecord],
        tournament: &Tournament,
        summary: &MatchSummary,
    ) -> Result<(), MatchError> {
        let result = serde_json::to_string_pretty(summary)
            .map_err(|error| failed(&self.path, error.into()))?;
        let text = GamesFile::new(tournament, &self.style).text(games);
        for (name, text) in [(PGN_FILE, text), (RESULT_FILE, result + "\n")] {
            let path = self.path.join(name);
            write_whole(&path, text.as_bytes()).map_err(|error| failed(&path, error))?;
        }
        Ok(())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

fn failed(path: &Path, error: io::Error) -> MatchError {
    MatchError::Io { path: path.display().to_string(), error }
}

/// Removes the files that an earlier match has left, except its journal, and leaves all other files alone.
fn clear(path: &Path) -> Result<(), MatchError> {
    for name in [PGN_FILE, RESULT_FILE] {
        remove(&path.join(name))?;
    }
    let logs = path.join("logs");
    let entries = match fs::read_dir(&logs) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(|error| failed(&logs, error))?,
    };
    for entry in entries {
        let log = entry.map_err(|error| failed(&logs, error))?.path();
        if log.extension().is_some_and(|extension| extension == "log") {
            remove(&log)?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> Result<(), MatchError> {
    match files::check_regular(path).and_then(|()| fs::remove_file(path)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(|error| failed(path, error)),
    }
}
