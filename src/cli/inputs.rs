//! Files of games and positions that a command is given: files, folders, standard input.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;

use crate::notation::collection::{Collection, FileFormat};
use crate::notation::lines::Positions;

/// A format of files, as a word of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Portable game notation, as xiangqi programs have it
    Pgn,
    /// `[DhtmlXQ]` text of web pages and forums
    #[value(alias = "ubb")]
    Dhtmlxq,
    /// Files of `XQStudio`; read only
    Xqf,
    /// A game a line, or numbered moves
    Moves,
    /// A position a line
    #[value(alias = "epd")]
    Fen,
}

impl Format {
    pub(super) const fn file_format(self) -> FileFormat {
        match self {
            Self::Pgn => FileFormat::Pgn,
            Self::Dhtmlxq => FileFormat::DhtmlXq,
            Self::Xqf => FileFormat::Xqf,
            Self::Moves => FileFormat::Moves,
            Self::Fen => FileFormat::Fen,
        }
    }
}

/// Which positions of games are meant, as a word of the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Which {
    /// The one after the last move
    #[default]
    Last,
    /// The one before the first move
    First,
    /// Every one
    All,
}

impl Which {
    pub(super) const fn positions(self) -> Positions {
        match self {
            Self::Last => Positions::Last,
            Self::First => Positions::First,
            Self::All => Positions::All,
        }
    }
}

/// A file to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// What the file is called in reports, and where it is read; `-` is standard input.
    pub(super) path: PathBuf,
    /// Its path below the folder it was found in, or its name.
    pub(super) name: PathBuf,
    /// Whether it was found in a folder rather than named.
    pub(super) found: bool,
}

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub(super) enum InputError {
    /// It cannot be.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("no games: expected PGN, [DhtmlXQ] text, XQF, or lines of moves or FENs")]
    NoGames,
}

impl Input {
    /// Reads the file and finds out its format unless told.
    ///
    /// # Errors
    /// If it cannot be read, or seems to be no file of games.
    pub(super) fn read(&self, format: Option<Format>) -> Result<Collection, InputError> {
        let mut bytes = Vec::new();
        if self.is_stdin() {
            io::stdin().lock().read_to_end(&mut bytes)?;
        } else {
            bytes = fs::read(&self.path)?;
        }
        let name = self.path.to_string_lossy();
        let format = match format {
            Some(format) => format.file_format(),
            None => FileFormat::guess(&name, &bytes).ok_or(InputError::NoGames)?,
        };
        Ok(Collection::new(bytes, format))
    }

    pub(super) fn is_stdin(&self) -> bool {
        self.path == Path::new("-")
    }
}

/// The files that paths stand for: themselves, and of folders all files below whose names end as those of games do, in
/// the order of their names.
///
/// # Errors
/// If there is no such file, or a folder cannot be read.
pub(super) fn expand(paths: &[PathBuf]) -> anyhow::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in paths {
        if path == Path::new("-") {
            inputs.push(Input { path: path.clone(), name: PathBuf::from("stdin"), found: false });
            continue;
        }
        let about = || path.display().to_string();
        if fs::metadata(path).with_context(about)?.is_dir() {
            let before = inputs.len();
            walk(path, path, &mut inputs)?;
            if inputs.len() == before {
                bail!("{}: there is no file of games in this folder", about());
            }
        } else {
            let name = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            inputs.push(Input { path: path.clone(), name, found: false });
        }
    }
    Ok(inputs)
}

fn walk(root: &Path, folder: &Path, inputs: &mut Vec<Input>) -> anyhow::Result<()> {
    let about = || folder.display().to_string();
    let entries = fs::read_dir(folder).with_context(about)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()
        .with_context(about)?;
    paths.sort();
    for path in paths {
        // A link to a folder might lead back up.
        let is_folder = path.is_dir() && !path.is_symlink();
        if is_folder {
            walk(root, &path, inputs)?;
        } else if path.is_file() && is_of_games(&path) {
            let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
            inputs.push(Input { path, name, found: true });
        }
    }
    Ok(())
}

/// Whether a file found in a folder is worth a look.
fn is_of_games(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let is_text = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
    is_text || FileFormat::of_name(&name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_games_are_known_by_their_endings() {
        for name in ["a.pgn", "b.XQF", "c.Fen", "d.txt", "象棋.epd", "e.moves", "f.ubb"] {
            assert!(is_of_games(Path::new(name)), "{name}");
        }
        for name in ["pgn", "a.pgn.bak", "b.exe", "c.nnue"] {
            assert!(!is_of_games(Path::new(name)), "{name}");
        }
    }
}
