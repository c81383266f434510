//! The engine's side of a conversation: its state, and the effect of each command.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::Duration;

use super::backlog::LineBacklog;
use super::message::{End, HostLine, Message};
use super::{Command, Console, Dialect, Go, Greeting, Setup, Unit, Wording, console, ucci};
use crate::board::{PERFT_DEPTH_MAX, Position};
use crate::engine::Engine;
use crate::engine::options::{self, Effect, OptionError};
use crate::notation::iccs::{self, Ranks};
use crate::notation::position_after;
use crate::search::{BestMove, Bound, Event, Limits, RootFilter};
use crate::turns;
use crate::types::{Move, Score, is_rule};

/// The distance, in moves, of the mate that `go infinite` searches for in batch mode, in which no `stop` is read.
const ANY_MATE_MOVES: u32 = 1000;

/// The state of a conversation with a host.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
pub(super) struct Session<W: Write> {
    pub(super) engine: Engine,
    /// Whether the last `position` was valid. If not, searches return no move until a valid position arrives.
    has_position: bool,
    output: W,
    pub(super) mailbox: Sender<Message>,
    pub(super) inbox: Receiver<Message>,
    pub(super) backlog: Arc<LineBacklog>,
    /// Whether the limit of the backlog is lifted.
    pub(super) is_boundless: bool,
    /// Messages to handle once nothing is running.
    pub(super) waiting: VecDeque<Message>,
    pub(super) busy: Option<Busy>,
    pub(super) dialect: Dialect,
    /// The host's numbering of ranks in UCI. In UCCI, ranks always start at 0.
    ranks: Ranks,
    /// Whether the host uses Cyclone's form of UCI, in which ranks start at 0.
    cyclone: bool,
    banned: Vec<Move>,
    /// The FEN for which the last warning was sent.
    odd_fen: Option<String>,
    /// The number of the latest search.
    pub(super) newest: u64,
    /// The number of the latest search that a `stop` has covered.
    pub(super) stopped: u64,
    /// The search whose ponder hit came with a draw offer.
    pub(super) offered_with_hit: Option<u64>,
    /// Whether a waiting line turns batch mode on.
    pub(super) batch_ahead: bool,
    /// Whether the conversation ends after the commands already received; a search without limits is stopped at once.
    pub(super) is_leaving: bool,
    /// Whether a `stop` that the host sent before it read our last answer may still arrive; true if none has arrived
    /// since the answer.
    stop_may_cross: bool,
    /// The result by repetition last announced to the host: `true` for a win, `false` for a loss, `None` for neither.
    reported_ruling: Option<bool>,
}

/// The search or task that is running.
#[derive(Debug)]
pub(super) enum Busy {
    Search {
        id: u64,
        /// Whether a draw was offered with the request.
        draw_offered: bool,
        /// Whether the search has no limits.
        endless: bool,
        /// Whether the search waits for `stop` or `ponderhit`, or in batch mode for the end of the input.
        patient: bool,
    },
    /// A count (perft) or benchmark.
    Task,
}

/// Whether a command turns batch mode on.
pub(super) fn turns_batch_on(command: &Command) -> bool {
    let Command::SetOption { name, value } = command else { return false };
    options::find(name).is_some_and(|spec| spec.ucci == Some("batch"))
        && options::truth(value) == Some(true)
}

impl<W: Write> Session<W> {
    pub(super) fn new(
        engine: Engine,
        output: W,
        mailbox: Sender<Message>,
        inbox: Receiver<Message>,
        backlog: Arc<LineBacklog>,
    ) -> Self {
        Self {
            engine,
            has_position: true,
            output,
            mailbox,
            inbox,
            backlog,
            is_boundless: false,
            waiting: VecDeque::new(),
            busy: None,
            // The dialect until a greeting selects one.
            dialect: Dialect::Uci,
            ranks: Ranks::FromZero,
            cyclone: false,
            banned: Vec::new(),
            odd_fen: None,
            newest: 0,
            stopped: 0,
            offered_with_hit: None,
            batch_ahead: false,
            is_leaving: false,
            stop_may_cross: false,
            reported_ruling: None,
        }
    }

    pub(super) fn parse(&self, line: &str) -> Option<Command> {
        let milliseconds = self.engine.config().milliseconds;
        self.dialect
            .parse_command(line, if milliseconds { Unit::Milliseconds } else { Unit::Seconds })
    }

    pub(super) fn reads_nothing_while_busy(&self) -> bool {
        self.engine.config().batch || self.batch_ahead
    }

    /// Sends one or more lines in a single write.
    pub(super) fn send(&mut self, text: &str) -> Result<(), End> {
        for line in text.lines() {
            log::debug!(target: "protocol", "< {line}");
        }
        self.output.write_all(format!("{text}\n").as_bytes())?;
        self.output.flush()?;
        Ok(())
    }

    /// Shows a text to the user.
    fn remark(&mut self, text: &str) -> Result<(), End> {
        self.send(&self.dialect.format_text(text))
    }

    fn wording(&self) -> Wording {
        Wording { ranks: self.ranks, wdl: self.engine.config().show_wdl }
    }

    /// Executes a command. Nothing may be running unless the command is allowed during a search.
    pub(super) fn execute(&mut self, command: Command, line: &HostLine) -> Result<(), End> {
        match command {
            Command::Greet(greeting) => self.greet(greeting),
            Command::IsReady => {
                if self.busy.is_none() {
                    self.engine.make_ready();
                }
                self.send("readyok")
            }
            Command::NewGame => {
                self.engine.new_game();
                Ok(())
            }
            Command::Debug(on) => {
                self.engine.set_debug(on);
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { setup, bare } => self.set_position(&setup, bare),
            Command::BanMoves(moves) => {
                self.banned = self.root_moves(&moves);
                Ok(())
            }
            Command::Go(go) => self.go(&go, line),
            Command::PonderHit { .. } => Ok(()),
            Command::Stop => self.stop_in_idle(),
            Command::Probe(setup) => self.probe(&setup),
            Command::Quit => Err(End::Quit),
            Command::Console(word) => self.console(word),
        }
    }

    fn greet(&mut self, greeting: Greeting) -> Result<(), End> {
        self.dialect = match greeting {
            Greeting::Uci | Greeting::UciCyclone => Dialect::Uci,
            Greeting::Ucci => Dialect::Ucci,
        };
        self.ranks = Ranks::FromZero;
        self.cyclone = greeting == Greeting::UciCyclone;
        let has_book = self.engine.has_book();
        self.send(&self.dialect.introduction(has_book).join("\n"))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), End> {
        self.batch_ahead = false;
        match self.engine.set_option(name, value) {
            Ok(Effect::HostKnowsVariants) if self.dialect == Dialect::Uci && !self.cyclone => {
                self.ranks = Ranks::FromOne;
                Ok(())
            }
            // UCCI hosts set options that were not announced. A remark would be shown to the user, so none is sent.
            Err(OptionError::Unknown(_)) if self.dialect == Dialect::Ucci => Ok(()),
            Ok(_) => Ok(()),
            Err(error) => self.remark(&error.to_string()),
        }
    }

    fn set_position(&mut self, setup: &Setup, bare: bool) -> Result<(), End> {
        if bare {
            self.cyclone = true;
            self.ranks = Ranks::FromZero;
        }
        self.banned.clear();
        let ranks = self.ranks_of(&setup.moves);
        match position_after(setup.fen.as_deref(), words(&setup.moves), ranks) {
            Ok(position) => {
                self.engine.set_position(position);
                self.has_position = true;
                self.ranks = ranks;
                self.report_oddity(setup.fen.as_deref())
            }
            Err(error) => {
                self.has_position = false;
                self.remark(&error.to_string())
            }
        }
    }

    /// Warns the user about impossible pawns, once for each FEN.
    fn report_oddity(&mut self, fen: Option<&str>) -> Result<(), End> {
        let Some(stray) = self.engine.position().board().stray_pawn() else { return Ok(()) };
        if fen == self.odd_fen.as_deref() {
            return Ok(());
        }
        self.odd_fen = fen.map(str::to_owned);
        self.remark(&stray.to_string())
    }

    /// The position to search, if there is one.
    fn position(&self) -> Option<&Position> {
        self.has_position.then(|| self.engine.position())
    }

    /// The numbering of the ranks in some moves: the one that the moves reveal, otherwise the current one.
    fn ranks_of(&self, moves: &[String]) -> Ranks {
        match self.dialect {
            Dialect::Ucci => Ranks::FromZero,
            Dialect::Uci => Ranks::shown_by(words(moves)).unwrap_or(self.ranks),
        }
    }

    /// The legal moves among some words.
    fn root_moves(&mut self, moves: &[String]) -> Vec<Move> {
        let Some(position) = self.position() else { return Vec::new() };
        let ranks = self.ranks_of(moves);
        let legal: Vec<Move> = words(moves)
            .filter_map(|text| iccs::parse(text, ranks).ok())
            .filter(|&mv| position.is_legal(mv))
            .collect();
        if !legal.is_empty() {
            self.ranks = ranks;
        }
        legal
    }

    fn go(&mut self, go: &Go, line: &HostLine) -> Result<(), End> {
        let Some(position) = self.position() else {
            self.stop_may_cross = true;
            return self.answer_nothing();
        };
        let mut limits = go.limits(position.side_to_move());
        limits.root_moves = self.root_filter(go);
        let endless = limits.infinite;
        if self.engine.config().batch {
            // Neither `stop` nor `ponderhit` will be read during the search.
            limits.ponder = false;
            if limits.infinite {
                limits.infinite = false;
                limits.mate = Some(ANY_MATE_MOVES);
            }
        }
        // A draw offer may still arrive with the ponder hit, so the search has to decide whether it would accept one.
        limits.draw_offered |= limits.ponder;
        if self.engine.config().debug {
            self.remark(&describe(&limits))?;
        }
        let id = line.search.unwrap_or_else(|| self.engine.number());
        let patient = endless || limits.ponder;
        let mailbox = self.mailbox.clone();
        let sink = Box::new(move |event| {
            // The session may have ended already.
            let _ = mailbox.send(Message::Event(event));
        });
        self.engine.go(id, limits, line.read_at, sink);
        self.busy = Some(Busy::Search { id, draw_offered: go.draw, endless, patient });
        if endless && self.is_leaving {
            self.engine.stop();
        }
        Ok(())
    }

    /// The moves to search. If no word after `searchmoves` is a legal move, all moves are searched, as in Stockfish and
    /// Pikafish.
    fn root_filter(&mut self, go: &Go) -> RootFilter {
        let words = go.search_moves.as_ref();
        match words.map(|words| self.root_moves(words)).filter(|moves| !moves.is_empty()) {
            Some(mut only) => {
                only.retain(|mv| !self.banned.contains(mv));
                RootFilter::Only(only)
            }
            None if self.banned.is_empty() => RootFilter::All,
            None => RootFilter::Except(self.banned.clone()),
        }
    }

    /// Sends the answer that there is no move.
    fn answer_nothing(&mut self) -> Result<(), End> {
        let none = BestMove { mv: None, ponder: None, accept_draw: false };
        self.send(&self.dialect.format_event(&Event::BestMove(none), self.wording()))
    }

    /// Sends an event of the search to the host. Bounds, budgets and current moves are sent in debug mode only, because
    /// some hosts show a bound as a result, and others expect complete lines.
    pub(super) fn report(&mut self, mut event: Event) -> Result<(), End> {
        let debug = self.engine.config().debug;
        match &mut event {
            Event::Info(info) if info.bound != Bound::Exact && !debug => return Ok(()),
            Event::Budget { .. } | Event::CurrentMove { .. } if !debug => return Ok(()),
            Event::Info(_)
            | Event::Effort { .. }
            | Event::Budget { .. }
            | Event::CurrentMove { .. } => {}
            Event::BestMove(best) => {
                self.reported_ruling = None;
                if let Some(Busy::Search { id, draw_offered, .. }) = self.busy.take() {
                    best.accept_draw &= draw_offered || self.offered_with_hit == Some(id);
                }
                self.stop_may_cross = true;
            }
        }
        self.send(&self.dialect.format_event(&event, self.wording()))?;
        match event {
            Event::Info(info) if info.multipv == 1 => self.report_ruling(info.score),
            _ => Ok(()),
        }
    }

    /// Tells the user when the best line starts or ceases to win or lose by repetition, because the score of such a
    /// line looks like a huge advantage.
    fn report_ruling(&mut self, score: Score) -> Result<(), End> {
        let ruling = match score {
            Score::Cp(cp) if is_rule(cp) => Some(cp > 0),
            _ => None,
        };
        if ruling == std::mem::replace(&mut self.reported_ruling, ruling) {
            return Ok(());
        }
        let rules = self.engine.config().repetition;
        match ruling {
            None => self.remark("the best line no longer ends by repetition"),
            Some(true) => {
                self.remark(&format!("the opponent loses by repetition under {rules} rules"))
            }
            Some(false) => {
                self.remark(&format!("the best line loses by repetition under {rules} rules"))
            }
        }
    }

    /// Handles a `stop` when no search is running. UCCI hosts may wait for an answer. But a `stop` that the host sent
    /// before it read our last answer needs none, and the host would take an answer for the next move. Only the first
    /// `stop` since the last answer can be of this kind, however late it is read.
    fn stop_in_idle(&mut self) -> Result<(), End> {
        let crossed = std::mem::take(&mut self.stop_may_cross);
        match self.dialect {
            Dialect::Ucci if !crossed => self.answer_nothing(),
            Dialect::Ucci | Dialect::Uci => Ok(()),
        }
    }

    fn probe(&mut self, setup: &Setup) -> Result<(), End> {
        let ranks = self.ranks_of(&setup.moves);
        let entry = position_after(setup.fen.as_deref(), words(&setup.moves), ranks).ok().and_then(
            |position| {
                let mut entry = self.engine.table().probe(position.key(), 0)?;
                // Another position may have the same key.
                entry.mv = entry.mv.filter(|&mv| position.is_legal(mv));
                Some(entry)
            },
        );
        self.send(&ucci::format_pop_hash(entry, self.wording()))
    }

    fn console(&mut self, word: Console) -> Result<(), End> {
        match word {
            Console::Help => return self.send(console::HELP),
            Console::Compiler => return self.send(&console::compiler()),
            Console::Bench(depth) => return self.run_task(move || console::bench(depth)),
            Console::Display | Console::Eval | Console::Flip | Console::Perft(_) => {}
        }
        let Some(position) = self.position() else {
            return self.remark("there is no position");
        };
        match word {
            Console::Eval => self.send(&console::eval(position, self.engine.network())),
            Console::Perft(depth) if depth > PERFT_DEPTH_MAX => {
                self.remark(&console::too_deep(depth))
            }
            Console::Perft(depth) => {
                let (position, threads) =
                    (position.clone(), self.engine.config().effective_threads());
                let ranks = self.ranks;
                self.run_task(move || console::perft(&position, depth, threads, ranks))
            }
            Console::Flip => {
                let fen = console::flipped(position);
                self.set_position(&Setup { fen: Some(fen), moves: Vec::new() }, false)
            }
            _ => self.send(&console::display(position, self.ranks)),
        }
    }

    /// Runs a long task on a separate thread and sends its text when it is done.
    fn run_task(&mut self, task: impl FnOnce() -> String + Send + 'static) -> Result<(), End> {
        let mailbox = self.mailbox.clone();
        let work = move || {
            // The session may have ended already.
            let _ = mailbox.send(Message::TaskDone(task()));
        };
        if let Some(turns) = turns::get() {
            (turns.later)(Box::new(work));
        } else if let Err(error) = thread::Builder::new().name("task".to_owned()).spawn(work) {
            return self.remark(&error.to_string());
        }
        self.busy = Some(Busy::Task);
        Ok(())
    }
}

fn words(moves: &[String]) -> impl Iterator<Item = &str> {
    moves.iter().map(String::as_str)
}

/// The limits of a search, for the debug output.
fn describe(limits: &Limits) -> String {
    let clock = limits.clock.as_ref();
    let mut text: String = [
        limit_text("depth", limits.depth.map(|depth| depth.to_string())),
        limit_text("nodes", limits.nodes.map(|nodes| nodes.to_string())),
        limit_text("mate", limits.mate.map(|moves| moves.to_string())),
        limit_text("movetime", limits.move_time.map(millis)),
        limit_text("clock", clock.map(|clock| millis(clock.time))),
        limit_text("increment", clock.map(|clock| millis(clock.increment))),
        limit_text("movestogo", clock.and_then(|clock| clock.moves_to_go).map(|n| n.to_string())),
    ]
    .into_iter()
    .flatten()
    .collect();
    if limits.infinite {
        text.push_str(" infinite");
    }
    if limits.ponder {
        text.push_str(" ponder");
    }
    format!("limits:{text}")
}

fn limit_text(name: &str, value: Option<String>) -> Option<String> {
    value.map(|value| format!(" {name} {value}"))
}

fn millis(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}
