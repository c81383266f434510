//! What a match leaves on disk.
//!
//! `journal.jsonl` is the match; `games.pgn` and `result.json` are made from it and can be thrown away. `logs/` has what
//! was said during games.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;

use super::args::LogWhich;
use super::plan::Plan;
use crate::arena::{Finished, GameRecord, GamesFile, Journal, JournalError, Reason};

/// The folder of a match that is being played.
pub(super) struct Folder<'a> {
    path: PathBuf,
    journal: Journal,
    pgn: File,
    style: GamesFile<'a>,
    log: LogWhich,
}

impl<'a> Folder<'a> {
    /// Opens the folder of a plan, with the games played so far in the order in which they ended.
    pub(super) fn open(
        plan: &'a Plan,
        style: GamesFile<'a>,
        log: LogWhich,
        fresh: bool,
    ) -> anyhow::Result<(Self, Vec<GameRecord>)> {
        let path = plan.folder.clone();
        let place = || format!("cannot use the folder {}", path.display());
        fs::create_dir_all(&path).with_context(place)?;
        let journal_path = path.join("journal.jsonl");
        if fresh {
            // First, so that a match that is being played keeps everything.
            Journal::clear(&journal_path).with_context(|| journal_path.display().to_string())?;
            clear(&path).with_context(place)?;
        }
        let (journal, games) = match Journal::open(&journal_path, &plan.terms) {
            Ok(opened) => opened,
            Err(error @ JournalError::OtherMatch(_)) => bail!(
                "{}: {error}\n  name another folder with --out, or remove its games with --fresh",
                journal_path.display()
            ),
            Err(error) => return Err(error).context(journal_path.display().to_string()),
        };
        let pgn_path = path.join("games.pgn");
        // What a crash left of it does not matter: it is written anew from the journal.
        replace(&pgn_path, &style.text(&games)).with_context(place)?;
        let pgn = OpenOptions::new().append(true).open(pgn_path).with_context(place)?;
        Ok((Self { path, journal, pgn, style, log }, games))
    }

    /// Keeps a finished game.
    pub(super) fn add(&mut self, game: &Finished) -> anyhow::Result<()> {
        let keep = match self.log {
            LogWhich::None => false,
            LogWhich::Faults => matches!(game.record.reason, Reason::Fault(_)),
            LogWhich::All => true,
        };
        if keep {
            let logs = self.path.join("logs");
            fs::create_dir_all(&logs)?;
            let name = format!("game-{:06}.log", game.record.number + 1);
            fs::write(logs.join(name), &game.transcript)?;
        }
        // The journal last: a game that is in it has everything else.
        self.pgn.write_all(self.style.text(std::slice::from_ref(&game.record)).as_bytes())?;
        self.journal.append(&game.record)?;
        Ok(())
    }

    /// Writes the result, and the games in the order of the schedule.
    pub(super) fn finish(
        &self,
        games: &mut [GameRecord],
        result: &impl Serialize,
    ) -> anyhow::Result<()> {
        games.sort_by_key(|game| game.number);
        replace(&self.path.join("games.pgn"), &self.style.text(games))?;
        replace(
            &self.path.join("result.json"),
            &format!("{}\n", serde_json::to_string_pretty(result)?),
        )?;
        Ok(())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Removes what an earlier match left beside its journal, and nothing else.
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

/// Writes a file so that there is always either the old or the new one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let draft = path.with_extension("tmp");
    fs::write(&draft, text)?;
    fs::rename(draft, path)
}
