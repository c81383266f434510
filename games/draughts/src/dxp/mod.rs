//! DXP, the draughts exchange protocol, version 1, with which two programs play each other over a connection.
//!
//! One side (the initiator) requests games, and the other (the follower) plays them. Only the international game is
//! supported. The side to move reports that the game is over; takebacks are refused.

mod message;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use game_core::Limits;

pub use self::message::MessageError;
use self::message::{Ending, Message, Played, Request, VERSION};
use crate::board::{Board, Move};
use crate::engine::{Engine, Settings};
use crate::geometry::bits;
use crate::moves::legal_moves;
use crate::pdn::PdnGame;
use crate::position::{GameResult, Position};
use crate::variant::{Color, Variant};

/// The length, in bytes, above which messages are refused.
const MESSAGE_MAX: u64 = 4096;
/// The time per move if neither side has specified a time.
const TIME_WITHOUT_CLOCK: Duration = Duration::from_secs(1);

/// The answer that accepts a game.
const ACCEPTED: char = '0';
/// The answer to an unsupported version.
const UNKNOWN_VERSION: char = '1';
/// The answer to a request during a game.
const BUSY: char = '2';
/// The answer that refuses a takeback.
const NO_TAKEBACK: char = '1';

/// This side's settings.
#[derive(Clone, Debug)]
pub struct DxpSettings {
    /// The name of this side.
    pub name: String,
    /// The engine.
    pub engine: Settings,
    /// The limits of each search; without them, the game's clock applies.
    pub limits: Option<Limits>,
}

/// The games that an initiator requests; colours alternate, and it plays White first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The number of games.
    pub games: u32,
    /// The time for all moves of a side, in minutes, from 0 to 999; 0 specifies no time.
    pub minutes: u16,
    /// The number of moves per side after which a game ends, from 0 to 999; 0 for no limit.
    pub moves: u16,
}

/// Why a match was aborted.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum DxpError {
    #[error("{}", chuhe_util::files::reason(.0))]
    Io(#[from] io::Error),
    #[error(transparent)]
    Message(#[from] MessageError),
    #[error("the other side played the illegal move {0}")]
    Illegal(String),
    #[error("the other side moved out of turn")]
    OutOfTurn,
    #[error("the other side refuses to play (code {0})")]
    Refused(char),
    #[error("the other side disconnected")]
    Gone,
}

enum Event {
    Message(Message),
    Wrong(MessageError),
    /// The connection has ended, or cannot be read.
    End(Option<io::Error>),
}

/// A game in progress.
struct Game {
    position: Position,
    side: Color,
    /// The name of the other side.
    opponent: String,
    /// The time left on this side's clock, if there is one.
    left: Option<Duration>,
    /// The number of moves per side after which the game ends, if it is limited.
    moves: Option<usize>,
}

struct Session<W, F> {
    out: W,
    name: String,
    limits: Option<Limits>,
    engine: Engine,
    inbox: Receiver<Event>,
    /// Set when an event arrives that must interrupt a search.
    stop: Arc<AtomicBool>,
    game: Option<Game>,
    /// The games that this side has yet to request; `None` for a follower.
    terms: Option<Terms>,
    /// The request that this side sent last.
    asked: Option<Request>,
    /// Whether both sides know that no further game follows.
    is_over: bool,
    on_game: F,
}

/// Plays games over a connection: either those specified by `terms`, or those that the other side requests until it
/// disconnects. Passes every game that was started to `on_game`, with the players' names as tags.
///
/// # Errors
/// If the match is aborted because of the connection or the other side.
pub fn play(
    input: impl Read + Send + 'static,
    out: impl Write,
    settings: DxpSettings,
    terms: Option<Terms>,
    on_game: impl FnMut(&PdnGame) -> io::Result<()>,
) -> Result<(), DxpError> {
    let (events, inbox) = mpsc::channel();
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    thread::Builder::new().spawn(move || read_messages(input, &events, &heard))?;
    let DxpSettings { name, engine, limits } = settings;
    let engine = Engine::new(engine);
    let mut session = Session {
        out,
        name,
        limits,
        engine,
        inbox,
        stop,
        game: None,
        terms,
        asked: None,
        is_over: false,
        on_game,
    };
    let played = session.run();
    // A game in progress is always passed to `on_game`.
    if let Some(game) = session.game.take() {
        session.hand_out(game, None)?;
    }
    played
}

fn read_messages(input: impl Read, events: &Sender<Event>, stop: &AtomicBool) {
    let mut input = BufReader::new(input);
    loop {
        let mut bytes = Vec::new();
        let event = match input.by_ref().take(MESSAGE_MAX).read_until(0, &mut bytes) {
            Ok(_) if bytes.pop_if(|byte| *byte == 0).is_some() => match Message::read(&bytes) {
                Ok(message) => Event::Message(message),
                Err(error) => Event::Wrong(error),
            },
            Ok(0) => Event::End(None),
            Ok(_) => {
                let begin = String::from_utf8_lossy(&bytes).chars().take(40).collect();
                Event::Wrong(MessageError::Short(begin, "zero byte"))
            }
            Err(error) => Event::End(Some(error)),
        };
        let is_end = !matches!(event, Event::Message(_));
        if is_end || matches!(event, Event::Message(Message::End { .. })) {
            // The flag must be set before the event is sent; otherwise it could be set after the event has been
            // handled.
            stop.store(true, Ordering::Release);
        }
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

impl<W: Write, F: FnMut(&PdnGame) -> io::Result<()>> Session<W, F> {
    fn run(&mut self) -> Result<(), DxpError> {
        if self.terms.is_some() {
            self.request_game()?;
        }
        while !self.is_over {
            let is_my_turn =
                self.game.as_ref().is_some_and(|game| game.position.board().side() == game.side);
            // Pending messages are handled before this side moves.
            let event =
                if is_my_turn { self.inbox.try_recv().ok() } else { self.inbox.recv().ok() };
            match event {
                Some(event) => {
                    if !self.handle(event)? {
                        return Ok(());
                    }
                }
                None if is_my_turn => self.turn()?,
                None => return Err(DxpError::Gone),
            }
        }
        Ok(())
    }

    fn send(&mut self, message: &Message) -> io::Result<()> {
        self.out.write_all(&message.bytes())?;
        self.out.flush()
    }

    /// Requests the next game, or ends the match if none is left.
    fn request_game(&mut self) -> io::Result<()> {
        let Some(terms) = &mut self.terms else { return Ok(()) };
        if terms.games == 0 {
            self.is_over = true;
            return Ok(());
        }
        terms.games -= 1;
        let follower = self.asked.as_ref().map_or(Color::Black, |last| last.follower.other());
        let request = Request {
            version: VERSION,
            name: self.name.clone(),
            follower,
            minutes: terms.minutes,
            moves: terms.moves,
            board: Board::start(Variant::International),
        };
        self.asked = Some(request.clone());
        self.send(&Message::Request(request))
    }

    fn begin(&mut self, request: &Request, side: Color, opponent: String) {
        let minutes = Duration::from_secs(60 * u64::from(request.minutes));
        self.engine.clear();
        self.game = Some(Game {
            position: Position::new(request.board),
            side,
            opponent,
            left: (request.minutes > 0).then_some(minutes),
            moves: (request.moves > 0).then_some(usize::from(request.moves)),
        });
    }

    /// Handles an event. Returns whether to continue.
    fn handle(&mut self, event: Event) -> Result<bool, DxpError> {
        let message = match event {
            Event::Message(message) => message,
            Event::Wrong(error) => {
                self.break_off(&error.to_string())?;
                return Err(error.into());
            }
            Event::End(Some(error)) => return Err(error.into()),
            Event::End(None) if self.game.is_none() && self.terms.is_none() => return Ok(false),
            Event::End(None) => return Err(DxpError::Gone),
        };
        match message {
            Message::Request(request) => {
                let code = if request.version != VERSION {
                    UNKNOWN_VERSION
                } else if self.game.is_some() || self.terms.is_some() {
                    BUSY
                } else {
                    ACCEPTED
                };
                self.send(&Message::Acceptance { name: self.name.clone(), code })?;
                if code == ACCEPTED {
                    self.begin(&request, request.follower, request.name.clone());
                }
            }
            Message::Acceptance { name, code: ACCEPTED } => {
                // An answer without a pending request is ignored.
                if let (None, Some(request)) = (&self.game, self.asked.clone()) {
                    self.begin(&request, request.follower.other(), name);
                }
            }
            Message::Acceptance { code, .. } => return Err(DxpError::Refused(code)),
            Message::Move(played) => self.handle_move(&played)?,
            Message::End { ending, is_last } => {
                self.stop.store(false, Ordering::Release);
                return self.handle_end(ending, is_last);
            }
            Message::BackRequest => self.send(&Message::BackAnswer(NO_TAKEBACK))?,
            Message::Chat(_) | Message::BackAnswer(_) => {}
        }
        Ok(true)
    }

    fn handle_move(&mut self, played: &Played) -> Result<(), DxpError> {
        let Some(game) = &mut self.game else { return Err(DxpError::OutOfTurn) };
        let board = game.position.board();
        if board.side() == game.side {
            return Err(DxpError::OutOfTurn);
        }
        let found = legal_moves(board).into_iter().find(|&mv| numbers(board, mv) == sorted(played));
        let Some(mv) = found else {
            let squares = [&[played.from, played.to][..], &played.captured].concat();
            let text = squares.iter().map(u8::to_string).collect::<Vec<_>>().join("-");
            self.break_off(&format!("{text} is not legal"))?;
            return Err(DxpError::Illegal(text));
        };
        game.position.play(mv);
        Ok(())
    }

    /// Handles the other side's report that the game is over. Returns whether to continue.
    fn handle_end(&mut self, theirs: Ending, is_last: bool) -> Result<bool, DxpError> {
        let is_last = is_last || self.terms.is_some_and(|terms| terms.games == 0);
        if let Some(game) = self.game.take() {
            let known = game.position.result();
            let mine = known.map_or(Ending::Unknown, |result| ending(result, game.side));
            self.send(&Message::End { ending: mine, is_last })?;
            let result = known.or(match theirs {
                Ending::Unknown => None,
                Ending::Drawn => Some(GameResult::Draw),
                Ending::Lost => Some(GameResult::Won(game.side)),
                Ending::Won => Some(GameResult::Won(game.side.other())),
            });
            self.hand_out(game, result)?;
        }
        if is_last {
            return Ok(false);
        }
        self.request_game()?;
        Ok(true)
    }

    /// Takes this side's turn: ends the game, or makes a move.
    fn turn(&mut self) -> Result<(), DxpError> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let result = game.position.result();
        let plies = game.position.played().len();
        let is_out = game.moves.is_some_and(|moves| plies >= 2 * moves);
        if result.is_some() || is_out {
            let mine = result.map_or(Ending::Unknown, |result| ending(result, game.side));
            let is_last = self.terms.is_some_and(|terms| terms.games == 0);
            self.send(&Message::End { ending: mine, is_last })?;
            if let Some(game) = self.game.take() {
                self.hand_out(game, result)?;
            }
            return Ok(());
        }
        let limits = self.limits.unwrap_or_else(|| match game.left {
            Some(left) => {
                let to_go = game.moves.and_then(|moves| u32::try_from(moves - plies / 2).ok());
                Limits::clock(left, Duration::ZERO, to_go)
            }
            None => Limits::move_time(TIME_WITHOUT_CLOCK),
        });
        let begin = Instant::now();
        let found = self.engine.think(&game.position, limits, &self.stop, |_| {});
        let took = begin.elapsed();
        game.left = game.left.map(|left| left.saturating_sub(took));
        // An event interrupted the search.
        if self.stop.load(Ordering::Acquire) {
            let event = self.inbox.recv().map_err(|_| DxpError::Gone)?;
            if !self.handle(event)? {
                self.is_over = true;
            }
            return Ok(());
        }
        let Some(&mv) = found.as_ref().and_then(|report| report.line.first()) else {
            return Ok(());
        };
        let (from, to, captured) = numbers(game.position.board(), mv);
        game.position.play(mv);
        let seconds = u16::try_from(took.as_secs()).unwrap_or(u16::MAX);
        self.send(&Message::Move(Played { seconds, from, to, captured }))?;
        Ok(())
    }

    /// Reports what is wrong and that no further game follows.
    fn break_off(&mut self, reason: &str) -> io::Result<()> {
        self.send(&Message::Chat(reason.to_owned()))?;
        self.send(&Message::End { ending: Ending::Unknown, is_last: true })
    }

    fn hand_out(&mut self, game: Game, result: Option<GameResult>) -> io::Result<()> {
        let names = match game.side {
            Color::White => [self.name.clone(), game.opponent],
            Color::Black => [game.opponent, self.name.clone()],
        };
        let tags = ["White", "Black"].map(str::to_owned).into_iter().zip(names).collect();
        (self.on_game)(&PdnGame { tags, position: game.position, result })
    }
}

/// A result from the point of view of a side.
fn ending(result: GameResult, side: Color) -> Ending {
    match result {
        GameResult::Draw => Ending::Drawn,
        GameResult::Won(winner) if winner == side => Ending::Won,
        GameResult::Won(_) => Ending::Lost,
    }
}

/// The numbers of a move's first and last squares, and of the captured squares in ascending order.
fn numbers(board: &Board, mv: Move) -> (u8, u8, Vec<u8>) {
    let geometry = &board.rules().geometry;
    let mut captured: Vec<u8> = bits(mv.captured).map(|bit| geometry.number(bit)).collect();
    captured.sort_unstable();
    (geometry.number(mv.from), geometry.number(mv.to), captured)
}

fn sorted(played: &Played) -> (u8, u8, Vec<u8>) {
    let mut captured = played.captured.clone();
    captured.sort_unstable();
    (played.from, played.to, captured)
}
