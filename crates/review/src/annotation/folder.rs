//! A folder of annotated games, with a file for each game and an index of all games.
//!
//! `index.json` records which game is in which file, and how it was annotated. A game is not annotated again if its
//! file exists and was generated from the same moves with the same settings. `index.html` shows the index in a browser.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::index::IndexEntry;
use super::page::index_page;
use super::{Annotation, AnnotationTerms, GameOrigin, PROGRAM};
use crate::results_file::{ResultsFileError, compare, fail};
use chuhe_util::files;
use chuhe_util::files::write_whole;

/// The file that records the folder's contents.
const INDEX: &str = "index.json";
/// The first field of `index.json`. Its digit is the version of the format.
const FORM: &str = "chuhe-index-1";
/// The index page for a browser.
const PAGE: &str = "index.html";
/// How long the index on disk may be out of date. Games missing from it after a crash are annotated again.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// A folder of annotated games.
#[derive(Clone, Debug)]
pub struct AnnotationFolder {
    root: PathBuf,
    extension: &'static str,
    /// The digest of everything except the games on which annotations depend.
    terms: String,
    /// The terms of this run and earlier runs, by their digests.
    all_terms: BTreeMap<String, Value>,
    /// Whether games annotated earlier, and other files, may be overwritten.
    overwrite: bool,
    /// Whether the folder had no index when it was opened.
    is_new: bool,
    /// The tag of the language in which the index opens in a browser.
    language: &'static str,
    entries: Vec<IndexEntry>,
    saved: Instant,
    is_saved: bool,
}

/// The index in the form saved on disk.
#[derive(Deserialize)]
struct SavedIndex {
    form: String,
    games: Vec<IndexEntry>,
    #[serde(default)]
    terms: BTreeMap<String, Value>,
}

#[derive(Serialize)]
struct IndexReport<'a> {
    form: &'static str,
    engine: &'static str,
    games: &'a [IndexEntry],
    terms: &'a BTreeMap<String, Value>,
}

impl AnnotationFolder {
    /// Opens a folder, or creates it. Files for games get the extension `extension`. `language` is the tag of the
    /// language in which the index opens in a browser. `overwrite` permits replacing games annotated with other terms,
    /// and other files.
    ///
    /// # Errors
    /// If the folder cannot be created, or has a different index.
    pub fn open(
        root: impl Into<PathBuf>,
        extension: &'static str,
        terms: &AnnotationTerms,
        language: &'static str,
        overwrite: bool,
    ) -> Result<Self, ResultsFileError> {
        let root = root.into();
        files::make_folder(&root).map_err(fail(&root))?;
        let index = read_index(&root)?;
        let is_new = index.is_none();
        let (entries, mut all_terms) =
            index.map(|index| (index.games, index.terms)).unwrap_or_default();
        let ours = serde_json::to_value(terms).map_err(io::Error::from).map_err(fail(&root))?;
        let terms = hex(files::digest(ours.to_string().as_bytes()));
        all_terms.insert(terms.clone(), ours);
        let saved = Instant::now();
        Ok(Self {
            root,
            extension,
            terms,
            all_terms,
            overwrite,
            is_new,
            language,
            entries,
            saved,
            is_saved: true,
        })
    }

    /// The games, in the order in which they were added.
    pub fn entries(&self) -> &[IndexEntry] {
        &self.entries
    }

    /// Whether the folder contains a game, annotated with these settings.
    pub fn has(&self, origin: &GameOrigin) -> bool {
        let digest = hex(origin.digest);
        let found = self.entry(origin).filter(|_| !self.overwrite);
        found.is_some_and(|entry| entry.digest == digest && entry.terms == self.terms)
            && self.path(origin).is_file()
    }

    /// Checks that the file of a game would overwrite nothing but an annotation of this game, or of its earlier
    /// version, with the same terms.
    ///
    /// # Errors
    /// If it would.
    pub fn check(&self, origin: &GameOrigin) -> Result<(), ResultsFileError> {
        let path = self.path(origin);
        match self.entry(origin) {
            _ if self.overwrite => Ok(()),
            Some(entry) if entry.terms != self.terms => {
                let earlier = self.all_terms.get(&entry.terms).unwrap_or(&Value::Null);
                compare(earlier, &self.all_terms[&self.terms], &path)
            }
            // If a run is killed, some of its files are missing from the index.
            None if self.is_new && files::has_content(&path) => {
                Err(ResultsFileError::Exists(path.display().to_string()))
            }
            _ => Ok(()),
        }
    }

    /// The relative link from the file of a game to the index.
    pub fn index_link(origin: &GameOrigin) -> String {
        "../".repeat(origin.name.components().count() - 1) + PAGE
    }

    /// Adds a game and writes `text` to its file.
    ///
    /// # Errors
    /// If the file or the index cannot be written.
    pub fn add(
        &mut self,
        origin: &GameOrigin,
        annotation: &Annotation,
        text: &str,
    ) -> Result<(), ResultsFileError> {
        self.check(origin)?;
        if self.is_new && self.entries.is_empty() {
            self.write_index()?;
        }
        let path = self.path(origin);
        let folder = path.parent().map_or(Ok(()), files::make_folder);
        folder.and_then(|()| write_whole(&path, text.as_bytes())).map_err(fail(&path))?;
        let entry = IndexEntry {
            page: self.page(origin),
            source: origin.path.to_string_lossy().into_owned(),
            game: origin.number,
            digest: hex(origin.digest),
            terms: self.terms.clone(),
            ..IndexEntry::of(annotation)
        };
        match self.entries.iter_mut().find(|other| other.page == entry.page) {
            Some(other) => *other = entry,
            None => self.entries.push(entry),
        }
        self.is_saved = false;
        if self.saved.elapsed() >= SAVE_EVERY { self.save() } else { Ok(()) }
    }

    /// Writes the index, unless it is up to date.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn save(&mut self) -> Result<(), ResultsFileError> {
        let page = index_page(&self.entries, self.language);
        // If the process was killed between writing the index and writing the page, the page on disk is out of date.
        if self.is_saved && fs::read(self.root.join(PAGE)).is_ok_and(|old| old == page.as_bytes()) {
            return Ok(());
        }
        self.write_index()?;
        self.is_saved = true;
        Ok(())
    }

    fn write_index(&mut self) -> Result<(), ResultsFileError> {
        let page = index_page(&self.entries, self.language);
        self.all_terms.retain(|digest, _| {
            *digest == self.terms || self.entries.iter().any(|entry| entry.terms == *digest)
        });
        let (games, terms) = (&self.entries[..], &self.all_terms);
        let report = IndexReport { form: FORM, engine: PROGRAM, games, terms };
        let json = serde_json::to_string_pretty(&report).map_err(io::Error::from);
        let path = self.root.join(INDEX);
        json.and_then(|json| write_whole(&path, json.as_bytes())).map_err(fail(&path))?;
        let path = self.root.join(PAGE);
        write_whole(&path, page.as_bytes()).map_err(fail(&path))?;
        self.saved = Instant::now();
        Ok(())
    }

    fn entry(&self, origin: &GameOrigin) -> Option<&IndexEntry> {
        let page = self.page(origin);
        self.entries.iter().find(|entry| entry.page == page)
    }

    /// The relative link from the index to the file of a game.
    fn page(&self, origin: &GameOrigin) -> String {
        let parts = origin.name.components().map(|part| part.as_os_str().to_string_lossy());
        parts.collect::<Vec<_>>().join("/") + "." + self.extension
    }

    fn path(&self, origin: &GameOrigin) -> PathBuf {
        let mut path = self.root.join(&origin.name).into_os_string();
        path.push(".");
        path.push(self.extension);
        PathBuf::from(path)
    }
}

/// A folder's index; `None` if there is none.
fn read_index(root: &Path) -> Result<Option<SavedIndex>, ResultsFileError> {
    let other = |path: PathBuf| ResultsFileError::OtherIndex(path.display().to_string());
    let path = root.join(INDEX);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let page = root.join(PAGE);
            return if page.exists() { Err(other(page)) } else { Ok(None) };
        }
        Err(error) => return Err(fail(&path)(error)),
    };
    match serde_json::from_slice::<SavedIndex>(&bytes) {
        Ok(index) if index.form == FORM => Ok(Some(index)),
        _ => Err(other(path)),
    }
}

fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}
