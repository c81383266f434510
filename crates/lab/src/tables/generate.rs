//! Generates tables: smaller classes first, including all classes that captures lead to; an interrupted run can be
//! resumed.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::ban;
use super::file;
use super::progress;
use super::retrograde::{UNUSED, Work, WorkError, is_open};
use chuhe_engine::clock::Instant;
use chuhe_engine::tables::{
    ClassIndex, DRAW_CODE, MaterialClass, Table, Tables, TablesError, file_name, files_in,
};

/// The settings for generating tables.
#[derive(Clone, Debug)]
pub struct GenerationSettings {
    /// The folder of existing and new tables. It must exist.
    pub folder: PathBuf,
    /// The number of threads, at least one. It does not affect the tables.
    pub threads: usize,
    /// The memory limit, in bytes; a class that needs more is processed in a file.
    pub memory_bytes: u64,
    /// The interval at which the state of a class is saved, so that not everything is lost if the process ends.
    pub save_every: Duration,
}

/// A phase of generating a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The first look at every position.
    FirstLook,
    /// The pass that starts from positions decided at this number of plies before mate.
    Pass(u16),
    /// The ban on perpetual check.
    Ban,
    /// Writing the file.
    Writing,
}

/// Receives the progress of the work, from several threads.
pub trait GenerationObserver: Sync {
    /// Called when the work on a class begins. The class is number `number` of `of` classes, and has `entries` entries.
    fn began(&self, class: MaterialClass, number: usize, of: usize, entries: u64);

    /// Called when this number of entries of a phase has been processed.
    fn advanced(&self, phase: Phase, entries: u64);

    /// Called when a table is complete.
    fn finished(&self, table: &Table, time: Duration);

    /// Whether the work is to stop.
    fn is_stopped(&self) -> bool;
}

/// Ignores progress and never stops.
impl GenerationObserver for () {
    fn began(&self, _: MaterialClass, _: usize, _: usize, _: u64) {}

    fn advanced(&self, _: Phase, _: u64) {}

    fn finished(&self, _: &Table, _: Duration) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// The result of generating tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The classes whose tables were generated.
    pub made: Vec<MaterialClass>,
    /// The classes whose tables existed already.
    pub found: Vec<MaterialClass>,
    /// Whether the work was stopped before all tables were generated.
    pub was_stopped: bool,
}

/// Why tables could not be generated.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum GenerateError {
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error("{}: {}", .file.display(), chuhe_util::files::reason(.error))]
    Write { file: PathBuf, error: io::Error },
    #[error("{class}: cannot allocate memory or create a temporary file: {}", chuhe_util::files::reason(.error))]
    Room { class: MaterialClass, error: io::Error },
    #[error("{0}: too large for a table")]
    TooLarge(MaterialClass),
}

/// Generates the tables of some classes and of all classes that captures lead to from them. Existing tables are kept.
/// The result does not depend on the number of threads, the memory, or interruptions.
///
/// # Errors
/// If an existing table cannot be used, or a table cannot be written. Completed tables remain.
pub fn generate(
    classes: &[MaterialClass],
    settings: &GenerationSettings,
    observer: &dyn GenerationObserver,
) -> Result<Generated, GenerateError> {
    let mut order: Vec<MaterialClass> = Vec::new();
    for class in classes.iter().flat_map(MaterialClass::closure) {
        if !order.contains(&class) {
            order.push(class);
        }
    }
    let mut tables = Tables::none();
    let mut done = Generated { made: Vec::new(), found: Vec::new(), was_stopped: false };
    let wanted: HashSet<_> = order.iter().map(|class| file_name(*class)).collect();
    for path in files_in(&settings.folder)
        .map_err(|error| TablesError::Folder { folder: settings.folder.clone(), error })?
    {
        if path.file_name().and_then(|name| name.to_str()).is_some_and(|name| wanted.contains(name))
        {
            tables.add(&path)?;
        }
    }
    for (number, class) in order.iter().enumerate() {
        if tables.table(class).is_some() {
            done.found.push(*class);
            continue;
        }
        let index = ClassIndex::new(*class).ok_or(GenerateError::TooLarge(*class))?;
        observer.began(*class, number + 1, order.len(), index.entries());
        let begun = Instant::now();
        let path = settings.folder.join(file_name(*class));
        match make(&index, &tables, settings, &path, observer) {
            Ok(()) => {}
            Err(WorkError::Stopped) => {
                done.was_stopped = true;
                return Ok(done);
            }
            Err(WorkError::Room(error)) => {
                return Err(GenerateError::Room { class: *class, error });
            }
            Err(WorkError::Tables(error)) => return Err(error.into()),
            Err(WorkError::TooLong) => return Err(GenerateError::TooLarge(*class)),
            Err(WorkError::Write(file, error)) => return Err(GenerateError::Write { file, error }),
        }
        tables.add(&path)?;
        if let Some(table) = tables.table(class) {
            observer.finished(table, begun.elapsed());
        }
        done.made.push(*class);
    }
    Ok(done)
}

/// Generates a table.
fn make(
    index: &ClassIndex,
    smaller: &Tables,
    settings: &GenerationSettings,
    path: &Path,
    observer: &dyn GenerationObserver,
) -> Result<(), WorkError> {
    let folder = &settings.folder;
    let work = Work::new(index, smaller, settings.threads, settings.memory_bytes, folder)
        .map_err(WorkError::Room)?;
    let saved = path.with_extension(progress::ENDING);
    let save = |stage| {
        progress::write(&saved, &work, stage)
            .map_err(|error| WorkError::Write(saved.clone(), error))
    };
    let mut stage = match progress::read(&saved, &work) {
        Some(stage) => stage,
        None => work.begin(&|entries| {
            observer.advanced(Phase::FirstLook, entries);
            !observer.is_stopped()
        })?,
    };
    let mut last_saved = Instant::now();
    while stage.longest.is_some_and(|longest| stage.plies <= longest) {
        if observer.is_stopped() {
            save(stage)?;
            return Err(WorkError::Stopped);
        }
        if last_saved.elapsed() >= settings.save_every {
            save(stage)?;
            last_saved = Instant::now();
        }
        let plies = stage.plies;
        // A pass cannot be repeated from its middle, so it is not interrupted.
        stage = work.pass(stage, &|entries| {
            observer.advanced(Phase::Pass(plies), entries);
            true
        })?;
    }
    if last_saved.elapsed() >= settings.save_every {
        save(stage)?;
    }
    observer.advanced(Phase::Ban, 0);
    ban::decide(&work, &|| !observer.is_stopped())?;
    observer.advanced(Phase::Writing, 0);
    let code_of = |number| match work.entry(number) {
        UNUSED => None,
        entry if is_open(entry) => Some(DRAW_CODE),
        entry => Some(entry),
    };
    let header = file::header(index, code_of);
    file::write(path, &header, code_of)
        .map_err(|error| WorkError::Write(path.to_owned(), error))?;
    // The saved state is no longer needed.
    let _ = fs::remove_file(&saved);
    Ok(())
}
