//! Imports games from files.
//!
//! A file is identified by its size and a digest of its bytes, regardless of its path. Games are written in batches;
//! each transaction also records how many of the file's games have been processed, so an interrupted import resumes
//! with the next game.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;

use super::background::Background;
use super::error::DatabaseError;
use super::fingerprint::Fingerprint;
use super::record::IncomingGame;
use super::store::{GameInserter, Stored};
use super::writer::DatabaseWriter;
use chuhe_formats::collection::{FileFormat, ReadError, ReadProblem};
use chuhe_formats::conversion::ConversionEvent;
use chuhe_formats::game_files::{GameFile, GameReadError, GameReader};
use chuhe_util::files::FileProblem;

/// The maximum number of games in a batch.
const BATCH: u64 = 2000;
/// The time after which a batch is written even if it is not full.
const BATCH_TIME: Duration = Duration::from_secs(2);

/// The number of bytes by which a custom format is recognized.
const OTHER_HEAD: u64 = 1 << 20;

/// A file in a custom format: the name of the format, and the games or the reason why they cannot be read.
pub type OtherFile = (&'static str, Result<Vec<IncomingGame>, Box<dyn Error + Send + Sync>>);

/// A reader of custom formats, which returns `None` if the bytes are not in such a format. This must be clear from the
/// first megabyte. A file that it reads is read as a whole.
pub type OtherReader = Arc<dyn Fn(&[u8]) -> Option<OtherFile> + Send + Sync>;

/// An event concerning a file or a game. Games are counted from 1 in each file.
#[derive(Debug)]
pub enum ImportEvent<'a> {
    /// A file or a game could not be fully read or stored; the event is the one that a conversion reports.
    Trouble(&'a ConversionEvent<'a>),
    /// A file with these bytes was imported before.
    FileKnown,
    /// A file was partly imported before; this many of its games were stored or refused.
    FileResumed {
        /// The number of games.
        games: u64,
    },
    /// A game was stored.
    Game {
        /// The game's number in the file.
        game: u64,
    },
    /// A game was left out, because a stored game has the same start and moves and says all that the game says about its
    /// players, event, date, round and result.
    Double {
        /// The game's number in the file.
        game: u64,
        /// The number of the stored game in the database.
        of: i64,
    },
    /// The number of bytes processed in all files; sent at most once per batch, at the end of each file, and while the
    /// import waits for the next game.
    Bytes(u64),
}

/// The totals of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportSummary {
    /// The number of files processed, including refused ones.
    pub files: u64,
    /// Files that could not be read.
    pub files_refused: u64,
    /// Files found in folders that contain no games.
    pub files_without_games: u64,
    /// Files imported earlier.
    pub files_known: u64,
    /// Games stored, including partly readable ones.
    pub stored: u64,
    /// Games left out because they were stored before; see [`ImportEvent::Double`].
    pub doubles: u64,
    /// Partly readable games.
    pub broken: u64,
    /// Games that could not be read or stored.
    pub refused: u64,
    /// Whether the observer stopped the import before the last game.
    pub interrupted: bool,
}

impl ImportSummary {
    /// Whether every game was stored or known: no file or game was refused, no game was broken, and the import was not
    /// interrupted.
    pub const fn is_whole(&self) -> bool {
        self.files_refused + self.broken + self.refused == 0 && !self.interrupted
    }
}

impl DatabaseWriter {
    /// Imports the games in files. The format of the files is `from`; if that is `None`, it is detected. `other` reads
    /// custom formats. A game is left out if it was stored before; see [`ImportEvent::Double`]. A broken game is stored up to the error, with a comment there. `observe` receives the events of each file and game, with
    /// the path of the file; the import stops if it returns `Break`.
    ///
    /// The games are not indexed until [`Self::finish`].
    ///
    /// # Errors
    /// If the database cannot be written. Games already written are kept, and repeating the call resumes the import
    /// after them.
    pub fn import(
        &mut self,
        files: &[GameFile],
        from: Option<FileFormat>,
        other: Option<OtherReader>,
        mut observe: impl FnMut(&Path, &ImportEvent<'_>) -> ControlFlow<()>,
    ) -> Result<ImportSummary, DatabaseError> {
        let connection = &self.database.connection;
        let mut import = Import {
            connection,
            store: GameInserter::new(connection),
            from,
            other,
            summary: ImportSummary::default(),
            bytes: 0,
        };
        for file in files {
            import.summary.files += 1;
            let imported =
                import.file(file, &mut |event: &ImportEvent<'_>| observe(&file.path, event));
            if imported.is_err() && !connection.is_autocommit() {
                // The first error matters more than those that follow from it.
                let _ = connection.execute_batch("ROLLBACK");
            }
            if imported?.is_break() {
                import.summary.interrupted = true;
                break;
            }
        }
        Ok(import.summary)
    }
}

type Observer<'a> = dyn FnMut(&ImportEvent<'_>) -> ControlFlow<()> + 'a;

/// A running import.
struct Import<'a> {
    connection: &'a Connection,
    store: GameInserter<'a>,
    from: Option<FileFormat>,
    other: Option<OtherReader>,
    summary: ImportSummary,
    /// The number of bytes in the finished files.
    bytes: u64,
}

/// A file, as the thread that reads it tells about it: its format, then its games.
enum FileContent {
    Format(Result<&'static str, GameReadError>),
    /// A game, and the number of bytes read up to it.
    Game(Box<Result<IncomingGame, ReadError>>, u64),
}

/// A file being imported.
struct SourceFile {
    id: i64,
    /// The number of games processed earlier.
    taken: u64,
    /// The number of the current game.
    number: u64,
    /// The number of games stored since the last batch.
    stored: u64,
    doubles: u64,
    broken: u64,
    refused: u64,
    games: u64,
    since: Instant,
    /// Whether the rest of the file is unreadable.
    is_cut: bool,
}

impl Import<'_> {
    fn file(
        &mut self,
        file: &GameFile,
        observe: &mut Observer<'_>,
    ) -> Result<ControlFlow<()>, DatabaseError> {
        let bytes = self.bytes;
        let no_thread = DatabaseError::at(&file.path);
        let named = file.clone();
        let mut opening =
            Background::start(move |out| drop(out.send(open(&named)))).map_err(&no_thread)?;
        let opened = match opening.next(|| observe(&ImportEvent::Bytes(bytes))) {
            ControlFlow::Continue(opened) => opened.unwrap_or_else(|| Err(gone())),
            ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
        };
        let (mark, source) = match opened {
            Ok(opened) => opened,
            Err(error) => return Ok(refuse(observe, &mut self.summary, &error.into())),
        };
        let path = file.path.display().to_string();
        let known = self.connection.query_row(
            "SELECT id, taken, complete FROM sources WHERE size = ? AND digest = ?",
            (mark.size as i64, mark.digest as i64),
            |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64, row.get(2)?)),
        );
        let known: Option<(i64, u64, bool)> = known.optional()?;
        if let Some((_, _, true)) = known {
            self.summary.files_known += 1;
            self.bytes += mark.size;
            let told = observe(&ImportEvent::FileKnown);
            return Ok(if told.is_break() {
                told
            } else {
                observe(&ImportEvent::Bytes(self.bytes))
            });
        }
        let (from, other, named) = (self.from, self.other.clone(), file.clone());
        let reading = move |out: &SyncSender<FileContent>| {
            if let Err(error) = read(&named, source, from, other, out) {
                let _ = out.send(FileContent::Format(Err(error)));
            }
        };
        let mut content = Background::start(reading).map_err(no_thread)?;
        let format = match content.next(|| observe(&ImportEvent::Bytes(bytes))) {
            ControlFlow::Continue(Some(FileContent::Format(format))) => format,
            ControlFlow::Continue(_) => Err(gone().into()),
            ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
        };
        let format = match format {
            Ok(format) => format,
            Err(GameReadError::NoGames) if file.found => {
                self.summary.files -= 1;
                self.summary.files_without_games += 1;
                self.bytes += mark.size;
                return Ok(observe(&ImportEvent::Trouble(&ConversionEvent::FileSkipped)));
            }
            Err(error) => return Ok(refuse(observe, &mut self.summary, &error)),
        };
        self.begin()?;
        let (id, taken) = if let Some((id, taken, _)) = known {
            (id, taken)
        } else {
            self.connection.execute(
                "INSERT INTO sources (path, format, size, digest) VALUES (?, ?, ?, ?)",
                params![path, format, mark.size as i64, mark.digest as i64],
            )?;
            (self.connection.last_insert_rowid(), 0)
        };
        if taken > 0 && observe(&ImportEvent::FileResumed { games: taken }).is_break() {
            self.connection.execute_batch("ROLLBACK")?;
            return Ok(ControlFlow::Break(()));
        }
        let mut source = SourceFile::new(id, taken);
        let went = self.games(content, &mut source, observe)?;
        let is_complete = went.is_continue() && !source.is_cut;
        self.write(&mut source, is_complete)?;
        self.connection.execute_batch("COMMIT")?;
        if went.is_break() {
            return Ok(went);
        }
        self.bytes += mark.size;
        Ok(observe(&ImportEvent::Bytes(self.bytes)))
    }

    fn games(
        &mut self,
        mut content: Background<FileContent>,
        source: &mut SourceFile,
        observe: &mut Observer<'_>,
    ) -> Result<ControlFlow<()>, DatabaseError> {
        let before = self.bytes;
        loop {
            let (game, bytes) = match content.next(|| observe(&ImportEvent::Bytes(before))) {
                ControlFlow::Continue(Some(FileContent::Game(game, bytes))) => (*game, bytes),
                ControlFlow::Continue(_) => return Ok(ControlFlow::Continue(())),
                ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
            };
            if let Err(error @ ReadError { problem: ReadProblem::Rest(_), .. }) = game {
                self.summary.files_refused += 1;
                source.is_cut = true;
                let error = GameReadError::Io(io::Error::other(error));
                let trouble = ConversionEvent::FileRefused(&error);
                return Ok(observe(&ImportEvent::Trouble(&trouble)));
            }
            if self.game(source, game, bytes, observe)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }

    /// Processes a game. `bytes` is the number of bytes read from its file so far.
    fn game(
        &mut self,
        source: &mut SourceFile,
        game: Result<IncomingGame, ReadError>,
        bytes: u64,
        observe: &mut Observer<'_>,
    ) -> Result<ControlFlow<()>, DatabaseError> {
        source.number += 1;
        if source.number <= source.taken {
            return Ok(ControlFlow::Continue(()));
        }
        let number = source.number as usize;
        let mut tell = |event: &ConversionEvent<'_>| observe(&ImportEvent::Trouble(event));
        let mut told = ControlFlow::Continue(());
        let game = match game {
            Ok(game) => Some(game),
            Err(error) if error.salvaged().is_some() => {
                source.broken += 1;
                self.summary.broken += 1;
                told = tell(&ConversionEvent::GameBroken { game: number, error: &error });
                error.into_noted().map(IncomingGame::from)
            }
            Err(error) => {
                source.refused += 1;
                self.summary.refused += 1;
                told = tell(&ConversionEvent::GameUnreadable { game: number, error: &error });
                None
            }
        };
        if let Some(game) = game {
            match self.store.store(source.id, source.number, &game)? {
                Stored::New => {
                    source.stored += 1;
                    self.summary.stored += 1;
                    let event = ImportEvent::Game { game: source.number };
                    told = if told.is_break() { told } else { observe(&event) };
                }
                Stored::Double { of } => {
                    source.doubles += 1;
                    self.summary.doubles += 1;
                    let event = ImportEvent::Double { game: source.number, of };
                    told = if told.is_break() { told } else { observe(&event) };
                }
                Stored::Again => {}
                Stored::Refused(error) => {
                    source.refused += 1;
                    self.summary.refused += 1;
                    let error = &error;
                    told = tell(&ConversionEvent::GameUnwritable { game: number, error });
                }
            }
        }
        source.games += 1;
        if told.is_continue() && source.is_due() {
            self.write(source, false)?;
            self.connection.execute_batch("COMMIT")?;
            self.begin()?;
            told = observe(&ImportEvent::Bytes(self.bytes + bytes));
        }
        Ok(told)
    }

    fn begin(&self) -> Result<(), DatabaseError> {
        Ok(self.connection.execute_batch("BEGIN IMMEDIATE")?)
    }

    /// Records the progress of the file in the open transaction.
    fn write(&self, source: &mut SourceFile, is_complete: bool) -> Result<(), DatabaseError> {
        let taken = source.number.max(source.taken);
        self.connection.execute(
            "UPDATE sources SET taken = ?, stored = stored + ?, doubles = doubles + ?, broken = broken + ?,
             refused = refused + ?, complete = ? WHERE id = ?",
            params![
                taken as i64,
                source.stored as i64,
                source.doubles as i64,
                source.broken as i64,
                source.refused as i64,
                is_complete,
                source.id,
            ],
        )?;
        *source = SourceFile { number: source.number, ..SourceFile::new(source.id, taken) };
        Ok(())
    }
}

impl SourceFile {
    fn new(id: i64, taken: u64) -> Self {
        let since = Instant::now();
        let (stored, doubles, broken, refused) = (0, 0, 0, 0);
        Self {
            id,
            taken,
            number: 0,
            stored,
            doubles,
            broken,
            refused,
            games: 0,
            since,
            is_cut: false,
        }
    }

    /// Whether a batch is due.
    fn is_due(&self) -> bool {
        self.games >= BATCH || self.games.is_multiple_of(64) && self.since.elapsed() >= BATCH_TIME
    }
}

fn refuse(
    observe: &mut Observer<'_>,
    summary: &mut ImportSummary,
    error: &GameReadError,
) -> ControlFlow<()> {
    summary.files_refused += 1;
    observe(&ImportEvent::Trouble(&ConversionEvent::FileRefused(error)))
}

/// The error for a reading thread that ends without a result, which would be a bug.
fn gone() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

/// Reads a file and sends its games, until the receiver is gone.
fn read(
    file: &GameFile,
    mut source: Box<dyn Read + Send>,
    from: Option<FileFormat>,
    other: Option<OtherReader>,
    out: &SyncSender<FileContent>,
) -> Result<(), GameReadError> {
    if let Some(other) = other.filter(|_| from.is_none()) {
        let mut bytes = Vec::new();
        source.by_ref().take(OTHER_HEAD).read_to_end(&mut bytes)?;
        if other(&bytes).is_some() {
            source.read_to_end(&mut bytes)?;
        }
        if let Some((name, games)) = other(&bytes) {
            let games = games.map_err(|why| GameReadError::Io(io::Error::other(why)))?;
            let is_heard = out.send(FileContent::Format(Ok(name))).is_ok();
            let send = |game| out.send(FileContent::Game(Box::new(Ok(game)), 0)).is_ok();
            let _ = is_heard && games.into_iter().all(send);
            return Ok(());
        }
        source = Box::new(Cursor::new(bytes).chain(source));
    }
    let name = file.path.to_string_lossy();
    let mut reader = GameReader::detect(&name, source, from, file.encoding)?;
    let mut sent = out.send(FileContent::Format(Ok(reader.format().extension())));
    while sent.is_ok()
        && let Some(game) = reader.next()
    {
        let game = Box::new(game.map(IncomingGame::from));
        sent = out.send(FileContent::Game(game, reader.bytes_read()));
    }
    Ok(())
}

/// The fingerprint of a file, and its bytes from the start.
fn open(file: &GameFile) -> io::Result<(Fingerprint, Box<dyn Read + Send>)> {
    let is_regular = fs::metadata(&file.path).is_ok_and(|found| found.is_file());
    if is_regular && !file.is_stdin() {
        let mut source = File::open(&file.path)?;
        let fingerprint = Fingerprint::of(&mut source)?;
        source.rewind()?;
        return Ok((fingerprint, Box::new(source)));
    }
    if file.path.is_dir() {
        return Err(io::Error::other(FileProblem::Folder));
    }
    let bytes = file.bytes()?;
    Ok((Fingerprint::of(&bytes[..])?, Box::new(Cursor::new(bytes))))
}
