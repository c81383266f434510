//! The session with a manager: one thread reads, one searches, and this one answers.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use game_core::{Limits, Score};

use crate::board::{Point, Size};
use crate::engine::{Engine, Found, Settings};
use crate::rules::Rule;
use crate::swap::{self, Opening};

use super::command::{Command, StoneList};
use super::session::{Session, StoneReader};
use super::time::table_megabytes;

/// The length, in bytes, to which lines are truncated.
const LINE_MAX: u64 = 4096;

/// An event in the session.
enum Event {
    Line(String),
    /// The input ended, or can no longer be read.
    EndOfInput,
    Thought(Box<Engine>, Answer),
}

/// The result of thinking.
enum Answer {
    Move(Option<Found>),
    Opening(Opening),
}

/// A search in progress.
struct Thinking {
    stop: Arc<AtomicBool>,
    begin: Instant,
    /// When to stop the search, if the manager has reduced the time since it began.
    deadline: Option<Instant>,
}

struct Talk<W> {
    out: W,
    session: Session,
    settings: Settings,
    /// The engine, or `None` while it thinks.
    engine: Option<Box<Engine>>,
    thinking: Option<Thinking>,
    list: Option<StoneReader>,
    events: Sender<Event>,
}

/// Serves a manager until END or the end of the input.
///
/// # Errors
/// If `out` cannot be written.
pub fn run(
    input: impl Read + Send + 'static,
    out: impl Write,
    settings: Settings,
    rule: Rule,
) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    thread::Builder::new().spawn(move || read_lines(input, &lines))?;
    let engine = Some(Box::new(Engine::new(settings)));
    let session = Session::new(rule);
    let mut talk =
        Talk { out, session, settings, engine, thinking: None, list: None, events: sender };
    talk.listen(&events)
}

/// Passes lines on until the input ends or the receiver is gone. Invalid UTF-8 is replaced.
fn read_lines(input: impl Read, events: &Sender<Event>) {
    let mut input = io::BufReader::new(input);
    let mut is_rest = false;
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LINE_MAX).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => {
                drop(events.send(Event::EndOfInput));
                return;
            }
            Ok(_) => {}
        }
        let was_rest = is_rest;
        is_rest = line.last() != Some(&b'\n') && line.len() as u64 >= LINE_MAX;
        if !was_rest
            && events.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err()
        {
            return;
        }
    }
}

impl<W: Write> Talk<W> {
    fn listen(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        // Commands that arrive while the engine is thinking and must wait.
        let mut waiting: VecDeque<String> = VecDeque::new();
        let mut has_ended = false;
        loop {
            if self.thinking.is_none() {
                if let Some(line) = waiting.pop_front() {
                    if self.handle_line(&line)? {
                        return Ok(());
                    }
                    continue;
                }
                if has_ended {
                    return Ok(());
                }
            }
            match self.next_event(events) {
                Some(Event::Line(line)) if self.thinking.is_none() => waiting.push_back(line),
                Some(Event::Line(line)) => match Command::parse(&line) {
                    Some(Command::End) => {
                        self.stop();
                        return Ok(());
                    }
                    Some(Command::Stop) => self.stop(),
                    Some(Command::Info { key, value }) => {
                        self.inform(&key, &value)?;
                        self.hurry();
                    }
                    Some(_) => waiting.push_back(line),
                    None => {}
                },
                // The pending request is still answered, with the best move found so far.
                Some(Event::EndOfInput) => {
                    has_ended = true;
                    self.stop();
                }
                Some(Event::Thought(engine, answer)) => {
                    self.engine = Some(engine);
                    self.thinking = None;
                    self.answer(answer)?;
                }
                None => self.stop(),
            }
        }
    }

    /// The next event, or `None` if the thinking time has run out.
    fn next_event(&self, events: &Receiver<Event>) -> Option<Event> {
        let deadline = self.thinking.as_ref().and_then(|thinking| thinking.deadline);
        match deadline {
            Some(deadline) => {
                match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                    Ok(event) => Some(event),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => Some(Event::EndOfInput),
                }
            }
            None => Some(events.recv().unwrap_or(Event::EndOfInput)),
        }
    }

    fn stop(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.stop.store(true, Relaxed);
            thinking.deadline = None;
        }
    }

    /// Applies time settings that change during a search: a shorter time takes effect at once.
    fn hurry(&mut self) {
        let limits = self.session.times.limits();
        if let Some(thinking) =
            self.thinking.as_mut().filter(|thinking| !thinking.stop.load(Relaxed))
        {
            let allowed = limits.hard_time.unwrap_or(Duration::ZERO);
            thinking.deadline = Some(thinking.begin + allowed);
        }
    }

    fn send(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn error(&mut self, reason: impl Display) -> io::Result<()> {
        self.send(format_args!("ERROR {reason}"))
    }

    fn inform(&mut self, key: &str, value: &str) -> io::Result<()> {
        match self.session.inform(key, value) {
            Some(remark) => self.send(format_args!("MESSAGE {remark}")),
            None => Ok(()),
        }
    }

    /// Answers a line, or starts a search. Returns whether it was the last line.
    fn handle_line(&mut self, line: &str) -> io::Result<bool> {
        if self.list.is_some() {
            self.handle_stone(line)?;
            return Ok(false);
        }
        let Some(command) = Command::parse(line) else { return Ok(false) };
        match command {
            Command::Start(Ok(size)) => {
                self.session.start(size);
                self.send("OK")?;
            }
            Command::Restart => {
                let done = self.session.restart();
                self.confirm(done)?;
            }
            Command::Begin => self.think()?,
            Command::Turn(Ok(at)) => match self.session.play(at) {
                Ok(()) => self.think()?,
                Err(reason) => self.error(reason)?,
            },
            Command::Play(Ok(at)) => match self.session.play(at) {
                Ok(()) => self.send(format_args!("{},{}", at.0, at.1))?,
                Err(reason) => self.error(reason)?,
            },
            Command::TakeBack(Ok(at)) => {
                let done = self.session.take_back(at);
                self.confirm(done)?;
            }
            Command::Start(Err(reason)) => self.error(reason)?,
            Command::Turn(Err(reason)) | Command::Play(Err(reason)) | Command::TakeBack(Err(reason)) => {
                self.error(reason)?;
            }
            Command::Stones(kind) => self.list = Some(StoneReader::new(kind)),
            Command::Info { key, value } => self.inform(&key, &value)?,
            // There is nothing to stop.
            Command::Stop => {}
            Command::ShowForbidden => match self.session.forbidden() {
                Ok(points) => self.send(format_args!("FORBID {points}."))?,
                Err(reason) => self.error(reason)?,
            },
            Command::About => self.send(format_args!(
                "name=\"chuhe-gomoku\", version=\"{}\", author=\"the chuhe authors\", country=\"CN\"",
                env!("CARGO_PKG_VERSION")
            ))?,
            Command::End => return Ok(true),
            Command::Unknown(word) => self.send(format_args!("UNKNOWN {word}"))?,
        }
        Ok(false)
    }

    fn confirm(&mut self, done: Result<(), String>) -> io::Result<()> {
        match done {
            Ok(()) => self.send("OK"),
            Err(reason) => self.error(reason),
        }
    }

    /// Handles a line of a list of stones.
    fn handle_stone(&mut self, line: &str) -> io::Result<()> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(());
        }
        if !line.eq_ignore_ascii_case("DONE") {
            if let Some(list) = &mut self.list {
                list.read(line);
            }
            return Ok(());
        }
        let Some(list) = self.list.take() else { return Ok(()) };
        let kind = list.kind();
        match self.session.set_up(list) {
            Err(reason) => self.error(reason),
            Ok(()) => match kind {
                StoneList::Board => self.think(),
                StoneList::Swap2 => self.open(),
                StoneList::YxBoard => Ok(()),
            },
        }
    }

    fn think(&mut self) -> io::Result<()> {
        let position = match self.session.playable() {
            Ok(position) => position.clone(),
            Err(reason) => return self.error(reason),
        };
        self.begin(move |engine, limits, stop| {
            Answer::Move(engine.think(&position, limits, stop, |_| {}))
        });
        Ok(())
    }

    /// Makes the engine's choice in a Swap2 opening.
    fn open(&mut self) -> io::Result<()> {
        let position = match self.session.playable() {
            Ok(position) => position.clone(),
            Err(reason) => return self.error(reason),
        };
        self.begin(move |engine, limits, stop| {
            Answer::Opening(swap::open(engine, &position, limits, stop))
        });
        Ok(())
    }

    fn begin(
        &mut self,
        think: impl FnOnce(&mut Engine, &Limits, &AtomicBool) -> Answer + Send + 'static,
    ) {
        let Some(mut engine) = self.engine.take() else { return };
        let table_megabytes =
            table_megabytes(self.session.max_memory, self.settings.table_megabytes);
        engine.set(Settings { table_megabytes, ..self.settings });
        let limits = self.session.times.limits();
        let stop = Arc::new(AtomicBool::new(false));
        self.thinking =
            Some(Thinking { stop: Arc::clone(&stop), begin: Instant::now(), deadline: None });
        let events = self.events.clone();
        thread::spawn(move || {
            let answer = think(&mut engine, &limits, &stop);
            drop(events.send(Event::Thought(engine, answer)));
        });
    }

    fn answer(&mut self, answer: Answer) -> io::Result<()> {
        match answer {
            Answer::Move(Some(found)) => {
                let size = self.session.position().map(|position| position.size());
                if let Ok(size) = size {
                    self.send(format_args!("MESSAGE {}", describe(&found, size)))?;
                }
                self.put(&found.line[..1])
            }
            Answer::Move(None) => self.error("the game is over"),
            Answer::Opening(Opening::Swap) => self.send("SWAP"),
            Answer::Opening(Opening::Stones(points)) => self.put(&points),
        }
    }

    /// Places stones and reports where.
    fn put(&mut self, points: &[Point]) -> io::Result<()> {
        let mut said = Vec::new();
        for point in points {
            let at = (point.column() as isize, point.row() as isize);
            // If only fouls are left, the foul is reported but not placed: the manager judges it.
            drop(self.session.play(at));
            said.push(format!("{},{}", at.0, at.1));
        }
        self.send(said.join(" "))
    }
}

/// A line describing the result, for spectators.
fn describe(found: &Found, size: Size) -> String {
    let score = match found.score {
        Score::Evaluation(value) => format!("{value:+}"),
        Score::WinIn(plies) => format!("wins in {plies}"),
        Score::LossIn(plies) => format!("loses in {plies}"),
    };
    let line: Vec<String> = found.line.iter().take(12).map(|point| size.name(*point)).collect();
    format!(
        "{:?} depth {} score {score} nodes {} time {} ms line {}",
        found.source,
        found.depth,
        found.nodes,
        found.time.as_millis(),
        line.join(" ")
    )
}
