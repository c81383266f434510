//! The Hub protocol, version 2, used between draughts GUIs and engines.
//!
//! One thread reads lines, so that `stop` and `quit` are noticed while another thread searches. As an extension of the
//! protocol, positions of the variant `english` have 33 letters instead of 51.

mod line;
mod parameters;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use game_core::{Limits, Report, Score};

use self::line::{LevelLine, Line, add};
use self::parameters::Parameters;
use crate::board::Move;
use crate::engine::{Engine, Settings};
use crate::moves::legal_moves;
use crate::notation::{hub_move, read_board, read_hub_move};
use crate::position::Position;

/// The length, in bytes, above which lines are refused.
const LINE_MAX: u64 = 1 << 20;
/// The value of a certain win, in men.
const WIN_IN_MEN: f64 = 1000.0;

enum Event {
    Line(String),
    /// The input ended, or could not be read.
    End(io::Result<()>),
    Info(Report<Move>),
    Done(Box<Engine>, Option<Report<Move>>),
}

/// A search in progress.
struct Search {
    position: Position,
    stop: Arc<AtomicBool>,
    /// Whether the host has requested the answer.
    is_stopped: bool,
    /// Whether the host's clock is not running yet.
    is_pondering: bool,
    deadline: Option<Instant>,
}

struct Hub<W> {
    out: W,
    parameters: Parameters,
    /// The engine, or `None` while it searches or before it is first needed.
    engine: Option<Box<Engine>>,
    /// The position, or `None` if the last one was refused.
    position: Option<Position>,
    level: LevelLine,
    search: Option<Search>,
    /// Lines that must wait until the search ends.
    waiting: VecDeque<Line>,
    events: Sender<Event>,
}

/// Serves a GUI until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    out: impl Write,
    settings: Settings,
) -> io::Result<()> {
    let (events, inbox) = mpsc::channel();
    let lines = events.clone();
    thread::Builder::new().spawn(move || read_lines(input, &lines))?;
    let parameters = Parameters::new(settings);
    let position = Some(Position::start(parameters.variant));
    let mut hub = Hub {
        out,
        parameters,
        engine: None,
        position,
        level: LevelLine::default(),
        search: None,
        waiting: VecDeque::new(),
        events,
    };
    hub.run(&inbox)
}

fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut bytes = Vec::new();
        let event = match io::Read::take(&mut input, LINE_MAX).read_until(b'\n', &mut bytes) {
            Ok(0) => Event::End(Ok(())),
            Ok(_) => Event::Line(String::from_utf8_lossy(&bytes).trim().to_owned()),
            Err(error) => Event::End(Err(error)),
        };
        let is_end = matches!(event, Event::End(_));
        // After `quit` the receiver is gone.
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

impl<W: Write> Hub<W> {
    fn run(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        loop {
            if self.search.is_none()
                && let Some(line) = self.waiting.pop_front()
            {
                if self.execute(&line)? {
                    return Ok(());
                }
                continue;
            }
            let deadline = self.search.as_ref().and_then(|search| search.deadline);
            let event = match deadline {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => inbox.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(Event::Line(text)) => {
                    if self.handle_line(&text)? {
                        return Ok(());
                    }
                }
                Ok(Event::End(end)) => {
                    self.stop();
                    return end;
                }
                Ok(Event::Info(report)) => self.inform(&report)?,
                Ok(Event::Done(engine, report)) => {
                    self.engine = Some(engine);
                    self.finish(report.as_ref())?;
                }
                Err(RecvTimeoutError::Timeout) => self.stop(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn complain(&mut self, message: &str) -> io::Result<()> {
        let mut line = "error".to_owned();
        add(&mut line, "message", message);
        self.send(&line)
    }

    /// Handles what can be handled at once. Returns whether the host has sent `quit`.
    fn handle_line(&mut self, text: &str) -> io::Result<bool> {
        let line = match Line::read(text) {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(false),
            Err(error) => {
                self.complain(&error.to_string())?;
                return Ok(false);
            }
        };
        match (&line.command[..], &mut self.search) {
            ("quit", _) => {
                self.stop();
                return Ok(true);
            }
            ("ping", _) => self.send("pong")?,
            ("stop", _) => self.stop(),
            ("ponder-hit", Some(search)) if search.is_pondering => {
                search.is_pondering = false;
                if self.level.is_timed() {
                    let limits = self.level.limits();
                    let time = limits.soft_time.or(limits.hard_time);
                    search.deadline = time.and_then(|time| Instant::now().checked_add(time));
                }
            }
            ("ponder-hit", _) => self.complain("ponder-hit: there is no ponder search")?,
            (_, Some(search)) if !search.is_stopped => {
                self.complain(&format!("{}: a search is running; stop it first", line.command))?;
            }
            _ => self.waiting.push_back(line),
        }
        Ok(false)
    }

    /// Executes a command while no search is running. Returns whether the command is `quit`.
    fn execute(&mut self, line: &Line) -> io::Result<bool> {
        let done = match &line.command[..] {
            "hub" => {
                self.introduce()?;
                Ok(())
            }
            "init" => {
                self.wake();
                self.send("ready")?;
                Ok(())
            }
            "set-param" => self.set_parameter(line),
            "new-game" => {
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
                Ok(())
            }
            "pos" => self.set_position(line),
            "level" => LevelLine::read(line)
                .map(|level| self.level = level)
                .map_err(|error| error.to_string()),
            "go" => self.go(line),
            // The protocol requires unknown commands to be ignored.
            _ => Ok(()),
        };
        if let Err(message) = done {
            self.complain(&message)?;
        }
        Ok(false)
    }

    fn introduce(&mut self) -> io::Result<()> {
        let mut id = "id".to_owned();
        add(&mut id, "name", "chuhe-draughts");
        add(&mut id, "version", env!("CARGO_PKG_VERSION"));
        add(&mut id, "author", "the chuhe authors");
        self.send(&id)?;
        for line in self.parameters.declarations() {
            self.send(&line)?;
        }
        self.send("wait")
    }

    fn wake(&mut self) {
        if self.engine.is_none() {
            self.engine = Some(Box::new(Engine::new(self.parameters.settings.clone())));
        }
    }

    fn set_parameter(&mut self, line: &Line) -> Result<(), String> {
        let name = line.required("set-param", "name").map_err(|error| error.to_string())?;
        let old = self.parameters.variant;
        self.parameters.set(name, line.value("value").unwrap_or_default())?;
        if self.parameters.variant != old {
            self.position = Some(Position::start(self.parameters.variant));
        }
        // The next search creates an engine with the current settings.
        self.engine = None;
        Ok(())
    }

    fn set_position(&mut self, line: &Line) -> Result<(), String> {
        // If the new position is invalid, the old one must not be searched: the host would take the answer to be for
        // the new one.
        self.position = None;
        let text = line.required("pos", "pos").map_err(|error| error.to_string())?;
        let board =
            read_board(self.parameters.variant, text).map_err(|error| format!("pos: {error}"))?;
        let mut position = Position::new(board);
        for text in line.value("moves").unwrap_or_default().split_whitespace() {
            let mv =
                read_hub_move(position.board(), text).map_err(|error| format!("pos: {error}"))?;
            position.play(mv);
        }
        self.position = Some(position);
        Ok(())
    }

    fn go(&mut self, line: &Line) -> Result<(), String> {
        let has = |mode| line.value(mode).is_some();
        let is_pondering = has("ponder");
        let is_analysis = has("analyze");
        if !is_pondering && !is_analysis && !has("think") {
            return Err("go: expected think, ponder or analyze".to_owned());
        }
        let position = self.position.clone().ok_or("go: the last position was refused")?;
        if position.outcome().is_some() {
            return Err("go: the game is over".to_owned());
        }
        let limits = if is_pondering {
            self.level.limits_without_time()
        } else if !is_analysis && self.level.is_timed() && legal_moves(position.board()).len() == 1
        {
            // A forced move needs no search.
            Limits::depth(1)
        } else {
            self.level.limits()
        };
        self.wake();
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        let stop = Arc::new(AtomicBool::new(false));
        self.search = Some(Search {
            position: position.clone(),
            stop: Arc::clone(&stop),
            is_stopped: false,
            is_pondering,
            deadline: None,
        });
        let events = self.events.clone();
        thread::spawn(move || {
            // After `quit` the receiver is gone.
            let inform = |report: &Report<Move>| drop(events.send(Event::Info(report.clone())));
            let report = engine.think(&position, limits, &stop, inform);
            drop(events.send(Event::Done(engine, report)));
        });
        Ok(())
    }

    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop.store(true, Ordering::Relaxed);
            search.is_stopped = true;
            search.deadline = None;
        }
    }

    fn inform(&mut self, report: &Report<Move>) -> io::Result<()> {
        let Some(search) = &self.search else { return Ok(()) };
        let mut line = "info".to_owned();
        let seconds = report.time.as_secs_f64();
        add(&mut line, "depth", &report.depth.to_string());
        add(&mut line, "score", &format!("{:.2}", in_men(report.score)));
        add(&mut line, "nodes", &report.nodes.to_string());
        add(&mut line, "time", &format!("{seconds:.3}"));
        add(&mut line, "nps", &format!("{:.3}", report.nodes as f64 / seconds.max(1e-6) / 1e6));
        add(&mut line, "pv", &hub_moves(&search.position, &report.line).join(" "));
        self.send(&line)
    }

    fn finish(&mut self, report: Option<&Report<Move>>) -> io::Result<()> {
        let (Some(search), Some(report)) = (self.search.take(), report) else { return Ok(()) };
        let moves = hub_moves(&search.position, &report.line);
        let mut line = "done".to_owned();
        for (name, text) in ["move", "ponder"].into_iter().zip(moves) {
            add(&mut line, name, &text);
        }
        self.send(&line)
    }
}

fn in_men(score: Score) -> f64 {
    match score {
        Score::Evaluation(value) => f64::from(value) / 100.0,
        Score::WinIn(plies) => WIN_IN_MEN - f64::from(plies),
        Score::LossIn(plies) => f64::from(plies) - WIN_IN_MEN,
    }
}

fn hub_moves(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut board = *position.board();
    let text = |&mv: &Move| {
        let text = hub_move(&board, mv);
        board = board.after(mv);
        text
    };
    moves.iter().map(text).collect()
}
