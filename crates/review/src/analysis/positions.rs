//! Reads the positions to be searched.

use std::io::{self, Cursor};
use std::ops::ControlFlow;
use std::sync::{Arc, mpsc};
use std::thread;

use serde::Serialize;

use super::expected::{ExpectedMoves, ExpectedMovesError};
use crate::results_file::digest_of;
use chuhe_engine::board::Position;
use chuhe_formats::collection::{FileFormat, ReadError};
use chuhe_formats::encoding::SourceEncoding;
use chuhe_formats::game_files::{GameFile, GameFileError, GameReadError, GameReader};
use chuhe_formats::lines::Positions;
use chuhe_formats::{Game, IllegalGameMove};
use chuhe_util::files;

/// The number of positions read ahead of the searches. Each takes a few kilobytes.
const READ_AHEAD: usize = 64;

/// Files and texts with positions or games, which can be read more than once.
#[derive(Clone, Debug)]
pub struct PositionSource {
    parts: Vec<SourcePart>,
    /// The format of all parts, or `None` to detect the format of each.
    format: Option<FileFormat>,
    which: Positions,
}

#[derive(Clone, Debug)]
enum SourcePart {
    File(GameFile),
    Text { name: String, bytes: Arc<[u8]>, encoding: Option<SourceEncoding> },
}

/// A position to be searched, or the reason why it could not be read.
#[derive(Clone, Debug)]
pub struct QueuedPosition {
    /// The position's number among all positions, counted from 1.
    pub number: u64,
    /// Its origin.
    pub origin: PositionOrigin,
    /// The position with its history, or why it could not be read.
    pub position: Result<Position, PositionReadError>,
    /// The position's task, if it has one, or the error if the task is invalid.
    pub expected: Result<Option<ExpectedMoves>, ExpectedMovesError>,
}

/// Why a position could not be read.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum PositionReadError {
    #[error("{0}")]
    Source(Arc<GameReadError>),
    #[error("game {game}: {error}")]
    Game { game: u64, error: Box<ReadError> },
    #[error("game {game}: {error}")]
    Move { game: u64, error: IllegalGameMove },
}

/// The origin of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionOrigin {
    /// The name of the file or text.
    pub source: String,
    /// The number of the game, or of the line, in that file or text, counted from 1.
    pub game: u64,
    /// The number of plies played before the position in its game.
    pub ply: usize,
}

/// A position that could not be read, and the reason.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}: {error}", origin.source)]
pub struct RefusedPosition {
    /// The position's number among all positions, counted from 1.
    pub number: u64,
    /// Its origin.
    pub origin: PositionOrigin,
    /// The reason.
    pub error: PositionReadError,
}

impl PositionReadError {
    /// Whether a whole file or text could not be read.
    pub const fn is_of_source(&self) -> bool {
        matches!(self, Self::Source(_))
    }

    /// Whether the error concerns only the rest of a game whose beginning is readable.
    pub fn is_rest(&self) -> bool {
        match self {
            Self::Source(_) => false,
            Self::Game { error, .. } => error.salvaged().is_some(),
            Self::Move { .. } => true,
        }
    }
}

impl PositionSource {
    /// Creates an empty source. `format` is the format of all its parts, or `None` to detect the format of each.
    /// `which` selects the positions in each game.
    pub const fn new(format: Option<FileFormat>, which: Positions) -> Self {
        Self { parts: Vec::new(), format, which }
    }

    /// The format of all parts, or `None` if the format of each is detected.
    pub const fn format(&self) -> Option<FileFormat> {
        self.format
    }

    /// Which positions in each game are selected.
    pub const fn which(&self) -> Positions {
        self.which
    }

    /// Adds a file.
    pub fn add_file(&mut self, file: GameFile) {
        self.parts.push(SourcePart::File(file));
    }

    /// Adds the bytes of a text, with a name for reports, and its encoding unless this is to be detected.
    pub fn add_text(
        &mut self,
        name: impl Into<String>,
        bytes: Vec<u8>,
        encoding: Option<SourceEncoding>,
    ) {
        self.parts.push(SourcePart::Text { name: name.into(), bytes: bytes.into(), encoding });
    }

    /// Returns all positions, read on demand by a separate thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn positions(&self) -> io::Result<impl Iterator<Item = QueuedPosition> + Send + use<>> {
        let source = self.clone();
        let (positions, inbox) = mpsc::sync_channel(READ_AHEAD);
        thread::Builder::new().spawn(move || {
            // The receiver no longer exists once the iterator is dropped.
            source.visit(|position| match positions.send(position) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        })?;
        Ok(inbox.into_iter())
    }

    /// Counts all positions, including unreadable ones.
    pub fn count(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// A digest of the names, bytes and given encodings of all parts, in hexadecimal.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn digest(&self) -> Result<String, GameFileError> {
        let mut digests = Vec::new();
        for part in &self.parts {
            let (name, content, encoding) = match part {
                SourcePart::File(file) => {
                    let content = digest_of(&file.path).map_err(|error| GameFileError::Io {
                        path: file.path.display().to_string(),
                        error,
                    })?;
                    let name = files::digest(file.name.as_os_str().as_encoded_bytes());
                    (name, content, file.encoding)
                }
                SourcePart::Text { name, bytes, encoding } => {
                    (files::digest(name.as_bytes()), files::digest(bytes), *encoding)
                }
            };
            let encoding = encoding.map(|encoding| files::digest(encoding.to_string().as_bytes()));
            digests.extend([name, content].into_iter().chain(encoding).map(u64::to_le_bytes));
        }
        Ok(format!("{:016x}", files::digest(digests.as_flattened())))
    }

    /// Calls `see` for every position until `see` breaks.
    fn visit(&self, mut see: impl FnMut(QueuedPosition) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut number = 0;
        for part in &self.parts {
            let source = part.name();
            let mut show = |game, ply, position, expected| {
                number += 1;
                let origin = PositionOrigin { source: source.clone(), game, ply };
                see(QueuedPosition { number, origin, position, expected })
            };
            let games = match part.open(self.format) {
                Ok(Some(games)) => games,
                Ok(None) => continue,
                Err(error) => {
                    let error = PositionReadError::Source(Arc::new(error));
                    show(1, 0, Err(error), Ok(None))?;
                    continue;
                }
            };
            for (game, read) in (1..).zip(games) {
                let (read, error) = match read {
                    Ok(read) => (Some(read), None),
                    Err(error) => {
                        let error = Box::new(error);
                        let salvaged = error.salvaged().cloned();
                        (salvaged, Some(PositionReadError::Game { game, error }))
                    }
                };
                if let Some(read) = &read {
                    self.visit_game(read, |ply, position| {
                        let position =
                            position.map_err(|error| PositionReadError::Move { game, error });
                        let expected =
                            if ply == 0 { ExpectedMoves::of_game(read) } else { Ok(None) };
                        show(game, ply, position, expected)
                    })?;
                }
                if let Some(error) = error {
                    let ply = read.map_or(0, |read| read.line.moves.len());
                    show(game, ply, Err(error), Ok(None))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `see` for the selected positions in a game.
    fn visit_game(
        &self,
        game: &Game,
        mut show: impl FnMut(usize, Result<Position, IllegalGameMove>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut position = game.start.clone();
        let plies = game.line.moves.len();
        if self.which != Positions::Last || plies == 0 {
            show(0, Ok(position.clone()))?;
        }
        if self.which == Positions::First {
            return ControlFlow::Continue(());
        }
        for (ply, mv) in (1..).zip(game.moves()) {
            if let Err(reason) = position.play(mv) {
                return show(ply, Err(IllegalGameMove { ply, mv, reason }));
            }
            if self.which == Positions::All || ply == plies {
                show(ply, Ok(position.clone()))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl SourcePart {
    /// The name of the part in reports.
    fn name(&self) -> String {
        match self {
            Self::File(file) => file.path.display().to_string(),
            Self::Text { name, .. } => name.clone(),
        }
    }

    /// Opens the games in the part. Returns `None` if it was found in a folder and is not a game file.
    fn open(&self, format: Option<FileFormat>) -> Result<Option<GameReader>, GameReadError> {
        match self {
            Self::File(file) => file.open_if_games(format),
            Self::Text { bytes, encoding, .. } => {
                let read = |format| {
                    let source = Box::new(Cursor::new(Arc::clone(bytes)));
                    GameReader::detect("", source, format, *encoding)
                };
                let games = match read(format) {
                    Err(GameReadError::NoGames) if format.is_none() => {
                        read(Some(FileFormat::Moves))?
                    }
                    games => games?,
                };
                Ok(Some(games))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(which: Positions) -> Vec<(u64, u64, usize, bool)> {
        let mut source = PositionSource::new(None, which);
        source.add_text("a", b"h2e2 h9g7\nnonsense h2\n".to_vec(), None);
        source.add_text("b", b"c3c4\n".to_vec(), None);
        assert_eq!(source.count(), source.positions().unwrap().count() as u64);
        let place = |p: QueuedPosition| (p.number, p.origin.game, p.origin.ply, p.position.is_ok());
        source.positions().unwrap().map(place).collect()
    }

    #[test]
    fn positions_and_errors_come_in_order() {
        assert_eq!(places(Positions::Last), [(1, 1, 2, true), (2, 2, 0, false), (3, 1, 1, true)]);
        assert_eq!(places(Positions::First), [(1, 1, 0, true), (2, 2, 0, false), (3, 1, 0, true)]);
        assert_eq!(places(Positions::All).len(), 3 + 1 + 2);
    }

    #[test]
    fn of_a_broken_game_the_positions_before_the_break_come() {
        let mut source = PositionSource::new(None, Positions::Last);
        source.add_text("a", b"h2e2 h9g7 h0g2 e0e9\nc3c4 c6c5\n".to_vec(), None);
        let [last, rest, next] = &source.positions().unwrap().collect::<Vec<_>>()[..] else {
            panic!()
        };
        assert_eq!((last.number, last.origin.ply, last.position.is_ok()), (1, 3, true));
        let error = rest.position.clone().unwrap_err();
        assert_eq!((rest.origin.game, rest.origin.ply, error.is_rest()), (1, 3, true));
        let reason =
            "game 1: line 1: ply 4: \"e0e9\": it is black's turn, but a red king stands on e0";
        assert_eq!(error.to_string(), format!("{reason}; read up to move 3"));
        assert_eq!((next.number, next.origin.game, next.position.is_ok()), (3, 2, true));
    }

    #[test]
    fn a_text_without_anything_is_refused() {
        let mut source = PositionSource::new(None, Positions::Last);
        source.add_text("a", b"# nothing\n".to_vec(), None);
        let [nothing] = &source.positions().unwrap().collect::<Vec<_>>()[..] else { panic!() };
        let error = nothing.position.clone().unwrap_err().to_string();
        assert!(error.starts_with("no games: expected"), "{error}");
    }

    #[test]
    fn another_source_has_another_digest() {
        let digest = |name, bytes: &[u8]| {
            let mut source = PositionSource::new(None, Positions::Last);
            source.add_text(name, bytes.to_vec(), None);
            source.digest().unwrap()
        };
        assert_eq!(digest("a", b"bc"), digest("a", b"bc"));
        assert_ne!(digest("a", b"bc"), digest("ab", b"c"));
        assert_ne!(digest("a", b"bc"), digest("a", b"bd"));
    }
}
