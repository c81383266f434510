//! Self-play at fixed nodes.
//!
//! Games are played in chunks, each a file of its own that is written when its last game is over. A chunk depends only
//! on the plan and its number. So the files are the same for any number of threads, after any interruption, and on
//! whichever machine they are played.
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
pub use self::opening::{OpeningsError, read_openings};
use self::player::SelfPlayer;
use super::data::{DataError, DataFile, DataHeader, EXTENSION, SelfPlayGame};
use chuhe_engine::board::Position;
use chuhe_engine::engine::config::ConfigError;
use chuhe_engine::search::Limits;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_files::check_regular;
use chuhe_parallel::map_in_order;

/// Games in a file. An interruption costs each thread fewer games than this.
pub const CHUNK: u64 = 50;
/// Random plies that make varied openings of the start position.
pub const RANDOM_PLIES: RangeInclusive<u64> = 8..=12;

/// The plan of a run: everything that its games depend on.
#[derive(Clone, Debug)]
pub struct DatagenPlan {
    /// Most nodes per move.
    pub nodes: NonZero<u64>,
    /// If given, a search begins no iteration once it has this many nodes.
    pub soft_nodes: Option<NonZero<u64>>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Positions to begin with in turn; if there are none, the start position.
    pub openings: Vec<Position>,
    /// Random plies from there, at least and at most. With some, games begin near balance, and some of them in endgames
    /// of games before; with 0 alone, each begins in its opening as it is.
    pub random_plies: RangeInclusive<u64>,
    /// The bench signature of this engine, for the headers.
    pub bench: u64,
    /// The command line without the number of games, for the headers.
    pub command: String,
}

/// What stands in a command before how many games there are to be.
pub(crate) const GAMES: &str = " --games ";

/// Why a run cannot start or go on.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// The folder cannot be used.
    #[error("{}: {}", .path.display(), chuhe_files::reason(.error))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A file in the folder cannot be used.
    #[error("{}: {error}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: DataError,
    },
    /// The folder has games of another run.
    #[error("{} belongs to another run:\n  {theirs}\nexpected:\n  {ours}", .path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// How it was made.
        theirs: String,
        /// How it would be made.
        ours: String,
    },
    /// No opening near balance was found.
    #[error("game {0}: no balanced opening found")]
    Unbalanced(u64),
    /// A search could not be set up.
    #[error(transparent)]
    Start(#[from] ConfigError),
}

/// The progress of a run with one more chunk.
#[derive(Clone, Copy, Debug)]
pub struct DatagenProgress {
    /// Games newly on disk.
    pub games: u64,
    /// Plies newly on disk.
    pub plies: u64,
}

impl DatagenPlan {
    /// The path of a chunk in a folder.
    fn path(folder: &Path, chunk: u64) -> PathBuf {
        folder.join(format!("games-{chunk:06}.{EXTENSION}"))
    }

    /// When the search for a move ends.
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

    /// Looks into a folder for the chunks that the games of a range belong to, numbered from 0. Returns how many games are
    /// there, and the chunks still to be played with their sizes. Each chunk goes up to its own end or that of the range.
    ///
    /// # Errors
    /// If a file in it is damaged or belongs to another run.
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
                let say = |header: &DataHeader| {
                    let DataHeader { command, version, bench, .. } = header;
                    // How many games were asked for makes no other run.
                    let command = command.rsplit_once(GAMES).map_or(&command[..], |(all, _)| all);
                    format!("{command} (version {version}, bench {bench})")
                };
                let (theirs, ours) = (say(&file.header), say(&ours));
                return Err(DatagenError::OtherRun { path, theirs, ours });
            }
            // The last chunk of a shorter run is played again.
            if (file.games.len() as u64) < count {
                missing.push((chunk, count));
            } else {
                done += count;
            }
        }
        Ok((done, missing))
    }

    /// Plays what is missing on `threads` threads until all is done or `stop` is set. `progress` is called after each
    /// chunk.
    ///
    /// # Errors
    /// If a search cannot be set up or a file cannot be written; chunks that are on disk stay there.
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
                none => none.insert(SelfPlayer::new(self.limits())?),
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
        let play = |player: &mut _, chunk| {
            play(player, chunk).inspect_err(|_: &DatagenError| stop.store(true, Ordering::Relaxed))
        };
        let missing = missing.into_iter().take_while(|_| !stop.load(Ordering::Relaxed));
        map_in_order(threads, missing, || None, play, |played| played.collect())
    }

    /// The games of a chunk; none if it was interrupted.
    fn play_chunk(
        &self,
        player: &mut SelfPlayer,
        chunk: u64,
        count: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<SelfPlayGame>>, DatagenError> {
        let mut games: Vec<SelfPlayGame> = Vec::with_capacity(count as usize);
        for number in chunk * CHUNK..chunk * CHUNK + count {
            // Every game has its own random stream, unrelated to those of its neighbours.
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
