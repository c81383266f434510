//! Plays the games of a schedule, several at a time.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use super::fault::{Fault, LaunchError, StartFailure};
use super::game::{self, Played, Seat};
use super::live::{LiveBoards, LiveSlot};
use super::offers::OptionProblem;
use super::plan::MatchPlan;
use super::record::{EndReason, GameRecord};
use super::schedule::{Fixture, Schedule};
use chuhe_engine::notation::iccs::Ranks;

/// A match ready to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The plan.
    pub plan: MatchPlan,
    /// The engines' names in reports.
    pub names: Vec<String>,
    /// The games to be played.
    pub schedule: Schedule,
    /// Whether the searches have to share processors; recorded with every game.
    pub is_overloaded: bool,
}

/// Why a tournament cannot continue.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum TournamentError {
    /// An engine failed to start several times in a row.
    #[error("{name} did not start: {}", match why {
        // The message already names the program.
        StartFailure::Launch(launch) if launch.command == *name => {
            chuhe_util::files::reason(&launch.error())
        }
        why => why.to_string(),
    })]
    CannotStart { name: String, why: StartFailure },
    #[error("{name} counts ranks from {}; add coord={}", shown.first(), shown.first())]
    OtherRanks { name: String, shown: Ranks },
    /// An engine reports scores from Red's point of view, so a game that Black is about to win would be awarded to Red.
    #[error(
        "{0} reports scores from red's point of view, not its own, so --resign would misjudge its games"
    )]
    PointOfView(String),
    #[error("{engine}: {problem}")]
    Option { engine: String, problem: Box<OptionProblem> },
    #[error(transparent)]
    Process(#[from] LaunchError),
    #[error("{}", chuhe_util::files::reason(.0))]
    Thread(io::Error),
}

/// A finished game, as [`Tournament::run`] reports it.
#[derive(Debug)]
pub struct FinishedGame {
    /// The game.
    pub record: GameRecord,
    /// The conversations with both engines, as text.
    pub transcript: Vec<u8>,
}

/// The match ends when an engine has failed to start this many times in a row.
const START_FAILURES_MAX: u32 = 3;

impl Tournament {
    /// Plays the games with these numbers in the schedule. `report` is called with each game as it ends. When `stop` is
    /// set, by `report` or by another thread, the games in progress are dropped.
    ///
    /// # Errors
    /// If an engine no longer starts, if the system cannot start a process, or if `report` fails.
    pub fn run<E: From<TournamentError>>(
        &self,
        numbers: impl Iterator<Item = u32> + Send,
        stop: &AtomicBool,
        report: impl FnMut(FinishedGame) -> Result<(), E>,
    ) -> Result<(), E> {
        self.run_live(numbers, stop, &LiveBoards::new(self.plan.concurrency), report)
    }

    /// Like [`Tournament::run`], but shows the games in progress on `boards`.
    ///
    /// # Errors
    /// Like [`Tournament::run`].
    pub(super) fn run_live<E: From<TournamentError>>(
        &self,
        numbers: impl Iterator<Item = u32> + Send,
        stop: &AtomicBool,
        boards: &LiveBoards,
        mut report: impl FnMut(FinishedGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let numbers = Mutex::new(numbers);
        let take = || {
            let number = numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
            number.map(|number| self.schedule.fixture(number))
        };
        let (sender, finished) = mpsc::channel();
        thread::scope(|scope| {
            let mut outcome = Ok(());
            for slot in 0..self.plan.concurrency {
                let (sender, take) = (sender.clone(), &take);
                let started = thread::Builder::new().name(format!("game {slot}"));
                if let Err(error) = started
                    .spawn_scoped(scope, move || self.work(boards.slot(slot), take, stop, &sender))
                {
                    outcome = Err(TournamentError::Thread(error).into());
                    break;
                }
            }
            drop(sender);
            let mut start_failures = vec![0; self.plan.engines.len()];
            // A game that ends while the match is stopping still counts.
            for game in finished {
                outcome = outcome.and_then(|()| {
                    let game = game.map_err(TournamentError::Process)?;
                    let failed = self.count_start_failures(&game.record, &mut start_failures);
                    report(game)?;
                    Ok(failed?)
                });
                if outcome.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            outcome
        })
    }

    fn work(
        &self,
        live: LiveSlot<'_>,
        take: &impl Fn() -> Option<Fixture>,
        stop: &AtomicBool,
        finished: &mpsc::Sender<Result<FinishedGame, LaunchError>>,
    ) {
        let processors = match self.plan.processors.len() {
            0 => &[][..],
            count => std::slice::from_ref(&self.plan.processors[live.index() % count]),
        };
        // An engine may play itself, so each colour has its own seats.
        let seat = |engine| Seat::new(engine, processors);
        let mut seats = [(); 2].map(|()| self.plan.engines.iter().map(seat).collect::<Vec<_>>());
        while !stop.load(Ordering::Relaxed) {
            let Some(fixture) = take() else { return };
            let [first, second] = fixture.pairing;
            let [firsts, seconds] = &mut seats;
            // End the processes of engines that do not play next and would only use memory.
            for (seats, playing) in [(&mut *firsts, first), (&mut *seconds, second)] {
                for (engine, seat) in seats.iter_mut().enumerate() {
                    if engine != playing {
                        seat.clear();
                    }
                }
            }
            let mut players = [&mut firsts[first], &mut seconds[second]];
            if fixture.engines != fixture.pairing {
                players.reverse();
            }
            let opening = self.plan.book.of_round(fixture.round);
            let played = game::play(
                &fixture,
                opening,
                players,
                &self.plan.conditions,
                &self.plan.tables,
                stop,
                live,
            );
            let game = match played {
                Ok(None) => return,
                Ok(Some(mut played)) => {
                    played.record.overloaded = self.is_overloaded;
                    let transcript = self.transcript(&played);
                    Ok(FinishedGame { record: played.record, transcript })
                }
                Err(why) => Err(why),
            };
            if finished.send(game).is_err() {
                return;
            }
        }
    }

    fn transcript(&self, played: &Played) -> Vec<u8> {
        let mut text = Vec::new();
        let names = played.record.engines.map(|engine| self.names[engine].as_str());
        game::write_transcript(played, names, &mut text).expect("writing to memory cannot fail");
        text
    }

    /// Fails once an engine has failed to start too many times in a row.
    fn count_start_failures(
        &self,
        game: &GameRecord,
        counts: &mut [u32],
    ) -> Result<(), TournamentError> {
        let failed = match (&game.reason, game.winner) {
            (EndReason::Fault(Fault::Start(why)), Some(winner)) => {
                Some((game.engines[(!winner).index()], why))
            }
            _ => None,
        };
        let Some((engine, why)) = failed else {
            for engine in game.engines {
                counts[engine] = 0;
            }
            return Ok(());
        };
        // The other engine may not have been started, so its count is not reset.
        counts[engine] += 1;
        if counts[engine] < START_FAILURES_MAX {
            return Ok(());
        }
        let why = StartFailure::Recorded(why.clone());
        Err(TournamentError::CannotStart { name: self.names[engine].clone(), why })
    }
}
