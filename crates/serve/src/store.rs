//! The data folder: games, each a PGN file under its name. Nothing outside of it is read or written.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::ServeError;
use super::settings::random_word;
use chuhe_casual::{GameFiles, LoadedGame, SystemFiles};
use chuhe_files as files;
use chuhe_formats::Game;
use chuhe_session::NameProblem;
use chuhe_session::message::SavedGame;

/// The longest name of a game, in characters and in bytes.
const NAME_CHARACTERS: usize = 80;
const NAME_BYTES: usize = 200;
/// The largest number of games that are listed.
const LISTED: usize = 500;
/// What the names begin with that games get by themselves.
const AUTOMATIC: &str = "game ";

/// The data folder of one server.
#[derive(Debug)]
pub(super) struct Store {
    games: PathBuf,
    /// Games that sessions play.
    open: Mutex<HashSet<String>>,
    /// Keeps other servers out.
    _lock: File,
}

/// A name that one session has for its game, until it is dropped.
#[derive(Debug)]
pub(super) struct HeldName {
    name: String,
    store: Arc<Store>,
}

impl Store {
    /// Opens the data folder, and makes it if it is not there.
    pub(super) fn open(folder: &Path) -> Result<Self, ServeError> {
        let fail = |path: &Path, error| ServeError::Data { path: path.to_owned(), error };
        let games = folder.join("games");
        for path in [folder, &games] {
            files::make_folder(path).map_err(|error| fail(path, error))?;
        }
        let path = folder.join("lock");
        let mut options = fs::OpenOptions::new();
        options.create(true).truncate(false).write(true);
        let lock = files::open(&path, &options).map_err(|error| fail(&path, error))?;
        match files::lock(&lock) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ServeError::DataInUse(folder.to_owned())),
            Err(TryLockError::Error(error)) => return Err(fail(&path, error)),
        }
        Ok(Self { games, open: Mutex::default(), _lock: lock })
    }

    /// A new name for a game that nobody has named.
    pub(super) fn new_name(self: &Arc<Self>) -> io::Result<HeldName> {
        loop {
            let day = jiff::Timestamp::now().strftime("%Y-%m-%d %H%M%S");
            let name = format!("{AUTOMATIC}{day} {}", &random_word()?[..6]);
            if let Ok(held) = self.hold_new(&name) {
                return Ok(held);
            }
        }
    }

    /// A name that no game has yet.
    pub(super) fn hold_new(self: &Arc<Self>, name: &str) -> Result<HeldName, NameProblem> {
        let path = self.path(name).ok_or(NameProblem::Bad(NAME_CHARACTERS))?;
        let mut open = self.lock();
        let is_taken = fs::symlink_metadata(path).is_ok();
        if is_taken || !open.insert(name.to_owned()) {
            return Err(NameProblem::Exists);
        }
        Ok(HeldName { name: name.to_owned(), store: Arc::clone(self) })
    }

    /// The name of a game that is there.
    pub(super) fn hold(self: &Arc<Self>, name: &str) -> Result<HeldName, NameProblem> {
        let path = self.path(name).ok_or(NameProblem::Bad(NAME_CHARACTERS))?;
        let mut open = self.lock();
        if !is_file(&path) {
            return Err(NameProblem::Missing);
        }
        if !open.insert(name.to_owned()) {
            return Err(NameProblem::Open);
        }
        Ok(HeldName { name: name.to_owned(), store: Arc::clone(self) })
    }

    /// The saved games, the newest first. Files that are no games are left out.
    pub(super) fn list(&self) -> io::Result<Vec<SavedGame>> {
        let mut found: Vec<(SystemTime, String)> = Vec::new();
        for entry in fs::read_dir(&self.games)? {
            let Ok(entry) = entry else { continue };
            let name = entry.file_name().into_string().ok();
            let name = name.as_deref().and_then(|name| name.strip_suffix(".pgn"));
            let changed = entry.metadata().and_then(|found| found.modified());
            if let (Some(name), Ok(changed)) = (name, changed)
                && self.path(name).is_some_and(|path| is_file(&path))
            {
                found.push((changed, name.to_owned()));
            }
        }
        found.sort_by(|one, other| other.cmp(one));
        let open = self.lock().clone();
        let games = found.into_iter().take(LISTED).filter_map(|(_, name)| {
            let game = LoadedGame::read(&self.path(&name)?).ok()?.game;
            Some(entry(&game, open.contains(&name), name))
        });
        Ok(games.collect())
    }

    /// The file of a name; none if the name could be anything but a file in the folder.
    fn path(&self, name: &str) -> Option<PathBuf> {
        is_name(name).then(|| self.games.join(format!("{name}.pgn")))
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl chuhe_session::Storage for Store {
    fn files(&self) -> Arc<dyn GameFiles> {
        Arc::new(SystemFiles)
    }

    fn new_name(self: Arc<Self>) -> io::Result<Box<dyn chuhe_session::HeldName>> {
        Ok(Box::new(Self::new_name(&self)?))
    }

    fn hold_new(
        self: Arc<Self>,
        name: &str,
    ) -> Result<Box<dyn chuhe_session::HeldName>, NameProblem> {
        Ok(Box::new(Self::hold_new(&self, name)?))
    }

    fn hold(self: Arc<Self>, name: &str) -> Result<Box<dyn chuhe_session::HeldName>, NameProblem> {
        Ok(Box::new(Self::hold(&self, name)?))
    }

    fn list(&self) -> io::Result<Vec<SavedGame>> {
        Self::list(self)
    }
}

impl chuhe_session::HeldName for HeldName {
    fn name(&self) -> &str {
        &self.name
    }

    fn path(&self) -> PathBuf {
        self.store.games.join(format!("{}.pgn", self.name))
    }

    fn is_automatic(&self) -> bool {
        self.name.starts_with(AUTOMATIC)
    }

    fn is_saved(&self) -> bool {
        self.path().exists()
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        fs::read(self.path())
    }

    fn delete(&self) {
        let _ = fs::remove_file(self.path());
    }
}

impl Drop for HeldName {
    fn drop(&mut self) {
        self.store.lock().remove(&self.name);
    }
}

/// Whether a word can be the name of a game: letters of any script, digits, blanks and a few signs, so that it is one
/// file of the folder on any system.
fn is_name(name: &str) -> bool {
    let is_fine = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '(' | ')' | ',');
    let device = name.to_ascii_uppercase();
    let is_device = ["CON", "PRN", "AUX", "NUL"].contains(&&device[..])
        || ["COM", "LPT"].iter().any(|kind| {
            device.strip_prefix(kind).is_some_and(|number| number.chars().count() == 1)
        });
    let length = name.chars().count();
    (1..=NAME_CHARACTERS).contains(&length)
        && name.len() <= NAME_BYTES
        && name.trim() == name
        && name.chars().all(is_fine)
        && !is_device
}

/// Whether a regular file stands there, and no link to one.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

fn entry(game: &Game, open: bool, name: String) -> SavedGame {
    let tag = |name| game.tag(name).unwrap_or("?").to_owned();
    SavedGame {
        name,
        red: tag("Red"),
        black: tag("Black"),
        result: game.outcome.text().to_owned(),
        date: tag("Date"),
        plies: game.line.moves.len(),
        open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_session::HeldName as _;

    #[test]
    fn names_stay_in_the_folder() {
        for name in ["a", "My game (2)", "中炮对屏风马", "game 2026-01-31 120000 abc123"] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            "a.b",
            "../a",
            "a/b",
            "a\\b",
            "/etc/passwd",
            "C:a",
            "a\0",
            "a\n",
            " a",
            "a ",
            "con",
            "LPT1",
            "~",
            "a*",
            "a\u{202e}b",
            &"x".repeat(81),
            &"棋".repeat(70),
        ] {
            assert!(!is_name(name), "{name:?}");
        }
    }

    #[test]
    fn a_name_has_one_holder() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(folder.path()).unwrap());
        let held = store.hold_new("mine").unwrap();
        assert_eq!(store.hold_new("mine").unwrap_err(), NameProblem::Exists);
        assert_eq!(store.hold("mine").unwrap_err(), NameProblem::Missing);
        fs::write(held.path(), "1. h2e2 *").unwrap();
        assert_eq!(store.hold("mine").unwrap_err(), NameProblem::Open);
        let [listed] = &store.list().unwrap()[..] else { panic!("one game") };
        assert!(listed.open && listed.plies == 1 && listed.result == "*");
        drop(held);
        assert_eq!(store.hold_new("mine").unwrap_err(), NameProblem::Exists);
        assert!(!store.list().unwrap()[0].open);
        assert_eq!(store.hold("mine").unwrap().name(), "mine");
        assert!(store.new_name().unwrap().is_automatic());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_no_games() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(&folder.path().join("data")).unwrap());
        let outside = folder.path().join("outside.pgn");
        fs::write(&outside, "1. h2e2 *").unwrap();
        std::os::unix::fs::symlink(&outside, store.path("link").unwrap()).unwrap();
        assert_eq!(store.hold("link").unwrap_err(), NameProblem::Missing);
        assert_eq!(store.hold_new("link").unwrap_err(), NameProblem::Exists);
        assert!(store.list().unwrap().is_empty());
    }

    #[test]
    fn a_folder_has_one_server() {
        let folder = tempfile::tempdir().unwrap();
        let first = Store::open(folder.path()).unwrap();
        assert!(matches!(Store::open(folder.path()), Err(ServeError::DataInUse(_))));
        drop(first);
        assert!(Store::open(folder.path()).is_ok());
    }
}
