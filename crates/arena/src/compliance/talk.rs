//! A conversation with the engine under test. Every wait has a deadline, and findings quote the conversation.

use std::io;
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::finding::{DialogueLine, Expectation, Observation};
use super::report::{CheckFinding, Severity};
use super::setting::TestGame;
use crate::engine_link::{END_OF_INPUT, EngineLine, EngineLink, TranscriptLine};
use crate::process::Silence;
use crate::settings::EngineSettings;
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::protocol::{Command, Dialect, InfoWords, OfferedKind, OfferedOption, Reply};
use chuhe_engine::types::{Color, Move};

/// The maximum number of lines kept while waiting for an answer, so that a flood of lines does not exhaust memory.
const KEPT_LINES: usize = 4000;

/// The factor by which checks extend the timeout for the greeting, except the check that measures how soon the engine
/// answers it.
const START_FACTOR: u32 = 3;

/// The engine under test, and what is known about it.
#[derive(Debug)]
pub(super) struct Subject<'a> {
    pub(super) engine: &'a EngineSettings,
    pub(super) dialect: Dialect,
    /// How the engine numbers ranks.
    pub(super) ranks: Ranks,
    /// The engine's own name.
    pub(super) name: Option<String>,
    /// The options that the engine announced.
    pub(super) offers: Vec<OfferedOption>,
    /// The timeout for answers.
    pub(super) patience: Duration,
    pub(super) stop: &'a AtomicBool,
}

/// Why a check cannot continue.
#[derive(Debug)]
pub(super) enum Break {
    /// The engine failed.
    Finding(Box<CheckFinding>),
    /// There is nothing to check, for this reason.
    Skip(Observation),
    /// The program does not start.
    Start(io::Error),
    /// The stop flag was set.
    Interrupted,
}

/// The option by which engines that play several variants select one.
const VARIANT_OPTION: &str = "UCI_Variant";
const VARIANT: &str = "xiangqi";

impl Subject<'_> {
    /// The announced option of this name, ignoring case.
    pub(super) fn offer(&self, name: &str) -> Option<&OfferedOption> {
        self.offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// Whether clocks are sent in milliseconds, as in UCI. UCCI uses seconds unless the engine offers `usemillisec`.
    pub(super) fn counts_milliseconds(&self) -> bool {
        self.dialect == Dialect::Uci || self.offer("usemillisec").is_some()
    }

    /// Whether the variant must be set to xiangqi because the user's options do not set it.
    pub(super) fn wants_variant(&self) -> bool {
        let set = self.engine.options.iter();
        let is_set = set.clone().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT_OPTION));
        let offer = self.offer(VARIANT_OPTION).map(|offer| &offer.kind);
        self.dialect == Dialect::Uci
            && !is_set
            && matches!(offer, Some(OfferedKind::Combo { default, values })
                if default.as_deref() != Some(VARIANT) && values.iter().any(|v| v == VARIANT))
    }

    /// A `go` line with clocks for both sides and no increment, in the unit agreed with the engine.
    pub(super) fn go_clock(&self, words: &str, mover: Color, ours: u64, theirs: u64) -> String {
        match self.dialect {
            Dialect::Uci => {
                let (red, black) =
                    if mover == Color::Red { (ours, theirs) } else { (theirs, ours) };
                format!("go {words}wtime {red} btime {black} winc 0 binc 0")
            }
            Dialect::Ucci => {
                let unit = if self.counts_milliseconds() { 1 } else { 1000 };
                let (ours, theirs) = (ours / unit, theirs / unit);
                format!("go {words}time {ours} increment 0 opptime {theirs} oppincrement 0")
            }
        }
    }

    /// The smallest clock of at least `least` milliseconds that can be sent.
    pub(super) fn clock_ms(&self, least: u64) -> u64 {
        if self.counts_milliseconds() { least } else { least.div_ceil(1000) * 1000 }
    }
}

/// The outcome of a wait for a line.
#[derive(Debug)]
pub(super) enum Listened {
    Line(EngineLine),
    /// No line came by the deadline.
    Late,
    /// The engine closed its output, most likely because it exited.
    Closed,
}

/// The answer to a search.
#[derive(Clone, Debug)]
pub(super) struct SearchAnswer {
    /// The `bestmove` or `nobestmove` line.
    pub(super) line: String,
    pub(super) mv: Option<String>,
    pub(super) ponder: Option<String>,
    pub(super) draw: bool,
    pub(super) resign: bool,
    /// The time from the request to the answer.
    pub(super) time: Duration,
    /// The lines before the answer.
    pub(super) before: Vec<EngineLine>,
}

impl SearchAnswer {
    /// The `info` lines, each with its parsed fields.
    pub(super) fn infos(&self) -> impl DoubleEndedIterator<Item = (&str, &InfoWords)> {
        self.before.iter().filter_map(|heard| match &heard.reply {
            Some(Reply::Info(info)) => Some((heard.text.as_str(), info)),
            _ => None,
        })
    }
}

/// A running engine under test.
#[derive(Debug)]
pub(super) struct Talk<'a> {
    pub(super) subject: &'a Subject<'a>,
    link: EngineLink,
    begun: Instant,
}

impl<'a> Talk<'a> {
    /// Starts the engine without sending anything.
    pub(super) fn start(subject: &'a Subject<'a>) -> Result<Self, Break> {
        let begun = Instant::now();
        let link = EngineLink::start(subject.engine, &[], subject.dialect).map_err(Break::Start)?;
        Ok(Self { subject, link, begun })
    }

    /// Starts the engine, greets it and sets the user's options, as a host does before a game.
    pub(super) fn greeted(subject: &'a Subject<'a>) -> Result<Self, Break> {
        let mut talk = Self::start(subject)?;
        talk.greet(subject.patience * START_FACTOR)?;
        talk.set_up()?;
        Ok(talk)
    }

    /// Greets the engine and returns the lines of its introduction.
    pub(super) fn greet(&mut self, patience: Duration) -> Result<Vec<EngineLine>, Break> {
        let dialect = self.subject.dialect;
        self.tell(&Command::Greet(dialect.greeting()))?;
        let mut lines = Vec::new();
        self.wait_for(dialect.greeting_end().into(), patience, |heard| {
            let ends = heard.reply == Some(Reply::GreetingEnd(dialect));
            if ends || lines.len() < KEPT_LINES {
                lines.push(heard);
            }
            ends.then_some(())
        })?;
        Ok(lines)
    }

    fn set_up(&mut self) -> Result<(), Break> {
        let set = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        for (name, value) in &self.subject.engine.options {
            self.tell(&set(name, value))?;
        }
        if self.subject.wants_variant() {
            self.tell(&set(VARIANT_OPTION, VARIANT))?;
        }
        match self.subject.dialect {
            Dialect::Ucci if self.subject.counts_milliseconds() => {
                self.tell(&set("usemillisec", "true"))?;
            }
            // UCCI hosts never send `isready` before a game, so engines must not depend on it.
            Dialect::Ucci => {}
            Dialect::Uci => {
                self.ready()?;
            }
        }
        Ok(())
    }

    /// Sends a line. Returns the time just before sending.
    pub(super) fn say(&mut self, line: &str) -> Result<Instant, Break> {
        self.link.send(line).map_err(|_| self.died(Expectation::Reads(line.to_owned())))
    }

    /// Sends a command, which the dialect must be able to express. Returns the time just before sending.
    pub(super) fn tell(&mut self, command: &Command) -> Result<Instant, Break> {
        let line = self.subject.dialect.format_command(command);
        self.say(&line.expect("the dialect can express the command"))
    }

    /// Sends a position with its moves.
    pub(super) fn set(&mut self, game: &TestGame) -> Result<(), Break> {
        self.say(&game.command(self.subject.ranks)).map(|_| ())
    }

    /// Waits for the next line.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<Listened, Break> {
        match self.link.receive(deadline, self.subject.stop) {
            Ok(line) => Ok(Listened::Line(line)),
            Err(Silence::Late) => Ok(Listened::Late),
            Err(Silence::Closed) => Ok(Listened::Closed),
            Err(Silence::Interrupted) => Err(Break::Interrupted),
        }
    }

    /// Waits until `pick` returns something for a line.
    pub(super) fn wait_for<T>(
        &mut self,
        expected: Expectation,
        patience: Duration,
        pick: impl FnMut(EngineLine) -> Option<T>,
    ) -> Result<T, Break> {
        let deadline = Instant::now() + patience;
        self.link.wait_for(deadline, self.subject.stop, pick).map_err(|silence| match silence {
            Silence::Late => self.fault(expected, Observation::NothingWithin(millis(patience))),
            Silence::Closed => self.died(expected),
            Silence::Interrupted => Break::Interrupted,
        })
    }

    /// Sends `isready` and waits for `readyok`. Returns the time this took, and the lines received before `readyok`.
    pub(super) fn ready(&mut self) -> Result<(Duration, Vec<EngineLine>), Break> {
        let asked = self.tell(&Command::IsReady)?;
        let mut before = Vec::new();
        let at = self.wait_for("readyok".into(), self.subject.patience, |heard| {
            let at = (heard.reply == Some(Reply::ReadyOk)).then_some(heard.at);
            if at.is_none() && before.len() < KEPT_LINES {
                before.push(heard);
            }
            at
        })?;
        Ok((at.saturating_duration_since(asked), before))
    }

    /// Sends a `go` line and waits for the answer.
    pub(super) fn go(&mut self, line: &str) -> Result<SearchAnswer, Break> {
        let asked = self.say(line)?;
        self.answer(asked, Expectation::AnswerTo(format!("{line:?}")))
    }

    /// Waits for the answer to a search that began at `asked`.
    pub(super) fn answer(
        &mut self,
        asked: Instant,
        expected: Expectation,
    ) -> Result<SearchAnswer, Break> {
        let patience = self.subject.patience;
        self.answer_within(patience, asked, expected.clone())?
            .ok_or_else(|| self.fault(expected, Observation::NothingWithin(millis(patience))))
    }

    /// Waits for the answer to a search; `None` if none comes within `patience`.
    pub(super) fn answer_within(
        &mut self,
        patience: Duration,
        asked: Instant,
        expected: Expectation,
    ) -> Result<Option<SearchAnswer>, Break> {
        let deadline = Instant::now() + patience;
        let mut before = Vec::new();
        let answer = self.link.wait_for(deadline, self.subject.stop, |heard| {
            if let Some(Reply::BestMove { mv, ponder, draw, resign }) = heard.reply {
                let time = heard.at.saturating_duration_since(asked);
                let (line, before) = (heard.text, std::mem::take(&mut before));
                return Some(SearchAnswer { line, mv, ponder, draw, resign, time, before });
            }
            if before.len() < KEPT_LINES {
                before.push(heard);
            }
            None
        });
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(Silence::Late) => Ok(None),
            Err(Silence::Closed) => Err(self.died(expected)),
            Err(Silence::Interrupted) => Err(Break::Interrupted),
        }
    }

    /// Stops a search and waits for its answer.
    pub(super) fn stop(&mut self) -> Result<SearchAnswer, Break> {
        let asked = self.tell(&Command::Stop)?;
        self.answer(asked, Expectation::AnswerTo("stop".to_owned()))
    }

    /// Checks that no answer comes within `during`.
    pub(super) fn no_answer(
        &mut self,
        during: Duration,
        expected: Expectation,
    ) -> Result<(), Break> {
        match self.answer_within(during, Instant::now(), expected.clone())? {
            Some(answer) => Err(self.fault(expected, answer.line)),
            None => Ok(()),
        }
    }

    /// The answer's move; an illegal one is a failure.
    pub(super) fn legal(&self, game: &TestGame, answer: &SearchAnswer) -> Result<Move, Break> {
        let position = game.position();
        answer
            .mv
            .as_deref()
            .and_then(|word| self.read_move(position, word))
            .ok_or_else(|| self.fault(Expectation::LegalIn(position.fen()), &answer.line))
    }

    /// Parses a move; `None` if it is not legal in the position.
    pub(super) fn read_move(&self, position: &Position, word: &str) -> Option<Move> {
        let mv = iccs::parse(word, self.subject.ranks).ok()?;
        position.is_legal(mv).then_some(mv)
    }

    /// Writes a move in the engine's numbering; `mv` has ranks numbered from 0.
    pub(super) fn word(&self, mv: &str) -> String {
        let mv = iccs::parse(mv, Ranks::FromZero).expect("the moves of the checks are valid");
        iccs::text(mv, self.subject.ranks).to_string()
    }

    /// Processor time used so far, summed over all threads; `None` if unknown.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        self.link.processor_time()
    }

    /// Closes the engine's input and waits briefly for the engine to exit. Returns its exit status, or `None` if it had
    /// to be killed.
    pub(super) fn hang_up(&mut self) -> Option<ExitStatus> {
        let start = Instant::now();
        let status = self.link.hang_up();
        // An engine that took longer was killed, so its status means nothing.
        status.filter(|_| start.elapsed() < LEAVING)
    }

    /// A failure that ends the check.
    pub(super) fn fault(&self, expected: Expectation, came: impl Into<Observation>) -> Break {
        Break::Finding(Box::new(self.finding(Severity::Failure, expected, came)))
    }

    pub(super) fn finding(
        &self,
        severity: Severity,
        expected: Expectation,
        came: impl Into<Observation>,
    ) -> CheckFinding {
        CheckFinding { severity, expected, came: came.into(), dialogue: self.excerpt() }
    }

    /// The failure of an engine that exited instead of doing what was expected.
    pub(super) fn died(&mut self, expected: Expectation) -> Break {
        let came = Observation::Ended(self.link.exit_report());
        self.fault(expected, came)
    }

    /// The last lines of the conversation. Within a run of `info`, `option` and `id` lines, only the first and the last
    /// are included.
    fn excerpt(&self) -> Vec<DialogueLine> {
        let said = self.link.transcript();
        let mut lines = Vec::new();
        let is_chatter = |spoken: &TranscriptLine| {
            let first = spoken.text.split_ascii_whitespace().next().unwrap_or_default();
            spoken.direction == '<' && ["info", "option", "id", ""].contains(&first)
        };
        let mut left_out = 0;
        for (i, spoken) in said.iter().enumerate().rev() {
            let between =
                |at: Option<usize>| at.and_then(|at| said.get(at)).is_some_and(is_chatter);
            if is_chatter(spoken) && between(Some(i + 1)) && between(i.checked_sub(1)) {
                left_out += 1;
                continue;
            }
            if left_out > 0 {
                lines.push(DialogueLine::LeftOut(left_out));
                left_out = 0;
            }
            if lines.len() >= SHOWN_LINES {
                break;
            }
            let at = spoken.at.saturating_duration_since(self.begun).as_millis();
            let text: String = spoken.text.chars().take(SHOWN_CHARS).collect();
            let text = text.replace('\r', "\\r").replace('\t', "\\t");
            lines.push(if spoken.direction == '>' && text == END_OF_INPUT {
                DialogueLine::EndOfInput(at)
            } else {
                DialogueLine::Said(at, spoken.direction, text)
            });
        }
        lines.reverse();
        lines
    }
}

/// The maximum number of lines that a finding quotes from the conversation.
const SHOWN_LINES: usize = 14;
/// The maximum number of characters quoted from each line.
const SHOWN_CHARS: usize = 160;
/// How long an engine may take to exit.
pub(super) const LEAVING: Duration = Duration::from_millis(500);

/// A time in milliseconds, as reports show it.
pub(super) const fn millis(time: Duration) -> u128 {
    time.as_millis()
}
