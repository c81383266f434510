//! The commands of the program.

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use clap::Args;
use game_core::{Limits, Score};

use crate::board::{Color, Point, Size};
use crate::diagram;
use crate::engine::{Engine, Found, Settings};
use crate::fours::FourSolver;
use crate::position::Position;
use crate::rules::Rule;
use crate::terminal::{self, Language, PlaySettings};
use crate::threes::{ThreatLimits, ThreatSolver};

use super::EngineArgs;

/// The exit code if no win is found.
const NO_ANSWER: u8 = 4;
/// The longest time for a move, in milliseconds.
const TIME_MAX_MS: u64 = 86_400_000;

/// Options for a game against a person.
#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    game: GameArgs,
    /// Your side; Black moves first
    #[arg(long, default_value = "black", value_name = "black|white", value_parser = color)]
    side: Color,
    /// The engine's thinking time per move, in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=TIME_MAX_MS))]
    time: u64,
    /// Language: en or zh [default: from the environment]
    #[arg(long, value_name = "TAG")]
    lang: Option<Language>,
}

/// Options for the board.
#[derive(Args, Clone, Copy, Debug)]
struct GameArgs {
    /// Board size: one number for a square board, or width and height as in 15x20
    #[arg(long, default_value = "15", value_name = "SIZE")]
    size: Size,
    /// Rules: freestyle, standard (exactly five) or renju
    #[arg(long, default_value_t, value_name = "RULE")]
    rule: Rule,
}

/// Options for the position.
#[derive(Args, Debug)]
struct PositionArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Read a drawn board instead of moves: rows of x (Black), o (White) and . (free); - for stdin
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    board: Option<PathBuf>,
    /// Side to move on the drawn board [default: derived from the stones]
    #[arg(long, value_name = "black|white", value_parser = color, requires = "board")]
    to_move: Option<Color>,
    /// Moves from the empty board, Black first, such as h8 i9
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

/// Options for the solver.
#[derive(Args, Debug)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Use fours only, not threes
    #[arg(long)]
    fours: bool,
    /// Maximum number of positions to search
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// Options for an analysis.
#[derive(Args, Debug)]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Stop after this time, in milliseconds [default: 5000 if no limit is set]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=TIME_MAX_MS))]
    time: Option<u64>,
    /// Stop after this depth, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Stop after this many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

fn color(name: &str) -> Result<Color, String> {
    match name {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(format!("expected black or white, found {name:?}")),
    }
}

fn invalid(reason: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, reason.to_string())
}

impl PositionArgs {
    fn position(&self) -> io::Result<Position> {
        let GameArgs { size, rule } = self.game;
        if let Some(path) = &self.board {
            let shown = path.display();
            let text = read(path).map_err(|error| {
                invalid(format_args!("{shown}: {}", chuhe_util::files::reason(&error)))
            })?;
            return diagram::read(&text, rule, self.to_move)
                .map_err(|error| invalid(format_args!("{shown}: {error}")));
        }
        let mut position = Position::new(size, rule);
        for (index, name) in self.moves.iter().enumerate() {
            let number = index + 1;
            let point = size
                .point_of_name(name)
                .map_err(|error| invalid(format_args!("move {number}: {error}")))?;
            position
                .try_play(point)
                .map_err(|error| invalid(format_args!("move {number}, {name}: {error}")))?;
        }
        Ok(position)
    }
}

fn read(path: &Path) -> io::Result<String> {
    if path.as_os_str() != "-" {
        return fs::read_to_string(path);
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

fn names(size: Size, line: &[Point]) -> String {
    line.iter().map(|point| size.name(*point)).collect::<Vec<_>>().join(" ")
}

pub(super) fn play(args: &PlayArgs) -> io::Result<ExitCode> {
    // Weak levels should not play the same game every time.
    let seed = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64);
    let settings = PlaySettings {
        size: args.game.size,
        rule: args.game.rule,
        person: args.side,
        engine: Settings { seed, ..args.engine.settings() },
        limits: Limits::move_time(Duration::from_millis(args.time)),
        language: args.lang.unwrap_or_else(Language::of_environment),
        prompts: io::stdin().is_terminal(),
    };
    terminal::play(io::stdin(), io::stdout(), settings)?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn solve(args: &SolveArgs) -> io::Result<ExitCode> {
    let mut position = args.position.position()?;
    let size = position.size();
    let mut out = io::stdout();
    if position.is_over() {
        return Err(invalid("the game is over"));
    }
    let mut fours = FourSolver::default();
    if let Some(victory) = fours.solve(&mut position, args.nodes) {
        writeln!(out, "fours: {}", names(size, &victory.line))?;
        return Ok(ExitCode::SUCCESS);
    }
    let is_sure = fours.is_exhaustive();
    let rest = args.nodes.saturating_sub(fours.nodes());
    let stop = AtomicBool::new(false);
    if !args.fours {
        let mut threats = ThreatSolver::default();
        if let Some(line) =
            threats.solve(&mut position, ThreatLimits { nodes: rest, stop: &stop, until: None })
        {
            writeln!(out, "threats: {}", names(size, &line))?;
            return Ok(ExitCode::SUCCESS);
        }
    }
    let answer = match (args.fours, is_sure) {
        (true, true) => "no victory by continuous fours",
        (true, false) => "no victory by continuous fours found; more --nodes may find one",
        (false, _) => "no victory by continuous threats found",
    };
    writeln!(out, "{answer}")?;
    Ok(ExitCode::from(NO_ANSWER))
}

pub(super) fn analyze(args: &AnalyzeArgs) -> io::Result<ExitCode> {
    let position = args.position.position()?;
    let is_limited = args.time.or(args.nodes).is_some() || args.depth.is_some();
    let time = args.time.or((!is_limited).then_some(5000)).map(Duration::from_millis);
    let limits = Limits { depth: args.depth, nodes: args.nodes, hard_time: time, soft_time: None };
    let mut engine = Engine::new(args.engine.settings());
    let size = position.size();
    let mut out = io::stdout();
    writeln!(out, "{}\n", diagram::draw(&position))?;
    let mut failed = Ok(());
    let found = engine.think(&position, &limits, &AtomicBool::new(false), |found| {
        if failed.is_ok() {
            failed = writeln!(out, "{}", describe(found, size));
        }
    });
    failed?;
    let found = found.ok_or_else(|| invalid("the game is over"))?;
    writeln!(out, "{}\nbest: {}", describe(&found, size), size.name(found.line[0]))?;
    Ok(ExitCode::SUCCESS)
}

fn describe(found: &Found, size: Size) -> String {
    let score = match found.score {
        Score::Evaluation(value) => format!("{value:+}"),
        Score::WinIn(plies) => format!("win in {plies}"),
        Score::LossIn(plies) => format!("loss in {plies}"),
    };
    let line = names(size, &found.line);
    let millis = found.time.as_millis();
    format!(
        "depth {:2}  {score:>10}  {:>9} positions  {millis:>6} ms  {line}",
        found.depth, found.nodes
    )
}
