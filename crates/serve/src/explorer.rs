//! The sources of the opening explorer: a database of games and an opening book.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{ServeError, Settings};
use chuhe_database::{Database, DatabaseError};
use chuhe_engine::book::{Book, embedded};
use chuhe_session::message::SourceName;

/// The name of the built-in book.
const EMBEDDED: &str = "embedded";
/// The maximum number of idle database connections to keep; more are opened as needed.
const IDLE_MAX: usize = 4;

/// The sources that are available.
#[derive(Debug)]
pub(super) struct Explorer {
    database: Option<SharedDatabase>,
    book: Option<NamedBook>,
}

/// A database and its connections. Each connection handles one query at a time.
#[derive(Debug)]
pub(super) struct SharedDatabase {
    path: PathBuf,
    idle: Mutex<Vec<Database>>,
}

#[derive(Debug)]
pub(super) struct NamedBook {
    pub(super) name: String,
    pub(super) book: Arc<Book>,
}

impl Explorer {
    /// Opens the files given in the settings.
    pub(super) fn open(settings: &Settings) -> Result<Self, ServeError> {
        let database = settings.database.as_deref().map(SharedDatabase::open).transpose()?;
        let book = match &settings.book {
            None => embedded().map(|book| NamedBook { name: EMBEDDED.to_owned(), book }),
            Some(path) => {
                let book = Book::open(path);
                let book = book.map_err(|error| ServeError::Book { path: path.clone(), error })?;
                Some(NamedBook { name: file_name(path), book: Arc::new(book) })
            }
        };
        Ok(Self { database, book })
    }

    pub(super) fn sources(&self) -> Vec<SourceName> {
        let database = self.database.is_some().then_some(SourceName::Database);
        let book = self.book.is_some().then_some(SourceName::Book);
        database.into_iter().chain(book).collect()
    }

    pub(super) const fn database(&self) -> Option<&SharedDatabase> {
        self.database.as_ref()
    }

    pub(super) const fn book(&self) -> Option<&NamedBook> {
        self.book.as_ref()
    }
}

impl SharedDatabase {
    fn open(path: &Path) -> Result<Self, DatabaseError> {
        let idle = Mutex::new(vec![Database::open(path)?]);
        Ok(Self { path: path.to_owned(), idle })
    }

    /// The name of the database file, without its folder.
    pub(super) fn name(&self) -> String {
        file_name(&self.path)
    }

    /// Runs a query, blocking the thread until it is done.
    pub(super) fn query<T>(
        &self,
        question: impl FnOnce(&Database) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let kept = self.idle().pop();
        let database = kept.map_or_else(|| Database::open(&self.path), Ok)?;
        let answer = question(&database)?;
        let mut idle = self.idle();
        if idle.len() < IDLE_MAX {
            idle.push(database);
        }
        Ok(answer)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Database>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
