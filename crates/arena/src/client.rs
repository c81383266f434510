//! The host's side of a game with one engine: greeting it, requesting moves, and detecting faults.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::engine_link::{EngineLink, TranscriptLine};
use super::fault::{Failure, Fault, LaunchError, StartFailure};
use super::offers::{self, VARIANT, VARIANT_OPTION};
use super::process::Silence;
use super::settings::{EngineSettings, ScoreUnit};
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::protocol::{Command, Dialect, Go, InfoWords, OfferedOption, Reply, Setup, ucci};
use chuhe_engine::search::Bound;
use chuhe_engine::types::Score;

/// Timeouts for answers that no game clock limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Patience {
    /// The time from the start of the process to the end of its greeting.
    pub startup: Duration,
    /// The time for `readyok` and for the answer to `stop`.
    pub ready: Duration,
    /// The time for a move when only nodes or depth limit the search.
    pub thinking: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            startup: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            thinking: Duration::from_mins(5),
        }
    }
}

/// How the time of a move is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Charge {
    /// The wall-clock time from the request to the answer.
    #[default]
    Wall,
    /// The processor time that the engine's process used from the request to the answer, summed over its threads. It is
    /// meant for a busy machine, since an engine is then not charged for the time that it waits for a processor.
    /// Available only on Linux; on other systems, it is the same as [`Charge::Wall`].
    Processor,
}

/// An engine's answer to a request for a move.
#[derive(Clone, Debug)]
pub(super) struct EngineMove {
    /// The move as the engine wrote it; `None` if it answered without one.
    pub(super) mv: Option<String>,
    /// The reply on which the engine would ponder.
    pub(super) ponder: Option<String>,
    pub(super) resigns: bool,
    /// Whether the engine offers a draw or accepts the one offered.
    pub(super) draw: bool,
    /// The last information about the engine's search.
    pub(super) thought: EngineInfo,
    /// The time charged to the engine's clock.
    pub(super) time: Duration,
}

/// An engine's information about its search: the last value of each field, for the best line only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineInfo {
    /// The score in centipawns, from the engine's point of view.
    pub score: Option<Score>,
    /// Depth of the iteration, in plies.
    pub depth: Option<u32>,
    /// Selective depth, in plies.
    pub seldepth: Option<u32>,
    /// Nodes searched in total.
    pub nodes: Option<u64>,
}

impl EngineInfo {
    /// Records a line. `score` is its score in centipawns.
    fn listen(&mut self, info: &InfoWords, score: Option<Score>) {
        self.nodes = info.nodes.or(self.nodes);
        if info.multipv.is_some_and(|place| place > 1) {
            return;
        }
        // A bound is no score: the search that exceeded it is about to be repeated.
        if info.bound == Bound::Exact || self.score.is_none() {
            self.score = score.or(self.score);
        }
        // A depth may also come with `currmove`; keep the one from the line with the score.
        if info.score.is_some() || self.depth.is_none() {
            self.depth = info.depth.or(self.depth);
            self.seldepth = info.seldepth.or(self.seldepth);
        }
    }
}

/// Which of an engine's scores are converted from hundredths of a horse to centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conversion {
    None,
    /// Those without a unit.
    Bare,
    All,
}

/// Engines that are known not to use the unit of UCCI in that protocol.
const CENTIPAWNS_IN_UCCI: &[&str] = &["Fairy-Stockfish"];
/// Engines that are known to use it.
const HORSES_IN_UCCI: &[&str] = &["chuhe", "ElephantEye"];

/// A running engine that has been greeted and is ready to play.
#[derive(Debug)]
pub(super) struct Client {
    link: EngineLink,
    patience: Patience,
    charge: Charge,
    /// The engine's own name.
    identity: Option<String>,
    /// The options that the engine announced.
    offered: Vec<OfferedOption>,
    ranks: Ranks,
    conversion: Conversion,
    /// Whether the engine has reported a score without a unit.
    has_bare_scores: bool,
}

/// How long to wait for an answer to `uci` before trying `ucci` on a new process, or vice versa.
const GUESS: Duration = Duration::from_secs(2);
/// When processor time is charged, an engine counts as hung once it has used this many times its remaining time by the
/// wall clock.
const WALL_FACTOR: u32 = 10;

impl Client {
    /// Starts an engine, greets it, sets its options, and waits until it is ready.
    pub(super) fn start(
        engine: &EngineSettings,
        processors: &[usize],
        patience: Patience,
        charge: Charge,
        stop: &AtomicBool,
    ) -> Result<Self, Failure> {
        let attempts: &[(Dialect, Duration)] = match engine.dialect {
            Some(Dialect::Uci) => &[(Dialect::Uci, Duration::MAX)],
            Some(Dialect::Ucci) => &[(Dialect::Ucci, Duration::MAX)],
            // An engine that starts slowly looks at first as if it used the other dialect.
            None => &[
                (Dialect::Uci, GUESS),
                (Dialect::Ucci, GUESS),
                (Dialect::Uci, Duration::MAX),
                (Dialect::Ucci, Duration::MAX),
            ],
        };
        let mut failure = Failure::Interrupted;
        for &(dialect, patience_here) in attempts {
            let link = EngineLink::start(engine, processors, dialect).map_err(|error| {
                let why = LaunchError::new(&engine.command, &error);
                if is_ours(&error) { Failure::Machine(why) } else { Failure::Start(why.into()) }
            })?;
            let mut client = Self {
                link,
                patience,
                charge,
                identity: None,
                offered: Vec::new(),
                ranks: engine.ranks(),
                conversion: Conversion::None,
                has_bare_scores: false,
            };
            match client.greet(patience.startup.min(patience_here), stop) {
                Ok(()) => {
                    client.conversion = client.choose_conversion(engine.score_unit);
                    client.set_options(engine)?;
                    client.ready(stop)?;
                    return Ok(client);
                }
                Err(Failure::Interrupted) => return Err(Failure::Interrupted),
                // An engine that is killed says nothing about its dialect.
                Err(Failure::Start(StartFailure::Ended(report))) if report.was_killed() => {
                    return Err(StartFailure::Ended(report).into());
                }
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// The engine's own name, if it has announced one.
    pub(super) fn identity(&self) -> Option<&str> {
        self.identity.as_deref()
    }

    /// Sets an option, if the engine announces one of this name.
    pub(super) fn set_option(&mut self, name: &str, value: String) -> Result<(), Failure> {
        let Some(offer) = offers::find(&self.offered, name) else { return Ok(()) };
        self.send(&Command::SetOption { name: offer.name.clone(), value })
    }

    /// The dialect of the conversation.
    pub(super) const fn dialect(&self) -> Dialect {
        self.link.dialect()
    }

    /// Whether the engine is chuhe, in any version.
    pub(super) fn is_chuhe(&self) -> bool {
        self.is_one_of(&["chuhe"])
    }

    /// The options that the engine announced.
    pub(super) fn offers(&self) -> &[OfferedOption] {
        &self.offered
    }

    /// How the engine numbers ranks.
    pub(super) const fn ranks(&self) -> Ranks {
        self.ranks
    }

    /// Whether the unit of the engine's scores is a guess: the standard unit of the protocol, which not all engines use.
    pub(super) fn has_guessed_unit(&self) -> bool {
        self.conversion == Conversion::Bare
            && self.has_bare_scores
            && !self.is_one_of(HORSES_IN_UCCI)
    }

    fn choose_conversion(&self, unit: Option<ScoreUnit>) -> Conversion {
        match (unit, self.link.dialect()) {
            (Some(ScoreUnit::Horse), _) => Conversion::All,
            (None, Dialect::Ucci) if !self.is_one_of(CENTIPAWNS_IN_UCCI) => Conversion::Bare,
            _ => Conversion::None,
        }
    }

    fn is_one_of(&self, names: &[&str]) -> bool {
        let first = self.identity().unwrap_or_default().split(' ').next().unwrap_or_default();
        names.contains(&first)
    }

    fn greet(&mut self, patience: Duration, stop: &AtomicBool) -> Result<(), Failure> {
        let dialect = self.link.dialect();
        if self.send(&Command::Greet(dialect.greeting())).is_err() {
            return Err(Failure::Start(StartFailure::Ended(self.link.exit_report())));
        }
        let outcome = self.link.wait_for(Instant::now() + patience, stop, |line| {
            match line.reply {
                Some(Reply::Id { field, value }) if field == "name" => self.identity = Some(value),
                Some(Reply::Option(option)) => self.offered.push(option),
                Some(Reply::GreetingEnd(end)) if end == dialect => return Some(()),
                _ => {}
            }
            None
        });
        outcome.map_err(|silence| match silence {
            Silence::Interrupted => Failure::Interrupted,
            Silence::Late => Failure::Start(StartFailure::NoGreeting(patience)),
            Silence::Closed => Failure::Start(StartFailure::Ended(self.link.exit_report())),
        })
    }

    fn set_options(&mut self, engine: &EngineSettings) -> Result<(), Failure> {
        if offers::wants_variant(engine, &self.offered).map_err(StartFailure::from)? {
            let (name, value) = (VARIANT_OPTION.to_owned(), VARIANT.to_owned());
            self.send(&Command::SetOption { name, value })?;
            if engine.ranks.is_none() && self.link.dialect() == Dialect::Uci {
                self.ranks = Ranks::FromOne;
            }
        }
        for setting in &engine.options {
            let (name, value) = offers::meant(&self.offered, setting);
            self.send(&Command::SetOption { name, value })?;
        }
        if self.link.dialect() == Dialect::Ucci {
            // Times are sent in milliseconds. Some engines support `usemillisec` without announcing it.
            let value = "true".to_owned();
            self.send(&Command::SetOption { name: "usemillisec".to_owned(), value })?;
        }
        if engine.ponder && offers::find(&self.offered, "Ponder").is_some() {
            let (name, value) = ("Ponder".to_owned(), "true".to_owned());
            self.send(&Command::SetOption { name, value })?;
        }
        Ok(())
    }

    /// Waits until the engine has handled everything sent so far.
    fn ready(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        self.send(&Command::IsReady)?;
        let deadline = Instant::now() + self.patience.ready;
        self.link
            .wait_for(deadline, stop, |line| (line.reply == Some(Reply::ReadyOk)).then_some(()))
            .map_err(|silence| self.failure(silence, Fault::NotReady))
    }

    /// Announces a new game and waits until the engine is ready.
    pub(super) fn new_game(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        self.send(&Command::NewGame)?;
        self.ready(stop)
    }

    /// Starts a search and reports what the engine says about it, each score in centipawns, until the engine answers.
    /// Once `stop` is set or `allowance` has passed, asks the engine to stop. Without an allowance, an engine that reports
    /// no progress for as long as [`Patience::thinking`] hangs.
    pub(super) fn search(
        &mut self,
        setup: &Setup,
        banned: Vec<String>,
        go: &Go,
        allowance: Option<Duration>,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&InfoWords, Option<Score>),
    ) -> Result<EngineMove, Failure> {
        let start = self.start_search(setup, banned, go)?;
        let wait = allowance.unwrap_or(self.patience.thinking);
        let mut deadline = start.at + wait;
        let mut reached = (0, 0);
        let outcome = loop {
            let mut last = None;
            let mut note = |info: &InfoWords, score| {
                let now = (info.depth.unwrap_or(0), info.nodes.unwrap_or(0));
                if now.0 > reached.0 || now.1 > reached.1 {
                    reached = (reached.0.max(now.0), reached.1.max(now.1));
                    last = Some(Instant::now());
                }
                on_info(info, score);
            };
            match (self.best_move(start, deadline, stop, &mut note), last) {
                (Err(Silence::Late), Some(last)) if allowance.is_none() => deadline = last + wait,
                (outcome, _) => break outcome,
            }
        };
        let outcome = match outcome {
            Err(Silence::Late | Silence::Interrupted) => {
                self.send(&Command::Stop)?;
                let deadline = Instant::now() + self.patience.ready;
                self.best_move(start, deadline, &AtomicBool::new(false), on_info)
            }
            outcome => outcome,
        };
        outcome.map_err(|silence| self.failure(silence, Fault::Hang))
    }

    /// Requests a move and waits for it. If `allowance` is set, an engine that takes longer loses.
    pub(super) fn think(
        &mut self,
        setup: &Setup,
        go: &Go,
        allowance: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<EngineMove, Failure> {
        let start = self.start_search(setup, Vec::new(), go)?;
        self.answer(start, allowance, stop)
    }

    /// Starts a search. Lines that the engine sent earlier are not taken for its answer.
    fn start_search(
        &mut self,
        setup: &Setup,
        banned: Vec<String>,
        go: &Go,
    ) -> Result<Start, Failure> {
        self.link.skip_pending(Instant::now());
        let start = self.now();
        self.send(&Command::Position { setup: setup.clone(), bare: false })?;
        if !banned.is_empty() {
            self.send(&Command::BanMoves(banned))?;
        }
        self.send(&Command::Go(go.clone()))?;
        Ok(start)
    }

    /// Starts a search on the opponent's time.
    pub(super) fn ponder(&mut self, setup: &Setup, go: &Go) -> Result<(), Failure> {
        self.start_search(setup, Vec::new(), go).map(|_| ())
    }

    /// Reports that the opponent played the expected move, which starts the engine's clock, and waits for the answer.
    pub(super) fn ponder_hit(
        &mut self,
        allowance: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<EngineMove, Failure> {
        let start = self.now();
        self.send(&Command::PonderHit { draw: false })?;
        self.answer(start, allowance, stop)
    }

    /// Stops pondering because the opponent played another move, and discards the answer.
    pub(super) fn ponder_miss(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let start = self.now();
        self.send(&Command::Stop)?;
        self.best_move(start, Instant::now() + self.patience.ready, stop, &mut |_, _| {})
            .map(|_| ())
            .map_err(|silence| self.failure(silence, Fault::Hang))
    }

    /// Waits for the answer to the search that began at `start`.
    fn answer(
        &mut self,
        start: Start,
        allowance: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<EngineMove, Failure> {
        let wait = match (allowance, self.charge) {
            (None, _) => self.patience.thinking,
            (Some(allowance), Charge::Wall) => allowance,
            (Some(allowance), Charge::Processor) => allowance * WALL_FACTOR + self.patience.ready,
        };
        let outcome = match self.best_move(start, start.at + wait, stop, &mut |_, _| {}) {
            Err(Silence::Late) => {
                // The engine has lost on time. Keep waiting, to report how late it is and whether it hangs.
                self.send(&Command::Stop)?;
                let deadline = Instant::now() + self.patience.ready;
                self.best_move(start, deadline, stop, &mut |_, _| {})
            }
            outcome => outcome,
        };
        let answer = outcome.map_err(|silence| self.failure(silence, Fault::Hang))?;
        match allowance.or(Some(wait)).map(|allowance| answer.time.saturating_sub(allowance)) {
            Some(over) if !over.is_zero() => Err(Fault::TimeLoss(over.as_millis() as u64).into()),
            _ => Ok(answer),
        }
    }

    fn best_move(
        &mut self,
        start: Start,
        deadline: Instant,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&InfoWords, Option<Score>),
    ) -> Result<EngineMove, Silence> {
        let mut thought = EngineInfo::default();
        let (conversion, mut has_bare_scores) = (self.conversion, self.has_bare_scores);
        let (at, mv, ponder, draw, resigns) =
            self.link.wait_for(deadline, stop, |line| match line.reply? {
                Reply::Info(info) => {
                    has_bare_scores |= info.is_bare;
                    let convert = match conversion {
                        Conversion::None => false,
                        Conversion::Bare => info.is_bare,
                        Conversion::All => true,
                    };
                    let score =
                        info.score.map(|it| if convert { ucci::in_centipawns(it) } else { it });
                    thought.listen(&info, score);
                    on_info(&info, score);
                    None
                }
                Reply::BestMove { mv, ponder, draw, resign } => {
                    Some((line.at, mv, ponder, draw, resign))
                }
                _ => None,
            })?;
        self.has_bare_scores = has_bare_scores;
        let time = self.time_since(start, at);
        Ok(EngineMove { mv, ponder, resigns, draw, thought, time })
    }

    fn now(&self) -> Start {
        Start { at: Instant::now(), processor: self.link.processor_time() }
    }

    fn time_since(&self, start: Start, at: Instant) -> Duration {
        let wall = at.saturating_duration_since(start.at);
        match (self.charge, start.processor, self.link.processor_time()) {
            (Charge::Processor, Some(then), Some(now)) => now.saturating_sub(then),
            _ => wall,
        }
    }

    /// Sends a command, if the dialect can express it.
    pub(super) fn send(&mut self, command: &Command) -> Result<(), Failure> {
        let Some(line) = self.link.dialect().format_command(command) else { return Ok(()) };
        match self.link.send(&line) {
            Ok(_) => Ok(()),
            Err(_) => Err(Fault::Crash(self.link.exit_report().to_string()).into()),
        }
    }

    /// The failure that explains why no line came; `late` is the fault if the deadline passed.
    fn failure(&mut self, silence: Silence, late: Fault) -> Failure {
        match silence {
            Silence::Late => late.into(),
            Silence::Closed => Fault::Crash(self.link.exit_report().to_string()).into(),
            Silence::Interrupted => Failure::Interrupted,
        }
    }

    /// The conversation since the last call, oldest line first.
    pub(super) fn take_transcript(&mut self) -> Vec<TranscriptLine> {
        self.link.take_transcript()
    }
}

/// How long an engine may take to answer the greeting of xboard.
const CECP_GREETING: Duration = Duration::from_secs(2);

/// Whether an engine that did not answer the greetings of UCI and UCCI speaks CECP, the protocol of xboard.
pub(super) fn speaks_cecp(engine: &EngineSettings, stop: &AtomicBool) -> bool {
    let Ok(mut link) = EngineLink::start(engine, &[], Dialect::Uci) else { return false };
    let is_feature = |text: &str| text.trim_start().starts_with("feature ");
    ["xboard", "protover 2"].iter().all(|line| link.send(line).is_ok())
        && link
            .wait_for(Instant::now() + CECP_GREETING, stop, |line| {
                is_feature(&line.text).then_some(())
            })
            .is_ok()
}

/// Whether starting a process failed for a reason unrelated to the program.
fn is_ours(error: &io::Error) -> bool {
    /// The Unix error codes for too many open files, in the system or in this process.
    const TOO_MANY_FILES: [i32; 2] = [23, 24];
    let is_short = matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory | io::ErrorKind::Other
    );
    is_short || error.raw_os_error().is_some_and(|code| TOO_MANY_FILES.contains(&code))
}

impl Drop for Client {
    fn drop(&mut self) {
        // The engine may have exited already; `end` allows for that.
        let told = self.send(&Command::Quit).is_ok();
        self.link.end(told);
    }
}

/// The start of a search.
#[derive(Clone, Copy, Debug)]
struct Start {
    at: Instant,
    /// The processor time that the engine had used by then.
    processor: Option<Duration>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_do_not_replace_scores() {
        let mut thought = EngineInfo::default();
        let mut listen = |cp, bound| {
            let info = InfoWords { bound, depth: Some(9), ..InfoWords::default() };
            thought.listen(&info, Some(Score::Cp(cp)));
            thought.score
        };
        // Nothing else is known.
        assert_eq!(listen(20, Bound::Lower), Some(Score::Cp(20)));
        assert_eq!(listen(35, Bound::Exact), Some(Score::Cp(35)));
        assert_eq!(listen(-600, Bound::Upper), Some(Score::Cp(35)));
        assert_eq!(listen(40, Bound::Exact), Some(Score::Cp(40)));
    }
}
