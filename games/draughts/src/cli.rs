//! The command line.

use std::error::Error;
use std::fs;
use std::io::{self, BufReader, IsTerminal, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chuhe_util::files::reason;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use draughts::board::Board;
use draughts::dxp::{self, DxpSettings, Terms};
use draughts::endgame::Tables;
use draughts::engine::{Engine, Settings};
use draughts::evaluate::Judge;
use draughts::files;
use draughts::hub;
use draughts::language::Language;
use draughts::level::Level;
use draughts::moves::{legal_moves, perft};
use draughts::notation::{fen, hub_board, hub_move, move_text, read_board, read_move};
use draughts::pdn::read_games;
use draughts::position::{GameResult, Position};
use draughts::terminal::{self, PlaySettings};
use draughts::variant::{Color, Variant};
use game_core::{Limits, Report, Score};
use serde_json::json;

type Done = Result<(), Box<dyn Error>>;

/// An engine for international and English draughts, and for a variant with fifteen men per side
///
/// Without a command, chuhe-draughts speaks the Hub protocol, version 2, on stdin and stdout.
#[derive(Debug, Parser)]
#[command(name = "chuhe-draughts", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak the Hub protocol
    Hub,
    /// Play another program over the network with DXP, and write the games as PDN
    Dxp(DxpArgs),
    /// Play against the engine in the terminal (对弈)
    Play(PlayArgs),
    /// Count the positions reached after a number of plies (perft)
    Perft(PerftArgs),
    /// Search a position
    Analyze(AnalyzeArgs),
    /// Convert PDN games, or list their positions
    Convert(ConvertArgs),
    /// Generate endgame tables for the English game
    Tables(TablesArgs),
    /// Write a man(1) page to stdout
    Man {
        /// Command to describe [default: the whole program]
        command: Option<String>,
    },
    /// Write shell completions to stdout
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Debug, Args)]
struct PositionArgs {
    /// Position, as a FEN or in the Hub protocol's format [default: the start position]
    position: Option<String>,

    /// Moves played from that position, in quotes
    #[arg(long, default_value = "")]
    moves: String,

    /// Rules: normal (or international), source or english
    #[arg(long, default_value = "normal")]
    variant: Variant,
}

#[derive(Debug, Args)]
struct EngineArgs {
    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,

    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Evaluation: parts or patterns
    #[arg(long, default_value_t = Judge::default())]
    evaluation: Judge,

    /// File of endgame tables, made by `tables`
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,

    /// Time per move, in milliseconds or with a unit, such as 500ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    movetime: Option<Duration>,

    /// Search depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=499))]
    depth: Option<u32>,

    /// Number of positions to search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

#[derive(Debug, Args)]
struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    engine: EngineArgs,

    /// Your side [default: the side to move]
    #[arg(long, value_enum)]
    side: Option<Side>,

    /// Strength of the engine, from 1 to 10
    #[arg(long, default_value_t = Level::GENTLE.number(), value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,

    /// Language (语言): en or zh [default: from the environment]
    #[arg(long)]
    lang: Option<Language>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

#[derive(Debug, Args)]
struct DxpArgs {
    #[command(flatten)]
    engine: EngineArgs,

    /// Listen on this address for the other program
    #[arg(
        long,
        value_name = "HOST:PORT",
        default_value = "127.0.0.1:27531",
        conflicts_with = "connect"
    )]
    listen: String,

    /// Connect to this address, where the other program waits
    #[arg(long, value_name = "HOST:PORT")]
    connect: Option<String>,

    /// Number of games to request [default: wait for the other program's requests]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Time per side for a whole game, in minutes, if this program requests the games
    #[arg(long, requires = "games", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=999))]
    minutes: u16,

    /// Moves per side after which a requested game ends undecided; 0 for no limit
    #[arg(long, requires = "games", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=999))]
    moves: u16,

    /// Name of this program
    #[arg(long, default_value = "chuhe-draughts")]
    name: String,
}

#[derive(Debug, Args)]
struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Number of plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,

    /// Show the count for each first move
    #[arg(long)]
    divide: bool,

    /// Output JSON, with moves as in the Hub protocol
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct AnalyzeArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    engine: EngineArgs,

    /// Output JSON, one line per iteration
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// The games, as PDN
    Pdn,
    /// Each position of each game as a FEN, one per line
    Fen,
    /// Each position of each game in the Hub protocol's format, one per line
    Hub,
}

#[derive(Debug, Args)]
struct ConvertArgs {
    /// File with games; - for stdin
    file: PathBuf,

    /// Output format
    #[arg(long, value_enum, default_value = "pdn")]
    to: Format,

    /// Rules for games that do not specify them
    #[arg(long, default_value = "normal")]
    variant: Variant,

    /// Output file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace an existing file
    #[arg(long)]
    replace: bool,
}

#[derive(Debug, Args)]
struct TablesArgs {
    /// The output file
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Maximum number of pieces
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=4))]
    pieces: u32,

    /// Replace an existing file
    #[arg(long)]
    replace: bool,
}

/// Runs the program. Errors go to stderr.
pub(crate) fn run() -> ExitCode {
    let done = match Cli::parse().command {
        None | Some(Command::Hub) => talk(),
        Some(Command::Dxp(args)) => meet(&args),
        Some(Command::Play(args)) => play(&args),
        Some(Command::Perft(args)) => count(&args),
        Some(Command::Analyze(args)) => analyze(&args),
        Some(Command::Convert(args)) => convert(&args),
        Some(Command::Tables(args)) => make_tables(&args),
        Some(Command::Man { command }) => crate::manual::page(Cli::command(), command.as_deref()),
        Some(Command::Completions { shell }) => crate::manual::completions(Cli::command(), shell),
    };
    let Err(error) = done else { return ExitCode::SUCCESS };
    let of_system = error.downcast_ref::<io::Error>();
    if of_system.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        // The reader has closed the pipe; that is not an error.
        return ExitCode::SUCCESS;
    }
    let text = of_system.map_or_else(|| error.to_string(), reason);
    // If stderr is closed too, nothing can be reported.
    let _ = writeln!(io::stderr(), "error: {text}");
    ExitCode::FAILURE
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let length = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).len();
    let (number, unit) = text.split_at(length);
    let seconds = match unit {
        "" | "ms" => Some(0.001),
        "s" => Some(1.0),
        "m" => Some(60.0),
        _ => None,
    };
    let number: Option<f64> = number.parse().ok();
    let time = number.zip(seconds).map(|(number, seconds)| number * seconds);
    time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "expected a time above 0, as in 500, 500ms, 5s or 2m".to_owned())
}

impl PositionArgs {
    fn read(&self) -> Result<Position, Box<dyn Error>> {
        let board = match &self.position {
            None => Board::start(self.variant),
            Some(text) => read_board(self.variant, text)?,
        };
        let mut position = Position::new(board);
        for (ply, text) in (1..).zip(self.moves.split_whitespace()) {
            let mv = read_move(position.board(), text)
                .map_err(|error| format!("--moves, ply {ply}: {error}"))?;
            position.play(mv);
        }
        Ok(position)
    }
}

impl EngineArgs {
    fn settings(&self) -> Result<Settings, Box<dyn Error>> {
        let tables = self.tables.as_deref().map(Tables::read).transpose()?;
        Ok(Settings {
            megabytes: self.hash as usize,
            threads: self.threads as usize,
            judge: self.evaluation,
            tables: tables.map(Arc::new),
            ..Settings::default()
        })
    }

    /// The limits given, or `None` if there are none.
    fn limits(&self) -> Option<Limits> {
        let time = self.movetime.map(Limits::move_time).unwrap_or_default();
        let limits = Limits { depth: self.depth, nodes: self.nodes, ..time };
        (limits != Limits::default()).then_some(limits)
    }
}

fn talk() -> Done {
    let input = BufReader::new(io::stdin());
    hub::serve(input, io::stdout().lock(), Settings::default())?;
    Ok(())
}

/// Plays the other program over a connection.
fn meet(args: &DxpArgs) -> Done {
    let stream = if let Some(address) = &args.connect {
        TcpStream::connect(address).map_err(|error| format!("{address}: {}", reason(&error)))?
    } else {
        let address = &args.listen;
        let socket =
            TcpListener::bind(address).map_err(|error| format!("{address}: {}", reason(&error)))?;
        writeln!(io::stderr(), "waiting on {}", socket.local_addr()?)?;
        socket.accept()?.0
    };
    // Messages are short, so each must be sent at once instead of waiting for more data.
    stream.set_nodelay(true)?;
    let settings = DxpSettings {
        name: args.name.clone(),
        engine: args.engine.settings()?,
        limits: args.engine.limits(),
    };
    let terms = args.games.map(|games| Terms { games, minutes: args.minutes, moves: args.moves });
    let mut out = io::stdout().lock();
    let mut is_first = true;
    dxp::play(stream.try_clone()?, stream, settings, terms, |game| {
        if !std::mem::take(&mut is_first) {
            writeln!(out)?;
        }
        write!(out, "{game}")?;
        out.flush()
    })?;
    Ok(())
}

fn play(args: &PlayArgs) -> Done {
    let position = args.position.read()?;
    let person = match args.side {
        None => position.board().side(),
        Some(Side::White) => Color::White,
        Some(Side::Black) => Color::Black,
    };
    let level = Level::new(args.level).unwrap_or(Level::GENTLE);
    // The seed makes weak levels vary from game to game.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seed = now.map_or(0, |time| time.as_nanos() as u64);
    let stdout = io::stdout();
    let has_colors = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let settings = PlaySettings {
        person,
        language: args.lang.unwrap_or_else(Language::of_environment),
        has_colors,
        prompts: io::stdin().is_terminal(),
        engine: Settings { level, seed, ..args.engine.settings()? },
        limits: args.engine.limits(),
    };
    terminal::play(io::stdin().lock(), stdout.lock(), position, settings)?;
    Ok(())
}

fn count(args: &PerftArgs) -> Done {
    let position = args.position.read()?;
    let board = position.board();
    let mut out = io::stdout().lock();
    let begin = Instant::now();
    let mut parts = Vec::new();
    for mv in legal_moves(board) {
        let count = perft(&board.after(mv), args.depth - 1);
        // Programs need notation that distinguishes all captures.
        let text = if args.json { hub_move(board, mv) } else { move_text(board, mv) };
        if args.divide && !args.json {
            writeln!(out, "{text}: {count}")?;
        }
        parts.push((text, count));
    }
    let all: u64 = parts.iter().map(|(_, count)| count).sum();
    let seconds = begin.elapsed().as_secs_f64();
    if args.json {
        let moves: serde_json::Map<String, serde_json::Value> =
            parts.into_iter().map(|(text, count)| (text, count.into())).collect();
        let line = json!({ "depth": args.depth, "count": all, "seconds": seconds, "moves": moves });
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "depth {}: {all} in {seconds:.2} s", args.depth)?;
    }
    Ok(())
}

fn analyze(args: &AnalyzeArgs) -> Done {
    let position = args.position.read()?;
    let board = *position.board();
    if let Some(result) = position.result() {
        let text = match result {
            GameResult::Won(Color::White) => "White has won",
            GameResult::Won(Color::Black) => "Black has won",
            GameResult::Draw => "the game is drawn",
        };
        return Err(format!("nothing to search: {text}").into());
    }
    let mut engine = Engine::new(args.engine.settings()?);
    let limits = args.engine.limits().unwrap_or_else(|| Limits::move_time(Duration::from_secs(3)));
    let mut out = io::stdout().lock();
    let stop = AtomicBool::new(false);
    let mut broken = None;
    engine.think(&position, limits, &stop, |report| {
        let line = if args.json { json_line(&board, report) } else { text_line(&board, report) };
        if let Err(error) = writeln!(out, "{line}").and_then(|()| out.flush()) {
            broken = Some(error);
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    broken.map_or(Ok(()), |error| Err(error.into()))
}

fn line_texts(board: &Board, report: &Report<draughts::board::Move>) -> Vec<String> {
    let mut board = *board;
    let text = |&mv| {
        let text = move_text(&board, mv);
        board = board.after(mv);
        text
    };
    report.line.iter().map(text).collect()
}

fn json_line(board: &Board, report: &Report<draughts::board::Move>) -> String {
    let (men, win_in, loss_in) = match report.score {
        Score::Evaluation(value) => (Some(f64::from(value) / 100.0), None, None),
        Score::WinIn(plies) => (None, Some(plies), None),
        Score::LossIn(plies) => (None, None, Some(plies)),
    };
    json!({
        "depth": report.depth,
        "men": men,
        "win_in_plies": win_in,
        "loss_in_plies": loss_in,
        "nodes": report.nodes,
        "seconds": report.time.as_secs_f64(),
        "line": line_texts(board, report),
    })
    .to_string()
}

fn text_line(board: &Board, report: &Report<draughts::board::Move>) -> String {
    let plies = |plies| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    let score = match report.score {
        Score::Evaluation(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::WinIn(count) => format!("win in {}", plies(count)),
        Score::LossIn(count) => format!("loss in {}", plies(count)),
    };
    let (depth, nodes, seconds) = (report.depth, report.nodes, report.time.as_secs_f64());
    let line = line_texts(board, report).join(" ");
    format!("depth {depth:>2}  {score}  {nodes} nodes  {seconds:.2} s  {line}")
}

fn read_text(path: &Path) -> Result<String, Box<dyn Error>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes =
            fs::read(path).map_err(|error| format!("{}: {}", path.display(), reason(&error)))?;
    }
    // Old files contain names in Latin-1, whose bytes are the first 256 characters of Unicode.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

fn convert(args: &ConvertArgs) -> Done {
    let games = read_games(&read_text(&args.file)?, args.variant)
        .map_err(|error| format!("{}: {error}", args.file.display()))?;
    let mut text = Vec::new();
    for game in games {
        match args.to {
            Format::Pdn => writeln!(text, "{game}")?,
            Format::Fen | Format::Hub => {
                let write = if matches!(args.to, Format::Fen) { fen } else { hub_board };
                let mut board = *game.position.first_board();
                writeln!(text, "{}", write(&board))?;
                for &mv in game.position.played() {
                    board = board.after(mv);
                    writeln!(text, "{}", write(&board))?;
                }
            }
        }
    }
    match &args.out {
        None => io::stdout().lock().write_all(&text)?,
        Some(path) => files::write(path, args.replace, |out| out.write_all(&text))
            .map_err(|error| unwritten(path, &error))?,
    }
    Ok(())
}

fn unwritten(path: &Path, error: &io::Error) -> String {
    let path = path.display();
    if error.kind() == io::ErrorKind::AlreadyExists {
        format!("{path} already exists; use --replace to overwrite it")
    } else {
        format!("cannot write {path}: {}", reason(error))
    }
}

fn make_tables(args: &TablesArgs) -> Done {
    if !args.replace && args.out.exists() {
        return Err(unwritten(&args.out, &io::ErrorKind::AlreadyExists.into()).into());
    }
    let shows_progress = io::stderr().is_terminal();
    let tables = Tables::generate(args.pieces, |done, all| {
        if shows_progress {
            // A failure to show progress is not an error.
            let _ = write!(io::stderr(), "\r{:>3} %", done * 100 / all);
        }
    });
    if shows_progress {
        let _ = writeln!(io::stderr());
    }
    tables.write(&args.out, args.replace).map_err(|error| unwritten(&args.out, &error))?;
    let mut out = io::stdout().lock();
    for counts in tables.counts() {
        writeln!(
            out,
            "{} pieces: {} wins, {} draws, {} losses of the side to move",
            counts.pieces, counts.wins, counts.draws, counts.losses
        )?;
    }
    Ok(())
}
