//! Keeps saved games and analyses in memory, and passes them to the script, which saves them in the browser. All
//! windows of the browser share them. A window that saves a game which another one has open takes it over.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use chuhe_engine::clock;
use chuhe_play::{GameFiles, LoadedGame};
use chuhe_session::message::SavedGame;
use chuhe_session::names::{LISTED, is_name};
use chuhe_session::{GameStore, Holder, Lease, NameProblem, StoredKind};
use serde_json::json;

use crate::script;

/// The stored texts by path, with the time of the last change, in milliseconds since 1970.
type Kept = BTreeMap<PathBuf, (String, f64)>;

#[derive(Debug)]
pub(super) struct Memory {
    kept: Mutex<Kept>,
    /// The names that the session holds, by path.
    open: Mutex<BTreeMap<PathBuf, (Weak<AtomicBool>, Holder)>>,
}

#[derive(Debug)]
struct StoredLease {
    name: String,
    path: PathBuf,
    /// Whether another window has saved the file since the session took it.
    is_lost: Arc<AtomicBool>,
    storage: Arc<Memory>,
}

impl Memory {
    pub(super) fn new(kept: Vec<(String, String, f64)>) -> Self {
        let kept = kept.into_iter().map(|(path, text, at)| (path.into(), (text, at)));
        Self { kept: Mutex::new(kept.collect()), open: Mutex::default() }
    }

    /// Records a text that another window saved or, if there is no text, deleted. A session that holds the file loses
    /// it, because its own version is out of date.
    pub(super) fn note(&self, path: PathBuf, text: Option<String>, at: f64) {
        let held = self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&path);
        let kind = StoredKind::ALL.into_iter().find(|it| path.starts_with(it.folder()));
        self.put(path, text, at);
        if let (Some((is_lost, holder)), Some(kind)) = (held, kind)
            && let Some(is_lost) = is_lost.upgrade()
        {
            is_lost.store(true, Ordering::Relaxed);
            holder.lose(kind);
        }
    }

    fn put(&self, path: PathBuf, text: Option<String>, at: f64) {
        match text {
            Some(text) => drop(self.lock().insert(path, (text, at))),
            None => drop(self.lock().remove(&path)),
        }
    }

    /// Saves a text or, if there is none, deletes it, here and in the browser.
    fn keep(&self, path: &Path, text: Option<&str>) {
        let at = clock::since_1970().as_secs_f64() * 1000.0;
        self.put(path.to_owned(), text.map(str::to_owned), at);
        let path = path.to_string_lossy();
        script::event(&json!({ "keep": path, "text": text, "at": at }).to_string());
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lease(self: Arc<Self>, path: PathBuf, name: &str, holder: &Holder) -> Arc<dyn Lease> {
        let is_lost = Arc::new(AtomicBool::new(false));
        let entry = (Arc::downgrade(&is_lost), holder.clone());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, (held, _)| held.strong_count() > 0);
        open.insert(path.clone(), entry);
        drop(open);
        Arc::new(StoredLease { name: name.to_owned(), path, is_lost, storage: self })
    }
}

fn path(kind: StoredKind, name: &str) -> PathBuf {
    format!("{}/{name}.{}", kind.folder(), kind.extension()).into()
}

impl GameStore for Memory {
    fn create(
        self: Arc<Self>,
        kind: StoredKind,
        name: &str,
        holder: &Holder,
    ) -> Result<Arc<dyn Lease>, NameProblem> {
        let path = path(kind, name);
        if !is_name(name) {
            Err(NameProblem::Bad)
        } else if self.lock().contains_key(&path) {
            Err(NameProblem::Exists)
        } else {
            Ok(self.lease(path, name, holder))
        }
    }

    fn open(
        self: Arc<Self>,
        kind: StoredKind,
        name: &str,
        holder: &Holder,
    ) -> Result<Arc<dyn Lease>, NameProblem> {
        let path = path(kind, name);
        if !self.lock().contains_key(&path) {
            return Err(NameProblem::Missing);
        }
        Ok(self.lease(path, name, holder))
    }

    fn read(&self, kind: StoredKind, name: &str) -> io::Result<Vec<u8>> {
        let text = self.lock().get(&path(kind, name)).map(|(text, _)| text.clone());
        text.map(String::into_bytes).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, kind: StoredKind, _: &Holder) -> io::Result<Vec<SavedGame>> {
        let kept = self.lock();
        let stored = kept.iter().filter(|(path, _)| path.starts_with(kind.folder()));
        let mut found: Vec<_> = stored.collect();
        found.sort_by(|(_, (_, one)), (_, (_, other))| other.total_cmp(one));
        let games = found.into_iter().take(LISTED).filter_map(|(path, (text, _))| {
            let name = path.file_stem()?.to_string_lossy().into_owned();
            if kind == StoredKind::Reviews {
                let line = text.lines().next()?;
                return SavedGame::of_review(line.as_bytes(), false, true, name);
            }
            let game = LoadedGame::of_file(path, text.clone().into_bytes()).ok()?.game;
            Some(SavedGame::of(&game, false, true, name))
        });
        Ok(games.collect())
    }
}

impl GameFiles for StoredLease {
    fn exists(&self, path: &Path) -> bool {
        self.storage.lock().contains_key(path)
    }

    fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        self.storage.keep(path, Some(text));
        Ok(())
    }
}

impl Lease for StoredLease {
    fn name(&self) -> &str {
        &self.name
    }

    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }

    fn delete(&self) {
        self.storage.keep(&self.path, None);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use chuhe_session::Inbox;

    #[test]
    fn a_window_that_saves_a_game_takes_it_over() {
        let (sender, inputs) = mpsc::channel();
        let holder = Holder::new("here", Inbox::new(move |input| drop(sender.send(input))));
        let kept = vec![("games/a.pgn".to_owned(), "1. h2e2 *".to_owned(), 1.0)];
        let memory = Arc::new(Memory::new(kept));
        let open = || Arc::clone(&memory).open(StoredKind::Games, "a", &holder);
        let held = open().unwrap();
        held.write(&held.path(), "1. h2e2 h9g7 *").unwrap();
        memory.note("games/b.pgn".into(), Some("1. h2e2 *".to_owned()), 2.0);
        assert!(!held.is_lost() && inputs.try_recv().is_err(), "no other window has saved it");
        memory.note(held.path(), Some("1. b2e2 *".to_owned()), 3.0);
        assert!(held.is_lost() && inputs.try_recv().is_ok());

        let again = open().unwrap();
        assert!(!again.is_lost());
        assert_eq!(
            memory.read(StoredKind::Games, "a").unwrap(),
            b"1. b2e2 *",
            "the version of the other window"
        );
        drop(again);
        memory.note(held.path(), None, 4.0);
        assert!(inputs.try_recv().is_err(), "nothing is open");
        assert_eq!(open().unwrap_err(), NameProblem::Missing);
    }
}
