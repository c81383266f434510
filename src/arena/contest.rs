//! A match that is kept in a folder, goes on where it was broken off, and ends early when its sequential test does.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::folder::{FolderError, KeepLogs, MatchFolder};
use super::games_file::PgnStyle;
use super::plan::{PlanError, PreparedMatch};
use super::record::GameRecord;
use super::review::{Review, ReviewError, Reviewer};
use super::standings::Standings;
use super::stats::Sprt;
use super::summary::{MatchSummary, State};
use super::tournament::{Finished, Tournament, TournamentError};

/// A match that is played, or has been. Every game that is over is on disk, so that the same plan in the same folder
/// goes on where it was broken off, and plays no game twice.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use std::path::Path;
/// use std::sync::atomic::AtomicBool;
///
/// use chuhe::arena::settings::EngineSettings;
/// use chuhe::arena::{KeepLogs, Match, MatchPlan, PgnStyle};
///
/// let engine = |command| EngineSettings::from_words([command, "nodes=20000"]);
/// let plan = MatchPlan {
///     rounds: 5000,
///     sprt: Some("elo0=0 elo1=10".parse()?),
///     ..MatchPlan::new(vec![engine("cmd=new/chuhe")?, engine("cmd=old/chuhe")?])
/// };
/// // Another thread may set it.
/// let stop = AtomicBool::new(false);
/// let prepared = plan.prepare(&stop)?;
/// let folder = Path::new("matches").join(prepared.folder_name());
/// let mut game = Match::open(prepared, &folder, PgnStyle::default(), KeepLogs::Faults, false)?;
/// game.play(&stop, |game, _| {
///     if let Some(sprt) = game.summary(None).sprt {
///         println!("LLR {:.2}", sprt.llr);
///     }
///     ControlFlow::Continue(())
/// })?;
/// game.save(&game.summary(None))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Match {
    tournament: Arc<Tournament>,
    sprt: Option<Sprt>,
    folder: MatchFolder,
    games: Vec<GameRecord>,
    standings: Standings,
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The plan is no match.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Its folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Its games cannot be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}

impl Match {
    /// Opens the folder of a match: a new one, or one in which games of this match have been played. With `fresh` those
    /// are removed.
    ///
    /// # Errors
    /// If the folder cannot be used, has another match in it, or another process plays in it.
    pub fn open(
        prepared: PreparedMatch,
        folder: &Path,
        style: PgnStyle,
        logs: KeepLogs,
        fresh: bool,
    ) -> Result<Self, FolderError> {
        let (folder, mut games) = MatchFolder::open(folder, &prepared, style, logs, fresh)?;
        let PreparedMatch { tournament, sprt, .. } = prepared;
        let schedule = &tournament.schedule;
        // A match that was made shorter leaves out what goes beyond it.
        games.retain(|game| game.number < schedule.len());
        let mut standings = Standings::new(tournament.engines.len(), schedule);
        for game in &games {
            standings.record(game, schedule);
        }
        Ok(Self { tournament, sprt, folder, games, standings })
    }

    /// What is played.
    #[must_use]
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The games that are over, in the order in which they ended.
    #[must_use]
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// Where the match is kept.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// How the match stands, its sequential test included; with a second opinion if there is one.
    #[must_use]
    pub fn summary(&self, review: Option<Review>) -> MatchSummary {
        MatchSummary::new(&self.tournament, &self.standings, self.sprt.as_ref(), review)
    }

    /// Whether games are left to play.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.summary(None).state == State::Running
    }

    /// Plays what is left of the schedule, until the sequential test is decided, `stop` is set from any thread, or
    /// `watch` breaks off. `watch` hears of each game once it is on disk and counted.
    ///
    /// # Errors
    /// If an engine does not start any more, or the folder cannot be written. The games until then are kept.
    pub fn play(
        &mut self,
        stop: &AtomicBool,
        mut watch: impl FnMut(&Self, &GameRecord) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        if !self.is_running() {
            return Ok(());
        }
        let tournament = Arc::clone(&self.tournament);
        let done: HashSet<u32> = self.games.iter().map(|game| game.number).collect();
        tournament.run(&done, stop, |game: Finished| {
            // The test stops at its verdict: a game that ends a moment later must not undo it.
            if self.is_decided() {
                return Ok(());
            }
            self.folder.add(&game, &tournament)?;
            self.standings.record(&game.record, &tournament.schedule);
            self.games.push(game.record.clone());
            if watch(self, &game.record).is_break() || self.is_decided() {
                stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        })
    }

    fn is_decided(&self) -> bool {
        self.summary(None).state == State::Decided
    }

    /// Has every game that is over judged once more, by a program as [`Reviewer`] describes it.
    ///
    /// # Errors
    /// If the program does not start or does not answer as it should.
    pub fn review(&self, command: &str) -> Result<Review, ReviewError> {
        let mut reviewer = Reviewer::start(command)?;
        for game in &self.games {
            reviewer.judge(game)?;
        }
        Ok(reviewer.review().clone())
    }

    /// Leaves the result beside the journal, and the games in the order of the schedule.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn save(&self, summary: &MatchSummary) -> Result<(), FolderError> {
        let mut games = self.games.clone();
        games.sort_by_key(|game| game.number);
        self.folder.save(&games, &self.tournament, summary)
    }
}
