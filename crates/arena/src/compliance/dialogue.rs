//! A conversation with the engine under test. Every wait has a deadline, and findings quote the conversation.

use std::io;
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::report::{CheckFinding, Severity};
use super::test_game::TestGame;
use crate::engine_link::{END_OF_INPUT, EngineLine, EngineLink, TranscriptLine};
use crate::offers::{self, VARIANT, VARIANT_OPTION};
use crate::phrase::{Phrase, phrase};
use crate::process::Silence;
use crate::settings::EngineSettings;
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::protocol::{Command, Dialect, InfoWords, OfferedOption, Reply};
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
    pub(super) timeout: Duration,
    pub(super) stop: &'a AtomicBool,
}

/// Why a check cannot continue.
#[derive(Debug)]
pub(super) enum Break {
    /// The engine failed.
    Finding(Box<CheckFinding>),
    /// There is nothing to check, for this reason.
    Skip(Phrase),
    /// The program does not start.
    Start(io::Error),
    /// The stop flag was set.
    Interrupted,
}

impl Subject<'_> {
    /// The announced option of this name.
    pub(super) fn offer(&self, name: &str) -> Option<&OfferedOption> {
        offers::find(&self.offers, name)
    }

    /// Whether clocks are sent in milliseconds, as in UCI. UCCI uses seconds unless the engine offers `usemillisec`.
    pub(super) fn counts_milliseconds(&self) -> bool {
        self.dialect == Dialect::Uci || self.offer("usemillisec").is_some()
    }

    /// Whether the variant must be set to xiangqi because the user's options do not set it.
    pub(super) fn wants_variant(&self) -> bool {
        self.dialect == Dialect::Uci
            && offers::wants_variant(self.engine, &self.offers).unwrap_or_default()
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
pub(super) enum Received {
    Line(Box<EngineLine>),
    /// No line came by the deadline.
    Late,
    /// The engine closed its output, most likely because it exited.
    Closed,
}

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
    pub(super) before: Vec<EngineLine>,
}

impl SearchAnswer {
    /// The `info` lines, each with its parsed fields.
    pub(super) fn infos(&self) -> impl DoubleEndedIterator<Item = (&str, &InfoWords)> {
        self.before.iter().filter_map(|line| match &line.reply {
            Some(Reply::Info(info)) => Some((line.text.as_str(), info)),
            _ => None,
        })
    }

    /// The last value that `pick` returns for an `info` line.
    pub(super) fn last<T>(&self, pick: impl FnMut(&InfoWords) -> Option<T>) -> Option<T> {
        self.infos().rev().map(|(_, info)| info).find_map(pick)
    }
}

/// A running engine under test.
#[derive(Debug)]
pub(super) struct EngineDialogue<'a> {
    pub(super) subject: &'a Subject<'a>,
    link: EngineLink,
    begun: Instant,
}

impl<'a> EngineDialogue<'a> {
    /// Starts the engine without sending anything.
    pub(super) fn start(subject: &'a Subject<'a>) -> Result<Self, Break> {
        let begun = Instant::now();
        let link = EngineLink::start(subject.engine, &[], subject.dialect).map_err(Break::Start)?;
        Ok(Self { subject, link, begun })
    }

    /// Starts the engine, greets it and sets the user's options, as a host does before a game.
    pub(super) fn greeted(subject: &'a Subject<'a>) -> Result<Self, Break> {
        let mut dialogue = Self::start(subject)?;
        dialogue.greet(subject.timeout * START_FACTOR)?;
        dialogue.set_up()?;
        Ok(dialogue)
    }

    /// Greets the engine and returns the lines of its introduction.
    pub(super) fn greet(&mut self, timeout: Duration) -> Result<Vec<EngineLine>, Break> {
        let dialect = self.subject.dialect;
        self.command(&Command::Greet(dialect.greeting()))?;
        let mut lines = Vec::new();
        self.wait_for(dialect.greeting_end().into(), timeout, |line| {
            let ends = line.reply == Some(Reply::GreetingEnd(dialect));
            if ends || lines.len() < KEPT_LINES {
                lines.push(line);
            }
            ends.then_some(())
        })?;
        Ok(lines)
    }

    fn set_up(&mut self) -> Result<(), Break> {
        for (name, value) in &self.subject.engine.options {
            self.set_option(name, value)?;
        }
        if self.subject.wants_variant() {
            self.set_option(VARIANT_OPTION, VARIANT)?;
        }
        match self.subject.dialect {
            Dialect::Ucci if self.subject.counts_milliseconds() => {
                self.set_option("usemillisec", "true")
            }
            // UCCI hosts never send `isready` before a game, so engines must not depend on it.
            Dialect::Ucci => Ok(()),
            Dialect::Uci => self.ready().map(drop),
        }
    }

    /// Sends a line. Returns the time just before sending.
    pub(super) fn send(&mut self, line: &str) -> Result<Instant, Break> {
        let sent = self.link.send(line);
        sent.map_err(|_| self.died(phrase!("an engine that reads {line:?}", "引擎读入 {line:?}")))
    }

    /// Sends a command, which the dialect must be able to express. Returns the time just before sending.
    pub(super) fn command(&mut self, command: &Command) -> Result<Instant, Break> {
        let line = self.subject.dialect.format_command(command);
        self.send(&line.expect("the dialect can express the command"))
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Break> {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.command(&Command::SetOption { name, value }).map(drop)
    }

    /// Starts a new game.
    pub(super) fn new_game(&mut self) -> Result<(), Break> {
        self.command(&Command::NewGame)?;
        if self.subject.dialect == Dialect::Uci { self.ready().map(drop) } else { Ok(()) }
    }

    /// Sends a position with its moves.
    pub(super) fn set(&mut self, game: &TestGame) -> Result<(), Break> {
        self.send(&game.command(self.subject.ranks)).map(drop)
    }

    /// Waits for the next line.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<Received, Break> {
        match self.link.receive(deadline, self.subject.stop) {
            Ok(line) => Ok(Received::Line(Box::new(line))),
            Err(Silence::Late) => Ok(Received::Late),
            Err(Silence::Closed) => Ok(Received::Closed),
            Err(Silence::Interrupted) => Err(Break::Interrupted),
        }
    }

    /// Waits until `pick` returns something for a line; `None` if it does not within `timeout`.
    fn poll<T>(
        &mut self,
        expected: &Phrase,
        timeout: Duration,
        pick: impl FnMut(EngineLine) -> Option<T>,
    ) -> Result<Option<T>, Break> {
        match self.link.wait_for(Instant::now() + timeout, self.subject.stop, pick) {
            Ok(picked) => Ok(Some(picked)),
            Err(Silence::Late) => Ok(None),
            Err(Silence::Closed) => Err(self.died(expected.clone())),
            Err(Silence::Interrupted) => Err(Break::Interrupted),
        }
    }

    /// Waits until `pick` returns something for a line.
    pub(super) fn wait_for<T>(
        &mut self,
        expected: Phrase,
        timeout: Duration,
        pick: impl FnMut(EngineLine) -> Option<T>,
    ) -> Result<T, Break> {
        let picked = self.poll(&expected, timeout, pick)?;
        picked.ok_or_else(|| self.late(expected, timeout))
    }

    /// Sends `isready` and waits for `readyok`. Returns the time this took, and the lines received before `readyok`.
    pub(super) fn ready(&mut self) -> Result<(Duration, Vec<EngineLine>), Break> {
        let sent = self.command(&Command::IsReady)?;
        let mut before = Vec::new();
        let at = self.wait_for("readyok".into(), self.subject.timeout, |line| {
            let at = (line.reply == Some(Reply::ReadyOk)).then_some(line.at);
            if at.is_none() && before.len() < KEPT_LINES {
                before.push(line);
            }
            at
        })?;
        Ok((at.saturating_duration_since(sent), before))
    }

    /// Sends a `go` line and waits for the answer.
    pub(super) fn go(&mut self, line: &str) -> Result<SearchAnswer, Break> {
        let sent = self.send(line)?;
        self.answer(sent, phrase!("an answer to {line:?}", "对 {line:?} 的回答"))
    }

    /// Searches a position. Returns the answer and its move, which must be legal.
    pub(super) fn search(
        &mut self,
        game: &TestGame,
        go: &str,
    ) -> Result<(Move, SearchAnswer), Break> {
        self.set(game)?;
        let answer = self.go(go)?;
        Ok((self.legal(game, &answer)?, answer))
    }

    /// Waits for the answer to a search that began at `sent`.
    pub(super) fn answer(
        &mut self,
        sent: Instant,
        expected: Phrase,
    ) -> Result<SearchAnswer, Break> {
        let timeout = self.subject.timeout;
        let answer = self.answer_within(timeout, sent, &expected)?;
        answer.ok_or_else(|| self.late(expected, timeout))
    }

    /// Waits for the answer to a search; `None` if none comes within `timeout`.
    pub(super) fn answer_within(
        &mut self,
        timeout: Duration,
        sent: Instant,
        expected: &Phrase,
    ) -> Result<Option<SearchAnswer>, Break> {
        let mut before = Vec::new();
        self.poll(expected, timeout, |line| {
            if let Some(Reply::BestMove { mv, ponder, draw, resign }) = line.reply {
                let time = line.at.saturating_duration_since(sent);
                let (line, before) = (line.text, std::mem::take(&mut before));
                return Some(SearchAnswer { line, mv, ponder, draw, resign, time, before });
            }
            if before.len() < KEPT_LINES {
                before.push(line);
            }
            None
        })
    }

    /// Stops a search and waits for its answer.
    pub(super) fn stop(&mut self) -> Result<SearchAnswer, Break> {
        let sent = self.command(&Command::Stop)?;
        self.answer(sent, phrase!("an answer to stop", "对 stop 的回答"))
    }

    /// Checks that no answer comes within `time`.
    pub(super) fn no_answer(&mut self, time: Duration, expected: Phrase) -> Result<(), Break> {
        match self.answer_within(time, Instant::now(), &expected)? {
            Some(answer) => Err(self.fault(expected, answer.line)),
            None => Ok(()),
        }
    }

    /// Checks that no second answer comes within `time`.
    pub(super) fn no_second_answer(&mut self, time: Duration) -> Result<(), Break> {
        self.no_answer(time, phrase!("one answer to one go", "一个 go 只回答一次"))
    }

    /// Checks that an infinite search continues for `time`.
    pub(super) fn thinks_on(&mut self, time: Duration) -> Result<(), Break> {
        self.no_answer(time, phrase!("no answer before stop", "stop 之前不回答"))
    }

    /// The answer's move; an illegal one is a failure.
    pub(super) fn legal(&self, game: &TestGame, answer: &SearchAnswer) -> Result<Move, Break> {
        let position = game.position();
        let mv = answer.mv.as_deref().and_then(|word| self.read_move(position, word));
        mv.ok_or_else(|| {
            let fen = position.fen();
            self.fault(phrase!("a legal move in {fen}", "{fen} 中的合法着法"), &*answer.line)
        })
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
    pub(super) fn fault(&self, expected: Phrase, came: impl Into<Phrase>) -> Break {
        Break::Finding(Box::new(self.finding(Severity::Failure, expected, came)))
    }

    pub(super) fn finding(
        &self,
        severity: Severity,
        expected: Phrase,
        came: impl Into<Phrase>,
    ) -> CheckFinding {
        CheckFinding { severity, expected, came: came.into(), dialogue: self.excerpt() }
    }

    /// The failure of an engine that exited instead of doing what was expected.
    pub(super) fn died(&mut self, expected: Phrase) -> Break {
        let exit = self.link.exit_report().phrase();
        self.fault(expected, exit.within("the engine ended: {}", "引擎已退出：{}"))
    }

    fn late(&self, expected: Phrase, timeout: Duration) -> Break {
        let ms = timeout.as_millis();
        self.fault(expected, phrase!("none within {ms} ms", "{ms} ms 内没有"))
    }

    /// The last lines of the conversation. Within a run of `info`, `option` and `id` lines, only the first and the last
    /// are included.
    fn excerpt(&self) -> Vec<Phrase> {
        let transcript = self.link.transcript();
        let is_detail_at =
            |at: Option<usize>| at.and_then(|at| transcript.get(at)).is_some_and(is_detail);
        let mut lines = Vec::new();
        let mut omitted = 0;
        for (i, line) in transcript.iter().enumerate().rev() {
            if [Some(i), Some(i + 1), i.checked_sub(1)].into_iter().all(is_detail_at) {
                omitted += 1;
                continue;
            }
            if omitted > 0 {
                lines.push(omission(omitted));
                omitted = 0;
            }
            if lines.len() >= SHOWN_LINES {
                break;
            }
            lines.push(self.quote(line));
        }
        lines.reverse();
        lines
    }

    fn quote(&self, line: &TranscriptLine) -> Phrase {
        let at = line.at.saturating_duration_since(self.begun).as_millis();
        let direction = line.direction;
        if direction == '>' && line.text == END_OF_INPUT {
            return phrase!("{at:>6} > (end of input)", "{at:>6} > （输入结束）");
        }
        let text: String = line.text.chars().take(SHOWN_CHARS).collect();
        let text = text.replace('\r', "\\r").replace('\t', "\\t");
        format!("{at:>6} {direction} {text}").into()
    }
}

/// Whether a line is one of many that an engine prints in a row.
fn is_detail(line: &TranscriptLine) -> bool {
    let first = line.text.split_ascii_whitespace().next().unwrap_or_default();
    line.direction == '<' && ["info", "option", "id", ""].contains(&first)
}

/// The line that stands for lines left out of an excerpt.
fn omission(count: usize) -> Phrase {
    let lines = if count == 1 { "one line".to_owned() } else { format!("{count} lines") };
    phrase!("         ({lines} left out)", "         （省略 {count} 行）")
}

/// What came instead of something that is missing.
pub(super) fn missing() -> Phrase {
    phrase!("none", "没有")
}

/// An event after a time.
pub(super) fn after(time: Duration) -> Phrase {
    let ms = time.as_millis();
    phrase!("after {ms} ms", "{ms} ms 后")
}

/// A time of those that a limit allows.
pub(super) fn time_of(time: Duration, limit: Duration) -> Phrase {
    let (ms, limit) = (time.as_millis(), limit.as_millis());
    phrase!("{ms} ms of {limit} ms", "{ms} ms，限 {limit} ms")
}

/// The maximum number of lines that a finding quotes from the conversation.
const SHOWN_LINES: usize = 14;
/// The maximum number of characters quoted from each line.
const SHOWN_CHARS: usize = 160;
/// How long an engine may take to exit.
pub(super) const LEAVING: Duration = Duration::from_millis(500);
