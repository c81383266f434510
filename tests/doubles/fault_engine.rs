//! An engine that misbehaves on demand, for testing the arena.
//!
//! By default it is healthy: it understands UCI and UCCI and immediately plays a legal move. `--mode M` selects a
//! fault, which occurs on one kind of occasion, such as a start, a greeting or a `go`. Occasions are counted from 1:
//! `--at N` selects one of them, `--from N` that one and all later ones, and `--chance P` a percentage. `--starts FILE`
//! counts starts across processes.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use chuhe_engine::board::{Position, START_FEN};
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::types::rng::SplitMix64;
use chuhe_engine::types::{Move, Square};
use clap::{Parser, ValueEnum};

/// The time after which a hanging engine exits. It is longer than any test waits, so it only ends processes that an
/// interrupted test has left running.
const FOREVER: Duration = Duration::from_mins(1);

#[derive(Debug, Parser)]
struct Args {
    #[arg(long)]
    mode: Option<Mode>,
    /// The only occasion of the fault, counted from 1
    #[arg(long)]
    at: Option<u64>,
    /// The first occasion of the fault, counted from 1
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// The percentage of occasions on which the fault occurs
    #[arg(long, default_value_t = 100)]
    chance: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file with a byte for each start
    #[arg(long)]
    starts: Option<PathBuf>,
    /// The delay in milliseconds in the modes "late" and "slow-start"
    #[arg(long, default_value_t = 1000)]
    ms: u64,
    /// Time per move in milliseconds
    #[arg(long, default_value_t = 0)]
    think: u64,
    /// Processor time used for each move in milliseconds
    #[arg(long, default_value_t = 0)]
    busy: u64,
    #[arg(long, value_enum, default_value_t = Play::First)]
    play: Play,
    /// The reply expected from the opponent
    #[arg(long, value_enum)]
    ponder: Option<Guess>,
    /// Whether ranks are counted from 1
    #[arg(long)]
    one: bool,
    /// The only greeting that is understood
    #[arg(long)]
    only: Option<String>,
    /// The score in every `info` line
    #[arg(long, default_value = "cp 10", allow_hyphen_values = true)]
    score: String,
    /// Whether every `info` line names the move that will be played
    #[arg(long)]
    pv: bool,
    /// A further option that is announced over UCI
    #[arg(long)]
    offer: Option<String>,
    /// A file to log all input
    #[arg(long)]
    log: Option<PathBuf>,
    /// Ignored; identifies the process
    #[arg(long)]
    marker: Option<String>,
    #[arg(long, default_value = "double")]
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Play {
    First,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Guess {
    /// The first legal move, which is the one that another double plays
    Right,
    /// The last legal move
    Wrong,
}

/// The occasions on which a fault can occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occasion {
    Start,
    Greeting,
    Ready,
    NewGame,
    Go,
    Answered,
    Ponder,
    PonderHit,
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    ExitAtStart,
    HangAtStart,
    SlowStart,
    NoiseAtStart,
    ExitOnGreeting,
    ExitOnReady,
    HangOnReady,
    SkipReady,
    ExitOnNewgame,
    ExitOnGo,
    AbortOnGo,
    ExitWithinAnswer,
    ExitAfterAnswer,
    HangOnGo,
    Late,
    AnswerAfterStop,
    Nonsense,
    OpponentsPiece,
    OwnPiece,
    OffBoard,
    Null,
    Suicide,
    Empty,
    None,
    Nobestmove,
    FloodLines,
    LongLine,
    EndlessLine,
    EndlessLines,
    Binary,
    FloodStderr,
    FloodIdle,
    EndlessIdle,
    Twice,
    Unsolicited,
    TrailingGarbage,
    PonderGarbage,
    Crlf,
    Uppercase,
    CloseStdout,
    CloseStdin,
    IgnoreQuit,
    Orphan,
    Resign,
    DrawWord,
    Claims,
    AnswerInPonder,
    ExitInPonder,
    HangOnPonderhit,
}

impl Mode {
    fn occasion(self) -> Occasion {
        match self {
            Self::ExitAtStart | Self::HangAtStart | Self::SlowStart | Self::NoiseAtStart => {
                Occasion::Start
            }
            Self::ExitOnGreeting => Occasion::Greeting,
            Self::ExitOnReady | Self::HangOnReady | Self::SkipReady | Self::Unsolicited => {
                Occasion::Ready
            }
            Self::ExitOnNewgame => Occasion::NewGame,
            Self::ExitAfterAnswer
            | Self::FloodIdle
            | Self::EndlessIdle
            | Self::Twice
            | Self::CloseStdin => Occasion::Answered,
            Self::AnswerInPonder | Self::ExitInPonder => Occasion::Ponder,
            Self::HangOnPonderhit => Occasion::PonderHit,
            Self::IgnoreQuit => Occasion::Quit,
            _ => Occasion::Go,
        }
    }
}

struct Double {
    args: Args,
    ranks: Ranks,
    position: Position,
    occasions: u64,
    rng: SplitMix64,
    /// Whether `stop` and `ponderhit` require an answer.
    owes_answer: bool,
}

fn main() {
    let args = Args::parse();
    let mut double = Double {
        ranks: if args.one { Ranks::FromOne } else { Ranks::FromZero },
        position: Position::from_fen(START_FEN).expect("the start position is valid"),
        occasions: 0,
        rng: SplitMix64::new(args.seed),
        owes_answer: false,
        args,
    };
    if let Some(path) = &double.args.starts {
        append(path, b".");
        // Counts the occasions of this kind by the number of starts.
        double.occasions = fs::metadata(path).map_or(0, |data| data.len() - 1);
    }
    double.start();
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { return };
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        if let Some(path) = &double.args.log {
            append(path, format!("{} {line}\n", std::process::id()).as_bytes());
        }
        double.handle_line(&line);
    }
}

fn append(path: &PathBuf, bytes: &[u8]) {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(bytes)).expect("the file can be written");
}

/// Writes bytes unchanged, and ignores errors.
fn write(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

fn send(line: &str) {
    write(format!("{line}\n").as_bytes());
}

fn hang() -> ! {
    thread::sleep(FOREVER);
    std::process::exit(0)
}

fn flood_without_end(bytes: &[u8]) -> ! {
    let end = Instant::now() + FOREVER;
    while Instant::now() < end {
        write(bytes);
    }
    std::process::exit(0)
}

impl Double {
    /// The mode, if the fault occurs on this occasion.
    fn fault(&mut self, occasion: Occasion) -> Option<Mode> {
        let mode = self.args.mode.filter(|mode| mode.occasion() == occasion)?;
        self.occasions += 1;
        let due = match self.args.at {
            Some(at) => at == self.occasions,
            None => self.args.from <= self.occasions,
        };
        (due && self.rng.below(100) < self.args.chance).then_some(mode)
    }

    fn start(&mut self) {
        match self.fault(Occasion::Start) {
            Some(Mode::ExitAtStart) => {
                eprint_line("no licence");
                std::process::exit(3);
            }
            Some(Mode::HangAtStart) => hang(),
            Some(Mode::SlowStart) => thread::sleep(Duration::from_millis(self.args.ms)),
            Some(_) => {
                write(b"\xff\xfe\x00 loading...\r\nbestmove a0a1\nreadyok\n\ninfo\noption\nid\n");
            }
            None => {}
        }
    }

    fn handle_line(&mut self, line: &str) {
        let first = line.split_whitespace().next().unwrap_or_default();
        match first {
            "uci" | "ucci" => self.greet(first),
            "isready" => self.ready(),
            "ucinewgame" => self.new_game(),
            "setoption" if line == "setoption newgame" => self.new_game(),
            "position" => self.set_up(line),
            "go" if line.contains(" ponder") => match self.fault(Occasion::Ponder) {
                Some(Mode::ExitInPonder) => std::process::exit(6),
                Some(_) => self.answer(),
                None => self.owes_answer = true,
            },
            "go" => self.go(),
            "ponderhit" if self.fault(Occasion::PonderHit).is_some() => hang(),
            "ponderhit" | "stop" => self.answer_now(),
            "quit" => {
                if self.fault(Occasion::Quit).is_none() {
                    std::process::exit(0);
                }
                hang();
            }
            _ => {}
        }
    }

    fn greet(&mut self, word: &str) {
        if self.args.only.as_deref().is_some_and(|only| only != word) {
            return;
        }
        if self.fault(Occasion::Greeting).is_some() {
            std::process::exit(0);
        }
        send(&format!("id name {}", self.args.name));
        if word == "uci" {
            if let Some(offer) = &self.args.offer {
                send(&format!("option name {offer}"));
            }
            send("option name Ponder type check default false\nuciok");
        } else {
            send("option ponder type check default false\nucciok");
        }
    }

    fn ready(&mut self) {
        match self.fault(Occasion::Ready) {
            Some(Mode::ExitOnReady) => std::process::exit(4),
            Some(Mode::HangOnReady) => hang(),
            Some(Mode::SkipReady) => {}
            Some(_) => send("bestmove a0a1\nreadyok"),
            None => send("readyok"),
        }
    }

    fn new_game(&mut self) {
        if self.fault(Occasion::NewGame).is_some() {
            std::process::exit(5);
        }
    }

    fn set_up(&mut self, line: &str) {
        let (setup, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        let setup = setup.trim_start_matches("position ").trim_start_matches("fen ");
        let fen = if setup == "startpos" { START_FEN } else { setup };
        self.position = Position::from_fen(fen).expect("the arena sends valid positions");
        for word in moves.split_whitespace() {
            let mv = iccs::parse(word, self.ranks).expect("the arena sends moves");
            assert!(self.position.is_legal(mv), "the arena sends legal moves, not {word}");
            self.position.make_unchecked(mv, &mut ());
        }
    }

    fn text(&self, mv: Move) -> String {
        iccs::text(mv, self.ranks).to_string()
    }

    /// A legal move. The arena requests a move only if there is a legal one.
    fn choose(&mut self) -> Move {
        let moves = self.position.legal_moves();
        assert!(!moves.is_empty(), "the arena asks only while the game continues");
        match self.args.play {
            Play::First => moves[0],
            Play::Random => {
                // The same position always leads to the same move, whatever happened in earlier games.
                let mut rng = SplitMix64::new(self.position.key() ^ self.args.seed);
                moves[rng.below(moves.len() as u64) as usize]
            }
        }
    }

    fn best_move(&mut self) -> String {
        let mv = self.choose();
        let mut line = format!("bestmove {}", self.text(mv));
        if let Some(guess) = self.args.ponder {
            let mut after = self.position.clone();
            after.make_unchecked(mv, &mut ());
            let replies = after.legal_moves();
            let reply = match guess {
                Guess::Right => replies.first(),
                Guess::Wrong => replies.last(),
            };
            if let Some(&reply) = reply {
                line.push_str(" ponder ");
                line.push_str(&self.text(reply));
            }
        }
        line
    }

    fn go(&mut self) {
        let asked = Instant::now();
        let fault = self.fault(Occasion::Go);
        if let Some(mode) = fault
            && self.misbehave(mode)
        {
            return;
        }
        thread::sleep(Duration::from_millis(self.args.think).saturating_sub(asked.elapsed()));
        use_processor(Duration::from_millis(self.args.busy));
        let line = self.best_move();
        let pv = line.split(' ').nth(1).filter(|_| self.args.pv).map(|mv| format!(" pv {mv}"));
        let (score, pv) = (&self.args.score, pv.unwrap_or_default());
        send(&format!("info depth 1 score {score} nodes 20{pv}"));
        self.answer();
    }

    fn answer_now(&mut self) {
        if std::mem::take(&mut self.owes_answer) {
            self.answer();
        }
    }

    fn answer(&mut self) {
        let line = self.best_move();
        match self.fault(Occasion::Answered) {
            Some(Mode::ExitAfterAnswer) => {
                send(&line);
                std::process::exit(7);
            }
            Some(Mode::FloodIdle) => {
                send(&line);
                flood(20_000);
            }
            Some(Mode::EndlessIdle) => {
                send(&line);
                flood_without_end(&b"info string still here\n".repeat(1000));
            }
            Some(Mode::Twice) => send(&format!("{line}\n{line}")),
            Some(_) => {
                send(&line);
                close(0);
                hang();
            }
            None => send(&line),
        }
    }

    /// Performs a fault on `go`. Returns true if nothing more is to be printed.
    fn misbehave(&mut self, mode: Mode) -> bool {
        let mv = self.choose();
        let text = self.text(mv);
        match mode {
            Mode::ExitOnGo => {
                eprint_line("out of memory");
                std::process::exit(1);
            }
            Mode::AbortOnGo => std::process::abort(),
            Mode::ExitWithinAnswer => {
                // An incomplete line that could be mistaken for a complete one.
                write(format!("bestmove {}", &text[..3]).as_bytes());
                std::process::exit(0);
            }
            Mode::HangOnGo => hang(),
            Mode::Late => {
                thread::sleep(Duration::from_millis(self.args.ms));
                return false;
            }
            Mode::AnswerAfterStop => self.owes_answer = true,
            Mode::Nonsense => send("bestmove castle"),
            Mode::OpponentsPiece => {
                let side = self.position.side_to_move();
                send(&format!(
                    "bestmove {}",
                    if side == chuhe_engine::types::Color::Red { "a9a8" } else { "a0a1" }
                ));
            }
            Mode::OwnPiece => send("bestmove a0a0"),
            Mode::OffBoard => send("bestmove j3j4"),
            Mode::Null => send("bestmove 0000"),
            Mode::Suicide => match self.suicide() {
                Some(mv) => send(&format!("bestmove {}", self.text(mv))),
                None => return false,
            },
            Mode::Empty => send("bestmove"),
            Mode::None => send("bestmove (none)"),
            Mode::Nobestmove => send("nobestmove"),
            Mode::FloodLines => {
                flood(20_000);
                return false;
            }
            Mode::LongLine => {
                let mut line = vec![b'x'; 4_000_000];
                line.push(b'\n');
                write(&line);
                return false;
            }
            Mode::EndlessLine => flood_without_end(&b"x".repeat(65_536)),
            Mode::EndlessLines => flood_without_end(&b"info depth 1 score cp 3\n".repeat(1000)),
            Mode::Binary => {
                let bytes: Vec<u8> = (0..200_000).map(|_| self.rng.next() as u8).collect();
                write(&bytes);
                write(b"\n\xe6\xa5\n");
                return false;
            }
            Mode::FloodStderr => {
                for _ in 0..20_000 {
                    eprint_line("a warning that nobody reads");
                }
                return false;
            }
            Mode::TrailingGarbage => {
                send(&format!("bestmove {text} \u{fffd} resi gn draw? 17 a9a8"));
            }
            Mode::PonderGarbage => send(&format!("bestmove {text} ponder z9z9z9 ponder")),
            Mode::Crlf => write(format!("info depth 1\r\nbestmove {text}\r\n").as_bytes()),
            Mode::Uppercase => {
                let text = text.to_uppercase();
                send(&format!("  BestMove\t{}-{}  ", &text[..2], &text[2..]));
            }
            Mode::CloseStdout => {
                close(1);
                hang();
            }
            Mode::Orphan => {
                // The child process inherits the pipes and keeps them open.
                let program = std::env::current_exe().expect("it runs");
                let marker = self.args.marker.clone().unwrap_or_default();
                let words = ["--mode", "hang-at-start", "--marker", &marker];
                let child = Command::new(program).args(words).stdin(Stdio::inherit()).spawn();
                std::process::exit(if child.is_ok() { 0 } else { 9 });
            }
            Mode::Resign => send("bestmove 0000 resign"),
            Mode::DrawWord => send(&format!("bestmove {text} draw")),
            Mode::Claims => {
                send(
                    "1-0\nresult 1/2-1/2\ninfo string checkmate, I win\ngameover red\ninfo score mate 0",
                );
                return false;
            }
            _ => return false,
        }
        true
    }

    /// A move that leaves the king en prise, if there is one.
    fn suicide(&self) -> Option<Move> {
        let board = self.position.board();
        let squares = || (0..90).map(|index| Square::new(index % 9, index / 9));
        squares()
            .flat_map(|from| squares().map(move |to| (from, to)))
            .filter(|(from, to)| from != to)
            .map(|(from, to)| Move::new(from, to))
            .find(|&mv| board.is_pseudo_legal(mv) && !self.position.is_legal(mv))
    }
}

fn flood(lines: usize) {
    let line = b"info depth 1 seldepth 2 score cp 12 nodes 1000 pv a0a1 a9a8\n";
    for _ in 0..lines / 100 {
        write(&line.repeat(100));
    }
}

/// Uses this much processor time.
#[cfg(target_os = "linux")]
fn use_processor(time: Duration) {
    use nix::time::{ClockId, clock_gettime};
    let used = || {
        let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("there is such a clock");
        Duration::new(time.tv_sec() as u64, time.tv_nsec() as u32)
    };
    let end = used() + time;
    while used() < end {}
}

#[cfg(not(target_os = "linux"))]
fn use_processor(time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time {}
}

/// Writes to stderr, and ignores errors.
fn eprint_line(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

#[cfg(target_os = "linux")]
fn close(descriptor: i32) {
    nix::unistd::close(descriptor).expect("the pipe is open");
}

#[cfg(not(target_os = "linux"))]
fn close(_: i32) {
    // Without Unix descriptors, exiting closes the stream as well.
    std::process::exit(0);
}
