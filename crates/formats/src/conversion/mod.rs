//! Converts game files from one format and notation to another.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use chuhe_engine::notation::MoveFormat;
//! use chuhe_formats::collection::Target;
//! use chuhe_formats::conversion::{ConversionOutput, convert};
//! use chuhe_formats::encoding::Encoding;
//! use chuhe_formats::game_files::GameFile;
//!
//! let path = std::env::temp_dir().join(format!("chuhe-conversion-{}.moves", std::process::id()));
//! std::fs::write(&path, "炮二平五 马8进7\n")?;
//! let target = Target::Moves(MoveFormat::Wxf);
//! let mut text = Vec::new();
//! let mut output = ConversionOutput::stream(&mut text, target.file_format(), Encoding::Utf8);
//! let files = [GameFile::new(&path)];
//! let summary = convert(&files, None, target, &mut output, |_, _| ControlFlow::Continue(()))?;
//! assert_eq!((summary.games, summary.games_refused), (1, 0));
//! assert_eq!(String::from_utf8(text)?, "C2.5 H8+7\n");
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod output;
mod writer;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;

pub use self::output::{ConversionOutput, OutputError, OutputPlace};
pub use self::writer::GameWriter;
use super::collection::{FileFormat, ReadError, Target};
use super::game::WriteError;
use super::game_files::{GameFile, GameReadError};
use super::losses::Losses;

/// An event concerning a file or a game. Games are counted from 1 in each file.
#[derive(Debug)]
pub enum ConversionEvent<'a> {
    /// A file found in a folder contains no games.
    FileSkipped,
    /// A file cannot be read at all.
    FileRefused(&'a GameReadError),
    /// No part of a game can be read.
    GameUnreadable {
        /// The game's number.
        game: usize,
        /// The reason.
        error: &'a ReadError,
    },
    /// Part of a game cannot be read; another event follows for the rest.
    GameBroken {
        /// The game's number.
        game: usize,
        /// The reason.
        error: &'a ReadError,
    },
    /// A game cannot be written.
    GameUnwritable {
        /// The game's number.
        game: usize,
        /// The reason.
        error: &'a WriteError,
    },
    /// A game was written.
    GameConverted {
        /// The game's number.
        game: usize,
        /// What the output format cannot hold.
        losses: Losses,
    },
}

/// The totals of a conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ConversionSummary {
    /// Files read, including refused ones.
    pub files: usize,
    /// Files that could not be read.
    pub files_refused: usize,
    /// Files found in folders that contain no games.
    pub files_without_games: usize,
    /// Files written; 0 if the games go to a stream.
    pub files_written: usize,
    /// Games written, including partly readable ones.
    pub games: usize,
    /// Partly readable games.
    pub games_broken: usize,
    /// Games that could not be read or written.
    pub games_refused: usize,
    /// Games with losses.
    pub games_with_losses: usize,
    /// The sum of all losses.
    pub left_out: Losses,
    /// Whether the observer stopped the conversion before the last game.
    pub interrupted: bool,
}

impl ConversionSummary {
    /// Whether every game was converted: no file or game was refused, no game was broken, and the conversion was not
    /// interrupted.
    pub const fn all_converted(&self) -> bool {
        self.files_refused + self.games_broken + self.games_refused == 0 && !self.interrupted
    }

    /// Whether there was nothing to convert: no game, and nothing that could not be read.
    pub const fn is_empty(&self) -> bool {
        self.games + self.files_refused + self.games_refused == 0 && !self.interrupted
    }

    fn count(&mut self, event: &ConversionEvent<'_>) {
        match event {
            ConversionEvent::FileSkipped => {
                self.files -= 1;
                self.files_without_games += 1;
            }
            ConversionEvent::FileRefused(_) => self.files_refused += 1,
            ConversionEvent::GameUnreadable { .. } | ConversionEvent::GameUnwritable { .. } => {
                self.games_refused += 1;
            }
            ConversionEvent::GameBroken { .. } => self.games_broken += 1,
            ConversionEvent::GameConverted { losses, .. } => {
                self.games += 1;
                if !losses.is_empty() {
                    self.games_with_losses += 1;
                    self.left_out += *losses;
                }
            }
        }
    }
}

/// Converts as many games as possible. A broken game is converted up to the error, with a comment there if the format
/// allows it. `observe` receives the events of each file and game, with the path of the file; the conversion stops if
/// it returns `Break`. Finished files are kept.
///
/// # Errors
/// If the games cannot be written. The file being written then keeps its old contents.
pub fn convert(
    files: &[GameFile],
    from: Option<FileFormat>,
    target: Target,
    output: &mut ConversionOutput<impl Write>,
    mut observe: impl FnMut(&Path, &ConversionEvent<'_>) -> ControlFlow<()>,
) -> Result<ConversionSummary, OutputError> {
    let mut summary = ConversionSummary::default();
    for file in files {
        summary.files += 1;
        let went_on =
            convert_file(file, from, target, output, &mut |event: ConversionEvent<'_>| {
                summary.count(&event);
                observe(&file.path, &event)
            })?;
        if went_on.is_break() {
            summary.interrupted = true;
            break;
        }
    }
    summary.files_written =
        if summary.interrupted { output.abandon()? } else { output.finish()? };
    Ok(summary)
}

/// Converts the games in a file. Returns `Break` if `tell` does.
fn convert_file(
    file: &GameFile,
    from: Option<FileFormat>,
    target: Target,
    output: &mut ConversionOutput<impl Write>,
    tell: &mut impl FnMut(ConversionEvent<'_>) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, OutputError> {
    let games = match file.open_if_games(from) {
        Ok(Some(games)) => games,
        Ok(None) => return Ok(tell(ConversionEvent::FileSkipped)),
        Err(error) => return Ok(tell(ConversionEvent::FileRefused(&error))),
    };
    output.begin(file)?;
    for (game, read) in (1..).zip(games) {
        let read = match read {
            Ok(read) => read,
            Err(error) => {
                let told = tell(match error.salvaged() {
                    Some(_) => ConversionEvent::GameBroken { game, error: &error },
                    None => ConversionEvent::GameUnreadable { game, error: &error },
                });
                if told.is_break() {
                    return Ok(told);
                }
                let salvaged = if target.holds_comments() {
                    error.into_noted()
                } else {
                    error.into_salvaged()
                };
                let Some(salvaged) = salvaged else { continue };
                salvaged
            }
        };
        let told = match target.write(&read) {
            Ok((written, losses)) => {
                output.write(&written)?;
                tell(ConversionEvent::GameConverted { game, losses })
            }
            Err(error) => tell(ConversionEvent::GameUnwritable { game, error: &error }),
        };
        if told.is_break() {
            return Ok(told);
        }
    }
    output.end()?;
    Ok(ControlFlow::Continue(()))
}
