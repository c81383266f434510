//! Loading and saving games.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chuhe_engine::board::Position;
use chuhe_engine::engine::skill::PlayingStrength;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::types::Color;
use chuhe_files::write_whole;
use chuhe_formats::collection::{Collection, FileFormat, ReadError};
use chuhe_formats::game_files::{GameFile, GameReadError};
use chuhe_formats::{Game, IllegalGameMove, Outcome, WriteError, pgn};

/// The engine's name in records, before version and strength.
const ENGINE: &str = "chuhe";
const PERSON: &str = "Person";

/// Why a game cannot be loaded or saved.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read or written.
    #[error("{}: {}", path.display(), chuhe_files::reason(.error))]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The format of the file is not recognised.
    #[error("{}: {}", .0.display(), GameReadError::NoGames)]
    NoGames(PathBuf),
    /// Nothing of the first game of the file can be read.
    #[error("{}: {error}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// The error of the game.
        error: ReadError,
    },
    /// A move of the game is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalGameMove),
    /// The file exists, and this game did not come from it.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// The game cannot be written as PGN.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The files in which games are saved: the system's, or those of a host.
pub trait GameFiles: fmt::Debug + Send + Sync {
    /// Whether there is such a file.
    fn exists(&self, path: &Path) -> bool;

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&self, path: &Path, text: &str) -> io::Result<()>;
}

/// The files of the system.
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
    /// The number of games in the file; this one is the first.
    pub count: usize,
    /// The error that cut the game short; none if all of it was read.
    pub broken: Option<ReadError>,
    is_pgn: bool,
}

impl LoadedGame {
    /// Reads the first game of a file in any format of [`FileFormat`], a broken one up to the break. Such a game has no
    /// result: it continues at the break.
    ///
    /// # Errors
    /// If the file cannot be read, or nothing of its first game can.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let bytes = GameFile::new(path).bytes();
        Self::of_file(path, bytes.map_err(|error| FileError::Io { path: path.into(), error })?)
    }

    /// Like [`LoadedGame::read`], from the bytes of a file.
    ///
    /// # Errors
    /// If nothing of its first game can be read.
    pub fn of_file(path: &Path, bytes: Vec<u8>) -> Result<Self, FileError> {
        let name = path.to_string_lossy();
        let format = FileFormat::guess(&name, &bytes);
        let format = format.ok_or_else(|| FileError::NoGames(path.into()))?;
        let is_pgn = FileFormat::of_name(&name) == Some(FileFormat::Pgn);
        Self::of_collection(&Collection::new(bytes, format), path, 1, is_pgn)
    }

    /// Like [`LoadedGame::read`], for game `number` (from 1) of a file given as bytes. The name may determine the
    /// format. Saving overwrites no file of that name.
    ///
    /// # Errors
    /// If there is no such game, or nothing of it can be read.
    pub fn of_bytes(name: &str, bytes: Vec<u8>, number: usize) -> Result<Self, FileError> {
        let path = Path::new(name);
        let no_games = || FileError::NoGames(path.into());
        let format = FileFormat::guess(name, &bytes).ok_or_else(no_games)?;
        Self::of_collection(&Collection::new(bytes, format), path, number, false)
    }

    fn of_collection(
        collection: &Collection,
        path: &Path,
        number: usize,
        is_pgn: bool,
    ) -> Result<Self, FileError> {
        let no_games = || FileError::NoGames(path.into());
        let mut games = collection.games();
        let game = number.checked_sub(1).and_then(|before| games.nth(before));
        let (game, broken) = match game.ok_or_else(no_games)? {
            Ok(game) => (game, None),
            Err(error) => match error.salvaged() {
                Some(game) => (Game { outcome: Outcome::Unknown, ..game.clone() }, Some(error)),
                None => return Err(FileError::Broken { path: path.into(), error }),
            },
        };
        Ok(Self { game, path: path.into(), count: number + games.count(), broken, is_pgn })
    }

    /// The engine's strength in the record, if present.
    #[must_use]
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

    /// Whether the file is a PGN file that holds only this game, all of which was read, so that saving may overwrite it.
    #[must_use]
    pub const fn is_alone(&self) -> bool {
        self.count == 1 && self.is_pgn && self.broken.is_none()
    }

    /// Whether it is a game of two people who shared the board.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        ["Red", "Black"].into_iter().all(|tag| self.game.tag(tag) == Some(PERSON))
    }

    /// The person's side: the one that the engine did not play, or else the side to move.
    #[must_use]
    pub fn person(&self) -> Color {
        let is_engine = |tag| self.game.tag(tag).is_some_and(|name| name.starts_with(ENGINE));
        match (is_engine("Red"), is_engine("Black")) {
            (true, false) => Color::Black,
            (false, true) => Color::Red,
            _ if self.game.line.moves.len().is_multiple_of(2) => self.game.start.side_to_move(),
            _ => !self.game.start.side_to_move(),
        }
    }
}

/// This moment, by the clock that browsers have as well.
fn today() -> jiff::Timestamp {
    let now = chuhe_engine::clock::since_1970();
    jiff::Timestamp::from_second(now.as_secs() as i64).unwrap_or_default()
}

/// The record of a new game, with today's date.
pub(super) fn new_record(start: Position) -> Game {
    let mut game = Game::new(start);
    game.set_tag("Event", "Casual game");
    game.set_tag("Date", today().strftime("%Y.%m.%d").to_string());
    game
}

/// The names of the players for the record, unless it has others. Without `person` both sides are people.
pub(super) fn player_names(
    record: &Game,
    person: Option<Color>,
    strength: PlayingStrength,
) -> Vec<(&'static str, String)> {
    let mut names = Vec::new();
    for (tag, color) in [("Red", Color::Red), ("Black", Color::Black)] {
        let name = record.tag(tag).unwrap_or("?");
        if name == "?" || name == PERSON || name.starts_with(ENGINE) {
            let engine = || format!("{ENGINE} {} {strength}", env!("CARGO_PKG_VERSION"));
            names.push((
                tag,
                if person.is_none_or(|person| color == person) {
                    PERSON.to_owned()
                } else {
                    engine()
                },
            ));
        }
    }
    names
}

/// The files of a game.
#[derive(Debug)]
pub(super) struct Saves {
    files: Arc<dyn GameFiles>,
    /// The game is written here after every change.
    autosave: Option<PathBuf>,
    /// Files that hold only this game.
    owned: Vec<PathBuf>,
    is_saved: bool,
    save_failed: bool,
}

impl Saves {
    /// Nothing is unsaved yet. `own` is the file that holds only this game, if any.
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

    /// Another game starts. `own` is the file that holds only that game, if any. [`Saves::save_failed`] does not
    /// change.
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

    /// Where the game is saved if no file is named.
    pub(super) fn default_file(&self) -> Option<&Path> {
        self.autosave.as_deref().or_else(|| self.owned.last().map(PathBuf::as_path))
    }

    /// The game has changed: saves it if autosave is on.
    pub(super) fn changed(&mut self, record: &Game, format: MoveFormat) -> Result<(), FileError> {
        self.is_saved = false;
        match self.autosave.clone() {
            Some(path) => self.write(&path, record, format),
            None => Ok(()),
        }
    }

    /// Saves the game in a file that does not exist, or that holds this game.
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

    /// Saves the game in a new file now and after every later change. Its previous file stays as it is.
    pub(super) fn keep_in(
        &mut self,
        path: PathBuf,
        record: &Game,
        format: MoveFormat,
    ) -> Result<(), FileError> {
        self.save(&path, record, format)?;
        self.autosave = Some(path);
        Ok(())
    }

    fn write(&mut self, path: &Path, record: &Game, format: MoveFormat) -> Result<(), FileError> {
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
