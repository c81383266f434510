//! One game between two engines.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::adjudicate::{self, Adjudication, Adjudicator};
use super::client::{Charge, Client, EngineMove, Patience};
use super::clock::GameClock;
use super::engine_link::TranscriptLine;
use super::fault::{Failure, Fault, LaunchError};
use super::live::{LiveSlot, RunningGame};
use super::openings::BookOpening;
use super::record::{EndReason, GameRecord, PlayedMove};
use super::schedule::Fixture;
use super::settings::EngineSettings;
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::protocol::{ClockWords, Go, Setup};
use chuhe_engine::rules::{self, Rules};
use chuhe_engine::tables::Tables;
use chuhe_engine::types::{Color, Move};

/// The conditions under which every game of a match is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Conditions {
    /// The rules of the game.
    pub rules: Rules,
    /// When games are adjudicated.
    pub adjudication: Adjudication,
    /// How time is measured.
    pub charge: Charge,
    /// Timeouts for answers that no game clock limits.
    pub patience: Patience,
}

/// An engine's seat in a game slot. The seat lasts for the whole match; its process may be replaced.
#[derive(Debug)]
pub(super) struct Seat<'a> {
    pub(super) engine: &'a EngineSettings,
    processors: &'a [usize],
    client: Option<Client>,
}

impl<'a> Seat<'a> {
    pub(super) fn new(engine: &'a EngineSettings, processors: &'a [usize]) -> Self {
        Self { engine, processors, client: None }
    }

    /// How the engine numbers ranks.
    fn ranks(&self) -> Ranks {
        self.client.as_ref().map_or_else(|| self.engine.ranks(), Client::ranks)
    }

    /// Ends the engine's process, if it is running.
    pub(super) fn clear(&mut self) {
        self.client = None;
    }

    /// Makes the engine ready for a new game.
    fn prepare(&mut self, conditions: &Conditions, stop: &AtomicBool) -> Result<(), Failure> {
        if self.engine.restart {
            self.clear();
        }
        if let Some(client) = &mut self.client {
            match client.new_game(stop) {
                Ok(()) => return Ok(()),
                Err(failure @ (Failure::Interrupted | Failure::Machine(_))) => return Err(failure),
                // The engine failed between two games. If a new process works, neither game is lost.
                Err(failure) => {
                    log::warn!("{}: between games: {failure}", self.engine.command.display());
                    self.clear();
                }
            }
        }
        let (patience, charge) = (conditions.patience, conditions.charge);
        let client = Client::start(self.engine, self.processors, patience, charge, stop)?;
        // The first game is announced as well: some engines initialize themselves on the announcement.
        self.client.insert(client).new_game(stop)
    }
}

/// One side during a game.
struct Contestant<'s, 'a> {
    seat: &'s mut Seat<'a>,
    clock: Option<GameClock>,
    /// The start position and the moves so far, in the engine's numbering of ranks.
    setup: Setup,
    /// The move on which the engine is pondering.
    ponders_on: Option<Move>,
}

/// A finished game, with the transcripts of both engines.
pub(super) struct Played {
    pub(super) record: GameRecord,
    /// The transcripts of Red's and Black's engines.
    pub(super) transcripts: [Vec<TranscriptLine>; 2],
    /// When the game began; the transcripts give times relative to it.
    pub(super) start: Instant,
}

/// Plays a game, and shows its board in `live` until the game is over. Returns `None` if the game was interrupted.
///
/// # Errors
/// If the system cannot start another process.
pub(super) fn play(
    fixture: &Fixture,
    opening: &BookOpening,
    seats: [&mut Seat<'_>; 2],
    conditions: &Conditions,
    tables: &Tables,
    stop: &AtomicBool,
    live: LiveSlot<'_>,
) -> Result<Option<Played>, LaunchError> {
    let &Fixture { number, engines, .. } = fixture;
    let start = Instant::now();
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut game = LiveGame::new(opening, seats, conditions, tables, stop, live);
    live.begin(RunningGame::new(number, engines, opening, since_epoch));
    let outcome = game.run();
    live.end();
    let transcripts = game.leave(&outcome);
    let (winner, reason) = match outcome {
        GameEnd::Ended(winner, reason) => (winner, reason),
        GameEnd::Interrupted => return Ok(None),
        GameEnd::Broken(why) => return Err(why),
    };
    let record = GameRecord {
        number,
        engines,
        fen: opening.fen.clone(),
        book: opening.moves.clone(),
        moves: game.moves,
        winner,
        reason,
        started: since_epoch.as_secs(),
        millis: start.elapsed().as_millis() as u64,
        overloaded: false,
    };
    Ok(Some(Played { record, transcripts, start }))
}

enum GameEnd {
    Ended(Option<Color>, EndReason),
    Interrupted,
    /// The system failed; the game does not count.
    Broken(LaunchError),
}

struct LiveGame<'s, 'a, 'c> {
    /// The moves before the engines take over.
    book: &'c [Move],
    /// Red and Black, in this order.
    players: [Contestant<'s, 'a>; 2],
    position: Position,
    moves: Vec<PlayedMove>,
    adjudicator: Adjudicator,
    conditions: &'c Conditions,
    tables: &'c Tables,
    stop: &'c AtomicBool,
    live: LiveSlot<'c>,
}

impl<'s, 'a, 'c> LiveGame<'s, 'a, 'c> {
    fn new(
        opening: &'c BookOpening,
        seats: [&'s mut Seat<'a>; 2],
        conditions: &'c Conditions,
        tables: &'c Tables,
        stop: &'c AtomicBool,
        live: LiveSlot<'c>,
    ) -> Self {
        let players = seats.map(|seat| {
            let setup = Setup { fen: Some(opening.fen.clone()), moves: Vec::new() };
            let clock = seat.engine.limits.clock.map(GameClock::new);
            Contestant { seat, clock, setup, ponders_on: None }
        });
        Self {
            book: &opening.moves,
            players,
            position: opening.position(),
            moves: Vec::new(),
            adjudicator: Adjudicator::new(conditions.adjudication),
            conditions,
            tables,
            stop,
            live,
        }
    }

    fn run(&mut self) -> GameEnd {
        for color in Color::ALL {
            let player = &mut self.players[color.index()];
            if let Err(failure) = player.seat.prepare(self.conditions, self.stop) {
                return lost_by(color, failure);
            }
            let ranks = player.seat.ranks();
            let text = |&mv: &Move| iccs::text(mv, ranks).to_string();
            player.setup.moves = self.book.iter().map(text).collect();
        }
        self.live.ready(self.clocks());
        loop {
            if let Some(ending) = rules::ending(&self.position, &self.conditions.rules) {
                return GameEnd::Ended(ending.winner, EndReason::Rule(ending.reason));
            }
            let mover = self.position.side_to_move();
            match self.turn(mover) {
                Ok(None) => {}
                Ok(Some(outcome)) => return outcome,
                Err(failure) => return lost_by(mover, failure),
            }
        }
    }

    /// Plays one move. Returns `Some` if the game ends for a reason other than the rules.
    fn turn(&mut self, mover: Color) -> Result<Option<GameEnd>, Failure> {
        let answer = self.request_move(mover)?;
        if answer.resigns {
            return Ok(Some(GameEnd::Ended(Some(!mover), EndReason::Resignation)));
        }
        let text = answer.mv.ok_or(Fault::NoMove)?;
        let ranks = self.players[mover.index()].seat.ranks();
        let mv = iccs::parse(&text, ranks).ok().filter(|&mv| self.position.is_legal(mv));
        let mv = mv.ok_or(Fault::IllegalMove(text))?;
        if let Some(clock) = &mut self.players[mover.index()].clock {
            clock.press(answer.time);
        }
        self.position.make_unchecked(mv, &mut ());
        let micros = answer.time.as_micros() as u64;
        let played = PlayedMove { mv, micros, thought: answer.thought };
        self.moves.push(played);
        self.live.play(played, self.clocks());
        for player in &mut self.players {
            let ranks = player.seat.ranks();
            player.setup.moves.push(iccs::text(mv, ranks).to_string());
        }
        let by_score = self.adjudicator.record(mover, answer.thought.score);
        let by_table = adjudicate::by_table(self.tables, &self.position, self.conditions.rules);
        let by_length = adjudicate::by_length(self.position.history().len());
        if let Some((winner, cause)) = by_table.or(by_score).or(by_length) {
            // An ending under the rules takes precedence over adjudication.
            if rules::ending(&self.position, &self.conditions.rules).is_none() {
                return Ok(Some(GameEnd::Ended(winner, EndReason::Adjudication(cause))));
            }
        }
        self.start_pondering(mover, answer.ponder.as_deref())?;
        Ok(None)
    }

    /// The time left to Red and Black, if they have clocks.
    fn clocks(&self) -> [Option<Duration>; 2] {
        self.players.each_ref().map(|player| player.clock.map(|clock| clock.left()))
    }

    /// Requests a move from the engine of the side to move; the opponent's engine may ponder meanwhile.
    fn request_move(&mut self, mover: Color) -> Result<EngineMove, Failure> {
        let go = self.go(mover);
        let last_move = self.moves.last().map(|played| played.mv);
        let allowance = self.allowance(mover);
        let player = &mut self.players[mover.index()];
        let pondered = player.ponders_on.take();
        let client = player.seat.client.as_mut().expect("a prepared seat has a client");
        let stopping = Instant::now();
        match pondered {
            Some(guess) if Some(guess) == last_move => client.ponder_hit(allowance, self.stop),
            Some(_) => {
                client.ponder_miss(self.stop)?;
                // The time that the engine takes to stop pondering is charged to it.
                let left = allowance.map(|time| time.saturating_sub(stopping.elapsed()));
                client.think(&player.setup, &go, left, self.stop)
            }
            None => client.think(&player.setup, &go, allowance, self.stop),
        }
    }

    fn start_pondering(&mut self, mover: Color, reply: Option<&str>) -> Result<(), Failure> {
        let player = &self.players[mover.index()];
        let (true, Some(text)) = (player.seat.engine.ponder, reply) else { return Ok(()) };
        let guess = iccs::parse(text, player.seat.ranks()).ok();
        let Some(guess) = guess.filter(|&mv| self.position.is_legal(mv)) else { return Ok(()) };
        if rules::ending(&self.position, &self.conditions.rules).is_some() {
            return Ok(());
        }
        let go = Go { ponder: true, ..self.go(mover) };
        let player = &mut self.players[mover.index()];
        let mut setup = player.setup.clone();
        setup.moves.push(text.to_owned());
        let client = player.seat.client.as_mut().expect("a prepared seat has a client");
        client.ponder(&setup, &go)?;
        player.ponders_on = Some(guess);
        Ok(())
    }

    /// The `go` command for the engine of the side to move.
    fn go(&self, mover: Color) -> Go {
        let words = |color: Color| {
            let clock = self.players[color.index()].clock;
            ClockWords {
                time: clock.map(|clock| clock.left()),
                increment: clock.map(|clock| clock.increment()),
            }
        };
        let player = &self.players[mover.index()];
        let limits = player.seat.engine.limits;
        let mut go = Go {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time,
            ..Go::default()
        };
        // An engine without a clock is not sent the opponent's clock, which would mislead it.
        if player.clock.is_some() {
            go.set_clocks(mover, Color::ALL.map(words));
        }
        go.moves_to_go = player.clock.and_then(|clock| clock.moves_to_go());
        go
    }

    /// The time after which the side to move loses; `None` if only nodes or depth limit its search.
    fn allowance(&self, mover: Color) -> Option<Duration> {
        let player = &self.players[mover.index()];
        let engine = player.seat.engine;
        let clock = player.clock.map(|clock| clock.left());
        let time = [clock, engine.limits.move_time].into_iter().flatten().min()?;
        Some(time + engine.margin())
    }

    /// Prepares the seats for the next game and returns the transcripts.
    fn leave(&mut self, outcome: &GameEnd) -> [Vec<TranscriptLine>; 2] {
        let loser = match outcome {
            GameEnd::Ended(Some(winner), EndReason::Fault(_)) => Some(!*winner),
            GameEnd::Ended(..) | GameEnd::Interrupted | GameEnd::Broken(_) => None,
        };
        let interrupted = !matches!(outcome, GameEnd::Ended(..));
        Color::ALL.map(|color| {
            let player = &mut self.players[color.index()];
            let Some(client) = &mut player.seat.client else { return Vec::new() };
            let stuck = player.ponders_on.is_some() && client.ponder_miss(self.stop).is_err();
            let transcript = client.take_transcript();
            // An engine that failed may be in a bad state, so its next game gets a new process.
            if stuck || interrupted || loser == Some(color) {
                player.seat.clear();
            }
            transcript
        })
    }
}

fn lost_by(color: Color, failure: Failure) -> GameEnd {
    let lost = |fault| GameEnd::Ended(Some(!color), EndReason::Fault(fault));
    match failure {
        Failure::Fault(fault) => lost(fault),
        Failure::Start(why) => lost(Fault::Start(why.to_string())),
        Failure::Interrupted => GameEnd::Interrupted,
        Failure::Machine(why) => GameEnd::Broken(why),
    }
}

/// Merges both transcripts of a game by time and writes them, with times in seconds since the start of the game.
pub(super) fn write_transcript(
    played: &Played,
    names: [&str; 2],
    out: &mut impl io::Write,
) -> io::Result<()> {
    let lines = |side: usize| played.transcripts[side].iter().map(move |line| (line, names[side]));
    let mut lines: Vec<(&TranscriptLine, &str)> = lines(0).chain(lines(1)).collect();
    lines.sort_by_key(|(line, _)| line.at);
    for (line, name) in lines {
        // Lines from before the game, such as the greeting, get time 0.
        let at = line.at.saturating_duration_since(played.start).as_secs_f64();
        writeln!(out, "{at:10.4} {name} {} {}", line.direction, line.text)?;
    }
    Ok(())
}
