//! Loads and saves games.

use std::fmt;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Opponent;
use chuhe_engine::engine::skill::PlayingStrength;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::types::Color;
use chuhe_formats::collection::{Collection, FileFormat, ReadError};
use chuhe_formats::game_files::{GameFile, GameReadError};
use chuhe_formats::{Game, IllegalGameMove, Outcome, WriteError, pgn};
use chuhe_util::files::write_whole;

/// The engine's name in records. Its version and strength follow.
const ENGINE: &str = "chuhe";
/// A person's name in records.
pub(super) const PERSON: &str = "Person";

/// Why a game cannot be loaded or saved.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum FileError {
    #[error("{}: {}", path.display(), chuhe_util::files::reason(.error))]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: {}", .0.display(), GameReadError::NoGames)]
    NoGames(PathBuf),
    #[error("{}: {error}", path.display())]
    Broken { path: PathBuf, error: ReadError },
    #[error(transparent)]
    Illegal(#[from] IllegalGameMove),
    /// The file exists, and this game was neither read from it nor saved in it.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Where games are saved: in the system's files, or in a substitute that a host provides.
pub trait GameFiles: fmt::Debug + Send + Sync {
    /// Whether this file exists.
    fn exists(&self, path: &Path) -> bool;

    /// Writes a file completely or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn write(&self, path: &Path, text: &str) -> io::Result<()>;
}

/// The system's files.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemFiles;

impl GameFiles for SystemFiles {
    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        write_whole(path, text.as_bytes())
    }
}

/// A game from a file.
#[derive(Clone, Debug)]
pub struct LoadedGame {
    /// The game.
    pub game: Game,
    /// The file.
    pub path: PathBuf,
    /// The number of games in the file.
    pub count: usize,
    /// The error at which reading stopped; `None` if the whole game was read.
    pub broken: Option<ReadError>,
    is_pgn: bool,
}

impl LoadedGame {
    /// Reads the first game in a file, in any format of [`FileFormat`]. A broken game is read up to the error; it gets
    /// no result and can be continued from there.
    ///
    /// # Errors
    /// If the file cannot be read, or no part of its first game is readable.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let bytes = GameFile::new(path).bytes();
        Self::of_file(path, bytes.map_err(|error| FileError::Io { path: path.into(), error })?)
    }

    /// Like [`LoadedGame::read`], but from the bytes of a file.
    ///
    /// # Errors
    /// If no part of the first game can be read.
    pub fn of_file(path: &Path, bytes: Vec<u8>) -> Result<Self, FileError> {
        let name = path.to_string_lossy();
        let format = FileFormat::guess(&name, &bytes);
        let format = format.ok_or_else(|| FileError::NoGames(path.into()))?;
        let is_pgn = FileFormat::of_name(&name) == Some(FileFormat::Pgn);
        Self::of_collection(&Collection::new(bytes, format), path, 1, is_pgn)
    }

    /// Like [`LoadedGame::read`], but reads game `number` (starting at 1) from the bytes of a file. `name` helps to
    /// detect the format; saving never overwrites a file with that name.
    ///
    /// # Errors
    /// If there is no such game, or no part of it can be read.
    pub fn of_bytes(name: &str, bytes: Vec<u8>, number: usize) -> Result<Self, FileError> {
        let path = Path::new(name);
        let format = FileFormat::guess(name, &bytes);
        let format = format.ok_or_else(|| FileError::NoGames(path.into()))?;
        Self::of_collection(&Collection::new(bytes, format), path, number, false)
    }

    fn of_collection(
        collection: &Collection,
        path: &Path,
        number: usize,
        is_pgn: bool,
    ) -> Result<Self, FileError> {
        let mut games = collection.games();
        let game = number.checked_sub(1).and_then(|before| games.nth(before));
        let (game, broken) = match game.ok_or_else(|| FileError::NoGames(path.into()))? {
            Ok(game) => (game, None),
            Err(error) => match error.salvaged() {
                Some(game) => (Game { outcome: Outcome::Unknown, ..game.clone() }, Some(error)),
                None => return Err(FileError::Broken { path: path.into(), error }),
            },
        };
        Ok(Self { game, path: path.into(), count: number + games.count(), broken, is_pgn })
    }

    /// The engine's strength, if the record names it.
    pub fn strength(&self) -> Option<PlayingStrength> {
        let names = ["Red", "Black"].into_iter().filter_map(|tag| self.game.tag(tag));
        let engine = names.into_iter().find(|name| name.starts_with(ENGINE))?;
        let mut words = engine.rsplit(' ');
        let number = words.next()?.parse().ok()?;
        let strength = match words.next()? {
            "level" => PlayingStrength::Level(number),
            "rating" => PlayingStrength::Elo(number),
            _ => return None,
        };
        strength.exists().then_some(strength)
    }

    /// Whether the file is a PGN file that contains only this game, and all of it was read, so saving may overwrite the
    /// file.
    pub const fn is_alone(&self) -> bool {
        self.count == 1 && self.is_pgn && self.broken.is_none()
    }

    /// Whether two people played the game on a shared board.
    pub fn is_shared(&self) -> bool {
        ["Red", "Black"].into_iter().all(|tag| self.game.tag(tag) == Some(PERSON))
    }

    /// The user's side: the side that the engine did not play or, if the record does not determine it, the side to
    /// move.
    pub fn person(&self) -> Color {
        let is_engine = |tag| self.game.tag(tag).is_some_and(|name| name.starts_with(ENGINE));
        let is_person = |tag| self.game.tag(tag) == Some(PERSON);
        match (is_engine("Red"), is_engine("Black")) {
            (true, false) => Color::Black,
            (false, true) => Color::Red,
            _ if is_person("Red") != is_person("Black") => {
                if is_person("Red") {
                    Color::Red
                } else {
                    Color::Black
                }
            }
            _ if self.game.line.moves.len().is_multiple_of(2) => self.game.start.side_to_move(),
            _ => !self.game.start.side_to_move(),
        }
    }
}

/// The current time, from a clock that browsers also provide.
fn today() -> jiff::Timestamp {
    let now = chuhe_engine::clock::since_1970();
    jiff::Timestamp::from_second(now.as_secs() as i64).unwrap_or_default()
}

/// Completes the record of a new game, with today's date.
pub(super) fn new_record(mut game: Game) -> Game {
    game.set_tag("Event", "Casual game");
    game.set_tag("Date", today().strftime("%Y.%m.%d").to_string());
    game
}

/// The engine's name for the record: another engine's own, or that of this one with its version and strength.
pub(super) fn engine_name(opponent: &Opponent) -> String {
    let own = || format!("{ENGINE} {} {}", env!("CARGO_PKG_VERSION"), opponent.strength());
    opponent.other_name().map_or_else(own, str::to_owned)
}

/// The players' names for the record. A side to which the record gives another name is left out. If `person` is `None`,
/// both sides are people.
pub(super) fn player_names(
    record: &Game,
    person: Option<Color>,
    engine: &str,
) -> Vec<(&'static str, String)> {
    let mut names = Vec::new();
    for (tag, color) in [("Red", Color::Red), ("Black", Color::Black)] {
        let name = record.tag(tag).unwrap_or("?");
        if name == "?" || name == PERSON || name.starts_with(ENGINE) {
            let name = if person.is_none_or(|person| color == person) {
                PERSON.to_owned()
            } else {
                engine.to_owned()
            };
            names.push((tag, name));
        }
    }
    names
}

/// The files in which a game is saved.
#[derive(Debug)]
pub(super) struct Saves {
    files: Arc<dyn GameFiles>,
    /// The file that is written after every change.
    autosave: Option<PathBuf>,
    /// Files that contain only this game.
    owned: Vec<PathBuf>,
    is_saved: bool,
    save_failed: bool,
}

impl Saves {
    /// Creates the list of files for a game that has no unsaved changes. `own` is the file that contains only this
    /// game, if any.
    ///
    /// # Errors
    /// If the autosave file exists and is not `own`.
    pub(super) fn new(
        files: Arc<dyn GameFiles>,
        autosave: Option<PathBuf>,
        own: Option<PathBuf>,
    ) -> Result<Self, FileError> {
        if let Some(path) = &autosave
            && autosave != own
            && files.exists(path)
        {
            return Err(FileError::Exists(path.clone()));
        }
        let owned = own.into_iter().collect();
        Ok(Self { files, autosave, owned, is_saved: true, save_failed: false })
    }

    /// Prepares for another game. `own` is the file that contains only that game, if any. [`Saves::save_failed`] keeps
    /// its value.
    pub(super) fn next_game(&mut self, own: Option<PathBuf>) {
        self.autosave = None;
        self.owned = own.into_iter().collect();
        self.is_saved = true;
    }

    /// The file that is written after every change.
    pub(super) fn autosave(&self) -> Option<&Path> {
        self.autosave.as_deref()
    }

    pub(super) const fn is_saved(&self) -> bool {
        self.is_saved
    }

    pub(super) const fn save_failed(&self) -> bool {
        self.save_failed
    }

    /// The file in which the game is saved if none is named.
    pub(super) fn default_file(&self) -> Option<&Path> {
        self.autosave.as_deref().or_else(|| self.owned.last().map(PathBuf::as_path))
    }

    /// Records that the game has changed, and saves it if autosave is on.
    pub(super) fn changed(&mut self, record: &Game, format: MoveFormat) -> Result<(), FileError> {
        self.is_saved = false;
        match self.autosave.clone() {
            Some(path) => self.write(&path, record, format),
            None => Ok(()),
        }
    }

    /// Saves the game in a new file or in one that contains only this game.
    pub(super) fn save(
        &mut self,
        path: &Path,
        record: &Game,
        format: MoveFormat,
    ) -> Result<(), FileError> {
        let holds_this_game =
            self.autosave.as_deref() == Some(path) || self.owned.iter().any(|own| own == path);
        if !holds_this_game && self.files.exists(path) {
            return Err(FileError::Exists(path.to_owned()));
        }
        self.write(path, record, format)?;
        self.owned.push(path.to_owned());
        Ok(())
    }

    /// Saves the game in a new file of `files`, now and after every later change. The previous file is no longer written.
    pub(super) fn keep_in(
        &mut self,
        path: PathBuf,
        files: Arc<dyn GameFiles>,
        record: &Game,
        format: MoveFormat,
    ) -> Result<(), FileError> {
        let last = mem::replace(&mut self.files, files);
        let saved = self.save(&path, record, format);
        match &saved {
            Ok(()) => self.autosave = Some(path),
            Err(_) => self.files = last,
        }
        saved
    }

    fn write(&mut self, path: &Path, record: &Game, format: MoveFormat) -> Result<(), FileError> {
        // The screen shows h2e2, but records have a form of their own.
        let format = if format == MoveFormat::Coordinates { MoveFormat::Iccs } else { format };
        let written = pgn::write(record, format).map_err(FileError::from).and_then(|text| {
            self.files
                .write(path, &text)
                .map_err(|error| FileError::Io { path: path.to_owned(), error })
        });
        self.is_saved = written.is_ok();
        self.save_failed = written.is_err();
        written
    }
}
