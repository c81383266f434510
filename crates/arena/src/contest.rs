//! A match with its games on disk. It can be resumed, and ends once its sequential test is decided.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::folder::{KeepLogs, MatchFolder};
use super::games_file::PgnStyle;
use super::journal::JournalError;
use super::live::{LiveBoards, LiveFile};
use super::plan::{PlanError, PreparedMatch};
use super::record::GameRecord;
use super::review::{Review, ReviewError, Reviewer};
use super::standings::Standings;
use super::summary::{MatchState, MatchSummary};
use super::tournament::{FinishedGame, Tournament, TournamentError};
use chuhe_util::files;

/// A match, running or over. Every finished game is on disk, so the same plan in the same folder resumes the match
/// without replaying any game.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use std::path::Path;
/// use std::sync::atomic::AtomicBool;
///
/// use chuhe_arena::settings::EngineSettings;
/// use chuhe_arena::{KeepLogs, Match, MatchPlan, PgnStyle};
///
/// let engine = |command| EngineSettings::from_words([command, "nodes=20000"]);
/// let plan = MatchPlan {
///     rounds: 5000,
///     sprt: Some("elo0=0 elo1=10".parse()?),
///     ..MatchPlan::new(vec![engine("cmd=new/chuhe")?, engine("cmd=old/chuhe")?])
/// };
/// // Any thread may set it to end the match.
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
    folder: MatchFolder,
    games: Vec<GameRecord>,
    /// The numbers of the finished games.
    done: HashSet<u32>,
    standings: Standings,
}

/// Why a match cannot start or continue.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum MatchError {
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error("cannot use {path}: {}", files::reason(.error))]
    Io { path: String, error: io::Error },
    #[error("{path}: {error}")]
    Journal { path: String, error: JournalError },
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}

impl Match {
    /// Starts a match in a new folder, or resumes the match in an existing one. If `fresh` is set, the games in an
    /// existing folder are removed first.
    ///
    /// # Errors
    /// If the folder cannot be used, holds another match, or is in use by another process.
    pub fn open(
        prepared: PreparedMatch,
        folder: &Path,
        style: PgnStyle,
        logs: KeepLogs,
        fresh: bool,
    ) -> Result<Self, MatchError> {
        let (folder, mut games) = MatchFolder::open(folder, &prepared, style, logs, fresh)?;
        let tournament = prepared.tournament;
        let schedule = &tournament.schedule;
        // The journal may contain more games than the plan; the additional ones are ignored.
        games.retain(|game| game.number < schedule.len());
        let mut standings = Standings::new(tournament.plan.engines.len(), schedule);
        for game in &games {
            standings.record(game, schedule);
        }
        let done = games.iter().map(|game| game.number).collect();
        Ok(Self { tournament, folder, games, done, standings })
    }

    /// The plan, the engines' names and the schedule.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The finished games, in the order in which they ended.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// The folder with the match's files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The result so far, with the state of the sequential test and, if `review` is given, the second opinion.
    pub fn summary(&self, review: Option<Review>) -> MatchSummary {
        MatchSummary::new(&self.tournament, &self.standings, review)
    }

    /// Whether games are left to play.
    pub fn is_running(&self) -> bool {
        self.summary(None).state == MatchState::Running
    }

    /// Plays the remaining games until the sequential test is decided, any thread sets `stop`, or `watch` returns
    /// `Break`. `watch` is called for each game once it is on disk and counted.
    ///
    /// # Errors
    /// If an engine no longer starts, or the folder cannot be written. Finished games are kept.
    pub fn play(
        &mut self,
        stop: &AtomicBool,
        mut watch: impl FnMut(&Self, &GameRecord) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        if !self.is_running() {
            return Ok(());
        }
        let tournament = Arc::clone(&self.tournament);
        let done = self.done.clone();
        let left = (0..tournament.schedule.len()).filter(|number| !done.contains(number));
        let boards = LiveBoards::new(tournament.plan.concurrency);
        boards.count(self.games.len());
        let live = LiveFile::new(
            self.folder.path(),
            &tournament.names,
            tournament.schedule.len(),
            tournament.plan.sprt.as_ref(),
        );
        live.keep_while(&boards, || {
            tournament.run_live(left, stop, &boards, |game: FinishedGame| {
                if !self.add(&game)? {
                    return Ok(());
                }
                boards.count(self.games.len());
                if watch(self, &game.record).is_break() || self.is_decided() {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(())
            })
        })
    }

    /// Adds a game played elsewhere to the files and the result. Returns false without adding the game if it is already
    /// there, or if the sequential test is decided, because later games must not change the decision.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn add(&mut self, game: &FinishedGame) -> Result<bool, MatchError> {
        if self.is_decided() || self.done.contains(&game.record.number) {
            return Ok(false);
        }
        self.folder.add(game, &self.tournament)?;
        self.standings.record(&game.record, &self.tournament.schedule);
        self.done.insert(game.record.number);
        self.games.push(game.record.clone());
        Ok(true)
    }

    fn is_decided(&self) -> bool {
        self.summary(None).state == MatchState::Decided
    }

    /// Judges every finished game with another program; see [`Reviewer`].
    ///
    /// # Errors
    /// If the program does not start, or its answers cannot be parsed.
    pub fn review(&self, command: &str) -> Result<Review, ReviewError> {
        let mut reviewer = Reviewer::start(command)?;
        for game in &self.games {
            reviewer.judge(game)?;
        }
        Ok(reviewer.review().clone())
    }

    /// Writes the result as `result.json`, and the games in the order of the schedule as `games.pgn`.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn save(&self, summary: &MatchSummary) -> Result<(), MatchError> {
        let mut games = self.games.clone();
        games.sort_by_key(|game| game.number);
        self.folder.save(&games, &self.tournament, summary)
    }
}
