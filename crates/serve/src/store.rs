//! The data folder, which contains games and analyses as PGN files. Nothing outside the folder is read or written.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::ServeError;
use super::budget::Budget;
use super::matches::is_file;
use super::owners::Owners;
use chuhe_formats::reading_memory;
use chuhe_play::{Clocks, GameFiles, LoadedGame, SystemFiles};
use chuhe_session::message::SavedGame;
use chuhe_session::names::{LISTED, is_name};
use chuhe_session::{GameStore, Holder, Lease, NameProblem, StoredKind};
use chuhe_util::files;

/// The maximum length of the first line of a review, in bytes.
const HEADER_MAX: u64 = 64 << 10;

/// The data folder of one server.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
    budget: Budget,
    /// Locked only for moments, and never while a file is written.
    held: Mutex<Held>,
    /// Locked while the owners are saved.
    owners_file: Mutex<()>,
    /// Locks the folder against other servers.
    _lock: File,
}

/// The files that sessions hold, and the owners of all files.
#[derive(Debug)]
struct Held {
    open: HashMap<(StoredKind, String), Open>,
    owners: Owners,
}

/// A file that a session holds.
#[derive(Debug)]
struct Open {
    holder: Holder,
    /// Distinguishes this hold from earlier and later ones.
    serial: u64,
    clocks: Option<Clocks>,
    /// Locked while the file is written. All holds of a file share it.
    writing: Arc<Mutex<()>>,
}

/// The name that a session holds for its file.
#[derive(Debug)]
struct HeldFile {
    kind: StoredKind,
    name: String,
    serial: u64,
    /// The clocks that the previous session recorded.
    clocks: Option<Clocks>,
    store: Arc<Store>,
}

/// The serial number that the next hold will have.
static SERIAL: AtomicU64 = AtomicU64::new(0);

impl Store {
    /// Opens the data folder, and creates it if it is missing.
    pub(super) fn open(folder: &Path, budget: Budget) -> Result<Self, ServeError> {
        let fail = |path: &Path, error| ServeError::Folder { path: path.to_owned(), error };
        let shelves = StoredKind::ALL.map(|kind| folder.join(kind.folder()));
        for path in [folder].into_iter().chain(shelves.iter().map(PathBuf::as_path)) {
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
        let owners = Owners::open(folder, |kind, name| {
            is_name(name) && is_file(&file_of(folder, kind, name))
        });
        let owners = owners.map_err(|(path, error)| fail(&path, error))?;
        let held = Mutex::new(Held { open: HashMap::new(), owners });
        let owners_file = Mutex::default();
        Ok(Self { folder: folder.to_owned(), budget, held, owners_file, _lock: lock })
    }

    /// Gives a file to a session, which has been admitted. If another session is writing the file, waits for it.
    fn hold(
        self: Arc<Self>,
        mut held: MutexGuard<'_, Held>,
        kind: StoredKind,
        name: &str,
        holder: &Holder,
    ) -> Arc<dyn Lease> {
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let key = (kind, name.to_owned());
        let last = held.open.remove(&key);
        let writing = last.as_ref().map(|last| Arc::clone(&last.writing)).unwrap_or_default();
        let new = Open { holder: holder.clone(), serial, clocks: None, writing };
        let writing = Arc::clone(&new.writing);
        held.open.insert(key, new);
        held.owners.give(kind, name, holder);
        drop(held);
        if let Some(last) = last.as_ref().filter(|last| last.holder.key() != holder.key()) {
            last.holder.lose(kind);
        }
        self.save_owners();
        drop(lock(&writing));
        let clocks = last.and_then(|last| last.clocks);
        Arc::new(HeldFile { kind, name: name.to_owned(), serial, clocks, store: self })
    }

    /// Saves the owners if they have changed. If that fails, they are known until the server ends.
    fn save_owners(&self) {
        let _alone = lock(&self.owners_file);
        let unsaved = self.lock().owners.take_unsaved();
        if let Some(unsaved) = unsaved {
            unsaved.save();
        }
    }

    /// The path of the file with this name, or `None` if the name might refer to anything outside the folder.
    fn path(&self, kind: StoredKind, name: &str) -> Option<PathBuf> {
        is_name(name).then(|| file_of(&self.folder, kind, name))
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        lock(&self.held)
    }
}

/// The path of the file with this name.
fn file_of(folder: &Path, kind: StoredKind, name: &str) -> PathBuf {
    folder.join(kind.folder()).join(format!("{name}.{}", kind.extension()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GameStore for Store {
    fn create(
        self: Arc<Self>,
        kind: StoredKind,
        name: &str,
        holder: &Holder,
    ) -> Result<Arc<dyn Lease>, NameProblem> {
        let path = self.path(kind, name).ok_or(NameProblem::Bad)?;
        let store = Arc::clone(&self);
        let held = store.lock();
        let is_taken = fs::symlink_metadata(path).is_ok();
        if is_taken || held.open.contains_key(&(kind, name.to_owned())) {
            return Err(NameProblem::Exists);
        }
        Ok(self.hold(held, kind, name, holder))
    }

    /// A file without an owner belongs to the first owner that opens it.
    fn open(
        self: Arc<Self>,
        kind: StoredKind,
        name: &str,
        holder: &Holder,
    ) -> Result<Arc<dyn Lease>, NameProblem> {
        let path = self.path(kind, name).ok_or(NameProblem::Bad)?;
        let store = Arc::clone(&self);
        let held = store.lock();
        if !is_file(&path) {
            return Err(NameProblem::Missing);
        }
        if !held.owners.admit(kind, name, holder) {
            return Err(NameProblem::NotYours);
        }
        Ok(self.hold(held, kind, name, holder))
    }

    fn read(&self, kind: StoredKind, name: &str) -> io::Result<Vec<u8>> {
        let path = self.path(kind, name).filter(|path| is_file(path));
        fs::read(path.ok_or(io::ErrorKind::NotFound)?)
    }

    /// Files without a game are left out.
    fn list(&self, kind: StoredKind, holder: &Holder) -> io::Result<Vec<SavedGame>> {
        let mut found: Vec<(SystemTime, String)> = Vec::new();
        for entry in fs::read_dir(self.folder.join(kind.folder()))? {
            let Ok(entry) = entry else { continue };
            let name = entry.file_name().into_string().ok();
            let name = name.as_deref().and_then(|name| name.strip_suffix(kind.extension()));
            let name = name.and_then(|name| name.strip_suffix('.'));
            let changed = entry.metadata().and_then(|found| found.modified());
            if let (Some(name), Ok(changed)) = (name, changed)
                && self.path(kind, name).is_some_and(|path| is_file(&path))
            {
                found.push((changed, name.to_owned()));
            }
        }
        found.sort_by(|one, other| other.cmp(one));
        let games = found.into_iter().take(LISTED).filter_map(|(_, name)| {
            let path = self.path(kind, &name)?;
            let shown = || {
                let held = self.lock();
                let is_open = held.open.contains_key(&(kind, name.clone()));
                (is_open, held.owners.admit(kind, &name, holder))
            };
            if kind == StoredKind::Reviews {
                let mut line = Vec::new();
                let file = BufReader::new(File::open(&path).ok()?);
                file.take(HEADER_MAX).read_until(b'\n', &mut line).ok()?;
                let (is_open, is_own) = shown();
                return SavedGame::of_review(&line, is_open, is_own, name).map(Ok);
            }
            let size = fs::metadata(&path).ok()?.len() as usize;
            let Some(_room) = self.budget.take(size + reading_memory(size)) else {
                return Some(Err(io::ErrorKind::OutOfMemory.into()));
            };
            let game = LoadedGame::read(&path).ok()?.game;
            let (is_open, is_own) = shown();
            Some(Ok(SavedGame::of(&game, is_open, is_own, name)))
        });
        games.collect()
    }
}

impl GameFiles for HeldFile {
    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    /// Refuses to write a file that another session has taken over, because that session may have read it already.
    fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        let lost = || io::Error::other("it goes on in another page");
        let writing = self.entry(&mut self.store.lock()).map(|open| Arc::clone(&open.writing));
        let writing = writing.filter(|_| path == self.path()).ok_or_else(lost)?;
        let _alone = lock(&writing);
        // A session that took the file over before this lock was held may have read it already.
        if self.is_lost() {
            return Err(lost());
        }
        SystemFiles.write(path, text)
    }
}

impl Lease for HeldFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn path(&self) -> PathBuf {
        file_of(&self.store.folder, self.kind, &self.name)
    }

    fn is_lost(&self) -> bool {
        self.entry(&mut self.store.lock()).is_none()
    }

    fn delete(&self) {
        if fs::remove_file(self.path()).is_ok() {
            self.store.lock().owners.forget(self.kind, &self.name);
            self.store.save_owners();
        }
    }

    fn note_clocks(&self, clocks: Option<&Clocks>) {
        if let Some(open) = self.entry(&mut self.store.lock()) {
            open.clocks = clocks.cloned();
        }
    }

    fn clocks(&self) -> Option<Clocks> {
        self.clocks.clone()
    }
}

impl HeldFile {
    /// The entry of this hold, unless another session has taken over the file.
    fn entry<'a>(&self, held: &'a mut Held) -> Option<&'a mut Open> {
        let open = held.open.get_mut(&(self.kind, self.name.clone()))?;
        (open.serial == self.serial).then_some(open)
    }
}

impl Drop for HeldFile {
    fn drop(&mut self) {
        let mut held = self.store.lock();
        if self.entry(&mut held).is_some() {
            held.open.remove(&(self.kind, self.name.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};
    use std::thread;
    use std::time::Duration;

    use super::*;
    use chuhe_session::{Inbox, Input};

    const GAMES: StoredKind = StoredKind::Games;

    fn open(folder: &Path) -> Result<Store, ServeError> {
        Store::open(folder, Budget::new(64))
    }

    fn session(key: &str) -> (Holder, Receiver<Input>) {
        let (sender, inputs) = mpsc::channel();
        (Holder::new(key, Inbox::new(move |input| drop(sender.send(input)))), inputs)
    }

    #[test]
    fn a_name_goes_to_the_newest_holder() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(open(folder.path()).unwrap());
        let ((one, hears), (other, _)) = (session("one"), session("other"));
        let held = store.clone().create(GAMES, "mine", &one).unwrap();
        assert_eq!(store.clone().create(GAMES, "mine", &other).unwrap_err(), NameProblem::Exists);
        assert_eq!(store.clone().open(GAMES, "mine", &other).unwrap_err(), NameProblem::Missing);
        assert!(
            store.clone().create(StoredKind::Analyses, "mine", &other).is_ok(),
            "another shelf"
        );
        let path = held.path();
        held.write(&path, "1. h2e2 *").unwrap();
        let clocks = Clocks::new("5m".parse().unwrap());
        held.note_clocks(Some(&clocks));
        let [listed] = &store.list(GAMES, &one).unwrap()[..] else { panic!("one game") };
        assert!(listed.open && listed.plies == 1 && listed.result == "*");

        let taken = store.clone().open(GAMES, "mine", &other).unwrap();
        assert!(held.is_lost() && !taken.is_lost() && hears.try_recv().is_ok());
        assert!(taken.clocks().is_some() && held.clocks().is_none());
        assert!(held.write(&path, "").is_err(), "it was taken");
        assert!(taken.write(&path.with_file_name("other.pgn"), "").is_err(), "another file");
        drop(held);
        assert!(!taken.is_lost() && store.list(GAMES, &one).unwrap()[0].open);
        drop(taken);
        assert_eq!(store.clone().create(GAMES, "mine", &one).unwrap_err(), NameProblem::Exists);
        assert!(!store.list(GAMES, &one).unwrap()[0].open);
        assert_eq!(store.clone().open(GAMES, "mine", &one).unwrap().name(), "mine");
    }

    #[test]
    fn a_file_can_be_changed_by_its_owner_alone() {
        let own = |store: &Arc<Store>, of: &Holder| store.list(GAMES, of).unwrap()[0].own;
        let folder = tempfile::tempdir().unwrap();
        let ((one, hears), (other, _)) = (session("one"), session("other"));
        let owned = |key: &str, secret: &str| session(key).0.with_owner(secret);
        let (author, reader, again) =
            (one.with_owner("a"), other.with_owner("b"), owned("later", "a"));
        let store = Arc::new(open(folder.path()).unwrap());
        let held = store.clone().create(GAMES, "mine", &author).unwrap();
        held.write(&held.path(), "1. h2e2 *").unwrap();
        for stranger in [&reader, &session("none").0] {
            let refused = store.clone().open(GAMES, "mine", stranger).unwrap_err();
            assert_eq!(refused, NameProblem::NotYours);
            assert!(!own(&store, stranger));
        }
        assert!(!held.is_lost() && hears.try_recv().is_err(), "the author has lost nothing");
        assert_eq!(store.read(GAMES, "mine").unwrap(), b"1. h2e2 *");
        let path = held.path();
        drop((held, store));

        let store = Arc::new(open(folder.path()).unwrap());
        assert_eq!(store.clone().open(GAMES, "mine", &reader).unwrap_err(), NameProblem::NotYours);
        let held = store.clone().open(GAMES, "mine", &again).unwrap();
        assert!(own(&store, &author), "the other window of the author");
        held.delete();
        drop(held);
        fs::write(&path, "1. h2e2 *").unwrap();
        assert!(store.clone().open(GAMES, "mine", &reader).is_ok(), "a new file of the same name");
        assert_eq!(store.clone().open(GAMES, "mine", &again).unwrap_err(), NameProblem::NotYours);

        drop(store);
        fs::write(folder.path().join("owners.json"), "[[").unwrap();
        assert!(matches!(open(folder.path()), Err(ServeError::Folder { .. })));
    }

    #[test]
    fn reviews_are_listed_by_their_first_line() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(open(folder.path()).unwrap());
        let (holder, _) = session("one");
        let held = store.clone().create(StoredKind::Reviews, "mine", &holder).unwrap();
        let header = r#"{"form":"chuhe-review-1","file":"a.pgn","nodes":1,"engine":null,"games":2,"annotated":1,"red":"Li","black":""}"#;
        held.write(&held.path(), &format!("{header}\nnonsense")).unwrap();
        fs::write(held.path().with_file_name("other.jsonl"), "nonsense").unwrap();
        let [listed] = &store.list(StoredKind::Reviews, &holder).unwrap()[..] else {
            panic!("one review")
        };
        let review = listed.review.as_ref().unwrap();
        assert_eq!((&listed.name[..], &review.file[..]), ("mine", "a.pgn"));
        assert_eq!((review.games, review.annotated), (2, 1));
    }

    #[test]
    fn a_slow_save_holds_up_its_own_file_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(open(folder.path()).unwrap());
        let ((one, _), (other, _)) = (session("one"), session("other"));
        let slow = store.clone().create(GAMES, "slow", &one).unwrap();
        slow.write(&slow.path(), "1. h2e2 *").unwrap();
        // The lock that a session holds while it writes.
        let writing = Arc::clone(&store.lock().open[&(GAMES, "slow".to_owned())].writing);
        let saving = lock(&writing);

        let quick = store.clone().create(GAMES, "quick", &other.with_owner("a")).unwrap();
        quick.write(&quick.path(), "1. h0g2 *").unwrap();
        assert!(!slow.is_lost() && store.list(GAMES, &one).unwrap().len() == 2);

        let (sender, opened) = mpsc::channel();
        thread::scope(|scope| {
            let store = store.clone();
            let another = session("another").0;
            scope.spawn(move || sender.send(store.open(GAMES, "slow", &another).unwrap()));
            let early = opened.recv_timeout(Duration::from_millis(100));
            assert!(early.is_err(), "the file may be half written");
            assert!(slow.is_lost());
            drop(saving);
            let taken = opened.recv().unwrap();
            assert!(slow.write(&slow.path(), "").is_err() && !taken.is_lost());
        });
        assert_eq!(store.read(GAMES, "slow").unwrap(), b"1. h2e2 *");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_no_games() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(open(&folder.path().join("data")).unwrap());
        let (holder, _) = session("one");
        let outside = folder.path().join("outside.pgn");
        fs::write(&outside, "1. h2e2 *").unwrap();
        std::os::unix::fs::symlink(&outside, store.path(GAMES, "link").unwrap()).unwrap();
        assert_eq!(store.clone().open(GAMES, "link", &holder).unwrap_err(), NameProblem::Missing);
        assert_eq!(store.clone().create(GAMES, "link", &holder).unwrap_err(), NameProblem::Exists);
        assert!(store.list(GAMES, &holder).unwrap().is_empty());
        let read = store.read(GAMES, "link");
        assert_eq!(read.unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_folder_has_one_server() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path()).unwrap();
        assert!(matches!(open(folder.path()), Err(ServeError::DataInUse(_))));
        drop(first);
        assert!(open(folder.path()).is_ok());
    }
}
