//! Generates games by self-play with a fixed number of nodes per move.
//!
//! Games are played in chunks. Each chunk is a file of its own, written when its last game ends, and depends only on
//! the plan and the chunk's number. The files are therefore the same for any number of threads, after any interruption,
//! and on any machine.
//!
//! ```
//! use std::num::NonZero;
//! use std::sync::atomic::AtomicBool;
//!
//! use chuhe_lab::data::{DataFile, files};
//! use chuhe_lab::datagen::{DatagenPlan, RANDOM_PLIES};
//!
//! let plan = DatagenPlan {
//!     nodes: NonZero::new(40).expect("40 is not 0"),
//!     soft_nodes: None,
//!     seed: 1,
//!     openings: Vec::new(),
//!     random_plies: RANDOM_PLIES,
//!     side_lines: 0,
//!     bench: 0,
//!     command: "my program".to_owned(),
//! };
//! let folder = tempfile::tempdir()?;
//! let (_, missing) = plan.missing(folder.path(), 0..2)?;
//! let stop = AtomicBool::new(false); // another thread may set it
//! plan.run(folder.path(), missing, NonZero::<usize>::MIN, &stop, &|_| {})?;
//! let file = DataFile::read(&files(&[folder.path().to_owned()])?[0])?;
//! assert_eq!(file.games.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod opening;
mod player;
mod referee;

use std::io;
use std::num::NonZero;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use self::opening::Openings;
pub use self::opening::read_openings;
use self::player::SelfPlayer;
use super::data::{DataError, DataFile, DataHeader, EXTENSION, SelfPlayGame};
use chuhe_engine::board::{FenError, Position};
use chuhe_engine::engine::config::ConfigError;
use chuhe_engine::search::Limits;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_util::files::check_regular;
use chuhe_util::parallel::map_in_order;

/// The number of games in a file. An interruption costs each thread fewer games than this.
pub const CHUNK: u64 = 50;
/// A number of random plies that gives enough variety of openings from the start position.
pub const RANDOM_PLIES: RangeInclusive<u64> = 8..=12;

/// The plan of a run: everything that its games depend on.
#[derive(Clone, Debug)]
pub struct DatagenPlan {
    /// The maximum number of nodes per move.
    pub nodes: NonZero<u64>,
    /// If given, a search starts no new iteration after this many nodes.
    pub soft_nodes: Option<NonZero<u64>>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Positions from which the games start, in rotation; the start position if there are none.
    pub openings: Vec<Position>,
    /// The number of random plies played from an opening. With random plies, games start near balance, and some start
    /// from endgames of earlier games. If the range contains only 0, each game starts exactly in its opening.
    pub random_plies: RangeInclusive<u64>,
    /// The percentage of moves after which a position that the search visited is searched as well, as a side line.
    pub side_lines: u64,
    /// The bench signature of this engine, stored in the headers.
    pub bench: u64,
    /// The command line without the number of games, stored in the headers.
    pub command: String,
}

/// The option that precedes the number of games in a command line.
pub(crate) const GAMES: &str = " --games ";

/// Why a run cannot start or continue.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum DatagenError {
    #[error("{}: {}", .path.display(), chuhe_util::files::reason(.error))]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: {error}", .path.display())]
    Damaged { path: PathBuf, error: DataError },
    #[error("{} belongs to another run:\n  {theirs}\nexpected:\n  {ours}", .path.display())]
    OtherRun { path: PathBuf, theirs: String, ours: String },
    #[error("line {line}: {error}")]
    Opening { line: usize, error: FenError },
    #[error("line {line}: the side to move has no legal move")]
    OpeningOver { line: usize },
    #[error("no openings found")]
    NoOpenings,
    #[error("game {0}: no balanced opening found")]
    Unbalanced(u64),
    #[error(transparent)]
    Start(#[from] ConfigError),
}

/// What a finished chunk adds to a run.
#[derive(Clone, Copy, Debug)]
pub struct DatagenProgress {
    /// The number of games added.
    pub games: u64,
    /// The number of plies added.
    pub plies: u64,
}

impl DatagenPlan {
    fn path(folder: &Path, chunk: u64) -> PathBuf {
        folder.join(format!("games-{chunk:06}.{EXTENSION}"))
    }

    /// The limits of the search for a move.
    fn limits(&self) -> Limits {
        Limits { soft_nodes: self.soft_nodes.map(NonZero::get), ..Limits::nodes(self.nodes.get()) }
    }

    fn header(&self, chunk: u64, count: u64) -> DataHeader {
        let first = chunk * CHUNK;
        DataHeader {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            bench: self.bench,
            command: format!("{}{GAMES}{}", self.command, first + count),
            first,
        }
    }

    /// Searches a folder for the chunks that hold a range of games, numbered from 0. Returns how many of the games
    /// exist, and the missing chunks with their sizes. Each chunk extends to its regular end or to the end of the
    /// range.
    ///
    /// # Errors
    /// If a file in the folder is damaged or belongs to another run.
    pub fn missing(
        &self,
        folder: &Path,
        games: Range<u64>,
    ) -> Result<(u64, Vec<(u64, u64)>), DatagenError> {
        let (mut done, mut missing) = (0, Vec::new());
        for chunk in games.start / CHUNK..games.end.div_ceil(CHUNK) {
            let count = CHUNK.min(games.end - chunk * CHUNK);
            let path = Self::path(folder, chunk);
            if !path.exists() {
                missing.push((chunk, count));
                continue;
            }
            let file = check_regular(&path)
                .map_err(DataError::from)
                .and_then(|()| DataFile::read(&path))
                .map_err(|error| DatagenError::Damaged { path: path.clone(), error })?;
            let ours = self.header(chunk, file.games.len() as u64);
            if file.header != ours {
                let (theirs, ours) = (run_of(&file.header), run_of(&ours));
                return Err(DatagenError::OtherRun { path, theirs, ours });
            }
            // The last chunk of an earlier run may be too short for this run; it is then played again.
            if (file.games.len() as u64) < count {
                missing.push((chunk, count));
            } else {
                done += count;
            }
        }
        Ok((done, missing))
    }

    /// Plays the `missing` chunks on `threads` threads until all are done or `stop` is set. `progress` is called after
    /// each chunk.
    ///
    /// # Errors
    /// If a search cannot be set up or a file cannot be written. Chunks already written remain.
    pub fn run(
        &self,
        folder: &Path,
        missing: Vec<(u64, u64)>,
        threads: NonZero<usize>,
        stop: &AtomicBool,
        progress: &(impl Fn(DatagenProgress) + Sync),
    ) -> Result<(), DatagenError> {
        let play = |player: &mut Option<SelfPlayer>, (chunk, count)| {
            let player = match player {
                Some(player) => player,
                none => none.insert(SelfPlayer::new(self.limits(), self.side_lines)?),
            };
            let Some(games) = self.play_chunk(player, chunk, count, stop)? else { return Ok(()) };
            let plies = games.iter().map(|game| game.plies.len() as u64).sum();
            let path = Self::path(folder, chunk);
            DataFile { header: self.header(chunk, count), games }.write(&path).map_err(
                |error| match error {
                    DataError::Io(error) => DatagenError::Io { path, error },
                    error => DatagenError::Damaged { path, error },
                },
            )?;
            progress(DatagenProgress { games: count, plies });
            Ok(())
        };
        map_in_order(
            threads,
            missing.into_iter().take_while(|_| !stop.load(Ordering::Relaxed)),
            || None,
            |player, chunk| {
                play(player, chunk)
                    .inspect_err(|_: &DatagenError| stop.store(true, Ordering::Relaxed))
            },
            |played| played.collect(),
        )
    }

    /// Plays the games of a chunk. Returns `None` if interrupted.
    fn play_chunk(
        &self,
        player: &mut SelfPlayer,
        chunk: u64,
        count: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<SelfPlayGame>>, DatagenError> {
        let mut games: Vec<SelfPlayGame> = Vec::with_capacity(count as usize);
        for number in chunk * CHUNK..chunk * CHUNK + count {
            // Every game has its own random stream, independent of those of its neighbours.
            let mut rng = SplitMix64::new(SplitMix64::new(self.seed).next() ^ number);
            let openings = Openings {
                list: &self.openings,
                random_plies: &self.random_plies,
                number,
                earlier: games.last(),
            };
            let Some(opening) = openings.find(player, &mut rng) else {
                return Err(DatagenError::Unbalanced(number));
            };
            match player.play(opening, &mut rng, stop) {
                Some(game) => games.push(game),
                None => return Ok(None),
            }
        }
        Ok(Some(games))
    }
}

fn run_of(header: &DataHeader) -> String {
    let (command, version, bench) = header.run();
    format!("{command} (version {version}, bench {bench})")
}
