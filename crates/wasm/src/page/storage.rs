//! Keeps saved games and analyses in memory, and passes them to the script, which saves them in the browser.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chuhe_casual::{Clocks, GameFiles, LoadedGame};
use chuhe_engine::clock;
use chuhe_session::message::SavedGame;
use chuhe_session::names::{LISTED, NAME_CHARACTERS, is_name};
use chuhe_session::{HeldName, Holder, NameProblem, Shelf, Storage};
use serde_json::json;

use crate::host as script;

/// The stored texts by path, with the time of the last change, in milliseconds since 1970.
type Kept = BTreeMap<PathBuf, (String, f64)>;

#[derive(Debug)]
pub(super) struct Memory(Mutex<Kept>);

#[derive(Debug)]
struct Held {
    shelf: Shelf,
    name: String,
    storage: Arc<Memory>,
}

impl Memory {
    pub(super) fn new(kept: Vec<(String, String, f64)>) -> Self {
        let kept = kept.into_iter().map(|(path, text, at)| (path.into(), (text, at)));
        Self(Mutex::new(kept.collect()))
    }

    /// Records a text that the script saved or, if there is no text, deleted.
    pub(super) fn note(&self, path: PathBuf, text: Option<String>, at: f64) {
        match text {
            Some(text) => drop(self.lock().insert(path, (text, at))),
            None => drop(self.lock().remove(&path)),
        }
    }

    /// Saves a text or, if there is none, deletes it, here and in the browser.
    fn keep(&self, path: &Path, text: Option<&str>) {
        let at = clock::since_1970().as_secs_f64() * 1000.0;
        self.note(path.to_owned(), text.map(str::to_owned), at);
        let path = path.to_string_lossy();
        script::event(&json!({ "keep": path, "text": text, "at": at }).to_string());
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const fn folder(shelf: Shelf) -> &'static str {
    match shelf {
        Shelf::Games => "games",
        Shelf::Analyses => "analyses",
    }
}

fn path(shelf: Shelf, name: &str) -> PathBuf {
    format!("{}/{name}.pgn", folder(shelf)).into()
}

impl GameFiles for Memory {
    fn exists(&self, path: &Path) -> bool {
        self.lock().contains_key(path)
    }

    fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        self.keep(path, Some(text));
        Ok(())
    }
}

impl Storage for Memory {
    fn files(self: Arc<Self>, _: &Holder) -> Arc<dyn GameFiles> {
        self
    }

    fn new_name(self: Arc<Self>, shelf: Shelf, _: &Holder) -> io::Result<Box<dyn HeldName>> {
        let now = clock::since_1970();
        let second = jiff::Timestamp::from_second(now.as_secs() as i64).unwrap_or_default();
        let day = second.strftime("%Y-%m-%d %H%M%S");
        let name = format!("{}{day} {:06x}", shelf.automatic(), now.subsec_micros());
        Ok(Box::new(Held { shelf, name, storage: self }))
    }

    fn hold_new(
        self: Arc<Self>,
        shelf: Shelf,
        name: &str,
        holder: &Holder,
    ) -> Result<Box<dyn HeldName>, NameProblem> {
        if !is_name(name) {
            return Err(NameProblem::Bad(NAME_CHARACTERS));
        }
        match Arc::clone(&self).hold(shelf, name, holder) {
            Ok(_) => Err(NameProblem::Exists),
            Err(_) => Ok(Box::new(Held { shelf, name: name.to_owned(), storage: self })),
        }
    }

    fn hold(
        self: Arc<Self>,
        shelf: Shelf,
        name: &str,
        _: &Holder,
    ) -> Result<Box<dyn HeldName>, NameProblem> {
        let held = Held { shelf, name: name.to_owned(), storage: self };
        if held.is_saved() { Ok(Box::new(held)) } else { Err(NameProblem::Missing) }
    }

    fn list(&self, shelf: Shelf) -> io::Result<Vec<SavedGame>> {
        let kept = self.lock();
        let of_shelf = kept.iter().filter(|(path, _)| path.starts_with(folder(shelf)));
        let mut found: Vec<_> = of_shelf.collect();
        found.sort_by(|(_, (_, one)), (_, (_, other))| other.total_cmp(one));
        let games = found.into_iter().take(LISTED).filter_map(|(path, (text, _))| {
            let game = LoadedGame::of_file(path, text.clone().into_bytes()).ok()?.game;
            let name = path.file_stem()?.to_string_lossy().into_owned();
            Some(SavedGame::of(&game, false, name))
        });
        Ok(games.collect())
    }
}

impl HeldName for Held {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_lost(&self) -> bool {
        false
    }

    fn note_clocks(&self, _: Option<&Clocks>) {}

    fn clocks(&self) -> Option<Clocks> {
        None
    }

    fn path(&self) -> PathBuf {
        path(self.shelf, &self.name)
    }

    fn is_automatic(&self) -> bool {
        self.name.starts_with(self.shelf.automatic())
    }

    fn is_saved(&self) -> bool {
        self.storage.exists(&self.path())
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        let kept = self.storage.lock().get(&self.path()).map(|(text, _)| text.clone());
        kept.map(String::into_bytes).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn delete(&self) {
        self.storage.keep(&self.path(), None);
    }
}
