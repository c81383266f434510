//! Reads the games to be annotated from files, one by one.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use super::{AnnotationError, remarks};
use chuhe_engine::notation::MoveFormat;
use chuhe_formats::collection::{FileFormat, FilePlace, ReadError};
use chuhe_formats::game_files::{GameFile, GameReader};
use chuhe_formats::{Game, pgn};
use chuhe_util::files;

/// The number of games read ahead of the searches.
const READ_AHEAD: usize = 4;

/// Game files, with the choice of games to annotate. A source can be read more than once.
#[derive(Clone, Debug)]
pub struct GameSource {
    /// Each file, with the prefix of the names of its output files.
    files: Vec<(GameFile, PathBuf)>,
    /// The format of all files, or `None` to detect the format of each.
    format: Option<FileFormat>,
    choice: GameChoice,
    /// A game that does not come from a file.
    game: Option<Game>,
}

/// Which games in a file to annotate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameChoice {
    /// The first game.
    First,
    /// The game with this number, counted from 1.
    Nth(NonZero<usize>),
    /// All games.
    All,
}

/// A game to annotate, or the reason why it cannot be annotated.
#[derive(Debug)]
pub struct QueuedGame {
    /// Its origin.
    pub origin: GameOrigin,
    /// The game, or its readable part.
    pub game: Result<Game, AnnotationError>,
    /// Why part of the game is missing; `None` if the game is complete.
    pub unread: Option<ReadError>,
}

/// The origin of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOrigin {
    /// The file, or an empty path for a game that does not come from a file.
    pub path: PathBuf,
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The number of the game among all games of its source, from 1.
    pub place: u64,
    /// The number of other games in the file, if only one was chosen.
    pub others: usize,
    /// The name, without an extension, of the output file for the game. It is unique within the source.
    pub name: PathBuf,
    /// A digest of the game's content; 0 if it is unreadable.
    pub digest: u64,
}

impl GameSource {
    /// Creates a source from files. `format` is the format of all files, or `None` to detect the format of each.
    pub fn new(files: Vec<GameFile>, format: Option<FileFormat>, choice: GameChoice) -> Self {
        let mut taken = HashSet::new();
        let files = files.into_iter().map(|file| {
            let name = free_name(&file.name, &mut taken);
            (file, name)
        });
        Self { files: files.collect(), format, choice, game: None }
    }

    /// Returns all games, read on demand by a separate thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn games(&self) -> io::Result<impl Iterator<Item = QueuedGame> + Send + use<>> {
        let source = self.clone();
        let (games, inbox) = mpsc::sync_channel(READ_AHEAD);
        thread::Builder::new().spawn(move || {
            // The receiver no longer exists once the iterator is dropped.
            source.visit(|game| match games.send(game) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        })?;
        Ok(inbox.into_iter())
    }

    /// Counts the positions in all games that `is_wanted` accepts.
    pub fn positions(&self, is_wanted: impl Fn(&GameOrigin) -> bool) -> u64 {
        let mut positions = 0;
        let _ = self.visit(|QueuedGame { origin, game, .. }| {
            let game = game.ok().filter(|_| is_wanted(&origin));
            positions += game.map_or(0, |game| game.line.moves.len() as u64 + 1);
            ControlFlow::Continue(())
        });
        positions
    }

    /// Whether the source can be read more than once, which standard input cannot.
    pub fn is_lasting(&self) -> bool {
        !self.files.iter().any(|(file, _)| file.is_stdin())
    }

    /// A digest of the contents of all games, in hexadecimal.
    pub(super) fn digest(&self) -> String {
        let mut digest = files::Digest::new();
        let _ = self.visit(|QueuedGame { origin, game, .. }| {
            let refused = game.err().map(|error| error.to_string()).unwrap_or_default();
            let known = format!("{origin} {} {:x} {refused}\n", origin.others, origin.digest);
            digest.update(known.as_bytes());
            ControlFlow::Continue(())
        });
        format!("{:016x}", digest.value())
    }

    fn visit(&self, mut see: impl FnMut(QueuedGame) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut place = 0;
        let mut see = |queued: QueuedGame| {
            place += 1;
            see(QueuedGame { origin: GameOrigin { place, ..queued.origin }, ..queued })
        };
        for (file, name) in &self.files {
            let origin = |number, others| GameOrigin {
                path: file.path.clone(),
                number,
                place: 0,
                others,
                name: numbered(name, number),
                digest: 0,
            };
            let games = match file.open_if_games(self.format) {
                Ok(Some(games)) => games,
                // Folders of games may contain readme files.
                Ok(None) => continue,
                Err(error) => {
                    see(QueuedGame::refused(origin(1, 0), error.into()))?;
                    continue;
                }
            };
            match self.choice {
                GameChoice::All => {
                    for (number, game) in (1..).zip(games) {
                        see(QueuedGame::read(origin(number, 0), game))?;
                    }
                }
                GameChoice::First => see(one(games, 1, origin))?,
                GameChoice::Nth(number) => see(one(games, number.get(), origin))?,
            }
        }
        match &self.game {
            Some(game) => see(QueuedGame::from(game.clone())),
            None => ControlFlow::Continue(()),
        }
    }
}

/// A game that does not come from a file.
impl From<Game> for GameSource {
    fn from(game: Game) -> Self {
        Self { files: Vec::new(), format: None, choice: GameChoice::All, game: Some(game) }
    }
}

/// One game in a file, with the number of other games in the file.
fn one(
    mut games: GameReader,
    number: usize,
    origin: impl Fn(usize, usize) -> GameOrigin,
) -> QueuedGame {
    let before = games.by_ref().take(number - 1).count();
    let Some(game) = games.next() else {
        let error = AnnotationError::NoSuchGame { number, count: before };
        return QueuedGame::refused(origin(number, before), error);
    };
    QueuedGame::read(origin(number, before + games.count()), game)
}

impl QueuedGame {
    fn read(origin: GameOrigin, game: Result<Game, ReadError>) -> Self {
        match game {
            Ok(game) => Self::new(origin, game, None),
            Err(error) => {
                match error.salvaged().filter(|game| !game.line.moves.is_empty()).cloned() {
                    Some(game) => Self::new(origin, game, Some(error)),
                    None => Self::refused(origin, error.into()),
                }
            }
        }
    }

    /// Queues a game, with its digest.
    fn new(origin: GameOrigin, game: Game, unread: Option<ReadError>) -> Self {
        // A game that cannot be written contains an illegal move, and is rejected later for that reason.
        let mut text = pgn::write(&game, MoveFormat::Iccs).unwrap_or_default();
        text.extend(unread.as_ref().map(|error| format!("unread from {}", place(error))));
        let origin = GameOrigin { digest: files::digest(text.as_bytes()), ..origin };
        Self { origin, game: playable(game), unread }
    }

    /// Queues a game that was not read from a file on disk. `number` is counted from 1.
    pub fn numbered(number: usize, game: Result<Game, ReadError>) -> Self {
        let name = numbered(Path::new("game"), number);
        let (path, place) = (PathBuf::new(), number as u64);
        let origin = GameOrigin { path, number, place, others: 0, name, digest: 0 };
        Self::read(origin, game)
    }

    const fn refused(origin: GameOrigin, error: AnnotationError) -> Self {
        Self { origin, game: Err(error), unread: None }
    }
}

/// A game that does not come from a file.
impl From<Game> for QueuedGame {
    fn from(game: Game) -> Self {
        Self::numbered(1, Ok(game))
    }
}

/// The game without remarks of an earlier annotation, if it has moves and all of them are legal.
fn playable(game: Game) -> Result<Game, AnnotationError> {
    let game = remarks::without_ours(game);
    if game.line.moves.is_empty() {
        return Err(AnnotationError::NoMoves);
    }
    game.replay(|_| {})?;
    Ok(game)
}

/// The line or byte in the file at which reading stopped. It depends only on the file, unlike the wording of the error.
const fn place(unread: &ReadError) -> usize {
    match unread.place {
        Some(FilePlace::Line(place) | FilePlace::Byte(place)) => place,
        None => 0,
    }
}

/// The file, and the number of the game in it.
impl fmt::Display for GameOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, game {}", self.path.display(), self.number)
    }
}

/// An unused name for a file: its name without the extension or, if that is taken, with the extension; a number is
/// added if both are taken.
fn free_name(name: &Path, taken: &mut HashSet<String>) -> PathBuf {
    let again = (2..).map(|number| with_suffix(name, &format!("-{number}")));
    let mut names = [name.with_extension(""), name.to_owned()].into_iter().chain(again);
    // Some file systems ignore case.
    let free = names.find(|name| taken.insert(name.to_string_lossy().to_lowercase()));
    free.unwrap_or_default()
}

fn numbered(name: &Path, number: usize) -> PathBuf {
    with_suffix(name, &format!("-{number:04}"))
}

fn with_suffix(name: &Path, suffix: &str) -> PathBuf {
    let mut name = name.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_name_of_its_own() {
        let paths = ["x/a.pgn", "a.xqf", "y/A.PGN", "z/a.pgn", "b.2020.pgn", "-"];
        let source = GameSource::new(paths.map(GameFile::new).to_vec(), None, GameChoice::All);
        let names: Vec<&str> =
            source.files.iter().map(|(_, name)| name.to_str().unwrap()).collect();
        assert_eq!(names, ["a", "a.xqf", "A.PGN", "a.pgn-2", "b.2020", "stdin"]);
    }

    #[test]
    fn the_chosen_games_come_with_their_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        std::fs::write(&path, "1. h2e2 *\n\n[Red \"A\"]\n\n1. nonsense *\n\n1. h0g2 *\n").unwrap();
        let games = |choice| -> Vec<QueuedGame> {
            GameSource::new(vec![GameFile::new(&path)], None, choice).games().unwrap().collect()
        };
        let all = games(GameChoice::All);
        assert_eq!(all.iter().map(|game| game.origin.number).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(all[0].game.is_ok() && all[1].game.is_err() && all[2].game.is_ok());
        assert_ne!(all[0].origin.digest, all[2].origin.digest);
        assert!(all[2].origin.to_string().ends_with("a.pgn, game 3"));
        let first = games(GameChoice::First);
        assert_eq!((first.len(), first[0].origin.others), (1, 2));
        assert_eq!(first[0].origin, GameOrigin { others: 2, ..all[0].origin.clone() });
        let nth = |number| games(GameChoice::Nth(NonZero::new(number).unwrap())).remove(0);
        assert_eq!(nth(3).origin.name, Path::new("a-0003"));
        let error = nth(4).game.unwrap_err();
        assert_eq!(error.to_string(), "no game 4; the file has only 3");
    }

    /// Index files keep digests across versions, so digests must not depend on the wording of errors.
    #[test]
    fn a_broken_game_is_identified_by_its_readable_part() {
        let digest = |text: &str| {
            let read = pgn::read(text).next().unwrap();
            QueuedGame::numbered(1, read).origin.digest
        };
        let broken = "1. h2e2 h9g7 2. xyzzy *";
        let read = pgn::read(broken).next().unwrap().unwrap_err().into_salvaged().unwrap();
        let known = pgn::write(&read, MoveFormat::Iccs).unwrap() + "unread from 1";
        assert_eq!(digest(broken), files::digest(known.as_bytes()));
        assert_eq!(digest(broken), digest("1. h2e2 h9g7 2. plugh *"), "another error's words");
        assert_ne!(digest(broken), digest("1. h2e2 h9g7 *"));
        assert_ne!(digest(broken), digest("1. h2e2\nh9g7 2. xyzzy *"));
    }
}
