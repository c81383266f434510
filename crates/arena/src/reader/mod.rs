//! Reads a match's folder from another process: its finished and running games, and its sequential test.

mod curve;
mod plan;
mod tail;

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::Value;

use self::curve::LlrCurve;
use self::plan::{MatchGoal, Plan, ResultFile};
use self::tail::{Tail, TailLine};
use super::folder::RESULT_FILE;
use super::games_file::{GamesFile, PgnStyle};
use super::journal::{JOURNAL_FILE, JournalError, read_game, read_terms};
use super::live::{LIVE_FILE, LiveMatch, RunningGame};
use super::record::{GameRecord, ending_name};
use super::schedule::Schedule;
use super::standings::Standings;
use super::summary::{MatchState, MatchSummary};
use chuhe_engine::board::{FenError, IllegalMove, Position};
use chuhe_engine::types::{Color, Move};
use chuhe_formats::Game;
use chuhe_util::files;
use chuhe_util::files::open_in_place;

pub use self::curve::LlrPoint;

/// The maximum sizes of `live.json` and `result.json`, in bytes; larger files are not read.
const LIVE_BYTES_MAX: u64 = 16 << 20;
const RESULT_BYTES_MAX: u64 = 4 << 20;
/// The maximum length of a journal's first line that [`MatchReader::glance`] reads, in bytes.
const TERMS_BYTES_MAX: u64 = 256 << 10;
/// The maximum number of games listed individually; all are counted.
const ENTRIES_MAX: usize = 200_000;

/// Reads the folder of a match, during the match or later. It writes nothing, follows no links in the folder, and does
/// not disturb a match in progress.
///
/// ```no_run
/// use std::path::Path;
///
/// use chuhe_arena::MatchReader;
///
/// let mut reader = MatchReader::new(Path::new("matches/new-vs-old"));
/// while reader.refresh()? {}
/// if let Some(summary) = reader.summary() {
///     println!("{} of {} games are over", summary.played, summary.scheduled);
/// }
/// for game in reader.running() {
///     println!("game {} is at ply {}", game.number + 1, game.moves.len());
/// }
/// # Ok::<(), chuhe_arena::ReaderError>(())
/// ```
#[derive(Debug)]
pub struct MatchReader {
    folder: PathBuf,
    tail: Tail,
    /// The contents of the journal, once its first line has been read.
    content: Option<JournalContent>,
    goal: MatchGoal,
    /// The stamps of `live.json` and `result.json` when they were last read.
    stamps: [Option<Stamp>; 2],
    live: Option<LiveMatch>,
    running: Vec<RunningGame>,
    summary: Option<MatchSummary>,
    is_played: bool,
    generation: u64,
}

#[derive(Debug)]
struct JournalContent {
    plan: Plan,
    schedule: Schedule,
    standings: Standings,
    curve: LlrCurve,
    entries: Vec<GameEntry>,
    /// Indices into `entries` by game number.
    by_number: HashMap<u32, usize>,
    /// Whether games beyond the schedule were left out.
    left_out: bool,
    damage: Option<JournalError>,
}

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEntry {
    /// The game's number in the schedule, from 0.
    pub number: u32,
    /// The engines that played Red and Black, as indices.
    pub engines: [usize; 2],
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The way the game ended, as named by [`ending_name`].
    pub ending: &'static str,
    /// The number of plies, book moves included.
    pub plies: usize,
    /// When the game began, in seconds since 1970, UTC.
    pub started: u64,
    /// How long the game took, in milliseconds.
    pub millis: u64,
    /// The game's offset in the journal, and its line number.
    place: (u64, usize),
}

/// A game of a match, with all its moves.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The record in the journal. Its moves are legal.
    pub record: GameRecord,
    /// The game with tags and comments, as in `games.pgn`.
    pub game: Game,
}

/// The stage of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStage {
    /// In progress.
    Running,
    /// No process is playing the match, though games are left or their number is unknown.
    Stopped,
    /// Finished.
    Over,
}

/// What [`MatchReader::glance`] reports about a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGlance {
    /// The names of the engines.
    pub names: Vec<String>,
    /// Whether the match is in progress.
    pub is_running: bool,
    /// The number of finished games; `None` if the games would have to be counted first.
    pub played: Option<u64>,
    /// The number of games in the schedule; `None` if it is not known.
    pub scheduled: Option<u32>,
    /// When the journal last grew.
    pub changed: SystemTime,
}

/// Why a folder cannot be read as a match.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum ReaderError {
    #[error("{}: {}", .path.display(), files::reason(.error))]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: {error}", .path.display())]
    Journal { path: PathBuf, error: JournalError },
    /// There is no game with this number, from 1.
    #[error("no game {0} in this match")]
    NoGame(u64),
    #[error("game {number} cannot be replayed: {error}")]
    BadStart {
        /// The game's number, from 1.
        number: u64,
        error: FenError,
    },
    #[error("game {number} cannot be replayed: {mv}: {error}")]
    BadMove {
        /// The game's number, from 1.
        number: u64,
        mv: Move,
        error: IllegalMove,
    },
}

/// Distinguishes a file from a later one at the same path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    length: u64,
    /// The file's inode number; 0 on systems without inodes.
    inode: u64,
}

impl MatchReader {
    /// Creates a reader of a folder, which has read nothing yet.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            tail: Tail::default(),
            content: None,
            goal: MatchGoal::default(),
            stamps: [None; 2],
            live: None,
            running: Vec::new(),
            summary: None,
            is_played: false,
            generation: 0,
        }
    }

    /// Reports on a match without reading its games.
    ///
    /// # Errors
    /// If the folder does not contain the journal of a match.
    pub fn glance(folder: &Path) -> Result<MatchGlance, ReaderError> {
        let path = folder.join(JOURNAL_FILE);
        let failed = |error| ReaderError::Io { path: path.clone(), error };
        let mut file = open_in_place(&path).map_err(failed)?;
        let changed = file.metadata().and_then(|found| found.modified()).map_err(failed)?;
        let is_running = files::is_locked(&file);
        let mut bytes = Vec::new();
        file.by_ref().take(TERMS_BYTES_MAX).read_to_end(&mut bytes).map_err(failed)?;
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let plan = read_plan(first).map_err(|error| ReaderError::Journal { path, error })?;
        let live = is_running.then(|| read_live(folder)).flatten();
        let result = read_small(&folder.join(RESULT_FILE), RESULT_BYTES_MAX);
        let result = result.and_then(|text| serde_json::from_slice::<ResultFile>(&text).ok());
        let told = match (&live, &result) {
            (Some(live), _) => Some((live.played, MatchGoal::of_live(live).scheduled)),
            // The result is not used if the match is running: a resumed match leaves its old result in place.
            (None, Some(result)) if !is_running => {
                Some((result.played, MatchGoal::of_result(result).scheduled))
            }
            _ => None,
        };
        Ok(MatchGlance {
            names: plan.names,
            is_running,
            played: told.map(|(played, _)| played),
            scheduled: told.and_then(|(_, scheduled)| scheduled),
            changed,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads the next part of the journal, at most a few megabytes. Returns whether more is available now.
    ///
    /// # Errors
    /// If the folder or its journal is missing or unreadable. Data read earlier is kept, and the next call tries again.
    pub fn refresh(&mut self) -> Result<bool, ReaderError> {
        let path = self.folder.join(JOURNAL_FILE);
        let failed = |error| ReaderError::Io { path: path.clone(), error };
        let mut file = open_in_place(&path).map_err(failed)?;
        // The lock is checked before the journal is read, so a match that ends meanwhile counts as finished only once
        // its last game has been read.
        self.is_played = files::is_locked(&file);
        self.read_goal();
        if !self.tail.fits(&mut file).map_err(failed)? {
            self.forget();
        }
        let (content, goal, mut broken) = (&mut self.content, &self.goal, None);
        let more = self.tail.read(&mut file, |line| match content {
            Some(content) => content.handle_line(line, goal),
            None if broken.is_some() => {}
            None => match read_plan(line.bytes.unwrap_or_default()) {
                Ok(plan) => *content = Some(JournalContent::new(plan, goal)),
                Err(error) => broken = Some(error),
            },
        });
        if let Some(error) = broken {
            self.forget();
            return Err(ReaderError::Journal { path, error });
        }
        let more = more.map_err(failed)?;
        self.summary = self.add_up();
        self.find_running();
        Ok(more)
    }

    /// A number that is incremented when everything read so far becomes void, because another match has replaced this
    /// one.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The names of the engines; empty before the first successful [`MatchReader::refresh`].
    pub fn names(&self) -> &[String] {
        self.content.as_ref().map_or(&[], |content| &content.plan.names)
    }

    /// The source of the openings: `startpos` or the name of a file.
    pub fn openings(&self) -> &str {
        self.content.as_ref().map_or("", |content| &content.plan.openings)
    }

    /// The number of games in the schedule; `None` if unknown.
    pub fn scheduled(&self) -> Option<u32> {
        self.goal.scheduled
    }

    /// The stage of the match.
    pub fn stage(&self) -> MatchStage {
        if self.is_played {
            MatchStage::Running
        } else if self.goal.scheduled.is_some()
            && self.summary.as_ref().is_some_and(|summary| summary.state != MatchState::Running)
        {
            MatchStage::Over
        } else {
            MatchStage::Stopped
        }
    }

    /// The result of the games read so far; `None` before the first successful [`MatchReader::refresh`]. If the number
    /// of scheduled games is unknown, the games read so far are assumed to be all.
    pub fn summary(&self) -> Option<&MatchSummary> {
        self.summary.as_ref()
    }

    fn add_up(&self) -> Option<MatchSummary> {
        let JournalContent { plan, standings, .. } = self.content.as_ref()?;
        let scheduled = self.goal.scheduled.unwrap_or(standings.games() as u32);
        let sprt = self.goal.sprt.as_ref();
        Some(MatchSummary::of(&plan.names, &plan.limits, scheduled, standings, sprt))
    }

    /// The sequential test over time: at most a few hundred points, evenly spread over all games. The state after the
    /// last game is in the summary.
    pub fn curve(&self) -> &[LlrPoint] {
        self.content.as_ref().map_or(&[], |content| content.curve.points())
    }

    /// The number of times the curve was thinned. While this number is unchanged, points are only appended.
    pub fn curve_thinned(&self) -> u32 {
        self.content.as_ref().map_or(0, |content| content.curve.thinned())
    }

    /// The finished games, in the order in which they ended. Games beyond the first 200,000 are only counted.
    pub fn games(&self) -> &[GameEntry] {
        self.content.as_ref().map_or(&[], |content| &content.entries)
    }

    /// The games in progress. Their moves have not been checked.
    pub fn running(&self) -> &[RunningGame] {
        &self.running
    }

    /// The damage to the journal, if any.
    pub fn damage(&self) -> Option<&JournalError> {
        self.content.as_ref()?.damage.as_ref()
    }

    /// Reads a finished game by its number in the schedule, counted from 0.
    ///
    /// # Errors
    /// If there is no such game, the journal cannot be read, or the game cannot be replayed.
    pub fn game(&self, number: u32) -> Result<MatchGame, ReaderError> {
        let told = u64::from(number) + 1;
        let content = self.content.as_ref().ok_or(ReaderError::NoGame(told))?;
        let entry = content.by_number.get(&number).and_then(|&at| content.entries.get(at));
        let (offset, line) = entry.ok_or(ReaderError::NoGame(told))?.place;
        let path = self.folder.join(JOURNAL_FILE);
        let bytes = read_line_at(&path, offset)
            .map_err(|error| ReaderError::Io { path: path.clone(), error })?;
        let record =
            read_game(&bytes, line).map_err(|error| ReaderError::Journal { path, error })?;
        if record.number != number || !content.fits(&record) {
            return Err(ReaderError::NoGame(told));
        }
        check(&record, told)?;
        let file = GamesFile {
            names: &content.plan.names,
            limits: content.plan.limits.clone(),
            schedule: &content.schedule,
            style: &PgnStyle::default(),
        };
        let game = file.game(&record);
        Ok(MatchGame { record, game })
    }

    /// Discards everything read, because another match has replaced this one.
    fn forget(&mut self) {
        self.tail = Tail::default();
        self.content = None;
        self.summary = None;
        self.generation += 1;
    }

    /// Reads the length of the match, and its test, from `live.json`, or else from the result.
    fn read_goal(&mut self) {
        let paths = [LIVE_FILE, RESULT_FILE].map(|name| self.folder.join(name));
        let stamps = paths.each_ref().map(|path| Stamp::of(path));
        let is_new = [0, 1].map(|at| stamps[at] != self.stamps[at]);
        self.stamps = stamps;
        if is_new == [false; 2] {
            return;
        }
        if is_new[0] {
            self.live = read_live(&self.folder);
        }
        // If the journal is not locked, `live.json` was left behind by a killed match, but the number of games in it is
        // still valid.
        let live = self.live.as_ref().map(MatchGoal::of_live);
        // A result that has not changed describes only the games played before it was written.
        let says_more = is_new[1] || self.goal.scheduled.is_none();
        let goal = live.or_else(|| {
            let text = says_more.then(|| read_small(&paths[1], RESULT_BYTES_MAX)).flatten()?;
            serde_json::from_slice(&text).ok().map(|result| MatchGoal::of_result(&result))
        });
        let Some(goal) = goal else { return };
        if goal == self.goal {
            return;
        }
        let is_longer = goal.sprt == self.goal.sprt && goal.scheduled > self.goal.scheduled;
        self.goal = goal;
        match &mut self.content {
            Some(content) if is_longer && !content.left_out => {
                content.schedule = content.plan.schedule_to(&goal);
            }
            // The set of games or the test has changed, so everything is counted again from the start.
            Some(_) => self.forget(),
            None => {}
        }
    }

    fn find_running(&mut self) {
        self.running.clear();
        let (true, Some(content), Some(live)) = (self.is_played, &self.content, &self.live) else {
            return;
        };
        let running = live.games.iter().filter(|game| {
            game.engines.iter().all(|&engine| engine < content.plan.names.len())
                && !content.by_number.contains_key(&game.number)
        });
        self.running.extend(running.cloned());
    }
}

impl JournalContent {
    fn new(plan: Plan, goal: &MatchGoal) -> Self {
        let schedule = plan.schedule_to(goal);
        Self {
            standings: Standings::new(plan.names.len(), &schedule),
            plan,
            schedule,
            curve: LlrCurve::default(),
            entries: Vec::new(),
            by_number: HashMap::new(),
            left_out: false,
            damage: None,
        }
    }

    /// Whether the engines of a game match the schedule.
    fn fits(&self, game: &GameRecord) -> bool {
        self.schedule.fixture(game.number).engines == game.engines
    }

    fn handle_line(&mut self, line: TailLine<'_>, goal: &MatchGoal) {
        let Some(bytes) = line.bytes else {
            self.damaged(JournalError::LongLine(line.number));
            return;
        };
        let game = match read_game(bytes, line.number) {
            Ok(game) if self.fits(&game) => game,
            Ok(_) => return self.damaged(JournalError::ForeignGame(line.number)),
            Err(error) => return self.damaged(error),
        };
        if self.by_number.contains_key(&game.number) {
            return self.damaged(JournalError::ForeignGame(line.number));
        }
        // The journal may contain more games than the plan; the additional ones are left out, as when the match is
        // resumed.
        if goal.scheduled.is_some_and(|scheduled| game.number >= scheduled) {
            self.left_out = true;
            return;
        }
        self.standings.record(&game, &self.schedule);
        if let (Some(sprt), Some(encounter)) = (&goal.sprt, self.standings.encounters.first()) {
            self.curve.record(sprt, self.standings.games(), encounter);
        }
        self.by_number.insert(game.number, self.entries.len());
        if self.entries.len() < ENTRIES_MAX {
            self.entries.push(GameEntry {
                number: game.number,
                engines: game.engines,
                winner: game.winner,
                ending: ending_name(&game.reason),
                plies: game.book.len() + game.moves.len(),
                started: game.started,
                millis: game.millis,
                place: (line.offset, line.number),
            });
        }
    }

    /// Records damage, unless some was found earlier.
    fn damaged(&mut self, what: JournalError) {
        self.damage.get_or_insert(what);
    }
}

impl Plan {
    fn schedule_to(&self, goal: &MatchGoal) -> Schedule {
        self.schedule(goal.scheduled.unwrap_or_default())
    }
}

impl Stamp {
    /// The stamp of a file; `None` if it does not exist.
    fn of(path: &Path) -> Option<Self> {
        let found = std::fs::symlink_metadata(path).ok()?;
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(&found);
        #[cfg(not(unix))]
        let inode = 0;
        Some(Self { modified: found.modified().ok(), length: found.len(), inode })
    }
}

fn read_plan(line: &[u8]) -> Result<Plan, JournalError> {
    let terms: Value = read_terms(line)?;
    Plan::of_terms(&terms).ok_or(JournalError::NoJournal)
}

/// The contents of a file, unless it is too large.
fn read_small(path: &Path, most: u64) -> Option<Vec<u8>> {
    let file = open_in_place(path).ok()?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= most).then_some(bytes)
}

fn read_live(folder: &Path) -> Option<LiveMatch> {
    LiveMatch::parse(&read_small(&folder.join(LIVE_FILE), LIVE_BYTES_MAX)?).ok()
}

fn read_line_at(path: &Path, offset: u64) -> io::Result<Vec<u8>> {
    let mut file = open_in_place(path)?;
    file.seek(SeekFrom::Start(offset))?;
    tail::read_line(&mut file)
}

/// Checks that a game can be replayed.
fn check(game: &GameRecord, number: u64) -> Result<(), ReaderError> {
    let mut position =
        Position::from_fen(&game.fen).map_err(|error| ReaderError::BadStart { number, error })?;
    let moves = game.book.iter().copied().chain(game.moves.iter().map(|played| played.mv));
    for mv in moves {
        position.play(mv).map_err(|error| ReaderError::BadMove { number, mv, error })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
