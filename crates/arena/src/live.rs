//! A file in a match's folder that shows the games in progress to other programs.
//!
//! `live.json` exists while games are played. It is replaced at most twice a second and removed at the end. Each time
//! it is replaced as a whole, so a reader always finds a consistent state. Nothing depends on it: a match whose disk is
//! full continues without the file. A match that was killed leaves its last `live.json` behind until it is resumed;
//! the file is invalid while no process holds the lock on the journal.
//!
//! | field | content |
//! |---|---|
//! | `format` | `chuhe match live 1` |
//! | `names` | the engines |
//! | `scheduled`, `played` | the number of games in the schedule, and of those that are over |
//! | `sprt` | the sequential test, in the syntax of `--sprt`, or null |
//! | `games` | the games in progress |
//!
//! Each game has the fields `number`, `engines`, `fen`, `book`, `moves` and `started`, as in the journal. `clocks_ms`
//! is the time left to Red and to Black after the last move, in milliseconds (null without a clock). `asked_ms` is when
//! the side to move received its request, in milliseconds since 1970, or null while the engines are not ready.
//!
//! Game slots only put their moves into memory; a separate thread writes the file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::openings::BookOpening;
use super::record::PlayedMove;
use super::stats::Sprt;
use chuhe_engine::types::Move;
use chuhe_util::files::write_whole_unsynced;

/// The name of the file.
pub const LIVE_FILE: &str = "live.json";

/// The version of the file format.
const FORMAT: &str = "chuhe match live 1";
/// The minimum and maximum interval between two updates.
const INTERVAL: Duration = Duration::from_millis(500);
const INTERVAL_MAX: Duration = Duration::from_secs(3);
/// The factor by which the writer's pause exceeds the time of its last write, so that slow disks have time for other
/// work.
const WAIT_FACTOR: u32 = 10;

/// A running match, as stored in `live.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveMatch {
    format: String,
    /// The names of the engines.
    pub names: Vec<String>,
    /// The number of games in the schedule.
    pub scheduled: u32,
    /// The number of games that are over.
    pub played: u64,
    /// The sequential test as text; `None` if there is none.
    pub sprt: Option<String>,
    /// The games in progress.
    pub games: Vec<RunningGame>,
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningGame {
    /// The game's number in the schedule, from 0.
    pub number: u32,
    /// The engines that play Red and Black, as indices.
    pub engines: [usize; 2],
    /// The position before the book moves.
    pub fen: String,
    /// Moves played before the engines took over.
    pub book: Vec<Move>,
    /// The engines' moves so far.
    pub moves: Vec<PlayedMove>,
    /// The time left to Red and to Black after the last move, in milliseconds; `None` without a clock.
    pub clocks_ms: [Option<u64>; 2],
    /// When the side to move received its request, in milliseconds since 1970, UTC; `None` while the engines are not
    /// ready.
    pub asked_ms: Option<u64>,
    /// When the game began, in seconds since 1970, UTC.
    pub started: u64,
}

impl LiveMatch {
    /// Parses `live.json`.
    ///
    /// # Errors
    /// If the text is not the content of a `live.json` of this version.
    pub fn parse(text: &[u8]) -> Result<Self, serde_json::Error> {
        let live: Self = serde_json::from_slice(text)?;
        if live.format == FORMAT {
            return Ok(live);
        }
        Err(serde::de::Error::custom(format!("unknown format {:?}", live.format)))
    }
}

impl RunningGame {
    /// A game whose engines are not ready yet.
    pub(super) fn new(
        number: u32,
        engines: [usize; 2],
        opening: &BookOpening,
        began: Duration,
    ) -> Self {
        Self {
            number,
            engines,
            fen: opening.fen.clone(),
            book: opening.moves.clone(),
            moves: Vec::new(),
            clocks_ms: [None; 2],
            asked_ms: None,
            started: began.as_secs(),
        }
    }
}

/// The boards of a match's game slots.
#[derive(Debug)]
pub(super) struct LiveBoards {
    slots: Vec<Mutex<Option<RunningGame>>>,
    /// Incremented at every change.
    changes: AtomicU64,
    played: AtomicU64,
}

/// The board of one game slot. A thread that plays a game waits here only while another thread copies the game in
/// memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct LiveSlot<'a> {
    boards: &'a LiveBoards,
    index: usize,
}

impl LiveBoards {
    pub(super) fn new(slots: usize) -> Self {
        let slots = (0..slots).map(|_| Mutex::default()).collect();
        Self { slots, changes: AtomicU64::new(1), played: AtomicU64::new(0) }
    }

    pub(super) fn slot(&self, index: usize) -> LiveSlot<'_> {
        LiveSlot { boards: self, index }
    }

    /// Sets the number of finished games.
    pub(super) fn count(&self, played: usize) {
        self.played.store(played as u64, Ordering::Relaxed);
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    fn games(&self) -> Vec<RunningGame> {
        self.slots.iter().filter_map(|slot| locked(slot).clone()).collect()
    }
}

fn locked<T>(slot: &Mutex<T>) -> MutexGuard<'_, T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LiveSlot<'_> {
    pub(super) fn index(self) -> usize {
        self.index
    }

    /// Records that a game begins.
    pub(super) fn begin(self, game: RunningGame) {
        self.change(|board| *board = Some(game));
    }

    /// Records that both engines are ready, with these clocks, and that the side to move receives its request.
    pub(super) fn ready(self, clocks: [Option<Duration>; 2]) {
        self.change(|board| {
            if let Some(game) = board {
                game.record_request(clocks);
            }
        });
    }

    /// Records that a move was played, with these clocks, and that the other side receives its request.
    pub(super) fn play(self, played: PlayedMove, clocks: [Option<Duration>; 2]) {
        self.change(|board| {
            if let Some(game) = board {
                game.moves.push(played);
                game.record_request(clocks);
            }
        });
    }

    /// Records that the game is over or was aborted.
    pub(super) fn end(self) {
        self.change(|board| *board = None);
    }

    fn change(self, change: impl FnOnce(&mut Option<RunningGame>)) {
        change(&mut locked(&self.boards.slots[self.index]));
        self.boards.changes.fetch_add(1, Ordering::Relaxed);
    }
}

impl RunningGame {
    fn record_request(&mut self, clocks: [Option<Duration>; 2]) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.asked_ms = Some(now.as_millis() as u64);
        self.clocks_ms = clocks.map(|clock| clock.map(|time| time.as_millis() as u64));
    }
}

/// The file that shows a match's games in progress.
#[derive(Debug)]
pub(super) struct LiveFile {
    path: PathBuf,
    names: Vec<String>,
    scheduled: u32,
    sprt: Option<String>,
}

impl LiveFile {
    pub(super) fn new(
        folder: &Path,
        names: &[String],
        scheduled: u32,
        sprt: Option<&Sprt>,
    ) -> Self {
        Self {
            path: folder.join(LIVE_FILE),
            names: names.to_vec(),
            scheduled,
            sprt: sprt.map(Sprt::to_string),
        }
    }

    /// Keeps the file in step with the boards while `play` runs, then removes it.
    pub(super) fn keep_while<T>(&self, boards: &LiveBoards, play: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            // This channel closes when the games are over, even after a panic.
            let (_playing, over) = mpsc::channel();
            let writer = thread::Builder::new().name("live games".to_owned());
            let started = writer.spawn_scoped(scope, move || self.keep(boards, &over));
            if let Err(error) = started {
                log::debug!("the games cannot be watched: {error}");
            }
            play()
        })
    }

    fn keep(&self, boards: &LiveBoards, over: &Receiver<()>) {
        let (mut known, mut exists) = (0, false);
        loop {
            let start = Instant::now();
            let changes = boards.changes.load(Ordering::Relaxed);
            if changes != known {
                match self.write(boards) {
                    Ok(()) => (known, exists) = (changes, true),
                    // The disk may be full now and have room next time.
                    Err(error) => log::debug!("{}: {error}", self.path.display()),
                }
            }
            let wait = (start.elapsed() * WAIT_FACTOR).clamp(INTERVAL, INTERVAL_MAX);
            if over.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                break;
            }
        }
        if exists && let Err(error) = fs::remove_file(&self.path) {
            log::debug!("{}: {error}", self.path.display());
        }
    }

    fn write(&self, boards: &LiveBoards) -> std::io::Result<()> {
        let live = LiveMatch {
            format: FORMAT.to_owned(),
            names: self.names.clone(),
            scheduled: self.scheduled,
            played: boards.played.load(Ordering::Relaxed),
            sprt: self.sprt.clone(),
            games: boards.games(),
        };
        write_whole_unsynced(&self.path, &serde_json::to_vec(&live)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::START_FEN;

    fn file(folder: &Path) -> LiveFile {
        let names = vec!["A".to_owned(), "B".to_owned()];
        LiveFile { path: folder.join(LIVE_FILE), names, scheduled: 4, sprt: None }
    }

    fn opening() -> BookOpening {
        BookOpening { fen: START_FEN.to_owned(), moves: vec!["h2e2".parse().unwrap()] }
    }

    fn played(mv: &str) -> PlayedMove {
        let thought = super::super::client::EngineInfo::default();
        PlayedMove { mv: mv.parse().unwrap(), micros: 1000, thought }
    }

    /// Waits until the contents of the file satisfy a condition.
    fn wait(folder: &Path, is_it: impl Fn(&LiveMatch) -> bool) -> LiveMatch {
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            let text = fs::read(folder.join(LIVE_FILE)).unwrap_or_default();
            // The file is always complete.
            let live = (!text.is_empty()).then(|| LiveMatch::parse(&text).unwrap());
            if let Some(live) = live.filter(|live| is_it(live)) {
                return live;
            }
            assert!(Instant::now() < deadline, "{}", String::from_utf8_lossy(&text));
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn the_file_follows_the_boards_and_goes_with_the_match() {
        let folder = tempfile::tempdir().unwrap();
        let boards = LiveBoards::new(2);
        let second = boards.slot(1);
        let clocks = [Some(Duration::from_millis(990)), None];
        file(folder.path()).keep_while(&boards, || {
            assert!(wait(folder.path(), |_| true).games.is_empty());
            second.begin(RunningGame::new(3, [1, 0], &opening(), Duration::from_secs(7)));
            let live = wait(folder.path(), |live| live.games.len() == 1);
            assert_eq!((live.games[0].asked_ms, live.games[0].started), (None, 7));
            second.ready([None; 2]);
            second.play(played("h9g7"), clocks);
            boards.count(3);
            let live = wait(folder.path(), |live| live.games[0].moves.len() == 1);
            assert_eq!((live.games[0].number, live.games[0].clocks_ms), (3, [Some(990), None]));
            assert!(live.games[0].asked_ms > Some(1_600_000_000_000));
            assert_eq!((live.played, live.names[1].as_str()), (3, "B"));
            second.end();
            wait(folder.path(), |live| live.games.is_empty());
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn it_is_written_twice_a_second_at_most() {
        let folder = tempfile::tempdir().unwrap();
        let boards = LiveBoards::new(1);
        let slot = boards.slot(0);
        slot.begin(RunningGame::new(0, [0, 1], &opening(), Duration::ZERO));
        let mut seen = std::collections::BTreeSet::new();
        let start = Instant::now();
        file(folder.path()).keep_while(&boards, || {
            while start.elapsed() < Duration::from_millis(1200) || seen.is_empty() {
                slot.play(played("h9g7"), [None; 2]);
                let text = fs::read(folder.path().join(LIVE_FILE)).unwrap_or_default();
                if !text.is_empty() {
                    seen.insert(LiveMatch::parse(&text).unwrap().games[0].moves.len());
                }
                thread::sleep(Duration::from_millis(1));
            }
        });
        let most = start.elapsed().as_millis() / INTERVAL.as_millis() + 2;
        assert!((seen.len() as u128) <= most, "{seen:?} in {:?}", start.elapsed());
    }

    #[test]
    fn a_match_goes_on_where_the_file_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(LIVE_FILE);
        // First, a folder takes the file's place; then the match's folder does not exist.
        fs::create_dir(&place).unwrap();
        let boards = LiveBoards::new(1);
        assert_eq!(file(folder.path()).keep_while(&boards, || 7), 7);
        assert!(place.is_dir(), "what is not its own stays");
        assert_eq!(file(&folder.path().join("gone")).keep_while(&boards, || 7), 7);
    }

    #[test]
    fn other_versions_are_refused() {
        assert!(LiveMatch::parse(b"{}").is_err());
        let text = r#"{"format": "chuhe match live 2", "names": [], "scheduled": 1, "played": 0, "sprt": null, "games": []}"#;
        let error = LiveMatch::parse(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("live 2"), "{error}");
        assert!(LiveMatch::parse(text.replace("live 2", "live 1").as_bytes()).is_ok());
    }
}
