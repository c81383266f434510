//! The data folder, which contains games and analyses as PGN files. Nothing outside the folder is read or written.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::ServeError;
use super::settings::random_word;
use chuhe_casual::{Clocks, GameFiles, LoadedGame, SystemFiles};
use chuhe_files as files;
use chuhe_session::message::SavedGame;
use chuhe_session::names::{LISTED, NAME_CHARACTERS, is_name};
use chuhe_session::{Holder, NameProblem, Shelf};

/// The data folder of one server.
#[derive(Debug)]
pub(super) struct Store {
    games: PathBuf,
    analyses: PathBuf,
    /// The files that sessions hold.
    open: Mutex<HashMap<(Shelf, String), Open>>,
    /// Locks the folder against other servers.
    _lock: File,
}

/// A file that a session holds.
#[derive(Debug)]
struct Open {
    holder: Holder,
    /// Distinguishes this hold from earlier and later ones.
    serial: u64,
    clocks: Option<Clocks>,
}

/// The name that a session holds for its file, until the value is dropped or another session takes it over.
#[derive(Debug)]
pub(super) struct HeldName {
    shelf: Shelf,
    name: String,
    serial: u64,
    /// The clocks that the previous session recorded.
    clocks: Option<Clocks>,
    store: Arc<Store>,
}

/// Writes the files that one session holds.
#[derive(Debug)]
struct HeldFiles {
    store: Arc<Store>,
    key: String,
}

/// The serial number that the next hold will have.
static SERIAL: AtomicU64 = AtomicU64::new(0);

impl Store {
    /// Opens the data folder, and creates it if it is missing.
    pub(super) fn open(folder: &Path) -> Result<Self, ServeError> {
        let fail = |path: &Path, error| ServeError::Data { path: path.to_owned(), error };
        let (games, analyses) = (folder.join("games"), folder.join("analyses"));
        for path in [folder, &games, &analyses] {
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
        Ok(Self { games, analyses, open: Mutex::default(), _lock: lock })
    }

    /// Reserves a generated name.
    fn new_name(self: &Arc<Self>, shelf: Shelf, holder: &Holder) -> io::Result<HeldName> {
        loop {
            let day = jiff::Timestamp::now().strftime("%Y-%m-%d %H%M%S");
            let name = format!("{}{day} {}", shelf.automatic(), &random_word()?[..6]);
            if let Ok(held) = self.hold_new(shelf, &name, holder) {
                return Ok(held);
            }
        }
    }

    /// Reserves an unused name.
    fn hold_new(
        self: &Arc<Self>,
        shelf: Shelf,
        name: &str,
        holder: &Holder,
    ) -> Result<HeldName, NameProblem> {
        let path = self.path(shelf, name).ok_or(NameProblem::Bad(NAME_CHARACTERS))?;
        let mut open = self.lock();
        let is_taken = fs::symlink_metadata(path).is_ok();
        if is_taken || open.contains_key(&(shelf, name.to_owned())) {
            return Err(NameProblem::Exists);
        }
        Ok(self.note(&mut open, shelf, name, holder))
    }

    /// Takes the name of an existing file. If another session holds the name, that session loses it.
    fn hold(
        self: &Arc<Self>,
        shelf: Shelf,
        name: &str,
        holder: &Holder,
    ) -> Result<HeldName, NameProblem> {
        let path = self.path(shelf, name).ok_or(NameProblem::Bad(NAME_CHARACTERS))?;
        let mut open = self.lock();
        if !is_file(&path) {
            return Err(NameProblem::Missing);
        }
        Ok(self.note(&mut open, shelf, name, holder))
    }

    fn note(
        self: &Arc<Self>,
        open: &mut HashMap<(Shelf, String), Open>,
        shelf: Shelf,
        name: &str,
        holder: &Holder,
    ) -> HeldName {
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let new = Open { holder: holder.clone(), serial, clocks: None };
        let last = open.insert((shelf, name.to_owned()), new);
        if let Some(last) = last.as_ref().filter(|last| last.holder.key() != holder.key()) {
            last.holder.lose(shelf);
        }
        let clocks = last.and_then(|last| last.clocks);
        HeldName { shelf, name: name.to_owned(), serial, clocks, store: Arc::clone(self) }
    }

    /// Lists the files, newest first. Files without a game are left out.
    fn list(&self, shelf: Shelf) -> io::Result<Vec<SavedGame>> {
        let mut found: Vec<(SystemTime, String)> = Vec::new();
        for entry in fs::read_dir(self.folder(shelf))? {
            let Ok(entry) = entry else { continue };
            let name = entry.file_name().into_string().ok();
            let name = name.as_deref().and_then(|name| name.strip_suffix(".pgn"));
            let changed = entry.metadata().and_then(|found| found.modified());
            if let (Some(name), Ok(changed)) = (name, changed)
                && self.path(shelf, name).is_some_and(|path| is_file(&path))
            {
                found.push((changed, name.to_owned()));
            }
        }
        found.sort_by(|one, other| other.cmp(one));
        let is_open = |name: &str| self.lock().contains_key(&(shelf, name.to_owned()));
        let games = found.into_iter().take(LISTED).filter_map(|(_, name)| {
            let game = LoadedGame::read(&self.path(shelf, &name)?).ok()?.game;
            Some(SavedGame::of(&game, is_open(&name), name))
        });
        Ok(games.collect())
    }

    fn folder(&self, shelf: Shelf) -> &Path {
        match shelf {
            Shelf::Games => &self.games,
            Shelf::Analyses => &self.analyses,
        }
    }

    /// The path of the file with this name, or `None` if the name might refer to anything outside the folder.
    fn path(&self, shelf: Shelf, name: &str) -> Option<PathBuf> {
        is_name(name).then(|| self.folder(shelf).join(format!("{name}.pgn")))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(Shelf, String), Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameFiles for HeldFiles {
    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    /// Refuses to write a file that another session has taken over, because that session may have read it already.
    fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        let open = self.store.lock();
        let is_held = open.iter().any(|((shelf, name), open)| {
            open.holder.key() == self.key && self.store.path(*shelf, name).as_deref() == Some(path)
        });
        if is_held {
            SystemFiles.write(path, text)
        } else {
            Err(io::Error::other("it goes on in another page"))
        }
    }
}

impl chuhe_session::Storage for Store {
    fn files(self: Arc<Self>, holder: &Holder) -> Arc<dyn GameFiles> {
        Arc::new(HeldFiles { store: self, key: holder.key().to_owned() })
    }

    fn new_name(
        self: Arc<Self>,
        shelf: Shelf,
        holder: &Holder,
    ) -> io::Result<Box<dyn chuhe_session::HeldName>> {
        Ok(Box::new(Self::new_name(&self, shelf, holder)?))
    }

    fn hold_new(
        self: Arc<Self>,
        shelf: Shelf,
        name: &str,
        holder: &Holder,
    ) -> Result<Box<dyn chuhe_session::HeldName>, NameProblem> {
        Ok(Box::new(Self::hold_new(&self, shelf, name, holder)?))
    }

    fn hold(
        self: Arc<Self>,
        shelf: Shelf,
        name: &str,
        holder: &Holder,
    ) -> Result<Box<dyn chuhe_session::HeldName>, NameProblem> {
        Ok(Box::new(Self::hold(&self, shelf, name, holder)?))
    }

    fn list(&self, shelf: Shelf) -> io::Result<Vec<SavedGame>> {
        Self::list(self, shelf)
    }
}

impl chuhe_session::HeldName for HeldName {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_lost(&self) -> bool {
        let open = self.store.lock();
        open.get(&self.key()).is_none_or(|open| open.serial != self.serial)
    }

    fn note_clocks(&self, clocks: Option<&Clocks>) {
        let mut open = self.store.lock();
        if let Some(open) = open.get_mut(&self.key()).filter(|open| open.serial == self.serial) {
            open.clocks = clocks.cloned();
        }
    }

    fn clocks(&self) -> Option<Clocks> {
        self.clocks.clone()
    }

    fn path(&self) -> PathBuf {
        self.store.folder(self.shelf).join(format!("{}.pgn", self.name))
    }

    fn is_automatic(&self) -> bool {
        self.name.starts_with(self.shelf.automatic())
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

impl HeldName {
    fn key(&self) -> (Shelf, String) {
        (self.shelf, self.name.clone())
    }
}

impl Drop for HeldName {
    fn drop(&mut self) {
        let mut open = self.store.lock();
        if open.get(&self.key()).is_some_and(|open| open.serial == self.serial) {
            open.remove(&self.key());
        }
    }
}

/// Whether the path is a regular file, and not a link to one.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};

    use super::*;
    use chuhe_session::{HeldName as _, Inbox, Input};

    /// A session, and the inputs that it receives.
    fn session(key: &str) -> (Holder, Receiver<Input>) {
        let (sender, inputs) = mpsc::channel();
        (Holder::new(key, Inbox::new(move |input| drop(sender.send(input)))), inputs)
    }

    #[test]
    fn a_name_goes_to_the_newest_holder() {
        const GAMES: Shelf = Shelf::Games;
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(folder.path()).unwrap());
        let ((one, hears), (other, _)) = (session("one"), session("other"));
        let held = store.hold_new(GAMES, "mine", &one).unwrap();
        assert_eq!(store.hold_new(GAMES, "mine", &other).unwrap_err(), NameProblem::Exists);
        assert_eq!(store.hold(GAMES, "mine", &other).unwrap_err(), NameProblem::Missing);
        assert!(store.hold_new(Shelf::Analyses, "mine", &other).is_ok(), "another shelf");
        let files = |of: &Holder| chuhe_session::Storage::files(Arc::clone(&store), of);
        files(&one).write(&held.path(), "1. h2e2 *").unwrap();
        assert!(files(&other).write(&held.path(), "").is_err(), "it is not the other's");
        let clocks = Clocks::new("5m".parse().unwrap());
        held.note_clocks(Some(&clocks));
        let [listed] = &store.list(GAMES).unwrap()[..] else { panic!("one game") };
        assert!(listed.open && listed.plies == 1 && listed.result == "*");

        let taken = store.hold(GAMES, "mine", &other).unwrap();
        assert!(held.is_lost() && !taken.is_lost() && hears.try_recv().is_ok());
        assert!(taken.clocks().is_some() && held.clocks().is_none());
        assert!(files(&one).write(&held.path(), "").is_err(), "it was taken");
        drop(held);
        assert!(!taken.is_lost() && store.list(GAMES).unwrap()[0].open);
        drop(taken);
        assert_eq!(store.hold_new(GAMES, "mine", &one).unwrap_err(), NameProblem::Exists);
        assert!(!store.list(GAMES).unwrap()[0].open);
        assert_eq!(store.hold(GAMES, "mine", &one).unwrap().name(), "mine");
        assert!(store.new_name(GAMES, &one).unwrap().is_automatic());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_no_games() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(&folder.path().join("data")).unwrap());
        let (holder, _) = session("one");
        let outside = folder.path().join("outside.pgn");
        fs::write(&outside, "1. h2e2 *").unwrap();
        std::os::unix::fs::symlink(&outside, store.path(Shelf::Games, "link").unwrap()).unwrap();
        assert_eq!(store.hold(Shelf::Games, "link", &holder).unwrap_err(), NameProblem::Missing);
        assert_eq!(store.hold_new(Shelf::Games, "link", &holder).unwrap_err(), NameProblem::Exists);
        assert!(store.list(Shelf::Games).unwrap().is_empty());
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
