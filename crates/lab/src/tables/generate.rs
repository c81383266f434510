//! Making tables: classes in their order, each with what it needs, resumed where it was left.

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
    ClassIndex, DRAW_CODE, MaterialClass, ProbeError, Table, Tables, TablesError, file_name,
    files_in,
};

/// How tables are made.
#[derive(Clone, Debug)]
pub struct GenerationSettings {
    /// Where they are, and go. It must exist.
    pub folder: PathBuf,
    /// Threads, at least one. The tables do not depend on it.
    pub threads: usize,
    /// A class that takes more memory is worked on in a file.
    pub memory_bytes: u64,
    /// How often the state of a class is written down, so that not all is lost with the process.
    pub save_every: Duration,
}

/// What is being done to a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Every position is looked at once.
    FirstLook,
    /// The mates in so many plies are told to the positions before.
    Pass(u16),
    /// The ban on perpetual check.
    Ban,
    /// The file is written.
    Writing,
}

/// Hears how far the work has come, from several threads.
pub trait GenerationObserver: Sync {
    /// A class is begun: which of how many, and how many entries it has.
    fn began(&self, class: MaterialClass, number: usize, of: usize, entries: u64);

    /// So many entries of a phase are done.
    fn advanced(&self, phase: Phase, entries: u64);

    /// A table is complete.
    fn finished(&self, table: &Table, time: Duration);

    /// Whether the work is to stop.
    fn is_stopped(&self) -> bool;
}

/// Says nothing and never stops.
impl GenerationObserver for () {
    fn began(&self, _: MaterialClass, _: usize, _: usize, _: u64) {}

    fn advanced(&self, _: Phase, _: u64) {}

    fn finished(&self, _: &Table, _: Duration) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Tables made now.
    pub made: Vec<MaterialClass>,
    /// Tables that were there.
    pub found: Vec<MaterialClass>,
    /// Whether it was stopped before all were made.
    pub was_stopped: bool,
}

/// Why tables could not be made.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A table that is there cannot be used.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// A table that is needed is damaged.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// A file cannot be written.
    #[error("{}: {}", .file.display(), chuhe_files::reason(.error))]
    Write {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// There is no memory and no disk for the work.
    #[error("{class}: no room to work in: {}", chuhe_files::reason(.error))]
    Room {
        /// The class.
        class: MaterialClass,
        /// Why not.
        error: io::Error,
    },
    /// The class has too many positions, or too long mates, for a table.
    #[error("{0}: too large for a table")]
    TooLarge(MaterialClass),
}

/// Makes the tables of some classes, and of all that captures lead to from them. Tables that are there are kept. What
/// is made does not depend on threads, memory, or on how often it was stopped.
///
/// # Errors
/// If a table that is there cannot be used, or one cannot be written. Tables that are complete stay.
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
            Err(Failure::Work(WorkError::Stopped)) => {
                done.was_stopped = true;
                return Ok(done);
            }
            Err(Failure::Work(WorkError::Io(error))) => {
                return Err(GenerateError::Room { class: *class, error });
            }
            Err(Failure::Work(WorkError::Probe(error))) => return Err(error.into()),
            Err(Failure::Work(WorkError::TooLong)) => return Err(GenerateError::TooLarge(*class)),
            Err(Failure::Write(file, error)) => return Err(GenerateError::Write { file, error }),
        }
        tables.add(&path)?;
        if let Some(table) = tables.table(class) {
            observer.finished(table, begun.elapsed());
        }
        done.made.push(*class);
    }
    Ok(done)
}

enum Failure {
    Work(WorkError),
    Write(PathBuf, io::Error),
}

impl<E: Into<WorkError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Work(error.into())
    }
}

/// Makes one table.
fn make(
    index: &ClassIndex,
    smaller: &Tables,
    settings: &GenerationSettings,
    path: &Path,
    observer: &dyn GenerationObserver,
) -> Result<(), Failure> {
    let folder = &settings.folder;
    let work = Work::new(index, smaller, settings.threads, settings.memory_bytes, folder)?;
    let saved = path.with_extension(progress::ENDING);
    let save = |stage| {
        progress::write(&saved, &work, stage).map_err(|error| Failure::Write(saved.clone(), error))
    };
    let tell = |phase| {
        move |entries: u64| {
            observer.advanced(phase, entries);
            !observer.is_stopped()
        }
    };
    let mut stage = match progress::read(&saved, &work) {
        Some(stage) => stage,
        None => work.begin(&tell(Phase::FirstLook))?,
    };
    let mut last_saved = Instant::now();
    while stage.longest.is_some_and(|longest| stage.plies <= longest) {
        if observer.is_stopped() {
            save(stage)?;
            return Err(WorkError::Stopped.into());
        }
        if last_saved.elapsed() >= settings.save_every {
            save(stage)?;
            last_saved = Instant::now();
        }
        let plies = stage.plies;
        // A pass cannot be begun twice, so it is not left in the middle.
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
    file::write(path, &header, code_of).map_err(|error| Failure::Write(path.to_owned(), error))?;
    // What is left of the work is of no use to anybody.
    let _ = fs::remove_file(&saved);
    Ok(())
}
